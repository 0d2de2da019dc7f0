#pragma once

#include "core/ir/graph.h"

#include <cstddef>

namespace tenet {

/// Number of distinct nodes in the sub-graph of `root`, itself included. Iterative; uses the nodes'
/// epochs.
size_t count_nodes(Graph& g, const Node* root);

} // namespace tenet
