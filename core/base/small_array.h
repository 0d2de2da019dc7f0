#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace tenet {

/// An array of plain data whose length is fixed when it is made: up to N elements in place, more on
/// the heap. Elements hold nothing until they are assigned.
template <class T, size_t N>
class SmallArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
  explicit SmallArray(size_t n)
      : size_(n) { // NOLINT(cppcoreguidelines-pro-type-member-init): left empty on purpose
    if (n > N) heap_ = std::make_unique<T[]>(n);
    data_ = n > N ? heap_.get() : reinterpret_cast<T*>(place_);
  }
  SmallArray(const SmallArray&) = delete;
  SmallArray& operator=(const SmallArray&) = delete;

  size_t size() const { return size_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  std::span<const T> span() const { return {data_, size_}; }

private:
  alignas(T) std::byte place_[sizeof(T[N])];
  std::unique_ptr<T[]> heap_;
  T* data_;
  size_t size_;
};

} // namespace tenet
