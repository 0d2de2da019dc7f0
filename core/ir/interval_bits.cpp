/// Bounds of bitwise operations, the tightest there are: the algorithms of Warren, "Hacker's
/// Delight", 4-3, for unsigned intervals, applied to the negative and the non-negative part of each
/// side, which are intervals of two's complement bits. For example [5, 6] | [8, 9] is [13, 15].
/// Cost: at most 128 steps for each of the four pairs of parts; the mask -1, which stands for `not`
/// under xor, takes a short cut.
#include "core/ir/interval.h"

#include <algorithm>

namespace tenet::interval {
namespace {

struct Bits {
  uint128 lo, hi;
};

uint128 top_bit(uint128 v) {
  return v == 0 ? 0 : uint128{1} << (bit_length(v) - 1);
}

uint128 least_or(Bits x, Bits y) {
  for (uint128 m = top_bit(x.lo ^ y.lo); m != 0; m >>= 1) {
    if ((~x.lo & y.lo & m) != 0) {
      const uint128 t = (x.lo | m) & -m;
      if (t <= x.hi) return t | y.lo;
    } else if ((x.lo & ~y.lo & m) != 0) {
      const uint128 t = (y.lo | m) & -m;
      if (t <= y.hi) return x.lo | t;
    }
  }
  return x.lo | y.lo;
}

uint128 greatest_or(Bits x, Bits y) {
  for (uint128 m = top_bit(x.hi & y.hi); m != 0; m >>= 1) {
    if ((x.hi & y.hi & m) == 0) continue;
    const uint128 t = (x.hi - m) | (m - 1);
    if (t >= x.lo) return t | y.hi;
    const uint128 u = (y.hi - m) | (m - 1);
    if (u >= y.lo) return x.hi | u;
  }
  return x.hi | y.hi;
}

Bits complement(Bits x) {
  return {~x.hi, ~x.lo};
}

Bits bits_or(Bits x, Bits y) {
  return {least_or(x, y), greatest_or(x, y)};
}
Bits bits_and(Bits x, Bits y) {
  return complement(bits_or(complement(x), complement(y)));
}

Bits bits_xor(Bits x, Bits y) {
  Bits least_x = x, least_y = y;
  for (uint128 m = top_bit(x.lo ^ y.lo); m != 0; m >>= 1) {
    if ((~least_x.lo & least_y.lo & m) != 0) {
      const uint128 t = (least_x.lo | m) & -m;
      if (t <= x.hi) least_x.lo = t;
    } else if ((least_x.lo & ~least_y.lo & m) != 0) {
      const uint128 t = (least_y.lo | m) & -m;
      if (t <= y.hi) least_y.lo = t;
    }
  }
  for (uint128 m = top_bit(x.hi & y.hi); m != 0; m >>= 1) {
    if ((x.hi & y.hi & m) == 0) continue;
    const uint128 t = (x.hi - m) | (m - 1);
    if (t >= x.lo) {
      x.hi = t;
      continue;
    }
    const uint128 u = (y.hi - m) | (m - 1);
    if (u >= y.lo) y.hi = u;
  }
  return {least_x.lo ^ least_y.lo, x.hi ^ y.hi};
}

/// The parts of an interval below zero and from zero up, as bits.
struct Parts {
  Bits parts[2];
  int count = 0;

  explicit Parts(const Interval& a) {
    if (a.lo < 0) add(a.lo, std::min<int128>(a.hi, -1));
    if (a.hi >= 0) add(std::max<int128>(a.lo, 0), a.hi);
  }
  void add(int128 lo, int128 hi) {
    parts[count++] = {static_cast<uint128>(lo), static_cast<uint128>(hi)};
  }
};

Interval combine(const Interval& a, const Interval& b, Bits (*op)(Bits, Bits)) {
  const Parts x(a), y(b);
  Interval r = Interval::of(int128_max, int128_min);
  for (int i = 0; i < x.count; ++i) {
    for (int j = 0; j < y.count; ++j) {
      // Within a pair of parts all results have one sign, so that bits are in the order of numbers.
      const Bits z = op(x.parts[i], y.parts[j]);
      r.lo = std::min(r.lo, static_cast<int128>(z.lo));
      r.hi = std::max(r.hi, static_cast<int128>(z.hi));
    }
  }
  return r;
}

/// A bool, of which `and` and `or` are monotone.
bool is_bit(const Interval& a) {
  return a.lo >= 0 && a.hi <= 1;
}

bool is_minus_one(const Interval& a) {
  return a.lo == -1 && a.hi == -1;
}

} // namespace

Interval bit_and(const Interval& a, const Interval& b) {
  if (!a.is_int() || !b.is_int()) return {};
  if (is_minus_one(a)) return b;
  if (is_minus_one(b)) return a;
  if (is_bit(a) && is_bit(b)) return Interval::of(a.lo & b.lo, a.hi & b.hi);
  return combine(a, b, bits_and);
}

Interval bit_or(const Interval& a, const Interval& b) {
  if (!a.is_int() || !b.is_int()) return {};
  if (is_bit(a) && is_bit(b)) return Interval::of(a.lo | b.lo, a.hi | b.hi);
  return combine(a, b, bits_or);
}

Interval bit_xor(const Interval& a, const Interval& b) {
  if (!a.is_int() || !b.is_int()) return {};
  if (is_minus_one(a)) return Interval::of(~b.hi, ~b.lo);
  if (is_minus_one(b)) return Interval::of(~a.hi, ~a.lo);
  return combine(a, b, bits_xor);
}

} // namespace tenet::interval
