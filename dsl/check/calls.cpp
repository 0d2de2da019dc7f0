#include "dsl/check/expressions.h"
#include "dsl/text/suggest.h"

#include <algorithm>

/// Calls of functions, externs and the language's own functions; calls of ops are in builds.cpp.
namespace tenet::dsl {

namespace {

using SK = syntax::Expr::Kind;
using EK = Expr::Kind;
using TK = Type::Kind;

} // namespace

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::call(const syntax::Expr& e, const Type& hint) {
  const syntax::Expr& callee = e.children[0];
  if (callee.kind == SK::Name) return call_name(e, hint);
  if (callee.kind == SK::Field) {
    Expr self = infer(callee.children[0]);
    if (self.type.kind == TK::Error) return failed(e.span);
    if (self.type.kind == TK::External) return call_method(std::move(self), e);
    if (self.type.kind == TK::Node) return call_value(node_field(std::move(self), callee), e);
  }
  if (looks_like_op_set(c_, callee))
    return report(callee.span, "a set of ops stands in patterns; what is built has one op");
  return call_value(infer(callee), e);
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::call_name(const syntax::Expr& e, const Type& hint) {
  const syntax::Expr& callee = e.children[0];
  // A list or number cannot be called, so it hides no function: `dims(dims)` in a clause.
  const Local* l = scope_->find(callee.text);
  const bool hides =
      l != nullptr && (l->type.kind == TK::Node || l->type.kind == TK::Op ||
                       l->type.kind == TK::Error || l->kind == Local::Kind::Argument);
  if (hides) return call_value(infer(callee), e);
  if (callee.text == "root" && body_.root) return call_value(infer(callee), e);
  if (std::optional<Expr> r = special(e)) return std::move(*r);
  if (const Names::Entry* entry = c_.names.find(Names::Space::Value, callee.text)) {
    switch (entry->kind) {
    case Names::Kind::Fn:
      return call_function(entry->index, e, hint);
    case Names::Kind::Extern:
      return call_extern(entry->index, e, std::nullopt);
    case Names::Kind::Op:
      return build(entry->index, e);
    case Names::Kind::Group:
      return report(callee.span, "`" + callee.text + "` is an op group; what is built has one op");
    default:
      return report(callee.span, "`" + callee.text + "` is " +
                                     with_article(kind_name(entry->kind)) +
                                     "; it cannot be called");
    }
  }
  if (l != nullptr && !c_.op_of_spelling(callee.text) && !is_builtin(callee.text))
    return call_value(infer(callee), e);
  return call_op_or_builtin(e, hint);
}

Expr Expressions::unknown_function(const syntax::Expr& e) {
  const syntax::Expr& callee = e.children[0];
  std::vector<std::string> known = c_.names.known(Names::Space::Spelling);
  for (const Names::Kind kind : {Names::Kind::Fn, Names::Kind::Extern, Names::Kind::Op})
    for (std::string& n : c_.names.known(Names::Space::Value, kind))
      known.push_back(std::move(n));
  for (const Builtin& b : builtins())
    known.emplace_back(b.name);
  for (const char* n : {"vmin", "vmax", "exact", "subst", "rewrite"})
    known.emplace_back(n);
  return report(callee.span,
                "unknown op or function `" + callee.text + "`" + did_you_mean(callee.text, known));
}

/// A variable or field is called: a node is rebuilt, an op builds.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::call_value(Expr callee, const syntax::Expr& e) {
  switch (callee.type.kind) {
  case TK::Error:
    return failed(e.span);
  case TK::Node:
    return rebuild(std::move(callee), e);
  case TK::Op:
    return build_with(std::move(callee), e);
  default:
    return report(e.children[0].span,
                  "a value of type `" + type_name(callee.type) +
                      "` cannot be called; expected an op, a node or a function");
  }
}

// --- forms of the language ----------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
std::optional<Expr> Expressions::special(const syntax::Expr& e) {
  const std::string& name = e.children[0].text;
  if (name == "vmin" || name == "vmax" || name == "exact") return bounds_of(e);
  if (name == "subst") return subst(e);
  if (name == "rewrite") return sub_rewrite(e);
  if (name == "monotonic" && mode_ == Mode::Bounds) return monotonic(e);
  if (name == "eval") return report(e.span, "`eval` builds a constant, and is written `#eval(…)`");
  return std::nullopt;
}

/// Interval arithmetic on an expression that is not built.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::bounds_of(const syntax::Expr& e) {
  const std::string& name = e.children[0].text;
  if (mode_ == Mode::Types || mode_ == Mode::Bounds || mode_ == Mode::Eval ||
      mode_ == Mode::Context || mode_ == Mode::Test)
    return report(e.span, "`" + name + "` stands in rules only");
  if (e.children.size() != 2)
    return report(e.span, "`" + name + "` has " + count_text(e.children.size() - 1, "argument") +
                              "; expected 1");
  const ModeChange change(*this, Mode::Unbuilt);
  Expr node = check(e.children[1], plain(TK::Node));
  if (node.type.kind == TK::Error) return failed(e.span);
  Expr r =
      make(EK::BoundsOf, plain(name == "exact" ? TK::Bool : TK::Value), e.span, {std::move(node)});
  r.text = name;
  return r;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::subst(const syntax::Expr& e) {
  if (mode_ != Mode::Result)
    return report(e.span, "`subst` stands in lets and results only; a guard rewrites nothing");
  if (e.children.size() < 3)
    return report(e.span, "`subst` replaces nothing; expected `subst(e, a -> b)`");
  Expr r = make(EK::Subst, plain(TK::Node), e.span, {check(e.children[1], plain(TK::Node))});
  for (size_t i = 2; i < e.children.size(); ++i) {
    const syntax::Expr& pair = e.children[i];
    if (pair.kind != SK::Arrow) return report(pair.span, "expected a replacement `a -> b`");
    r.children.push_back(check(pair.children[0], plain(TK::Node)));
    r.children.push_back(check(pair.children[1], plain(TK::Node)));
  }
  for (const Expr& child : r.children)
    if (child.type.kind == TK::Error) return failed(e.span);
  return r;
}

/// `rewrite[rulesets](e)`.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::sub_rewrite(const syntax::Expr& e) {
  if (mode_ != Mode::Result)
    return report(e.span, "`rewrite` stands in lets and results only; a guard rewrites nothing");
  if (e.children.size() != 2 || e.args.empty())
    return report(e.span, "expected `rewrite[rulesets](e)`");
  Expr r = make(EK::Rewrite, plain(TK::Node), e.span, {check(e.children[1], plain(TK::Node))});
  for (const syntax::Argument& a : e.args) {
    const Names::Entry* entry = c_.names.find(Names::Space::Ruleset, a.value.text);
    if (entry == nullptr || a.value.kind != SK::Name) {
      c_.error(a.value.span, "unknown ruleset `" + std::string(c_.text_of(a.value.span)) + "`" +
                                 did_you_mean(a.value.text, c_.names.known(Names::Space::Ruleset)));
      continue;
    }
    const bool declared = body_.uses != nullptr && std::find(body_.uses->begin(), body_.uses->end(),
                                                             entry->index) != body_.uses->end();
    if (!declared)
      c_.error(a.value.span, "ruleset `" + a.value.text +
                                 "` is not named in the header; expected `uses " + a.value.text +
                                 "`");
    r.rulesets.push_back(entry->index);
  }
  return r;
}

