#pragma once

#include "backends/interp/evaluate.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tenet::interp {

/// Number of elements of a shape.
int64_t element_count(std::span<const int64_t> shape);

/// Extends `shape` so that `other` broadcasts into it, aligned at the last dimension. False: they
/// do not fit.
bool broadcast_into(std::vector<int64_t>& shape, std::span<const int64_t> other);

/// Where element `i` of a tensor of shape `shape` lies in one of shape `source` that was broadcast
/// to it.
size_t broadcast_position(std::span<const int64_t> shape, std::span<const int64_t> source,
                          int64_t i);

/// The shape of `n` in numbers. Throws `Error` if a dimension is symbolic.
std::vector<int64_t> fixed_shape(Graph& graph, const Node* n);

/// A tensor of one value.
Tensor full(std::vector<int64_t> shape, const Value& value);

/// What a reduction over nothing gives: 0, 1, or the least value of the dtype.
Value identity_of(const Vocabulary& vocabulary, OpId op, DType dtype);

/// The movement op `n` (reshape, expand, permute, pad, shrink, flip) applied to the value of its
/// source.
Tensor move(Graph& graph, const Node* n, const Tensor& x);

} // namespace tenet::interp
