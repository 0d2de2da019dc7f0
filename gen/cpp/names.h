#pragma once

#include "dsl/check/module.h"

#include <string>
#include <string_view>

/// How names of a rule library are spelled in generated C++, in one place: everything that is
/// generated, and the declarations that users implement, must agree.
namespace tenet::gen {

/// The name itself, or with `_` behind it where C++ has it for a keyword: `and_`, `register_`,
/// `bool_`.
std::string cpp_identifier(std::string_view name);

/// An enumerator in PascalCase: `Shared` for `shared`. Where two of an enum would coincide, all
/// keep their spelling.
std::string enumerator_name(const dsl::EnumDecl& decl, size_t index);
/// `dtypes::int32`.
std::string dtype_name(const dsl::Module& module, dsl::DTypeId dtype);
/// `Op::ADD`.
std::string op_name(const dsl::Module& module, dsl::OpIndex op);
/// The builder function of an op: `add`, `and_`.
std::string builder_name(const dsl::OpDecl& op);
/// The function that reads an argument field of a node of that op: `range_kind(n)`.
std::string field_reader_name(const dsl::OpDecl& op, std::string_view field);

/// The object that a ruleset or pipeline is: its name, with `_` behind it where an op's builder or
/// reader has that name.
std::string object_name(const dsl::Module& module, std::string_view name);

/// The C++ type of a DSL type as a variable or result (`std::vector<const Node*>`), or as a
/// parameter
/// (`std::span<const Node* const>`).
std::string value_type(const dsl::Module& module, const dsl::Type& type);
std::string parameter_type(const dsl::Module& module, const dsl::Type& type);
/// The C++ type of an argument field; an int is an int64_t here.
std::string field_type(const dsl::Module& module, const dsl::FieldType& type);

/// Documentation as `///` lines, each behind `indent`.
std::string doc_comment(std::string_view doc, std::string_view indent = "");

/// A C++ string literal with quotes and escapes.
std::string quoted(std::string_view text);
/// A `std::string_view` literal: quoted, or `{}` for none.
std::string quoted_view(std::string_view text);

} // namespace tenet::gen
