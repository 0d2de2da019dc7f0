#include "core/ir/value.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using tenet::int128;
using tenet::Value;
namespace exact = tenet::exact;

namespace {

Value whole(int128 v) {
  return Value::of_int(v);
}
Value real(double v) {
  return Value::of_float(v);
}
const Value none;

} // namespace

TEST_CASE("division by zero gives 0 and the remainder the dividend, in both modes") {
  for (const int a : {-7, 0, 7}) {
    CHECK(identical(exact::floordiv(whole(a), whole(0)), whole(0)));
    CHECK(identical(exact::floormod(whole(a), whole(0)), whole(a)));
    CHECK(identical(exact::cdiv(whole(a), whole(0)), whole(0)));
    CHECK(identical(exact::cmod(whole(a), whole(0)), whole(a)));
    CHECK(identical(exact::floordiv(real(a), real(0)), real(0)));
    CHECK(identical(exact::floormod(real(a), real(0)), real(a)));
  }
}

TEST_CASE("quotient times divisor plus remainder is the dividend, in both modes") {
  for (int a = -40; a <= 40; ++a) {
    for (int b = -9; b <= 9; ++b) {
      const Value x = whole(a), y = whole(b);
      CHECK(identical(exact::add(exact::mul(exact::floordiv(x, y), y), exact::floormod(x, y)), x));
      CHECK(identical(exact::add(exact::mul(exact::cdiv(x, y), y), exact::cmod(x, y)), x));
      if (b == 0) continue;
      CHECK(exact::floordiv(x, y).i == static_cast<int128>(std::floor(static_cast<double>(a) / b)));
      CHECK(exact::cdiv(x, y).i == a / b);
    }
  }
}

TEST_CASE("what does not fit 128 bits has no value") {
  const Value least = whole(tenet::int128_min), most = whole(tenet::int128_max);
  CHECK_FALSE(exact::add(most, whole(1)).has_value());
  CHECK_FALSE(exact::sub(least, whole(1)).has_value());
  CHECK_FALSE(exact::mul(most, whole(2)).has_value());
  CHECK_FALSE(exact::neg(least).has_value());
  CHECK_FALSE(exact::abs(least).has_value());
  CHECK_FALSE(exact::floordiv(least, whole(-1)).has_value());
  CHECK_FALSE(exact::cdiv(least, whole(-1)).has_value());
  CHECK_FALSE(exact::gcd(least, whole(0)).has_value());
  CHECK_FALSE(exact::pow(whole(10), whole(39)).has_value());
  CHECK_FALSE(exact::shl(whole(1), whole(127)).has_value());
  CHECK(identical(exact::shl(whole(-1), whole(127)), least));
  CHECK(identical(exact::floormod(least, whole(-1)), whole(0)));
  CHECK(identical(exact::pow(whole(-1), whole(tenet::int128_max)), whole(-1)));
}

TEST_CASE("none and invalid give none") {
  for (const Value& v : {none, Value::invalid()}) {
    CHECK_FALSE(exact::add(v, whole(1)).has_value());
    CHECK_FALSE(exact::max(real(1), v).has_value());
    CHECK_FALSE(exact::sqrt(v).has_value());
    CHECK_FALSE(exact::eq(v, v));
    CHECK_FALSE(exact::ne(v, whole(1)));
    CHECK_FALSE(exact::lt(v, whole(1)));
  }
}

TEST_CASE("max and min are NaN if either operand is") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(exact::max(real(1), real(nan)).f));
  CHECK(std::isnan(exact::max(real(nan), real(1)).f));
  CHECK(std::isnan(exact::min(whole(1), real(nan)).f));
  CHECK(identical(exact::max(whole(2), real(1.5)), real(2.0)));
  CHECK(identical(exact::max(Value::of_bool(true), Value::of_bool(false)), Value::of_bool(true)));
}

TEST_CASE("comparison across kinds is exact") {
  const int128 big = (int128{1} << 53) + 1;
  CHECK(exact::lt(real(0x1p53), whole(big)));
  CHECK_FALSE(exact::eq(real(0x1p53), whole(big)));
  CHECK(exact::eq(whole(1), real(1.0)));
  CHECK(exact::eq(Value::of_bool(true), whole(1)));
  CHECK(exact::lt(whole(tenet::int128_max), real(0x1p127)));
  CHECK(exact::le(real(-0x1p127), whole(tenet::int128_min)));
  CHECK(exact::lt(whole(2), real(2.5)));
  CHECK(exact::lt(real(-2.5), whole(-2)));
  CHECK(exact::lt(whole(-3), real(-2.5)));
  CHECK(exact::ne(real(std::nan("")), real(std::nan(""))));
}

TEST_CASE("identity is of bits: zeros differ, NaN is one, kinds differ") {
  CHECK_FALSE(identical(real(0.0), real(-0.0)));
  CHECK(identical(real(std::nan("")), real(-std::nan(""))));
  CHECK_FALSE(identical(whole(1), Value::of_bool(true)));
  CHECK_FALSE(identical(whole(1), real(1)));
}

TEST_CASE("shifts by negative counts give 0, right shifts floor") {
  CHECK(identical(exact::shl(whole(5), whole(-1)), whole(0)));
  CHECK(identical(exact::shr(whole(5), whole(-1)), whole(0)));
  CHECK(identical(exact::shr(whole(-5), whole(1)), whole(-3)));
  CHECK(identical(exact::shr(whole(-5), whole(1000)), whole(-1)));
}

TEST_CASE("values print as in the text form") {
  CHECK(to_string(none) == "none");
  CHECK(to_string(Value::invalid()) == "invalid");
  CHECK(to_string(Value::of_bool(true)) == "true");
  CHECK(to_string(real(1)) == "1.0");
  CHECK(to_string(real(-0.0)) == "-0.0");
  CHECK(to_string(real(0.1)) == "0.1");
  CHECK(to_string(real(1e300)) == "1e+300");
  CHECK(to_string(real(-INFINITY)) == "-inf");
  CHECK(to_string(real(NAN)) == "nan");
}
