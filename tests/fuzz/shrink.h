#pragma once

#include "core/ir/graph.h"

#include <functional>

namespace tenet::fuzz {

/// A smaller graph for which `fails` still holds, found greedily: nodes become one of their sources
/// of the same dtype, or a small constant, as long as the failure stays.
const Node* shrink(Graph& graph, const Node* root, const std::function<bool(const Node*)>& fails);

} // namespace tenet::fuzz
