// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_FEEDBACK_DETAIL_OWN_ESTIMATE_HPP
#define T2S_OFFLINE_FEEDBACK_DETAIL_OWN_ESTIMATE_HPP

#include "t2s/core/error.hpp"
#include "t2s/offline/feedback/confidence_estimate.hpp"
#include "t2s/retrieve/link/detail/question_reading.hpp"

#include <optional>
#include <string_view>

namespace t2s::feedback {

/// Estimates SQL that was read without a model in the candidate's own run, while another candidate still waits for its model: the answer
/// has a confidence even if the run's time ends then. Says nothing of other SQL, and never objects.
struct own_estimate {
  static constexpr std::string_view name = "own_estimate";
  using provides = facts<db::execution, estimated>;
  using needs = facts<samples>;
  using states = confidence::states;

  template <class Context>
  auto review(Context& ctx, question const& asked, auto& past) const -> task<Context, std::optional<remark>> {
    std::optional<remark> nothing;
    if (!past.latest().tried.template known<link::question_reading>()) co_return nothing;
    try {
      auto estimating = ctx.lift(confidence_estimate().review(ctx, asked, past));
      nothing = co_await std::move(estimating);
    } catch (error const& e) {
      if (e.code() == errc::cancelled) throw;
    }
    co_return nothing;
  }
};

}  // namespace t2s::feedback

#endif
