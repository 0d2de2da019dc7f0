/// Interval arithmetic for the `bounds` clauses.
///
/// Division and shifts are monotone in each argument while the other keeps its sign, so that their
/// extremes lie at the corners of the box once the divisor is cut at zero; the zero policies add
/// what `exact` gives there. For example
/// [-7, 7] // [-2, 3] is the hull of [-7, 7] // [-2, -1], of [-7, 7] // [1, 3] and of 0. Corners
/// are computed by `exact`, which answers none beyond 128 bits: then the result is Unknown.
/// Rejected: saturating at 128 bits, which is sound but gives bounds that no one can name.
///
/// A NaN at a corner of a float sum or product comes of infinities; the bound there is the infinity
/// on its side (a product of 0 and infinity: 0, the limit along the axis).
#include "core/ir/interval.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace tenet {

Interval Interval::point(const Value& v) {
  if (v.is_integral()) return of(v.i, v.i);
  if (v.is_float() && !std::isnan(v.f)) return of_float(v.f, v.f);
  return unknown();
}

Value Interval::min() const {
  if (!known()) return {};
  return is_int() ? Value::of_int(lo) : Value::of_float(flo);
}

Value Interval::max() const {
  if (!known()) return {};
  return is_int() ? Value::of_int(hi) : Value::of_float(fhi);
}

namespace interval {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using Operation = Value (*)(const Value&, const Value&);

Interval as_float(const Interval& a) {
  return a.is_int() ? Interval::of_float(static_cast<double>(a.lo), static_cast<double>(a.hi)) : a;
}

bool both_int(const Interval& a, const Interval& b) {
  return a.is_int() && b.is_int();
}
bool both_known(const Interval& a, const Interval& b) {
  return a.known() && b.known();
}

bool contains(const Interval& a, int128 v) {
  return a.lo <= v && v <= a.hi;
}

bool is_small(const Interval& a) {
  return static_cast<int64_t>(a.lo) == a.lo && static_cast<int64_t>(a.hi) == a.hi;
}

/// The product of two numbers of 64 bits.
int128 narrow_product(int128 x, int128 y) {
  return int128{static_cast<int64_t>(x)} * static_cast<int64_t>(y);
}

/// The hull of the operation at the four corners; Unknown if one has no value.
Interval corners(Operation op, const Interval& a, const Interval& b) {
  int128 lo = int128_max, hi = int128_min;
  for (const int128 x : {a.lo, a.hi}) {
    for (const int128 y : {b.lo, b.hi}) {
      const Value v = op(Value::of_int(x), Value::of_int(y));
      if (!v.is_int()) return {};
      lo = std::min(lo, v.i);
      hi = std::max(hi, v.i);
    }
  }
  return Interval::of(lo, hi);
}

/// A hull that begins empty, and is Unknown for ever once an Unknown joins it.
class Hull {
public:
  void join(const Interval& x) {
    hull_ = empty_ ? x : unite(hull_, x);
    empty_ = false;
  }
  const Interval& hull() const { return hull_; }

private:
  Interval hull_;
  bool empty_ = true;
};

/// Hull over the negative and the positive divisors of `part(b)` and, where `b` may be zero, of
/// `at_zero`.
template <class Part>
Interval by_divisor_sign(const Interval& b, const Interval& at_zero, Part part) {
  Hull r;
  if (b.lo < 0) r.join(part(Interval::of(b.lo, std::min<int128>(b.hi, -1))));
  if (b.hi > 0) r.join(part(Interval::of(std::max<int128>(b.lo, 1), b.hi)));
  if (contains(b, 0)) r.join(at_zero);
  return r.hull();
}

/// Remainder by divisors of one sign. `sign` is that of the results: the divisor's for floormod.
Interval floormod_by(const Interval& a, const Interval& b) {
  const bool negative = b.hi < 0;
  const int128 least = negative ? b.hi : b.lo, greatest = negative ? b.lo : b.hi; // by magnitude
  // Every dividend is its own remainder by the divisor least in magnitude, and so by all.
  if (negative ? a.lo > least && a.hi <= 0 : a.lo >= 0 && a.hi < least) return a;
  if (b.lo == b.hi && exact::eq(exact::floordiv(Value::of_int(a.lo), Value::of_int(b.lo)),
                                exact::floordiv(Value::of_int(a.hi), Value::of_int(b.lo)))) {
    return corners(exact::floormod, a, b);
  }
  if (negative) return Interval::of(a.hi <= 0 ? std::max(a.lo, greatest + 1) : greatest + 1, 0);
  return Interval::of(0, a.lo >= 0 ? std::min(a.hi, greatest - 1) : greatest - 1);
}

/// Remainder of the dividend's sign, by divisors of one sign. `b` is positive: cmod(a, -b) is
/// cmod(a, b).
Interval cmod_by(const Interval& a, const Interval& b) {
  if (a.lo > -b.lo && a.hi < b.lo) return a;
  if (b.lo == b.hi && (a.lo >= 0 || a.hi <= 0) && a.lo / b.lo == a.hi / b.lo) {
    return corners(exact::cmod, a, b);
  }
  const int128 most = b.hi - 1;
  return Interval::of(a.lo >= 0 ? 0 : std::max(a.lo, -most), a.hi <= 0 ? 0 : std::min(a.hi, most));
}

double or_infinity(double v, double side) {
  return std::isnan(v) ? side : v;
}

double finite_product(double x, double y) {
  const double r = x * y;
  return std::isnan(r) ? 0.0 : r;
}

Interval multiply_floats(const Interval& a, const Interval& b) {
  const double products[] = {finite_product(a.flo, b.flo), finite_product(a.flo, b.fhi),
                             finite_product(a.fhi, b.flo), finite_product(a.fhi, b.fhi)};
  return Interval::of_float(*std::min_element(products, products + 4),
                            *std::max_element(products, products + 4));
}

} // namespace

