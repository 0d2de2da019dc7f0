#include "core/rewrite/builtins.h"

#include "core/ir/fields.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace tenet::builtin {

// --- constants of patterns ---------------------------------------------------------------------

namespace {

bool is_promoted(const Vocabulary& v, const Node* parent, uint32_t index) {
  const OpInfo& info = v.op(parent->op);
  return info.is(Role::Promotes) && (index >= 32 || (info.unpromoted >> index & 1) == 0);
}

bool is_negative_zero(const Value& v) {
  return v.is_float() && v.f == 0 && std::signbit(v.f);
}

} // namespace

Value source_literal(const Vocabulary& v, const Node* parent, uint32_t index) {
  const Node* n = parent->src(index);
  return is_promoted(v, parent, index) ? promoted_literal(v, parent, n) : literal(v, n);
}

bool matches(const Value& value, const Value& pattern) {
  if (identical(value, pattern)) return true;
  return value.kind != pattern.kind && exact::eq(value, pattern) && !is_negative_zero(value) &&
         !is_negative_zero(pattern);
}

bool matches_in(const Vocabulary& v, const Value& value, const Value& pattern, DType computed) {
  if (matches(value, pattern)) return true;
  if (pattern.is_invalid() || value.is_invalid() || !computed.has_value()) return false;
  const DTypeInfo& t = v.dtype(computed);
  // A fraction is no integer, whatever it would round to.
  if (pattern.is_float() && !t.is_float()) return false;
  return matches(value, convert(pattern, t));
}

bool literal_beside_equals(const Vocabulary& v, const Node* n, const Node* other,
                           const Value& pattern) {
  const DType computed = n->dtype == other->dtype ? n->dtype : v.promote(n->dtype, other->dtype);
  return matches_in(v, literal_value_in(v, n, computed), pattern, computed);
}

bool promoted_literal_equals(const Vocabulary& v, const Node* parent, const Node* n,
                             const Value& pattern) {
  const DType computed = computed_dtype(v, parent);
  return matches_in(v, literal_value_in(v, n, computed), pattern, computed);
}

bool literal_is(const Vocabulary& v, const Node* n, const Value& pattern) {
  return matches_in(v, literal(v, n), pattern, n->dtype);
}

bool source_literal_is(const Vocabulary& v, const Node* parent, uint32_t index,
                       const Value& pattern) {
  const Node* n = parent->src(index);
  return is_promoted(v, parent, index) ? promoted_literal_is(v, parent, n, pattern)
                                       : literal_is(v, n, pattern);
}

// --- facts of nodes ----------------------------------------------------------------------------

namespace {

constexpr unsigned no_field = ~0u;

unsigned field_index(const OpInfo& info, std::string_view field) {
  for (unsigned i = 0; i < info.fields.size(); ++i)
    if (info.fields[i].name == field) return i;
  return no_field;
}

} // namespace

std::optional<Word> field_word(const Vocabulary& v, const Node* n, std::string_view field) {
  const unsigned i = field_index(v.op(n->op), field);
  if (i == no_field) return std::nullopt;
  return field_of(v, n, i);
}

std::optional<Word> with_fields(Graph& g, const Node* n,
                                std::initializer_list<std::pair<std::string_view, Word>> changes) {
  const OpInfo& info = g.vocabulary().op(n->op);
  if (info.is(Role::Literal)) return std::nullopt; // its argument is no plain record
  std::vector<Word> words;
  for (unsigned i = 0; i < info.fields.size(); ++i)
    words.push_back(field_of(g.vocabulary(), n, i));
  for (const auto& [name, word] : changes) {
    const unsigned i = field_index(info, name);
    if (i == no_field) return std::nullopt;
    words[i] = word;
  }
  if (words.empty()) return Word{0};
  return words.size() == 1 ? words[0] : g.intern_record(words);
}

// --- expressions that are not built ------------------------------------------------------------

