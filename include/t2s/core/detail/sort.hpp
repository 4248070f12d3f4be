// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_SORT_HPP
#define T2S_CORE_DETAIL_SORT_HPP

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace t2s::detail {

/// Compares the elements at two indices, whatever their type.
struct place_order {
  void const* order;
  bool (*compare)(void const* order, std::size_t a, std::size_t b);

  [[nodiscard]] bool operator()(std::size_t a, std::size_t b) const { return compare(order, a, b); }
};

inline std::vector<std::size_t> sorted_places(std::size_t size, place_order const& is_before) {
  std::vector<std::size_t> places;
  places.reserve(size);
  for (std::size_t i = 0; i < size; ++i) places.push_back(i);
  std::sort(places.begin(), places.end(), is_before);
  return places;
}

/// The indices of a list of that size, in sorted order. `is_before(a, b)` compares the elements at two indices.
template <class Before>
std::vector<std::size_t> places_by(std::size_t size, Before const& is_before) {
  return sorted_places(
      size, {&is_before, [](void const* order, std::size_t a, std::size_t b) { return (*static_cast<Before const*>(order))(a, b); }});
}

/// Sorts a list as std::sort would. All lists share one instantiation of std::sort, which takes longer to compile than to run.
template <class T, class Before>
void sort(std::vector<T>& list, Before const& is_before) {
  if (list.size() < 2) return;
  auto const by_place = [&](std::size_t a, std::size_t b) { return is_before(list[a], list[b]); };
  std::vector<T> sorted;
  sorted.reserve(list.size());
  for (auto const place : places_by(list.size(), by_place)) sorted.push_back(std::move(list[place]));
  list.swap(sorted);
}

template <class T>
void sort(std::vector<T>& list) {
  detail::sort(list, [](T const& a, T const& b) { return a < b; });
}

}  // namespace t2s::detail

#endif
