// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_FEEDBACK_EXECUTED_HPP
#define T2S_POLICIES_FEEDBACK_EXECUTED_HPP

#include "t2s/policy.hpp"

#include <optional>
#include <string_view>

namespace t2s::feedback {

/// A FeedbackPolicy without remarks: it executes the attempt, so that the answer has rows, and the model does not see the outcome. For
/// pipelines without correction.
struct executed {
  static constexpr std::string_view name = "executed";
  using provides = facts<db::execution>;

  auto review(auto& ctx, question const&, auto& past) const {
    return then(outcome(ctx, past), [](db::execution const*) { return std::optional<remark>(); });
  }
};

}  // namespace t2s::feedback

#endif
