// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_HIT_HPP
#define T2S_RETRIEVE_HIT_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

namespace t2s::retrieve {

/// A demonstration's place in its index, and how similar it is: higher is more similar, the scale is the index's.
struct hit {
  std::size_t demonstration = 0;
  double similarity = 0;

  friend bool operator==(hit const&, hit const&) = default;
};

/// The best `k`, best first; of equally similar ones those that stand first in their index. O(hits + k log k).
[[nodiscard]] inline std::vector<hit> best_of(std::vector<hit> hits, std::size_t k) {
  auto const better = [](hit const& a, hit const& b) {
    return a.similarity != b.similarity ? a.similarity > b.similarity : a.demonstration < b.demonstration;
  };
  k = std::min(k, hits.size());
  std::ranges::partial_sort(hits, hits.begin() + static_cast<std::ptrdiff_t>(k), better);
  hits.resize(k);
  return hits;
}

}  // namespace t2s::retrieve

#endif
