#include "core/ir/text.h"
#include "tests/core/test_vocabulary.h"

#include <algorithm>
#include <catch2/catch.hpp>

using tenet::Graph;
using tenet::Node;

namespace {

const tenet::Vocabulary& v() {
  return tenet::test::vocabulary();
}

/// By op, height, argument, dtype, sources; literals last. `ADD` stands before `MUL` in the
/// vocabulary.
const std::vector<std::string> sorted{
    "(var a 0 8)",
    "(var a 0 8 int32)",
    "(var a 0 9)",
    "(var b -1 8)",
    "(add (var a 0 8) (var b -1 8))",
    "(add (var b -1 8) (var a 0 8))",
    "(add (add (var a 0 8) (var b -1 8)) (var a 0 8))",
    "(mul (var a 0 8) (var a 0 8))",
    "(stack (var a 0 8))",
    "(stack (var a 0 8) (var b -1 8))",
    "(stack (var b -1 8))",
    "(const -3 weakint)",
    "(const false bool)",
    "(const 2 weakint)",
    "(const 2.5 weakfloat)",
    "(const 170141183460469231731687303715884105727 weakint)",
};

} // namespace

TEST_CASE("the canonical order is total, antisymmetric and as listed, whatever order nodes were "
          "made in") {
  Graph forwards(v()), backwards(v());
  std::vector<const Node*> a, b;
  for (const std::string& s : sorted)
    a.push_back(tenet::text::read(forwards, s).node);
  for (size_t i = sorted.size(); i-- > 0;)
    b.push_back(tenet::text::read(backwards, sorted[i]).node);
  std::reverse(b.begin(), b.end());
  for (const std::vector<const Node*>& nodes : {a, b}) {
    for (size_t i = 0; i < nodes.size(); ++i) {
      for (size_t j = 0; j < nodes.size(); ++j) {
        INFO(sorted[i] << " " << sorted[j]);
        const int o = order(v(), nodes[i], nodes[j]);
        CHECK((i < j ? o < 0 : i > j ? o > 0 : o == 0));
      }
    }
  }
}

TEST_CASE("deep chains that differ at the bottom are ordered without recursion") {
  Graph g(v());
  const Node* x = tenet::text::read(g, "(var a 0 8)").node;
  const Node* y = tenet::text::read(g, "(var b 0 8)").node;
  for (int i = 0; i < 300000; ++i) {
    x = g.make(tenet::test::Op::ADD, {x, x});
    y = g.make(tenet::test::Op::ADD, {y, y});
  }
  CHECK(order(v(), x, y) < 0);
  CHECK(order(v(), y, x) > 0);
}
