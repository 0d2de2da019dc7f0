#include "dsl/check/expressions.h"

/// Changes of type: what fits where, and the expression that makes it so.
namespace tenet::dsl {

namespace {

using EK = Expr::Kind;
using TK = Type::Kind;

bool one_of(TK kind, std::initializer_list<TK> kinds) {
  for (const TK k : kinds)
    if (k == kind) return true;
  return false;
}

/// One step of the table beside Expr in module.h, without the containers.
bool plain_step(TK from, TK to) {
  switch (to) {
  case TK::Value:
    return one_of(from, {TK::Int, TK::Bool, TK::Float});
  case TK::Int:
  case TK::Bool:
    return from == TK::Value;
  case TK::Float:
    return one_of(from, {TK::Value, TK::Int});
  case TK::Dim:
    return one_of(from, {TK::Int, TK::Node, TK::Value});
  case TK::Interval:
    return one_of(from, {TK::Int, TK::Value});
  default:
    return false;
  }
}

} // namespace

/// Whether `e` can be made one of `wanted`: what choosing between overloads asks.
// NOLINTNEXTLINE(misc-no-recursion): over a type as written, within the nesting limit
bool Expressions::fits(const Expr& e, const Type& wanted) const {
  const Type& t = e.type;
  if (t.kind == TK::Error || wanted.kind == TK::Error || t == wanted) return true;
  if (plain_step(t.kind, wanted.kind)) return true;
  if (wanted.kind == TK::Node) return is_literal(e) && may_build();
  if (wanted.kind == TK::Interval && e.kind == EK::List) return e.children.size() == 2;
  if (wanted.kind == TK::Optional) return t.kind == TK::None || fits(e, wanted.args[0]);
  if (wanted.kind == TK::List && t.kind == TK::List) {
    const Expr element = make(EK::Index, t.args[0], e.span);
    return t.args[0].kind == TK::Error || fits(element, wanted.args[0]);
  }
  if (wanted.kind == TK::Tuple && t.kind == TK::Tuple && t.args.size() == wanted.args.size()) {
    for (size_t i = 0; i < t.args.size(); ++i)
      if (!fits(make(EK::Index, t.args[i], e.span), wanted.args[i])) return false;
    return true;
  }
  return false;
}

// NOLINTNEXTLINE(misc-no-recursion): over a type as written, within the nesting limit
Expr Expressions::convert(Expr e, const Type& wanted) {
  if (wanted.kind == TK::Error || e.type.kind == TK::Error || e.type == wanted) return e;
  if (std::optional<Expr> r = converted(e, wanted)) return std::move(*r);
  report_mismatch(e, wanted);
  return failed(e.span);
}

/// `e` as one of `wanted`, from which it differs; none if it cannot be.
// NOLINTNEXTLINE(misc-no-recursion): over a type as written, within the nesting limit
std::optional<Expr> Expressions::converted(Expr& e, const Type& wanted) {
  if (wanted.kind == TK::Node)
    if (std::optional<Expr> node = node_of(e)) return node;
  if (wanted.kind == TK::Interval && e.kind == EK::List && e.children.size() == 2) {
    Expr r = make(EK::Call, wanted, e.span);
    r.text = "interval";
    for (Expr& bound : e.children)
      r.children.push_back(convert(std::move(bound), plain(TK::Value)));
    return r;
  }
  if (wanted.kind == TK::DType && e.type.kind == TK::None && mode_ == Mode::Types)
    return make(EK::NoneLiteral, wanted, e.span);
  if (wanted.kind == TK::Optional) {
    if (e.type.kind == TK::None) return make(EK::NoneLiteral, wanted, e.span);
    if (!fits(e, wanted.args[0])) return std::nullopt;
    const Span span = e.span;
    return make(EK::Convert, wanted, span, {convert(std::move(e), wanted.args[0])});
  }
  const bool unwraps = e.type.kind == TK::Optional && e.type.args[0] == wanted &&
                       (mode_ == Mode::Result || mode_ == Mode::Number);
  const bool elementwise = e.type.kind == TK::List && wanted.kind == TK::List && fits(e, wanted);
  if (e.kind == EK::List && elementwise) {
    for (Expr& item : e.children) {
      const Type& one = item.kind == EK::Spread ? wanted : wanted.args[0];
      item = convert(std::move(item), one);
    }
    e.type = wanted;
    return std::move(e);
  }
  if (e.kind == EK::Tuple && wanted.kind == TK::Tuple && fits(e, wanted)) {
    for (size_t i = 0; i < e.children.size(); ++i)
      e.children[i] = convert(std::move(e.children[i]), wanted.args[i]);
    e.type = wanted;
    return std::move(e);
  }
  if (!unwraps && !elementwise && !plain_step(e.type.kind, wanted.kind)) return std::nullopt;
  const Span span = e.span;
  return make(EK::Convert, wanted, span, {std::move(e)});
}

/// A literal as a node: an operand, weak of its kind; `whole_result` makes it like the root where
/// it is all there is.
std::optional<Expr> Expressions::node_of(Expr& e) {
  if (!is_literal(e) || !may_build()) return std::nullopt;
  const Span span = e.span;
  Expr r = make(EK::Literal, plain(TK::Node), span, {std::move(e)});
  r.constant = Expr::ConstantDType::WeakKind;
  return r;
}

void Expressions::report_mismatch(const Expr& e, const Type& wanted) {
  std::string message = "found `" + type_name(e.type) + "`; expected `" + type_name(wanted) + "`";
  const std::string text(c_.text_of(e.span));
  if (wanted.kind == TK::Node && is_literal(e) && mode_ == Mode::Guard)
    message = "a guard builds no nodes, not even a constant; compare a `#` name instead";
  else if (wanted.kind == TK::Node && is_number(e.type) && e.kind == EK::Variable &&
           body_.constants.count(e.vars[0]) != 0)
    message =
        "`" + text + "` is a value here; as a node write `#" + text + "` or `#(" + text + ")`";
  else if (wanted.kind == TK::Node && is_number(e.type))
    message += "; a constant is computed by `#(…)`";
  else if (e.type.kind == TK::Optional && e.type.args[0] == wanted)
    message += "; bind it with `let` first";
  else if (wanted.kind == TK::Bool && e.type.kind == TK::Node)
    message += "; a guard tests values, dtypes and bounds of a node";
  else if (mode_ == Mode::Number && e.type.kind == TK::Node)
    message = "`" + text + "` is a node; `#(…)` computes on values";
  c_.error(e.span, message);
}

} // namespace tenet::dsl
