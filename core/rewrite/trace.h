#pragma once

#include "core/ir/graph.h"
#include "core/rewrite/ruleset.h"

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string_view>
#include <vector>

namespace tenet {

/// Writes every firing of the passes that it is given to, one JSON object a line:
///
///   {"pass":"simplify","rule":"add_zero","at":"simplify/identities.rules:12","before":7,"after":2,
///    "before_text":"(add (var x 0 8) (const 0 weakint))","after_text":"(var x 0 8)","ns":1820}
///
/// `before` and `after` are ids of nodes, `ns` the time since the trace began; texts are cut where
/// they are long. `after` is absent where the ruleset makes no node.
class Trace {
public:
  /// `out` must outlive the trace.
  explicit Trace(std::ostream& out);

  /// Throws `Error` if the line cannot be written.
  void record(std::string_view pass, const RuleInfo& rule, const Graph& graph, const Node* before,
              const Node* after);
  uint64_t firings() const { return firings_; }

private:
  std::ostream& out_;
  std::chrono::steady_clock::time_point begin_;
  uint64_t firings_ = 0;
};

/// Which rule first made each node of one graph. A node that a pass rebuilt on new sources keeps
/// the rule of the node that it replaces. Lasts as long as its owner wants, also over several
/// passes.
class Provenance {
public:
  /// The rule that first made `n`; null for nodes of the input.
  const RuleInfo* maker(const Node* n) const {
    return n->id < makers_.size() ? makers_[n->id] : nullptr;
  }
  /// Rule `rule` gave `result`: the nodes in it that are numbered from `first_new` on and have no
  /// maker are its own.
  void made(const Node* result, size_t first_new, const RuleInfo* rule);
  void rebuilt(const Node* from, const Node* to);

private:
  bool claim(const Node* n, const RuleInfo* rule);

  std::vector<const RuleInfo*> makers_; ///< by node id
  std::vector<const Node*> worklist_;
};

} // namespace tenet
