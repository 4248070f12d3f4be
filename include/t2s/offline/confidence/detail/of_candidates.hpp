// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_OF_CANDIDATES_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_OF_CANDIDATES_HPP

#include "t2s/core/error.hpp"
#include "t2s/offline/confidence/in_run.hpp"
#include "t2s/pipeline/detail/candidate_set.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace t2s::confidence {

/// The estimates of a run's candidates by their numbers, each made once. A state of the run.
struct candidate_estimates {
  std::map<std::size_t, estimated> of{};  ///< those that were possible

  /// The estimate of that candidate, or nullptr.
  [[nodiscard]] estimated const* find(std::size_t number) const {
    auto const at = of.find(number);
    return at == of.end() ? nullptr : &at->second;
  }
};

/// The states of a policy that calls `estimate_of`.
using candidate_states = merged<states, facts<candidate_estimates>>;

/// The estimate of a candidate's last SQL, by itself: other candidates are no evidence. Its own, if its run made one. nullptr if it has no SQL, or if the database or the
/// budget prevents an estimate. Throws `error` with `cancelled`.
template <class Context>
auto estimate_of(Context& ctx, question const& asked, samples const& shown, candidate_run const& c, estimation const& how)
    -> task<Context, estimated const*> {
  auto& known = ctx.template state<candidate_estimates>();
  auto const* const own = c.has_sql() ? c.revisions.back().template known<estimated>() : nullptr;
  if (own) known.of.emplace(c.number, *own);
  if (!known.find(c.number) && c.has_sql()) {
    try {
      auto estimating = ctx.lift(estimate(ctx, asked, c.revisions.back().tried, c.outcome(), shown, how, {}));
      auto found = co_await std::move(estimating);
      known.of.emplace(c.number, std::move(found));
    } catch (error const& e) {
      if (e.details().code == errc::cancelled) throw;
    }
  }
  co_return known.find(c.number);
}

}  // namespace t2s::confidence

#endif
