// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SELECT_MAJORITY_HPP
#define T2S_POLICIES_SELECT_MAJORITY_HPP

#include "t2s/pipeline/several.hpp"
#include "t2s/policies/select/detail/votes.hpp"
#include "t2s/policy.hpp"

#include <cstddef>
#include <string_view>

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

}  // namespace t2s::select

#endif
