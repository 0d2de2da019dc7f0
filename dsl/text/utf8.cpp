#include "dsl/text/utf8.h"

#include <cstdint>

namespace tenet::dsl {

namespace {

/// Length by the first byte, and the bounds of the second, which alone exclude overlong forms and
/// surrogates.
struct Lead {
  size_t length;
  uint8_t low, high;
};

Lead lead_of(uint8_t byte) {
  if (byte < 0x80) return {1, 0, 0};
  if (byte >= 0xC2 && byte <= 0xDF) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte >= 0xE1 && byte <= 0xEF) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte >= 0xF1 && byte <= 0xF3) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

} // namespace

size_t utf8_length(std::string_view text, size_t at) {
  if (at >= text.size()) return 0;
  const Lead lead = lead_of(static_cast<uint8_t>(text[at]));
  if (lead.length < 2) return lead.length;
  if (text.size() - at < lead.length) return 0;
  const auto second = static_cast<uint8_t>(text[at + 1]);
  if (second < lead.low || second > lead.high) return 0;
  for (size_t i = 2; i < lead.length; ++i)
    if ((static_cast<uint8_t>(text[at + i]) & 0xC0) != 0x80) return 0;
  return lead.length;
}

} // namespace tenet::dsl
