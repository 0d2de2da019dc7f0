#pragma once

#include "core/ir/graph.h"

#include <cstdint>
#include <vector>

namespace tenet {

/// A walk over a graph, sources first and left to right, each node once over all `run`s. The path
/// back to the root lies in the nodes' memos, so that any depth costs nothing; only nodes with many
/// sources keep a position beside it. No other pass may be at work in the graph.
class PostOrder {
public:
  explicit PostOrder(Graph& g) : pending_(g.next_epoch(2)), done_(pending_ + 1) {}

  /// Visited already; its memo is then the visitor's, at first null.
  bool is_done(const Node* n) const { return n->epoch == done_; }

  template <class Visit>
  void run(const Node* root, Visit&& visit) {
    if (is_done(root)) return;
    open(root, nullptr);
    for (const Node* n = root; n != nullptr;) {
      if (const Node* const source = next_source(n)) {
        open(source, n);
        n = source;
        continue;
      }
      const Node* const user = n->memo;
      if (n->n_src > few) positions_.pop_back();
      n->epoch = done_;
      n->memo = nullptr;
      visit(n);
      n = user;
    }
  }

private:
  static constexpr uint32_t few = 8; ///< sources that are looked through again on each return

  void open(const Node* n, const Node* user) {
    n->epoch = pending_;
    n->memo = user;
    if (n->n_src > few) positions_.push_back(0);
  }

  const Node* next_source(const Node* n) {
    uint32_t first = 0;
    uint32_t& position = n->n_src > few ? positions_.back() : first;
    for (; position < n->n_src; ++position) {
      if (!is_done(n->src(position))) return n->src(position);
    }
    return nullptr;
  }

  uint32_t pending_, done_;
  std::vector<uint32_t> positions_;
};

} // namespace tenet
