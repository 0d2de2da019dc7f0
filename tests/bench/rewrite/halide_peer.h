#pragma once

#include "core/ir/graph.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace tenet::bench {

/// The same integer expressions in Halide 14, with the bounds of their variables in scope.
class HalidePeer {
public:
  HalidePeer();
  ~HalidePeer();

  /// Converts a graph of weakint and bool arithmetic; throws `Error` for an op Halide has no
  /// counterpart of.
  void add(const Graph& graph, const Node* root);
  /// Simplifies every expression once; results are dropped.
  void simplify_all() const;
  size_t size() const;

private:
  struct Expressions;
  std::unique_ptr<Expressions> expressions_;
};

} // namespace tenet::bench