/// `monotonic(exp2, x)`: the name of a function of one value.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::monotonic(const syntax::Expr& e) {
  if (e.children.size() != 3 || e.children[1].kind != SK::Name)
    return report(e.span, "expected `monotonic(function, interval)`");
  const std::string& name = e.children[1].text;
  const auto table = builtins();
  const bool known = std::any_of(table.begin(), table.end(), [&](const Builtin& b) {
    return b.name == name && b.params.size() == 1 && b.params[0].kind == TK::Value;
  });
  if (!known) return report(e.children[1].span, "`" + name + "` is no function of one value");
  Expr function = make(EK::StrLiteral, plain(TK::Str), e.children[1].span);
  function.text = name;
  Expr r = make(EK::Call, plain(TK::Interval), e.span,
                {std::move(function), check(e.children[2], plain(TK::Interval))});
  r.text = "monotonic";
  return r;
}

// --- functions ----------------------------------------------------------------------------------

/// Calls are inlined: parameters stand for the arguments, read where the call stands.
// NOLINTNEXTLINE(misc-no-recursion): no function calls itself, and depth is limited
Expr Expressions::call_function(uint32_t function, const syntax::Expr& e, const Type& hint) {
  Checker::Function& f = c_.functions[function];
  const syntax::FnDecl& decl = *f.decl;
  f.called = true;
  if (f.recursive || !no_args(e)) return failed(e.span);
  if (e.children.size() - 1 != decl.params.size())
    return report(e.span, "`" + decl.name.text + "` has " +
                              count_text(e.children.size() - 1, "argument") + "; expected " +
                              std::to_string(decl.params.size()));
  if (function_depth_ >= function_depth_limit || ++body_.inlined > function_call_limit)
    return report(e.span, "this calls too many functions");
  Scope scope;
  bool broken = false;
  for (size_t i = 0; i < decl.params.size(); ++i) {
    const syntax::Param& p = decl.params[i];
    Local l{.name = p.name.text, .span = p.name.span, .kind = Local::Kind::Alias};
    l.alias = p.type ? check(e.children[i + 1], resolve(c_, *p.type)) : infer(e.children[i + 1]);
    l.type = l.alias.type;
    l.argument = &e.children[i + 1];
    l.argument_scope = scope_;
    broken = broken || l.type.kind == TK::Error;
    scope.add(std::move(l));
  }
  if (broken) return failed(e.span);
  Scope* before = scope_;
  scope_ = &scope;
  ++function_depth_;
  function_clauses(decl, e);
  Expr r = infer(decl.body, hint);
  --function_depth_;
  scope_ = before;
  return r;
}

