// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_FEEDBACK_EXECUTION_HPP
#define T2S_POLICIES_FEEDBACK_EXECUTION_HPP

#include "t2s/policy.hpp"

#include <optional>
#include <string>
#include <string_view>

/// Feedback about the outcome of executing the attempt, without a model.
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
