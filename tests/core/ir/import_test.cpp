#include "core/ir/text.h"
#include "tests/core/test_vocabulary.h"

#include <catch2/catch.hpp>
#include <sstream>

using tenet::Graph;
using tenet::Node;
using tenet::Value;
using tenet::test::Op;
using tenet::test::dtypes::weakint;

namespace {

const tenet::Vocabulary& v() {
  return tenet::test::vocabulary();
}

} // namespace

TEST_CASE("an imported graph has the same text, hashes, bounds and sharing") {
  Graph g(v()), h(v());
  for (const char* text :
       {"(let ((t0 (add (var x 0 8) (const 1 weakint)))) (mul t0 (add t0 (var x 0 8))))",
        "(table (((a \"b c\") 2.5 false kind reduce)) \"note\")",
        "(add (var x 0 8) (const 170141183460469231731687303715884105727 weakint))",
        "(sink (index (param 0 float32 (4 5)) (const 1 weakint)) (const invalid bool) (const nan "
        "float32))"}) {
    const Node* const n = tenet::text::read(g, text).node;
    REQUIRE(n != nullptr);
    const Node* const m = h.import(g, n);
    CHECK(tenet::text::to_string(v(), m) == text);
    CHECK(m->hash == n->hash);
    CHECK(m->flags == n->flags);
    CHECK(h.import(g, n) == m);
    CHECK(tenet::text::read(h, text).node == m);
  }
}

TEST_CASE("importing brings over the sub-graph alone") {
  Graph g(v()), h(v());
  const Node* const n = tenet::text::read(g, "(add (var x 0 8) (var y 0 8))").node;
  tenet::text::read(g, "(add (var z 0 8) (var y 0 8))");
  h.import(g, n);
  CHECK(h.node_count() == 3);
  CHECK(g.import(g, n) == n);
}

TEST_CASE("a shape known before import is known after it") {
  Graph g(v()), h(v());
  const Node* const p = h.import(g, tenet::text::read(g, "(param 0 float32 (4 5))").node);
  const Node* const one = h.constant(Value::of_int(1), weakint);
  CHECK(known_shape(p).size() == 2);
  CHECK(h.make(Op::INDEX, {p, one, one})->has(Node::scalar));
}

TEST_CASE("a chain of a million nodes is imported, written and read") {
  Graph g(v()), h(v()), k(v());
  const Node* x = tenet::text::read(g, "(var x 0 8)").node;
  const Node* const one = g.constant(Value::of_int(1), weakint);
  for (int i = 0; i < 1000000; ++i)
    x = g.make(Op::ADD, {x, one});
  const Node* const y = h.import(g, x);
  CHECK(y->height == 1000000);
  CHECK(y->hash == x->hash);
  std::stringstream text;
  tenet::text::write(text, h, y);
  const tenet::text::ReadResult r = tenet::text::read(k, text);
  REQUIRE(r);
  CHECK(r.node->hash == x->hash);
  CHECK(k.node_count() == g.node_count());
}
