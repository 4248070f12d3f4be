// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SELECT_DETAIL_VOTES_HPP
#define T2S_POLICIES_SELECT_DETAIL_VOTES_HPP

#include "t2s/pipeline/several.hpp"

#include <cstddef>
#include <string>

namespace t2s::select {

/// "3 of 5 candidates give this result": for the group of a candidate among the finished ones.
[[nodiscard]] inline std::string share_of_votes(candidate_set const& set, std::size_t number) {
  for (auto const& g : set.groups())
    for (auto const m : g.members)
      if (m == number)
        return std::to_string(g.members.size()) + " of " + std::to_string(set.size() - set.pending()) + " candidates give this result";
  return "no candidate runs";
}

/// Whether a group, and its first member, wins whatever the pending candidates return.
[[nodiscard]] inline bool is_ahead(candidate_set const& set, result_group const* leader) {
  if (!leader || leader->members.front() > set.first_pending()) return false;
  auto const pending = set.pending_votes();
  if (leader->exact_votes < pending) return false;
  for (auto const& g : set.groups())
    if (&g != leader && (g.exact_votes + pending > leader->exact_votes ||
                         (g.exact_votes + pending == leader->exact_votes && g.members.front() < leader->members.front())))
      return false;
  return true;
}

}  // namespace t2s::select

#endif
