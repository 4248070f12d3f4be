// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_INTERNAL_NEAREST_OF_HPP
#define T2S_RETRIEVE_INTERNAL_NEAREST_OF_HPP

#include "t2s/retrieve/demonstration.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace t2s::retrieve {

/// The `k` demonstrations of a pool that come nearest to `key`, the nearest first; fewer if it has no more.
template <class Pool, class Key>
[[nodiscard]] std::vector<scored_demonstration> nearest_of(Pool const& pool, Key const& key, std::size_t k) {
  std::vector<scored_demonstration> found;
  for (auto const& hit : pool.nearest(key, k)) found.push_back({pool[hit.demonstration], hit.similarity});
  return found;
}

/// Adds to `chosen` the `k` demonstrations of a pool that come nearest to `key` and whose SQL is not among the chosen, the nearest first;
/// fewer if the pool has no more.
template <class Pool, class Key>
void add_distinct_nearest(std::vector<scored_demonstration>& chosen, Pool const& pool, Key const& key, std::size_t k) {
  auto const wanted = chosen.size() + k;
  auto const is_chosen = [&](demonstration const& d) {
    return std::any_of(chosen.begin(), chosen.end(), [&](scored_demonstration const& known) { return known.shown.sql == d.sql; });
  };
  for (std::size_t depth = 4 * wanted; chosen.size() < wanted; depth *= 4) {
    auto const hits = pool.nearest(key, depth);
    for (auto hit = hits.begin(); hit != hits.end() && chosen.size() < wanted; ++hit)
      if (!is_chosen(pool[hit->demonstration])) chosen.push_back({pool[hit->demonstration], hit->similarity});
    if (hits.size() < depth) return;
  }
}

}  // namespace t2s::retrieve

#endif
