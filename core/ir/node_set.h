#pragma once

#include "core/ir/node.h"

#include <array>
#include <cstddef>
#include <vector>

namespace tenet {

/// A set of nodes of one graph for one short search; small ones need no memory but their own.
class NodeSet {
public:
  /// True if the node was not in the set.
  bool insert(const Node* n) {
    if ((count_ + 1) * 2 > capacity()) grow();
    if (!place(n)) return false;
    ++count_;
    return true;
  }

private:
  size_t capacity() const { return large_.empty() ? small_.size() : large_.size(); }
  const Node** slots() { return large_.empty() ? small_.data() : large_.data(); }

  bool place(const Node* n) {
    const Node** const s = slots();
    const size_t mask = capacity() - 1;
    for (size_t i = n->id & mask;; i = (i + 1) & mask) {
      if (s[i] == n) return false;
      if (s[i] != nullptr) continue;
      s[i] = n;
      return true;
    }
  }

  void grow() {
    std::vector<const Node*> larger(capacity() * 2, nullptr);
    std::vector<const Node*> old(slots(), slots() + capacity());
    large_.swap(larger);
    for (const Node* const n : old) {
      if (n != nullptr) place(n);
    }
  }

  std::array<const Node*, 64> small_{};
  std::vector<const Node*> large_;
  size_t count_ = 0;
};

} // namespace tenet
