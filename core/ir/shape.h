#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tenet {

struct Node;

/// One dimension: a number, or a node that computes it.
struct Dim {
  const Node* node = nullptr; ///< null: the dimension is `size`
  int64_t size = 0;

  friend bool operator==(const Dim&, const Dim&) = default;
};

/// A shape; nullopt: the sources' shapes do not fit together.
using Shape = std::optional<std::vector<Dim>>;

/// The shape of a node that has been found already; a `shape` clause may ask it of its node's
/// sources.
std::span<const Dim> known_shape(const Node* n);

/// Shapes broadcast as NumPy does, aligned at the last dimension; nullopt where they do not fit.
Shape broadcast(std::span<const std::span<const Dim>> shapes);

} // namespace tenet
