#include "core/ir/interval.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

using tenet::DTypeInfo;
using tenet::DTypeKind;
using tenet::int128;
using tenet::Interval;
using tenet::Value;
namespace interval = tenet::interval;
namespace exact = tenet::exact;

namespace {

constexpr DTypeInfo boolean{"bool", DTypeKind::Bool, false, 8};
constexpr DTypeInfo weakint{"weakint", DTypeKind::Int, true};
constexpr DTypeInfo int8{"int8", DTypeKind::Int, false, 8};
constexpr DTypeInfo uint8{"uint8", DTypeKind::UInt, false, 8};
constexpr DTypeInfo uint64{"uint64", DTypeKind::UInt, false, 64};
constexpr DTypeInfo float32{"float32", DTypeKind::Float, false, 32, 8, 23};
constexpr DTypeInfo e4m3{"fp8e4m3", DTypeKind::Float, false, 8, 4, 3, true};
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Operation {
  const char* name;
  Interval (*bounds)(const Interval&, const Interval&);
  Value (*value)(const Value&, const Value&);
  bool tight; ///< the bounds are attained for every pair of small intervals
};

Value less(const Value& a, const Value& b) {
  return Value::of_int(exact::lt(a, b) ? 1 : 0);
}
Value differ(const Value& a, const Value& b) {
  return Value::of_int(exact::ne(a, b) ? 1 : 0);
}

const Operation operations[] = {
    {"add", interval::add, exact::add, true},
    {"sub", interval::sub, exact::sub, true},
    {"mul", interval::mul, exact::mul, true},
    {"floordiv", interval::floordiv, exact::floordiv, true},
    {"floormod", interval::floormod, exact::floormod, false},
    {"cdiv", interval::cdiv, exact::cdiv, true},
    {"cmod", interval::cmod, exact::cmod, false},
    {"max", interval::max, exact::max, true},
    {"min", interval::min, exact::min, true},
    {"shl", interval::shl, exact::shl, true},
    {"shr", interval::shr, exact::shr, true},
    {"and", interval::bit_and, exact::bit_and, true},
    {"or", interval::bit_or, exact::bit_or, true},
    {"xor", interval::bit_xor, exact::bit_xor, true},
    {"lt", interval::lt, less, true},
    {"ne", interval::ne, differ, true},
};

/// The hull of all results.
Interval hull(const Operation& op, const Interval& a, const Interval& b) {
  Interval r = Interval::of(tenet::int128_max, tenet::int128_min);
  for (int128 x = a.lo; x <= a.hi; ++x) {
    for (int128 y = b.lo; y <= b.hi; ++y) {
      const int128 v = op.value(Value::of_int(x), Value::of_int(y)).i;
      if (v < r.lo) r.lo = v;
      if (v > r.hi) r.hi = v;
    }
  }
  return r;
}

std::string text(const Interval& a) {
  return a.known() ? "[" + to_string(a.min()) + ", " + to_string(a.max()) + "]" : "unknown";
}

} // namespace

TEST_CASE("bounds of small integer intervals contain every result and are attained") {
  constexpr int most = 6;
  for (const Operation& op : operations) {
    for (int al = -most; al <= most; ++al) {
      for (int ah = al; ah <= most; ++ah) {
        for (int bl = -most; bl <= most; ++bl) {
          for (int bh = bl; bh <= most; ++bh) {
            const Interval a = Interval::of(al, ah), b = Interval::of(bl, bh);
            const Interval r = op.bounds(a, b), h = hull(op, a, b);
            INFO(op.name << " " << text(a) << " " << text(b) << " gives " << text(r)
                         << ", right is " << text(h));
            REQUIRE(r.is_int());
            REQUIRE(r.lo <= h.lo);
            REQUIRE(r.hi >= h.hi);
            if (op.tight) REQUIRE((r.lo == h.lo && r.hi == h.hi));
          }
        }
      }
    }
  }
}

