// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_NUMBERED_HPP
#define T2S_LAB_EVALUATION_DETAIL_NUMBERED_HPP

#include "t2s/core/detail/value.hpp"

#include <algorithm>
#include <functional>
#include <span>

namespace t2s::evaluation::matching {

using number = std::uint32_t;
inline constexpr number nowhere = ~number{0};

/// A bijection of 64 bits that hides patterns of its input (the finaliser of MurmurHash3).
inline std::uint64_t mix(std::uint64_t x) noexcept {
  x = (x ^ (x >> 33U)) * 0xff51afd7ed558ccdU;
  x = (x ^ (x >> 33U)) * 0xc4ceb9fe1a85ec53U;
  return x ^ (x >> 33U);
}
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept { return mix(a * 0x9e3779b97f4a7c15U + b); }

/// Numbers of the elements of a list, found by their hashes.
class hash_index {
 public:
  /// The number with this hash for which `is_it` is true.
  template <class IsIt>
  [[nodiscard]] number find(std::uint64_t hash, IsIt const& is_it) const {
    auto const tag = hash >> 32U;
    for (auto at = tag & mask();; at = (at + 1) & mask()) {
      auto const slot = slots_[at];
      if (slot == 0) return nowhere;
      auto const found = static_cast<number>(slot) - 1;
      if (slot >> 32U == tag && is_it(found)) return found;
    }
  }

  /// The number as in `find`, or the next one, counted from 0, after `append` has added the element to the list.
  template <class IsIt, class Append>
  number add(std::uint64_t hash, IsIt const& is_it, Append const& append) {
    if (auto const known = find(hash, is_it); known != nowhere) return known;
    if ((size_ + 1) * 2 > slots_.size()) grow();
    place((hash & ~std::uint64_t{0xffffffffU}) | ++size_);
    append();
    return static_cast<number>(size_ - 1);
  }

  [[nodiscard]] std::size_t bytes() const noexcept { return slots_.capacity() * sizeof(std::uint64_t); }

 private:
  [[nodiscard]] std::uint64_t mask() const noexcept { return slots_.size() - 1; }

  void place(std::uint64_t slot) {
    auto at = (slot >> 32U) & mask();
    while (slots_[at] != 0) at = (at + 1) & mask();
    slots_[at] = slot;
  }

  void grow() {
    auto const old = std::exchange(slots_, std::vector<std::uint64_t>(slots_.size() * 2));
    for (auto const slot : old)
      if (slot != 0) place(slot);
  }

  std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(16);  // upper half of the hash, number + 1
  std::uint64_t size_ = 0;
};

/// The part of a value that is compared.
struct content {
  value::kind kind = value::kind::null;
  std::uint64_t bits = 0;    ///< for a number
  std::string_view bytes{};  ///< for text and blobs

  friend bool operator==(content const&, content const&) = default;
};

/// Distinct contents, numbered in the order of their first occurrence.
class value_list {
  [[nodiscard]] auto is(content const& c) const {
    return [&](number n) { return (*this)[n] == c; };
  }

 public:
  [[nodiscard]] number find(content const& c) const { return index_.find(hash_of(c), is(c)); }

  number add(content const& c) {
    return index_.add(hash_of(c), is(c), [&] {
      entries_.push_back({c.kind, c.bytes.empty() ? c.bits : pool_.size(), c.bytes.size()});
      pool_ += c.bytes;
    });
  }

  [[nodiscard]] content operator[](number n) const {
    auto const& e = entries_[n];
    if (e.length == 0) return {e.kind, e.bits, {}};
    return {e.kind, 0, std::string_view(pool_).substr(e.bits, e.length)};
  }

  void fit() {
    entries_.shrink_to_fit();
    pool_.shrink_to_fit();
  }

  [[nodiscard]] std::size_t bytes() const noexcept { return index_.bytes() + pool_.capacity() + entries_.capacity() * sizeof(entry); }

 private:
  struct entry {
    value::kind kind;
    std::uint64_t bits;  // of a number, or the offset of the bytes
    std::size_t length;
  };

  static std::uint64_t hash_of(content const& c) {
    return mix(static_cast<std::uint64_t>(c.kind), c.bytes.empty() ? c.bits : std::hash<std::string_view>{}(c.bytes));
  }

  hash_index index_{};
  std::vector<entry> entries_{};
  std::string pool_{};
};

/// Distinct rows of one width, numbered in the order of their first occurrence, with their counts.
class row_list {
  [[nodiscard]] auto is(std::span<number const> row) const {
    return [this, row](number n) { return std::ranges::equal((*this)[n], row); };
  }

 public:
  explicit row_list(std::size_t width) : width_(width) {}

  [[nodiscard]] std::size_t size() const noexcept { return counts_.size(); }
  [[nodiscard]] std::size_t width() const noexcept { return width_; }
  [[nodiscard]] std::uint64_t count(number n) const { return counts_[n]; }
  [[nodiscard]] std::span<number const> operator[](std::size_t n) const { return std::span(cells_).subspan(n * width_, width_); }

  [[nodiscard]] number find(std::span<number const> row) const { return index_.find(hash_of(row), is(row)); }

  number add(std::span<number const> row) {
    auto const n = index_.add(hash_of(row), is(row), [&] {
      cells_.insert(cells_.end(), row.begin(), row.end());
      counts_.push_back(0);
    });
    ++counts_[n];
    return n;
  }

  void fit() {
    cells_.shrink_to_fit();
    counts_.shrink_to_fit();
  }

  [[nodiscard]] std::size_t bytes() const noexcept { return index_.bytes() + (cells_.capacity() + counts_.capacity()) * sizeof(number); }

 private:
  static std::uint64_t hash_of(std::span<number const> row) {
    std::uint64_t hash = row.size();
    for (auto const cell : row) hash = mix(hash, cell);
    return hash;
  }

  std::size_t width_;
  hash_index index_{};
  std::vector<number> cells_{}, counts_{};
};

}  // namespace t2s::evaluation::matching

#endif