Interval make(const Value& lo, const Value& hi) {
  const Interval a = Interval::point(lo), b = Interval::point(hi);
  if (!both_known(a, b) || exact::lt(hi, lo)) return {};
  if (both_int(a, b)) return Interval::of(a.lo, b.lo);
  return Interval::of_float(as_float(a).flo, as_float(b).flo);
}

Interval unite(const Interval& a, const Interval& b) {
  if (!both_known(a, b)) return {};
  if (both_int(a, b)) return Interval::of(std::min(a.lo, b.lo), std::max(a.hi, b.hi));
  const Interval x = as_float(a), y = as_float(b);
  return Interval::of_float(std::min(x.flo, y.flo), std::max(x.fhi, y.fhi));
}

Interval unite(std::span<const Interval> xs) {
  Hull r;
  for (const Interval& x : xs)
    r.join(x);
  return r.hull();
}

Interval add(const Interval& a, const Interval& b) {
  if (both_int(a, b)) {
    Interval r = Interval::of(0, 0);
    if (__builtin_add_overflow(a.lo, b.lo, &r.lo) || __builtin_add_overflow(a.hi, b.hi, &r.hi))
      return {};
    return r;
  }
  if (!both_known(a, b)) return {};
  const Interval x = as_float(a), y = as_float(b);
  return Interval::of_float(or_infinity(x.flo + y.flo, -infinity),
                            or_infinity(x.fhi + y.fhi, infinity));
}

Interval sub(const Interval& a, const Interval& b) {
  if (both_int(a, b)) {
    Interval r = Interval::of(0, 0);
    if (__builtin_sub_overflow(a.lo, b.hi, &r.lo) || __builtin_sub_overflow(a.hi, b.lo, &r.hi))
      return {};
    return r;
  }
  return add(a, neg(b));
}

Interval mul(const Interval& a, const Interval& b) {
  if (both_int(a, b)) {
    if (!is_small(a) || !is_small(b)) return corners(exact::mul, a, b);
    const int128 p = narrow_product(a.lo, b.lo), s = narrow_product(a.hi, b.hi);
    if (b.lo == b.hi) return b.lo < 0 ? Interval::of(s, p) : Interval::of(p, s);
    if (a.lo >= 0 && b.lo >= 0) return Interval::of(p, s);
    const int128 q = narrow_product(a.lo, b.hi), r = narrow_product(a.hi, b.lo);
    return Interval::of(std::min(std::min(p, q), std::min(r, s)),
                        std::max(std::max(p, q), std::max(r, s)));
  }
  if (!both_known(a, b)) return {};
  return multiply_floats(as_float(a), as_float(b));
}

Interval neg(const Interval& a) {
  if (!a.known()) return {};
  if (!a.is_int()) return Interval::of_float(-a.fhi, -a.flo);
  return a.lo == int128_min ? Interval() : Interval::of(-a.hi, -a.lo);
}

