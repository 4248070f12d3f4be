// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_FEEDBACK_CONFIDENCE_ESTIMATE_HPP
#define T2S_OFFLINE_FEEDBACK_CONFIDENCE_ESTIMATE_HPP

#include "t2s/offline/confidence/in_run.hpp"
#include "t2s/pipeline/context.hpp"
#include "t2s/policy.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::feedback {

/// Executes the SQL and estimates how likely it is right (`confidence::estimate_in`): a fact that `terminate::confident` and
/// `answer::estimate` read. Asks no model. As the first policy of `first_of`, it does not stop the others.
struct confidence_estimate {
  static constexpr std::string_view name = "confidence_estimate";
  using provides = facts<db::execution, estimated>;
  using needs = facts<samples>;
  using states = confidence::states;

  double least = 0;              ///< it objects to attempts below this, with what is missing; 0: to none
  confidence::estimation how{};  ///< limits on the cost

  template <class Context>
  auto review(Context& ctx, question const& asked, auto& past) const -> task<Context, std::optional<remark>> {
    auto executing = ctx.lift(outcome(ctx, past));
    auto const* const done = co_await std::move(executing);
    auto const& shown = ctx.template state<samples>();
    auto estimating = ctx.lift(confidence::estimate(ctx, asked, past.latest().tried, done, shown, how, {}));
    auto found = co_await std::move(estimating);
    std::optional<remark> objection;
    if (found.confidence < least && !found.missing.empty()) objection = remark(name, text_of(found));
    past.note(std::move(found));
    co_return objection;
  }

 private:
  [[nodiscard]] static std::string text_of(estimated const& e) {
    std::string out = "The SQL is probably wrong:";
    for (auto const& m : e.missing) out.append(&m == &e.missing.front() ? " " : "; ").append(m);
    return out;
  }
};

}  // namespace t2s::feedback

#endif
