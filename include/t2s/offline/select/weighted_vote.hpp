// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_SELECT_WEIGHTED_VOTE_HPP
#define T2S_OFFLINE_SELECT_WEIGHTED_VOTE_HPP

#include "t2s/offline/select/vote.hpp"
#include "t2s/pipeline/several.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::select {

/// A SelectionPolicy: the `vote`. It repairs candidates that fail or have no rows, subtracts two votes from an empty result, and breaks
/// ties by the question as read without a model, by likeness and by links. Asks no model. The run is charged for the statements of repairs
/// and of the reading, if the candidates do not all agree.
struct weighted_vote {
  static constexpr std::string_view name = "weighted vote";
  using states = facts<link::linked_question>;

  voting_options how{};  ///< what decides

  template <class Context>
  auto select(Context& ctx, question const& asked, samples const& shown, candidate_set const& set) const -> task<Context, selected> {
    auto linking = ctx.lift(link::linked_in(ctx, asked));
    auto const* linked = co_await std::move(linking);
    std::vector<std::size_t> numbers;
    auto voting = put_to_vote(ctx, voters_of(set, numbers), linked, shown.demonstrations, how);
    auto const held = co_await std::move(voting);
    selected chosen(numbers[held.result.chosen], held.why());
    if (!held.chosen().repairs.empty()) chosen.made = repaired(held.chosen());
    co_return chosen;
  }

  /// Whether a non-empty result has more votes than all others could get, including candidates that may still be repaired.
  [[nodiscard]] bool settled(candidate_set const& set) const {
    auto const* leader = set.most_votes_group();
    if (!leader || is_empty_or_zero(set[leader->members.front()].outcome()->rows)) return false;
    std::int64_t undecided = 0, second = 0;
    for (std::size_t n = 0; n < set.size(); ++n) {
      if (!may_change(set[n])) continue;
      if (n < leader->members.front()) return false;
      undecided += exact_votes(set[n].weight);
    }
    for (auto const& g : set.groups())
      if (&g != leader && !may_change(set[g.members.front()])) second = std::max(second, g.exact_votes);
    auto const rounding = static_cast<std::int64_t>(set.size());  // the vote adds weights before it rounds
    return leader->exact_votes > second + undecided + rounding;
  }

 private:
  /// Whether it is pending, or a repair could change it.
  static bool may_change(candidate_run const& r) {
    return !r.finished || (r.has_sql() && (!r.outcome() || !r.outcome()->ok() || r.outcome()->rows.values.empty()));
  }

  /// Candidates that have SQL, and their numbers.
  static std::vector<voter> voters_of(candidate_set const& set, std::vector<std::size_t>& numbers) {
    std::vector<voter> all;
    for (std::size_t n = 0; n < set.size(); ++n) {
      if (!set[n].has_sql()) continue;
      numbers.push_back(n);
      auto& v = all.emplace_back(std::string(set[n].sql()), set[n].weight);
      if (set[n].outcome())
        v.outcome = std::shared_ptr<db::execution const>(std::shared_ptr<void>(), set[n].outcome());  // the set outlives it
    }
    return all;
  }

  static attempt repaired(voter const& v) {
    std::string why = "repaired";
    for (auto const& r : v.repairs) why.append(&r == v.repairs.data() ? ": " : "; ").append(r);
    attempt made(candidate(v.sql, std::move(why)));
    if (v.outcome) made.outcome = *v.outcome;
    made.reviewed = true;
    return made;
  }
};

}  // namespace t2s::select

#endif