TEST_CASE("bounds of bitwise operations are attained for wider intervals too") {
  std::mt19937 random(7);
  const auto in = [&](int lo, int hi) {
    return lo + static_cast<int>(random() % static_cast<unsigned>(hi - lo + 1));
  };
  for (int i = 0; i < 2000; ++i) {
    const int al = in(-150, 150), bl = in(-150, 150);
    const Interval a = Interval::of(al, al + in(0, 40)), b = Interval::of(bl, bl + in(0, 40));
    for (const Operation& op : {operations[11], operations[12], operations[13]}) {
      const Interval r = op.bounds(a, b), h = hull(op, a, b);
      INFO(op.name << " " << text(a) << " " << text(b) << " gives " << text(r) << ", right is "
                   << text(h));
      REQUIRE((r.lo == h.lo && r.hi == h.hi));
    }
  }
}

TEST_CASE("a remainder keeps a dividend that is smaller than the divisor, and a run within one "
          "quotient") {
  CHECK(text(interval::floormod(Interval::of(2, 5), Interval::of(8, 8))) == "[2, 5]");
  CHECK(text(interval::floormod(Interval::of(18, 21), Interval::of(8, 8))) == "[2, 5]");
  CHECK(text(interval::floormod(Interval::of(-3, 30), Interval::of(8, 8))) == "[0, 7]");
  CHECK(text(interval::floormod(Interval::of(0, 30), Interval::of(-8, -8))) == "[-7, 0]");
  CHECK(text(interval::floormod(Interval::of(0, 3), Interval::of(0, 8))) == "[0, 3]");
  CHECK(text(interval::cmod(Interval::of(-30, 3), Interval::of(8, 8))) == "[-7, 3]");
  CHECK(text(interval::cmod(Interval::of(-21, -18), Interval::of(-8, -8))) == "[-5, -2]");
}

TEST_CASE("beyond 128 bits nothing is known") {
  const Interval all = Interval::of(tenet::int128_min, tenet::int128_max), one = Interval::of(1, 1);
  CHECK_FALSE(interval::add(all, one).known());
  CHECK_FALSE(interval::sub(all, one).known());
  CHECK_FALSE(interval::mul(all, Interval::of(2, 2)).known());
  CHECK_FALSE(interval::neg(all).known());
  CHECK_FALSE(interval::floordiv(all, Interval::of(-1, -1)).known());
  CHECK_FALSE(interval::shl(one, Interval::of(0, 200)).known());
  CHECK_FALSE(interval::cmod(one, all).known());
  CHECK(text(interval::shr(all, Interval::of(126, 500))) == "[-2, 1]");
  CHECK(text(interval::bit_and(all, Interval::of(0, 255))) == "[0, 255]");
  CHECK(text(interval::bit_xor(all, Interval::of(-1, -1))) == text(all));
}

TEST_CASE("what is unknown stays unknown, but comparisons lie in 0 to 1") {
  const Interval u, one = Interval::of(1, 1);
  for (const Operation& op : operations) {
    const bool compares = op.value == less || op.value == differ;
    CHECK(text(op.bounds(u, one)) == (compares ? "[0, 1]" : "unknown"));
  }
  CHECK_FALSE(interval::unite(u, one).known());
  CHECK_FALSE(interval::unite(std::span<const Interval>()).known());
  CHECK_FALSE(interval::make(Value::of_int(2), Value::of_int(1)).known());
  CHECK_FALSE(interval::make(Value::of_float(NAN), Value::of_int(1)).known());
}

TEST_CASE("float bounds hold for infinities") {
  const Interval all = Interval::of_float(-infinity, infinity), zero = Interval::of_float(0, 0);
  CHECK(text(interval::add(all, all)) == "[-inf, inf]");
  CHECK(text(interval::sub(Interval::of_float(infinity, infinity), all)) == "[-inf, inf]");
  CHECK(text(interval::mul(zero, all)) == "[0.0, 0.0]");
  CHECK(text(interval::mul(Interval::of_float(0, 2), Interval::of_float(1, infinity))) ==
        "[0.0, inf]");
  CHECK(text(interval::max(all, zero)) == "[0.0, inf]");
  CHECK(text(interval::unite(Interval::of(-1, 2), Interval::of_float(0.5, 3))) == "[-1.0, 3.0]");
}

