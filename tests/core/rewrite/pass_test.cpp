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

/// x + x, 60 times
const Node* doubled(Terms& t, const Node* n, int times) {
  for (int i = 0; i < times; ++i)
    n = t.graph.make(Op::ADD, {n, n});
  return n;
}

/// x + y => x * 2 where x is y
const Node* double_(Match& m, const Node* n) {
  return n->src(0) == n->src(1) ? m.build(Op::MUL, {n->src(0), number(m, 2)}) : nullptr;
}
const HandMade doubling("doubling", "doubling.rules", {"double"},
                        {{Op::ADD, in_order<0, double_>}});

/// (a + b) * c => a + (b + c) where the sum has one user
const Node* if_single(Match& m, const Node* n) {
  const Node* s = n->src(0);
  if (!is(s, Op::ADD) || !m.single_use(s)) return nullptr;
  return m.build(Op::FLOORDIV, {s->src(0), m.build(Op::FLOORMOD, {s->src(1), n->src(1)})});
}
const HandMade single("single", "single.rules", {"if_single"}, {{Op::MUL, in_order<0, if_single>}});

PassStatistics count(Terms& t, const Node* n, const Chain& chain, RewriteOptions options = {}) {
  PassStatistics counts;
  options.statistics = &counts;
  rewrite(t.graph, n, chain, options);
  return counts;
}

} // namespace

TEST_CASE("one memo per pass: a shared node is visited and rewritten once") {
  Terms t;
  const Chain chain(vocabulary(), {&identities});
  const PassStatistics quiet = count(t, doubled(t, t("x"), 60), chain);
  CHECK(quiet.visited == 61);
  CHECK(quiet.matched == 60);
  const PassStatistics firing = count(t, doubled(t, t("x"), 60), Chain(vocabulary(), {&doubling}));
  CHECK(firing.fired == 60);
  CHECK(firing.visited == 61 + 60 + 1); // and the products, and 2
}

TEST_CASE("a pass in which nothing fires comes to each node once and makes none") {
  Terms t;
  const Node* n = t("(add (mul x y) (floordiv (mul x y) (add y (mul x z))))");
  const Chain chain(vocabulary(), {&identities});
  const size_t before = t.graph.node_count();
  CHECK(rewrite(t.graph, n, chain) == n);
  CHECK(t.graph.node_count() == before);
  CHECK(count(t, n, chain).visited == 8);
}

TEST_CASE("attempts and firings are counted by rule, in chain order") {
  Terms t;
  const Chain chain(vocabulary(), {&identities});
  const PassStatistics counts = count(t, t("(add (mul x 1) (mul (add y 0) 0))"), chain);
  REQUIRE(counts.rules.size() == 3);
  CHECK(counts.rules[0].rule->name == "add_zero");
  CHECK(counts.rules[0].firings == 2);
  CHECK(counts.rules[1].rule->name == "mul_one");
  CHECK(counts.rules[1].attempts == 1);
  CHECK(counts.rules[2].rule->name == "mul_zero");
  CHECK(counts.fired == 4);
}

TEST_CASE("counts of passes are added rule by rule") {
  Terms t;
  const Chain chain(vocabulary(), {&identities});
  PassStatistics all = count(t, t("(add x 0)"), chain);
  all.merge(count(t, t("(mul (add x 0) 1)"), chain));
  REQUIRE(all.rules.size() == 2);
  CHECK(all.rules[0].firings == 2);
  CHECK(all.rules[1].firings == 1);
  CHECK(all.fired == 3);
}

TEST_CASE("max_firings stops quietly and leaves a whole graph") {
  Terms t;
  const Node* n = t("(add (add (add x 0) (add y 0)) (add z 0))");
  const Chain chain(vocabulary(), {&identities});
  RewriteOptions options;
  const char* expected[] = {"(add (add (add x 0) (add y 0)) (add z 0))",
                            "(add (add x (add y 0)) (add z 0))", "(add (add x y) (add z 0))",
                            "(add (add x y) z)", "(add (add x y) z)"};
  for (uint64_t limit = 0; limit < 5; ++limit) {
    options.max_firings = limit;
    CHECK(t.text(rewrite(t.graph, n, chain, options)) == expected[limit]);
  }
}

TEST_CASE("a pass object runs over many graphs, with the limit of firings for each") {
  const Chain chain(vocabulary(), {&identities});
  RewriteOptions options;
  options.max_firings = 1;
  Pass pass(chain, options);
  for (int i = 0; i < 3; ++i) {
    Terms t;
    CHECK(t.text(pass.run(t.graph, t("(add (add x 0) (mul y 1))"))) == "(add x (mul y 1))");
  }
  CHECK(pass.statistics().fired == 3);
}

TEST_CASE("single_use asks the input of the pass") {
  Terms t;
  const Chain chain(vocabulary(), {&single});
  CHECK(t.text(rewrite(t.graph, t("(mul (add x y) z)"), chain)) == "(floordiv x (floormod y z))");
  CHECK(t.text(rewrite(t.graph, t("(stack (mul (add x y) z) (add x y))"), chain)) ==
        "(let ((t0 (add x y))) (stack (mul t0 z) t0))");
}

TEST_CASE("use counts are a snapshot: users that go in the pass still count") {
  Terms t;
  const HandMade drop("drop", "drop.rules", {"add_zero", "mul_zero", "if_single"},
                      {{Op::MUL, in_order<1, mul_zero, if_single>}});
  const Chain chain(vocabulary(), {&drop});
  CHECK(t.text(rewrite(t.graph, t("(stack (mul (add x y) 0) (mul (add x y) z))"), chain)) ==
        "(stack 0 (mul (add x y) z))");
}

TEST_CASE("what takes a node's place has its users") {
  Terms t;
  // (x + (y + 0)) is rebuilt as (x + y), which then has two users.
  const HandMade rules("rules", "rules.rules", {"add_zero", "if_single"},
                       {{Op::ADD, in_order<0, add_zero>}, {Op::MUL, in_order<1, if_single>}});
  const Chain chain(vocabulary(), {&rules});
  CHECK(t.text(rewrite(t.graph, t("(stack (mul (add x (add y 0)) z) (add x (add y 0)))"), chain)) ==
        "(let ((t0 (add x y))) (stack (mul t0 z) t0))");
  CHECK(t.text(rewrite(t.graph, t("(stack (mul (add x (add y 0)) z) (add z (add y 0)))"), chain)) ==
        "(stack (floordiv x (floormod y z)) (add z y))");
}

TEST_CASE("a rule that breaks a node's users ends with an error that says how") {
  Terms t;
  // A matcher that changes the dtype: the user cannot be built any more.
  const HandMade bad("bad", "bad.rules", {"to_void"}, {{Op::MUL, [](Match& m, const Node* n) {
                                                          const Node* r =
                                                              m.build(Op::SINK, {n->src(0)});
                                                          m.attempt(0);
                                                          m.fire(0, n, r);
                                                          return r;
                                                        }}});
  const Chain chain(vocabulary(), {&bad});
  CHECK_THROWS_WITH(rewrite(t.graph, t("(add (mul x y) z)"), chain),
                    Catch::StartsWith("pass `rewrite` cannot build `add` on new sources: "));
}

} // namespace tenet::test
