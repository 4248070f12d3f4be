// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SKELETON_IMPL_LOCAL_IPP
#define T2S_SKELETON_IMPL_LOCAL_IPP

#include "t2s/skeleton/local.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace t2s::skeleton {

T2S_DECL parsed vote(std::span<retrieve::scored_demonstration const> demonstrations) {
  std::vector<std::pair<parsed, double>> votes;
  for (auto const& d : demonstrations) {
    auto one = parse_sql(d.shown.sql);
    if (one.skeleton.empty()) continue;
    auto const same = std::ranges::find_if(votes, [&](auto const& v) { return v.first.skeleton == one.skeleton; });
    if (same == votes.end())
      votes.emplace_back(std::move(one), d.similarity);
    else
      same->second += d.similarity;
  }
  auto const best = std::ranges::max_element(votes, {}, [](auto const& v) { return v.second; });
  if (best == votes.end()) return {{}, {}, "there is no demonstration to take a skeleton from"};
  best->first.why = "voted by the demonstrations";
  return std::move(best->first);
}

}  // namespace t2s::skeleton

#endif
