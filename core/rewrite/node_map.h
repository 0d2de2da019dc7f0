#pragma once

#include "core/ir/node.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace tenet {

/// A table beside the graph, from node to T, for work that may not use the memo in the nodes
/// (nested rewrites, use counts, lists). Open addressing by node id, load at most one half; `clear`
/// costs nothing, so tables are reused.
template <class T>
class NodeMap {
public:
  /// Null if there is none. Valid until the next insertion.
  T* find(const Node* n) {
    if (slots_.empty()) return nullptr;
    Slot& s = slots_[probe(n->id)];
    return s.stamp == stamp_ ? &s.value : nullptr;
  }
  const T* find(const Node* n) const { return const_cast<NodeMap*>(this)->find(n); }

  /// The entry of `n`, made as `T{}` if there was none; second: it was made. Valid until the next
  /// insertion.
  std::pair<T*, bool> insert(const Node* n) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& s = slots_[probe(n->id)];
    if (s.stamp == stamp_) return {&s.value, false};
    s = {n->id, stamp_, T{}};
    ++size_;
    return {&s.value, true};
  }
  T& operator[](const Node* n) { return *insert(n).first; }

  size_t size() const { return size_; }
  void clear() {
    size_ = 0;
    if (++stamp_ == 0) {
      slots_.clear();
      stamp_ = 1;
    }
  }

private:
  struct Slot {
    uint32_t id = 0;
    uint32_t stamp = 0; ///< in use if it is the map's
    T value{};
  };

  size_t probe(uint32_t id) const {
    const size_t mask = slots_.size() - 1;
    size_t i = (id * uint64_t{0x9E3779B97F4A7C15} >> 32) & mask;
    while (slots_[i].stamp == stamp_ && slots_[i].id != id)
      i = (i + 1) & mask;
    return i;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    for (Slot& s : old)
      if (s.stamp == stamp_) slots_[probe(s.id)] = std::move(s);
  }

  std::vector<Slot> slots_;
  size_t size_ = 0;
  uint32_t stamp_ = 1;
};

} // namespace tenet
