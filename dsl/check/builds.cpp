#include "dsl/check/arity.h"
#include "dsl/check/expressions.h"
#include "dsl/text/suggest.h"

#include <algorithm>

/// Expressions that make nodes: infix and op calls, rebuilt nodes, literals and computed constants.
namespace tenet::dsl {

namespace {

using SK = syntax::Expr::Kind;
using EK = Expr::Kind;
using TK = Type::Kind;

} // namespace

// --- infix --------------------------------------------------------------------------------------

/// An op has the infix, or it is short for others: `x - y` for `x + y * -1`, `x == y` for `(x != y)
/// != true`.
Expr Expressions::infix_build(const syntax::Expr& e, Expr a, Expr b) {
  const Span span = e.span;
  if (c_.op_of_infix(e.text)) return infix_op(e.text, std::move(a), std::move(b), span);
  const auto is_false = [&](Expr x) {
    return infix_op("!=", std::move(x), literal_node("true", EK::BoolLiteral, span), span);
  };
  if (e.text == "-") return infix_op("+", std::move(a), negated(std::move(b), span), span);
  if (e.text == "==") return is_false(infix_op("!=", std::move(a), std::move(b), span));
  if (e.text == ">") return infix_op("<", std::move(b), std::move(a), span);
  if (e.text == ">=") return is_false(infix_op("<", std::move(a), std::move(b), span));
  if (e.text == "<=") return is_false(infix_op("<", std::move(b), std::move(a), span));
  if (e.text == "/") {
    const std::optional<OpIndex> reciprocal = c_.op_of_spelling("reciprocal");
    if (!reciprocal)
      return report(e.operator_span,
                    "`/` is a product with op `RECIPROCAL`, which is not declared");
    std::vector<Expr> sources;
    sources.push_back(std::move(b));
    return infix_op("*", std::move(a), finish_build(*reciprocal, std::move(sources), span), span);
  }
  return report(e.operator_span, "no op has the infix `" + e.text + "`");
}

Expr Expressions::infix_op(const std::string& infix, Expr a, Expr b, Span span) {
  const std::optional<OpIndex> op = c_.op_of_infix(infix);
  if (!op) return report(span, "no op has the infix `" + infix + "`");
  std::vector<Expr> sources;
  sources.push_back(std::move(a));
  sources.push_back(std::move(b));
  return finish_build(*op, std::move(sources), span);
}

Expr Expressions::literal_node(const char* text, Expr::Kind kind, Span span) {
  Expr value = make(kind, plain(kind == EK::BoolLiteral ? TK::Bool : TK::Int), span);
  value.text = text;
  return convert(std::move(value), plain(TK::Node));
}

/// `-x` is `x * -1`; of a literal, its negative.
Expr Expressions::negated(Expr e, Span span) {
  if (e.kind == EK::IntLiteral || e.kind == EK::FloatLiteral) {
    e.text = e.text[0] == '-' ? e.text.substr(1) : "-" + e.text;
    e.number = -e.number;
    return e;
  }
  return infix_op("*", std::move(e), literal_node("-1", EK::IntLiteral, span), span);
}

// --- calls of ops -------------------------------------------------------------------------------

/// The sources of a call as nodes; `...list` is spliced in.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::vector<Expr> Expressions::sources(const syntax::Expr& call) {
  std::vector<Expr> result;
  for (size_t i = 1; i < call.children.size(); ++i) {
    const syntax::Expr& s = call.children[i];
    result.push_back(s.kind == SK::Rest ? spread(s, list_of(plain(TK::Node)))
                                        : check(s, plain(TK::Node)));
  }
  return result;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::build(OpIndex op, const syntax::Expr& call) {
  if (!may_build())
    return report(call.span, mode_ == Mode::Guard ? "a guard builds no nodes; for the bounds of an "
                                                    "expression write `vmin(…)` or `vmax(…)`"
                                                  : "no nodes are built here");
  Expr r = finish_build(op, sources(call), call.span);
  if (r.type.kind == TK::Error) return r;
  all_fields(c_.op(op), call, r);
  return r;
}

/// Sources as given become nodes, and their count is checked.
Expr Expressions::finish_build(OpIndex op, std::vector<Expr> sources, Span span) {
  size_t count = 0;
  bool spreads = false;
  for (Expr& s : sources) {
    spreads = spreads || s.kind == EK::Spread;
    count += s.kind == EK::Spread ? 0 : 1;
    if (s.kind != EK::Spread) s = convert(std::move(s), plain(TK::Node));
    if (s.type.kind == TK::Error) return failed(span);
  }
  const OpDecl& decl = c_.op(op);
  if (!takes(decl, count, spreads)) return report(span, arity_message(decl, count, spreads));
  Expr r = make(EK::Build, plain(TK::Node), span, std::move(sources));
  r.decl = op;
  return r;
}

/// All fields of a new node: as given, else by default.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
void Expressions::all_fields(const OpDecl& op, const syntax::Expr& call, Expr& build) {
  std::vector<std::optional<Expr>> values(op.fields.size());
  bool unknown = false;
  for (size_t i = 0; i < call.args.size(); ++i) {
    const syntax::Argument& a = call.args[i];
    size_t field = i;
    if (a.field) {
      const auto at = std::find_if(op.fields.begin(), op.fields.end(),
                                   [&](const FieldDecl& f) { return f.name == a.field.text; });
      field = static_cast<size_t>(at - op.fields.begin());
    }
    if (field >= op.fields.size()) {
      c_.error(a.field ? a.field.span : a.value.span, no_such_field(op, a.field.text, i));
      unknown = true; // perhaps the one that lacks
      continue;
    }
    if (values[field])
      c_.error(a.value.span, "argument `" + op.fields[field].name + "` is given twice");
    values[field] = check(a.value, type_of(op.fields[field].type));
  }
  for (size_t i = 0; i < op.fields.size(); ++i) {
    const FieldDecl& f = op.fields[i];
    std::optional<Expr>& value = values[i];
    if (!value && !f.default_text) {
      if (!unknown)
        c_.error(call.span, "`" + op.text + "` lacks its argument `" + f.name + "`; expected `" +
                                op.text + "[" +
                                (op.fields.size() > 1 ? "…, " + f.name + ": …" : f.name) + "](…)`");
      value = failed(call.span);
    }
    build.fields.emplace_back(f.name, value ? *value : default_value(op, i, call.span));
  }
}

Expr Expressions::default_value(const OpDecl& op, size_t field, Span span) {
  const size_t index = static_cast<size_t>(&op - c_.module.ops.data());
  const std::optional<syntax::Expr>& tree = c_.op_trees[index]->fields[field].default_value;
  if (!tree) return failed(span);
  std::vector<Variable> none;
  Body body;
  body.variables = &none;
  Expr value = Expressions(c_, body, Mode::Context).check(*tree, type_of(op.fields[field].type));
  value.span = span;
  return value;
}

/// Fields that replace those of a node; `ops` are the ops it can have.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
void Expressions::changed_fields(const OpSet& ops, const syntax::Expr& call, Expr& build) {
  for (const syntax::Argument& a : call.args) {
    if (!a.field) {
      c_.error(a.value.span, "an argument of a rebuilt node is changed by name: `n[field: value]`");
      continue;
    }
    std::optional<Type> type;
    std::vector<std::string> known;
    for (const OpIndex op : ops)
      for (const FieldDecl& f : c_.op(op).fields) {
        known.push_back(f.name);
        if (f.name == a.field.text && !type) type = type_of(f.type);
      }
    if (!type)
      c_.error(a.field.span, "no op here has an argument `" + a.field.text + "`" +
                                 did_you_mean(a.field.text, known));
    else
      build.fields.emplace_back(a.field.text, check(a.value, *type));
  }
}

/// `o(x, y)` where the op is known only at run time.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::build_with(Expr op, const syntax::Expr& call) {
  if (op.kind == EK::OpLiteral) return build(op.decl, call);
  if (!may_build()) return report(call.span, "a guard builds no nodes");
  std::vector<Expr> children = sources(call);
  size_t count = 0;
  bool spreads = false;
  for (const Expr& s : children)
    (s.kind == EK::Spread ? spreads = true : (++count, true));
  OpSet ops;
  const auto known = op.kind == EK::Variable ? body_.ops.find(op.vars[0]) : body_.ops.end();
  if (known != body_.ops.end()) ops = known->second;
  for (const OpIndex i : ops)
    if (!takes(c_.op(i), count, spreads))
      return report(call.span, arity_message(c_.op(i), count, spreads) + ", and `" +
                                   std::string(c_.text_of(op.span)) + "` may be that op");
  if (ops.empty())
    for (OpIndex i = 0; i < c_.module.ops.size(); ++i)
      ops.push_back(i);
  children.insert(children.begin(), std::move(op));
  Expr r = make(EK::BuildVar, plain(TK::Node), call.span, std::move(children));
  changed_fields(ops, call, r);
  return r;
}

