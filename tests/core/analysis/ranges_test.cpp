#include "core/analysis/ranges.h"
#include "core/ir/fields.h"
#include "core/ir/text.h"
#include "tests/core/test_vocabulary.h"

#include <catch2/catch.hpp>

using tenet::Graph;
using tenet::Node;
using tenet::Value;
using tenet::test::Op;

namespace {

const tenet::Vocabulary& v() {
  return tenet::test::vocabulary();
}

const Node* read(Graph& g, std::string_view text) {
  const tenet::text::ReadResult r = tenet::text::read(g, text);
  INFO(tenet::text::to_string(r.error));
  REQUIRE(r);
  return r.node;
}

/// The ids of the ranges in scope.
std::string ranges(Graph& g, std::string_view text) {
  std::string out;
  for (const Node* const r : ranges_of(g, read(g, text))) {
    out += (out.empty() ? "" : " ") + std::to_string(tenet::field::to_int(field_of(v(), r, 0)));
  }
  return out;
}

} // namespace

TEST_CASE("ranges in scope are those opened below and not closed there") {
  Graph g(v());
  CHECK(ranges(g, "(var x 0 8)").empty());
  CHECK(ranges(g, "(range (const 8 weakint) 3 weak)") == "3");
  CHECK(ranges(g, "(add (range (const 8 weakint) 3 weak) (mul (range (const 8 weakint) 4 weak) "
                  "(var x 0 8)))") == "3 4");
  CHECK(ranges(g,
               "(let ((r (range (const 8 weakint) 3 reduce)) (s (range (const 8 weakint) 4 weak))) "
               "(reduce (add r s) r add))") == "4");
  CHECK(ranges(g, "(let ((r (range (const 8 weakint) 3 reduce))) (reduce r r add))").empty());
  CHECK(ranges(g, "(let ((r (range (const 8 weakint) 3 reduce))) (add r (reduce r r add)))") ==
        "3");
  CHECK(ranges(g, "(range (add (range (const 8 weakint) 3 weak) (const 1 weakint)) 5 weak)") ==
        "3 5");
}

TEST_CASE("ranges of the body of a call do not leave it") {
  Graph g(v());
  CHECK(ranges(g, "(call (range (const 8 weakint) 3 weak) (range (const 8 weakint) 4 weak))") ==
        "4");
}

TEST_CASE("a node depends on itself and on what lies below it") {
  Graph g(v());
  const Node* const x = read(g, "(var x 0 8)");
  const Node* const y = read(g, "(var y 0 8)");
  const Node* const sum = read(g, "(add (mul (var x 0 8) (const 2 weakint)) (const 1 weakint))");
  CHECK(depends_on(g, x, x));
  CHECK(depends_on(g, sum, x));
  CHECK_FALSE(depends_on(g, sum, y));
  CHECK_FALSE(depends_on(g, x, sum));
}

TEST_CASE("dependence and ranges of deep and of wide graphs are found in linear time") {
  Graph g(v());
  const Node* const bottom = read(g, "(range (const 8 weakint) 1 weak)");
  const Node* const other = read(g, "(range (const 8 weakint) 2 weak)");
  const Node* x = bottom;
  // A ladder: 2^100000 paths.
  for (int i = 0; i < 100000; ++i)
    x = g.make(Op::ADD, {x, g.make(Op::MUL, {x, x})});
  CHECK(depends_on(g, x, bottom));
  CHECK_FALSE(depends_on(g, x, other));
  CHECK(ranges_of(g, x).size() == 1);
}
