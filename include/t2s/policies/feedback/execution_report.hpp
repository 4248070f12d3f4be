// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_FEEDBACK_EXECUTION_REPORT_HPP
#define T2S_POLICIES_FEEDBACK_EXECUTION_REPORT_HPP

#include "t2s/policy.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace t2s::feedback {

/// Executes the attempt. Its remark is the database's error message, or that there is none: the first kind of feedback of dynamic revision
/// (section 3.2.1). It always has a remark; `execution_error` has none for SQL that ran.
struct execution_report {
  static constexpr std::string_view name = "execution error feedback";
  using provides = facts<db::execution>;

  std::string none = "None: the query can be executed.";  ///< the remark for SQL that ran (ours)

  auto review(auto& ctx, question const&, auto& past) const {
    return then(outcome(ctx, past), [this](db::execution const* done) -> std::optional<remark> {
      return remark(name, done->ok() ? none : done->failure->message);
    });
  }
};

}  // namespace t2s::feedback

#endif
