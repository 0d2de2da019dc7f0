#include "core/base/error.h"
#include "core/rewrite/engine.h"
#include "tests/core/rewrite/terms.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace tenet::test {
namespace {

const HandMade identities("identities", "identities.rules", {"add_zero", "mul_one", "mul_zero"},
                          {{Op::ADD, in_order<0, add_zero>},
                           {Op::MUL, in_order<1, mul_one, mul_zero>}});

std::string rewritten(Terms& t, const HandMade& rules, std::string_view term, Order order) {
  const Chain chain(vocabulary(), {&rules});
  RewriteOptions options;
  options.order = order;
  return t.text(rewrite(t.graph, t(term), chain, options));
}

/// The nodes that matchers came to, for tests of the order.
std::vector<const Node*> seen;
const Node* note(Match&, const Node* n) {
  seen.push_back(n);
  return nullptr;
}
const HandMade notes("notes", "notes.rules", {"note_add", "note_mul"},
                     {{Op::ADD, in_order<0, note>}, {Op::MUL, in_order<1, note>}});

std::vector<std::string> visits(Terms& t, std::string_view term, Order order) {
  seen.clear();
  rewritten(t, notes, term, order);
  std::vector<std::string> texts;
  for (const Node* n : seen)
    texts.push_back(t.text(n));
  return texts;
}

/// x + y => x * y, then nothing.
const Node* add_to_mul(Match& m, const Node* n) {
  return m.build(Op::MUL, n->sources());
}
/// x * y => x // y
const Node* mul_to_div(Match& m, const Node* n) {
  return m.build(Op::FLOORDIV, n->sources());
}
const HandMade lowering("lowering", "lowering.rules", {"add_to_mul", "mul_to_div"},
                        {{Op::ADD, in_order<0, add_to_mul>}, {Op::MUL, in_order<1, mul_to_div>}});

/// x + y => (x + y) % 8: a result that contains its root.
const Node* wrap(Match& m, const Node* n) {
  return m.build(Op::FLOORMOD, {n, number(m, 8)});
}
const HandMade wrapping("wrapping", "wrapping.rules", {"wrap"}, {{Op::ADD, in_order<0, wrap>}});

const Node* wrap_done(Match& m, const Node* n) {
  const Node* result = wrap(m, n);
  if (!m.attempt(0)) return nullptr;
  m.fire(0, n, result);
  m.done();
  return result;
}
const HandMade wrapping_done("wrapping_done", "wrapping.rules", {"wrap"}, {{Op::ADD, wrap_done}});

} // namespace

TEST_CASE("post: sources go left to right and before their users, each node once") {
  Terms t;
  CHECK(visits(t, "(add (mul x y) (add (mul y z) (mul x y)))", Order::Post) ==
        std::vector<std::string>{"(mul x y)", "(mul y z)", "(add (mul y z) (mul x y))",
                                 "(let ((t0 (mul x y))) (add t0 (add (mul y z) t0)))"});
}

TEST_CASE("post: a node is rebuilt on the results of its sources and then matched") {
  Terms t;
  CHECK(rewritten(t, identities, "(add y (mul x 0))", Order::Post) == "y");
  CHECK(rewritten(t, identities, "(floordiv (mul x 1) (add y 0))", Order::Post) ==
        "(floordiv x y)");
}

TEST_CASE("post: the result of a rule is driven again, its new sources too") {
  Terms t;
  CHECK(rewritten(t, lowering, "(add x y)", Order::Post) == "(floordiv x y)");
  CHECK(rewritten(t, lowering, "(add (add x y) z)", Order::Post) == "(floordiv (floordiv x y) z)");
}

TEST_CASE("post: a second pass over its result changes nothing") {
  Terms t;
  const Chain chain(vocabulary(), {&identities, &lowering});
  const Node* once = rewrite(t.graph, t("(add (add (mul x 1) 0) (mul y (add z 0)))"), chain);
  PassStatistics counts;
  RewriteOptions options;
  options.statistics = &counts;
  CHECK(rewrite(t.graph, once, chain, options) == once);
  CHECK(counts.fired == 0);
}

