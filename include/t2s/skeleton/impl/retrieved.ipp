// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SKELETON_IMPL_RETRIEVED_IPP
#define T2S_SKELETON_IMPL_RETRIEVED_IPP

#include "t2s/skeleton/retrieved.hpp"

#include <cmath>

namespace t2s::skeleton {

T2S_DECL parsed best_of(std::vector<ranked> const& found, retrieve::skeleton_index const* pool, double least) {
  if (found.empty()) return {{}, {}, "there is no demonstration to take a skeleton from; give the parser a ranker over a pool"};
  auto const& best = found.front();
  std::string const likely = std::to_string(std::lround(100 * best.confidence)) + " %";
  if (best.confidence < least) return {{}, {}, "the most likely skeleton, " + best.skeleton + ", is so by " + likely + " only"};
  parsed out{best.skeleton, {}, "by " + likely + ", of what the question says"};
  if (pool && best.demonstration) out = {best.skeleton, (*pool)[*best.demonstration].sql, "by " + likely + ", as in a demonstration"};
  return out;
}

}  // namespace t2s::skeleton

#endif
