#include "core/ir/text.h"
#include "tests/core/test_vocabulary.h"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <sstream>

using tenet::Graph;
using tenet::Node;
using tenet::Value;
using tenet::test::Op;

namespace {

const tenet::Vocabulary& v() {
  return tenet::test::vocabulary();
}

/// Read and written, both ways of writing, which must agree; and read again to the same node.
std::string rewritten(std::string_view text) {
  Graph g(v());
  const tenet::text::ReadResult r = tenet::text::read(g, text);
  INFO(text);
  INFO(tenet::text::to_string(r.error));
  REQUIRE(r);
  std::ostringstream out;
  tenet::text::write(out, g, r.node);
  CHECK(out.str() == tenet::text::to_string(v(), r.node));
  CHECK(tenet::text::read(g, out.str()).node == r.node);
  return out.str();
}

} // namespace

TEST_CASE("graphs in the normal form are written as they were read") {
  for (const char* text : {
           "(var x 0 8)",
           "(var x 0 8 int32)",
           "(var x 0 8 multiple_of 4)",
           "(var x 0.0 8.0 float32 multiple_of 4)",
           "(param 0 float32)",
           "(param 0 float32 (2 3))",
           "(const -0.0 float32)",
           "(const nan float16)",
           "(const inf float32)",
           "(const -inf weakfloat)",
           "(const invalid bool)",
           "(const true bool)",
           "(const 0.1 float32)",
           "(const 0.1 float16)",
           "(const 16777216.0 float32)",
           "(const 1e+30 float32)",
           "(const 0.1 weakfloat)",
           "(const 170141183460469231731687303715884105727 weakint)",
           "(range (const 64 weakint) 0 reduce)",
           "(range (var n 1 8) (var m 1 8) 0 weak)",
           "(reduce (var x 0 8) (range (const 8 weakint) 0 reduce) add)",
           "(sink)",
           "(table ())",
           "(table (((a \"b c\" \"\\\"\\\\\\n\\t\\x01é\") 2.5 false kind reduce) (() -inf)) "
           "\"note\")",
           "(let ((t0 (add (var x 0 8) (var y 0 8)))) (mul t0 t0))",
           "(let ((t0 (add (var x 0 8) (var y 0 8))) (t1 (mul t0 (var x 0 8)))) (add (mul t1 t0) "
           "t1))",
       }) {
    CHECK(rewritten(text) == text);
  }
}

TEST_CASE("other spellings are brought to the normal form") {
  CHECK(rewritten(";; tenet 1\n ; a comment\n( add\t(var x 0 8)\n(const +2 weakint) ) ; the end") ==
        "(add (var x 0 8) (const 2 weakint))");
  CHECK(rewritten("(var \"x\" 0 8 weakint multiple_of 1)") == "(var x 0 8)");
  CHECK(rewritten("(var x 0 8 multiple_of 4 int32)") == "(var x 0 8 int32 multiple_of 4)");
  CHECK(rewritten("(param 0 float32 ())") == "(param 0 float32)");
  CHECK(rewritten("(table (((a) 1 true kind weak)) \"\")") == "(table (((a) 1.0)))");
  CHECK(rewritten("(const 1 float32)") == "(const 1.0 float32)");
  CHECK(rewritten("(const 300 int8)") == "(const 44 int8)");
  CHECK(rewritten("(const 1e999 float32)") == "(const inf float32)");
  CHECK(rewritten("(let ((a (const 1 weakint))) (let ((b (add a a))) (mul b (let ((c b)) c))))") ==
        "(let ((t0 (add (const 1 weakint) (const 1 weakint)))) (mul t0 t0))");
}

TEST_CASE("names are given in post-order of first use, and leaves have none") {
  CHECK(rewritten("(let ((y (var y 0 1)) (a (add y y)) (b (mul a y))) (stack (stack b a) b (cast a "
                  "int32)))") ==
        "(let ((t0 (add (var y 0 1) (var y 0 1))) (t1 (mul t0 (var y 0 1)))) "
        "(stack (stack t1 t0) t1 (cast t0 int32)))");
}

TEST_CASE("a node with many sources, some of them shared, is written in order") {
  std::string text = "(let ((t0 (add (var x 0 8) (const 1 weakint)))) (stack";
  for (int i = 0; i < 100; ++i)
    text += i % 3 == 0 ? " t0" : " (mul (var x 0 8) (const " + std::to_string(i) + " weakint))";
  text += "))";
  CHECK(rewritten(text) == text);
}

TEST_CASE("every float of a small format is written with few digits and read back") {
  Graph g(v());
  for (int code = 0; code < 65536; ++code) {
    const Value value =
        reinterpret(Value::of_int(code), {"uint16", tenet::DTypeKind::UInt, false, 16},
                    v().dtype(tenet::test::dtypes::float16));
    const Node* const n = g.constant(value, tenet::test::dtypes::float16);
    const std::string text = tenet::text::to_string(v(), n);
    INFO(text);
    REQUIRE(tenet::text::read(g, text).node == n);
    REQUIRE(text.size() <= std::string("(const -0.00012345 float16)").size());
  }
}

TEST_CASE("random doubles are written so that they read back") {
  Graph g(v());
  std::mt19937_64 random(5);
  for (int i = 0; i < 5000; ++i) {
    const Value value = Value::of_float(std::bit_cast<double>(random()));
    for (const tenet::DType t : {tenet::test::dtypes::weakfloat, tenet::test::dtypes::float32}) {
      const Node* const n = g.constant(value, t);
      REQUIRE(tenet::text::read(g, tenet::text::to_string(v(), n)).node == n);
    }
  }
}

TEST_CASE("an excerpt is cut off where it grows long") {
  Graph g(v());
  const Node* const small = tenet::text::read(g, "(add (var x 0 8) (const 1 weakint))").node;
  CHECK(tenet::text::excerpt(v(), small) == "(add (var x 0 8) (const 1 weakint))");
  const Node* x = small;
  for (int i = 0; i < 100000; ++i)
    x = g.make(Op::ADD, {x, small});
  CHECK(tenet::text::excerpt(v(), x, 20) == "(add (add (add (add (add …) …) …) …) …)");
}

TEST_CASE("writing to a string leaves memos alone") {
  Graph g(v());
  const Node* const n =
      tenet::text::read(g, "(let ((a (add (var x 0 8) (var y 0 8)))) (mul a a))").node;
  n->memo = n;
  n->epoch = 77;
  tenet::text::to_string(v(), n);
  CHECK(n->memo == n);
  CHECK(n->epoch == 77);
}
