#pragma once

#include "core/ir/graph.h"
#include "tests/patterns/symbolic_record.h"

#include <string>

namespace tenet::corpus {

/// For records with a `method`: computes it on the graph (or on its simplified form) and compares
/// with the recorded result. Empty if it agrees or there is no method; else what differs.
std::string check_method(const SymbolicRecord& record, Graph& graph, const Node* in,
                         const Node* simplified);

} // namespace tenet::corpus
