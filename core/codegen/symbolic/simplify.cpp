#include "core/codegen/symbolic/simplify.h"

#include "patterns/rules.h"

namespace tenet {

const Chain& simplifier() {
  static const Ruleset* const strongest = &rules::simplify_all;
  static const Chain chain(rules::vocabulary(), std::span(&strongest, 1));
  return chain;
}

const Node* simplify(Graph& graph, const Node* root, const RewriteOptions& options) {
  return rewrite(graph, root, simplifier(), options);
}

} // namespace tenet
