#include "core/ir/float_format.h"

#include <cmath>
#include <limits>

namespace tenet::float_format {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

int bias(const DTypeInfo& t) {
  return (1 << (t.exponent_bits - 1)) - (t.unsigned_zero ? 0 : 1);
}

/// m * 2^e rounded to the format.
double round_scaled(uint128 m, int e, const DTypeInfo& t) {
  if (m == 0) return 0.0;
  const int least = 1 - bias(t);
  const int exponent = bit_length(m) - 1 + e;
  const int quantum = (exponent < least ? least : exponent) - t.mantissa_bits;
  const int shift = quantum - e;
  uint128 kept = m;
  int scale = e;
  if (shift > 0) {
    // Beyond 127 places nothing is left, not even a half.
    kept = shift > 127 ? 0 : m >> shift;
    scale = quantum;
    if (shift <= 127) {
      const uint128 half = uint128{1} << (shift - 1);
      const uint128 rest = m & ((half << 1) - 1);
      if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
    }
  }
  // At most 53 bits are left unless the format is as wide as a double, where the conversion is
  // exact all the same.
  const double r = std::ldexp(static_cast<double>(kept), scale);
  if (r <= greatest(t)) return r;
  return t.finite ? not_a_number : infinity;
}

} // namespace

double greatest(const DTypeInfo& t) {
  if (t.unsigned_zero) { // every code of the top exponent is a number
    const int top = (1 << t.exponent_bits) - 1 - bias(t);
    return std::ldexp(2.0 - std::ldexp(1.0, -t.mantissa_bits), top);
  }
  const int top = t.finite ? bias(t) + 1 : bias(t);
  // All mantissa bits set; in a finite format all ones with the top exponent is NaN, so one less.
  const double fraction = 2.0 - std::ldexp(t.finite ? 2.0 : 1.0, -t.mantissa_bits);
  return std::ldexp(fraction, top);
}

double round(double v, const DTypeInfo& t) {
  if (std::isnan(v)) return not_a_number;
  if (t.mantissa_bits >= 52) return v;
  if (std::isinf(v)) return t.finite ? not_a_number : v;
  if (t.mantissa_bits == 23 && t.exponent_bits == 8) return static_cast<float>(v);
  int e = 0;
  const double fraction = std::frexp(std::fabs(v), &e);
  const uint64_t m = static_cast<uint64_t>(std::ldexp(fraction, 53));
  const double r = round_scaled(m, e - 53, t);
  return r == 0 && t.unsigned_zero ? r : std::copysign(r, v);
}

double round(int128 v, const DTypeInfo& t) {
  const double r = round_scaled(magnitude(v), 0, t);
  return v < 0 ? -r : r;
}

uint64_t encode(double v, const DTypeInfo& t) {
  const uint64_t sign = std::signbit(v) ? uint64_t{1} << (t.exponent_bits + t.mantissa_bits) : 0;
  const uint64_t top = (uint64_t{1} << t.exponent_bits) - 1;
  const uint64_t fractions = (uint64_t{1} << t.mantissa_bits) - 1;
  if (std::isnan(v)) {
    if (t.unsigned_zero) return uint64_t{1} << (t.exponent_bits + t.mantissa_bits);
    const uint64_t quiet = t.finite ? fractions : uint64_t{1} << (t.mantissa_bits - 1);
    return top << t.mantissa_bits | quiet;
  }
  if (std::isinf(v)) return sign | top << t.mantissa_bits;
  if (v == 0) return sign;
  const int exponent = std::ilogb(v);
  const int least = 1 - bias(t);
  const int quantum = (exponent < least ? least : exponent) - t.mantissa_bits;
  const uint64_t m = static_cast<uint64_t>(std::ldexp(std::fabs(v), -quantum));
  if (exponent < least) return sign | m;
  return sign | static_cast<uint64_t>(exponent + bias(t)) << t.mantissa_bits | (m & fractions);
}

double decode(uint64_t bits, const DTypeInfo& t) {
  const uint64_t top = (uint64_t{1} << t.exponent_bits) - 1;
  const uint64_t fractions = (uint64_t{1} << t.mantissa_bits) - 1;
  const uint64_t exponent = bits >> t.mantissa_bits & top, fraction = bits & fractions;
  const bool negative = (bits >> (t.exponent_bits + t.mantissa_bits) & 1) != 0;
  double r;
  if (t.unsigned_zero) {
    if (negative && exponent == 0 && fraction == 0) return not_a_number;
  } else if (exponent == top && (t.finite ? fraction == fractions : fraction != 0)) {
    return not_a_number;
  }
  if (exponent == top && !t.finite) {
    r = infinity;
  } else if (exponent == 0) {
    r = std::ldexp(static_cast<double>(fraction), 1 - bias(t) - t.mantissa_bits);
  } else {
    r = std::ldexp(static_cast<double>(fraction | (fractions + 1)),
                   static_cast<int>(exponent) - bias(t) - t.mantissa_bits);
  }
  return negative ? -r : r;
}

} // namespace tenet::float_format
