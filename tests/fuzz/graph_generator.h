#pragma once

#include "core/ir/graph.h"

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace tenet::fuzz {

/// Makes random well-formed graphs of Tenet's vocabulary: all scalar dtypes, elementwise ops,
/// ranges, gates, vectors. Shares sub-graphs on purpose, prefers constants near the edges of dtypes
/// and small numbers, and reuses variables, so that rules with repeated names have something to
/// match. The same seed gives the same graphs.
class GraphGenerator {
public:
  GraphGenerator(Graph& graph, uint64_t seed);

  /// A graph of about `size` nodes.
  const Node* graph(unsigned size);

private:
  const Node* expression(DType t, unsigned depth);
  const Node* leaf(DType t);
  const Node* constant(DType t);
  const Node* variable(DType t);
  const Node* boolean(unsigned depth);
  const Node* integer(DType t, unsigned depth);
  const Node* floating(DType t, unsigned depth);
  /// Two operands of dtype `t`, the second now and then weak.
  const Node* binary(OpId op, DType t, unsigned depth);
  DType any_dtype();
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }

  Graph& graph_;
  std::mt19937_64 random_;
  std::map<uint8_t, std::vector<const Node*>> made_; ///< by dtype, to share
  unsigned budget_ = 0;
};

/// The variables, ranges and specials in a graph, and what each may be.
struct Free {
  std::string name;
  DType dtype;
  Value min, max;
};
std::vector<Free> free_variables(Graph& graph, const Node* root);

/// A value for each: corners with probability one third, else uniform.
std::map<std::string, Value, std::less<>> random_assignment(const std::vector<Free>& free,
                                                            std::mt19937_64& random);

} // namespace tenet::fuzz
