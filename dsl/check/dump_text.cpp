#include "dsl/check/dump_text.h"

#include "dsl/check/types.h"

namespace tenet::dsl {

std::string quoted(std::string_view s) {
  std::string r = "\"";
  for (const char c : s) {
    if (c == '\n')
      r += "\\n";
    else {
      if (c == '"' || c == '\\') r += '\\';
      r += c;
    }
  }
  return r + "\"";
}

// --- expressions --------------------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string DumpText::all(const std::vector<Expr>& es, size_t from) {
  std::string s;
  for (size_t i = from; i < es.size(); ++i)
    s += (i == from ? "" : ", ") + text(es[i]);
  return s;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string DumpText::fields(const Expr& e) {
  if (e.fields.empty()) return "";
  std::string s = "[";
  for (const auto& [name, value] : e.fields)
    s += (s.size() > 1 ? ", " : "") + name + ": " + text(value);
  return s + "]";
}

std::string DumpText::names(const std::vector<VarId>& vars) {
  std::string s;
  for (const VarId v : vars)
    s += (s.empty() ? "" : ", ") + variable(v);
  return s;
}

std::string DumpText::leaf(const Expr& e) {
  using K = Expr::Kind;
  switch (e.kind) {
  case K::IntLiteral:
  case K::BoolLiteral:
    return e.text;
  case K::FloatLiteral:
    return e.text + "f";
  case K::StrLiteral:
    return quoted(e.text);
  case K::InvalidLiteral:
    return "invalid";
  case K::NoneLiteral:
    return "none";
  case K::DTypeLiteral:
    return m_.dtypes[e.decl].name;
  case K::OpLiteral:
    return m_.ops[e.decl].name;
  case K::EnumLiteral:
    return m_.enums[e.type.decl].name + "." + m_.enums[e.type.decl].enumerators[e.decl].name;
  case K::Variable:
    return names(e.vars);
  case K::ContextParam:
    return "context." + m_.context_params[e.decl].name;
  default:
    return e.ops.empty() ? dtypes(e.dtypes) : ops(e.ops);
  }
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string DumpText::constant(const Expr& e) {
  std::string s = (e.kind == Expr::Kind::Literal ? "lit(" : "const(") + text(e.children[0]);
  switch (e.constant) {
  case Expr::ConstantDType::LikeRoot:
    return s + " like root)";
  case Expr::ConstantDType::WeakKind:
    return s + ")";
  case Expr::ConstantDType::OfNames:
    return s + " of " + names(e.vars) + ")";
  case Expr::ConstantDType::Stated:
    return s + ": " + text(e.children[1]) + ")";
  }
  return s;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string DumpText::node(const Expr& e) {
  using K = Expr::Kind;
  switch (e.kind) {
  case K::Build:
    return m_.ops[e.decl].name + fields(e) + "(" + all(e.children) + ")";
  case K::BuildVar:
    return "op " + text(e.children[0]) + fields(e) + "(" + all(e.children, 1) + ")";
  case K::Rebuild:
    return "rebuild " + text(e.children[0]) + fields(e) +
           (e.keeps_sources ? "" : "(" + all(e.children, 1) + ")");
  case K::Literal:
  case K::Constant:
    return constant(e);
  case K::Eval: {
    const std::string of = e.vars.empty() ? "" : " of " + names(e.vars);
    return "eval(" + all(e.children) + of + ")";
  }
  case K::BoundsOf:
    return e.text + "~(" + all(e.children) + ")";
  case K::Subst:
    return "subst(" + all(e.children) + ")";
  case K::Rewrite:
    return "rewrite[" + rulesets(e.rulesets) + "](" + all(e.children) + ")";
  default:
    return text(e.children[0]) + "'";
  }
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string DumpText::list(const Expr& e) {
  using K = Expr::Kind;
  // NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
  const auto child = [&](size_t i) { return text(e.children[i]); };
  switch (e.kind) {
  case K::List:
    return "[" + all(e.children) + "]";
  case K::Spread:
    return "..." + child(0);
  case K::Comprehension:
    return "[" + child(1) + " for " + names(e.vars) + " in " + child(0) +
           (e.children.size() > 2 ? " if " + child(2) : "") + "]";
  case K::IntRange:
    return child(0) + (e.closed ? "..=" : "..") + child(1);
  case K::Index:
    return child(0) + "[" + child(1) + "]";
  case K::Slice:
    return child(0) + "[" + child(1) + ".." + child(2) + "]";
  case K::Fold:
    return "fold(" + names(e.vars) + ": " + all(e.children) + ")";
  case K::Quantifier:
    return e.text + "(" + child(1) + " for " + names(e.vars) + " in " + child(0) + ")";
  default:
    return "(" + all(e.children) + ")";
  }
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string DumpText::text(const Expr& e) {
  using K = Expr::Kind;
  // NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
  const auto child = [&](size_t i) { return text(e.children[i]); };
  if (e.kind <= K::SetLiteral) return leaf(e);
  if (e.kind >= K::Build) return node(e);
  switch (e.kind) {
  case K::Unary:
    return "(" + e.text + " " + child(0) + ")";
  case K::Binary:
    return "(" + child(0) + " " + e.text + " " + child(1) + ")";
  case K::In:
    return "(" + child(0) + " in " + child(1) + ")";
  case K::Is:
    return "(" + child(0) + " is " + text(*e.pattern) + ")";
  case K::If:
    return "(if " + child(0) + " then " + child(1) + " else " + child(2) + ")";
  case K::Field:
    return child(0) + "." + e.text + (e.certain || e.ops.empty() ? "" : "?");
  case K::Call:
    return e.text + "(" + all(e.children) + ")";
  case K::ExternCall:
    return "extern " + m_.externs[e.decl].name + "(" + all(e.children) + ")";
  case K::Convert:
    return to_string(m_, e.type) + "(" + child(0) + ")";
  default:
    return list(e);
  }
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string DumpText::text(const TextTemplate& t) {
  std::string s;
  for (const TextPiece& piece : t) {
    if (piece.is_root)
      s += "{root}";
    else if (piece.hole == nullptr)
      s += piece.text;
    else {
      s += "{" + text(*piece.hole) + (piece.is_list ? ", " + quoted(piece.separator) : "") +
           (piece.format.empty() ? "" : ":" + piece.format) + "}";
    }
  }
  return quoted(s);
}

// --- patterns -----------------------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string DumpText::args(const Pattern& p) {
  if (p.args.empty()) return "";
  std::string s = "[";
  for (const ArgPattern& a : p.args)
    s += (s.size() > 1 ? ", " : "") + a.field +
         (a.var ? " as " + variable(*a.var) : " = " + text(*a.equals));
  return s + "]";
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string DumpText::body(const Pattern& p) {
  std::string s;
  switch (p.kind) {
  case Pattern::Kind::Any:
    return p.var ? "" : "_";
  case Pattern::Kind::Constant:
    return "#" + (p.value_var ? variable(*p.value_var) : "_");
  case Pattern::Kind::Literal:
    return text(*p.literal);
  case Pattern::Kind::Alternatives:
    for (const Pattern& c : p.children)
      s += (s.empty() ? "" : " or ") + text(c);
    return "(" + s + ")";
  case Pattern::Kind::Op:
    break;
  }
  s = (p.op_var ? variable(*p.op_var) + "=" : "") + ops(p.ops) + (p.ordered ? "!" : "") + args(p);
  s += "(";
  for (size_t i = 0; i < p.children.size(); ++i)
    s += (i == 0 ? "" : ", ") + text(p.children[i]);
  return s + ")";
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::string DumpText::text(const Pattern& p) {
  if (p.multiplicity == Pattern::Multiplicity::Rest)
    return "..." + (p.list_var ? variable(*p.list_var) : "");
  const std::string inner = body(p);
  std::string s = p.multiplicity == Pattern::Multiplicity::Every ? "*" : "";
  const bool plain_constant =
      p.var && p.value_var && variable(*p.var) == "#" + variable(*p.value_var);
  if (p.var && !plain_constant) s += variable(*p.var) + (inner.empty() ? "" : "@");
  s += inner;
  if (p.dtypes) s += ":" + dtypes(*p.dtypes);
  if (p.list_var) s += " into " + variable(*p.list_var);
  if (p.value_list_var) s += " into #" + variable(*p.value_list_var);
  return s;
}

std::string DumpText::rulesets(const std::vector<uint32_t>& ids) {
  std::string s;
  for (const uint32_t id : ids)
    s += (s.empty() ? "" : ", ") + m_.rulesets[id].name;
  return s;
}

} // namespace tenet::dsl
