#include "core/base/error.h"
#include "core/rewrite/engine.h"
#include "core/rewrite/trace.h"
#include "tests/core/rewrite/terms.h"

#include <catch2/catch.hpp>
#include <sstream>
#include <string>

namespace tenet::test {
namespace {

const HandMade
    identities("identities", "simplify/identities.rules", {"add_zero", "mul_one", "mul_zero"},
               {{Op::ADD, in_order<0, add_zero>}, {Op::MUL, in_order<1, mul_one, mul_zero>}});

/// x + y => (x * y) * (y * x)
const Node* square(Match& m, const Node* n) {
  return m.build(Op::MUL, {m.build(Op::MUL, {n->src(0), n->src(1)}),
                           m.build(Op::MUL, {n->src(1), n->src(0)})});
}
const HandMade squares("squares", "squares.rules", {"square"}, {{Op::ADD, in_order<0, square>}});

/// The trace of rewriting `term`, times made equal.
std::string traced(Terms& t, const HandMade& rules, std::string_view term) {
  std::ostringstream out;
  Trace trace(out);
  const Chain chain(vocabulary(), {&rules});
  RewriteOptions options;
  options.trace = &trace;
  options.name = "the \"first\" pass";
  rewrite(t.graph, t(term), chain, options);
  std::string text = out.str();
  const std::string field = "\"ns\":";
  for (size_t i = text.find(field); i != std::string::npos; i = text.find(field, i + 1)) {
    const size_t digits = i + field.size();
    text.replace(digits, text.find('}', digits) - digits, "0");
  }
  return text;
}

} // namespace

TEST_CASE(
    "the trace has a line for every firing: pass, rule and place, node before and after, time") {
  Terms t;
  CHECK(
      traced(t, identities, "(add (mul x 1) 0)") ==
      R"_({"pass":"the \"first\" pass","rule":"mul_one","at":"simplify/identities.rules:2","before":2,"after":0,)_"
      R"_("before_text":"(mul (var x 0 8) (const 1 weakint))","after_text":"(var x 0 8)","ns":0})_"
      "\n"
      R"_({"pass":"the \"first\" pass","rule":"add_zero","at":"simplify/identities.rules:1","before":5,"after":0,)_"
      R"_("before_text":"(add (var x 0 8) (const 0 weakint))","after_text":"(var x 0 8)","ns":0})_"
      "\n");
}

TEST_CASE("texts in the trace are cut where they are long") {
  Terms t;
  std::string term = "x";
  for (int i = 0; i < 1000; ++i)
    term = "(floordiv " + term + " y)";
  CHECK(traced(t, identities, "(add " + term + " 0)").size() < 800);
}

TEST_CASE("a trace that cannot be written is an error") {
  Terms t;
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  Trace trace(out);
  const Chain chain(vocabulary(), {&identities});
  RewriteOptions options;
  options.trace = &trace;
  CHECK_THROWS_AS(rewrite(t.graph, t("(add x 0)"), chain, options), Error);
}

TEST_CASE("provenance knows the rule that first made a node") {
  Terms t;
  Provenance provenance;
  RewriteOptions options;
  options.provenance = &provenance;
  const Node* input = t("(floordiv (add x y) (add (mul x y) 0))");
  const Chain chain(vocabulary(), {&identities, &squares});
  const Node* result = rewrite(t.graph, input, chain, options);
  REQUIRE(t.text(result) == "(let ((t0 (mul x y))) (floordiv (mul t0 (mul y x)) t0))");
  const Node* product = result->src(0);
  REQUIRE(provenance.maker(product));
  CHECK(provenance.maker(product)->name == "square");
  CHECK(provenance.maker(product->src(1))->name == "square");
  // Of the input, or only rebuilt.
  CHECK(!provenance.maker(product->src(0)));
  CHECK(!provenance.maker(input));
  CHECK(!provenance.maker(result));
}

TEST_CASE("a node that was rebuilt keeps the rule of the one that it replaces, over passes too") {
  Terms t;
  Provenance provenance;
  RewriteOptions options;
  options.provenance = &provenance;
  const Chain first(vocabulary(), {&squares}), second(vocabulary(), {&identities});
  const Node* made = rewrite(t.graph, t("(add (floordiv x 1) (mul z 1))"), first, options);
  const Node* result = rewrite(t.graph, made, second, options);
  REQUIRE(t.text(result) == "(let ((t0 (floordiv x 1))) (mul (mul t0 z) (mul z t0)))");
  REQUIRE(provenance.maker(result));
  CHECK(provenance.maker(result)->name == "square");
}

TEST_CASE("nothing is recorded unless asked, and the results are the same") {
  Terms t;
  Provenance provenance;
  std::ostringstream out;
  Trace trace(out);
  RewriteOptions options;
  options.trace = &trace;
  options.provenance = &provenance;
  const Chain chain(vocabulary(), {&identities, &squares});
  const Node* n = t("(add (add x 0) (mul (add y z) 1))");
  CHECK(rewrite(t.graph, n, chain, options) == rewrite(t.graph, n, chain));
  CHECK(trace.firings() == 4);
}

} // namespace tenet::test
