#pragma once

#include "core/rewrite/engine.h"

namespace tenet {

/// The strongest simplifier as a chain: what `tenet opt` runs unless told otherwise.
const Chain& simplifier();

/// `root` simplified within its graph, which has Tenet's vocabulary. Equal to `root` for all values
/// of its variables in their bounds; no relaxation is used unless `options` allows it.
const Node* simplify(Graph& graph, const Node* root, const RewriteOptions& options = {});

} // namespace tenet
