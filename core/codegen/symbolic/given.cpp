/// What a branch of a choice is worth when the condition is known, behind `where.rules`.
#include "core/ir/graph.h"
#include "core/ir/node_set.h"
#include "patterns/rules.h"

#include <algorithm>
#include <array>

namespace tenet::rules {

namespace {

constexpr size_t max_nodes = 64;

/// The nodes of `x` that may hold `c`, as far as they are elementwise: what is below another op (a
/// reduction, a load) has a life of its own. At most 64. `found` tells whether `c` is a source of
/// one.
std::span<const Node*> nodes_above(const Vocabulary& v, const Node* c, const Node* x,
                                   std::array<const Node*, max_nodes>& list, bool& found) {
  NodeSet seen;
  size_t n = 0;
  const auto visit = [&](const Node* node) {
    const bool above = node->height > c->height && v.op(node->op).is(Role::Elementwise);
    if (above && n < max_nodes && seen.insert(node)) list[n++] = node;
  };
  visit(x);
  for (size_t i = 0; i < n; ++i) {
    for (const Node* const source : list[i]->sources()) {
      found = found || source == c;
      visit(source);
    }
  }
  return {list.data(), n};
}

} // namespace

const Node* given(Match& m, const Node* c, bool value, const Node* x) {
  Graph& g = m.graph();
  const Vocabulary& v = m.vocabulary();
  if (x == c) return g.constant(Value::of_bool(value), v.bool_dtype);
  bool found = false;
  std::array<const Node*, max_nodes> list;
  const std::span<const Node*> above = nodes_above(v, c, x, list, found);
  if (!found) return nullptr;

  std::sort(above.begin(), above.end(), [](const Node* a, const Node* b) {
    return a->height != b->height ? a->height < b->height : a->id < b->id;
  });
  std::array<const Node*, max_nodes> changed;
  const Node* const known = g.constant(Value::of_bool(value), v.bool_dtype);
  const auto replaced = [&](const Node* n, size_t done) {
    if (n == c) return known;
    const auto end = above.begin() + static_cast<ptrdiff_t>(done);
    const auto at = std::find(above.begin(), end, n);
    return at == end ? n : changed[static_cast<size_t>(at - above.begin())];
  };
  for (size_t i = 0; i < above.size(); ++i) {
    std::array<const Node*, 3> sources; // elementwise ops have no more
    bool same = true;
    for (uint32_t s = 0; s < above[i]->n_src; ++s) {
      sources[s] = replaced(above[i]->src(s), i);
      same = same && sources[s] == above[i]->src(s);
    }
    changed[i] =
        same ? above[i] : g.build(above[i]->op, {sources.data(), above[i]->n_src}, above[i]->arg);
  }
  return replaced(x, above.size());
}

} // namespace tenet::rules
