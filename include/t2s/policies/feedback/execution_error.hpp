// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_FEEDBACK_EXECUTION_ERROR_HPP
#define T2S_POLICIES_FEEDBACK_EXECUTION_ERROR_HPP

#include "t2s/policy.hpp"

#include <optional>
#include <string_view>

namespace t2s::feedback {

/// Executes the attempt. If it fails, the remark is the database's error message, without the remedy, which is for programmers.
struct execution_error {
  static constexpr std::string_view name = "execution_error";
  using provides = facts<db::execution>;

  bool enabled = true;  ///< off: the SQL is executed, so that the answer has rows, without a remark

  auto review(auto& ctx, question const&, auto& past) const {
    return then(outcome(ctx, past), [on = enabled](db::execution const* done) -> std::optional<remark> {
      if (!on || done->ok()) return {};
      return remark(name, done->failure->message);
    });
  }
};

}  // namespace t2s::feedback

#endif
