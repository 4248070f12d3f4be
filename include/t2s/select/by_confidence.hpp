// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SELECT_BY_CONFIDENCE_HPP
#define T2S_SELECT_BY_CONFIDENCE_HPP

#include "t2s/policy.hpp"

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::select {

/// A confidence for `by_confidence`: the share of all votes that give the candidate's result; 0 of one that does not run.
struct agreement {
  /// From 0 to 1.
  [[nodiscard]] double operator()(auto&, question const&, candidate_set const& set, candidate_run const& c) const {
    double all = 0, own = 0;
    for (std::size_t n = 0; n < set.size(); ++n) all += set[n].weight;
    for (auto const& g : set.groups())
      for (auto const m : g.members)
        if (m == c.number) own = g.votes;
    return all > 0 ? own / all : 0;
  }
};

/// A SelectionPolicy: the candidate with the highest confidence, of equals the first. `Confidence` is a function object
/// `double (auto& ctx, question const&, candidate_set const&, candidate_run const&) const`, which may also return the run's task of one.
template <class Confidence = agreement>
struct by_confidence {
  static constexpr std::string_view name = "by confidence";

  [[no_unique_address]] Confidence confidence{};  ///< of a candidate that has SQL; the higher the better

  template <class Context>
  auto select(Context& ctx, question const& asked, samples const&, candidate_set const& set) const -> task<Context, selected> {
    selected best;
    double highest = 0;
    bool any = false;
    for (std::size_t n = 0; n < set.size(); ++n) {
      if (!set[n].has_sql()) continue;
      auto estimating = ctx.lift(confidence(ctx, asked, set, set[n]));
      double const found = co_await std::move(estimating);
      if (any && !(found > highest)) continue;
      any = true;
      highest = found;
      best.number = n;
    }
    best.why = "highest confidence: " + std::to_string(highest);
    co_return best;
  }
};

}  // namespace t2s::select

#endif
