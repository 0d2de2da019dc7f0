#include "gen/cpp/names.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace tenet::gen {
namespace {

using dsl::FieldType;
using dsl::Module;
using dsl::Type;

/// Sorted.
constexpr auto keywords = std::to_array<std::string_view>({
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "assert",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "errno",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "std",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
});

std::string pascal_case(std::string_view name) {
  std::string result;
  bool upper = true;
  for (const char c : name) {
    if (c == '_') {
      upper = true;
      continue;
    }
    result += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = false;
  }
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0])) != 0)
    return std::string(name);
  return result;
}

std::string lower_case(std::string_view name) {
  std::string result(name);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// NOLINTNEXTLINE(misc-no-recursion): over a type
std::string tuple_type(const Module& module, const Type& type) {
  std::string result = "std::tuple<";
  for (size_t i = 0; i < type.args.size(); ++i)
    result += (i == 0 ? "" : ", ") + value_type(module, type.args[i]);
  return result + ">";
}

} // namespace

std::string cpp_identifier(std::string_view name) {
  std::string result(name);
  if (std::binary_search(keywords.begin(), keywords.end(), name)) result += '_';
  return result;
}

std::string enumerator_name(const dsl::EnumDecl& decl, size_t index) {
  const std::string mine = pascal_case(decl.enumerators[index].name);
  for (size_t i = 0; i < decl.enumerators.size(); ++i)
    for (size_t j = i + 1; j < decl.enumerators.size(); ++j)
      if (pascal_case(decl.enumerators[i].name) == pascal_case(decl.enumerators[j].name))
        return cpp_identifier(decl.enumerators[index].name);
  return cpp_identifier(mine);
}

std::string dtype_name(const Module& module, dsl::DTypeId dtype) {
  return "dtypes::" + cpp_identifier(module.dtypes[dtype].name);
}

std::string op_name(const Module& module, dsl::OpIndex op) {
  return "Op::" + cpp_identifier(module.ops[op].name);
}

std::string builder_name(const dsl::OpDecl& op) {
  return cpp_identifier(lower_case(op.name));
}

std::string field_reader_name(const dsl::OpDecl& op, std::string_view field) {
  return lower_case(op.name) + "_" + std::string(field);
}

std::string object_name(const Module& module, std::string_view name) {
  std::string result = cpp_identifier(name);
  for (const dsl::OpDecl& op : module.ops) {
    bool taken = builder_name(op) == result;
    for (const dsl::FieldDecl& field : op.fields)
      taken |= field_reader_name(op, field.name) == result;
    if (taken) return result + '_';
  }
  return result;
}

// NOLINTNEXTLINE(misc-no-recursion): over a type
std::string value_type(const Module& module, const Type& type) {
  switch (type.kind) {
  case Type::Kind::Error:
  case Type::Kind::None:
  case Type::Kind::Void:
    return "void";
  case Type::Kind::Node:
    return "const Node*";
  case Type::Kind::Value:
    return "Value";
  case Type::Kind::Int:
    return "int128";
  case Type::Kind::Float:
    return "double";
  case Type::Kind::Bool:
    return "bool";
  case Type::Kind::Str:
    return "std::string_view";
  case Type::Kind::DType:
    return "DType";
  case Type::Kind::Op:
    return "OpId";
  case Type::Kind::Dim:
    return "Dim";
  case Type::Kind::Interval:
    return "Interval";
  case Type::Kind::Enum:
    return cpp_identifier(module.enums[type.decl].name);
  case Type::Kind::Struct:
    return cpp_identifier(module.structs[type.decl].name);
  case Type::Kind::External:
    return cpp_identifier(module.external_types[type.decl].name) + "&";
  case Type::Kind::List:
    return "std::vector<" + value_type(module, type.args[0]) + ">";
  case Type::Kind::Optional:
    if (type.args[0].kind == Type::Kind::Node) return "const Node*";
    return "std::optional<" + value_type(module, type.args[0]) + ">";
  case Type::Kind::Tuple:
    return tuple_type(module, type);
  }
  return "void";
}

std::string parameter_type(const Module& module, const Type& type) {
  switch (type.kind) {
  case Type::Kind::List: {
    const std::string element = value_type(module, type.args[0]);
    return "std::span<" + (element.ends_with('*') ? element + " const" : "const " + element) + ">";
  }
  case Type::Kind::Value:
  case Type::Kind::Interval:
  case Type::Kind::Struct:
  case Type::Kind::Tuple:
    return "const " + value_type(module, type) + "&";
  default:
    return value_type(module, type);
  }
}

// NOLINTNEXTLINE(misc-no-recursion): over a type
std::string field_type(const Module& module, const FieldType& type) {
  switch (type.kind) {
  case FieldType::Kind::Int:
    return "int64_t";
  case FieldType::Kind::Bool:
    return "bool";
  case FieldType::Kind::Float:
    return "double";
  case FieldType::Kind::Str:
    return "std::string_view";
  case FieldType::Kind::Value:
    return "Value";
  case FieldType::Kind::DType:
    return "DType";
  case FieldType::Kind::Op:
    return "OpId";
  case FieldType::Kind::Enum:
    return cpp_identifier(module.enums[type.decl].name);
  case FieldType::Kind::Struct:
    return cpp_identifier(module.structs[type.decl].name);
  case FieldType::Kind::List:
    return "std::vector<" + field_type(module, *type.element) + ">";
  }
  return "void";
}

std::string doc_comment(std::string_view doc, std::string_view indent) {
  std::string result;
  while (!doc.empty()) {
    const size_t end = std::min(doc.find('\n'), doc.size());
    result += std::string(indent) + "///" + (end == 0 ? "" : " ") +
              std::string(doc.substr(0, end)) + '\n';
    doc.remove_prefix(std::min(end + 1, doc.size()));
  }
  return result;
}

std::string quoted(std::string_view text) {
  static constexpr std::string_view digits = "01234567";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (c == '?') {
      result += "\\?"; // no trigraphs
    } else if (byte < 32 || byte == 127) {
      result += '\\';
      result += digits[byte >> 6];
      result += digits[byte >> 3 & 7];
      result += digits[byte & 7];
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string quoted_view(std::string_view text) {
  return text.empty() ? "{}" : quoted(text);
}

} // namespace tenet::gen
