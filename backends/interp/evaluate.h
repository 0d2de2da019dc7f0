#pragma once

#include "core/ir/graph.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tenet::interp {

/// A value with a shape, row-major; a scalar has the empty shape and one value.
struct Tensor {
  std::vector<int64_t> shape;
  std::vector<Value> values;
};

/// What a graph is evaluated in: values of its variables and contents of its buffers.
struct Environment {
  std::map<std::string, Value, std::less<>> variables; ///< by name; a range of id 3 is `r3`
  std::map<int64_t, std::vector<Value>> buffers;       ///< by slot, row-major
  uint64_t max_steps = uint64_t{1} << 32;              ///< elements computed before giving up
};

/// The value of `root` as its op clauses define it; this is the oracle for everything else. Where
/// `invalid` flows into an op that does not select, the result is `invalid`; a load from an invalid
/// or outside index reads 0. Throws `Error` that names the node for a variable or buffer without a
/// value, an index or shape that is symbolic, an op that has no value, an integer beyond 128 bits,
/// and when `max_steps` is spent.
Tensor evaluate(Graph& graph, const Node* root, const Environment& environment);

} // namespace tenet::interp
