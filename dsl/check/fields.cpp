#include "dsl/check/checker.h"

/// Argument fields of ops and fields of structs: their types and defaults.
namespace tenet::dsl {

namespace {

// NOLINTNEXTLINE(misc-no-recursion): over a type as written, within the nesting limit
std::optional<FieldType> field_type(const Type& t) {
  using FK = FieldType::Kind;
  switch (t.kind) {
  case Type::Kind::Int:
    return FieldType{FK::Int, 0, nullptr};
  case Type::Kind::Bool:
    return FieldType{FK::Bool, 0, nullptr};
  case Type::Kind::Float:
    return FieldType{FK::Float, 0, nullptr};
  case Type::Kind::Str:
    return FieldType{FK::Str, 0, nullptr};
  case Type::Kind::Value:
    return FieldType{FK::Value, 0, nullptr};
  case Type::Kind::DType:
    return FieldType{FK::DType, 0, nullptr};
  case Type::Kind::Op:
    return FieldType{FK::Op, 0, nullptr};
  case Type::Kind::Enum:
    return FieldType{FK::Enum, t.decl, nullptr};
  case Type::Kind::Struct:
    return FieldType{FK::Struct, t.decl, nullptr};
  case Type::Kind::List:
    if (std::optional<FieldType> element = field_type(t.args[0]))
      return FieldType{FK::List, 0, std::make_shared<FieldType>(std::move(*element))};
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

/// A number as written, with its sign; empty if `e` is none.
std::string number_text(const syntax::Expr& e) {
  using EK = syntax::Expr::Kind;
  const bool negative = e.kind == EK::Unary && e.text == "-";
  const syntax::Expr& n = negative ? e.children[0] : e;
  if (n.kind != EK::Int && n.kind != EK::Float) return "";
  return (negative ? "-" : "") + n.text;
}

/// A default value in the graphs' text form; empty if it does not fit the field's type.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string default_text(const Checker& c, const FieldType& type, const syntax::Expr& e) {
  using EK = syntax::Expr::Kind;
  using FK = FieldType::Kind;
  const bool is_float =
      !number_text(e).empty() &&
      (e.kind == EK::Float || (!e.children.empty() && e.children[0].kind == EK::Float));
  switch (type.kind) {
  case FK::Int:
    return is_float ? "" : number_text(e);
  case FK::Float:
    return number_text(e);
  case FK::Bool:
    return e.kind == EK::Bool ? e.text : "";
  case FK::Value:
    return e.kind == EK::Bool ? e.text : e.kind == EK::Invalid ? "invalid" : number_text(e);
  case FK::Str:
    return e.kind == EK::String ? "\"" + e.string.plain + "\"" : "";
  case FK::DType:
    return c.names.find(Names::Space::Value, e.text, Names::Kind::DType) != nullptr ? e.text : "";
  case FK::Op:
    return c.names.find(Names::Space::Value, e.text, Names::Kind::Op) != nullptr
               ? lower_case(e.text)
               : "";
  case FK::Enum:
    for (const EnumDecl::Enumerator& x : c.module.enums[type.decl].enumerators)
      if (e.kind == EK::Name && x.name == e.text) return x.text;
    return "";
  case FK::Struct:
    return "";
  case FK::List:
    break;
  }
  if (e.kind != EK::List) return "";
  std::string s = "(";
  for (const syntax::Expr& item : e.children) {
    const std::string one = default_text(c, *type.element, item);
    if (one.empty()) return "";
    s += (s.size() > 1 ? " " : "") + one;
  }
  return s + ")";
}

} // namespace

std::vector<FieldDecl> check_fields(Checker& c, const std::vector<syntax::FieldDecl>& trees) {
  std::vector<FieldDecl> result;
  bool defaulted = false;
  for (const syntax::FieldDecl& f : trees) {
    for (const FieldDecl& before : result)
      if (before.name == f.name.text)
        c.error(f.name.span, "field `" + f.name.text + "` is declared twice")
            .notes.push_back({"first here", before.span});
    const Type t = resolve(c, f.type);
    const std::optional<FieldType> type = field_type(t);
    if (!type && t.kind != Type::Kind::Error)
      c.error(f.type.span, "a field cannot be of type `" + to_string(c.module, t) + "`");
    FieldDecl decl{f.name.text, type.value_or(FieldType{}), std::nullopt, f.named, f.name.span};
    if (f.default_value && type) {
      decl.default_text = default_text(c, *type, *f.default_value);
      if (decl.default_text->empty())
        c.error(f.default_value->span, "the default of `" + f.name.text +
                                           "` is not a constant of type `" +
                                           to_string(c.module, *type) + "`");
    }
    if (defaulted && !f.default_value)
      c.error(f.name.span, "field `" + f.name.text + "` has no default; those before it have one");
    defaulted = defaulted || f.default_value.has_value();
    result.push_back(std::move(decl));
  }
  return result;
}

} // namespace tenet::dsl
