#pragma once

#include "core/ir/text.h"
#include "core/rewrite/engine.h"
#include "tests/core/rewrite/hand_made.h"
#include "tests/core/rewrite/short_text.h"
#include "tests/core/test_vocabulary.h"

#include <stdexcept>
#include <string>
#include <string_view>

/// Terms of the test vocabulary and the bodies of a few rules on them.
namespace tenet::test {

/// A graph, with its nodes read from and written as short text.
struct Terms {
  Graph graph{vocabulary()};

  const Node* operator()(std::string_view text) {
    const text::ReadResult r = text::read(graph, lengthened(text));
    if (!r) throw std::runtime_error(text::to_string(r.error) + " in " + lengthened(text));
    return r.node;
  }
  std::string text(const Node* n) const { return shortened(text::to_string(vocabulary(), n)); }
};

inline bool is(const Node* n, Op op) {
  return n->op == OpId(op);
}
inline bool is_number(const Node* n, int value) {
  const Value v = literal_value(vocabulary(), n);
  return v.is_int() && v.i == value;
}
inline const Node* number(Match& m, int value) {
  return m.graph().constant(Value::of_int(value), dtypes::weakint);
}

// --- bodies of rules
// ------------------------------------------------------------------------------------------------

/// x + 0 => x
inline const Node* add_zero(Match&, const Node* n) {
  return is_number(n->src(1), 0) ? n->src(0) : nullptr;
}
/// x * 1 => x
inline const Node* mul_one(Match&, const Node* n) {
  return is_number(n->src(1), 1) ? n->src(0) : nullptr;
}
/// x * 0 => 0
inline const Node* mul_zero(Match&, const Node* n) {
  return is_number(n->src(1), 0) ? n->src(1) : nullptr;
}
/// a + b => b + a
inline const Node* swap_add(Match& m, const Node* n) {
  return m.build(Op::ADD, {n->src(1), n->src(0)});
}
/// #a + #b => #(a + b)
inline const Node* fold_add(Match& m, const Node* n) {
  const Value a = literal_value(vocabulary(), n->src(0)),
              b = literal_value(vocabulary(), n->src(1));
  if (!a.is_int() || !b.is_int()) return nullptr;
  return m.graph().constant(exact::add(a, b), dtypes::weakint);
}

} // namespace tenet::test
