// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_ARENA_HPP
#define T2S_SQL_DETAIL_ARENA_HPP

#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace t2s::sql {

/// Memory that is handed out in pieces and released all at once: objects in it are never destroyed, and `reset` keeps the memory for the
/// next use. Every object is aligned to 8 bytes. The first block is part of the arena itself. Not thread safe.
class arena {
 public:
  arena() noexcept {}  // = default would clear the first block if the arena is made with {}
  arena(arena const&) = delete;
  arena& operator=(arena const&) = delete;
  ~arena() {
    while (blocks_) ::operator delete(std::exchange(blocks_, blocks_->next));
  }

  /// Uninitialised memory for `count` objects. O(1); allocates only when the current block is full.
  template <class T>
  [[nodiscard]] T* room(std::size_t count = 1) {
    static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= alignment);
    if (!has_room<T>(count)) [[unlikely]]
      grow(size_of<T>(count));
    return reinterpret_cast<T*>(std::exchange(at_, at_ + size_of<T>(count)));
  }

  /// Whether the next `count` objects of type T fit the current block. A hot function asks this first and leaves the rare case to another
  /// function, so that it need not save registers for that call.
  template <class T>
  [[nodiscard]] bool has_room(std::size_t count = 1) const noexcept {
    return static_cast<std::size_t>(end_ - at_) >= size_of<T>(count);
  }

  /// Gets memory for the next `count` objects of type T.
  template <class T>
  void reserve(std::size_t count = 1) {
    if (!has_room<T>(count)) grow(size_of<T>(count));
  }

  /// Releases everything. Pointers into the arena become invalid.
  void reset() noexcept {
    used_ = nullptr;
    at_ = first_;
    end_ = first_ + first_size;
  }

 private:
  static constexpr std::size_t alignment = 8, first_size = 4096, largest_size = 1U << 20U;
  struct block {
    block* next;
    std::size_t size;  // of the memory that follows the block
  };

  template <class T>
  static constexpr std::size_t size_of(std::size_t count) noexcept {
    return (sizeof(T) * count + alignment - 1) & ~(alignment - 1);
  }

  void open(block* b) noexcept {
    at_ = reinterpret_cast<std::byte*>(b + 1);
    end_ = at_ + b->size;
    used_ = b;
  }

  [[gnu::noinline]] void grow(std::size_t size) {
    auto** next = used_ ? &used_->next : &blocks_;
    for (; *next; next = &used_->next) {
      open(*next);
      if (static_cast<std::size_t>(end_ - at_) >= size) return;
    }
    std::size_t const before = used_ ? used_->size : first_size;
    std::size_t const room = std::max(size, std::min(largest_size, 2 * before));
    *next = new (::operator new(sizeof(block) + room)) block{nullptr, room};
    open(*next);
  }

  block* blocks_{};                                 // the first block
  block* used_{};                                   // the current block; nullptr: the arena itself
  alignas(alignment) std::byte first_[first_size];  // not cleared
  std::byte* at_ = first_;
  std::byte* end_ = first_ + first_size;
};

}  // namespace t2s::sql

#endif
