#include "core/base/error.h"
#include "core/rewrite/kinds.h"
#include "core/rewrite/trace.h"
#include "tests/core/rewrite/terms.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace tenet::test {
namespace {

// --- nodes: a "gradient"
// --------------------------------------------------------------------------------------------

/// x + y => [g, g], x * y => [y * g, none] where g is the context.
bool grad_add(Match& m, const Node*) {
  const Node* g = m.context<const Node*>();
  m.nodes = {g, g};
  return true;
}
bool grad_mul(Match& m, const Node* n) {
  m.nodes = {m.build(Op::MUL, {n->src(1), m.context<const Node*>()}), nullptr};
  return true;
}
const HandMade gradient("gradient", "gradient.rules", {"add", "mul"},
                        {{Op::ADD, nullptr, sink<0, grad_add>},
                         {Op::MUL, nullptr, sink<1, grad_mul>}},
                        {}, RulesetKind::Nodes);

// --- node*: pairs
// ---------------------------------------------------------------------------------------------------

/// A variable becomes two, a sum the sums of both parts.
bool split_var(Match& m, const Node* n) {
  m.nodes = {m.build(Op::FLOORDIV, {n, number(m, 4)}), m.build(Op::FLOORMOD, {n, number(m, 4)})};
  return true;
}
bool split_add(Match& m, const Node* n) {
  const std::span<const Node*const> a = m.made(n->src(0)), b = m.made(n->src(1));
  if (a.size() != 2 || b.size() != 2) return false;
  m.nodes = {m.build(Op::ADD, {a[0], b[0]}), m.build(Op::ADD, {a[1], b[1]})};
  return true;
}
bool sum_up(Match& m, const Node* n) {
  const std::span<const Node* const> parts = m.made(n->src(0));
  m.nodes.assign(1, m.build(Op::ADD, parts));
  return true;
}
const HandMade pairs("pairs", "pairs.rules", {"var", "add", "sum_up"},
                     {{Op::VAR, nullptr, sink<0, split_var>},
                      {Op::ADD, nullptr, sink<1, split_add>},
                      {Op::CAST, nullptr, sink<2, sum_up>}},
                     {}, RulesetKind::NodeStar);

std::vector<std::string> texts(Terms& t, const std::vector<const Node*>& nodes) {
  std::vector<std::string> result;
  for (const Node* n : nodes)
    result.push_back(n ? t.text(n) : "none");
  return result;
}

// --- visit
// ----------------------------------------------------------------------------------------------------------

std::vector<const Node*> visited;
bool remember(Match&, const Node* n) {
  visited.push_back(n);
  return true;
}
const HandMade visiting("visiting", "visiting.rules", {"add", "mul"},
                        {{Op::ADD, nullptr, sink<0, remember>},
                         {Op::MUL, nullptr, sink<1, remember>}},
                        {}, RulesetKind::Visit);

// --- check
// ----------------------------------------------------------------------------------------------------------

bool allow(Match& m, const Node*) {
  m.decision = Match::Decision::Allow;
  return true;
}
bool deny(Match& m, const Node*) {
  m.decision = Match::Decision::Deny;
  m.message = "sums are gone by now";
  return true;
}
bool allow_small(Match& m, const Node* n) {
  if (!is_number(n->src(1), 1)) return false;
  return allow(m, n);
}
/// allow x // y where y is 1 else "…"
bool allow_else(Match& m, const Node* n) {
  if (is_number(n->src(1), 1)) return allow(m, n);
  m.decision = Match::Decision::Deny;
  m.message = "the divisor is no 1";
  return true;
}
bool add_small_or_deny(Match& m, const Node* n) {
  return sink<0, allow_small>(m, n) || sink<1, deny>(m, n);
}
const HandMade legal("legal", "legal.rules", {"one_more", "no_sums", "leaves", "divisor"},
                     {{Op::ADD, nullptr, add_small_or_deny},
                      {Op::VAR, nullptr, sink<2, allow>},
                      {Op::CONST, nullptr, sink<2, allow>},
                      {Op::FLOORDIV, nullptr, sink<3, allow_else>}},
                     {}, RulesetKind::Check);

const Node* mul_to_add(Match& m, const Node* n) {
  return m.build(Op::ADD, n->sources());
}
const HandMade making("making", "making.rules", {"mul_to_add"},
                      {{Op::MUL, in_order<0, mul_to_add>}});

std::vector<std::string> complaints(Terms& t, const Node* n, const RewriteOptions& options = {}) {
  std::vector<std::string> result;
  for (const Violation& v : check(t.graph, n, Chain(vocabulary(), {&legal}), options))
    result.push_back(to_string(vocabulary(), v));
  return result;
}

} // namespace

TEST_CASE("nodes: the first rule that fires gives a list, with none in it, or there is none") {
  Terms t;
  const Node* g = t("z");
  const Chain chain(vocabulary(), {&gradient}, &g);
  Pass pass(chain);
  const Node* n = t("(mul (add x y) y)");
  pass.begin(t.graph, n);
  const auto of_mul = apply_nodes(pass, n);
  REQUIRE(of_mul);
  CHECK(texts(t, *of_mul) == std::vector<std::string>{"(mul y z)", "none"});
  const auto of_add = apply_nodes(pass, n->src(0));
  REQUIRE(of_add);
  CHECK(texts(t, *of_add) == std::vector<std::string>{"z", "z"});
  CHECK_FALSE(apply_nodes(pass, t("x")));
  CHECK(pass.statistics().fired == 2);
}

