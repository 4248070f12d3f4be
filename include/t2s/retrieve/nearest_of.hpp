// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_NEAREST_OF_HPP
#define T2S_RETRIEVE_NEAREST_OF_HPP

#include "t2s/retrieve/demonstration.hpp"

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

}  // namespace t2s::retrieve

#endif
