// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_DRAW_HPP
#define T2S_CORE_DETAIL_DRAW_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace t2s {

/// The numbers of `std::minstd_rand` without the cost of including <random>. A `uniform_random_bit_generator`.
class random_numbers {
 public:
  using result_type = std::uint32_t;

  explicit constexpr random_numbers(result_type seed = 1) noexcept : state_(seed % modulus == 0 ? 1 : seed % modulus) {}

  static constexpr result_type min() noexcept { return 1; }
  static constexpr result_type max() noexcept { return modulus - 1; }
  constexpr result_type operator()() noexcept { return state_ = static_cast<result_type>(std::uint64_t{state_} * 48271U % modulus); }

 private:
  static constexpr result_type modulus = 2147483647;
  result_type state_;
};

namespace detail {

/// Moves `n` of the items to the front, drawn without replacement, in the order drawn; drawing all of them is a shuffle. The same for the
/// same state of `random` on every platform. O(n).
template <class T>
void draw_to_front(std::vector<T>& items, std::size_t n, random_numbers random) {
  // Not a standard distribution or shuffle: they differ between libraries.
  for (int skipped = 0; skipped < 8; ++skipped) random();  // small seeds begin with small values
  for (std::size_t i = 0; i < std::min(n, items.size()); ++i) std::swap(items[i], items[i + random() % (items.size() - i)]);
}

}  // namespace detail

}  // namespace t2s

#endif
