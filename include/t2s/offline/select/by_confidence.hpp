// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_SELECT_BY_CONFIDENCE_HPP
#define T2S_OFFLINE_SELECT_BY_CONFIDENCE_HPP

#include "t2s/core/detail/probability_text.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/offline/confidence/in_run.hpp"
#include "t2s/pipeline/several.hpp"
#include "t2s/policy.hpp"

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::select {

/// A confidence for `by_confidence`: the share of all votes for the candidate's result; 0 if it does not run.
struct agreement {
  /// From 0 to 1.
  [[nodiscard]] double operator()(auto&, question const&, samples const&, candidate_set const& set, candidate_run const& c) const {
    double all = 0, own = 0;
    for (std::size_t n = 0; n < set.size(); ++n) all += set[n].weight;
    for (auto const& g : set.groups())
      for (auto const m : g.members)
        if (m == c.number) own = g.votes;
    return all > 0 ? own / all : 0;
  }
};

/// A confidence for `by_confidence`: the probability that the candidate is right, by `confidence::estimate_in`, with the other candidates'
/// votes as evidence.
struct estimate {
  using states = t2s::confidence::states;

  t2s::confidence::estimation how{};  ///< limits on the cost

  /// From 0 to 1, at once or as the run's task; `c` must have SQL.
  template <class Context>
  auto operator()(Context& ctx, question const& asked, samples const& shown, candidate_set const& set, candidate_run const& c) const
      -> task<Context, double> {
    auto const& tried = c.revisions.back().tried;
    auto estimating = ctx.lift(t2s::confidence::estimate(ctx, asked, tried, c.outcome(), shown, how, votes_of_others(set, c)));
    auto const found = co_await std::move(estimating);
    co_return found.confidence;
  }

 private:
  /// The share of the other candidates' votes; nothing if there is no other.
  [[nodiscard]] static std::optional<double> votes_of_others(candidate_set const& set, candidate_run const& c) {
    double all = 0;
    for (std::size_t n = 0; n < set.size(); ++n)
      if (n != c.number) all += set[n].weight;
    if (all <= 0) return {};
    for (auto const& g : set.groups())
      if (t2s::detail::has(g.members, c.number)) return (g.votes - c.weight) / all;
    return 0.0;
  }
};

/// A SelectionPolicy: the candidate with the highest confidence, the first of equal ones. `Confidence` is a function object `double (auto&
/// ctx, question const&, samples const&, candidate_set const&, candidate_run const&) const`, which may also return the run's task of one.
template <class Confidence = estimate>
struct by_confidence {
  static constexpr std::string_view name = "by confidence";
  using states = states_of<Confidence>;

  [[no_unique_address]] Confidence confidence{};  ///< of a candidate with SQL; higher is better

  template <class Context>
  auto select(Context& ctx, question const& asked, samples const& shown, candidate_set const& set) const -> task<Context, selected> {
    selected best;
    double highest = 0;
    bool any = false;
    for (std::size_t n = 0; n < set.size(); ++n) {
      if (!set[n].has_sql()) continue;
      auto estimating = ctx.lift(confidence(ctx, asked, shown, set, set[n]));
      double const found = co_await std::move(estimating);
      if (any && !(found > highest)) continue;
      any = true;
      highest = found;
      best.number = n;
    }
    best.why = std::string("highest confidence: ").append(t2s::detail::probability_text(highest));
    co_return best;
  }
};

}  // namespace t2s::select

#endif
