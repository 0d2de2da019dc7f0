#include "dsl/check/expressions.h"

/// Lists, tuples and what goes over them.
namespace tenet::dsl {

namespace {

using SK = syntax::Expr::Kind;
using EK = Expr::Kind;
using TK = Type::Kind;

} // namespace

/// `...list` among sources or items.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::spread(const syntax::Expr& e, const Type& hint) {
  if (e.children.empty())
    return report(e.span, "a bare `...` stands in patterns only; expected a list behind it");
  Expr list = infer(e.children[0], hint);
  if (list.type.kind == TK::Error) return failed(e.span);
  if (!is_list(list.type))
    return report(e.span, "`...` of `" + type_name(list.type) + "`; expected a list");
  if (hint.kind != TK::Error) list = convert(std::move(list), hint);
  const Type type = list.type;
  return make(EK::Spread, type, e.span, {std::move(list)});
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::list(const syntax::Expr& e, const Type& hint) {
  const Type wanted = is_list(hint) ? hint.args[0] : Type{};
  Expr r = make(EK::List, is_list(hint) ? hint : list_of({}), e.span);
  bool broken = false;
  for (const syntax::Expr& item : e.children) {
    const Type want_list = wanted.kind == TK::Error ? Type{} : list_of(wanted);
    Expr x = item.kind == SK::Rest ? spread(item, want_list) : infer(item, wanted);
    if (wanted.kind != TK::Error && x.kind != EK::Spread) x = convert(std::move(x), wanted);
    broken = broken || x.type.kind == TK::Error;
    r.children.push_back(std::move(x));
  }
  if (broken) return failed(e.span);
  if (wanted.kind != TK::Error) return r;
  Type element;
  for (const Expr& x : r.children) {
    const Type one = x.kind == EK::Spread ? x.type.args[0] : x.type;
    if (element.kind == TK::Error) {
      element = one;
      continue;
    }
    Expr before = r.children[0], next = x;
    before.type = element;
    next.type = one;
    element = join(before, next, x.span, "items of this list");
    if (element.kind == TK::Error) return failed(e.span);
  }
  r.type = list_of(element);
  for (Expr& x : r.children) {
    const Type one = x.kind == EK::Spread ? r.type : element;
    x = convert(std::move(x), one);
  }
  return r;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::tuple(const syntax::Expr& e, const Type& hint) {
  Expr r = make(EK::Tuple, plain(TK::Tuple), e.span);
  bool broken = false;
  for (size_t i = 0; i < e.children.size(); ++i) {
    const bool wanted = hint.kind == TK::Tuple && hint.args.size() == e.children.size();
    Expr part = infer(e.children[i], wanted ? hint.args[i] : Type{});
    if (wanted) part = convert(std::move(part), hint.args[i]);
    broken = broken || part.type.kind == TK::Error;
    r.type.args.push_back(part.type);
    r.children.push_back(std::move(part));
  }
  return broken ? failed(e.span) : r;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::int_range(const syntax::Expr& e) {
  const Type integer = plain(TK::Int);
  Expr from = convert(infer(e.children[0]), integer);
  Expr to = convert(infer(e.children[1]), integer);
  if (from.type.kind == TK::Error || to.type.kind == TK::Error) return failed(e.span);
  Expr r = make(EK::IntRange, list_of(integer), e.span, {std::move(from), std::move(to)});
  r.closed = e.closed;
  r.text = e.closed ? "..=" : "..";
  return r;
}

/// `L[i]`, `L[i..j]`; of a node, `n[field: e]`.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::index(const syntax::Expr& e) {
  const syntax::Expr& tree = e.children[0];
  const bool is_op =
      tree.kind == SK::Name && scope_->find(tree.text) == nullptr && c_.op_of_spelling(tree.text);
  if (is_op)
    return report(e.span,
                  "`" + tree.text + "` has no sources here; expected `" + tree.text + "[…](…)`");
  Expr base = infer(tree);
  if (base.type.kind == TK::Error) return failed(e.span);
  if (base.type.kind == TK::Node && e.args.size() == 1 && !e.args[0].field)
    return report(e.span, "a node has no elements; its sources are `" +
                              std::string(c_.text_of(tree.span)) +
                              ".src[…]`, and an argument is changed by `[field: value]`");
  if (base.type.kind == TK::Node) return rebuild(std::move(base), e);
  if (!is_list(base.type))
    return report(e.span, "`[…]` behind `" + type_name(base.type) + "`; expected a list or a node");
  if (e.args.size() != 1 || e.args[0].field)
    return report(e.span, "expected one index or one range");
  const syntax::Expr& at = e.args[0].value;
  const Type integer = plain(TK::Int);
  if (at.kind == SK::Range) {
    Expr range = int_range(at);
    if (range.type.kind == TK::Error) return failed(e.span);
    if (at.closed) return report(at.span, "a part of a list is half open; expected `..`");
    const Type type = base.type;
    return make(EK::Slice, type, e.span,
                {std::move(base), std::move(range.children[0]), std::move(range.children[1])});
  }
  Expr position = convert(infer(at), integer);
  if (position.type.kind == TK::Error) return failed(e.span);
  const Type type = base.type.args[0];
  return make(EK::Index, type, e.span, {std::move(base), std::move(position)});
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::source_of(const syntax::Expr& e) {
  Expr source = infer(e);
  if (source.type.kind == TK::Error || is_list(source.type)) return source;
  return report(e.span,
                "`in` goes over `" + type_name(source.type) + "`; expected a list or a range");
}

/// Brings the names for the elements of `source` into scope: one, or one for each part of a tuple.
std::vector<VarId> Expressions::bind_elements(const std::vector<syntax::Name>& names, size_t from,
                                              const Expr& source) {
  const size_t count = names.size() - from;
  Type element = is_list(source.type) ? source.type.args[0] : Type{};
  if (count > 1 && element.kind != TK::Error &&
      (element.kind != TK::Tuple || element.args.size() != count)) {
    c_.error(names[from].span, "elements are of type `" + type_name(element) +
                                   "`; expected a tuple of " + std::to_string(count));
    element = {};
  }
  const std::vector<VarId> constants = constants_in(source);
  std::vector<VarId> vars;
  for (size_t i = 0; i < count; ++i) {
    const syntax::Name& n = names[from + i];
    const Type type = count > 1 && element.kind != TK::Error ? element.args[i] : element;
    const VarId var = body_.add_variable(n.text, type, n.span);
    if (!constants.empty() && is_number(type)) body_.constants[var] = constants;
    vars.push_back(var);
    scope_->add({.name = n.text, .span = n.span, .var = var, .type = type});
  }
  return vars;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::comprehension(const syntax::Expr& e, const Type& hint) {
  Expr source = source_of(e.children[0]);
  const size_t mark = scope_->mark();
  ++binders_;
  std::vector<VarId> vars = bind_elements(e.names, 0, source);
  const Type wanted = is_list(hint) ? hint.args[0] : Type{};
  Expr body = infer(e.children[1], wanted);
  if (wanted.kind != TK::Error) body = convert(std::move(body), wanted);
  std::optional<Expr> filter;
  if (e.children.size() > 2) filter = condition(e.children[2]);
  --binders_;
  scope_->release(mark);
  if (source.type.kind == TK::Error || body.type.kind == TK::Error) return failed(e.span);
  Type type = list_of(body.type);
  Expr r = make(EK::Comprehension, std::move(type), e.span, {std::move(source), std::move(body)});
  if (filter) r.children.push_back(std::move(*filter));
  r.vars = std::move(vars);
  return r;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::quantifier(const syntax::Expr& e) {
  Expr source = source_of(e.children[0]);
  const size_t mark = scope_->mark();
  ++binders_;
  std::vector<VarId> vars = bind_elements(e.names, 0, source);
  Expr test = condition(e.children[1]);
  --binders_;
  scope_->release(mark);
  if (source.type.kind == TK::Error || test.type.kind == TK::Error) return failed(e.span);
  Expr r = make(EK::Quantifier, plain(TK::Bool), e.span, {std::move(source), std::move(test)});
  r.text = e.text;
  r.vars = std::move(vars);
  return r;
}

/// `fold acc = start for x in L do step`.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::fold(const syntax::Expr& e, const Type& hint) {
  Expr start = infer(e.children[0], hint);
  if (hint.kind != TK::Error) start = convert(std::move(start), hint);
  Expr source = source_of(e.children[1]);
  const size_t mark = scope_->mark();
  ++binders_;
  const syntax::Name& name = e.names[0];
  const VarId accumulator = body_.add_variable(name.text, start.type, name.span);
  scope_->add({.name = name.text, .span = name.span, .var = accumulator, .type = start.type});
  std::vector<VarId> vars = bind_elements(e.names, 1, source);
  vars.insert(vars.begin(), accumulator);
  Expr step = convert(infer(e.children[2], start.type), start.type);
  --binders_;
  scope_->release(mark);
  if (start.type.kind == TK::Error || source.type.kind == TK::Error || step.type.kind == TK::Error)
    return failed(e.span);
  const Type type = start.type;
  Expr r = make(EK::Fold, type, e.span, {std::move(start), std::move(source), std::move(step)});
  r.vars = std::move(vars);
  return r;
}

} // namespace tenet::dsl
