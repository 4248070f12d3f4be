// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_LISTS_HPP
#define T2S_CORE_DETAIL_LISTS_HPP

#include <cstddef>
#include <utility>
#include <vector>

/// std::vector's `insert` and `erase`, and std::erase_if, but with far fewer functions instantiated for each element type.
namespace t2s::detail {

/// Removes the elements that satisfy a test. O(size).
template <class T, class Test>
void drop_if(std::vector<T>& list, Test const& drops) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (drops(list[i])) continue;
    if (kept < i) list[kept] = std::move(list[i]);
    ++kept;
  }
  while (list.size() > kept) list.pop_back();
}

/// Removes the element at an index. O(size).
template <class T>
void drop_at(std::vector<T>& list, std::size_t place) {
  for (auto i = place + 1; i < list.size(); ++i) list[i - 1] = std::move(list[i]);
  list.pop_back();
}

/// Inserts an element at an index. O(size).
template <class T>
void insert_at(std::vector<T>& list, std::size_t place, T added) {
  list.push_back(std::move(added));
  for (auto i = list.size() - 1; i > place; --i) std::swap(list[i], list[i - 1]);
}

/// Inserts an element into a sorted list, after equal ones. O(size).
template <class T>
void insert_sorted(std::vector<T>& list, T added) {
  list.push_back(std::move(added));
  for (auto i = list.size() - 1; i > 0 && list[i] < list[i - 1]; --i) std::swap(list[i], list[i - 1]);
}

}  // namespace t2s::detail

#endif
