#include "core/base/arena.h"

#include <algorithm>

namespace tenet {
namespace {

constexpr size_t first_block = 16 << 10;
constexpr size_t largest_block = 4 << 20;

std::byte* align_up(std::byte* p, size_t align) {
  const uintptr_t address = reinterpret_cast<uintptr_t>(p);
  return p + ((address + align - 1) / align * align - address);
}

} // namespace

void* Arena::allocate(size_t bytes, size_t align) {
  if (next_ != nullptr) {
    std::byte* const begin = align_up(next_, align);
    if (begin <= end_ && static_cast<size_t>(end_ - begin) >= bytes) {
      next_ = begin + bytes;
      return begin;
    }
  }
  return allocate_in_new_block(bytes, align);
}

void* Arena::allocate_in_new_block(size_t bytes, size_t align) {
  const size_t usual = std::min(largest_block, first_block << std::min<size_t>(blocks_.size(), 8));
  const size_t size = bytes + align > usual ? bytes + align : usual;
  blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
  reserved_ += size;
  std::byte* const block = blocks_.back().get();
  std::byte* const begin = align_up(block, align);
  // A large allocation has a block of its own; the rest of the block in use stays in use.
  if (size == usual || next_ == nullptr) {
    next_ = begin + bytes;
    end_ = block + size;
  }
  return begin;
}

} // namespace tenet
