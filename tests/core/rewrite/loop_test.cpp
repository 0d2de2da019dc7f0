#include "core/base/error.h"
#include "core/rewrite/engine.h"
#include "tests/core/rewrite/terms.h"

#include <catch2/catch.hpp>
#include <string>

namespace tenet::test {
namespace {

/// What the error says of rewriting `term`.
std::string complaint(std::initializer_list<const Ruleset*> rules, std::string_view term,
                      RewriteOptions options = {}) {
  Terms t;
  const Chain chain(vocabulary(), rules);
  options.name = "p";
  try {
    rewrite(t.graph, t(term), chain, options);
  } catch (const Error& e) {
    return e.what();
  }
  return "settles";
}

template <Op to>
const Node* turn(Match& m, const Node* n) {
  return m.build(to, n->sources());
}

const HandMade swaps("swaps", "swaps.rules", {"swap"}, {{Op::ADD, in_order<0, swap_add>}});

const HandMade there("there", "there.rules", {"there"}, {{Op::ADD, in_order<0, turn<Op::MUL>>}});
const HandMade back("back", "back.rules", {"back"}, {{Op::MUL, in_order<0, turn<Op::ADD>>}});

const HandMade ring_a("ring_a", "a.rules", {"a1", "a2"},
                      {{Op::ADD, in_order<0, turn<Op::MUL>>},
                       {Op::MUL, in_order<1, turn<Op::AND>>}});
const HandMade ring_b("ring_b", "b.rules", {"b1", "b2"},
                      {{Op::AND, in_order<0, turn<Op::FLOORDIV>>},
                       {Op::FLOORDIV, in_order<1, turn<Op::FLOORMOD>>}});
const HandMade ring_c("ring_c", "c.rules", {"c1"}, {{Op::FLOORMOD, in_order<0, turn<Op::ADD>>}});

/// x + #c => x + #(c + 1)
const Node* count_up(Match& m, const Node* n) {
  const Value c = literal_value(vocabulary(), n->src(1));
  if (!c.is_int()) return nullptr;
  return m.build(Op::ADD,
                 {n->src(0), m.graph().constant(exact::add(c, Value::of_int(1)), dtypes::weakint)});
}
const HandMade counting("counting", "counting.rules", {"count_up"},
                        {{Op::ADD, in_order<0, count_up>}});

/// x + #c => (x * #c) + 0, x * #c => x + #(c + 1) ...: grows by two rules in turn.
const Node* to_mul(Match& m, const Node* n) {
  if (!literal_value(vocabulary(), n->src(1)).is_int()) return nullptr;
  return m.build(Op::MUL, n->sources());
}
const Node* to_add_next(Match& m, const Node* n) {
  const Value c = literal_value(vocabulary(), n->src(1));
  if (!c.is_int()) return nullptr;
  return m.build(Op::ADD,
                 {n->src(0), m.graph().constant(exact::add(c, Value::of_int(1)), dtypes::weakint)});
}
const HandMade growing_a("growing_a", "ga.rules", {"to_mul"}, {{Op::ADD, in_order<0, to_mul>}});
const HandMade growing_b("growing_b", "gb.rules", {"to_add"},
                         {{Op::MUL, in_order<0, to_add_next>}});

/// x + #c => (x + #(c + 1)) * 2: grows below itself.
const Node* nest(Match& m, const Node* n) {
  const Node* next = count_up(m, n);
  return next ? m.build(Op::MUL, {next, number(m, 2)}) : nullptr;
}
const HandMade nesting("nesting", "nesting.rules", {"nest"}, {{Op::ADD, in_order<0, nest>}});

/// x + y => (x + y) % 8
const Node* wrap(Match& m, const Node* n) {
  return m.build(Op::FLOORMOD, {n, number(m, 8)});
}
const HandMade wrapping("wrapping", "wrapping.rules", {"wrap"}, {{Op::ADD, in_order<0, wrap>}});

/// (a + b) + c => (a + c) + b where c is before b: sorts a sum.
const Node* sort_sum(Match& m, const Node* n) {
  const Node* inner = n->src(0);
  if (!is(inner, Op::ADD) || order(vocabulary(), n->src(1), inner->src(1)) >= 0) return nullptr;
  return m.build(Op::ADD, {m.build(Op::ADD, {inner->src(0), n->src(1)}), inner->src(1)});
}
const HandMade sorting("sorting", "sorting.rules", {"sort_sum"},
                       {{Op::ADD, in_order<0, sort_sum>}});

} // namespace

TEST_CASE("a rule that swaps back and forth is the loop error, which names it once") {
  CHECK(complaint({&swaps}, "(add x y)") == "pass `p` does not settle: `swap` (swaps.rules:1) "
                                            "comes back to `(add (var x 0 8) (var y 0 8))`");
}

TEST_CASE("a loop of two rules in two rulesets names both, and both files") {
  CHECK(complaint({&there, &back}, "(floordiv (add x y) z)") ==
        "pass `p` does not settle: `there` (there.rules:1), `back` (back.rules:1) come back to "
        "`(add (var x 0 8) (var y 0 8))`");
  CHECK(complaint({&back}, "(add x y)") == "settles");
}

TEST_CASE("a loop of five rules in three rulesets is named from the node that it comes back to") {
  CHECK(complaint({&ring_a, &ring_b, &ring_c}, "(and x y)") ==
        "pass `p` does not settle: `b1` (b.rules:1), `b2` (b.rules:2), `c1` (c.rules:1), `a1` "
        "(a.rules:1), "
        "`a2` (a.rules:2) come back to `(and (var x 0 8) (var y 0 8))`");
}

TEST_CASE("rules that lead into a loop are not named") {
  CHECK(complaint({&ring_c, &there, &back}, "(floormod x y)") ==
        "pass `p` does not settle: `there` (there.rules:1), `back` (back.rules:1) come back to "
        "`(add (var x 0 8) (var y 0 8))`");
}

TEST_CASE("a result that contains its own root is the loop error") {
  CHECK(complaint({&wrapping}, "(add x y)") ==
        "pass `p` does not settle: `wrap` (wrapping.rules:1) comes back to `(add (var x 0 8) (var "
        "y 0 8))`");
  RewriteOptions options;
  options.order = Order::Walk;
  CHECK(complaint({&wrapping}, "(add x y)", options) == "settles");
}

TEST_CASE("loops are found in order pre too") {
  RewriteOptions options;
  options.order = Order::Pre;
  CHECK(complaint({&there, &back}, "(add x y)", options) ==
        "pass `p` does not settle: `there` (there.rules:1), `back` (back.rules:1) come back to "
        "`(add (var x 0 8) (var y 0 8))`");
  CHECK(complaint({&counting}, "(add x 1)", options)
            .find("`count_up` (counting.rules:1) goes on at") != std::string::npos);
}

TEST_CASE("a rule that makes ever new nodes ends at the budget of the node that it began at") {
  RewriteOptions options;
  options.firings_per_node = 16;
  CHECK(complaint({&counting}, "(mul (add x 1) y)", options) ==
        "pass `p` does not settle: after 21 firings that follow from one another `count_up` "
        "(counting.rules:1) goes on at `(add (var x 0 8) (const 21 weakint))`");
  CHECK(complaint({&nesting}, "(add x 1)", options).find("`nest` (nesting.rules:1) goes on at") !=
        std::string::npos);
}

TEST_CASE("growth by several rules names the run that repeats") {
  CHECK(complaint({&growing_a, &growing_b}, "(add x 1)") ==
        "pass `p` does not settle: after 1029 firings that follow from one another `to_add` "
        "(gb.rules:1), "
        "`to_mul` (ga.rules:1) go on at `(add (var x 0 8) (const 515 weakint))`");
}

TEST_CASE("the node in the error is cut where it is long") {
  std::string term = "(add x y)";
  for (int i = 0; i < 200; ++i)
    term = "(add " + term + " y)";
  RewriteOptions options;
  options.order = Order::Pre;
  CHECK(complaint({&swaps}, term, options).size() < 400);
}

TEST_CASE("the budget counts for each node of the input by itself") {
  RewriteOptions options;
  options.firings_per_node = 4;
  std::string term = "x";
  for (int i = 0; i < 100; ++i)
    term = "(add " + term + " (mul y " + std::to_string(i) + "))";
  CHECK(complaint({&there}, term, options) == "settles");
}

TEST_CASE("sorting a long sum is no loop") {
  std::string term = "x";
  for (int i = 1199; i >= 0; --i)
    term = "(add " + term + " (var v" + std::to_string(i) + " 0 8))";
  CHECK(complaint({&sorting}, term) == "settles");
}

TEST_CASE("a graph can be rewritten again after a loop") {
  Terms t;
  const Node* n = t("(mul (add x 0) (add y z))");
  const Chain looping(vocabulary(), {&swaps});
  CHECK_THROWS_AS(rewrite(t.graph, n, looping), Error);
  const HandMade zero("zero", "zero.rules", {"add_zero"}, {{Op::ADD, in_order<0, add_zero>}});
  const Chain chain(vocabulary(), {&zero});
  CHECK(t.text(rewrite(t.graph, n, chain)) == "(mul x (add y z))");
}

} // namespace tenet::test
