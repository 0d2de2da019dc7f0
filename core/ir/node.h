#pragma once

#include "core/ir/dtype.h"

#include <cstdint>
#include <span>
#include <type_traits>

namespace tenet {

/// An op of some vocabulary: an index into `Vocabulary::ops`. Generated `Op` enumerations convert
/// to it.
struct OpId {
  uint16_t value = 0;

  constexpr OpId() = default;
  constexpr explicit OpId(uint16_t v) : value(v) {}
  template <class E>
  requires std::is_enum_v<E>
  constexpr OpId(E e)
      : value(static_cast<uint16_t>(e)) {} // NOLINT(google-explicit-constructor): an op is one
  friend constexpr bool operator==(OpId, OpId) = default;
};

/// One argument field, or the address of an interned record, list, string or wide integer. Two
/// argument words of nodes of one graph are equal exactly if their values are.
using Word = uint64_t;

struct Facts;

/// A node of a graph: immutable, hash-consed, owned by its `Graph`; its address is its identity.
/// Sources follow it in memory. The mutable members belong to the pass that runs over the graph.
struct Node {
  using Flag = uint8_t;
  /// `min` and `max` hold: int64 for integers and bools, the bits of a double for floats.
  static constexpr Flag has_bounds = 1;
  /// Bounds are known but need 128 bits: see `Facts`. Neither flag: all of the dtype.
  static constexpr Flag wide_bounds = 2;
  static constexpr Flag exact = 4;       ///< by its bounds the node's arithmetic does not wrap
  static constexpr Flag scalar = 8;      ///< its shape is known to be empty
  static constexpr Flag wide_value = 16; ///< a literal whose `arg` is the address of an int128

  OpId op;
  DType dtype;
  mutable uint8_t flags; ///< `scalar` may be added when the shape is found
  uint32_t n_src;
  uint32_t hash; ///< structural: equal for equal nodes of different graphs of one vocabulary
  uint32_t id;   ///< dense, in order of creation
  Word arg;
  Word min;
  Word max;
  mutable const Node*
      memo;             ///< result of the pass `epoch`; also the worklist link while in progress
  mutable Facts* facts; ///< facts computed on demand, or null
  mutable uint32_t epoch;
  uint32_t height; ///< 0 for a node without sources, else 1 + that of the highest source

  const Node* src(uint32_t i) const { return sources_begin()[i]; }
  std::span<const Node* const> sources() const { return {sources_begin(), n_src}; }
  bool has(Flag f) const { return (flags & f) != 0; }

private:
  const Node* const* sources_begin() const {
    return reinterpret_cast<const Node* const*>(this + 1);
  }
};
static_assert(sizeof(Node) == 64, "a node is one cache line and its sources");

} // namespace tenet
