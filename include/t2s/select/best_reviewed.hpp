// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SELECT_BEST_REVIEWED_HPP
#define T2S_SELECT_BEST_REVIEWED_HPP

#include "t2s/policy.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace t2s::select {

/// A SelectionPolicy: the candidate whose latest attempt runs and has the fewest remarks; of equals that whose result has the most votes,
/// then the first. For searches (`generate::revision_tree`), where a revision is better than what it was made of.
struct best_reviewed {
  static constexpr std::string_view name = "best reviewed";

  [[nodiscard]] selected select(auto&, question const&, samples const&, candidate_set const& set) const {
    auto number = *set.first_with_sql();
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    double most = 0;
    for (auto const& g : set.groups())
      for (auto const m : g.members) {
        auto const remarks = set[m].revisions.back().remarks.size();
        bool const better = remarks != fewest ? remarks < fewest : g.votes > most || (g.votes == most && m < number);
        if (!better) continue;
        number = m;
        fewest = remarks;
        most = g.votes;
      }
    if (set.groups().empty()) return {number, "no candidate runs"};
    return {number, std::to_string(fewest) + " remarks, the fewest"};
  }
};

}  // namespace t2s::select

#endif
