#include "core/ir/fields.h"
#include "core/ir/graph.h"
#include "core/ir/text.h"
#include "tests/core/test_vocabulary.h"

#include <catch2/catch.hpp>
#include <set>

using tenet::Graph;
using tenet::Node;
using tenet::Value;
using tenet::test::Op;
using tenet::test::dtypes::boolean;
using tenet::test::dtypes::float16;
using tenet::test::dtypes::int32;
using tenet::test::dtypes::uint64;
using tenet::test::dtypes::uint8;
using tenet::test::dtypes::void_;
using tenet::test::dtypes::weakint;

namespace {

const tenet::Vocabulary& v() {
  return tenet::test::vocabulary();
}

const Node* read(Graph& g, std::string_view text) {
  const tenet::text::ReadResult r = tenet::text::read(g, text);
  INFO(text);
  INFO(tenet::text::to_string(r.error));
  REQUIRE(r);
  return r.node;
}

std::string bounds(Graph& g, std::string_view text) {
  const tenet::Interval b = bounds_of(v(), read(g, text));
  return b.known() ? to_string(b.min()) + " " + to_string(b.max()) : "unknown";
}

bool exact(Graph& g, std::string_view text) {
  return read(g, text)->has(Node::exact);
}

std::string literal(const Node* n) {
  return n == nullptr ? "null" : to_string(literal_value(v(), n));
}

} // namespace

TEST_CASE("equal structures of a graph are one node") {
  Graph g(v());
  const Node* const a = read(g, "(add (var x 0 8) (mul (var y 0 8) (const 2 weakint)))");
  const size_t count = g.node_count();
  CHECK(read(g, "(add (var x 0 8) (mul (var y 0 8) (const 2 weakint)))") == a);
  CHECK(g.node_count() == count);
  CHECK(read(g, "(add (mul (var y 0 8) (const 2 weakint)) (var x 0 8))") != a);
  CHECK(read(g, "(var x 0 8)") != read(g, "(var x 0 9)"));
  CHECK(read(g, "(var x 0 8)") != read(g, "(var x 0.0 8.0)"));
  CHECK(read(g, "(const 1 weakint)") != read(g, "(const 1 int32)"));
  CHECK(read(g, "(const 0.0 float32)") != read(g, "(const -0.0 float32)"));
}

TEST_CASE("hundreds of thousands of nodes keep their identity while the table grows") {
  Graph g(v());
  const Node* const x = read(g, "(var x 0 8)");
  std::vector<const Node*> made;
  for (int i = 0; i < 200000; ++i)
    made.push_back(g.make(Op::ADD, {x, g.constant(Value::of_int(i), weakint)}));
  for (int i = 0; i < 200000; ++i) {
    REQUIRE(g.make(Op::ADD, {x, g.constant(Value::of_int(i), weakint)}) ==
            made[static_cast<size_t>(i)]);
  }
  CHECK(g.node_count() == 400001);
  CHECK(std::set<const Node*>(made.begin(), made.end()).size() == made.size());
  for (size_t i = 1; i < made.size(); ++i)
    REQUIRE(made[i]->id > made[i - 1]->id);
}

TEST_CASE("a node may have more sources than a block of memory holds") {
  Graph g(v());
  const std::vector<const Node*> many(700000, read(g, "(var x 0 8)"));
  const Node* const n = g.make(Op::STACK, many);
  CHECK(n->n_src == 700000);
  CHECK(n->src(699999) == many[0]);
  CHECK(g.make(Op::STACK, many) == n);
  CHECK(g.make(Op::ADD, {many[0], many[0]})->height == 1);
}

TEST_CASE("hashes are of structure: equal in another graph, built in another order") {
  Graph g(v()), h(v());
  read(h, "(table (((b) 1.5)))");
  read(h, "(var z 0 1)");
  for (const char* text :
       {"(add (var x 0 8) (const 170141183460469231731687303715884105727 weakint))",
        "(table (((a \"b c\") 2.5 false kind reduce) ((d) 1.5)) \"note\")",
        "(sink (param 1 float32 (2 3)) (range (var n 1 8) 3 reduce))"}) {
    CHECK(read(g, text)->hash == read(h, text)->hash);
  }
  CHECK(read(g, "(table (((a) 2.5)))")->hash != read(g, "(table (((b) 2.5)))")->hash);
}

