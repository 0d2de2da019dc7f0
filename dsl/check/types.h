#pragma once

#include "dsl/check/module.h"

#include <string>

namespace tenet::dsl {

/// Short makers of types.
inline Type plain(Type::Kind kind, uint32_t decl = 0) {
  return {kind, decl, {}};
}
inline Type list_of(Type element) {
  return {Type::Kind::List, 0, {std::move(element)}};
}
inline Type optional_of(Type element) {
  return {Type::Kind::Optional, 0, {std::move(element)}};
}
inline Type tuple_of(std::vector<Type> parts) {
  return {Type::Kind::Tuple, 0, std::move(parts)};
}

inline bool is(const Type& t, Type::Kind kind) {
  return t.kind == kind;
}
/// Type::Error, or one that holds it.
bool is_unknown(const Type& t);
inline bool is_list(const Type& t) {
  return t.kind == Type::Kind::List;
}
/// Int, Float, Value or Bool: something that arithmetic of values takes.
bool is_number(const Type& t);

/// The type as it is written in `.rules` files: `list<Node>`, `AxisKind`.
std::string to_string(const Module& module, const Type& type);
/// The type of a field's value.
Type type_of(const FieldType& field);
std::string to_string(const Module& module, const FieldType& field);

} // namespace tenet::dsl
