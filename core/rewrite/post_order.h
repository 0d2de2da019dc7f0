#pragma once

#include "core/ir/graph.h"

#include <vector>

namespace tenet {

/// The nodes of the sub-graph of `root`, each once, sources before users and left to right. Bodies
/// are not entered unless `enter_regions` is set. Iterative; uses the epochs of the nodes.
std::vector<const Node*> post_order(Graph& graph, const Node* root, bool enter_regions = false);

} // namespace tenet
