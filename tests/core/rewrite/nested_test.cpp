#include "core/base/error.h"
#include "core/rewrite/engine.h"
#include "tests/core/rewrite/terms.h"

#include <catch2/catch.hpp>
#include <string>

namespace tenet::test {
namespace {

const HandMade identities("identities", "identities.rules", {"add_zero", "mul_one", "mul_zero"},
                          {{Op::ADD, in_order<0, add_zero>},
                           {Op::MUL, in_order<1, mul_one, mul_zero>}});

/// x // y => rewrite[identities](x) % y
const Node* div_rewrites(Match& m, const Node* n) {
  if (!m.attempt(0)) return nullptr;
  const Node* result = m.build(Op::FLOORMOD, {m.rewrite(identities.get(), n->src(0)), n->src(1)});
  m.fire(0, n, result);
  return result;
}
const HandMade outer("outer", "outer.rules", {"div_rewrites"}, {{Op::FLOORDIV, div_rewrites}});

/// x // y => subst(x, x -> y, y -> z + 1) for the variables x, y.
const Node* div_substitutes(Match& m, const Node* n) {
  const Node* x = n->src(1)->src(0);
  const Node* y = n->src(1)->src(1);
  const Node* z = n->src(1)->src(2);
  return m.substitute(n->src(0), {{x, y}, {y, m.build(Op::ADD, {z, number(m, 1)})}});
}
const HandMade substituting("substituting", "substituting.rules", {"div_substitutes"},
                            {{Op::INDEX, in_order<0, div_substitutes>}});

std::string rewritten(Terms& t, const HandMade& rules, std::string_view term,
                      const RewriteOptions& options = {}) {
  const Chain chain(vocabulary(), {&rules});
  return t.text(rewrite(t.graph, t(term), chain, options));
}

/// #a + #b => #(a + b), x // y => rewrite[swapping](x): a loop inside.
const HandMade swapping("swapping", "swapping.rules", {"swap"}, {{Op::ADD, in_order<0, swap_add>}});
const Node* rewrites_for_ever(Match& m, const Node* n) {
  return m.rewrite(swapping.get(), n->src(0));
}
const HandMade trapped("trapped", "trapped.rules", {"trapped"},
                       {{Op::FLOORDIV, in_order<0, rewrites_for_ever>}});

} // namespace

TEST_CASE("rewrite[...] rewrites by its own rulesets, in a let or a result") {
  Terms t;
  CHECK(rewritten(t, outer, "(floordiv (add (mul x 1) (mul y 0)) (add z 0))") ==
        "(floormod x (add z 0))");
}

TEST_CASE("rewrite[...] does not disturb the memo of the pass") {
  Terms t;
  // x * 1 stays where the outer rules do not simplify it.
  CHECK(rewritten(t, outer, "(stack (floordiv (mul x 1) y) (mul x 1))") ==
        "(stack (floormod x y) (mul x 1))");
}

TEST_CASE("rewrite[...] has one memo a pass") {
  Terms t;
  std::string shared = "(mul x 1)";
  for (int i = 0; i < 50; ++i)
    shared = "(add (floormod " + shared + " y) 0)";
  const std::string term =
      "(stack (floordiv " + shared + " x) (floordiv " + shared + " y) (floordiv " + shared + " z))";
  PassStatistics counts;
  RewriteOptions options;
  options.statistics = &counts;
  rewritten(t, outer, term, options);
  CHECK(counts.fired == 51 + 3);
}

TEST_CASE("firings of rewrite[...] are counted and count in the pass's limit") {
  Terms t;
  PassStatistics counts;
  RewriteOptions options;
  options.statistics = &counts;
  options.max_firings = 1;
  CHECK(rewritten(t, outer, "(floordiv (add (mul x 1) 0) (add z 0))", options) ==
        "(floormod (add x 0) (add z 0))");
  REQUIRE(counts.rules.size() == 3);
  CHECK(counts.rules[0].rule->name == "div_rewrites");
  CHECK(counts.rules[1].rule->name == "add_zero");
  CHECK(counts.rules[1].firings == 0);
  CHECK(counts.rules[2].rule->name == "mul_one");
  CHECK(counts.rules[2].firings == 1);
}

TEST_CASE("a loop inside rewrite[...] is the loop error") {
  Terms t;
  CHECK_THROWS_WITH(rewritten(t, trapped, "(floordiv (add x y) z)"),
                    "pass `rewrite` does not settle: `swap` (swapping.rules:1) comes back to "
                    "`(add (var x 0 8) (var y 0 8))`");
}

TEST_CASE("subst replaces nodes at the same time and does not search what replaces them") {
  Terms t;
  CHECK(rewritten(t, substituting, "(index (add (mul x y) (add y z)) (stack x y z))") ==
        "(let ((t0 (add z 1))) (add (mul y t0) (add t0 z)))");
  CHECK(rewritten(t, substituting, "(index x (stack x y z))") == "y");
  CHECK(rewritten(t, substituting, "(index z (stack x y z))") == "z");
}

TEST_CASE("subst goes through shared nodes once and leaves what it does not touch") {
  Terms t;
  const Node* n = t("x");
  for (int i = 0; i < 60; ++i)
    n = t.graph.make(Op::ADD, {n, n});
  const Node* map = t("(stack x y z)");
  const Chain chain(vocabulary(), {&substituting});
  const Node* result = rewrite(t.graph, t.graph.make(Op::INDEX, {n, map}), chain);
  for (int i = 0; i < 60; ++i)
    result = result->src(0);
  CHECK(t.text(result) == "y");
}

TEST_CASE("subst does not enter bodies") {
  Terms t;
  CHECK(rewritten(t, substituting, "(index (call (add x 1) x) (stack x y z))") ==
        "(call (add x 1) y)");
}

} // namespace tenet::test
