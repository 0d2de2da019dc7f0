#include "core/ir/dtype.h"

#include "core/ir/float_format.h"

#include <cmath>
#include <limits>

namespace tenet {
namespace {

/// The integer modulo 2^bits that lies in the dtype.
int128 wrap(int128 v, const DTypeInfo& t) {
  const uint128 mask = (uint128{1} << t.bits) - 1;
  const uint128 low = static_cast<uint128>(v) & mask;
  const bool negative = t.kind == DTypeKind::Int && (low >> (t.bits - 1)) != 0;
  return static_cast<int128>(negative ? low | ~mask : low);
}

/// Truncated, saturated to int64; for uint64 to uint64 from 2^63 up. NaN gives 0.
int128 truncate(double v, const DTypeInfo& t) {
  constexpr double two_63 = 0x1p63;
  if (std::isnan(v)) return 0;
  if (v < -two_63) return std::numeric_limits<int64_t>::min();
  if (v < two_63) return static_cast<int64_t>(v);
  if (t.kind != DTypeKind::UInt || t.bits != 64) return std::numeric_limits<int64_t>::max();
  return v < 2 * two_63 ? static_cast<uint64_t>(v) : std::numeric_limits<uint64_t>::max();
}

bool is_true(const Value& v) {
  return v.is_float() ? v.f != 0 : v.i != 0;
}

uint64_t bits_of(const Value& v, const DTypeInfo& t) {
  if (t.is_float()) return float_format::encode(v.is_float() ? v.f : v.as_double(), t);
  return static_cast<uint64_t>(v.i);
}

} // namespace

int128 min_value(const DTypeInfo& t) {
  return t.kind == DTypeKind::Int ? -(int128{1} << (t.bits - 1)) : 0;
}

int128 max_value(const DTypeInfo& t) {
  if (t.kind == DTypeKind::Bool) return 1;
  return (int128{1} << (t.kind == DTypeKind::Int ? t.bits - 1 : t.bits)) - 1;
}

Value convert(const Value& v, const DTypeInfo& to) {
  if (!v.has_value() || v.is_invalid()) return v;
  switch (to.kind) {
  case DTypeKind::Bool:
    return Value::of_bool(is_true(v));
  case DTypeKind::Float:
    return Value::of_float(v.is_float() ? float_format::round(v.f, to)
                                        : float_format::round(v.i, to));
  case DTypeKind::Int:
  case DTypeKind::UInt: {
    const int128 whole = v.is_float() ? truncate(v.f, to) : v.i;
    return Value::of_int(to.wraps() ? wrap(whole, to) : whole);
  }
  case DTypeKind::Void:
  case DTypeKind::Opaque:
    return {};
  }
  return {};
}

bool representable(const Value& v, const DTypeInfo& t) {
  if (!v.has_value() || v.is_invalid()) return false;
  if (v.is_float() && std::isnan(v.f)) return t.is_float();
  if (v.is_float() && v.f == 0 && std::signbit(v.f)) return t.is_float() && !t.unsigned_zero;
  if (t.kind == DTypeKind::Bool && v.is_float()) return v.f == 0 || v.f == 1;
  return exact::eq(v, convert(v, t));
}

Value reinterpret(const Value& v, const DTypeInfo& from, const DTypeInfo& to) {
  if (from.bits == 0 || from.bits != to.bits || !v.has_value() || v.is_invalid()) return {};
  if (v.is_float() != from.is_float()) return {};
  const uint64_t bits = bits_of(v, from);
  if (to.is_float()) return Value::of_float(float_format::decode(bits, to));
  if (to.kind == DTypeKind::Bool) return Value::of_bool(bits != 0);
  return Value::of_int(wrap(static_cast<int128>(bits), to));
}

} // namespace tenet
