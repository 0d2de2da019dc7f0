#pragma once

#include "core/base/int128.h"

#include <cstdint>
#include <cstring>
#include <string_view>

namespace tenet {

/// Hashing after wyhash (Wang Yi, public domain): the high and low halves of a 64 x 64 bit product,
/// xored. Equal on every machine of the same byte order; never a function of addresses.
inline uint64_t hash_mix(uint64_t a, uint64_t b) {
  const uint128 product = uint128{a ^ 0xa0761d6478bd642full} * (b ^ 0xe7037ed1a0b428dbull);
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

/// The 32 bits of a hash that are stored; never 0.
inline uint32_t hash_fold(uint64_t h) {
  const uint32_t folded = static_cast<uint32_t>(h ^ h >> 32);
  return folded == 0 ? 1 : folded;
}

inline uint64_t hash_bytes(std::string_view bytes) {
  uint64_t h = bytes.size();
  while (bytes.size() >= 8) {
    uint64_t word;
    std::memcpy(&word, bytes.data(), 8);
    h = hash_mix(h, word);
    bytes.remove_prefix(8);
  }
  uint64_t tail = 0;
  if (!bytes.empty()) std::memcpy(&tail, bytes.data(), bytes.size());
  return hash_mix(h, tail);
}

} // namespace tenet
