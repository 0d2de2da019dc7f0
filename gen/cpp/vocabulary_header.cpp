#include "gen/cpp/fields.h"
#include "gen/cpp/names.h"
#include "gen/cpp/signature.h"
#include "gen/cpp/vocabulary.h"

#include <fmt/format.h>

namespace tenet::gen {
namespace {

using dsl::Module;

/// `add(a, b)`, `range(end, ...after)[id: int, kind: AxisKind]`: an op as its users write it in
/// rules.
std::string signature_in_rules(const dsl::OpDecl& op) {
  std::string result = op.text;
  if (!op.fields.empty()) {
    result += '[';
    for (size_t i = 0; i < op.fields.size(); ++i)
      result += (i == 0 ? "" : ", ") + op.fields[i].name;
    result += ']';
  }
  result += '(';
  for (size_t i = 0; i < op.sources.size(); ++i)
    result +=
        (i == 0 ? "" : ", ") + std::string(op.sources[i].rest ? "..." : "") + op.sources[i].name;
  return result + ')';
}

std::string op_enum(const Module& module) {
  std::string out = "/// The ops, in the order of their declaration.\nenum class Op : uint16_t {\n";
  for (const dsl::OpDecl& op : module.ops) {
    out += doc_comment(op.doc, "  ");
    const std::string infix = op.infix.empty() ? "" : fmt::format(", infix `{}`", op.infix);
    out +=
        fmt::format("  {}, ///< `{}`{}\n", cpp_identifier(op.name), signature_in_rules(op), infix);
  }
  return out + "};\n" +
         fmt::format("inline constexpr unsigned op_count = {};\n\n", module.ops.size());
}

std::string dtype_constants(const Module& module) {
  std::string out = "namespace dtypes {\n";
  for (size_t i = 0; i < module.dtypes.size(); ++i)
    out +=
        fmt::format("inline constexpr DType {}{{{}}};\n", cpp_identifier(module.dtypes[i].name), i);
  return out + "} // namespace dtypes\n\n";
}

std::string trait_constants(const Module& module) {
  if (module.traits.empty()) return {};
  std::string out = "/// Numbers of the traits, for `OpInfo::has_trait`.\nnamespace traits {\n";
  for (size_t i = 0; i < module.traits.size(); ++i)
    out +=
        doc_comment(module.traits[i].doc) + fmt::format("inline constexpr unsigned {} = {};\n",
                                                        cpp_identifier(module.traits[i].name), i);
  return out + "} // namespace traits\n\n";
}

std::string enum_declaration(const dsl::EnumDecl& decl) {
  std::string out = doc_comment(decl.doc) +
                    fmt::format("enum class {} : uint8_t {{\n", cpp_identifier(decl.name));
  for (size_t i = 0; i < decl.enumerators.size(); ++i) {
    const dsl::EnumDecl::Enumerator& e = decl.enumerators[i];
    const std::string text =
        e.text == e.name ? "" : fmt::format(" ///< `{}` in the text form", e.text);
    out += fmt::format("  {},{}\n", enumerator_name(decl, i), text);
  }
  return out + "};\n\n";
}

std::string struct_declaration(const Module& module, const dsl::StructDecl& decl) {
  const std::string name = cpp_identifier(decl.name);
  std::string out = doc_comment(decl.doc) + fmt::format("struct {} {{\n", name);
  for (const dsl::FieldDecl& field : decl.fields) {
    const std::string value = field_default(module, field);
    out += fmt::format("  {} {}{};\n", field_type(module, field.type), cpp_identifier(field.name),
                       value.empty() ? "{}" : " = " + value);
  }
  return out +
         fmt::format(
             "\n  /// The struct as the word of an argument field, and back.\n"
             "  Word to_word(Graph& graph) const;\n  static {} from_word(Word word);\n}};\n\n",
             name);
}

std::string builder_declarations(const Module& module) {
  std::string out = "// Builders. Strong operands of a promoting op are brought to their common "
                    "dtype. Null where the "
                    "sources do\n// not fit; `Graph::explain` says why.\n\n";
  for (const dsl::OpDecl& op : module.ops) {
    out += doc_comment(op.doc);
    out += fmt::format("const Node* {}({});\n", builder_name(op),
                       builder_parameters(module, op, true));
  }
  out += "\n// Readers of argument fields. The node must be of that op.\n\n";
  for (const dsl::OpDecl& op : module.ops)
    for (const dsl::FieldDecl& field : op.fields)
      out += fmt::format("{} {}(const Node* n);\n", field_type(module, field.type),
                         field_reader_name(op, field.name));
  return out + '\n';
}

} // namespace

std::string vocabulary_header(const Module& module, const Options& options) {
  std::string out = file_header("the op declarations of this rule library");
  out += "#pragma once\n\n#include \"core/ir/fields.h\"\n#include \"core/ir/graph.h\"\n#include "
         "\"core/ir/vocabulary.h\"\n\n"
         "#include <cstdint>\n#include <string_view>\n#include <vector>\n\n";
  out += fmt::format("namespace {} {{\n\n", options.name_space);
  for (const char* type : {"ArgList", "DType", "Dim", "Graph", "Interval", "Node", "NodeList",
                           "OpId", "Value", "Vocabulary", "Word"})
    out += fmt::format("using ::tenet::{};\n", type);
  out += '\n' + op_enum(module) + dtype_constants(module) + trait_constants(module);
  for (const dsl::EnumDecl& decl : module.enums)
    out += enum_declaration(decl);
  for (const dsl::StructDecl& decl : module.structs)
    out += struct_declaration(module, decl);
  out += "/// The tables of all of this: what a `Graph` of these ops is made with.\nconst "
         "Vocabulary& vocabulary();\n\n";
  out += builder_declarations(module);
  return out + fmt::format("}} // namespace {}\n", options.name_space);
}

} // namespace tenet::gen
