#include "gen/cpp/fields.h"
#include "gen/cpp/names.h"
#include "gen/cpp/signature.h"
#include "gen/cpp/vocabulary.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenet::gen {

using dsl::Module;

namespace {

bool has_rest(const dsl::OpDecl& op) {
  return !op.sources.empty() && op.sources.back().rest;
}

/// Statements that leave the op's sources in `src`.
std::string gather_sources(const dsl::OpDecl& op) {
  std::string names;
  for (const dsl::SourceDecl& source : op.sources)
    if (!source.rest) names += (names.empty() ? "" : ", ") + parameter_name(source.name);
  if (!has_rest(op))
    return fmt::format("  const std::initializer_list<const Node*> src = {{{}}};\n", names);
  const std::string rest = parameter_name(op.sources.back().name);
  if (op.sources.size() == 1) return fmt::format("  const NodeList src = {};\n", rest);
  return fmt::format("  std::vector<const Node*> src = {{{0}}};\n  src.insert(src.end(), "
                     "{1}.begin(), {1}.end());\n",
                     names, rest);
}

/// A builder of a null has none itself.
std::string reject_null(const dsl::OpDecl& op) {
  std::string null;
  for (const dsl::SourceDecl& source : op.sources) {
    const std::string name = parameter_name(source.name);
    null += null.empty() ? "" : " || ";
    null += source.rest ? fmt::format("std::ranges::find({0}, nullptr) != {0}.end()", name)
                        : name + " == nullptr";
  }
  return null.empty() ? "" : fmt::format("  if ({}) return nullptr;\n", null);
}

std::string argument_word(const Module& module, const dsl::OpDecl& op) {
  if (op.fields.size() == 1)
    return encode_field(module, op.fields[0].type, parameter_name(op.fields[0].name));
  std::string words;
  for (const dsl::FieldDecl& field : op.fields)
    words +=
        (words.empty() ? "" : ", ") + encode_field(module, field.type, parameter_name(field.name));
  return fmt::format("graph.intern_record(ArgList<Word>{{{}}})", words);
}

bool is_literal(const Module& module, const dsl::OpDecl& op) {
  return std::any_of(op.traits.begin(), op.traits.end(), [&](uint32_t trait) {
    return module.traits[trait].is_role && module.traits[trait].name == "literal";
  });
}

std::string builder(const Module& module, const dsl::OpDecl& op) {
  std::string out = fmt::format("const Node* {}({}) {{\n", builder_name(op),
                                builder_parameters(module, op, false));
  if (is_literal(module, op)) {
    return out + fmt::format("  return graph.constant({}, {});\n}}\n",
                             parameter_name(op.fields[0].name), parameter_name(op.fields[1].name));
  }
  out += reject_null(op);
  out += gather_sources(op);
  if (op.fields.empty())
    return out + fmt::format("  return graph.build(Op::{}, src);\n}}\n", cpp_identifier(op.name));
  return out + fmt::format("  return graph.build(Op::{}, src, {});\n}}\n", cpp_identifier(op.name),
                           argument_word(module, op));
}

std::string reader(const Module& module, const dsl::OpDecl& op, size_t index) {
  const dsl::FieldDecl& field = op.fields[index];
  const std::string head = fmt::format("{} {}(const Node* n) {{\n", field_type(module, field.type),
                                       field_reader_name(op, field.name));
  if (is_literal(module, op))
    return head + (index == 0 ? "  return ::tenet::literal_value(vocabulary(), n);\n}\n"
                              : "  return n->dtype;\n}\n");
  const std::string word =
      op.fields.size() == 1 ? "n->arg" : fmt::format("::tenet::record_of(n->arg)[{}]", index);
  return head + fmt::format("  return {};\n}}\n", decode_field(module, field.type, word));
}

std::string struct_encoder(const Module& module, const dsl::StructDecl& decl) {
  const std::string name = cpp_identifier(decl.name);
  std::string words;
  std::string values;
  for (size_t i = 0; i < decl.fields.size(); ++i) {
    const dsl::FieldDecl& field = decl.fields[i];
    words += (i == 0 ? "" : ", ") + encode_field(module, field.type, cpp_identifier(field.name));
    values += fmt::format("  result.{} = {};\n", cpp_identifier(field.name),
                          decode_field(module, field.type, fmt::format("parts[{}]", i)));
  }
  return fmt::format(
      "Word {0}::to_word(Graph& graph) const {{\n"
      "  return graph.intern_record(ArgList<Word>{{{1}}});\n}}\n\n"
      "{0} {0}::from_word(Word word) {{\n"
      "  const std::span<const Word> parts = ::tenet::record_of(word);\n  {0} result;\n{2}"
      "  return result;\n}}\n\n",
      name, words, values);
}

} // namespace

std::string parameter_name(std::string_view name) {
  if (name == "graph" || name == "src") return std::string(name) + "_";
  return cpp_identifier(name);
}

std::string builder_parameters(const Module& module, const dsl::OpDecl& op, bool defaults) {
  std::string out = "Graph& graph";
  for (const dsl::SourceDecl& source : op.sources)
    out += fmt::format(", {} {}", source.rest ? "NodeList" : "const Node*",
                       parameter_name(source.name));
  size_t first_default = op.fields.size(); // C++ wants defaults at the end
  while (first_default > 0 && !field_default(module, op.fields[first_default - 1]).empty())
    --first_default;
  for (size_t i = 0; i < op.fields.size(); ++i) {
    const dsl::FieldDecl& field = op.fields[i];
    out += fmt::format(", {} {}", field_parameter_type(module, field.type),
                       parameter_name(field.name));
    if (defaults && i >= first_default) out += " = " + field_default(module, field);
  }
  if (defaults && op.fields.empty() && op.sources.size() == 1 && has_rest(op)) out += " = {}";
  return out;
}

std::string vocabulary_builders(const Module& module) {
  std::string out;
  for (const dsl::StructDecl& decl : module.structs)
    out += struct_encoder(module, decl);
  for (const dsl::OpDecl& op : module.ops) {
    out += builder(module, op) + '\n';
    for (size_t i = 0; i < op.fields.size(); ++i)
      out += reader(module, op, i) + '\n';
  }
  return out;
}

} // namespace tenet::gen
