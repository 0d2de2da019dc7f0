#pragma once

#include "core/base/int128.h"

#include <cstdint>
#include <string>

namespace tenet {

/// The value of a constant, exact: an integer of up to 128 bits, a double, a bool, or `invalid`
/// (poison). `None` is "no value": arithmetic that overflows 128 bits or mixes kinds without
/// meaning gives it, and a rule that computes it does not match.
struct Value {
  enum class Kind : uint8_t { None, Invalid, Bool, Int, Float };

  union {
    int128 i; ///< Int, and Bool as 0 or 1
    double f; ///< Float
  };
  Kind kind;

  constexpr Value() : i(0), kind(Kind::None) {}
  static constexpr Value of_int(int128 v) { return Value(v, Kind::Int); }
  static constexpr Value of_bool(bool v) { return Value(v ? 1 : 0, Kind::Bool); }
  static constexpr Value of_float(double v) {
    Value r;
    r.f = v;
    r.kind = Kind::Float;
    return r;
  }
  static constexpr Value invalid() { return Value(0, Kind::Invalid); }

  constexpr bool has_value() const { return kind != Kind::None; }
  constexpr bool is_int() const { return kind == Kind::Int; }
  constexpr bool is_float() const { return kind == Kind::Float; }
  constexpr bool is_bool() const { return kind == Kind::Bool; }
  constexpr bool is_invalid() const { return kind == Kind::Invalid; }
  /// Int or Bool as an integer.
  constexpr bool is_integral() const { return is_int() || is_bool(); }
  /// Any number as a double (None and Invalid: NaN).
  double as_double() const;

private:
  constexpr Value(int128 v, Kind k) : i(v), kind(k) {}
};

/// Bit identity: same kind and same bits, all NaN one. 0.0 and -0.0 differ. Int 1, Bool 1 and
/// Float 1.0 differ.
bool identical(const Value& a, const Value& b);
/// Text as in the text form: shortest round-trip for floats, `true`, `invalid`, `nan`, `inf`,
/// `-inf`.
std::string to_string(const Value& v);

/// Exact arithmetic, the meaning of expressions in `#(…)`, guards and op clauses. A Bool beside a
/// number counts as 0 or 1, an Int beside a Float as its double; Invalid or None in gives None out;
/// integer overflow beyond 128 bits gives None. Division follows the numeric policy: x // 0 is 0, x
/// % 0 is x, cdiv and cmod alike.
namespace exact {

Value add(const Value& a, const Value& b);
Value sub(const Value& a, const Value& b);
Value mul(const Value& a, const Value& b);
Value neg(const Value& a);
Value floordiv(const Value& a, const Value& b);
Value floormod(const Value& a, const Value& b);
Value cdiv(const Value& a, const Value& b);
Value cmod(const Value& a, const Value& b);
Value truediv(const Value& a, const Value& b); ///< always Float
/// NaN if either is NaN; -0.0 is below 0.0.
Value max(const Value& a, const Value& b);
Value min(const Value& a, const Value& b);
Value gcd(const Value& a, const Value& b); ///< Int only, never negative
Value abs(const Value& a);
Value pow(const Value& a, const Value& b); ///< Int to a non-negative Int, or doubles
Value bit_and(const Value& a, const Value& b);
Value bit_or(const Value& a, const Value& b);
Value bit_xor(const Value& a, const Value& b);
Value shl(const Value& a, const Value& n); ///< a * 2^n, 0 if n < 0
Value shr(const Value& a, const Value& n); ///< floor(a / 2^n), 0 if n < 0
Value trunc(const Value& a);
Value exp2(const Value& a);
Value log2(const Value& a);
Value sin(const Value& a);
Value sqrt(const Value& a);
Value fma(const Value& a, const Value& b, const Value& c);

/// Comparisons by value across kinds (Int 1 == Float 1.0 == Bool true); false if either has no
/// value or is NaN, so `ne` is true for NaN and false for None.
bool eq(const Value& a, const Value& b);
bool ne(const Value& a, const Value& b);
bool lt(const Value& a, const Value& b);
bool le(const Value& a, const Value& b);
inline bool gt(const Value& a, const Value& b) {
  return lt(b, a);
}
inline bool ge(const Value& a, const Value& b) {
  return le(b, a);
}

} // namespace exact
} // namespace tenet
