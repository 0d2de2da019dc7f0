#include "core/ir/dtype.h"
#include "core/ir/float_format.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

using tenet::DTypeInfo;
using tenet::DTypeKind;
using tenet::int128;
using tenet::Value;
namespace float_format = tenet::float_format;

namespace {

constexpr DTypeInfo boolean{"bool", DTypeKind::Bool, false, 8};
constexpr DTypeInfo weakint{"weakint", DTypeKind::Int, true};
constexpr DTypeInfo int8{"int8", DTypeKind::Int, false, 8};
constexpr DTypeInfo int32{"int32", DTypeKind::Int, false, 32};
constexpr DTypeInfo int64{"int64", DTypeKind::Int, false, 64};
constexpr DTypeInfo uint8{"uint8", DTypeKind::UInt, false, 8};
constexpr DTypeInfo uint16{"uint16", DTypeKind::UInt, false, 16};
constexpr DTypeInfo uint64{"uint64", DTypeKind::UInt, false, 64};
constexpr DTypeInfo e4m3{"fp8e4m3", DTypeKind::Float, false, 8, 4, 3, true};
constexpr DTypeInfo e5m2{"fp8e5m2", DTypeKind::Float, false, 8, 5, 2};
constexpr DTypeInfo float16{"float16", DTypeKind::Float, false, 16, 5, 10};
constexpr DTypeInfo bfloat16{"bfloat16", DTypeKind::Float, false, 16, 8, 7};
constexpr DTypeInfo float32{"float32", DTypeKind::Float, false, 32, 8, 23};
constexpr DTypeInfo float64{"float64", DTypeKind::Float, false, 64, 11, 52};

int128 to_int(double v, const DTypeInfo& t) {
  return convert(Value::of_float(v), t).i;
}
double to_float(double v, const DTypeInfo& t) {
  return convert(Value::of_float(v), t).f;
}
double int_to_float(int128 v, const DTypeInfo& t) {
  return convert(Value::of_int(v), t).f;
}

} // namespace

TEST_CASE("integers wrap at their width") {
  CHECK(convert(Value::of_int(300), uint8).i == 44);
  CHECK(convert(Value::of_int(-1), uint8).i == 255);
  CHECK(convert(Value::of_int(128), int8).i == -128);
  CHECK(convert(Value::of_int(int128{1} << 100), int32).i == 0);
  CHECK(convert(Value::of_int(int128{1} << 100), weakint).i == int128{1} << 100);
  CHECK(convert(Value::of_int(-1), uint64).i == (int128{1} << 64) - 1);
}

TEST_CASE("float to integer truncates, saturates to int64 and wraps; NaN gives 0") {
  CHECK(to_int(-1.5, uint8) == 255);
  CHECK(to_int(-2.3, uint8) == 254);
  CHECK(to_int(-0.5, uint8) == 0);
  CHECK(to_int(255.9, uint8) == 255);
  CHECK(to_int(256.0, uint8) == 0);
  CHECK(to_int(-1.0, uint16) == 65535);
  CHECK(to_int(1e30, int32) == -1);
  CHECK(to_int(-1e30, int32) == 0);
  CHECK(to_int(1e30, int64) == std::numeric_limits<int64_t>::max());
  CHECK(to_int(-INFINITY, int64) == std::numeric_limits<int64_t>::min());
  CHECK(to_int(0x1p63, uint64) == int128{1} << 63);
  CHECK(to_int(1e30, uint64) == (int128{1} << 64) - 1);
  CHECK(to_int(-1.0, uint64) == (int128{1} << 64) - 1);
  CHECK(to_int(NAN, int32) == 0);
  CHECK(convert(Value::of_float(NAN), boolean).i == 1);
  CHECK(convert(Value::of_float(-0.0), boolean).i == 0);
}

TEST_CASE("invalid and none stay as they are") {
  CHECK(convert(Value::invalid(), int32).is_invalid());
  CHECK_FALSE(convert(Value(), float32).has_value());
}

TEST_CASE("an integer becomes a float with one rounding") {
  // A double first drops the last bit; what is left is a tie, which goes down to even.
  const int128 v = (int128{1} << 54) + (int128{1} << 30) + 1;
  CHECK(int_to_float(v, float32) == static_cast<double>((int128{1} << 54) + (int128{1} << 31)));
  CHECK(int_to_float(-v, float32) == -static_cast<double>((int128{1} << 54) + (int128{1} << 31)));
  CHECK(int_to_float(tenet::int128_min, float64) == -0x1p127);
  CHECK(int_to_float(65520, float16) == INFINITY);
  CHECK(int_to_float(65519, float16) == 65504);
  CHECK(int_to_float((int128{1} << 53) + 1, float64) == 0x1p53);
}

TEST_CASE("fp8 e4m3 has no infinity: overflow is NaN") {
  CHECK(to_float(448, e4m3) == 448);
  CHECK(to_float(464, e4m3) == 448);
  CHECK(std::isnan(to_float(464.1, e4m3)));
  CHECK(std::isnan(to_float(INFINITY, e4m3)));
  CHECK(to_float(0.3, e4m3) == 0.3125);
  CHECK(to_float(-0.0, e4m3) == 0);
  CHECK(std::signbit(to_float(-0.0, e4m3)));
  for (int m = 1; m <= 7; ++m)
    CHECK(tenet::float_format::decode(static_cast<uint64_t>(m), e4m3) == m * 0x1p-9);
  CHECK(std::isnan(tenet::float_format::decode(0x7f, e4m3)));
}

