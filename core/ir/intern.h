#pragma once

#include "core/base/arena.h"
#include "core/ir/node.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace tenet {

/// The nodes of a graph in memory, and where to find a structure among them.
///
/// Nodes lie in blocks, one after the other in order of creation. The table is open addressing with
/// linear probing; a slot holds 32 bits of hash and the node's place, in units of 16 bytes, in
/// another 32: block and unit, so that 64 GiB of nodes can be named. A hash h belongs at h *
/// capacity / 2^32: the table is in order of hashes, any capacity will do, and growth copies slots
/// from front to back without a look at a node, giving the old pages back on its way. At most half
/// of the slots are used; a large table grows by half, which costs 16 to 24 bytes a node.
class NodeTable {
public:
  NodeTable() = default;
  ~NodeTable();
  NodeTable(const NodeTable&) = delete;
  NodeTable& operator=(const NodeTable&) = delete;

  /// A node that was looked for: found, or null and where it belongs.
  struct Place {
    Node* node = nullptr;
    uint32_t hash = 0;
    size_t slot = 0;
  };

  /// Calls `equal` for nodes of this hash until it is true.
  template <class Equal>
  Place find(uint32_t hash, const Equal& equal) const {
    if (capacity_ == 0) return {nullptr, hash, 0};
    for (size_t i = home(hash);; i = i + 1 == capacity_ ? 0 : i + 1) {
      const uint64_t slot = slots_[i];
      if (slot == 0) return {nullptr, hash, i};
      if (static_cast<uint32_t>(slot >> 32) != hash) continue;
      Node* const n = at(static_cast<uint32_t>(slot));
      if (equal(n)) return {n, hash, i};
    }
  }

  /// Room for a node with `n_src` sources at a place that `find` gave, nothing having been added
  /// since. Throws std::bad_alloc, and is then unchanged.
  Node* add(const Place& place, uint32_t n_src);

  size_t count() const { return count_; }
  size_t bytes_reserved() const { return block_bytes_ + capacity_ * sizeof(uint64_t); }

private:
  struct FreeBlock {
    void operator()(std::byte* block) const;
  };

  static constexpr unsigned unit_bits = 18; ///< of 16 bytes: blocks of 4 MiB

  size_t home(uint32_t hash) const { return (uint64_t{hash} * capacity_) >> 32; }
  Node* at(uint32_t place) const {
    std::byte* const block = blocks_[place >> unit_bits].get();
    return reinterpret_cast<Node*>(block + size_t{place & ((1u << unit_bits) - 1)} * 16);
  }
  size_t empty_slot(uint32_t hash) const {
    size_t i = home(hash);
    while (slots_[i] != 0)
      i = i + 1 == capacity_ ? 0 : i + 1;
    return i;
  }
  void grow();
  void open_block(size_t bytes);

  std::vector<std::unique_ptr<std::byte, FreeBlock>> blocks_;
  size_t block_size_ = 0; ///< of the last block
  size_t used_ = 0;       ///< of it
  size_t block_bytes_ = 0;
  uint64_t* slots_ = nullptr;
  size_t capacity_ = 0;
  size_t count_ = 0;
};

/// Text, lists and records that argument words point to, each once. The words lie behind a header
/// in the graph's arena.
class WordTable {
public:
  struct Header {
    uint32_t hash;
    uint32_t count;              ///< bytes of text, or words
    mutable uint32_t structural; ///< hash of what the words mean, once it is known; 0 before
    uint32_t kind;
  };
  enum Kind : uint8_t { Text, List, Record };

  /// What a word points to.
  template <class T>
  static const T* pointee(Word w) {
    return reinterpret_cast<const T*>(w); // NOLINT(performance-no-int-to-ptr): words hold addresses
  }
  static const Header& header(Word w) { return *(pointee<Header>(w) - 1); }

  /// The word of `bytes`, which are text or whole words.
  Word intern(Arena& arena, std::string_view bytes, Kind kind, size_t count);
  size_t bytes_reserved() const { return slots_.capacity() * sizeof(Word); }

private:
  void grow();

  std::vector<Word> slots_;
  size_t count_ = 0;
};

} // namespace tenet
