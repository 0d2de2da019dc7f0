#include "gen/cpp/names.h"
#include "gen/cpp/ruleset.h"

#include <fmt/format.h>

namespace tenet::gen {
namespace {

using dsl::Type;

/// A context value is read when a pass begins, so that it is held, or pointed to where it is the
/// user's own type.
std::string context_member(const dsl::Module& module, const dsl::ParamDecl& param) {
  const std::string name = cpp_identifier(param.name);
  if (param.type.kind == Type::Kind::External)
    return fmt::format("  {}* {} = nullptr;\n",
                       cpp_identifier(module.external_types[param.type.decl].name), name);
  if (param.type.kind == Type::Kind::Node)
    return fmt::format("  const Node* {} = nullptr;\n", name);
  return fmt::format("  {} {}{{}};\n", value_type(module, param.type), name);
}

std::string extern_declaration(const dsl::Module& module, const dsl::ExternDecl& decl) {
  std::string parameters = "Match& m";
  for (const dsl::ParamDecl& p : decl.params)
    parameters += fmt::format(", {} {}", parameter_type(module, p.type), cpp_identifier(p.name));
  std::string doc = doc_comment(decl.doc);
  if (!decl.ensures.empty()) doc += "/// Ensures `" + decl.ensures + "`.\n";
  return doc + fmt::format("{} {}({});\n", value_type(module, decl.result),
                           cpp_identifier(decl.name), parameters);
}

} // namespace

OutputFile generate_rules_header(const dsl::Module& module, const program::Program&,
                                 const Options& options, const std::string& pipelines) {
  std::string out = file_header("the `.rules` files of this rule library");
  out += fmt::format(
      "#pragma once\n\n#include \"{}/ops.h\"\n\n#include \"core/rewrite/engine.h\"\n"
      "#include \"core/rewrite/match.h\"\n#include \"core/rewrite/pipeline.h\"\n"
      "#include \"core/rewrite/ruleset.h\"\n\n#include <optional>\n#include <span>\n#include "
      "<string>\n"
      "#include <string_view>\n#include <tuple>\n#include <vector>\n\nnamespace {} {{\n\n",
      options.library, options.name_space);
  for (const char* type : {"Match", "MatcherEntry", "RuleInfo", "Ruleset", "RulesetKind", "Segment",
                           "TextResult", "fits_int64", "int128"})
    out += fmt::format("using ::tenet::{};\n", type);
  out += '\n';
  for (const dsl::ExternalType& type : module.external_types)
    out += doc_comment(type.doc) + fmt::format("class {};\n\n", cpp_identifier(type.name));
  out += "/// What rulesets and pipelines are given from outside: each parameter that any of them "
         "has, by name.\n"
         "struct Context {\n";
  for (const dsl::ParamDecl& param : module.context_params)
    out += context_member(module, param);
  out += "};\n";
  if (!module.externs.empty())
    out += "\n// Functions that rules call; defined by the user of the library.\n\n";
  for (const dsl::ExternDecl& decl : module.externs)
    out += extern_declaration(module, decl);
  out += "\n// Rulesets.\n\n";
  for (const dsl::Ruleset& ruleset : module.rulesets)
    out += doc_comment(ruleset.doc) +
           fmt::format("extern const Ruleset {};\n", object_name(module, ruleset.name));
  if (!pipelines.empty()) out += "\n" + pipelines;
  return {"rules.h", out + fmt::format("\n}} // namespace {}\n", options.name_space)};
}

} // namespace tenet::gen