TEST_CASE("fp8 e5m2, float16 and bfloat16 overflow to infinity and round to even") {
  CHECK(to_float(57344, e5m2) == 57344);
  CHECK(to_float(61440, e5m2) == INFINITY);
  CHECK(to_float(61439, e5m2) == 57344);
  CHECK(to_float(1.0 / 7, bfloat16) == 0.142578125);
  CHECK(to_float(1.001953125, bfloat16) == 1.0);
  CHECK(to_float(0x1p-25, float16) == 0);
  CHECK(to_float(0x1.8p-25, float16) == 0x1p-24);
  CHECK(to_float(3.4028235677973366e38, float32) == INFINITY);
}

TEST_CASE("every code of the small formats decodes to a number that encodes and rounds to itself") {
  for (const DTypeInfo& t : {e4m3, e5m2, float16, bfloat16}) {
    for (uint64_t code = 0; code < uint64_t{1} << t.bits; ++code) {
      const double v = tenet::float_format::decode(code, t);
      if (std::isnan(v)) {
        REQUIRE(std::isnan(tenet::float_format::decode(tenet::float_format::encode(v, t), t)));
        continue;
      }
      INFO(t.name << " " << code);
      REQUIRE(tenet::float_format::encode(v, t) == code);
      REQUIRE(identical(convert(Value::of_float(v), t), Value::of_float(v)));
    }
  }
}

TEST_CASE("rounding to the small formats is to the nearest, ties to the even code") {
  for (const DTypeInfo& t : {e4m3, e5m2, float16, bfloat16}) {
    for (uint64_t code = 0;; ++code) {
      const double low = tenet::float_format::decode(code, t),
                   high = tenet::float_format::decode(code + 1, t);
      if (!std::isfinite(high)) break;
      const double middle = (low + high) / 2; // exact in a double
      INFO(t.name << " " << code);
      REQUIRE(to_float(middle, t) == (code % 2 == 0 ? low : high));
      REQUIRE(to_float(std::nextafter(middle, 0), t) == low);
      REQUIRE(to_float(std::nextafter(middle, INFINITY), t) == high);
    }
  }
}

TEST_CASE("float32 rounds as the hardware does") {
  uint64_t state = 1;
  for (int i = 0; i < 20000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    double v;
    std::memcpy(&v, &state, sizeof v);
    if (std::isnan(v)) continue;
    REQUIRE(
        identical(convert(Value::of_float(v), float32), Value::of_float(static_cast<float>(v))));
  }
}

TEST_CASE("a value is representable if conversion changes nothing") {
  CHECK(representable(Value::of_int(127), int8));
  CHECK_FALSE(representable(Value::of_int(128), int8));
  CHECK(representable(Value::of_float(3.0), int8));
  CHECK_FALSE(representable(Value::of_float(3.5), int8));
  CHECK_FALSE(representable(Value::of_float(-0.0), int8));
  CHECK(representable(Value::of_float(-0.0), float16));
  CHECK(representable(Value::of_float(NAN), float16));
  CHECK_FALSE(representable(Value::of_float(NAN), int8));
  CHECK_FALSE(representable(Value::of_float(0.1), float16));
  CHECK_FALSE(representable(Value::of_int((1 << 24) + 1), float32));
  CHECK(representable(Value::of_bool(true), int8));
  CHECK_FALSE(representable(Value::invalid(), boolean));
}

TEST_CASE("fnuz formats have one NaN, no -0 and no infinity") {
  constexpr DTypeInfo e4m3fnuz{"fp8e4m3fnuz", DTypeKind::Float, false, 8, 4, 3, true, true};
  constexpr DTypeInfo e5m2fnuz{"fp8e5m2fnuz", DTypeKind::Float, false, 8, 5, 2, true, true};
  CHECK(float_format::greatest(e4m3fnuz) == 240);
  CHECK(float_format::greatest(e5m2fnuz) == 57344);
  CHECK(float_format::decode(0x01, e4m3fnuz) == 0x1p-10);
  CHECK(float_format::decode(0x01, e5m2fnuz) == 0x1p-17);
  CHECK(std::isnan(float_format::decode(0x80, e4m3fnuz)));
  CHECK(std::isnan(float_format::round(1e9, e4m3fnuz)));
  CHECK_FALSE(std::signbit(float_format::round(-0.0, e4m3fnuz)));
  for (const DTypeInfo& t : {e4m3fnuz, e5m2fnuz})
    for (uint64_t bits = 0; bits < 256; ++bits)
      CHECK(float_format::encode(float_format::decode(bits, t), t) == bits);
}

TEST_CASE("reinterpreting reads the same bits, and needs the same width") {
  CHECK(reinterpret(Value::of_float(1.0), float32, int32).i == 0x3f800000);
  CHECK(reinterpret(Value::of_int(0x3f800000), int32, float32).f == 1.0);
  CHECK(reinterpret(Value::of_int(-1), int8, uint8).i == 255);
  CHECK(reinterpret(Value::of_float(-2.0), e5m2, uint8).i == 0xc0);
  CHECK(reinterpret(Value::of_float(-0.0), float64, int64).i ==
        std::numeric_limits<int64_t>::min());
  CHECK_FALSE(reinterpret(Value::of_int(1), int32, float16).has_value());
  CHECK_FALSE(reinterpret(Value::of_int(1), weakint, float64).has_value());
}
