#pragma once

#include "core/base/arena.h"
#include "core/ir/intern.h"
#include "core/ir/node.h"
#include "core/ir/vocabulary.h"

#include <bit>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tenet {

/// What is known of a node beyond its header: computed on demand, cached, a function of its
/// sub-graph alone.
struct Facts {
  bool has_shape = false;
  bool has_ranges = false;
  std::span<const Dim> shape;
  std::span<const Node* const> ranges; ///< ranges in scope, in order of id
  Interval wide;                       ///< bounds that need 128 bits (see Node::wide_bounds)
};

/// Nodes of one vocabulary in one arena, each structure once: equal nodes are the same pointer.
/// Freed as a whole. Belongs to one thread at a time. Nothing in it recurses over the graph.
class Graph {
public:
  explicit Graph(const Vocabulary& vocabulary);
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  const Vocabulary& vocabulary() const { return vocabulary_; }

  /// The node of `op` on `src`; its dtype and bounds are derived. Null if the op's clauses reject
  /// the sources (wrong count, dtypes that do not fit, more than one strong dtype among promoted
  /// sources): `explain` says why.
  const Node* make(OpId op, std::span<const Node* const> src, Word arg = 0);
  const Node* make(OpId op, std::initializer_list<const Node*> src, Word arg = 0) {
    return make(op, std::span<const Node* const>(src.begin(), src.size()), arg);
  }
  /// As `make`, but first brings strong operands of a promoting op to their common dtype by
  /// conversions.
  const Node* build(OpId op, std::span<const Node* const> src, Word arg = 0);
  const Node* build(OpId op, std::initializer_list<const Node*> src, Word arg = 0) {
    return build(op, std::span<const Node* const>(src.begin(), src.size()), arg);
  }
  /// Why `make` gave null: one sentence for an `Error` or a diagnostic.
  std::string explain(OpId op, std::span<const Node* const> src, Word arg) const;

  /// The literal of `value`, which wraps or rounds to `dtype` (invalid: always of dtype bool). Null
  /// for None and for integers beyond 128 bits.
  const Node* constant(const Value& value, DType dtype);

  Word intern(std::string_view text);
  Word intern(std::span<const Word> list); ///< a list; elements are words
  Word intern_record(
      std::span<const Word> fields); ///< the argument of an op with two or more fields, or a struct

  /// The same structure as `root` of the graph `from`, which must have the same vocabulary. Uses
  /// the memos of `from`: no pass may be at work there.
  const Node* import(Graph& from, const Node* root);

  size_t node_count() const { return nodes_.count(); }
  size_t bytes_used() const;              ///< of arena and tables
  Arena& arena() const { return arena_; } ///< for what is remembered about nodes
  /// A number that no memo in this graph carries yet; with `count`, the first of so many.
  uint32_t next_epoch(uint32_t count = 1) {
    epoch_ += count;
    return epoch_ - count + 1;
  }
  /// The facts of a node, made empty on first use.
  Facts& facts(const Node* n) const;
  /// Remembers the shape of a node, which the caller has derived.
  void set_shape(const Node* n, std::span<const Dim> shape) const;

private:
  const Node* derive(OpId op, std::span<const Node* const> src, Word arg,
                     const NodeTable::Place& place);
  Node* add(OpId op, DType dtype, std::span<const Node* const> src, Word arg,
            const NodeTable::Place& place, uint8_t flags);
  void set_bounds(Node* n, const Interval& bounds);
  const Node* adopt(const Node* n, std::span<const Node* const> src);

  const Vocabulary& vocabulary_;
  mutable Arena arena_;
  NodeTable nodes_;
  WordTable words_;
  uint32_t epoch_ = 0;
};

// --- reading nodes
// --------------------------------------------------------------------------------------------------

/// The text, list or record behind an argument word. The word must come from a graph and be of that
/// kind.
std::string_view text_of(Word w);
std::span<const Word> list_of(Word w);
std::span<const Word> record_of(Word w);

/// The argument word of the literal `invalid`, of dtype bool.
inline constexpr Word invalid_word = 2;
inline bool is_invalid(const Vocabulary& v, const Node* n) {
  return n->arg == invalid_word && n->dtype == v.bool_dtype && v.literal == n->op;
}

/// The value of a literal node (by its role, `Value` is the first field and DType the second); None
/// otherwise.
Value literal_value(const Vocabulary& v, const Node* n);
/// The value of a literal node in the dtype that its parent computes in.
Value literal_value_in(const Vocabulary& v, const Node* n, DType computed);
/// The i-th argument field of a node that is no literal, as a word.
Word field_of(const Vocabulary& v, const Node* n, unsigned i);
/// Bounds that are not in line: of 128 bits, or all of the dtype.
Interval bounds_beyond(const Vocabulary& v, const Node* n);
/// Bounds in line or wide; Unknown if there are none.
inline Interval bounds_of(const Vocabulary& v, const Node* n) {
  if (!n->has(Node::has_bounds)) return bounds_beyond(v, n);
  if (v.dtype(n->dtype).is_float()) {
    return Interval::of_float(std::bit_cast<double>(n->min), std::bit_cast<double>(n->max));
  }
  return Interval::of(static_cast<int64_t>(n->min), static_cast<int64_t>(n->max));
}
/// The dtype in which the node computes: the promotion of its promoted sources, else its own dtype.
DType computed_dtype(const Vocabulary& v, const Node* n);
/// The dtype in which `op` computes on sources of these dtypes: the promotion of those that it
/// promotes; none if the op promotes nothing or they have no common dtype.
DType computed_dtype(const Vocabulary& v, const OpInfo& op, std::span<const DType> src);
/// The dtype that a node of `op` would have, by the dtypes of its sources alone; none if they do
/// not fit.
DType result_dtype(const Graph& g, OpId op, Word arg, std::span<const DType> src);

/// What the `bounds` clause of an op says, brought to the dtype of the result.
struct Derived {
  Interval bounds;    ///< of the node
  bool exact = false; ///< the arithmetic does not wrap
};
/// Bounds of `op` on sources with these bounds and dtypes. The expression need not be built.
Derived derive_bounds(const Graph& g, OpId op, Word arg, DType result,
                      std::span<const Interval> src, std::span<const DType> src_dtype);

/// Canonical order of commutative operands: literals last, then op, height, argument, dtype,
/// sources. Negative, zero or positive; never depends on addresses or hashes.
int order(const Vocabulary& v, const Node* a, const Node* b);

} // namespace tenet
