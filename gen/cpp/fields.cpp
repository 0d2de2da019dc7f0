#include "gen/cpp/fields.h"

#include "gen/cpp/names.h"

#include <fmt/format.h>

namespace tenet::gen {

using dsl::FieldType;
using dsl::Module;

std::string field_parameter_type(const Module& module, const FieldType& type) {
  switch (type.kind) {
  case FieldType::Kind::Value:
  case FieldType::Kind::Struct:
    return "const " + field_type(module, type) + "&";
  case FieldType::Kind::List:
    return "ArgList<" + field_type(module, *type.element) + ">";
  default:
    return field_type(module, type);
  }
}

// NOLINTNEXTLINE(misc-no-recursion): over a type
std::string encode_field(const Module& module, const FieldType& type, std::string_view value) {
  switch (type.kind) {
  case FieldType::Kind::Int:
    return fmt::format("::tenet::field::of_int({})", value);
  case FieldType::Kind::Bool:
    return fmt::format("::tenet::field::of_bool({})", value);
  case FieldType::Kind::Float:
    return fmt::format("::tenet::field::of_float({})", value);
  case FieldType::Kind::Str:
    return fmt::format("::tenet::field::of_text(graph, {})", value);
  case FieldType::Kind::Value:
    return fmt::format("::tenet::field::of_value(graph, {})", value);
  case FieldType::Kind::DType:
    return fmt::format("::tenet::field::of_dtype({})", value);
  case FieldType::Kind::Op:
    return fmt::format("::tenet::field::of_op({})", value);
  case FieldType::Kind::Enum:
    return fmt::format("::tenet::field::of_enum({})", value);
  case FieldType::Kind::Struct:
    return fmt::format("{}.to_word(graph)", value);
  case FieldType::Kind::List:
    return fmt::format("::tenet::field::of_list<{0}>(graph, {1}, [&]([[maybe_unused]] const {0}& "
                       "item) {{ return {2}; }})",
                       field_type(module, *type.element), value,
                       encode_field(module, *type.element, "item"));
  }
  return {};
}

// NOLINTNEXTLINE(misc-no-recursion): over a type
std::string decode_field(const Module& module, const FieldType& type, std::string_view word) {
  switch (type.kind) {
  case FieldType::Kind::Int:
    return fmt::format("::tenet::field::to_int({})", word);
  case FieldType::Kind::Bool:
    return fmt::format("::tenet::field::to_bool({})", word);
  case FieldType::Kind::Float:
    return fmt::format("::tenet::field::to_float({})", word);
  case FieldType::Kind::Str:
    return fmt::format("::tenet::field::to_text({})", word);
  case FieldType::Kind::Value:
    return fmt::format("::tenet::field::to_value({})", word);
  case FieldType::Kind::DType:
    return fmt::format("::tenet::field::to_dtype({})", word);
  case FieldType::Kind::Op:
    return fmt::format("::tenet::field::to_op({})", word);
  case FieldType::Kind::Enum:
    return fmt::format("::tenet::field::to_enum<{}>({})", field_type(module, type), word);
  case FieldType::Kind::Struct:
    return fmt::format("{}::from_word({})", field_type(module, type), word);
  case FieldType::Kind::List:
    return fmt::format(
        "::tenet::field::to_list<{0}>({1}, [](::tenet::Word item) {{ return {2}; }})",
        field_type(module, *type.element), word, decode_field(module, *type.element, "item"));
  }
  return {};
}

std::string field_default(const Module& module, const dsl::FieldDecl& field) {
  if (!field.default_text) return {};
  const std::string& text = *field.default_text;
  switch (field.type.kind) {
  case FieldType::Kind::Int:
  case FieldType::Kind::Bool:
    return text;
  case FieldType::Kind::Float:
    return text.find_first_of("in") == std::string::npos ? text : ""; // no inf, no nan
  case FieldType::Kind::Str:
    return text.starts_with('"') ? text : quoted(text);
  case FieldType::Kind::DType:
    for (size_t i = 0; i < module.dtypes.size(); ++i)
      if (module.dtypes[i].name == text) return dtype_name(module, static_cast<dsl::DTypeId>(i));
    return {};
  case FieldType::Kind::Op:
    for (size_t i = 0; i < module.ops.size(); ++i)
      if (module.ops[i].text == text || module.ops[i].name == text)
        return op_name(module, static_cast<dsl::OpIndex>(i));
    return {};
  case FieldType::Kind::Enum: {
    const dsl::EnumDecl& decl = module.enums[field.type.decl];
    for (size_t i = 0; i < decl.enumerators.size(); ++i)
      if (decl.enumerators[i].text == text || decl.enumerators[i].name == text)
        return cpp_identifier(decl.name) + "::" + enumerator_name(decl, i);
    return {};
  }
  case FieldType::Kind::List:
    return text == "()" || text == "[]" ? "{}" : "";
  case FieldType::Kind::Value:
  case FieldType::Kind::Struct:
    return {};
  }
  return {};
}

} // namespace tenet::gen