TEST_CASE("make rejects what does not fit, and explain says why") {
  Graph g(v());
  const Node* const i = read(g, "(var i 0 8 int32)");
  const Node* const f = read(g, "(var f 0.0 8.0 float32)");
  const Node* const b = read(g, "(var b false true bool)");
  const auto why = [&](Op op, std::vector<const Node*> src) {
    return g.make(op, src) == nullptr ? g.explain(op, src, 0) : "made";
  };
  CHECK(why(Op::WHERE, {b, i}) == "`where` has 2 sources; expected 3");
  CHECK(why(Op::CAST, {}) == "`cast` has 0 sources; expected 1");
  CHECK(why(Op::RANGE, {}) == "`range` has 0 sources; expected at least 1");
  CHECK(why(Op::ADD, {i, f}) ==
        "`add` has operands of dtype `int32` and `float32`; expected at most one dtype that is "
        "not weak: cast one of them");
  CHECK(why(Op::WHERE, {i, i, i}) ==
        "source `cond` of `where` is of dtype `int32`; expected `bool`");
  CHECK(why(Op::STACK, {}) ==
        "`stack` has no dtype for this argument; expected sources that fit together");
  CHECK(why(Op::ADD, {i, g.constant(Value::of_int(1), weakint)}) == "made");
  CHECK(why(Op::WHERE, {b, i, g.constant(Value::invalid(), weakint)}) == "made");
}

TEST_CASE("build brings strong operands to their common dtype and leaves weak ones") {
  Graph g(v());
  const auto built = [&](Op op, std::initializer_list<const char*> sources) {
    std::vector<const Node*> src;
    for (const char* s : sources)
      src.push_back(read(g, s));
    return tenet::text::to_string(v(), g.build(op, src));
  };
  CHECK(built(Op::ADD, {"(var i 0 8 int32)", "(var f 0.0 8.0 float32)"}) ==
        "(add (cast (var i 0 8 int32) float32) (var f 0.0 8.0 float32))");
  CHECK(built(Op::ADD, {"(var i 0 8 int32)", "(const 1 weakint)"}) ==
        "(add (var i 0 8 int32) (const 1 weakint))");
  CHECK(
      built(Op::WHERE, {"(var i 0 8 int32)", "(var f 0.0 8.0 float16)", "(const invalid bool)"}) ==
      "(where (cast (var i 0 8 int32) bool) (var f 0.0 8.0 float16) (const invalid bool))");
  CHECK(built(Op::ADD, {"(var i 0 8 int8)", "(var u 0 8 uint8)"}) ==
        "(add (cast (var i 0 8 int8) int32) (cast (var u 0 8 uint8) int32))");
}

TEST_CASE("constants wrap or round to their dtype") {
  Graph g(v());
  CHECK(literal(g.constant(Value::of_int(300), uint8)) == "44");
  CHECK(literal(g.constant(Value::of_int(-1), uint64)) == "18446744073709551615");
  CHECK(literal(g.constant(Value::of_int(tenet::int128_min), weakint)) ==
        tenet::to_string(tenet::int128_min));
  CHECK(literal(g.constant(Value::of_float(0.1), float16)) == "0.0999755859375");
  CHECK(literal(g.constant(Value::of_int(2), boolean)) == "true");
  CHECK(literal(g.constant(Value::invalid(), int32)) == "invalid");
  CHECK(g.constant(Value::invalid(), int32)->dtype == boolean);
  CHECK(g.constant(Value(), int32) == nullptr);
  CHECK(g.constant(Value::of_int(1), void_) == nullptr);
  CHECK(g.constant(Value::of_int(-1), uint64) ==
        g.constant(Value::of_int((tenet::int128{1} << 64) - 1), uint64));
}

