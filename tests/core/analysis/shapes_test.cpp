#include "core/analysis/shapes.h"
#include "core/base/error.h"
#include "core/ir/text.h"
#include "tests/core/test_vocabulary.h"

#include <catch2/catch.hpp>

using tenet::Dim;
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

std::string shape(Graph& g, std::string_view text) {
  std::string out;
  for (const Dim& d : shape_of(g, read(g, text))) {
    out += (out.empty() ? "" : " ") +
           (d.node != nullptr ? tenet::text::to_string(v(), d.node) : std::to_string(d.size));
  }
  return "(" + out + ")";
}

} // namespace

TEST_CASE("shapes follow from the clauses, and of elementwise ops by broadcasting") {
  Graph g(v());
  CHECK(shape(g, "(var x 0 8)") == "()");
  CHECK(shape(g, "(param 0 float32 (4 5))") == "(4 5)");
  CHECK(shape(g, "(add (param 0 float32 (4 1)) (param 1 float32 (3)))") == "(4 3)");
  CHECK(shape(g, "(add (param 0 float32 (4 5)) (const 1.0 weakfloat))") == "(4 5)");
  CHECK(shape(g, "(index (param 0 float32 (4 5)) (var x 0 3))") == "(5)");
  CHECK(shape(g, "(stack (param 0 float32 (5)) (param 1 float32 (5)))") == "(2 5)");
  CHECK(shape(g, "(expand (const 0 weakint) (var n 1 8) (const 3 weakint))") == "((var n 1 8) 3)");
  CHECK(
      shape(
          g,
          "(add (expand (const 0 weakint) (var n 1 8)) (expand (const 1 weakint) (var n 1 8)))") ==
      "((var n 1 8))");
  CHECK(shape(g, "(sink (param 0 float32 (4 5)))") == "()");
}

TEST_CASE("a scalar says so without a shape computed") {
  Graph g(v());
  CHECK(read(g, "(add (var x 0 8) (const 1 weakint))")->has(Node::scalar));
  CHECK(read(g, "(index (param 0 float32 (4)) (var x 0 3))")->has(Node::scalar));
  CHECK_FALSE(read(g, "(add (param 0 float32 (4)) (const 1.0 weakfloat))")->has(Node::scalar));
}

TEST_CASE("shapes that do not fit are an error that names op and shapes") {
  Graph g(v());
  CHECK_THROWS_WITH(
      shape(g, "(add (param 0 float32 (4)) (param 1 float32 (3)))"),
      "the shapes of the sources of `add` are (4), (3); expected shapes that fit together");
  CHECK_THROWS_AS(shape(g, "(index (param 0 float32 (4)) (var x 0 3) (var x 0 3))"), tenet::Error);
}

TEST_CASE("same_shape compares dimension by dimension") {
  Graph g(v());
  CHECK(same_shape(g, read(g, "(var x 0 8)"), read(g, "(const 1.5 float32)")));
  CHECK(same_shape(g, read(g, "(param 0 float32 (4))"),
                   read(g, "(add (param 1 int32 (4)) (const 1 weakint))")));
  CHECK_FALSE(same_shape(g, read(g, "(param 0 float32 (4))"), read(g, "(param 0 float32 (4 1))")));
}

TEST_CASE("a constant like a node has its dtype and shape") {
  Graph g(v());
  const auto like = [&](const Value& value, std::string_view text) {
    const Node* const n = constant_like(g, value, read(g, text));
    return n == nullptr ? "null" : tenet::text::to_string(v(), n);
  };
  CHECK(like(Value::of_int(-1), "(var u 0 8 uint8)") == "(const 255 uint8)");
  CHECK(like(Value::of_int(1), "(param 0 float32 (4 5))") ==
        "(expand (const 1.0 float32) (const 4 weakint) (const 5 weakint))");
  CHECK(like(Value::of_int(1), "(expand (var x 0 8) (var n 1 8))") ==
        "(expand (const 1 weakint) (var n 1 8))");
  CHECK(like(Value(), "(var x 0 8)") == "null");
}

TEST_CASE("the shape of a chain of a million nodes is found without recursion") {
  Graph g(v());
  const Node* x = read(g, "(param 0 float32 (4))");
  const Node* const one = read(g, "(const 1.0 weakfloat)");
  for (int i = 0; i < 1000000; ++i)
    x = g.make(Op::ADD, {x, one});
  REQUIRE(shape_of(g, x).size() == 1);
  CHECK(shape_of(g, x)[0] == Dim{nullptr, 4});
}
