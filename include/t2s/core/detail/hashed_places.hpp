// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_HASHED_PLACES_HPP
#define T2S_CORE_DETAIL_HASHED_PLACES_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

namespace t2s::detail {

/// Indices into a list, found by the hashes of its elements. All are in two vectors, without allocations: a schema may have 100,000 names.
class hashed_places {
 public:
  /// The number of elements.
  [[nodiscard]] std::size_t size() const noexcept { return hashes_.size(); }

  /// The first index with that hash for which `is_it(place)`, or `size()`.
  template <class Test>
  [[nodiscard]] std::size_t find(std::size_t hash, Test const& is_it) const {
    if (slots_.empty()) return size();
    for (auto slot = first_slot(hash); slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1))
      if (auto const place = slots_[slot] - 1; hashes_[place] == hash && is_it(place)) return place;
    return size();
  }

  /// Adds the index `size()` with the hash of its element. If it throws, it has added nothing.
  void add(std::size_t hash) {
    if (slots_.size() < 2 * (size() + 1)) grow();
    hashes_.push_back(hash);
    put(size() - 1);
  }

 private:
  /// Multiplied, since addresses are even.
  [[nodiscard]] std::size_t first_slot(std::size_t hash) const {
    return static_cast<std::size_t>((std::uint64_t{hash} * 0x9E3779B97F4A7C15U) >> 32U) & (slots_.size() - 1);
  }

  void grow() {
    slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), 0);
    for (std::size_t place = 0; place < size(); ++place) put(place);
  }

  void put(std::size_t place) {
    auto slot = first_slot(hashes_[place]);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = place + 1;
  }

  std::vector<std::size_t> slots_{};  // their number is a power of two: an index plus 1; 0 in an empty slot
  std::vector<std::size_t> hashes_{};
};

}  // namespace t2s::detail

#endif
