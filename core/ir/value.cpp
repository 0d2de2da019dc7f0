#include "core/ir/value.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace tenet {

double Value::as_double() const {
  if (is_float()) return f;
  if (is_integral()) return static_cast<double>(i);
  return std::numeric_limits<double>::quiet_NaN();
}

bool identical(const Value& a, const Value& b) {
  if (a.kind != b.kind) return false;
  if (a.is_float()) {
    if (std::isnan(a.f) || std::isnan(b.f)) return std::isnan(a.f) && std::isnan(b.f);
    return std::bit_cast<uint64_t>(a.f) == std::bit_cast<uint64_t>(b.f);
  }
  return a.i == b.i;
}

namespace {

std::string float_text(double v) {
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
  std::array<char, 40> buffer;
  const std::to_chars_result end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v);
  std::string text(buffer.data(), end.ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

} // namespace

std::string to_string(const Value& v) {
  switch (v.kind) {
  case Value::Kind::None:
    return "none";
  case Value::Kind::Invalid:
    return "invalid";
  case Value::Kind::Bool:
    return v.i != 0 ? "true" : "false";
  case Value::Kind::Int:
    return to_string(v.i);
  case Value::Kind::Float:
    return float_text(v.f);
  }
  return "none";
}

namespace exact {
namespace {

bool number(const Value& v) {
  return v.is_integral() || v.is_float();
}
bool both_integral(const Value& a, const Value& b) {
  return a.is_integral() && b.is_integral();
}
bool both_numbers(const Value& a, const Value& b) {
  return number(a) && number(b);
}

Value checked(bool overflow, int128 r) {
  return overflow ? Value() : Value::of_int(r);
}

/// Truncated quotient and remainder; `b` is neither 0 nor -1.
std::pair<int128, int128> divide(int128 a, int128 b) {
  if (!fits_int64(a) || !fits_int64(b)) return {a / b, a % b};
  const int64_t x = static_cast<int64_t>(a), y = static_cast<int64_t>(b);
  return {x / y, x % y};
}

/// Remainder of the divisor's sign, as in Python; `b` is not 0.
double float_floormod(double a, double b) {
  const double r = std::fmod(a, b);
  if (r != 0) return (r < 0) != (b < 0) ? r + b : r;
  return std::copysign(0.0, b);
}

double float_floordiv(double a, double b) {
  const double quotient = (a - float_floormod(a, b)) / b;
  // The division may have rounded to just off the whole number that it is.
  const double whole = std::floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}

/// Sign of whole - real, exact; `real` is not NaN.
int compare(int128 whole, double real) {
  constexpr double two_127 = 0x1p127;
  if (real >= two_127) return -1;
  if (real < -two_127) return 1;
  const int128 below = static_cast<int128>(std::floor(real));
  if (whole != below) return whole < below ? -1 : 1;
  return static_cast<double>(below) < real ? -1 : 0;
}

/// Sign of a - b, neither NaN, exact also between an integer and a double.
int compare(const Value& a, const Value& b) {
  if (both_integral(a, b)) return a.i < b.i ? -1 : a.i > b.i;
  if (a.is_float() && b.is_float()) return a.f < b.f ? -1 : a.f > b.f;
  return a.is_integral() ? compare(a.i, b.f) : -compare(b.i, a.f);
}

bool comparable(const Value& a, const Value& b) {
  return both_numbers(a, b) && !(a.is_float() && std::isnan(a.f)) &&
         !(b.is_float() && std::isnan(b.f));
}

Value select_extreme(const Value& a, const Value& b, bool greatest) {
  if (!both_numbers(a, b)) return {};
  if (a.is_float() && std::isnan(a.f)) return a;
  if (b.is_float() && std::isnan(b.f)) return b;
  int order = compare(a, b);
  if (order == 0 && a.is_float() && b.is_float())
    order = std::signbit(b.f) - std::signbit(a.f); // -0.0 is below 0.0
  const Value& r = (greatest ? order < 0 : order > 0) ? b : a;
  if (a.kind == b.kind) return r;
  return a.is_float() || b.is_float() ? Value::of_float(r.as_double()) : Value::of_int(r.i);
}

template <class Combine>
Value bitwise(const Value& a, const Value& b, Combine combine) {
  if (!both_integral(a, b)) return {};
  const int128 r = combine(a.i, b.i);
  return a.is_bool() && b.is_bool() ? Value::of_bool(r != 0) : Value::of_int(r);
}

} // namespace

Value add(const Value& a, const Value& b) {
  if (!both_numbers(a, b)) return {};
  if (!both_integral(a, b)) return Value::of_float(a.as_double() + b.as_double());
  int128 r;
  const bool overflow = __builtin_add_overflow(a.i, b.i, &r);
  return checked(overflow, r);
}

Value sub(const Value& a, const Value& b) {
  if (!both_numbers(a, b)) return {};
  if (!both_integral(a, b)) return Value::of_float(a.as_double() - b.as_double());
  int128 r;
  const bool overflow = __builtin_sub_overflow(a.i, b.i, &r);
  return checked(overflow, r);
}

Value mul(const Value& a, const Value& b) {
  if (!both_numbers(a, b)) return {};
  if (!both_integral(a, b)) return Value::of_float(a.as_double() * b.as_double());
  int128 r;
  const bool overflow = __builtin_mul_overflow(a.i, b.i, &r);
  return checked(overflow, r);
}

Value neg(const Value& a) {
  if (!number(a)) return {};
  if (a.is_float()) return Value::of_float(-a.f);
  return checked(a.i == int128_min, a.i == int128_min ? 0 : -a.i);
}

Value floordiv(const Value& a, const Value& b) {
  if (!both_numbers(a, b)) return {};
  if (!both_integral(a, b)) {
    const double d = b.as_double();
    return Value::of_float(d == 0 ? 0.0 : float_floordiv(a.as_double(), d));
  }
  if (b.i == 0) return Value::of_int(0);
  if (b.i == -1) return neg(Value::of_int(a.i));
  const auto [q, r] = divide(a.i, b.i);
  return Value::of_int(r != 0 && (r < 0) != (b.i < 0) ? q - 1 : q);
}

Value floormod(const Value& a, const Value& b) {
  if (!both_numbers(a, b)) return {};
  if (!both_integral(a, b)) {
    const double d = b.as_double();
    return Value::of_float(d == 0 ? a.as_double() : float_floormod(a.as_double(), d));
  }
  if (b.i == 0) return Value::of_int(a.i);
  if (b.i == -1) return Value::of_int(0);
  const int128 r = divide(a.i, b.i).second;
  return Value::of_int(r != 0 && (r < 0) != (b.i < 0) ? r + b.i : r);
}

Value cdiv(const Value& a, const Value& b) {
  if (!both_numbers(a, b)) return {};
  if (!both_integral(a, b)) {
    const double d = b.as_double();
    return Value::of_float(d == 0 ? 0.0 : std::trunc(a.as_double() / d));
  }
  if (b.i == 0) return Value::of_int(0);
  if (b.i == -1) return neg(Value::of_int(a.i));
  return Value::of_int(a.i / b.i);
}

Value cmod(const Value& a, const Value& b) {
  if (!both_numbers(a, b)) return {};
  if (!both_integral(a, b)) {
    const double d = b.as_double();
    return Value::of_float(d == 0 ? a.as_double() : std::fmod(a.as_double(), d));
  }
  if (b.i == 0) return Value::of_int(a.i);
  return Value::of_int(b.i == -1 ? 0 : a.i % b.i);
}

Value truediv(const Value& a, const Value& b) {
  if (!both_numbers(a, b)) return {};
  return Value::of_float(a.as_double() / b.as_double());
}

Value max(const Value& a, const Value& b) {
  return select_extreme(a, b, true);
}
Value min(const Value& a, const Value& b) {
  return select_extreme(a, b, false);
}

Value gcd(const Value& a, const Value& b) {
  if (!both_integral(a, b)) return {};
  uint128 x = magnitude(a.i), y = magnitude(b.i);
  while (y != 0) {
    const uint128 r = x % y;
    x = y;
    y = r;
  }
  return checked(x > static_cast<uint128>(int128_max), static_cast<int128>(x));
}

Value abs(const Value& a) {
  if (a.is_float()) return Value::of_float(std::fabs(a.f));
  return a.is_integral() && a.i >= 0 ? Value::of_int(a.i) : neg(a);
}

Value pow(const Value& a, const Value& b) {
  if (!both_numbers(a, b)) return {};
  if (!both_integral(a, b)) return Value::of_float(std::pow(a.as_double(), b.as_double()));
  if (b.i < 0) return {};
  Value r = Value::of_int(1), square = Value::of_int(a.i);
  for (int128 n = b.i; n != 0; n >>= 1) {
    if ((n & 1) != 0) r = mul(r, square);
    if (!r.has_value()) return {};
    // 0, 1 and -1 never overflow, so that any exponent ends here in at most 128 steps.
    if (n > 1) square = mul(square, square);
  }
  return r;
}

Value bit_and(const Value& a, const Value& b) {
  return bitwise(a, b, [](int128 x, int128 y) { return x & y; });
}
Value bit_or(const Value& a, const Value& b) {
  return bitwise(a, b, [](int128 x, int128 y) { return x | y; });
}
Value bit_xor(const Value& a, const Value& b) {
  return bitwise(a, b, [](int128 x, int128 y) { return x ^ y; });
}

Value shl(const Value& a, const Value& n) {
  if (!both_integral(a, n)) return {};
  if (n.i < 0 || a.i == 0) return Value::of_int(0);
  if (n.i > 126) return n.i == 127 && a.i == -1 ? Value::of_int(int128_min) : Value();
  return mul(Value::of_int(a.i), Value::of_int(int128{1} << static_cast<int>(n.i)));
}

Value shr(const Value& a, const Value& n) {
  if (!both_integral(a, n)) return {};
  if (n.i < 0) return Value::of_int(0);
  return Value::of_int(a.i >> static_cast<int>(std::min<int128>(n.i, 127)));
}

Value trunc(const Value& a) {
  if (a.is_float()) return Value::of_float(std::trunc(a.f));
  return a.is_integral() ? Value::of_int(a.i) : Value();
}

Value exp2(const Value& a) {
  return number(a) ? Value::of_float(std::exp2(a.as_double())) : Value();
}
Value log2(const Value& a) {
  return number(a) ? Value::of_float(std::log2(a.as_double())) : Value();
}
Value sin(const Value& a) {
  return number(a) ? Value::of_float(std::sin(a.as_double())) : Value();
}
Value sqrt(const Value& a) {
  return number(a) ? Value::of_float(std::sqrt(a.as_double())) : Value();
}

Value fma(const Value& a, const Value& b, const Value& c) {
  if (!both_numbers(a, b) || !number(c)) return {};
  if (both_integral(a, b) && c.is_integral()) return add(mul(a, b), c);
  return Value::of_float(std::fma(a.as_double(), b.as_double(), c.as_double()));
}

bool eq(const Value& a, const Value& b) {
  return comparable(a, b) && compare(a, b) == 0;
}
bool ne(const Value& a, const Value& b) {
  return both_numbers(a, b) && !eq(a, b);
}
bool lt(const Value& a, const Value& b) {
  return comparable(a, b) && compare(a, b) < 0;
}
bool le(const Value& a, const Value& b) {
  return comparable(a, b) && compare(a, b) <= 0;
}

} // namespace exact
} // namespace tenet
