#include "core/base/small_array.h"

#include <catch2/catch.hpp>

TEST_CASE("a small array keeps its elements in place or on the heap alike") {
  for (const size_t n : {size_t{0}, size_t{3}, size_t{4}, size_t{5}, size_t{1000}}) {
    tenet::SmallArray<size_t, 4> a(n);
    for (size_t i = 0; i < n; ++i)
      a[i] = i * i;
    REQUIRE(a.span().size() == n);
    for (size_t i = 0; i < n; ++i)
      CHECK(a.span()[i] == i * i);
  }
}
