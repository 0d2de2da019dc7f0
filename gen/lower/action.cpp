#include "gen/lower/action.h"

#include "gen/lower/expression.h"

#include <algorithm>
#include <set>

namespace tenet::gen {
namespace {

using program::Expr;

void collect(const Expr& e, std::set<uint32_t>& vars, bool& effect,
             const dsl::Module& module) { // NOLINT(misc-no-recursion): over syntax
  vars.insert(e.vars.begin(), e.vars.end());
  if (e.kind == Expr::Kind::ExternCall && module.externs[e.decl].effect) effect = true;
  for (const Expr& child : e.children)
    collect(child, vars, effect, module);
  for (const auto& [name, value] : e.fields)
    collect(value, vars, effect, module);
}

struct Use {
  std::set<uint32_t> vars;
  bool effect = false;
};

Use use_of(const dsl::Module& module, const Expr& e) {
  Use use;
  collect(e, use.vars, use.effect, module);
  return use;
}

bool needs_any(const Use& use, const std::set<uint32_t>& vars) {
  return std::any_of(use.vars.begin(), use.vars.end(),
                     [&](uint32_t v) { return vars.contains(v); });
}

/// Guards as early as the lets that they need allow; lets with effects, and what depends on them,
/// last.
std::vector<program::Clause> scheduled(const dsl::Module& module,
                                       std::vector<program::Clause> clauses) {
  std::vector<Use> uses;
  std::vector<bool> late(clauses.size());
  std::set<uint32_t> pending, late_vars; // variables of lets that have not run
  for (size_t i = 0; i < clauses.size(); ++i) {
    uses.push_back(use_of(module, clauses[i].value));
    late[i] = uses[i].effect || needs_any(uses[i], late_vars);
    pending.insert(clauses[i].vars.begin(), clauses[i].vars.end());
    if (late[i]) late_vars.insert(clauses[i].vars.begin(), clauses[i].vars.end());
  }
  std::vector<program::Clause> result;
  std::vector<bool> done(clauses.size());
  const auto take = [&](size_t i) {
    done[i] = true;
    for (const uint32_t v : clauses[i].vars)
      pending.erase(v);
    result.push_back(std::move(clauses[i]));
  };
  const auto take_guards = [&] {
    for (size_t i = 0; i < clauses.size(); ++i)
      if (!done[i] && clauses[i].kind == program::Clause::Kind::Where &&
          !needs_any(uses[i], pending))
        take(i);
  };
  for (const bool effects : {false, true})
    for (size_t i = 0; i < clauses.size(); ++i) {
      take_guards();
      if (!done[i] && late[i] == effects && clauses[i].kind != program::Clause::Kind::Where)
        take(i);
    }
  take_guards();
  return result;
}

program::Result lower_result(const dsl::Module& module, const dsl::Rule& rule) {
  const dsl::Result& from = rule.result;
  program::Result r;
  r.kind = static_cast<program::Result::Kind>(static_cast<int>(from.kind));
  static_assert(static_cast<int>(dsl::Result::Kind::Deny) ==
                static_cast<int>(program::Result::Kind::Deny));
  r.value = lower_expression(module, from.value);
  r.line = line_of(module, from.value.span.end != 0 ? from.value.span : rule.span);
  for (const dsl::Expr& e : from.effects)
    r.effects.push_back(lower_expression(module, e));
  r.text = lower_template(module, from.text);
  for (const dsl::TextTemplate& line : from.lines)
    r.lines.push_back(lower_template(module, line));
  r.done = from.done;
  return r;
}

void collect_template(const program::Template& text, std::set<uint32_t>& vars) {
  // Holes have no effects, and name no extern that could.
  std::vector<const Expr*> open;
  for (const program::Piece& piece : text)
    if (piece.hole) open.push_back(piece.hole.get());
  while (!open.empty()) {
    const Expr* e = open.back();
    open.pop_back();
    vars.insert(e->vars.begin(), e->vars.end());
    for (const Expr& child : e->children)
      open.push_back(&child);
    for (const auto& [name, value] : e->fields)
      open.push_back(&value);
  }
}

void collect_variables(const Expr& e, std::set<uint32_t>& vars) {
  program::Piece piece;
  piece.hole = std::make_shared<const Expr>(e);
  collect_template({piece}, vars);
}

/// The ops that the node a variable is bound to may have, by all arrangements.
std::vector<uint32_t> ops_of(const std::vector<Arrangement>& arrangements, uint32_t var) {
  std::set<uint32_t> ops;
  for (const Arrangement& a : arrangements) {
    bool known = false;
    for (const program::Binding& b : a.bindings)
      for (const program::Test& t : a.tests)
        if (b.var == var && b.access.kind == program::Access::Kind::Node &&
            t.kind == program::Test::Kind::Op && t.access.path == b.access.path) {
          ops.insert(t.ops.begin(), t.ops.end());
          known = true;
        }
    if (!known) return {};
  }
  return {ops.begin(), ops.end()};
}

} // namespace

std::vector<uint32_t> bound_variables(const program::Action& action,
                                      const std::vector<Arrangement>& arrangements) {
  std::set<uint32_t> used;
  for (const program::Clause& c : action.clauses)
    collect_variables(c.value, used);
  collect_variables(action.result.value, used);
  for (const Expr& e : action.result.effects)
    collect_variables(e, used);
  collect_template(action.result.text, used);
  for (const program::Template& line : action.result.lines)
    collect_template(line, used);
  std::vector<uint32_t> bound;
  if (arrangements.empty()) return bound;
  // What every source of `op(*p)` must agree with is needed there.
  for (const program::Every& e : arrangements[0].every)
    for (const program::Every::Arrangement& a : e.arrangements)
      for (const program::Binding& b : a.bindings)
        used.insert(b.var);
  for (const program::Binding& b : arrangements[0].bindings)
    if (used.contains(b.var) && b.var != action.root) bound.push_back(b.var);
  std::sort(bound.begin(), bound.end());
  return bound;
}

program::Action lower_action(const dsl::Module& module, const dsl::Rule& rule, uint32_t number,
                             const std::vector<Arrangement>& arrangements) {
  program::Action action;
  action.name = rule.name;
  action.rule = number;
  for (uint32_t i = 0; i < rule.variables.size(); ++i) {
    const dsl::Variable& v = rule.variables[i];
    action.variables.push_back({v.name, lower_type(v.type), ops_of(arrangements, i)});
  }
  std::vector<program::Clause> clauses;
  for (const dsl::Clause& c : rule.clauses) {
    program::Clause lowered;
    lowered.kind = static_cast<program::Clause::Kind>(static_cast<int>(c.kind));
    lowered.line = line_of(module, c.span);
    lowered.vars = c.vars;
    lowered.value = lower_expression(module, c.value);
    clauses.push_back(std::move(lowered));
  }
  action.root = rule.pattern.var;
  action.clauses = scheduled(module, std::move(clauses));
  action.result = lower_result(module, rule);
  action.bound = bound_variables(action, arrangements);
  return action;
}

program::Action extended_action(program::Action action, uint32_t y, uint32_t op,
                                const dsl::Rule& rule) {
  const program::Type node{program::Type::Kind::Node, 0, {}};
  action.name += "_extended";
  action.variables.push_back({"rest", node, {}});
  Expr rest;
  rest.kind = Expr::Kind::Variable;
  rest.type = node;
  rest.vars = {y};
  Expr sum;
  sum.type = node;
  sum.line = action.result.line;
  if (rule.pattern.ops.size() == 1) {
    sum.kind = Expr::Kind::Build;
    sum.decl = rule.pattern.ops[0];
  } else {
    const program::Type type{program::Type::Kind::Op, 0, {}};
    if (!rule.pattern.op_var) action.variables.push_back({"op", type, {}});
    sum.kind = Expr::Kind::BuildVar;
    Expr root_op;
    root_op.kind = Expr::Kind::Variable;
    root_op.type = type;
    root_op.vars = {rule.pattern.op_var.value_or(op)};
    sum.children.push_back(std::move(root_op));
  }
  sum.children.push_back(std::move(rest));
  sum.children.push_back(std::move(action.result.value));
  action.result.value = std::move(sum);
  return action;
}

} // namespace tenet::gen
