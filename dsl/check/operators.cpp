#include "dsl/check/expressions.h"
#include "dsl/check/patterns.h"

#include <algorithm>

/// Operators on values, and the tests `in` and `is`. On nodes infix builds: see builds.cpp.
namespace tenet::dsl {

namespace {

using SK = syntax::Expr::Kind;
using EK = Expr::Kind;
using TK = Type::Kind;

bool is_comparison(std::string_view op) {
  return op == "==" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">=";
}
bool is_equality(std::string_view op) {
  return op == "==" || op == "!=";
}
bool is_bitwise(std::string_view op) {
  return op == "&" || op == "|" || op == "^";
}

/// The type that arithmetic of two numbers has.
TK arithmetic_type(std::string_view op, TK a, TK b) {
  if (a == TK::Value || b == TK::Value) return TK::Value;
  if (op == "/") return TK::Float;
  if (a == TK::Bool && b == TK::Bool && is_bitwise(op)) return TK::Bool;
  if (a == TK::Bool || b == TK::Bool) return TK::Value; // counts as 0 or 1
  return a == TK::Float || b == TK::Float ? TK::Float : TK::Int;
}

} // namespace

/// A Bool. Inside a result too a condition is a guard: `==` of two nodes tests that they are one.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::condition(const syntax::Expr& e) {
  const ModeChange change(*this, may_build() ? Mode::Guard : mode_);
  return convert(infer(e), plain(TK::Bool));
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::logical(const syntax::Expr& e) {
  const bool is_unary = e.kind == SK::Unary;
  Expr r = make(is_unary ? EK::Unary : EK::Binary, plain(TK::Bool), e.span);
  r.text = e.text;
  for (const syntax::Expr& child : e.children) {
    const ModeChange change(*this, may_build() ? Mode::Guard : mode_);
    Expr operand = infer(child);
    if (operand.type.kind == TK::Node) {
      r.children.push_back(
          report(child.span, "`" + e.text + "` joins conditions; on nodes of dtype bool write `" +
                                 (is_unary          ? "!= true"
                                  : e.text == "and" ? "&"
                                                    : "|") +
                                 "`"));
      continue;
    }
    r.children.push_back(convert(std::move(operand), plain(TK::Bool)));
  }
  return r;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::unary(const syntax::Expr& e, const Type& hint) {
  if (e.text == "not") return logical(e);
  Expr operand = infer(e.children[0], hint);
  if (operand.type.kind == TK::Error) return failed(e.span);
  if (operand.type.kind == TK::Node) {
    if (may_build()) return negated(std::move(operand), e.span);
    return report(e.span, "a guard builds no nodes; for its bounds write `vmin(…)` or `vmax(…)`");
  }
  const TK kind = operand.type.kind == TK::Bool ? TK::Value : operand.type.kind;
  if (kind != TK::Dim && kind != TK::Interval && !is_number(plain(kind)))
    return report(e.span, "`-` of `" + type_name(operand.type) + "`; expected a number");
  Expr r = make(EK::Unary, plain(kind), e.span, {convert(std::move(operand), plain(kind))});
  r.text = "-";
  return r;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::binary(const syntax::Expr& e, const Type& hint) {
  if (e.text == "and" || e.text == "or") return logical(e);
  if (e.text == "++") return concatenation(e, hint);
  Expr a = infer(e.children[0]);
  Expr b = infer(e.children[1], is_equality(e.text) ? a.type : Type{});
  if (a.type.kind == TK::Error || b.type.kind == TK::Error) return failed(e.span);
  const bool on_nodes = a.type.kind == TK::Node || b.type.kind == TK::Node;
  // A test's graph is of nodes throughout: `7 // 2` is not 3.
  const bool in_graph = mode_ == Mode::Test && (hint.kind == TK::Node || hint.kind == TK::Error);
  if ((on_nodes && may_build()) || in_graph) return infix_build(e, std::move(a), std::move(b));
  return is_comparison(e.text) ? comparison(e, std::move(a), std::move(b))
                               : arithmetic(e, std::move(a), std::move(b));
}

Expr Expressions::arithmetic(const syntax::Expr& e, Expr a, Expr b) {
  TK kind = TK::Error;
  const auto either = [&](TK k) { return a.type.kind == k || b.type.kind == k; };
  if (either(TK::Interval) && mode_ == Mode::Bounds)
    kind = TK::Interval;
  else if (either(TK::Dim))
    kind = TK::Dim;
  else if (either(TK::Node)) {
    if (mode_ == Mode::Guard)
      return report(
          e.span,
          "a guard builds no nodes; for the bounds of an expression write `vmin(…)` or `vmax(…)`");
    if (mode_ == Mode::Number)
      return report(e.span, "`#(…)` computes on values; a node has `vmin` and `vmax`");
  } else if (is_number(a.type) && is_number(b.type))
    kind = arithmetic_type(e.text, a.type.kind, b.type.kind);
  const bool integer_only = is_bitwise(e.text) || e.text == "<<" || e.text == ">>";
  const bool wrong =
      kind == TK::Error || (kind == TK::Float && integer_only) || (kind == TK::Dim && integer_only);
  if (wrong)
    return report(e.operator_span, "`" + e.text + "` of `" + type_name(a.type) + "` and `" +
                                       type_name(b.type) + "`; expected two numbers");
  Expr r = make(EK::Binary, plain(kind), e.span);
  r.text = e.text;
  r.children.push_back(convert(std::move(a), r.type));
  r.children.push_back(convert(std::move(b), r.type));
  return r;
}

Expr Expressions::comparison(const syntax::Expr& e, Expr a, Expr b) {
  Type type;
  const bool intervals =
      (a.type.kind == TK::Interval || b.type.kind == TK::Interval) && mode_ == Mode::Bounds;
  if (intervals)
    type = plain(TK::Interval);
  else
    type = join(a, b, e.operator_span, "`" + e.text + "`");
  if (type.kind == TK::Error) return failed(e.span);
  const bool ordered = intervals || is_number(type) || type.kind == TK::Dim;
  if (!is_equality(e.text) && !ordered) {
    if (type.kind == TK::Node)
      return report(e.operator_span, "a guard builds no nodes; compare bounds, such as `x.vmax " +
                                         e.text + " y.vmin`");
    return report(e.operator_span, "values of type `" + type_name(type) + "` have no order");
  }
  if (type.kind == TK::External)
    return report(e.operator_span, "values of type `" + type_name(type) + "` cannot be compared");
  Expr r = make(EK::Binary, intervals ? type : plain(TK::Bool), e.span);
  r.text = e.text;
  r.children.push_back(convert(std::move(a), type));
  r.children.push_back(convert(std::move(b), type));
  return r;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::concatenation(const syntax::Expr& e, const Type& hint) {
  const Type wanted = is_list(hint) ? hint : Type{};
  Expr a = infer(e.children[0], wanted);
  Expr b = infer(e.children[1], wanted.kind == TK::Error ? a.type : wanted);
  if (a.type.kind == TK::Error || b.type.kind == TK::Error) return failed(e.span);
  if (!is_list(a.type) || !is_list(b.type))
    return report(e.operator_span, "`++` of `" + type_name(a.type) + "` and `" + type_name(b.type) +
                                       "`; expected two lists");
  Type type = wanted;
  if (type.kind == TK::Error) type = fits(b, a.type) ? a.type : b.type;
  Expr r = make(EK::Binary, type, e.span);
  r.text = "++";
  r.children.push_back(convert(std::move(a), type));
  r.children.push_back(convert(std::move(b), type));
  return r;
}

/// Prefers what both have, then the one into which the other can be made.
Type Expressions::join(const Expr& a, const Expr& b, Span span, std::string_view what) {
  const Type &s = a.type, &t = b.type;
  if (s.kind == TK::Error || t.kind == TK::Error) return {};
  if (s == t) return s;
  if (is_number(s) && is_number(t)) return plain(arithmetic_type("+", s.kind, t.kind));
  if (s.kind == TK::None) return t.kind == TK::Optional ? t : optional_of(t);
  if (t.kind == TK::None) return s.kind == TK::Optional ? s : optional_of(s);
  if (fits(b, s) && s.kind != TK::Interval) return s;
  if (fits(a, t)) return t;
  if (fits(b, s)) return s;
  std::string message(what);
  message += " have types `" + type_name(s) + "` and `" + type_name(t) + "`; expected one type";
  if (what.substr(0, 1) == "`")
    message = std::string(what) + " of `" + type_name(s) + "` and `" + type_name(t) +
              "`; expected two of one type";
  const bool node_and_number =
      (s.kind == TK::Node && is_number(t)) || (t.kind == TK::Node && is_number(s));
  if (node_and_number) message += "; the bounds of a node are `vmin` and `vmax`";
  c_.error(span, message);
  return {};
}

// --- in, is -------------------------------------------------------------------------------------

namespace {

Expr inverted(Expr e, bool negated) {
  if (!negated) return e;
  Expr r;
  r.kind = EK::Unary;
  r.type = plain(TK::Bool);
  r.span = e.span;
  r.text = "not";
  r.children.push_back(std::move(e));
  return r;
}

} // namespace

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::membership(const syntax::Expr& e) {
  const ModeChange change(*this, may_build() ? Mode::Guard : mode_);
  Expr left = infer(e.children[0]);
  const syntax::Expr& right = e.children[1];
  const bool is_local =
      right.kind == SK::Name && (scope_->find(right.text) != nullptr || context_param(right));
  const bool in_set =
      !is_local && (right.kind == SK::Name || right.kind == SK::Set || right.kind == SK::Binary ||
                    (right.kind == SK::Call && looks_like_op_set(c_, right)));
  if (left.type.kind == TK::Error && in_set) return failed(e.span);
  if (in_set && (right.kind != SK::Binary || right.text != "++"))
    return inverted(membership_in_set(e, std::move(left)), e.negated);
  Expr list = infer(right, list_of(left.type));
  if (left.type.kind == TK::Error || list.type.kind == TK::Error) return failed(e.span);
  if (!is_list(list.type))
    return report(right.span, "found `" + type_name(list.type) +
                                  "` behind `in`; expected a set, a range or a list");
  left = convert(std::move(left), list.type.args[0]);
  return inverted(make(EK::In, plain(TK::Bool), e.span, {std::move(left), std::move(list)}),
                  e.negated);
}

/// `in` a set of ops or dtypes, or of enumerators and other values, which is a list.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::membership_in_set(const syntax::Expr& e, Expr left) {
  const syntax::Expr& right = e.children[1];
  const TK kind = left.type.kind;
  if (kind == TK::DType || kind == TK::Op) {
    std::optional<std::vector<uint32_t>> set =
        set_of(c_, right, kind == TK::Op ? SetKind::Ops : SetKind::DTypes);
    if (!set) return failed(e.span);
    Expr literal = make(EK::SetLiteral, left.type, right.span);
    (kind == TK::Op ? literal.ops : literal.dtypes) = std::move(*set);
    return make(EK::In, plain(TK::Bool), e.span, {std::move(left), std::move(literal)});
  }
  if (right.kind == SK::Set) {
    Expr list = make(EK::List, list_of(left.type), right.span);
    for (const syntax::Expr& item : right.children)
      list.children.push_back(check(item, left.type));
    return make(EK::In, plain(TK::Bool), e.span, {std::move(left), std::move(list)});
  }
  if (right.kind == SK::Name && c_.names.find(Names::Space::Value, right.text) == nullptr)
    return unknown_name(right);
  std::string message =
      "a value of type `" + type_name(left.type) + "` is in no set of ops or dtypes";
  if (kind == TK::Node) message = "a node is in no set; test its `.dtype` or `.op`";
  return report(e.children[0].span, message);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::match(const syntax::Expr& e) {
  const ModeChange change(*this, may_build() ? Mode::Guard : mode_);
  Expr node = check(e.children[0], plain(TK::Node));
  Expr r = make(EK::Is, plain(TK::Bool), e.span, {std::move(node)});
  r.pattern = std::make_shared<const Pattern>(Patterns(c_, body_, *scope_).closed(e.children[1]));
  return inverted(std::move(r), e.negated);
}

} // namespace tenet::dsl