namespace {

/// No op of an expression that is not built, and none that `#eval` computes, has more sources.
constexpr size_t most_sources = 16;

/// What an op's dtype clause gives for sources of these dtypes, which need not exist: the clause
/// sees nodes of which only the dtype may be read.
DType derived_dtype(const Graph& g, OpId op, Word arg, std::span<const DType> src) {
  const OpInfo& info = g.vocabulary().op(op);
  if (info.dtype == nullptr) return DType::none();
  std::array<Node, most_sources> nodes;
  std::array<const Node*, most_sources> pointers;
  for (size_t i = 0; i < src.size(); ++i) {
    nodes[i] = Node{};
    nodes[i].dtype = src[i];
    pointers[i] = &nodes[i];
  }
  return info.dtype(g, {op, arg, std::span(pointers.data(), src.size())});
}

bool within(const Interval& x, const DTypeInfo& t) {
  return x.is_int() && x.lo >= min_value(t) && x.hi <= max_value(t);
}

} // namespace

Unbuilt unbuilt(const Value& value, DType dtype) {
  return {Interval::point(value), dtype, true};
}

Unbuilt unbuilt(const Graph& g, OpId op, Word arg, std::span<const Unbuilt> src) {
  const Unbuilt unknown{Interval::unknown(), DType::none(), false};
  if (src.size() > most_sources) return unknown;
  std::array<DType, most_sources> dtypes;
  std::array<Interval, most_sources> bounds;
  bool is_exact = true;
  for (size_t i = 0; i < src.size(); ++i) {
    if (!src[i].dtype.has_value()) return unknown;
    dtypes[i] = src[i].dtype;
    bounds[i] = src[i].bounds;
    is_exact = is_exact && src[i].exact;
  }
  const std::span<const DType> src_dtype(dtypes.data(), src.size());
  const DType dtype = derived_dtype(g, op, arg, src_dtype);
  if (!dtype.has_value()) return unknown;
  const Vocabulary& v = g.vocabulary();
  const DTypeInfo& t = v.dtype(dtype);
  const OpInfo& info = v.op(op);
  if (info.bounds == nullptr) return {range_of(t), dtype, is_exact};
  const Interval result =
      info.bounds({g, op, dtype, arg, std::span(bounds.data(), src.size()), src_dtype});
  if (!t.wraps() || within(result, t)) return {result, dtype, is_exact};
  return {range_of(t), dtype, false};
}

// --- arithmetic --------------------------------------------------------------------------------

bool ilog2(int128 a, int128& r) {
  r = 0;
  if (a <= 0 || (a & (a - 1)) != 0) return false;
  for (; a > 1; a >>= 1)
    ++r;
  return true;
}

// --- lists -------------------------------------------------------------------------------------

std::optional<std::vector<std::vector<int128>>> indices(std::span<const Dim> shape) {
  constexpr int64_t limit = int64_t{1} << 16;
  int64_t count = 1;
  for (const Dim& d : shape) {
    if (d.node != nullptr || d.size < 0 || d.size > limit) return std::nullopt;
    count *= d.size;
    if (count > limit) return std::nullopt;
  }
  std::vector<std::vector<int128>> result;
  result.reserve(static_cast<size_t>(count));
  for (int64_t k = 0; k < count; ++k) {
    std::vector<int128> index(shape.size());
    int64_t rest = k;
    for (size_t d = shape.size(); d-- > 0; rest /= shape[d].size)
      index[d] = rest % shape[d].size;
    result.push_back(std::move(index));
  }
  return result;
}

std::vector<const Node*> split(const Node* n, OpId op) {
  std::vector<const Node*> result;
  std::vector<const Node*> pending{n};
  while (!pending.empty()) {
    const Node* x = pending.back();
    pending.pop_back();
    if (x->op != op) {
      result.push_back(x);
      continue;
    }
    for (uint32_t i = x->n_src; i-- > 0;)
      pending.push_back(x->src(i));
  }
  return result;
}

const Node* join(Match& m, OpId op, std::span<const Node* const> list, const Node* unit) {
  if (list.empty()) return unit;
  const Node* result = list[0];
  for (const Node* x : list.subspan(1)) {
    if (result == nullptr) return nullptr;
    result = m.build(op, {result, x});
  }
  return result;
}

// --- results -----------------------------------------------------------------------------------

