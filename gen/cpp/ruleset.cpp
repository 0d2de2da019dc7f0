#include "gen/cpp/ruleset.h"

#include "gen/cpp/names.h"
#include "gen/cpp/ruleset_action.h"
#include "gen/cpp/ruleset_matcher.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace tenet::gen {
namespace {

using program::RulesetKind;

std::string kind_name(RulesetKind kind) {
  static constexpr auto names =
      std::to_array<const char*>({"Node", "Nodes", "NodeStar", "Text", "Visit", "Check"});
  return names[static_cast<size_t>(kind)];
}

/// Names that a local of a rule's function must not hide: all that the code of rules may name.
std::vector<std::string> reserved_names(const dsl::Module& module) {
  std::vector<std::string> names = {
      "m",          "root",       "Op",       "Node",  "Value",   "Interval", "DType",
      "OpId",       "Dim",        "Word",     "Match", "Context", "int128",   "builtin",
      "clause",     "exact",      "interval", "field", "tenet",   "dtypes",   "std",
      "TextResult", "fits_int64", "i",        "s",     "allowed", "r"};
  for (int i = 1; i < 10; ++i)
    names.push_back(fmt::format("every{}", i));
  for (const dsl::ExternDecl& e : module.externs)
    names.push_back(cpp_identifier(e.name));
  for (const dsl::Ruleset& r : module.rulesets)
    names.push_back(cpp_identifier(r.name));
  for (const dsl::EnumDecl& e : module.enums)
    names.push_back(cpp_identifier(e.name));
  for (const dsl::StructDecl& s : module.structs)
    names.push_back(cpp_identifier(s.name));
  for (const dsl::ExternalType& t : module.external_types)
    names.push_back(cpp_identifier(t.name));
  return names;
}

/// The functions and tables of one ruleset.
class RulesetWriter {
public:
  RulesetWriter(RulesetFile& file, const program::Ruleset& ruleset)
      : file_(file), ruleset_(ruleset) {}

  std::string write();

private:
  std::string write_when(size_t segment);
  std::string rule_rows() const;
  const program::Candidate* candidate_of(size_t action) const;

