#include "dsl/check/types.h"

namespace tenet::dsl {

bool is_number(const Type& t) {
  switch (t.kind) {
  case Type::Kind::Int:
  case Type::Kind::Float:
  case Type::Kind::Value:
  case Type::Kind::Bool:
    return true;
  default:
    return false;
  }
}

// NOLINTNEXTLINE(misc-no-recursion): over a type as written, within the nesting limit
bool is_unknown(const Type& t) {
  if (t.kind == Type::Kind::Error) return true;
  for (const Type& part : t.args)
    if (is_unknown(part)) return true;
  return false;
}

// NOLINTNEXTLINE(misc-no-recursion): over a type as written, within the nesting limit
std::string to_string(const Module& module, const Type& type) {
  switch (type.kind) {
  case Type::Kind::Error:
    return "_";
  case Type::Kind::None:
    return "none";
  case Type::Kind::Void:
    return "nothing";
  case Type::Kind::Node:
    return "Node";
  case Type::Kind::Value:
    return "Value";
  case Type::Kind::Int:
    return "int";
  case Type::Kind::Float:
    return "float";
  case Type::Kind::Bool:
    return "bool";
  case Type::Kind::Str:
    return "str";
  case Type::Kind::DType:
    return "DType";
  case Type::Kind::Op:
    return "Op";
  case Type::Kind::Dim:
    return "Dim";
  case Type::Kind::Interval:
    return "Interval";
  case Type::Kind::Enum:
    return module.enums[type.decl].name;
  case Type::Kind::Struct:
    return module.structs[type.decl].name;
  case Type::Kind::External:
    return module.external_types[type.decl].name;
  case Type::Kind::List:
    return "list<" + to_string(module, type.args[0]) + ">";
  case Type::Kind::Optional:
    return to_string(module, type.args[0]) + "?";
  case Type::Kind::Tuple:
    break;
  }
  std::string text = "(";
  for (size_t i = 0; i < type.args.size(); ++i)
    text += (i == 0 ? "" : ", ") + to_string(module, type.args[i]);
  return text + ")";
}

// NOLINTNEXTLINE(misc-no-recursion): over a type as written, within the nesting limit
Type type_of(const FieldType& field) {
  switch (field.kind) {
  case FieldType::Kind::Int:
    return plain(Type::Kind::Int);
  case FieldType::Kind::Bool:
    return plain(Type::Kind::Bool);
  case FieldType::Kind::Float:
    return plain(Type::Kind::Float);
  case FieldType::Kind::Str:
    return plain(Type::Kind::Str);
  case FieldType::Kind::Value:
    return plain(Type::Kind::Value);
  case FieldType::Kind::DType:
    return plain(Type::Kind::DType);
  case FieldType::Kind::Op:
    return plain(Type::Kind::Op);
  case FieldType::Kind::Enum:
    return plain(Type::Kind::Enum, field.decl);
  case FieldType::Kind::Struct:
    return plain(Type::Kind::Struct, field.decl);
  case FieldType::Kind::List:
    return list_of(type_of(*field.element));
  }
  return {};
}

std::string to_string(const Module& module, const FieldType& field) {
  return to_string(module, type_of(field));
}

} // namespace tenet::dsl