namespace {

/// An integer that the dtype does not hold is none; a fraction rounds to a float but is no integer.
bool has_constant(const Vocabulary& v, const Value& value, DType dtype) {
  if (!value.has_value() || !dtype.has_value()) return false;
  const DTypeInfo& t = v.dtype(dtype);
  if (value.is_invalid())
    return t.kind == DTypeKind::Bool; // a poison of another dtype is a conversion of it
  if (t.kind == DTypeKind::Bool) return value.is_integral() && (value.i == 0 || value.i == 1);
  if (t.is_integral())
    return value.is_integral() && (!t.wraps() || representable(Value::of_int(value.i), t));
  return t.is_float();
}

} // namespace

const Node* constant(Match& m, const Value& value, DType dtype) {
  return has_constant(m.vocabulary(), value, dtype) ? m.graph().constant(value, dtype) : nullptr;
}

bool takes(const Vocabulary& v, const Node* parent, const Node* constant) {
  if (!v.op(parent->op).is(Role::Promotes)) return true;
  const DTypeInfo& t = v.dtype(computed_dtype(v, parent));
  const Value value = literal_value(v, constant);
  return !t.wraps() || !value.is_int() || representable(value, t);
}

const Node* constant_like(Match& m, const Value& value, const Node* like) {
  if (!has_constant(m.vocabulary(), value, like->dtype)) return nullptr;
  if (like->has(Node::scalar)) return m.graph().constant(value, like->dtype);
  return ::tenet::constant_like(m.graph(), value, like);
}

DType weak_dtype(const Vocabulary& v, const Value& value) {
  if (value.is_int()) return v.weak_int;
  if (value.is_float()) return v.weak_float;
  return value.is_bool() || value.is_invalid() ? v.bool_dtype : DType::none();
}

Value eval(Match& m, const Node* n, std::span<const Value> src) {
  const Vocabulary& v = m.vocabulary();
  const OpInfo& info = v.op(n->op);
  if (info.eval == nullptr || n->n_src > most_sources) return {};
  std::array<DType, most_sources> dtypes;
  for (uint32_t i = 0; i < n->n_src; ++i)
    dtypes[i] = n->src(i)->dtype;
  return info.eval({m.graph(), n->op, n->dtype, computed_dtype(v, n), n->arg, src,
                    std::span(dtypes.data(), n->n_src)});
}

Value eval(Match& m, OpId op, DType computed, std::initializer_list<Value> src) {
  const Vocabulary& v = m.vocabulary();
  const OpInfo& info = v.op(op);
  if (info.eval == nullptr || !computed.has_value() || src.size() > most_sources) return {};
  std::array<Value, most_sources> values;
  std::array<DType, most_sources> dtypes;
  size_t n = 0;
  for (const Value& value : src) {
    const bool own = n < info.declared.size() && info.declared[n].has_value();
    dtypes[n] = own ? info.declared[n] : computed;
    values[n] = convert(value, v.dtype(dtypes[n]));
    ++n;
  }
  const std::span<const DType> src_dtype(dtypes.data(), n);
  const DType dtype = derived_dtype(m.graph(), op, 0, src_dtype);
  if (!dtype.has_value()) return {};
  return info.eval(
      {m.graph(), op, dtype, computed, 0, std::span<const Value>(values.data(), n), src_dtype});
}

// --- text --------------------------------------------------------------------------------------

std::string concat(std::initializer_list<std::string_view> pieces) {
  size_t size = 0;
  for (const std::string_view piece : pieces)
    size += piece.size();
  std::string result;
  result.reserve(size);
  for (const std::string_view piece : pieces)
    result += piece;
  return result;
}

std::string join_text(const std::vector<std::string>& pieces, std::string_view separator) {
  std::string result;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (i > 0) result += separator;
    result += pieces[i];
  }
  return result;
}

std::string text(bool v) {
  return v ? "true" : "false";
}
std::string text(double v) {
  return to_string(Value::of_float(v));
}

std::string formatted(const Value& v, std::string_view format) {
  if (format != "hex" || !v.is_integral()) return to_string(v);
  static constexpr std::string_view digits = "0123456789abcdef";
  uint128 rest = v.i < 0 ? uint128{0} - static_cast<uint128>(v.i) : static_cast<uint128>(v.i);
  std::string result;
  do {
    result.insert(result.begin(), digits[static_cast<size_t>(rest % 16)]);
    rest /= 16;
  } while (rest != 0);
  return (v.i < 0 ? "-0x" : "0x") + result;
}

} // namespace tenet::builtin
