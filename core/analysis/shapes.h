#pragma once

#include "core/ir/graph.h"

#include <algorithm>
#include <span>

namespace tenet {

/// The shape of a node, computed on first use and cached; iterative. Throws `Error` naming the op
/// and the shapes where the sources' shapes do not fit.
std::span<const Dim> shape_of(const Graph& g, const Node* n);

/// Same shape, without computing it where both are known scalars.
inline bool same_shape(const Graph& g, const Node* a, const Node* b) {
  if (a->has(Node::scalar) && b->has(Node::scalar)) return true;
  const std::span<const Dim> x = shape_of(g, a), y = shape_of(g, b);
  return std::equal(x.begin(), x.end(), y.begin(), y.end());
}

/// A literal with the dtype and shape of `like`: for a shape, the literal under the vocabulary's
/// broadcast op. Null if the value has no literal, or the vocabulary no broadcast op and `like` a
/// shape.
const Node* constant_like(Graph& g, const Value& value, const Node* like);

} // namespace tenet
