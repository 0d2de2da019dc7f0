#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace tenet {

/// The widest integer Tenet computes with: weakint constants, exact bounds, clause arithmetic.
__extension__ using int128 = __int128;
__extension__ using uint128 = unsigned __int128;

inline constexpr int128 int128_max = static_cast<int128>(~uint128{0} >> 1);
inline constexpr int128 int128_min = -int128_max - 1;

constexpr bool fits_int64(int128 v) {
  return v >= std::numeric_limits<int64_t>::min() && v <= std::numeric_limits<int64_t>::max();
}

/// Magnitude; right for `int128_min` too.
constexpr uint128 magnitude(int128 v) {
  return v < 0 ? uint128{0} - static_cast<uint128>(v) : static_cast<uint128>(v);
}

/// Number of bits up to the highest set one; 0 for 0.
constexpr int bit_length(uint128 v) {
  const uint64_t high = static_cast<uint64_t>(v >> 64), low = static_cast<uint64_t>(v);
  if (high != 0) return 128 - __builtin_clzll(high);
  return low == 0 ? 0 : 64 - __builtin_clzll(low);
}

/// Decimal digits, with a leading `-` if negative.
std::string to_string(int128 v);

/// The number that `text` spells, whole: an optional sign and decimal digits. None if it is no such
/// text or beyond 128 bits.
std::optional<int128> parse_int128(std::string_view text);

} // namespace tenet
