// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_IMPL_DRAW_HPP
#define T2S_CORE_IMPL_DRAW_HPP

#include <algorithm>
#include <cstddef>
#include <random>
#include <utility>
#include <vector>

namespace t2s::detail {

/// Moves `n` of the items to the front, drawn without replacement, in the order in which they are drawn; with all of them it is a shuffle.
/// The same for the same state of `random` on every platform. O(n).
template <class T>
void draw_to_front(std::vector<T>& items, std::size_t n, std::minstd_rand random) {
  // Not a standard distribution or shuffle: theirs differ from library to library.
  random.discard(8);  // small seeds begin with small values
  for (std::size_t i = 0; i < std::min(n, items.size()); ++i) std::swap(items[i], items[i + random() % (items.size() - i)]);
}

}  // namespace t2s::detail

#endif