/// The clauses of a function become clauses of the rule that calls it, before the one that holds
/// the call.
// NOLINTNEXTLINE(misc-no-recursion): no function calls itself, and depth is limited
void Expressions::function_clauses(const syntax::FnDecl& fn, const syntax::Expr& call) {
  if (fn.clauses.empty()) return;
  if (body_.clauses == nullptr || binders_ > 0) {
    c_.error(
        call.span,
        "`" + fn.name.text +
            "` has clauses; it may be called in a rule, outside of branches and comprehensions");
    return;
  }
  for (const syntax::Clause& x : fn.clauses) {
    Clause checked = clause(x);
    body_.clauses->push_back(std::move(checked));
  }
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Clause Expressions::clause(const syntax::Clause& tree) {
  Clause r;
  r.span = tree.span;
  if (tree.kind == syntax::Clause::Kind::Where) {
    const ModeChange change(*this, Mode::Guard);
    r.value = condition(tree.value);
    return r;
  }
  const ModeChange change(*this, Mode::Result);
  const bool is_tuple = tree.kind == syntax::Clause::Kind::LetTuple;
  r.kind = is_tuple ? Clause::Kind::LetTuple : Clause::Kind::Let;
  r.value = infer(tree.value);
  Type type = r.value.type.kind == TK::Optional ? r.value.type.args[0] : r.value.type;
  if (type.kind == TK::None || type.kind == TK::Void) {
    c_.error(tree.value.span, "`let` of nothing; expected a value");
    type = {};
  }
  if (is_tuple && type.kind != TK::Error &&
      (type.kind != TK::Tuple || type.args.size() != tree.names.size())) {
    c_.error(tree.value.span, "found `" + type_name(type) + "`; expected a tuple of " +
                                  std::to_string(tree.names.size()));
    type = {};
  }
  const std::vector<VarId> constants = constants_in(r.value);
  for (size_t i = 0; i < tree.names.size(); ++i) {
    const syntax::Name& name = tree.names[i];
    const Type part = is_tuple && type.kind != TK::Error ? type.args[i] : type;
    const bool again = scope_->find(name.text) != nullptr;
    if (again) c_.error(name.span, "`" + name.text + "` is bound already");
    const VarId var = body_.add_variable(name.text, part, name.span);
    if (!constants.empty()) body_.constants[var] = constants;
    r.vars.push_back(var);
    if (!again)
      scope_->add(
          {.name = name.text, .span = name.span, .var = var, .type = part, .warn_unused = true});
  }
  return r;
}

// --- externs ------------------------------------------------------------------------------------

bool Expressions::no_args(const syntax::Expr& call) {
  if (call.args.empty()) return true;
  c_.error(call.args[0].value.span,
           "`" + std::string(c_.text_of(call.children[0].span)) + "` takes nothing in brackets");
  return false;
}

bool Expressions::extern_may_stand(const ExternDecl& decl, const syntax::Expr& e) {
  if (mode_ == Mode::Test) {
    c_.error(e.span, "a test builds its graph from ops only; `" + decl.name + "` is an extern");
    return false;
  }
  const bool in_result = effects_allowed_ && (mode_ == Mode::Result || mode_ == Mode::Number);
  if (decl.effect && !in_result) {
    c_.error(e.span,
             "`" + decl.name +
                 "` is an effect; it may be called in results only, after every guard and let");
    return false;
  }
  return true;
}

// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::call_extern(uint32_t index, const syntax::Expr& e, std::optional<Expr> self) {
  const ExternDecl& decl = c_.module.externs[index];
  if (!no_args(e) || !extern_may_stand(decl, e)) return failed(e.span);
  const size_t given = e.children.size() - 1 + (self ? 1 : 0);
  if (given != decl.params.size())
    return report(e.span, "`" + decl.name + "` has " + count_text(given, "argument") +
                              "; expected " + std::to_string(decl.params.size()));
  Expr r = make(EK::ExternCall, decl.result, e.span);
  r.decl = index;
  if (self) {
    r.text = ".";
    r.children.push_back(std::move(*self));
  }
  bool broken = false;
  for (size_t i = 1; i < e.children.size(); ++i) {
    const Type wanted = decl.params[r.children.size()].type;
    r.children.push_back(check(e.children[i], wanted));
    broken = broken || (r.children.back().type.kind == TK::Error && wanted.kind != TK::Error);
  }
  return broken ? failed(e.span) : r;
}

/// `target.has(SHR)`: an extern whose first parameter is of the type.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
Expr Expressions::call_method(Expr self, const syntax::Expr& e) {
  const syntax::Expr& callee = e.children[0];
  const Names::Entry* entry = c_.names.find(Names::Space::Value, callee.text, Names::Kind::Extern);
  if (entry != nullptr) {
    const ExternDecl& decl = c_.module.externs[entry->index];
    if (!decl.params.empty() && decl.params[0].type == self.type)
      return call_extern(entry->index, e, std::move(self));
  }
  std::vector<std::string> known;
  for (const ExternDecl& x : c_.module.externs)
    if (!x.params.empty() && x.params[0].type == self.type) known.push_back(x.name);
  return report(
      e.span,
      "`" + type_name(self.type) + "` has no `" + callee.text + "`" +
          did_you_mean(callee.text, known) +
          (known.empty() ? "; expected an extern whose first parameter is of that type" : ""));
}

} // namespace tenet::dsl
