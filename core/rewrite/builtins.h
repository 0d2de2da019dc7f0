#pragma once

#include "core/ir/clauses.h"
#include "core/rewrite/match.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

/// What generated code is written with: the questions of patterns, the built-in functions of the
/// rule language, and the builders of results that may have none. The live matcher uses them too,
/// so that both mean the same.
namespace tenet::builtin {

// --- sets --------------------------------------------------------------------------------------

/// A set of dtypes, made at compile time.
class DTypeSet {
public:
  constexpr DTypeSet(std::initializer_list<DType> members) {
    for (const DType t : members)
      words_[t.id / 64] |= uint64_t{1} << t.id % 64;
  }
  constexpr bool has(DType t) const { return (words_[t.id / 64] >> t.id % 64 & 1) != 0; }

private:
  std::array<uint64_t, 4> words_{};
};

/// A set of ops, made at compile time.
class OpSet {
public:
  constexpr OpSet(std::initializer_list<OpId> members) {
    for (const OpId op : members)
      words_[op.value / 64] |= uint64_t{1} << op.value % 64;
  }
  constexpr bool has(OpId op) const {
    return op.value / 64 < words_.size() && (words_[op.value / 64] >> op.value % 64 & 1) != 0;
  }

private:
  std::array<uint64_t, 16> words_{};
};

// --- constants of patterns ---------------------------------------------------------------------

/// The value of a literal, in its own dtype.
inline Value literal(const Vocabulary& v, const Node* n) {
  const DTypeInfo& t = v.dtype(n->dtype);
  if (t.is_integral() && !n->has(Node::wide_value))
    return Value::of_int(static_cast<int64_t>(n->arg));
  return literal_value(v, n);
}
/// The value of a literal that is promoted with `other` alone, in the dtype of the two.
inline Value literal_beside(const Vocabulary& v, const Node* n, const Node* other) {
  if (n->dtype == other->dtype) return literal(v, n);
  return literal_value_in(v, n, v.promote(n->dtype, other->dtype));
}
/// The value of a literal that is a promoted source of `parent`, in the dtype that the parent
/// computes in.
inline Value promoted_literal(const Vocabulary& v, const Node* parent, const Node* n) {
  for (const Node* s : parent->sources())
    if (s->dtype != n->dtype) return literal_value_in(v, n, computed_dtype(v, parent));
  return literal(v, n);
}
/// The value of a literal that is source number `index` of `parent`: as above if that source is
/// promoted.
Value source_literal(const Vocabulary& v, const Node* parent, uint32_t index);

/// The value equals a literal pattern: the same number of any kind, 0 and -0.0 apart, `nan` with
/// NaN.
bool matches(const Value& value, const Value& pattern);
/// `value`, taken in dtype `computed`, equals the pattern taken in it too.
bool matches_in(const Vocabulary& v, const Value& value, const Value& pattern, DType computed);
bool promoted_literal_equals(const Vocabulary& v, const Node* parent, const Node* n,
                             const Value& pattern);
inline bool promoted_literal_is(const Vocabulary& v, const Node* parent, const Node* n,
                                const Value& pattern) {
  if (pattern.is_invalid()) return is_invalid(v, n);
  return promoted_literal_equals(v, parent, n, pattern);
}
/// As above for a small integer, which most literal patterns are.
inline bool promoted_literal_is(const Vocabulary& v, const Node* parent, const Node* n,
                                int64_t pattern) {
  if (v.dtype(n->dtype).kind == DTypeKind::Int && !n->has(Node::wide_value)) {
    if (static_cast<int64_t>(n->arg) == pattern) return true;
    bool uniform = true;
    for (const Node* s : parent->sources())
      uniform = uniform && s->dtype == n->dtype;
    if (uniform) return false;
  }
  return promoted_literal_equals(v, parent, n, Value::of_int(pattern));
}
bool literal_beside_equals(const Vocabulary& v, const Node* n, const Node* other,
                           const Value& pattern);
inline bool literal_beside_is(const Vocabulary& v, const Node* n, const Node* other,
                              const Value& pattern) {
  if (pattern.is_invalid()) return is_invalid(v, n);
  if (pattern.is_bool() && v.dtype(n->dtype).kind == DTypeKind::Bool)
    return n->arg == static_cast<Word>(pattern.i);
  return literal_beside_equals(v, n, other, pattern);
}
inline bool literal_beside_is(const Vocabulary& v, const Node* n, const Node* other,
                              int64_t pattern) {
  if (v.dtype(n->dtype).is_integral() && !n->has(Node::wide_value)) {
    if (static_cast<int64_t>(n->arg) == pattern) return true;
    if (n->dtype == other->dtype) return false;
  }
  return literal_beside_equals(v, n, other, Value::of_int(pattern));
}
bool literal_is(const Vocabulary& v, const Node* n, const Value& pattern);
inline bool literal_is(const Vocabulary& v, const Node* n, int64_t pattern) {
  return literal_is(v, n, Value::of_int(pattern));
}
bool source_literal_is(const Vocabulary& v, const Node* parent, uint32_t index,
                       const Value& pattern);
inline bool source_literal_is(const Vocabulary& v, const Node* parent, uint32_t index,
                              int64_t pattern) {
  return source_literal_is(v, parent, index, Value::of_int(pattern));
}
/// `#c` twice.
inline bool same_value(const Value& a, const Value& b) {
  return a.is_int() && b.is_int() ? a.i == b.i : matches(a, b);
}

// --- facts of nodes ----------------------------------------------------------------------------

/// Least and greatest value; None if unknown.
inline Value vmin(const Vocabulary& v, const Node* n) {
  if ((n->flags & (Node::has_bounds | Node::wide_bounds)) == Node::has_bounds &&
      v.dtype(n->dtype).is_integral())
    return Value::of_int(static_cast<int64_t>(n->min));
  return bounds_of(v, n).min();
}
inline Value vmax(const Vocabulary& v, const Node* n) {
  if ((n->flags & (Node::has_bounds | Node::wide_bounds)) == Node::has_bounds &&
      v.dtype(n->dtype).is_integral())
    return Value::of_int(static_cast<int64_t>(n->max));
  return bounds_of(v, n).max();
}
/// Least and greatest value are known and equal: `n.vmin == n.vmax`.
inline bool is_point(const Vocabulary& v, const Node* n) {
  if (n->has(Node::has_bounds) && !v.dtype(n->dtype).is_float()) return n->min == n->max;
  return bounds_of(v, n).is_point();
}
/// The word of the field of that name; none if the node's op has no such field.
std::optional<Word> field_word(const Vocabulary& v, const Node* n, std::string_view field);
/// The node's argument with fields changed; none if its op has no field of one of the names.
std::optional<Word> with_fields(Graph& g, const Node* n,
                                std::initializer_list<std::pair<std::string_view, Word>> changes);
/// An exact integer as the word of a field; none beyond 64 bits.
inline std::optional<Word> int_word(int128 v) {
  if (!fits_int64(v)) return std::nullopt;
  return static_cast<Word>(static_cast<int64_t>(v));
}
inline Word record(Graph& g, std::initializer_list<Word> fields) {
  return g.intern_record(std::span<const Word>(fields.begin(), fields.size()));
}

// --- expressions that are not built ------------------------------------------------------------

/// What is known of a node that does not exist.
struct Unbuilt {
  Interval bounds;
  DType dtype;
  bool exact = true; ///< nothing in it wraps
};
inline Unbuilt unbuilt(const Vocabulary& v, const Node* n) {
  return {bounds_of(v, n), n->dtype, true};
}
Unbuilt unbuilt(const Value& value, DType dtype);
/// A node of `op` on them: bounds by interval arithmetic, with none where the dtypes do not fit.
/// Interns nothing.
Unbuilt unbuilt(const Graph& g, OpId op, Word arg, std::span<const Unbuilt> src);
inline Unbuilt unbuilt(const Graph& g, OpId op, Word arg, std::initializer_list<Unbuilt> src) {
  return unbuilt(g, op, arg, std::span<const Unbuilt>(src.begin(), src.size()));
}

// --- arithmetic --------------------------------------------------------------------------------

/// Exact integers. False: the result has no 128-bit form.
inline bool add(int128 a, int128 b, int128& r) {
  return !__builtin_add_overflow(a, b, &r);
}
inline bool sub(int128 a, int128 b, int128& r) {
  return !__builtin_sub_overflow(a, b, &r);
}
inline bool mul(int128 a, int128 b, int128& r) {
  return !__builtin_mul_overflow(a, b, &r);
}
/// One of the operations of `exact` on integers.
inline bool by(Value (*operation)(const Value&), int128 a, int128& r) {
  const Value v = operation(Value::of_int(a));
  r = v.is_int() ? v.i : 0;
  return v.is_int();
}
inline bool by(Value (*operation)(const Value&, const Value&), int128 a, int128 b, int128& r) {
  const Value v = operation(Value::of_int(a), Value::of_int(b));
  r = v.is_int() ? v.i : 0;
  return v.is_int();
}
/// The exponent of an exact power of two; false for any other number.
bool ilog2(int128 a, int128& r);

inline bool eq(const Value& a, const Value& b) {
  return a.is_int() && b.is_int() ? a.i == b.i : exact::eq(a, b);
}
inline bool ne(const Value& a, const Value& b) {
  return a.is_int() && b.is_int() ? a.i != b.i : exact::ne(a, b);
}
inline bool lt(const Value& a, const Value& b) {
  return a.is_int() && b.is_int() ? a.i < b.i : exact::lt(a, b);
}
inline bool le(const Value& a, const Value& b) {
  return a.is_int() && b.is_int() ? a.i <= b.i : exact::le(a, b);
}
inline bool gt(const Value& a, const Value& b) {
  return lt(b, a);
}
inline bool ge(const Value& a, const Value& b) {
  return le(b, a);
}

// --- lists -------------------------------------------------------------------------------------

template <class List>
using Element = std::remove_cvref_t<decltype(*std::declval<const List&>().begin())>;

template <class T, class List>
void append(std::vector<T>& to, const List& items) {
  to.insert(to.end(), items.begin(), items.end());
}
template <class A, class B>
std::vector<Element<A>> concat(const A& a, const B& b) {
  std::vector<Element<A>> r(a.begin(), a.end());
  r.insert(r.end(), b.begin(), b.end());
  return r;
}
template <class A, class B>
bool equal(const A& a, const B& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}
template <class List, class T>
bool contains(const List& list, const T& x) {
  return std::find(list.begin(), list.end(), x) != list.end();
}
template <class List>
auto flat(const List& lists) {
  std::vector<Element<Element<List>>> r;
  for (const auto& list : lists)
    r.insert(r.end(), list.begin(), list.end());
  return r;
}
/// Without repeats, first occurrences kept.
template <class List>
std::vector<Element<List>> dedup(const List& list) {
  std::vector<Element<List>> r;
  for (const auto& x : list)
    if (std::find(r.begin(), r.end(), x) == r.end()) r.push_back(x);
  return r;
}
/// As long as the shorter.
template <class A, class B>
std::vector<std::tuple<Element<A>, Element<B>>> zip(const A& a, const B& b) {
  std::vector<std::tuple<Element<A>, Element<B>>> r;
  auto j = b.begin();
  for (auto i = a.begin(); i != a.end() && j != b.end(); ++i, ++j)
    r.emplace_back(*i, *j);
  return r;
}
template <class List>
std::vector<std::tuple<int128, Element<List>>> enumerate(const List& list) {
  std::vector<std::tuple<int128, Element<List>>> r;
  for (const auto& x : list)
    r.emplace_back(static_cast<int128>(r.size()), x);
  return r;
}
/// A field's list of integers as exact ones.
template <class List>
std::vector<int128> exact_integers(const List& list) {
  return std::vector<int128>(list.begin(), list.end());
}
/// Every index of an array of that shape, row-major; none if a dimension is no number or there are
/// over 2^16.
std::optional<std::vector<std::vector<int128>>> indices(std::span<const Dim> shape);
/// The operands of a chain of one associative op, from left to right; of any other node, itself.
std::vector<const Node*> split(const Node* n, OpId op);
/// The chain of `op` over the list, leaning left; `unit` if it is empty. Null if it cannot be
/// built.
const Node* join(Match& m, OpId op, std::span<const Node* const> list, const Node* unit);

// --- results -----------------------------------------------------------------------------------

/// A constant of an exact value. Null: the value is none, or an integer that the dtype does not
/// hold.
const Node* constant(Match& m, const Value& value, DType dtype);
/// … with the dtype and shape of `like`.
const Node* constant_like(Match& m, const Value& value, const Node* like);
/// `parent` takes its source `constant` for the number that it is: it does not wrap where the
/// parent computes.
bool takes(const Vocabulary& v, const Node* parent, const Node* constant);
/// The dtype of a literal without one of its own.
DType weak_dtype(const Vocabulary& v, const Value& value);
/// The value of `n`'s op and argument on values of its sources, as the op computes. None: it has no
/// value.
Value eval(Match& m, const Node* n, std::span<const Value> src);
inline Value eval(Match& m, const Node* n, std::initializer_list<Value> src) {
  return eval(m, n, std::span<const Value>(src.begin(), src.size()));
}
/// The value of `op` on sources of dtype `computed`.
Value eval(Match& m, OpId op, DType computed, std::initializer_list<Value> src);

// --- text --------------------------------------------------------------------------------------

std::string concat(std::initializer_list<std::string_view> pieces);
std::string join_text(const std::vector<std::string>& pieces, std::string_view separator);
inline std::string text(int128 v) {
  return to_string(v);
}
inline std::string text(const Value& v) {
  return to_string(v);
}
inline std::string text(std::string_view v) {
  return std::string(v);
}
std::string text(bool v);
std::string text(double v);
/// In the named format: `hex`, …; a value that has none in it is written plainly.
std::string formatted(const Value& v, std::string_view format);

} // namespace tenet::builtin