TEST_CASE(
    "a float comparison is never certainly true but for ne of what is apart: there may be NaN") {
  const Interval low = Interval::of_float(0, 1), high = Interval::of_float(2, 3);
  CHECK(text(interval::lt(low, high)) == "[0, 1]");
  CHECK(text(interval::lt(high, low)) == "[0, 0]");
  CHECK(text(interval::ne(low, high)) == "[1, 1]");
  CHECK(text(interval::ne(Interval::of_float(1, 1), Interval::of_float(1, 1))) == "[0, 1]");
}

TEST_CASE("all values of a dtype are its range") {
  CHECK(text(range_of(boolean)) == "[0, 1]");
  CHECK(text(range_of(int8)) == "[-128, 127]");
  CHECK(text(range_of(uint64)) == "[0, 18446744073709551615]");
  CHECK(text(range_of(float32)) == "[-inf, inf]");
  CHECK(text(range_of(e4m3)) == "[-448.0, 448.0]");
  CHECK_FALSE(range_of(weakint).known());
}

TEST_CASE(
    "a conversion keeps what fits, shifts what wraps together, and else is all of the dtype") {
  CHECK(text(interval::convert(Interval::of(0, 100), weakint, int8)) == "[0, 100]");
  CHECK(text(interval::convert(Interval::of(0, 300), weakint, uint8)) == "[0, 255]");
  CHECK(text(interval::convert(Interval::of(256, 300), weakint, uint8)) == "[0, 44]");
  CHECK(text(interval::convert(Interval::of(-4, -1), weakint, uint8)) == "[252, 255]");
  CHECK(text(interval::convert(Interval::of(-1, 1), weakint, uint8)) == "[0, 255]");
  CHECK(text(interval::convert(Interval(), weakint, int8)) == "[-128, 127]");
  CHECK(text(interval::convert(Interval::of(-5, 7), int8, weakint)) == "[-5, 7]");
  CHECK(text(interval::convert(Interval::of(1, 7), int8, boolean)) == "[1, 1]");
  CHECK(text(interval::convert(Interval::of(0, 0), int8, boolean)) == "[0, 0]");
  CHECK(text(interval::convert(Interval::of_float(0, 0), float32, boolean)) == "[0, 1]");
  CHECK(text(interval::convert(Interval::of(0, 16777217), weakint, float32)) ==
        "[0.0, 16777216.0]");
  CHECK(text(interval::convert(Interval::of_float(-1e9, 1), float32, e4m3)) == "[-448.0, 448.0]");
}

TEST_CASE("a float converted to an integer may be the 0 that NaN gives") {
  CHECK(text(interval::convert(Interval::of_float(2.5, 7.5), float32, int8)) == "[0, 7]");
  CHECK(text(interval::convert(Interval::of_float(-2.5, -1), float32, int8)) == "[-2, 0]");
  CHECK(text(interval::convert(Interval::of_float(0, infinity), float32, uint64)) ==
        "[0, 18446744073709551615]");
  CHECK(text(interval::convert(Interval::of_float(-infinity, infinity), float32, weakint)) ==
        "[-9223372036854775808, 9223372036854775807]");
}

TEST_CASE("conversion of an interval contains the conversion of each value") {
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i) {
    const int lo = static_cast<int>(random() % 1200) - 600,
              hi = lo + static_cast<int>(random() % 300);
    for (const DTypeInfo& t : {boolean, int8, uint8, uint64, float32, e4m3, weakint}) {
      const Interval ints = interval::convert(Interval::of(lo, hi), weakint, t);
      const Interval reals = interval::convert(Interval::of_float(lo * 0.5, hi * 0.5), float32, t);
      for (int v = lo; v <= hi; v += 7) {
        const Value a = convert(Value::of_int(v), t), b = convert(Value::of_float(v * 0.5), t);
        INFO(t.name << " [" << lo << ", " << hi << "] at " << v);
        if (ints.known() && !(a.is_float() && std::isnan(a.f))) {
          REQUIRE(!exact::lt(a, ints.min()));
          REQUIRE(!exact::lt(ints.max(), a));
        }
        if (b.is_float() && std::isnan(b.f)) continue;
        REQUIRE(!exact::lt(b, reals.min()));
        REQUIRE(!exact::lt(reals.max(), b));
      }
    }
  }
}
