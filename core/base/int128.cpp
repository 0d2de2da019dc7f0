#include "core/base/int128.h"

#include <array>

namespace tenet {

std::string to_string(int128 v) {
  std::array<char, 40> digits;
  size_t begin = digits.size();
  uint128 rest = magnitude(v);
  do {
    digits[--begin] = static_cast<char>('0' + static_cast<int>(rest % 10));
    rest /= 10;
  } while (rest != 0);
  if (v < 0) digits[--begin] = '-';
  return std::string(digits.data() + begin, digits.size() - begin);
}

std::optional<int128> parse_int128(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  const uint128 limit = negative ? magnitude(int128_min) : static_cast<uint128>(int128_max);
  uint128 value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    const uint128 digit = static_cast<uint128>(c - '0');
    if (value > (limit - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return static_cast<int128>(negative ? uint128{0} - value : value);
}

} // namespace tenet
