#include "dsl/check/expressions.h"
#include "dsl/check/patterns.h"

#include <functional>
#include <set>

/// Functions for themselves: none calls itself, each uses its parameters, one that no rule calls is
/// checked too.
namespace tenet::dsl {

namespace {

using SK = syntax::Expr::Kind;

/// Calls `f` for `e` and all expressions in it, in holes of texts too.
// NOLINTNEXTLINE(misc-no-recursion): over syntax, within the nesting limit
void walk(const syntax::Expr& e, const std::function<void(const syntax::Expr&)>& f) {
  f(e);
  for (const syntax::Expr& child : e.children)
    walk(child, f);
  for (const syntax::Argument& a : e.args)
    walk(a.value, f);
  for (const syntax::TextPiece& piece : e.string.pieces)
    if (piece.hole) walk(*piece.hole, f);
}

void walk(const syntax::FnDecl& fn, const std::function<void(const syntax::Expr&)>& f) {
  walk(fn.body, f);
  for (const syntax::Clause& clause : fn.clauses)
    walk(clause.value, f);
}

std::set<std::string> names_in(const syntax::FnDecl& fn) {
  std::set<std::string> names;
  walk(fn, [&](const syntax::Expr& e) {
    if (e.kind == SK::Name || e.kind == SK::Constant) names.insert(e.text);
  });
  return names;
}

/// Which functions each function calls.
std::vector<std::vector<uint32_t>> call_graph(const Checker& c) {
  std::vector<std::vector<uint32_t>> calls(c.functions.size());
  for (size_t i = 0; i < calls.size(); ++i)
    for (const std::string& name : names_in(*c.functions[i].decl))
      if (const Names::Entry* f = c.names.find(Names::Space::Value, name, Names::Kind::Fn))
        calls[i].push_back(f->index);
  return calls;
}

/// Whether a chain of calls leads from `f` back to it.
bool reaches_itself(uint32_t f, const std::vector<std::vector<uint32_t>>& calls) {
  std::vector<bool> seen(calls.size());
  std::vector<uint32_t> open = {f};
  while (!open.empty()) {
    const uint32_t at = open.back();
    open.pop_back();
    for (const uint32_t next : calls[at]) {
      if (next == f) return true;
      if (!seen[next]) open.push_back(next);
      seen[next] = true;
    }
  }
  return false;
}

/// Reads the body as an expression; if it is none, as a pattern. Parameters are of any type.
void check_alone(Checker& c, const syntax::FnDecl& fn) {
  Diagnostics as_expression, as_pattern;
  for (const bool pattern : {false, true}) {
    std::vector<Variable> variables;
    std::vector<Clause> clauses;
    Body body;
    body.variables = &variables;
    body.clauses = &clauses;
    Diagnostics kept = std::move(c.diagnostics);
    c.diagnostics = Diagnostics();
    for (const syntax::Param& p : fn.params) {
      const VarId var = body.add_variable(p.name.text, {}, p.name.span);
      body.scope.add({.name = p.name.text, .span = p.name.span, .var = var});
    }
    Expressions expressions(c, body, Mode::Result);
    if (pattern) Patterns(c, body, body.scope).closed(fn.body);
    for (const syntax::Clause& clause : fn.clauses)
      expressions.clause(clause);
    if (!pattern) expressions.infer(fn.body);
    (pattern ? as_pattern : as_expression) = std::move(c.diagnostics);
    c.diagnostics = std::move(kept);
  }
  if (as_expression.has_errors() && as_pattern.has_errors())
    for (const Diagnostic& d : as_expression.list())
      c.diagnostics.add(d);
}

} // namespace

void check_recursion(Checker& c) {
  const std::vector<std::vector<uint32_t>> calls = call_graph(c);
  for (uint32_t i = 0; i < c.functions.size(); ++i) {
    Checker::Function& f = c.functions[i];
    f.recursive = reaches_itself(i, calls);
    if (f.recursive)
      c.error(f.decl->name.span,
              "function `" + f.decl->name.text + "` calls itself; functions are inlined");
    const std::set<std::string> names = names_in(*f.decl);
    for (const syntax::Param& p : f.decl->params)
      if (names.count(p.name.text) == 0 && p.name.text[0] != '_')
        c.diagnostics.warning(p.name.span, "parameter `" + p.name.text + "` is never used");
  }
}

void check_uncalled(Checker& c) {
  for (const Checker::Function& f : c.functions)
    if (!f.called && !f.recursive) check_alone(c, *f.decl);
}

} // namespace tenet::dsl