TEST_CASE("a literal's value is taken in the dtype that its parent computes in") {
  Graph g(v());
  const Node* const n = read(g, "(add (var u 0 255 uint8) (const -1 weakint))");
  CHECK(computed_dtype(v(), n) == uint8);
  CHECK(to_string(literal_value_in(v(), n->src(1), computed_dtype(v(), n))) == "255");
  CHECK(bounds(g, "(and (var u 0 255 uint8) (const -4 weakint))") == "0 252");
  CHECK(computed_dtype(v(), read(g, "(cmplt (var u 0 255 uint8) (const 3 weakint))")) == uint8);
}

TEST_CASE("bounds are exact, wrap to the whole dtype, and say whether the arithmetic is exact") {
  Graph g(v());
  CHECK(bounds(g, "(add (var x -3 8) (const 5 weakint))") == "2 13");
  CHECK(bounds(g, "(add (var x 0 100 int8) (const 27 weakint))") == "27 127");
  CHECK(exact(g, "(add (var x 0 100 int8) (const 27 weakint))"));
  CHECK(bounds(g, "(add (var x 0 100 int8) (const 28 weakint))") == "-128 127");
  CHECK_FALSE(exact(g, "(add (var x 0 100 int8) (const 28 weakint))"));
  CHECK(exact(g, "(mul (var x 0 9223372036854775807) (var x 0 9223372036854775807))"));
  CHECK(bounds(g, "(mul (var x 0 9223372036854775807) (const 4 weakint))") ==
        "0 36893488147419103228");
  CHECK(bounds(g, "(mul (var x 0 170141183460469231731687303715884105727) (const 4 weakint))") ==
        "unknown");
  CHECK(bounds(g, "(add (var u 0 18446744073709551615 uint64) (const 1 weakint))") ==
        "0 18446744073709551615");
  CHECK(bounds(g, "(cmplt (var x 0 3) (const 9 weakint))") == "1 1");
  CHECK(bounds(g, "(cast (var x 256 300) uint8)") == "0 44");
  CHECK_FALSE(exact(g, "(cast (var x 256 300) uint8)"));
  CHECK(exact(g, "(cast (var x 0 200) uint8)"));
  CHECK(bounds(g, "(add (var f 0 1 float32) (const 0.1 weakfloat))") ==
        "0.10000000149011612 1.100000023841858");
  CHECK(bounds(g, "(range (var n 0 8) 0 weak)") == "0 7");
  CHECK(bounds(g, "(where (var b false true bool) (var x 2 5) (const invalid bool))") == "2 5");
  CHECK(bounds(g, "(const 18446744073709551615 uint64)") ==
        "18446744073709551615 18446744073709551615");
  CHECK(bounds(g, "(const invalid bool)") == "unknown");
}

TEST_CASE("bounds and dtype are found without building") {
  Graph g(v());
  const size_t before = g.node_count();
  const tenet::DType src[] = {uint8, weakint};
  const tenet::Interval in[] = {tenet::Interval::of(0, 3), tenet::Interval::of(-1, -1)};
  CHECK(result_dtype(g, Op::ADD, 0, src) == uint8);
  CHECK(result_dtype(g, Op::CMPLT, 0, src) == boolean);
  CHECK(result_dtype(g, Op::CAST, tenet::field::of_dtype(float16), {src, 1}) == float16);
  const tenet::Derived d = derive_bounds(g, Op::ADD, 0, uint8, in, src);
  CHECK(to_string(d.bounds.max()) == "255");
  CHECK_FALSE(d.exact);
  CHECK(g.node_count() == before);
}

TEST_CASE("height is the length of the longest way down") {
  Graph g(v());
  CHECK(read(g, "(var x 0 1)")->height == 0);
  CHECK(read(g, "(add (add (var x 0 1) (var y 0 1)) (var x 0 1))")->height == 2);
}

TEST_CASE("two vocabularies live side by side") {
  tenet::Vocabulary other = v();
  other.literal.reset();
  Graph g(v()), h(other);
  CHECK(g.constant(Value::of_int(1), weakint) != nullptr);
  CHECK(h.constant(Value::of_int(1), weakint) == nullptr);
}