/// `n(s, …)`, `n[f: e](s, …)`, `n[f: e]`: the node's op and arguments on other sources or with
/// other arguments.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::rebuild(Expr node, const syntax::Expr& call) {
  if (!may_build()) return report(call.span, "a guard builds no nodes");
  OpSet ops;
  const auto known = node.kind == EK::Variable ? body_.ops.find(node.vars[0]) : body_.ops.end();
  if (known != body_.ops.end()) ops = known->second;
  Expr r = make(EK::Rebuild, plain(TK::Node), call.span);
  r.keeps_sources = call.kind == SK::Index;
  if (!r.keeps_sources) r.children = sources(call);
  size_t count = 0;
  bool spreads = false;
  for (const Expr& s : r.children)
    (s.kind == EK::Spread ? spreads = true : (++count, true));
  const auto fits_one = [&](OpIndex i) {
    return takes(c_.op(i), count, spreads || c_.op(i).sources.empty());
  };
  if (!r.keeps_sources && !ops.empty() && !spreads &&
      std::none_of(ops.begin(), ops.end(), fits_one))
    return report(call.span, arity_message(c_.op(ops[0]), count, spreads));
  if (ops.empty())
    for (OpIndex i = 0; i < c_.module.ops.size(); ++i)
      ops.push_back(i);
  r.children.insert(r.children.begin(), std::move(node));
  changed_fields(ops, call, r);
  return r;
}

