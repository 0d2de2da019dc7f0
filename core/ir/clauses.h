#pragma once

#include "core/ir/fields.h"
#include "core/ir/graph.h"
#include "core/ir/interval.h"
#include "core/ir/shape.h"
#include "core/ir/vocabulary.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

/// What the built-in functions of op clauses mean, where `Value`, `Interval` and `DTypeInfo` do not
/// say it already. Called by generated clause functions; those of dtypes serve rules as well.
namespace tenet::clause {

// --- dtypes
// ---------------------------------------------------------------------------------------------------------

/// Least common upper dtype; none if there is none, or no dtype is given.
DType promote(const Vocabulary& v, ArgList<DType> dtypes);
DType promote_nodes(const Vocabulary& v, NodeList nodes);
/// The dtype in which a function of the reals computes: itself if a float, the weak float of a weak
/// integer, else the vocabulary's float of 32 bits (its first strong float if it has none of 32
/// bits). None if there is none.
DType float_of(const Vocabulary& v, DType t);
/// Every value of `from` is one of `to`.
bool lossless(const Vocabulary& v, DType from, DType to);
inline int128 bits(const Vocabulary& v, DType t) {
  return v.dtype(t).bits;
}

// --- shapes
// ---------------------------------------------------------------------------------------------------------

/// The shape of a source in a `shape` clause: known to be scalar, or cached since it has been asked
/// for before.
std::span<const Dim> source_shape(const Node* n);
/// A dimension from a node: its number if it is an integer literal.
Dim dim(const Vocabulary& v, const Node* n);
inline Dim dim(int128 size) {
  return {nullptr, static_cast<int64_t>(size)};
}
std::vector<Dim> dims(const Vocabulary& v, NodeList nodes);
std::vector<Dim> dims(ArgList<int128> sizes);
/// The sources' shapes, broadcast.
Shape broadcast_of(NodeList nodes);
/// An element for each of the broadcast indices, each with the dimensions of `buffer` that are not
/// indexed; nullopt for more indices than dimensions.
Shape index_shape(const Node* buffer, NodeList at);
/// The result of a `shape` clause.
inline Shape to_shape(std::vector<Dim> dims) {
  return Shape(std::move(dims));
}
inline Shape to_shape(std::span<const Dim> dims) {
  return Shape(std::in_place, dims.begin(), dims.end());
}
/// Sums and differences of dimensions; of a dimension that is a node only with zero, otherwise
/// nullopt.
std::optional<Dim> add(const Dim& a, const Dim& b);
std::optional<Dim> sub(const Dim& a, const Dim& b);
std::optional<Dim> mul(const Dim& a, const Dim& b);

// --- values
// ---------------------------------------------------------------------------------------------------------

/// The dtype of a source's value in an `eval` clause.
inline DType source_dtype(const EvalSpec& s, size_t i) {
  return s.src_dtype.empty() ? s.computed : s.src_dtype[i];
}
/// All sources have values that can be compared.
bool comparable(std::span<const Value> src);

/// Product and left shift for a result that is wrapped to the width of `t` afterwards: no overflow
/// of 128 bits where `t` has a width.
Value mul(const DTypeInfo& t, const Value& a, const Value& b);
Value fma(const DTypeInfo& t, const Value& a, const Value& b, const Value& c);
/// x * 2^n; 0 for a count of the width or more, and for a negative one.
Value shl(const DTypeInfo& t, const Value& x, const Value& n);
/// One block of Threefry-2x32 with 20 rounds; counter and key as high:low 32 bits. None unless both
/// are integers.
Value threefry(const Value& counter, const Value& key);
/// The truth of a condition; nullopt if it is no bool or number.
std::optional<bool> truth(const Value& v);

} // namespace tenet::clause
