// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_SKELETON_ACCURACY_IPP
#define T2S_EVALUATION_IMPL_SKELETON_ACCURACY_IPP

#include "t2s/evaluation/skeleton_accuracy.hpp"
#include "t2s/skeleton/parsed.hpp"

namespace t2s::evaluation {

T2S_DECL void skeleton_accuracy::count(std::string_view gold_sql, std::span<skeleton::ranked const> found) {
  auto const gold = skeleton::parse_sql(std::string(gold_sql)).skeleton;
  if (gold.empty()) {
    ++unread_;
    return;
  }
  ++questions_;
  if (!found.empty()) confidence_ += found.front().confidence;
  auto const place = static_cast<std::size_t>(std::ranges::find(found, gold, &skeleton::ranked::skeleton) - found.begin());
  for (std::size_t i = 0; i < depths.size(); ++i) within_[i] += place < std::min(depths[i], found.size()) ? 1U : 0U;
}

}  // namespace t2s::evaluation

#endif