// --- constants ----------------------------------------------------------------------------------

/// The `#` names that a value is computed from, also through lets.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::vector<VarId> Expressions::constants_in(const Expr& e) const {
  std::vector<VarId> found;
  if (e.kind == EK::Variable)
    if (const auto at = body_.constants.find(e.vars[0]); at != body_.constants.end())
      found = at->second;
  for (const Expr& child : e.children)
    for (const VarId v : constants_in(child))
      if (std::find(found.begin(), found.end(), v) == found.end()) found.push_back(v);
  return found;
}

/// `#(e)`.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::computed(const syntax::Expr& e) {
  if (!may_build())
    return report(e.span, mode_ == Mode::Number
                              ? "`#(…)` stands in another; leave out the inner one"
                              : "`#(…)` builds a constant, and nothing is built here; its value is "
                                "what stands inside");
  Expr value;
  {
    const ModeChange change(*this, Mode::Number);
    value = convert(infer(e.children[0]), plain(TK::Value));
  }
  if (value.type.kind == TK::Error) return failed(e.span);
  std::vector<VarId> names = constants_in(value);
  Expr r = make(EK::Constant, plain(TK::Node), e.span, {std::move(value)});
  r.constant = names.empty() ? Expr::ConstantDType::WeakKind : Expr::ConstantDType::OfNames;
  r.vars = std::move(names);
  return r;
}

/// `#eval(op, a, b)`.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::evaluated(const syntax::Expr& e) {
  if (!may_build())
    return report(e.span, "`#eval(…)` builds a constant, and nothing is built here");
  const syntax::Expr& call = e.children[0];
  if (call.children.size() < 2)
    return report(e.span, "`#eval` has no op; expected `#eval(op, value, …)`");
  const ModeChange change(*this, Mode::Number);
  Expr op = infer(call.children[1]);
  if (op.type.kind != TK::Op && op.type.kind != TK::Node && op.type.kind != TK::Error)
    return report(op.span, "`#eval` of `" + type_name(op.type) +
                               "`; expected an op, or a node whose op is meant");
  std::vector<Expr> children;
  bool broken = op.type.kind == TK::Error;
  children.push_back(std::move(op));
  for (size_t i = 2; i < call.children.size(); ++i) {
    const bool is_rest = call.children[i].kind == SK::Rest;
    children.push_back(is_rest ? spread(call.children[i], list_of(plain(TK::Value)))
                               : check(call.children[i], plain(TK::Value)));
    broken = broken || children.back().type.kind == TK::Error;
  }
  if (broken) return failed(e.span);
  if (children[0].kind == EK::OpLiteral) {
    const OpDecl& decl = c_.op(children[0].decl);
    if (!takes(decl, children.size() - 1, false))
      return report(e.span, arity_message(decl, children.size() - 1, false));
    if (!decl.fields.empty())
      return report(e.span,
                    "`" + decl.text + "` has arguments; give `#eval` a node, which has them");
    if (c_.op_trees[children[0].decl] != nullptr) {
      const auto& clauses = c_.op_trees[children[0].decl]->clauses;
      if (std::none_of(clauses.begin(), clauses.end(),
                       [](const auto& x) { return x.kind == syntax::OpClause::Kind::Eval; }))
        return report(children[0].span, "op `" + decl.name + "` has no `eval` clause");
    }
  }
  Expr eval = make(EK::Eval, plain(TK::Value), call.span, std::move(children));
  eval.vars = constants_in(eval);
  Expr r = make(EK::Constant, plain(TK::Node), e.span);
  r.constant = eval.vars.empty() ? Expr::ConstantDType::WeakKind : Expr::ConstantDType::OfNames;
  r.vars = eval.vars;
  r.children.push_back(std::move(eval));
  return r;
}

/// `#(e): t` and `1: t`: a constant of a stated dtype.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::typed(const syntax::Expr& e) {
  Expr r = infer(e.children[0]);
  if (is_literal(r)) r = convert(std::move(r), plain(TK::Node));
  if (r.type.kind == TK::Error) return failed(e.span);
  if (r.kind != EK::Literal && r.kind != EK::Constant)
    return report(e.span,
                  "`:` states the dtype of a constant; a node is converted by the conversion op");
  Expr dtype = check(e.children[1], plain(TK::DType));
  if (dtype.type.kind == TK::Error) return failed(e.span);
  r.constant = Expr::ConstantDType::Stated;
  r.vars.clear();
  r.span = e.span;
  r.children.push_back(std::move(dtype));
  return r;
}

} // namespace tenet::dsl
