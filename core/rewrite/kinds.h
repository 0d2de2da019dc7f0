#pragma once

#include "core/rewrite/engine.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// What is done with the kinds of ruleset that do not replace nodes (for `text` see printer.h). All
/// go through the nodes sources first, each once, and do not enter bodies unless the options say
/// so.
namespace tenet {

/// Kind `nodes`: the list that the first rule that fires gives for `n`; nullopt if none does.
/// `pass` has begun.
std::optional<std::vector<const Node*>> apply_nodes(Pass& pass, const Node* n);

/// Kind `visit`: calls the context for every node, in order Pre users before sources. Gives the
/// number of nodes on which a rule fired.
size_t visit(Graph& graph, const Node* root, const Chain& chain,
             const RewriteOptions& options = {});

/// A node that a `check` ruleset does not allow.
struct Violation {
  const Node* node;
  const RuleInfo* rule;   ///< that denied it; null: no rule decided
  const RuleInfo* origin; ///< that made it; null if it is of the input or
                          ///< `RewriteOptions::provenance` was not given
  std::string message;
};

/// Kind `check`: the first rule that decides wins; a node that no rule decides is a violation. In
/// order of the nodes.
std::vector<Violation> check(Graph& graph, const Node* root, const Chain& chain,
                             const RewriteOptions& options = {});
/// One line: message, node, deciding rule, origin.
std::string to_string(const Vocabulary& vocabulary, const Violation& violation);

/// Kind `node*`: each node becomes a list of nodes, sources first. A node for which no rule fires
/// stands for itself, on the nodes that its sources became.
class OneToMany {
public:
  explicit OneToMany(Pass& pass) : pass_(pass) {}

  /// All lists one after the other; of a node that occurs twice the first place counts. Throws
  /// `Error` where a node without a rule has a source that did not become exactly one node.
  std::vector<const Node*> run(Graph& graph, const Node* root);

  /// What a node became; valid until the next run. The node must have been reached.
  std::span<const Node* const> made(const Node* n) const;

private:
  struct List {
    size_t begin = 0;
    size_t count = 0;
  };

  const Node* rebuild(Graph& graph, const Node* n);

  Pass& pass_;
  NodeMap<List> lists_;
  std::vector<const Node*> items_;
};

} // namespace tenet
