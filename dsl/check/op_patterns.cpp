#include "dsl/check/arity.h"
#include "dsl/check/expressions.h"
#include "dsl/check/patterns.h"
#include "dsl/text/suggest.h"

#include <algorithm>

/// Patterns of nodes of some op: callee, arguments in brackets, sources.
namespace tenet::dsl {

namespace {

using SK = syntax::Expr::Kind;
using EK = Expr::Kind;
using TK = Type::Kind;
using PK = Pattern::Kind;
using Multiplicity = Pattern::Multiplicity;

} // namespace

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Pattern Patterns::call(const syntax::Expr& e) {
  const syntax::Expr& name = e.children[0];
  if (name.kind == SK::Name && scope_->find(name.text) == nullptr)
    if (const Names::Entry* f = c_.names.find(Names::Space::Value, name.text, Names::Kind::Fn))
      return call_function(f->index, e);
  return op(e);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::optional<Patterns::Callee> Patterns::callee(const syntax::Expr& e) {
  std::optional<Callee> r;
  if (e.kind == SK::Name)
    r = callee_name(e);
  else if (std::optional<OpSet> set = set_of(c_, e, SetKind::Ops))
    r = Callee{std::move(*set), std::nullopt};
  if (!r || !r->ops.empty()) return r;
  if (!r->var)
    c_.error(e.span, "no op is in this set; the pattern can never match"); // a family's is reported
  return std::nullopt;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::optional<Patterns::Callee> Patterns::callee_name(const syntax::Expr& e) {
  if (Local* l = scope_->find(e.text)) {
    l->used = true;
    if (l->kind == Local::Kind::Argument) {
      Scope* before = scope_;
      scope_ = l->argument_scope;
      std::optional<Callee> r = callee(*l->argument);
      scope_ = before;
      return r;
    }
    if (l->type.kind == TK::Op) {
      const auto known = body_.ops.find(l->var);
      if (known != body_.ops.end()) return Callee{known->second, l->var};
      Callee any{{}, l->var};
      for (OpIndex i = 0; i < c_.module.ops.size(); ++i)
        any.ops.push_back(i);
      return any;
    }
  }
  if (const std::optional<OpIndex> op = c_.op_of_spelling(e.text))
    return Callee{{*op}, std::nullopt};
  if (looks_like_op_set(c_, e))
    return Callee{set_of(c_, e, SetKind::Ops).value_or(OpSet{}), std::nullopt};
  if (const Names::Entry* entry = c_.names.find(Names::Space::Value, e.text)) {
    c_.error(e.span, "`" + e.text + "` is " + with_article(kind_name(entry->kind)) +
                         "; a pattern calls ops, groups and functions");
    return std::nullopt;
  }
  std::vector<std::string> known = c_.names.known(Names::Space::Spelling);
  for (const Names::Kind kind : {Names::Kind::Group, Names::Kind::Fn, Names::Kind::Op})
    for (std::string& n : c_.names.known(Names::Space::Value, kind))
      known.push_back(std::move(n));
  c_.error(e.span, "unknown op or group `" + e.text + "`" + did_you_mean(e.text, known));
  return std::nullopt;
}

/// A call: op, arguments and sources.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Pattern Patterns::op(const syntax::Expr& e) {
  Pattern p;
  p.kind = PK::Op;
  p.span = e.span;
  p.ordered = e.ordered;
  const std::optional<Callee> what = callee(e.children[0]);
  if (what) {
    p.ops = what->ops;
    p.op_var = what->var;
    if (p.op_var) bound_.insert(*p.op_var);
    arguments(e, p);
  }
  for (size_t i = 1; i < e.children.size(); ++i) {
    p.children.push_back(source(e.children[i]));
    if (i > 1 && p.children[i - 2].multiplicity != Multiplicity::One)
      c_.error(e.children[i - 1].span, "what takes all remaining sources stands last");
  }
  if (!what)
    p.kind = PK::Any;
  else
    fit_sources(e, p);
  if (!what) p.children.clear();
  return p;
}

/// An op, group or set without sources: nothing is asked of them.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Pattern Patterns::any_sources(const syntax::Expr& e) {
  Pattern p;
  p.span = e.span;
  const std::optional<Callee> what = callee(e.kind == SK::Index ? e.children[0] : e);
  if (!what) return p;
  p.kind = PK::Op;
  p.ops = what->ops;
  p.op_var = what->var;
  if (e.kind == SK::Index) arguments(e, p);
  Pattern all;
  all.span = e.span;
  all.multiplicity = Multiplicity::Rest;
  p.children.push_back(std::move(all));
  return p;
}

/// Leaves the ops of the set that can have so many sources; an error if there are none.
void Patterns::fit_sources(const syntax::Expr& e, Pattern& p) {
  size_t count = p.children.size();
  const bool open = !p.children.empty() && p.children.back().multiplicity != Multiplicity::One;
  if (open) --count;
  const auto fits = [&](OpIndex i) {
    const OpDecl& op = c_.op(i);
    if (open) return has_rest(op) || fixed_sources(op) >= count;
    return has_rest(op) ? count >= fixed_sources(op) : count == fixed_sources(op);
  };
  OpSet fitting;
  std::copy_if(p.ops.begin(), p.ops.end(), std::back_inserter(fitting), fits);
  if (!fitting.empty()) {
    p.ops = std::move(fitting);
    return;
  }
  std::string message = arity_message(c_.op(p.ops[0]), count, false);
  if (p.ops.size() > 1)
    message =
        "no op of this set has " + std::to_string(count) + (count == 1 ? " source" : " sources");
  c_.error(e.span, message);
}

// --- sources ------------------------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Pattern Patterns::source(const syntax::Expr& e) {
  if (e.kind == SK::Rest) return rest(e);
  if (e.kind == SK::Every) return every(e);
  return pattern(e);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Pattern Patterns::rest(const syntax::Expr& e) {
  Pattern p;
  p.span = e.span;
  p.multiplicity = Multiplicity::Rest;
  if (e.children.empty() || e.children[0].kind == SK::Wildcard) return p;
  const syntax::Expr& name = e.children[0];
  if (name.kind != SK::Name) return report(e.span, "expected a name behind `...`");
  if (const Local* l = scope_->find(name.text); l != nullptr && l->kind == Local::Kind::Argument) {
    if (l->argument->kind != SK::Rest)
      return report(e.span,
                    "`" + name.text + "` stands for one pattern; expected it without `...`");
    Scope* before = scope_;
    scope_ = l->argument_scope;
    p = rest(*l->argument);
    scope_ = before;
    return p;
  }
  p.list_var = bind(name.text, list_of(plain(TK::Node)), name.span);
  return p;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Pattern Patterns::every(const syntax::Expr& e) {
  if (in_every_) return report(e.span, "`*` cannot stand inside of another");
  in_every_ = true;
  Pattern p = pattern(e.children[0]);
  in_every_ = false;
  p.multiplicity = Multiplicity::Every;
  p.span = e.span;
  return p;
}

/// `x[]`, `#i[]`: a list with one entry for each source.
Pattern Patterns::collect(const syntax::Expr& e) {
  const syntax::Expr& what = e.children[0];
  if (!in_every_)
    return report(e.span,
                  "`[]` collects over the sources of `*pattern`, and there is no `*` around it");
  Pattern p;
  p.span = e.span;
  if (what.kind == SK::Name)
    p.list_var = bind(what.text, list_of(plain(TK::Node)), what.span);
  else if (what.kind == SK::Constant) {
    p.kind = PK::Constant;
    p.value_list_var = bind(what.text, list_of(plain(TK::Value)), what.span);
  } else
    return report(e.span, "`[]` collects a name or a constant");
  return p;
}

// --- arguments ----------------------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
void Patterns::arguments(const syntax::Expr& e, Pattern& p) {
  for (size_t i = 0; i < e.args.size(); ++i) {
    const syntax::Argument& a = e.args[i];
    const std::optional<FieldDecl> field = field_of(a, i, p);
    if (!field) continue;
    argument(a, field->name, type_of(field->type), p);
  }
}

/// The field that an argument means, and the ops of the set narrowed to those that have it.
std::optional<FieldDecl> Patterns::field_of(const syntax::Argument& a, size_t position,
                                            Pattern& p) {
  const Span span = a.field ? a.field.span : a.value.span;
  std::optional<FieldDecl> found;
  OpSet having;
  for (const OpIndex i : p.ops) {
    const auto& fields = c_.op(i).fields;
    const FieldDecl* f = nullptr;
    for (size_t k = 0; k < fields.size(); ++k)
      if (a.field ? fields[k].name == a.field.text : k == position) f = &fields[k];
    if (f == nullptr) continue;
    if (found && (found->name != f->name || type_of(found->type) != type_of(f->type))) {
      c_.error(span, "ops of this set have different arguments here: `" + found->name + "` and `" +
                         f->name + "`; expected a smaller set");
      return std::nullopt;
    }
    found = *f;
    having.push_back(i);
  }
  if (!found) {
    c_.error(span, p.ops.size() == 1
                       ? no_such_field(c_.op(p.ops[0]), a.field.text, position)
                       : "no op of this set has " + (a.field ? "an argument `" + a.field.text + "`"
                                                             : "so many arguments"));
    return std::nullopt;
  }
  p.ops = std::move(having);
  for (const ArgPattern& before : p.args)
    if (before.field == found->name)
      c_.error(span, "argument `" + found->name + "` is given twice");
  return found;
}

/// A name that is a value of the type: an enumerator, a dtype or an op.
std::optional<Expr> Patterns::value_name(const syntax::Expr& e, const Type& type) {
  Expr r;
  r.span = e.span;
  r.type = type;
  if (type.kind == TK::Enum) {
    const auto& all = c_.module.enums[type.decl].enumerators;
    for (uint32_t i = 0; i < all.size(); ++i) {
      if (all[i].name != e.text) continue;
      r.kind = EK::EnumLiteral;
      r.decl = i;
      return r;
    }
    return std::nullopt;
  }
  const Names::Entry* entry = c_.names.find(Names::Space::Value, e.text);
  if (entry == nullptr) return std::nullopt;
  r.decl = entry->index;
  if (type.kind == TK::DType && entry->kind == Names::Kind::DType)
    r.kind = EK::DTypeLiteral;
  else if (type.kind == TK::Op && entry->kind == Names::Kind::Op)
    r.kind = EK::OpLiteral;
  else
    return std::nullopt;
  return r;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
void Patterns::argument(const syntax::Argument& a, const std::string& field, const Type& type,
                        Pattern& p) {
  const syntax::Expr& e = a.value;
  if (e.kind == SK::Wildcard) return;
  if (e.kind == SK::Name && named_argument(a, field, type, p)) return;
  ArgPattern arg;
  arg.field = field;
  Expressions expressions(c_, body_, Mode::Guard);
  expressions.enter(*scope_);
  Expr value = expressions.check(e, type);
  if (value.type.kind == TK::Error && type.kind != TK::Error) return;
  arg.equals = std::make_shared<const Expr>(std::move(value));
  p.args.push_back(std::move(arg));
}

/// An argument that is a name: a value, or a variable. False: an expression of a function's
/// parameter.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
bool Patterns::named_argument(const syntax::Argument& a, const std::string& field, const Type& type,
                              Pattern& p) {
  const syntax::Expr& e = a.value;
  ArgPattern arg;
  arg.field = field;
  const Local* l = scope_->find(e.text);
  if (l != nullptr && l->kind == Local::Kind::Argument) {
    Scope* before = scope_;
    const int depth = function_depth_;
    syntax::Argument inner;
    inner.field = a.field;
    inner.value = *l->argument;
    scope_ = l->argument_scope;
    function_depth_ = l->argument_depth;
    argument(inner, field, type, p);
    scope_ = before;
    function_depth_ = depth;
    return true;
  }
  if (std::optional<Expr> value = value_name(e, type)) {
    arg.equals = std::make_shared<const Expr>(std::move(*value));
    p.args.push_back(std::move(arg));
    return true;
  }
  if (const Names::Entry* entry = c_.names.find(Names::Space::Value, e.text);
      entry != nullptr && l == nullptr)
    if (entry->kind == Names::Kind::Class || entry->kind == Names::Kind::Group) {
      c_.error(e.span, "`" + e.text + "` is " + with_article(kind_name(entry->kind)) +
                           ", not one value; bind a name and test it with `in " + e.text + "`");
      return true;
    }
  if (l == nullptr && is_context_param(e.text)) return false;
  if (l == nullptr && type.kind == TK::Enum) warn_near_enumerator(e, type);
  arg.var = bind(e.text, type, e.span);
  if (arg.var) p.args.push_back(std::move(arg));
  return true;
}

/// A misspelt enumerator would bind a name, and match everything.
void Patterns::warn_near_enumerator(const syntax::Expr& e, const Type& type) {
  std::vector<std::string> known;
  for (const auto& x : c_.module.enums[type.decl].enumerators)
    known.push_back(x.name);
  const std::string hint = did_you_mean(e.text, known);
  if (!hint.empty())
    c_.diagnostics.warning(e.span, "`" + e.text + "` binds a name and matches every `" +
                                       to_string(c_.module, type) + "`" + hint);
}

// --- functions ----------------------------------------------------------------------------------

/// The body with its parameters standing for the patterns given.
// NOLINTNEXTLINE(misc-no-recursion): no function calls itself, and depth is limited
Pattern Patterns::call_function(uint32_t index, const syntax::Expr& e) {
  Checker::Function& f = c_.functions[index];
  const syntax::FnDecl& decl = *f.decl;
  f.called = true;
  Pattern any;
  any.span = e.span;
  if (f.recursive) return any;
  if (!e.args.empty())
    return report(e.args[0].value.span, "`" + decl.name.text + "` takes nothing in brackets");
  if (e.children.size() - 1 != decl.params.size())
    return report(e.span, "`" + decl.name.text + "` has " + std::to_string(e.children.size() - 1) +
                              (e.children.size() == 2 ? " argument" : " arguments") +
                              "; expected " + std::to_string(decl.params.size()));
  if (function_depth_ >= function_depth_limit || ++body_.inlined > function_call_limit)
    return report(e.span, "this calls too many functions");
  Scope scope;
  for (size_t i = 0; i < decl.params.size(); ++i)
    scope.add({.name = decl.params[i].name.text,
               .span = decl.params[i].name.span,
               .kind = Local::Kind::Argument,
               .argument = &e.children[i + 1],
               .argument_scope = scope_,
               .argument_depth = function_depth_});
  Scope* before = scope_;
  scope_ = &scope;
  ++function_depth_;
  Pattern p = pattern(decl.body);
  function_clauses(decl, e, scope);
  --function_depth_;
  scope_ = before;
  return p;
}

/// The clauses of a function in a pattern are the first clauses of the rule.
void Patterns::function_clauses(const syntax::FnDecl& fn, const syntax::Expr& call, Scope& scope) {
  if (fn.clauses.empty()) return;
  if (closed_ || alternatives_ > 0 || body_.clauses == nullptr) {
    c_.error(call.span, "`" + fn.name.text +
                            "` has clauses; it cannot stand in an alternative or behind `is`");
    return;
  }
  Expressions expressions(c_, body_, Mode::Guard);
  expressions.enter(scope);
  for (const syntax::Clause& x : fn.clauses) {
    Clause checked = expressions.clause(x);
    body_.clauses->push_back(std::move(checked));
  }
}

} // namespace tenet::dsl
