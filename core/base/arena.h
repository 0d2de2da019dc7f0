#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tenet {

/// Bump allocation, freed as a whole. Blocks double from 16 KiB up to 4 MiB, so that the unused
/// tail stays small. The first is allocated on first use.
class Arena {
public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// Memory for `bytes`, aligned to `align` (a power of two, at most 64). Throws std::bad_alloc.
  void* allocate(size_t bytes, size_t align);
  template <class T>
  T* allocate_array(size_t n) {
    return static_cast<T*>(allocate(n * sizeof(T), alignof(T)));
  }
  size_t bytes_reserved() const { return reserved_; }

private:
  void* allocate_in_new_block(size_t bytes, size_t align);

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  std::byte* end_ = nullptr;
  size_t reserved_ = 0;
};

} // namespace tenet
