#pragma once

#include "core/base/int128.h"

#include <array>
#include <cstddef>
#include <span>

namespace tenet::rules {

/// The first eight different divisors that are added, the greatest first.
class Divisors {
public:
  void add(int128 divisor) {
    size_t at = size_;
    while (at > 0 && list_[at - 1] < divisor)
      --at;
    if (size_ == list_.size() || (at > 0 && list_[at - 1] == divisor)) return;
    for (size_t i = size_++; i > at; --i)
      list_[i] = list_[i - 1];
    list_[at] = divisor;
  }
  std::span<const int128> greatest_first() const { return {list_.data(), size_}; }

private:
  std::array<int128, 8> list_{};
  size_t size_ = 0;
};

} // namespace tenet::rules
