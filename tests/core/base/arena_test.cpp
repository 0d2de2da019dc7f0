#include "core/base/arena.h"

#include <catch2/catch.hpp>
#include <cstring>

TEST_CASE("an arena gives aligned memory that does not overlap") {
  tenet::Arena arena;
  CHECK(arena.bytes_reserved() == 0);
  std::vector<std::pair<unsigned char*, size_t>> pieces;
  for (size_t i = 1; i <= 2000; ++i) {
    const size_t align = size_t{1} << (i % 7), bytes = i * 37 % 1000;
    unsigned char* const p = static_cast<unsigned char*>(arena.allocate(bytes, align));
    REQUIRE(reinterpret_cast<uintptr_t>(p) % align == 0);
    std::memset(p, static_cast<int>(i % 251), bytes);
    pieces.emplace_back(p, bytes);
  }
  for (size_t i = 1; i <= pieces.size(); ++i) {
    const auto [p, bytes] = pieces[i - 1];
    for (size_t k = 0; k < bytes; ++k)
      REQUIRE(p[k] == i % 251);
  }
}

TEST_CASE("a large piece takes a block of its own and leaves the block in use") {
  tenet::Arena arena;
  std::byte* const first = static_cast<std::byte*>(arena.allocate(8, 8));
  arena.allocate(size_t{10} << 20, 64);
  std::byte* const second = static_cast<std::byte*>(arena.allocate(8, 8));
  CHECK(second == first + 8);
  CHECK(arena.bytes_reserved() < size_t{11} << 20);
}
