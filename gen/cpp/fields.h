#pragma once

#include "dsl/check/module.h"

#include <string>
#include <string_view>

/// C++ for the argument fields of ops: parameters, words, defaults.
namespace tenet::gen {

/// Type of a field as a parameter of a builder: `int64_t`, `std::string_view`, `ArgList<int64_t>`.
std::string field_parameter_type(const dsl::Module& module, const dsl::FieldType& type);
/// The word of a value: `::tenet::field::of_int(id)`. `graph` must be in scope.
std::string encode_field(const dsl::Module& module, const dsl::FieldType& type,
                         std::string_view value);
/// The value in a word.
std::string decode_field(const dsl::Module& module, const dsl::FieldType& type,
                         std::string_view word);
/// The default as a C++ expression; empty if there is none or it has no short form in C++.
std::string field_default(const dsl::Module& module, const dsl::FieldDecl& field);

} // namespace tenet::gen
