#include "core/ir/float_format.h"
#include "core/ir/interval.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tenet {

Interval range_of(const DTypeInfo& t) {
  if (t.kind == DTypeKind::Bool || t.wraps()) return Interval::of(min_value(t), max_value(t));
  if (!t.is_float()) return {};
  const double most =
      t.finite ? float_format::greatest(t) : std::numeric_limits<double>::infinity();
  return Interval::of_float(-most, most);
}

namespace interval {
namespace {

bool inside(const Interval& a, const Interval& b) {
  return a.lo >= b.lo && a.hi <= b.hi;
}

Interval to_bool(const Interval& x) {
  const bool zero_inside = x.is_int() ? x.lo <= 0 && x.hi >= 0 : x.flo <= 0 && x.fhi >= 0;
  if (!zero_inside) return Interval::of(1, 1);
  // A float that is 0 by its bounds may still be NaN, which is true.
  return Interval::of(0, x.is_int() && x.is_point() ? 0 : 1);
}

Interval to_float(const Interval& x, const DTypeInfo& to) {
  const Value lo = tenet::convert(x.min(), to), hi = tenet::convert(x.max(), to);
  return std::isnan(lo.f) || std::isnan(hi.f) ? range_of(to) : Interval::of_float(lo.f, hi.f);
}

/// Integers wrap; those that all wrap by the same multiple of 2^bits stay an interval.
Interval wrapped(const Interval& x, const DTypeInfo& to) {
  const Interval all = range_of(to);
  if (!to.wraps() || inside(x, all)) return x;
  const Value lo = tenet::convert(x.min(), to), hi = tenet::convert(x.max(), to);
  const uint128 width = static_cast<uint128>(x.hi) - static_cast<uint128>(x.lo);
  const bool together = width <= static_cast<uint128>(all.hi - all.lo) && lo.i <= hi.i;
  return together ? Interval::of(lo.i, hi.i) : all;
}

Interval truncated(const Interval& x, const DTypeInfo& to) {
  DTypeInfo unwrapped = to;
  if (to.kind != DTypeKind::UInt || to.bits != 64) unwrapped.bits = 0;
  // Saturation is monotone. For uint64 it is so from 0 up only: below, the int64 wraps.
  if (unwrapped.bits != 0 && x.flo <= -1) return range_of(to);
  const Value lo = tenet::convert(x.min(), unwrapped), hi = tenet::convert(x.max(), unwrapped);
  // NaN, of which the bounds say nothing, becomes 0.
  return wrapped(Interval::of(std::min<int128>(lo.i, 0), std::max<int128>(hi.i, 0)), to);
}

} // namespace

Interval convert(const Interval& x, const DTypeInfo& from, const DTypeInfo& to) {
  if (!x.known()) return range_of(to);
  switch (to.kind) {
  case DTypeKind::Bool:
    return to_bool(x);
  case DTypeKind::Float:
    return to_float(x, to);
  case DTypeKind::Int:
  case DTypeKind::UInt:
    return x.is_int() && !from.is_float() ? wrapped(x, to) : truncated(x, to);
  case DTypeKind::Void:
  case DTypeKind::Opaque:
    return {};
  }
  return {};
}

} // namespace interval
} // namespace tenet
