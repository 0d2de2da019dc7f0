#include "core/ir/clauses.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>

namespace tenet::clause {

// --- dtypes
// ---------------------------------------------------------------------------------------------------------

DType promote(const Vocabulary& v, ArgList<DType> dtypes) {
  if (dtypes.empty()) return DType::none();
  DType result = dtypes[0];
  for (const DType t : dtypes.subspan(1)) {
    if (!result.has_value() || !t.has_value()) return DType::none();
    if (t != result) result = v.promote(result, t);
  }
  return result;
}

DType promote_nodes(const Vocabulary& v, NodeList nodes) {
  if (nodes.empty()) return DType::none();
  DType result = nodes[0]->dtype;
  for (const Node* n : nodes.subspan(1)) {
    if (!result.has_value()) return DType::none();
    if (n->dtype != result) result = v.promote(result, n->dtype);
  }
  return result;
}

DType float_of(const Vocabulary& v, DType t) {
  if (!t.has_value()) return t;
  const DTypeInfo& info = v.dtype(t);
  if (info.is_float()) return t;
  if (info.weak) return v.weak_float;
  if (!info.is_integral() && info.kind != DTypeKind::Bool) return DType::none();
  DType first = DType::none();
  for (size_t i = 0; i < v.dtypes.size(); ++i) {
    const DTypeInfo& candidate = v.dtypes[i];
    if (!candidate.is_float() || candidate.weak) continue;
    const DType found{static_cast<uint8_t>(i)};
    if (candidate.bits == 32) return found;
    if (!first.has_value()) first = found;
  }
  return first;
}

namespace {

/// Integer into float: all its magnitudes have at most as many bits as the significand, and none
/// overflows.
bool integer_fits_float(const DTypeInfo& from, const DTypeInfo& to) {
  if (from.bits == 0) return false;
  const int magnitude_bits = from.kind == DTypeKind::Int ? from.bits - 1 : from.bits;
  const int largest_exponent =
      (1 << (to.exponent_bits - 1)) - (to.finite && !to.unsigned_zero ? 0 : 1);
  return magnitude_bits <= to.mantissa_bits + 1 && magnitude_bits <= largest_exponent;
}

bool float_fits_float(const DTypeInfo& from, const DTypeInfo& to) {
  const bool keeps_infinity = from.finite || !to.finite;
  if (to.unsigned_zero) return false; // loses -0
  return keeps_infinity && from.exponent_bits + (from.unsigned_zero ? 1 : 0) <= to.exponent_bits &&
         from.mantissa_bits <= to.mantissa_bits;
}

} // namespace

bool lossless(const Vocabulary& v, DType from, DType to) {
  if (!from.has_value() || !to.has_value()) return false;
  if (from == to) return true;
  const DTypeInfo& a = v.dtype(from);
  const DTypeInfo& b = v.dtype(to);
  if (a.kind == DTypeKind::Bool) return b.is_integral() || b.is_float();
  if (a.is_integral() && b.is_integral())
    return b.bits == 0 ||
           (a.bits != 0 && min_value(a) >= min_value(b) && max_value(a) <= max_value(b));
  if (a.is_integral() && b.is_float()) return integer_fits_float(a, b);
  return a.is_float() && b.is_float() && float_fits_float(a, b);
}

// --- shapes
// ---------------------------------------------------------------------------------------------------------

std::span<const Dim> source_shape(const Node* n) {
  if (n->has(Node::scalar)) return {};
  TENET_CHECK(n->facts != nullptr && n->facts->has_shape,
              "a shape clause reads a shape that nobody asked for");
  return n->facts->shape;
}

Dim dim(const Vocabulary& v, const Node* n) {
  const Value value = literal_value(v, n);
  if (value.is_int() && fits_int64(value.i)) return {nullptr, static_cast<int64_t>(value.i)};
  return {n, 0};
}

std::vector<Dim> dims(const Vocabulary& v, NodeList nodes) {
  std::vector<Dim> result;
  result.reserve(nodes.size());
  for (const Node* n : nodes)
    result.push_back(dim(v, n));
  return result;
}

std::vector<Dim> dims(ArgList<int128> sizes) {
  std::vector<Dim> result;
  result.reserve(sizes.size());
  for (const int128 size : sizes)
    result.push_back(dim(size));
  return result;
}

Shape broadcast_of(NodeList nodes) {
  std::vector<std::span<const Dim>> shapes;
  shapes.reserve(nodes.size());
  for (const Node* n : nodes)
    shapes.push_back(source_shape(n));
  return broadcast(shapes);
}

Shape index_shape(const Node* buffer, NodeList at) {
  const std::span<const Dim> whole = source_shape(buffer);
  if (at.size() > whole.size()) return std::nullopt;
  Shape result = broadcast_of(at);
  if (result)
    result->insert(result->end(), whole.begin() + static_cast<std::ptrdiff_t>(at.size()),
                   whole.end());
  return result;
}

namespace {

bool is_number(const Dim& d, int64_t number) {
  return d.node == nullptr && d.size == number;
}

} // namespace

std::optional<Dim> add(const Dim& a, const Dim& b) {
  if (is_number(a, 0)) return b;
  if (is_number(b, 0)) return a;
  Dim sum;
  if (a.node != nullptr || b.node != nullptr || __builtin_add_overflow(a.size, b.size, &sum.size))
    return std::nullopt;
  return sum;
}

std::optional<Dim> sub(const Dim& a, const Dim& b) {
  if (is_number(b, 0)) return a;
  if (a == b) return Dim{};
  Dim difference;
  if (a.node != nullptr || b.node != nullptr ||
      __builtin_sub_overflow(a.size, b.size, &difference.size))
    return std::nullopt;
  return difference;
}

std::optional<Dim> mul(const Dim& a, const Dim& b) {
  if (is_number(a, 1)) return b;
  if (is_number(b, 1)) return a;
  Dim product;
  if (a.node != nullptr || b.node != nullptr ||
      __builtin_mul_overflow(a.size, b.size, &product.size))
    return std::nullopt;
  return product;
}

// --- values
// ---------------------------------------------------------------------------------------------------------

namespace {

/// The low 128 bits of a product: all that matters where it wraps to a narrower width.
Value wrapping_mul(const Value& a, const Value& b) {
  return Value::of_int(static_cast<int128>(static_cast<uint128>(a.i) * static_cast<uint128>(b.i)));
}

uint32_t rotate_left(uint32_t x, int n) {
  return x << n | x >> (32 - n);
}

} // namespace

bool comparable(std::span<const Value> src) {
  return std::all_of(src.begin(), src.end(),
                     [](const Value& v) { return v.has_value() && !v.is_invalid(); });
}

Value mul(const DTypeInfo& t, const Value& a, const Value& b) {
  if (t.wraps() && a.is_integral() && b.is_integral()) return wrapping_mul(a, b);
  return exact::mul(a, b);
}

Value fma(const DTypeInfo& t, const Value& a, const Value& b, const Value& c) {
  if (t.wraps() && a.is_integral() && b.is_integral() && c.is_integral())
    return Value::of_int(static_cast<int128>(static_cast<uint128>(wrapping_mul(a, b).i) +
                                             static_cast<uint128>(c.i)));
  return exact::fma(a, b, c);
}

Value shl(const DTypeInfo& t, const Value& x, const Value& n) {
  if (!t.wraps() || !x.is_integral() || !n.is_integral()) return exact::shl(x, n);
  if (n.i < 0 || n.i >= t.bits) return Value::of_int(0);
  return Value::of_int(static_cast<int128>(static_cast<uint128>(x.i) << static_cast<int>(n.i)));
}

Value threefry(const Value& counter, const Value& key) {
  if (!counter.is_integral() || !key.is_integral()) return {};
  static constexpr int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const auto low = [](const Value& v) { return static_cast<uint32_t>(static_cast<uint128>(v.i)); };
  const auto high = [](const Value& v) {
    return static_cast<uint32_t>(static_cast<uint128>(v.i) >> 32);
  };
  const std::array<uint32_t, 3> keys{low(key), high(key), low(key) ^ high(key) ^ 0x1BD11BDAU};
  uint32_t x0 = low(counter) + keys[0];
  uint32_t x1 = high(counter) + keys[1];
  for (uint32_t block = 0; block < 5; ++block) {
    for (const int r : rotations[block % 2]) {
      x0 += x1;
      x1 = rotate_left(x1, r) ^ x0;
    }
    x0 += keys[(block + 1) % 3];
    x1 += keys[(block + 2) % 3] + block + 1;
  }
  return Value::of_int(static_cast<int128>(uint64_t{x1} << 32 | x0));
}

std::optional<bool> truth(const Value& v) {
  if (v.is_integral()) return v.i != 0;
  if (v.is_float()) return v.f != 0; // NaN is true
  return std::nullopt;
}

} // namespace tenet::clause
