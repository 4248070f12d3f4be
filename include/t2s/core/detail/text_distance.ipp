// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_TEXT_DISTANCE_IPP
#define T2S_CORE_DETAIL_TEXT_DISTANCE_IPP

#include "t2s/core/detail/edit_distance.hpp"
#include "t2s/core/detail/text_distance.hpp"

#include <algorithm>
#include <utility>

namespace t2s::text {

T2S_DECL std::size_t edit_distance(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);  // the distance is symmetric, and the shorter text needs fewer words
  return t2s::detail::edit_distances(a).to(b);
}

T2S_DECL std::string const* nearest(std::string_view typed, std::span<std::string const> known) {
  std::string const* best = nullptr;
  std::size_t least = std::max<std::size_t>(1, typed.size() / 3) + 1;
  for (auto const& candidate : known) {
    auto const distance = edit_distance(typed, candidate);
    if (distance >= least) continue;
    least = distance;
    best = &candidate;
  }
  return best;
}

}  // namespace t2s::text

#endif
