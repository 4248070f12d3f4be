// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_FEEDBACK_EMPTY_RESULT_HPP
#define T2S_POLICIES_FEEDBACK_EMPTY_RESULT_HPP

#include "t2s/policy.hpp"

#include <optional>
#include <string_view>

namespace t2s::feedback {

/// Executes the attempt and objects if it ran and returned no rows.
struct empty_result {
  static constexpr std::string_view name = "empty_result";
  using provides = facts<db::execution>;

  auto review(auto& ctx, question const&, auto& past) const {
    return then(outcome(ctx, past), [](db::execution const* done) -> std::optional<remark> {
      if (!done->ok() || !done->rows.empty()) return {};
      return remark(name, "the SQL runs and gives no rows");
    });
  }
};

}  // namespace t2s::feedback

#endif
