#pragma once

#include "core/ir/dtype.h"
#include "core/ir/value.h"

#include <span>

namespace tenet {

/// Inclusive bounds of a value. Integers (and bools as 0 and 1) are exact up to 128 bits; floats
/// are doubles and may be infinite; `Unknown` says nothing. A float interval says nothing about
/// NaN. Operations never give bounds that exclude a possible result; what cannot be bounded is
/// Unknown.
struct Interval {
  enum class Kind : uint8_t { Unknown, Int, Float };

  union {
    int128 lo;
    double flo;
  };
  union {
    int128 hi;
    double fhi;
  };
  Kind kind;

  constexpr Interval() : lo(0), hi(0), kind(Kind::Unknown) {}
  static constexpr Interval unknown() { return {}; }
  static constexpr Interval of(int128 lo, int128 hi) {
    Interval r;
    r.lo = lo;
    r.hi = hi;
    r.kind = Kind::Int;
    return r;
  }
  static constexpr Interval of_float(double lo, double hi) {
    Interval r;
    r.flo = lo;
    r.fhi = hi;
    r.kind = Kind::Float;
    return r;
  }
  /// The bounds of one value; NaN and values that are not numbers are Unknown.
  static Interval point(const Value& v);

  bool known() const { return kind != Kind::Unknown; }
  bool is_int() const { return kind == Kind::Int; }
  /// One value only.
  bool is_point() const {
    return (kind == Kind::Int && lo == hi) || (kind == Kind::Float && flo == fhi);
  }
  Value min() const; ///< None if unknown
  Value max() const; ///< None if unknown
};

/// All values of the dtype; Unknown for dtypes without a width.
Interval range_of(const DTypeInfo& t);

/// Interval arithmetic for the `bounds` clauses. The policies for zero divisors and shift counts
/// are those of `exact`. Every result contains every value that the operation can give for
/// arguments inside the intervals.
namespace interval {

Interval make(const Value& lo, const Value& hi); ///< Unknown if either is no number or lo > hi
Interval unite(const Interval& a, const Interval& b);
Interval unite(std::span<const Interval> xs);
Interval add(const Interval& a, const Interval& b);
Interval sub(const Interval& a, const Interval& b);
Interval mul(const Interval& a, const Interval& b);
Interval neg(const Interval& a);
Interval floordiv(const Interval& a, const Interval& b);
Interval floormod(const Interval& a, const Interval& b);
Interval cdiv(const Interval& a, const Interval& b);
Interval cmod(const Interval& a, const Interval& b);
Interval max(const Interval& a, const Interval& b);
Interval min(const Interval& a, const Interval& b);
Interval shl(const Interval& x, const Interval& n);
Interval shr(const Interval& x, const Interval& n);
Interval bit_and(const Interval& a, const Interval& b);
Interval bit_or(const Interval& a, const Interval& b);
Interval bit_xor(const Interval& a, const Interval& b);
Interval lt(const Interval& a, const Interval& b); ///< within [0, 1]
Interval ne(const Interval& a, const Interval& b); ///< within [0, 1]
Interval exp2(const Interval& x);
Interval trunc(const Interval& x);
/// Bounds of a conversion from dtype `from`: unchanged where every value is representable, else all
/// of `to`.
Interval convert(const Interval& x, const DTypeInfo& from, const DTypeInfo& to);

} // namespace interval
} // namespace tenet
