// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SELECT_TOURNAMENT_HPP
#define T2S_POLICIES_SELECT_TOURNAMENT_HPP

#include "t2s/pipeline/several.hpp"
#include "t2s/policies/select/pairwise.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace t2s::select {

/// A SelectionPolicy: the model compares the result with the most votes with the next one, the winner with the next, and so on. For n
/// results, n - 1 calls one after the other, while `pairwise` makes n * (n - 1) / 2 at once; none if all candidates agree.
struct tournament {
  static constexpr std::string_view name = "tournament";

  pair_judgement judgement{};  ///< how the model is asked
  std::size_t results = 8;     ///< most results to compare: those with the most votes

  template <class Context>
  auto select(Context& ctx, question const& asked, samples const&, candidate_set const& set) const -> task<Context, selected> {
    auto const groups = ranked_groups(set);
    auto winner = set.most_votes();
    std::size_t compared = 0;
    for (std::size_t g = 1; g < groups.size() && g < results; ++g, ++compared) {
      auto const next = groups[g].members.front();
      auto sink = ctx.sink_beside({"comparison", compared});
      auto judging = ctx.lift(judgement.prefers(ctx, sink, asked, set[winner], set[next]));
      bool const stays = co_await std::move(judging);
      if (!stays) winner = next;
    }
    if (compared == 0) co_return selected(winner, share_of_votes(set, winner));
    co_return selected(winner, "won the last of " + std::to_string(compared) + " comparisons by the model");
  }
};

}  // namespace t2s::select

#endif
