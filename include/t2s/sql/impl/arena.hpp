// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_ARENA_HPP
#define T2S_SQL_IMPL_ARENA_HPP

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace t2s::sql {

/// Memory that is handed out bit by bit and taken back all at once: objects in it are never destroyed, and `reset` keeps the memory for
/// the next use. Every object is aligned to 8 bytes. The first block is part of the arena itself. Not thread safe.
class arena {
 public:
  arena() noexcept {}  // = default would clear the first block where the arena is made with {}
  arena(arena const&) = delete;
  arena& operator=(arena const&) = delete;

  /// Uninitialised room for `count` objects. O(1); allocates only when the memory at hand is used up.
  template <class T>
  [[nodiscard]] T* room(std::size_t count = 1) {
    static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= alignment);
    if (!has_room<T>(count)) [[unlikely]]
      grow(size_of<T>(count));
    return reinterpret_cast<T*>(std::exchange(at_, at_ + size_of<T>(count)));
  }

  /// Whether the next `count` objects of type T need no new memory. A hot function that asks this first, and leaves the case that they do
  /// to another function, need not save registers for a call that hardly ever happens.
  template <class T>
  [[nodiscard]] bool has_room(std::size_t count = 1) const noexcept {
    return static_cast<std::size_t>(end_ - at_) >= size_of<T>(count);
  }

  /// Gets memory for the next `count` objects of type T.
  template <class T>
  void reserve(std::size_t count = 1) {
    if (!has_room<T>(count)) grow(size_of<T>(count));
  }

  /// Takes everything back. Pointers into the arena are invalid from here on.
  void reset() noexcept {
    used_ = 0;
    at_ = first_;
    end_ = first_ + first_size;
  }

 private:
  static constexpr std::size_t alignment = 8, first_size = 4096, largest_size = 1U << 20U;
  struct block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };

  template <class T>
  static constexpr std::size_t size_of(std::size_t count) noexcept {
    return (sizeof(T) * count + alignment - 1) & ~(alignment - 1);
  }

  void open(std::size_t i) noexcept {
    at_ = blocks_[i].bytes.get();
    end_ = at_ + blocks_[i].size;
    used_ = i + 1;
  }

  [[gnu::noinline]] void grow(std::size_t size) {
    while (used_ < blocks_.size()) {
      open(used_);
      if (static_cast<std::size_t>(end_ - at_) >= size) return;
    }
    std::size_t const before = blocks_.empty() ? first_size : blocks_.back().size;
    std::size_t const next = std::max(size, std::min(largest_size, 2 * before));
    blocks_.push_back({std::make_unique_for_overwrite<std::byte[]>(next), next});
    open(blocks_.size() - 1);
  }

  std::vector<block> blocks_{};
  std::size_t used_{};
  alignas(alignment) std::byte first_[first_size];  // not cleared
  std::byte* at_ = first_;
  std::byte* end_ = first_ + first_size;
};

}  // namespace t2s::sql

#endif
