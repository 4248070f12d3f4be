// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SELECT_MAJORITY_HPP
#define T2S_POLICIES_SELECT_MAJORITY_HPP

#include "t2s/pipeline/several.hpp"
#include "t2s/policies/select/detail/votes.hpp"
#include "t2s/policy.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

/// Selections that count: the votes for a result, the remarks about a candidate.
namespace t2s::select {

/// A SelectionPolicy: the first candidate of the result with the most votes; if several are equal, of that with the first candidate. If
/// none runs, the first candidate. Self-consistency by results (C3, DAIL-SQL). It decides as soon as no pending candidate can change the
/// result.
struct majority {
  static constexpr std::string_view name = "majority";

  [[nodiscard]] selected select(auto&, question const&, samples const&, candidate_set const& set) const {
    auto const number = set.most_votes();
    return {number, share_of_votes(set, number)};
  }

  [[nodiscard]] bool settled(candidate_set const& set) const { return is_ahead(set, set.most_votes_group()); }
};

/// A SelectionPolicy: the candidate whose latest attempt runs and has the fewest remarks; reviewed candidates precede others. If several
/// are equal, the one whose result has the most votes, then the first. For searches (`generate::revision_tree`), in which a revision is
/// better than its origin.
struct best_reviewed {
  static constexpr std::string_view name = "best reviewed";

  [[nodiscard]] selected select(auto&, question const&, samples const&, candidate_set const& set) const {
    auto number = *set.first_with_sql();
    auto fewest = std::numeric_limits<std::size_t>::max();
    std::int64_t most = 0;
    for (auto const& g : set.groups())
      for (auto const m : g.members) {
        auto const& latest = set[m].revisions.back();
        auto const remarks = latest.reviewed ? latest.remarks.size() : unreviewed;
        bool const better = remarks != fewest ? remarks < fewest : g.exact_votes > most || (g.exact_votes == most && m < number);
        if (!better) continue;
        number = m;
        fewest = remarks;
        most = g.exact_votes;
      }
    if (set.groups().empty()) return {number, "no candidate runs"};
    if (fewest == unreviewed) return {number, "most votes; none was reviewed"};
    return {number, std::to_string(fewest) + " remarks, the fewest"};
  }

 private:
  static constexpr std::size_t unreviewed = std::numeric_limits<std::size_t>::max() - 1;  // after all reviewed ones
};

}  // namespace t2s::select

#endif