TEST_CASE("pre: a node is rewritten to a fixed point before its sources") {
  Terms t;
  CHECK(visits(t, "(add (mul x y) (mul y z))", Order::Pre) ==
        std::vector<std::string>{"(add (mul x y) (mul y z))", "(mul x y)", "(mul y z)"});
  CHECK(rewritten(t, lowering, "(add x (add y z))", Order::Pre) == "(floordiv x (floordiv y z))");
  // Seen from above, x * 1 hides that 0 is added to it: the sum is not matched again.
  CHECK(rewritten(t, identities, "(add y (mul x 0))", Order::Pre) == "(add y 0)");
}

TEST_CASE("pre: a result that contains its root is a loop, unless the rule ends with done") {
  Terms t;
  CHECK_THROWS_AS(rewritten(t, wrapping, "(add x y)", Order::Pre), Error);
  CHECK(rewritten(t, wrapping_done, "(add x y)", Order::Pre) == "(floormod (add x y) 8)");
}

TEST_CASE("pre: done keeps the result and does not go below it") {
  Terms t;
  CHECK(rewritten(t, wrapping_done, "(mul (add (add x y) z) (add x y))", Order::Pre) ==
        "(let ((t0 (add x y))) (mul (floormod (add t0 z) 8) (floormod t0 8)))");
}

TEST_CASE("walk: each node once, sources first, and results are final") {
  Terms t;
  CHECK(visits(t, "(add (mul x y) (mul y z))", Order::Walk) ==
        std::vector<std::string>{"(mul x y)", "(mul y z)", "(add (mul x y) (mul y z))"});
  CHECK(rewritten(t, lowering, "(add x y)", Order::Walk) == "(mul x y)");
  CHECK(rewritten(t, lowering, "(add (mul x y) z)", Order::Walk) == "(mul (floordiv x y) z)");
  CHECK(rewritten(t, wrapping, "(add (add x y) z)", Order::Walk) ==
        "(floormod (add (floormod (add x y) 8) z) 8)");
}

TEST_CASE("walk: a node on new sources is matched") {
  Terms t;
  CHECK(rewritten(t, identities, "(add y (mul x 0))", Order::Walk) == "y");
}

TEST_CASE("regions are not entered unless the pass says so") {
  Terms t;
  const Chain chain(vocabulary(), {&identities});
  const Node* call = t("(call (add (add x y) 0) (add z 0))");
  for (const Order order : {Order::Post, Order::Pre, Order::Walk}) {
    RewriteOptions options;
    options.order = order;
    CHECK(t.text(rewrite(t.graph, call, chain, options)) == "(call (add (add x y) 0) z)");
    options.enter_regions = true;
    CHECK(t.text(rewrite(t.graph, call, chain, options)) == "(call (add x y) z)");
  }
}

TEST_CASE("a node that is used inside a body and outside is rewritten outside only") {
  Terms t;
  CHECK(rewritten(t, identities, "(add (call (add x 0) y) (add x 0))", Order::Post) ==
        "(add (call (add x 0) y) x)");
}

TEST_CASE("wide nodes are gone through once") {
  Terms t;
  std::vector<const Node*> sources;
  for (int i = 0; i < 20000; ++i)
    sources.push_back(
        t.graph.make(Op::ADD, {t("x"), t.graph.constant(Value::of_int(i), dtypes::weakint)}));
  const Node* sink = t.graph.make(Op::SINK, sources);
  const Chain chain(vocabulary(), {&identities});
  for (const Order order : {Order::Post, Order::Pre, Order::Walk}) {
    PassStatistics counts;
    RewriteOptions options;
    options.order = order;
    options.statistics = &counts;
    const Node* result = rewrite(t.graph, sink, chain, options);
    CHECK(result->src(0) == t("x"));
    CHECK(result->src(19999) == sources[19999]);
    CHECK(counts.fired == 1);
    CHECK(counts.visited <= 40002 + 1); // x, sink, sums and numbers
  }
}

TEST_CASE("a wide node in a wide node keeps its place") {
  Terms t;
  const Node* inner =
      t("(stack x (add y 0) (add z 0) x y (add (stack x y z x (add x 0) (add y 0)) 0))");
  const Node* outer =
      t.graph.make(Op::SINK, {inner, t("(add x 0)"), inner, t("y"), inner, t("(add z 0)")});
  const Chain chain(vocabulary(), {&identities});
  CHECK(t.text(rewrite(t.graph, outer, chain)) ==
        "(let ((t0 (stack x y z x y (stack x y z x x y)))) (sink t0 x t0 y t0 z))");
}

} // namespace tenet::test
