#include "core/base/int128.h"

#include <catch2/catch.hpp>

using tenet::int128;
using tenet::parse_int128;
using tenet::to_string;

TEST_CASE("128-bit integers print in decimal, their extremes too") {
  CHECK(to_string(int128{0}) == "0");
  CHECK(to_string(int128{-7}) == "-7");
  CHECK(to_string(tenet::int128_max) == "170141183460469231731687303715884105727");
  CHECK(to_string(tenet::int128_min) == "-170141183460469231731687303715884105728");
}

TEST_CASE("parsing inverts printing and rejects what is no 128-bit integer") {
  for (const int128 v :
       {int128{0}, int128{-1}, int128{1} << 90, tenet::int128_max, tenet::int128_min}) {
    CHECK(parse_int128(to_string(v)) == v);
  }
  CHECK(parse_int128("+5") == int128{5});
  for (const char* text :
       {"", "-", "+", "1.0", "0x10", " 1", "1 ", "170141183460469231731687303715884105728",
        "-170141183460469231731687303715884105729", "999999999999999999999999999999999999999999"}) {
    INFO(text);
    CHECK_FALSE(parse_int128(text).has_value());
  }
}

TEST_CASE("magnitude and bit length hold at the extremes") {
  CHECK(tenet::bit_length(0) == 0);
  CHECK(tenet::bit_length(1) == 1);
  CHECK(tenet::bit_length(tenet::uint128{1} << 64) == 65);
  CHECK(tenet::bit_length(tenet::magnitude(tenet::int128_min)) == 128);
  CHECK(tenet::magnitude(-5) == 5);
}
