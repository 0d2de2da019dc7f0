#include "gen/lower/expression.h"

#include "gen/lower/arrange.h"

#include <algorithm>

namespace tenet::gen {
namespace {

using program::Expr;

static_assert(static_cast<int>(dsl::Type::Kind::Tuple) ==
              static_cast<int>(program::Type::Kind::Tuple) + 1);
static_assert(static_cast<int>(dsl::Type::Kind::None) ==
              static_cast<int>(program::Type::Kind::None) + 1);
static_assert(static_cast<int>(dsl::Type::Kind::Enum) ==
              static_cast<int>(program::Type::Kind::Enum) + 1);
static_assert(static_cast<int>(dsl::Expr::Kind::SetLiteral) ==
              static_cast<int>(Expr::Kind::SetLiteral));
static_assert(static_cast<int>(dsl::Expr::Kind::Field) == static_cast<int>(Expr::Kind::Field));
static_assert(static_cast<int>(dsl::Expr::Kind::IntRange) ==
              static_cast<int>(Expr::Kind::IntRange));
static_assert(static_cast<int>(dsl::Expr::Kind::Build) == static_cast<int>(Expr::Kind::Build));
static_assert(static_cast<int>(dsl::Expr::Kind::MadeList) ==
              static_cast<int>(Expr::Kind::MadeList));
static_assert(static_cast<int>(dsl::Expr::ConstantDType::Stated) ==
              static_cast<int>(Expr::ConstantDType::Stated));

program::Field lower_field(const dsl::FieldDecl& field);

/// The type that an expression sees: a field's int is an exact integer.
program::Type
lower_field_type(const dsl::FieldType& type) { // NOLINT(misc-no-recursion): over a type
  using From = dsl::FieldType::Kind;
  using To = program::Type::Kind;
  switch (type.kind) {
  case From::Int:
    return {To::Int, 0, {}};
  case From::Bool:
    return {To::Bool, 0, {}};
  case From::Float:
    return {To::Float, 0, {}};
  case From::Str:
    return {To::Str, 0, {}};
  case From::Value:
    return {To::Value, 0, {}};
  case From::DType:
    return {To::DType, 0, {}};
  case From::Op:
    return {To::Op, 0, {}};
  case From::Enum:
    return {To::Enum, type.decl, {}};
  case From::Struct:
    return {To::Struct, type.decl, {}};
  case From::List:
    return {To::List, 0, {lower_field_type(*type.element)}};
  }
  return {};
}

program::Field lower_field(const dsl::FieldDecl& field) {
  return {field.name, lower_field_type(field.type), field.default_text};
}

program::Op lower_op(const dsl::Module& module, const dsl::OpDecl& decl) {
  program::Op op;
  op.name = decl.name;
  op.text = decl.text;
  for (const dsl::SourceDecl& source : decl.sources) {
    if (source.rest)
      op.rest = true;
    else
      ++op.n_fixed;
    op.declared.push_back(source.dtypes.has_value());
  }
  op.promotes = has_trait(module, decl, "promotes");
  op.literal = has_trait(module, decl, "literal");
  for (const dsl::FieldDecl& field : decl.fields)
    op.fields.push_back(lower_field(field));
  return op;
}

program::DType lower_dtype(const dsl::DTypeDecl& decl) {
  using Kind = dsl::DTypeDecl::Kind;
  return {decl.name, decl.weak, decl.kind == Kind::Int || decl.kind == Kind::UInt,
          decl.kind == Kind::Bool, decl.kind == Kind::Float};
}

/// The nodes of `#` names matter only where a dtype comes from them.
bool uses_variables(const dsl::Expr& e) {
  using Kind = dsl::Expr::Kind;
  if (e.kind == Kind::Eval) return e.children[0].type.kind == dsl::Type::Kind::Op;
  if (e.kind == Kind::Constant || e.kind == Kind::Literal)
    return e.constant == dsl::Expr::ConstantDType::OfNames;
  return true;
}

} // namespace

program::Type lower_type(const dsl::Type& type) { // NOLINT(misc-no-recursion): over a type
  program::Type result;
  if (type.kind != dsl::Type::Kind::Error)
    result.kind = static_cast<program::Type::Kind>(static_cast<int>(type.kind) - 1);
  else
    result.kind = program::Type::Kind::None;
  result.decl = type.decl;
  for (const dsl::Type& arg : type.args)
    result.args.push_back(lower_type(arg));
  return result;
}

program::Template
lower_template(const dsl::Module& module, // NOLINT(misc-no-recursion): over syntax
               const dsl::TextTemplate& text) {
  program::Template result;
  for (const dsl::TextPiece& piece : text) {
    program::Piece p{piece.text,    nullptr,         piece.is_root,
                     piece.is_list, piece.separator, piece.format};
    if (piece.hole) p.hole = std::make_shared<const Expr>(lower_expression(module, *piece.hole));
    result.push_back(std::move(p));
  }
  return result;
}

Expr lower_expression(const dsl::Module& module,
                      const dsl::Expr& e) { // NOLINT(misc-no-recursion): over syntax
  Expr result;
  result.kind = static_cast<Expr::Kind>(static_cast<int>(e.kind));
  result.type = lower_type(e.type);
  result.line = line_of(module, e.span);
  for (const dsl::Expr& child : e.children)
    result.children.push_back(lower_expression(module, child));
  result.text = e.text;
  result.number = e.number;
  result.decl = e.decl;
  if (uses_variables(e)) result.vars = e.vars;
  for (const auto& [name, value] : e.fields)
    result.fields.emplace_back(name, lower_expression(module, value));
  result.ops = e.ops;
  result.dtypes = e.dtypes;
  result.rulesets = e.rulesets;
  if (e.pattern) {
    program::Condition condition;
    for (Arrangement& a : arrange(module, *e.pattern))
      condition.push_back(std::move(a.tests));
    result.condition = std::make_shared<const program::Condition>(std::move(condition));
  }
  result.constant = static_cast<Expr::ConstantDType>(static_cast<int>(e.constant));
  result.closed = e.closed;
  result.keeps_sources = e.keeps_sources;
  result.certain = e.certain;
  return result;
}

program::Symbols lower_symbols(const dsl::Module& module) {
  program::Symbols symbols;
  for (const dsl::SourceFile& file : module.files)
    symbols.files.push_back(file.path());
  for (const dsl::OpDecl& op : module.ops)
    symbols.ops.push_back(lower_op(module, op));
  for (const dsl::DTypeDecl& dtype : module.dtypes)
    symbols.dtypes.push_back(lower_dtype(dtype));
  for (const dsl::EnumDecl& decl : module.enums) {
    program::Enum lowered{decl.name, {}};
    for (const dsl::EnumDecl::Enumerator& e : decl.enumerators)
      lowered.enumerators.push_back(e.name);
    symbols.enums.push_back(std::move(lowered));
  }
  for (const dsl::StructDecl& decl : module.structs) {
    program::Struct lowered{decl.name, {}};
    for (const dsl::FieldDecl& field : decl.fields)
      lowered.fields.push_back(lower_field(field));
    symbols.structs.push_back(std::move(lowered));
  }
  for (const dsl::ExternalType& type : module.external_types)
    symbols.external_types.push_back(type.name);
  for (const dsl::ExternDecl& decl : module.externs) {
    program::Extern lowered{decl.name, {}, lower_type(decl.result), decl.effect};
    for (const dsl::ParamDecl& param : decl.params)
      lowered.params.push_back(lower_type(param.type));
    symbols.externs.push_back(std::move(lowered));
  }
  for (const dsl::ParamDecl& param : module.context_params)
    symbols.context_params.push_back({param.name, lower_type(param.type)});
  for (const dsl::Ruleset& ruleset : module.rulesets)
    symbols.rulesets.push_back(ruleset.name);
  return symbols;
}

} // namespace tenet::gen