  RulesetFile& file_;
  const program::Ruleset& ruleset_;
  std::string out_;
};

const program::Candidate* RulesetWriter::candidate_of(size_t action) const {
  for (const program::Segment& s : ruleset_.segments)
    for (const program::Matcher& m : s.matchers)
      for (const program::Decision& d : m.decisions)
        if (d.kind == program::Decision::Kind::Try && m.candidates[d.candidate].action == action)
          return &m.candidates[d.candidate];
  return nullptr;
}

std::string RulesetWriter::write_when(size_t segment) {
  const program::Segment& s = ruleset_.segments[segment];
  if (!s.when) return "nullptr";
  CodeWriter out;
  ExpressionScope scope{
      .module = file_.module, .symbols = file_.program.symbols, .sets = file_.sets};
  scope.fail = "return false;";
  scope.context = "context";
  scope.taken = file_.reserved;
  ExpressionWriter writer(scope, out);
  const std::string name = fmt::format("when_{}", segment + 1);
  out.open(fmt::format("bool {}(const void* raw)", name));
  out.line("[[maybe_unused]] const Context& context = *static_cast<const Context*>(raw);");
  const std::string condition = writer.write(*s.when);
  out.line(fmt::format("return {};", condition));
  out.close();
  out_ += out.take() + "\n";
  return name;
}

std::string RulesetWriter::rule_rows() const {
  std::string rows;
  for (const program::Rule& rule : ruleset_.rules)
    rows += fmt::format("    {{{}, {}, {}, {}, {}, {}, {}, {}}},\n", quoted(rule.name),
                        quoted(ruleset_.name), quoted(file_.shown[rule.file]), rule.line,
                        quoted_view(rule.doc), quoted_view(rule.text), rule.unsound,
                        quoted_view(rule.unsound_why));
  return rows;
}

std::string RulesetWriter::write() {
  const std::string name = object_name(file_.module, ruleset_.name);
  out_ = fmt::format("// --- {} ---\n\nnamespace {{\nnamespace in_{} {{\n\n", ruleset_.name,
                     ruleset_.name);
  for (size_t i = 0; i < ruleset_.actions.size(); ++i)
    if (const program::Candidate* c = candidate_of(i))
      out_ += action_function(file_, ruleset_, ruleset_.actions[i], *c);
  std::string segments, tables;
  for (size_t i = 0; i < ruleset_.segments.size(); ++i) {
    const program::Segment& s = ruleset_.segments[i];
    std::map<uint32_t, std::string> entries;
    for (const program::Matcher& m : s.matchers) {
      const std::string stem = i > 0 ? fmt::format("match{}", i + 1) : "match";
      const std::string function = fmt::format("{}_{}", stem, file_.module.ops[m.ops[0]].name);
      out_ += matcher_function(file_, ruleset_, m, function);
      const bool node = ruleset_.kind == RulesetKind::Node;
      for (const uint32_t op : m.ops)
        entries[op] = fmt::format("    {{OpId({}), {}}},\n", op_name(file_.module, op),
                                  node ? function + ", nullptr" : "nullptr, " + function);
    }
    tables += fmt::format("const MatcherEntry matchers_{}[] = {{\n", i + 1);
    for (const auto& [op, row] : entries)
      tables += row;
    tables += "};\n";
    segments += fmt::format("    {{{}, matchers_{}}},\n", write_when(i), i + 1);
  }
  const std::string rules = rule_rows();
  if (!rules.empty()) out_ += "const RuleInfo rules[] = {\n" + rules + "};\n";
  out_ += tables;
  if (!segments.empty()) out_ += "const Segment segments[] = {\n" + segments + "};\n";
  std::string includes;
  for (const uint32_t r : ruleset_.includes)
    includes += fmt::format("{}&{}", includes.empty() ? "" : ", ",
                            object_name(file_.module, file_.module.rulesets[r].name));
  if (!includes.empty())
    out_ += fmt::format("const Ruleset* const includes[] = {{{}}};\n", includes);
  const std::string at = "in_" + ruleset_.name + "::";
  out_ += fmt::format("\n}} // namespace in_{}\n}} // namespace\n\n", ruleset_.name);
  return out_ + fmt::format("extern const Ruleset {} = {{\n    .name = {},\n    .kind = "
                            "RulesetKind::{},\n    .rules = {},\n"
                            "    .includes = {},\n    .segments = {},\n}};\n\n",
                            name, quoted(ruleset_.name), kind_name(ruleset_.kind),
                            rules.empty() ? "{}" : at + "rules",
                            includes.empty() ? "{}" : at + "includes",
                            segments.empty() ? "{}" : at + "segments");
}

/// `#line @` becomes a return to the generated file itself.
std::string with_own_lines(const std::string& text, const std::string& path) {
  std::string result;
  size_t line = 1;
  for (size_t begin = 0; begin < text.size(); ++line) {
    size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    const std::string_view one(text.data() + begin, end - begin);
    if (one == "#line @")
      result += fmt::format("#line {} {}\n", line + 1, quoted(path));
    else
      result += std::string(one) + '\n';
    begin = end + 1;
  }
  return result;
}

std::string file_text(RulesetFile& file, const Options& options, const std::string& source,
                      const std::string& body) {
  std::string out = file_header(source);
  out += fmt::format("#include \"{0}/rules.h\"\n\n#include \"core/ir/text.h\"\n#include "
                     "\"core/rewrite/builtins.h\"\n\n"
                     "#include <algorithm>\n#include <array>\n#include <limits>\n\nnamespace {1} "
                     "{{\n\nnamespace {{\n\n",
                     options.library, options.name_space);
  for (const char* space : {"builtin", "clause", "exact", "field", "interval"})
    out += fmt::format("namespace {0} = ::tenet::{0};\n", space);
  out += "\n" + file.sets.definitions() + "\n} // namespace\n\n";
  return out + body + fmt::format("}} // namespace {}\n", options.name_space);
}

} // namespace

std::vector<OutputFile> generate_rulesets(const dsl::Module& module,
                                          const program::Program& program, const Options& options) {
  std::vector<std::string> shown;
  for (const dsl::SourceFile& source : module.files)
    shown.push_back(display_path(options, source.path()));
  const std::vector<std::string> reserved = reserved_names(module);
  std::vector<OutputFile> files;
  for (uint32_t source = 0; source < module.files.size(); ++source) {
    const std::string stem = output_stem(options, module.files[source].path());
    RulesetFile file{module, program, SetTable(module), shown, reserved};
    std::string body;
    size_t shard = 0;
    const auto flush = [&] {
      if (body.empty()) return;
      const std::string path =
          ++shard == 1 ? stem + ".rules.cpp" : fmt::format("{}.{}.rules.cpp", stem, shard);
      files.push_back({path, with_own_lines(file_text(file, options, shown[source], body), path)});
      file.sets = SetTable(module);
      body.clear();
    };
    for (const program::Ruleset& ruleset : program.rulesets) {
      if (ruleset.file != source) continue;
      body += RulesetWriter(file, ruleset).write();
      const size_t lines = static_cast<size_t>(std::count(body.begin(), body.end(), '\n'));
      if (options.shard_lines != 0 && lines > options.shard_lines) flush();
    }
    flush();
  }
  return files;
}

} // namespace tenet::gen
