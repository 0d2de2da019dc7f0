#include "gen/lower/decide.h"
#include "gen/program/dump.h"

#include <catch2/catch.hpp>

namespace tenet::program {
namespace {

Access access(Access::Kind kind, Path path) {
  Access a;
  a.kind = kind;
  a.path = std::move(path);
  return a;
}

/// A program of one rule by hand: `add(x, const)` gives x.
Program add_const_program() {
  Program p;
  p.symbols.ops.resize(2);
  p.symbols.ops[0].name = "CONST";
  p.symbols.ops[1].name = "ADD";
  Ruleset r;
  r.name = "simplify";
  r.rules.resize(1);
  r.rules[0].name = "drop";
  Action action;
  action.name = "drop";
  action.variables.push_back({"x", {Type::Kind::Node, 0, {}}, {}});
  action.bound = {0};
  action.result.value.kind = Expr::Kind::Variable;
  action.result.value.vars = {0};
  r.actions.push_back(action);
  Matcher m;
  m.ops = {1};
  Candidate c;
  c.bindings.push_back({0, access(Access::Kind::Node, {0})});
  m.candidates.push_back(c);
  gen::Row row;
  Test is_const;
  is_const.access.path = {1};
  is_const.ops = {0};
  row.tests.push_back(is_const);
  m.decisions = gen::decide({row});
  r.segments.push_back({std::nullopt, {m}});
  p.rulesets.push_back(r);
  return p;
}

TEST_CASE("a ruleset is shown with its actions and decisions") {
  const Program p = add_const_program();
  CHECK(dump(p, p.rulesets[0]) == "ruleset simplify\n"
                                  "  action 0 drop(x: Node)\n"
                                  "    => x\n"
                                  "  match ADD\n"
                                  "    0: switch op(.1) CONST -> 1, else 2\n"
                                  "    1: try drop(x = .0) else 2\n"
                                  "    2: fail\n");
}

TEST_CASE("a decision graph is drawn with a node for each decision") {
  const Program p = add_const_program();
  const std::string drawn = dump_graphviz(p, p.rulesets[0], p.rulesets[0].segments[0].matchers[0]);
  CHECK(drawn == "digraph \"simplify ADD\" {\n"
                 "  node [shape=box];\n"
                 "  n0 [label=\"op(.1)\"];\n"
                 "  n0 -> n1 [label=\"CONST\"];\n"
                 "  n0 -> n2 [label=\"else\"];\n"
                 "  n1 [label=\"drop(x = .0)\", style=bold];\n"
                 "  n1 -> n2 [label=\"else\"];\n"
                 "  n2 [label=\"no match\"];\n"
                 "}\n");
}

TEST_CASE("paths and accesses have a short text") {
  CHECK(to_text(Path{}) == ".");
  CHECK(to_text(Path{0, 12}) == ".0.12");
  Access rest = access(Access::Kind::Rest, {1});
  rest.from = 2;
  CHECK(to_text(rest) == ".1[2..]");
  Access to = access(Access::Kind::Field, {});
  to.field = "to";
  CHECK(to_text(to) == ".[to]");
}

} // namespace
} // namespace tenet::program
