// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_CORRECTIONS_IPP
#define T2S_EVALUATION_IMPL_CORRECTIONS_IPP

#include "t2s/core/error.hpp"
#include "t2s/evaluation/corrections.hpp"
#include "t2s/evaluation/statistics.hpp"

#include <string>

namespace t2s::evaluation {

T2S_DECL corrections compare_runs(std::vector<bool> const& before, std::vector<bool> const& after) {
  if (before.size() != after.size())
    throw error(errc::invalid_argument,
                std::to_string(before.size()) + " examples before the correction but " + std::to_string(after.size()) + " after it",
                "compare runs over the same examples");
  corrections c;
  for (std::size_t i = 0; i < before.size(); ++i) ++(before[i] ? after[i] ? c.right : c.broken : after[i] ? c.fixed : c.wrong);
  c.p = mcnemar_p(c.fixed, c.broken);
  return c;
}

}  // namespace t2s::evaluation

#endif
