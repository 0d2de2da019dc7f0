#pragma once

#include "core/ir/graph.h"

#include <span>

namespace tenet {

/// Ranges in scope: opened in the sub-graph and not closed there, by id; computed on first use,
/// cached; iterative.
std::span<const Node* const> ranges_of(const Graph& g, const Node* n);

/// True if `n` is in the sub-graph of `root`. Linear in the sub-graph above the height of `n`.
bool depends_on(const Graph& g, const Node* root, const Node* n);

} // namespace tenet
