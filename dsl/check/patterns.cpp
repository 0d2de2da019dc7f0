#include "dsl/check/patterns.h"

#include "dsl/check/expressions.h"
#include "dsl/text/suggest.h"

#include <algorithm>

/// Patterns without the calls of ops, which are in op_patterns.cpp.
namespace tenet::dsl {

namespace {

using SK = syntax::Expr::Kind;
using EK = Expr::Kind;
using TK = Type::Kind;
using PK = Pattern::Kind;

Pattern make(PK kind, Span span) {
  Pattern p;
  p.kind = kind;
  p.span = span;
  return p;
}

} // namespace

Pattern Patterns::root(const syntax::Expr& e) {
  Pattern p = pattern(e);
  if (p.multiplicity != Pattern::Multiplicity::One)
    return report(e.span, "a list of sources is no pattern of a node");
  if (!p.var) p.var = body_.add_variable("root", plain(TK::Node), e.span);
  body_.root = p.var;
  body_.ops.merge(known_ops(p));
  return p;
}

Pattern Patterns::closed(const syntax::Expr& e) {
  closed_ = true;
  return pattern(e);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Pattern Patterns::pattern(const syntax::Expr& e) {
  if (std::optional<Expr> value = literal_of(e)) {
    check_width(c_, *value);
    Pattern p = make(PK::Literal, e.span);
    p.literal = std::make_shared<const Expr>(std::move(*value));
    return p;
  }
  switch (e.kind) {
  case SK::Wildcard:
    return make(PK::Any, e.span);
  case SK::Name:
    return name(e);
  case SK::Constant:
    return constant(e);
  case SK::Typed:
    return typed(e);
  case SK::At:
    return named(e);
  case SK::Unary:
    if (e.text == "-") return negative(pattern(e.children[0]), e.span);
    return report(e.span, "`not` stands in guards only; of a bool node write `!= true`");
  case SK::Binary:
    if (e.text == "or") return alternatives(e);
    if (e.text == "and") return report(e.operator_span, "`and` stands in guards only");
    if (looks_like_op_set(c_, e)) return any_sources(e);
    return infix(e);
  case SK::Call:
    return call(e);
  case SK::Index:
  case SK::Set:
    return any_sources(e);
  case SK::Collect:
    return collect(e);
  case SK::Rest:
    return report(e.span, "`...` stands among the sources of an op");
  case SK::Every:
    return report(e.span, "`*` stands among the sources of an op");
  case SK::Computed:
    return report(
        e.span,
        "`#(…)` computes a result; in a pattern name the constant and compare it in a guard");
  default:
    return report(e.span, "this is no pattern; expected a node, a constant or an op");
  }
}

// --- names --------------------------------------------------------------------------------------

bool Patterns::is_context_param(const std::string& name) const {
  const auto at = c_.context.find(name);
  return at != c_.context.end() && body_.params != nullptr &&
         std::find(body_.params->begin(), body_.params->end(), at->second) != body_.params->end();
}

/// The variable of that name: the one that stands already, else a new one.
std::optional<VarId> Patterns::bind(const std::string& name, const Type& type, Span span) {
  if (name == "root") {
    c_.error(span, "`root` is the matched node already; expected another name");
    return std::nullopt;
  }
  if (is_context_param(name)) {
    c_.error(span, "`" + name + "` is a context parameter; expected another name");
    return std::nullopt;
  }
  if (Local* l = scope_->find(name)) {
    l->used = true;
    if (l->kind != Local::Kind::Variable) {
      c_.error(span, "`" + name + "` is a parameter of the function");
      return std::nullopt;
    }
    if (l->type != type && l->type.kind != TK::Error) {
      c_.error(span, "`" + name + "` is of type `" + to_string(c_.module, type) + "` here and `" +
                         to_string(c_.module, l->type) + "` elsewhere")
          .notes.push_back({"bound here", l->span});
      return std::nullopt;
    }
    bound_.insert(l->var);
    return l->var;
  }
  if (closed_ || function_depth_ > 0) {
    c_.error(span, closed_ ? "a pattern behind `is` binds nothing, and `" + name +
                                 "` is unknown; expected `_` or a bound name"
                           : "a function's pattern binds nothing, and `" + name +
                                 "` is no parameter; expected `_`");
    return std::nullopt;
  }
  const VarId var = body_.add_variable(name, type, span);
  bound_.insert(var);
  scope_->add({.name = name, .span = span, .var = var, .type = type});
  return var;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Pattern Patterns::name(const syntax::Expr& e) {
  const Local* l = scope_->find(e.text);
  if (l != nullptr && l->kind == Local::Kind::Argument) {
    if (++body_.inlined > function_call_limit)
      return report(e.span, "this calls too many functions");
    Scope* before = scope_;
    const int depth = function_depth_;
    scope_ = l->argument_scope;
    function_depth_ = l->argument_depth;
    Pattern p = pattern(*l->argument);
    scope_ = before;
    function_depth_ = depth;
    return p;
  }
  if (l == nullptr) {
    if (looks_like_op_set(c_, e)) return any_sources(e);
    if (const Names::Entry* entry = c_.names.find(Names::Space::Value, e.text))
      if (entry->kind == Names::Kind::DType || entry->kind == Names::Kind::Class)
        return report(e.span, "`" + e.text + "` is " + with_article(kind_name(entry->kind)) +
                                  "; a node of it is written `_:" + e.text + "`");
  }
  if (l != nullptr && l->type.kind == TK::Value && scope_->find("#" + e.text) != nullptr)
    return report(e.span,
                  "`" + e.text + "` is the value of a constant; the constant is `#" + e.text + "`");
  Pattern p = make(PK::Any, e.span);
  p.var = bind(e.text, plain(TK::Node), e.span);
  return p;
}

/// `#c`: the value is variable "c", the node "#c".
Pattern Patterns::constant(const syntax::Expr& e) {
  Pattern p = make(PK::Constant, e.span);
  if (e.text == "_") return p;
  const Local* value = scope_->find(e.text);
  if (value != nullptr && value->type.kind == TK::Node)
    return report(e.span, "`" + e.text + "` is a node already; the constant needs another name");
  const bool again = value != nullptr && bound_.count(value->var) != 0;
  p.value_var = bind(e.text, plain(TK::Value), e.span);
  if (!p.value_var || again) return p; // again: only the value must be equal
  p.var = bind("#" + e.text, plain(TK::Node), e.span);
  if (p.var) body_.constants[*p.value_var] = {*p.var};
  return p;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Pattern Patterns::typed(const syntax::Expr& e) {
  Pattern p = pattern(e.children[0]);
  std::optional<DTypeSet> set = set_of(c_, e.children[1], SetKind::DTypes);
  if (!set) return p;
  if (p.dtypes) {
    DTypeSet both;
    std::set_intersection(p.dtypes->begin(), p.dtypes->end(), set->begin(), set->end(),
                          std::back_inserter(both));
    set = std::move(both);
  }
  if (set->empty())
    c_.error(e.children[1].span, "no dtype is in this class; the pattern can never match");
  p.dtypes = std::move(set);
  p.span = e.span;
  return p;
}

/// `n@p`.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Pattern Patterns::named(const syntax::Expr& e) {
  const syntax::Name& name = e.names.at(0);
  const syntax::Expr& inner = e.children[0];
  if (inner.kind == SK::Constant && inner.text != "_") {
    // One variable for the node, with two names.
    const std::optional<VarId> var = bind(name.text, plain(TK::Node), name.span);
    if (var && scope_->find("#" + inner.text) == nullptr)
      scope_->add(
          {.name = "#" + inner.text, .span = inner.span, .var = *var, .type = plain(TK::Node)});
    Pattern p = make(PK::Constant, e.span);
    p.value_var = bind(inner.text, plain(TK::Value), inner.span);
    p.var = var;
    if (p.value_var && var) body_.constants[*p.value_var] = {*var};
    return p;
  }
  Pattern p = pattern(inner);
  if (p.var)
    return report(name.span,
                  "the node has a name already: `" + (*body_.variables)[*p.var].name + "`");
  p.var = bind(name.text, plain(TK::Node), name.span);
  p.span = e.span;
  return p;
}

/// `(p or q or …)`: each binds the same names.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Pattern Patterns::alternatives(const syntax::Expr& e) {
  if (!e.parenthesized && function_depth_ == 0)
    c_.error(e.span, "alternatives stand in parentheses; expected `(p or q)`");
  std::vector<const syntax::Expr*> trees;
  const syntax::Expr* at = &e;
  while (at->kind == SK::Binary && at->text == "or" && (at == &e || !at->parenthesized)) {
    trees.insert(trees.begin(), &at->children[1]);
    at = &at->children[0];
  }
  trees.insert(trees.begin(), at);
  Pattern p = make(PK::Alternatives, e.span);
  const std::set<VarId> before = bound_;
  std::optional<std::set<VarId>> first;
  ++alternatives_;
  for (const syntax::Expr* tree : trees) {
    bound_ = before;
    p.children.push_back(pattern(*tree));
    if (!first) first = bound_;
    std::vector<VarId> differ;
    std::set_symmetric_difference(first->begin(), first->end(), bound_.begin(), bound_.end(),
                                  std::back_inserter(differ));
    for (const VarId v : differ) {
      const std::string& name = (*body_.variables)[v].name;
      if (name[0] == '#') continue; // its value is reported
      c_.error(first->count(v) != 0 ? tree->span : trees[0]->span,
               "alternatives bind different names: `" + name + "` is not bound here");
    }
    bound_.insert(first->begin(), first->end());
  }
  --alternatives_;
  return p;
}

// --- infix --------------------------------------------------------------------------------------

Pattern Patterns::literal(const char* text, Expr::Kind kind, Span span) {
  Expr value;
  value.kind = kind;
  value.type = plain(kind == EK::BoolLiteral ? TK::Bool : TK::Int);
  value.span = span;
  value.text = text;
  Pattern p = make(PK::Literal, span);
  p.literal = std::make_shared<const Expr>(std::move(value));
  return p;
}

Pattern Patterns::negative(Pattern p, Span span) {
  if (p.kind == PK::Literal &&
      (p.literal->kind == EK::IntLiteral || p.literal->kind == EK::FloatLiteral)) {
    Expr value = *p.literal;
    value.text = value.text[0] == '-' ? value.text.substr(1) : "-" + value.text;
    value.number = -value.number;
    p.literal = std::make_shared<const Expr>(std::move(value));
    return p;
  }
  return infix_op("*", std::move(p), literal("-1", EK::IntLiteral, span), span);
}

Pattern Patterns::infix_op(const std::string& infix, Pattern a, Pattern b, Span span) {
  const std::optional<OpIndex> op = c_.op_of_infix(infix);
  if (!op) return report(span, "no op has the infix `" + infix + "`");
  Pattern p = make(PK::Op, span);
  p.ops = {*op};
  p.children.push_back(std::move(a));
  p.children.push_back(std::move(b));
  return p;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Pattern Patterns::infix(const syntax::Expr& e) {
  Pattern a = pattern(e.children[0]);
  Pattern b = pattern(e.children[1]);
  const Span span = e.span;
  if (c_.op_of_infix(e.text)) return infix_op(e.text, std::move(a), std::move(b), span);
  const auto is_false = [&](Pattern x) {
    return infix_op("!=", std::move(x), literal("true", EK::BoolLiteral, span), span);
  };
  if (e.text == "-") return infix_op("+", std::move(a), negative(std::move(b), span), span);
  if (e.text == "==") return is_false(infix_op("!=", std::move(a), std::move(b), span));
  if (e.text == ">") return infix_op("<", std::move(b), std::move(a), span);
  if (e.text == ">=") return is_false(infix_op("<", std::move(a), std::move(b), span));
  if (e.text == "<=") return is_false(infix_op("<", std::move(b), std::move(a), span));
  const std::optional<OpIndex> reciprocal = c_.op_of_spelling("reciprocal");
  if (e.text == "/" && reciprocal) {
    Pattern r = make(PK::Op, span);
    r.ops = {*reciprocal};
    r.children.push_back(std::move(b));
    return infix_op("*", std::move(a), std::move(r), span);
  }
  return report(e.operator_span, "no op has the infix `" + e.text + "`");
}

// --- what is known of variables -----------------------------------------------------------------

namespace {

/// Adds what `p` says; `either`: only one of several patterns holds, so sets are united.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
void add_known(const Pattern& p, std::map<VarId, OpSet>& known) {
  if (p.kind == PK::Alternatives) {
    std::map<VarId, OpSet> any;
    bool first = true;
    for (const Pattern& child : p.children) {
      std::map<VarId, OpSet> one;
      add_known(child, one);
      if (p.var && child.kind == PK::Op) one[*p.var] = child.ops;
      if (first)
        any = std::move(one);
      else
        for (auto it = any.begin(); it != any.end();) {
          const auto other = one.find(it->first);
          if (other == one.end()) {
            it = any.erase(it);
            continue;
          }
          OpSet both;
          std::set_union(it->second.begin(), it->second.end(), other->second.begin(),
                         other->second.end(), std::back_inserter(both));
          it->second = std::move(both);
          ++it;
        }
      first = false;
    }
    known.merge(any);
    return;
  }
  if (p.kind == PK::Op && p.var && p.multiplicity == Pattern::Multiplicity::One)
    known.emplace(*p.var, p.ops);
  if (p.kind == PK::Op && p.op_var) known.emplace(*p.op_var, p.ops);
  for (const Pattern& child : p.children)
    add_known(child, known);
}

} // namespace

std::map<VarId, OpSet> known_ops(const Pattern& pattern) {
  std::map<VarId, OpSet> known;
  add_known(pattern, known);
  return known;
}

} // namespace tenet::dsl