TEST_CASE("node*: lists are made sources first, from the lists of the sources") {
  Terms t;
  const Chain chain(vocabulary(), {&pairs});
  Pass pass(chain);
  OneToMany lists(pass);
  const Node* n = t("(mul (cast (add x y) weakint) 3)");
  const std::vector<const Node*> linear = lists.run(t.graph, n);
  CHECK(texts(t, linear) ==
        std::vector<std::string>{
            "(floordiv x 4)", "(floormod x 4)", "(floordiv y 4)", "(floormod y 4)",
            "(add (floordiv x 4) (floordiv y 4))", "(add (floormod x 4) (floormod y 4))",
            "(add (add (floordiv x 4) (floordiv y 4)) (add (floormod x 4) (floormod y 4)))", "3",
            "(mul (add (add (floordiv x 4) (floordiv y 4)) (add (floormod x 4) "
            "(floormod y 4))) 3)"});
  CHECK(lists.made(t("x")).size() == 2);
  CHECK(lists.made(n).front() == linear.back());
}

TEST_CASE("node*: a node without a rule has no use for a source that became two") {
  Terms t;
  const Chain chain(vocabulary(), {&pairs});
  RewriteOptions options;
  options.name = "halves";
  Pass pass(chain, options);
  OneToMany lists(pass);
  CHECK_THROWS_WITH(
      lists.run(t.graph, t("(mul x 3)")),
      "pass `halves`: source 0 of `(mul (var x 0 8) (const 3 weakint))` became 2 nodes, "
      "and no rule says what `mul` does with them");
}

TEST_CASE("visit: each node once, sources first, or users first in order pre") {
  Terms t;
  const Node* n = t("(add (mul x y) (add (mul x y) (mul y z)))");
  const Chain chain(vocabulary(), {&visiting});
  visited.clear();
  CHECK(visit(t.graph, n, chain) == 4);
  CHECK(visited == std::vector<const Node*>{t("(mul x y)"), t("(mul y z)"), n->src(1), n});
  RewriteOptions options;
  options.order = Order::Pre;
  visited.clear();
  CHECK(visit(t.graph, n, chain, options) == 4);
  CHECK(visited == std::vector<const Node*>{n, n->src(1), t("(mul y z)"), t("(mul x y)")});
}

TEST_CASE("visit and check do not enter bodies unless told") {
  Terms t;
  const Node* n = t("(call (add x y) (mul y z))");
  const Chain chain(vocabulary(), {&visiting});
  visited.clear();
  CHECK(visit(t.graph, n, chain) == 1);
  RewriteOptions options;
  options.enter_regions = true;
  CHECK(visit(t.graph, n, chain, options) == 2);
}

TEST_CASE("check: the first decision wins") {
  Terms t;
  CHECK(complaints(t, t("(add x 1)")).empty());
  CHECK(complaints(t, t("(floordiv (add x 1) 1)")).empty());
  CHECK(complaints(t, t("(add x y)")) ==
        std::vector<std::string>{
            "sums are gone by now: `(add (var x 0 8) (var y 0 8))` (rule `no_sums`, "
            "legal.rules:2)"});
  CHECK(complaints(t, t("(floordiv x y)")) ==
        std::vector<std::string>{
            "the divisor is no 1: `(floordiv (var x 0 8) (var y 0 8))` (rule `divisor`, "
            "legal.rules:4)"});
}

TEST_CASE("check: a node that no rule decides is a violation") {
  Terms t;
  CHECK(complaints(t, t("(floordiv (mul x y) 1)")) ==
        std::vector<std::string>{"no rule allows `mul`: `(mul (var x 0 8) (var y 0 8))`"});
}

TEST_CASE("check: a violation names the rule that made the node") {
  Terms t;
  Provenance provenance;
  RewriteOptions options;
  options.provenance = &provenance;
  const Node* n =
      rewrite(t.graph, t("(floordiv (mul x y) 1)"), Chain(vocabulary(), {&making}), options);
  CHECK(complaints(t, n, options) ==
        std::vector<std::string>{
            "sums are gone by now: `(add (var x 0 8) (var y 0 8))` (rule `no_sums`, "
            "legal.rules:2), made by rule `mul_to_add`, making.rules:1"});
}

TEST_CASE("error rules end the pass with the node, in every kind") {
  Terms t;
  const HandMade failing("failing", "failing.rules", {"no_sums"},
                         {{Op::ADD, [](Match& m, const Node* n) -> const Node* {
                             m.error(0, n, "sums are not supported");
                           }}});
  CHECK_THROWS_WITH(rewrite(t.graph, t("(mul (add x y) 2)"), Chain(vocabulary(), {&failing})),
                    "sums are not supported at `(add (var x 0 8) (var y 0 8))` (rule `no_sums`, "
                    "failing.rules:1)");
  const HandMade failing_check(
      "failing_check", "failing.rules", {"no_sums"},
      {{Op::ADD, nullptr,
        [](Match& m, const Node* n) -> bool { m.error(0, n, "sums are not supported"); }}},
      {}, RulesetKind::Check);
  CHECK_THROWS_AS(check(t.graph, t("(add x y)"), Chain(vocabulary(), {&failing_check})), Error);
}

} // namespace tenet::test