Interval floordiv(const Interval& a, const Interval& b) {
  if (!both_int(a, b)) return {};
  if (b.lo == b.hi && b.lo > 0) { // monotone
    return Interval::of(exact::floordiv(Value::of_int(a.lo), Value::of_int(b.lo)).i,
                        exact::floordiv(Value::of_int(a.hi), Value::of_int(b.lo)).i);
  }
  return by_divisor_sign(b, Interval::of(0, 0),
                         [&](const Interval& d) { return corners(exact::floordiv, a, d); });
}

Interval floormod(const Interval& a, const Interval& b) {
  if (!both_int(a, b)) return {};
  return by_divisor_sign(b, a, [&](const Interval& d) { return floormod_by(a, d); });
}

Interval cdiv(const Interval& a, const Interval& b) {
  if (!both_int(a, b)) return {};
  return by_divisor_sign(b, Interval::of(0, 0),
                         [&](const Interval& d) { return corners(exact::cdiv, a, d); });
}

Interval cmod(const Interval& a, const Interval& b) {
  if (!both_int(a, b)) return {};
  return by_divisor_sign(b, a, [&](const Interval& d) {
    if (d.lo > 0) return cmod_by(a, d);
    return d.lo == int128_min ? Interval() : cmod_by(a, neg(d));
  });
}

Interval max(const Interval& a, const Interval& b) {
  if (both_int(a, b)) return Interval::of(std::max(a.lo, b.lo), std::max(a.hi, b.hi));
  if (!both_known(a, b)) return {};
  const Interval x = as_float(a), y = as_float(b);
  return Interval::of_float(std::max(x.flo, y.flo), std::max(x.fhi, y.fhi));
}

Interval min(const Interval& a, const Interval& b) {
  if (both_int(a, b)) return Interval::of(std::min(a.lo, b.lo), std::min(a.hi, b.hi));
  if (!both_known(a, b)) return {};
  const Interval x = as_float(a), y = as_float(b);
  return Interval::of_float(std::min(x.flo, y.flo), std::min(x.fhi, y.fhi));
}

Interval shl(const Interval& x, const Interval& n) {
  if (!both_int(x, n)) return {};
  Hull r;
  if (n.lo < 0) r.join(Interval::of(0, 0));
  if (n.hi >= 0) r.join(corners(exact::shl, x, Interval::of(std::max<int128>(n.lo, 0), n.hi)));
  return r.hull();
}

Interval shr(const Interval& x, const Interval& n) {
  if (!both_int(x, n)) return {};
  Hull r;
  if (n.lo < 0) r.join(Interval::of(0, 0));
  if (n.hi >= 0) r.join(corners(exact::shr, x, Interval::of(std::max<int128>(n.lo, 0), n.hi)));
  return r.hull();
}

Interval lt(const Interval& a, const Interval& b) {
  if (!both_known(a, b)) return Interval::of(0, 1);
  if (both_int(a, b)) return Interval::of(a.hi < b.lo ? 1 : 0, a.lo < b.hi ? 1 : 0);
  // True cannot be certain: the comparison of a NaN is false.
  return Interval::of(0, as_float(a).flo < as_float(b).fhi ? 1 : 0);
}

Interval ne(const Interval& a, const Interval& b) {
  if (!both_known(a, b)) return Interval::of(0, 1);
  if (both_int(a, b)) {
    const bool apart = a.hi < b.lo || b.hi < a.lo;
    return Interval::of(apart ? 1 : 0, a.is_point() && b.is_point() && a.lo == b.lo ? 0 : 1);
  }
  const Interval x = as_float(a), y = as_float(b);
  return Interval::of(x.fhi < y.flo || y.fhi < x.flo ? 1 : 0, 1);
}

Interval exp2(const Interval& x) {
  if (!x.known()) return {};
  const Interval f = as_float(x);
  // The library's exp2 is within one step of the exact one, not proved monotone.
  return Interval::of_float(std::max(0.0, std::nextafter(std::exp2(f.flo), 0.0)),
                            std::nextafter(std::exp2(f.fhi), infinity));
}

Interval trunc(const Interval& x) {
  if (!x.known() || x.is_int()) return x;
  return Interval::of_float(std::trunc(x.flo), std::trunc(x.fhi));
}

} // namespace interval
} // namespace tenet
