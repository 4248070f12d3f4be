// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_SEARCH_HPP
#define T2S_CORE_DETAIL_SEARCH_HPP

#include <cstddef>
#include <iterator>

/// The searches of <algorithm> for whole ranges. They check no concepts, and compiling each costs a fourth of the time and memory of one of
/// `std::ranges`, of which a system without a model would have more than a hundred.
namespace t2s::detail {

template <class Range, class Test>
[[nodiscard]] constexpr bool any_of(Range const& in, Test const& holds) {
  for (auto const& x : in)
    if (holds(x)) return true;
  return false;
}

template <class Range, class Test>
[[nodiscard]] constexpr bool all_of(Range const& in, Test const& holds) {
  for (auto const& x : in)
    if (!holds(x)) return false;
  return true;
}

template <class Range, class T>
[[nodiscard]] constexpr bool has(Range const& in, T const& wanted) {
  for (auto const& x : in)
    if (x == wanted) return true;
  return false;
}

/// The first matching element of a contiguous range, or nullptr.
template <class Range, class Test>
[[nodiscard]] constexpr auto find_if(Range& in, Test const& fits) -> decltype(in.data()) {
  for (auto& x : in)
    if (fits(x)) return &x;
  return nullptr;
}

template <class Range, class Test>
[[nodiscard]] constexpr std::size_t count_if(Range const& in, Test const& holds) {
  std::size_t n = 0;
  for (auto const& x : in)
    if (holds(x)) ++n;
  return n;
}

/// The number of leading elements that match, if all matches come first: in a sorted list, the index of the first one not before a value.
template <class Range, class Test>
[[nodiscard]] constexpr std::size_t partition_point(Range const& in, Test const& fits) {
  std::size_t first = 0, last = std::size(in);
  while (first < last) {
    auto const middle = first + (last - first) / 2;
    if (fits(in[middle]))
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

}  // namespace t2s::detail

#endif
