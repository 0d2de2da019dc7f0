#include "core/ir/intern.h"

#include "core/base/hash.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/mman.h>

namespace tenet {
namespace {

constexpr size_t unit = 16;
constexpr size_t first_block = 4 << 10; ///< most graphs are small, and many are alive
constexpr size_t largest_block = 4 << 20;
constexpr size_t huge_page = 2 << 20;
constexpr size_t first_capacity = 256;
constexpr size_t most_places = size_t{1} << 14; ///< number of blocks that a slot can name

size_t node_bytes(uint32_t n_src) {
  return (sizeof(Node) + size_t{n_src} * sizeof(Node*) + unit - 1) / unit * unit;
}

/// Zeroed memory straight from the system, so that pages are paid for when they are touched.
uint64_t* map_slots(size_t capacity) {
  void* const p = mmap(nullptr, capacity * sizeof(uint64_t), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) throw std::bad_alloc();
  if (capacity * sizeof(uint64_t) >= 2 * huge_page)
    madvise(p, capacity * sizeof(uint64_t), MADV_HUGEPAGE);
  return static_cast<uint64_t*>(p);
}

/// Small tables come from the heap, which gives recently used memory.
constexpr size_t mapped_capacity = 1 << 15;

uint64_t* allocate_slots(size_t capacity) {
  if (capacity >= mapped_capacity) return map_slots(capacity);
  void* const p = std::calloc(capacity, sizeof(uint64_t));
  if (p == nullptr) throw std::bad_alloc();
  return static_cast<uint64_t*>(p);
}

void free_slots(uint64_t* slots, size_t capacity) {
  if (capacity >= mapped_capacity) {
    munmap(slots, capacity * sizeof(uint64_t));
  } else {
    std::free(slots);
  }
}

} // namespace

void NodeTable::FreeBlock::operator()(std::byte* block) const {
  std::free(block);
}

NodeTable::~NodeTable() {
  if (slots_ != nullptr) free_slots(slots_, capacity_);
}

Node* NodeTable::add(const Place& place, uint32_t n_src) {
  size_t slot = place.slot;
  if ((count_ + 1) * 2 > capacity_) {
    grow();
    slot = empty_slot(place.hash);
  }
  const size_t bytes = node_bytes(n_src);
  if (blocks_.empty() || block_size_ - used_ < bytes) open_block(bytes);
  const uint32_t where = static_cast<uint32_t>((blocks_.size() - 1) << unit_bits | (used_ / unit));
  used_ += bytes;
  slots_[slot] = uint64_t{place.hash} << 32 | where;
  ++count_;
  return at(where);
}

[[gnu::noinline]] void NodeTable::open_block(size_t bytes) {
  if (blocks_.size() >= most_places) throw std::bad_alloc();
  const size_t usual = std::min(largest_block, first_block << std::min<size_t>(blocks_.size(), 10));
  const size_t size = std::max(usual, bytes);
  const size_t align = size % huge_page == 0 ? huge_page : 64;
  std::unique_ptr<std::byte, FreeBlock> block(
      static_cast<std::byte*>(std::aligned_alloc(align, (size + 63) / 64 * 64)));
  if (block == nullptr) throw std::bad_alloc();
  if (align == huge_page) madvise(block.get(), size, MADV_HUGEPAGE);
  blocks_.push_back(std::move(block));
  block_size_ = size;
  used_ = 0;
  block_bytes_ += size;
}

[[gnu::noinline]] void NodeTable::grow() {
  const size_t old_capacity = capacity_;
  const size_t capacity = old_capacity == 0         ? first_capacity
                          : old_capacity < 1u << 20 ? old_capacity * 2
                                                    : old_capacity + old_capacity / 2;
  uint64_t* const old = slots_;
  slots_ = allocate_slots(capacity);
  capacity_ = capacity;
  if (old == nullptr) return;
  const bool mapped = old_capacity >= mapped_capacity;
  constexpr size_t chunk = huge_page / sizeof(uint64_t);
  for (size_t begin = 0; begin < old_capacity; begin += chunk) {
    const size_t end = std::min(old_capacity, begin + chunk);
    for (size_t i = begin; i < end; ++i) {
      if (old[i] != 0) slots_[empty_slot(static_cast<uint32_t>(old[i] >> 32))] = old[i];
    }
    if (mapped) madvise(old + begin, (end - begin) * sizeof(uint64_t), MADV_DONTNEED);
  }
  free_slots(old, old_capacity);
}

Word WordTable::intern(Arena& arena, std::string_view bytes, Kind kind, size_t count) {
  if ((count_ + 1) * 2 > slots_.size()) grow();
  const uint32_t hash = hash_fold(hash_mix(hash_bytes(bytes), kind));
  const size_t mask = slots_.size() - 1;
  size_t i = hash & mask;
  for (; slots_[i] != 0; i = (i + 1) & mask) {
    const Header& h = header(slots_[i]);
    if (h.hash == hash && h.kind == kind && h.count == count &&
        (bytes.empty() || std::memcmp(pointee<char>(slots_[i]), bytes.data(), bytes.size()) == 0)) {
      return slots_[i];
    }
  }
  Header* const made = static_cast<Header*>(arena.allocate(sizeof(Header) + bytes.size(), unit));
  *made = {hash, static_cast<uint32_t>(count), kind == Text ? hash : 0, kind};
  if (!bytes.empty()) std::memcpy(made + 1, bytes.data(), bytes.size());
  slots_[i] = reinterpret_cast<Word>(made + 1);
  ++count_;
  return slots_[i];
}

void WordTable::grow() {
  std::vector<Word> old(std::max<size_t>(16, slots_.size() * 2), 0);
  old.swap(slots_);
  const size_t mask = slots_.size() - 1;
  for (const Word w : old) {
    if (w == 0) continue;
    size_t i = header(w).hash & mask;
    while (slots_[i] != 0)
      i = (i + 1) & mask;
    slots_[i] = w;
  }
}

} // namespace tenet
