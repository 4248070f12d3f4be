// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_FEEDBACK_SEMANTIC_LINT_HPP
#define T2S_OFFLINE_FEEDBACK_SEMANTIC_LINT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/offline/repair/lint_facts.hpp"
#include "t2s/policy.hpp"
#include "t2s/sql/lint.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::feedback {

/// Objects to SQL that runs and most likely does not mean what was meant: the findings of `sql::lint` that are wrong-making, each with its
/// place and, where there is one, the edited SQL. Asks no model. Statements that ask about the data are charged to the run like any other;
/// after one that meets the limit of time none is asked.
struct semantic_lint {
  static constexpr std::string_view name = "semantic_lint";

  std::size_t statements = 40;  ///< about the data, at most, for one attempt; 0: the schema alone decides
  std::size_t findings = 5;     ///< that are said, at most

  /// The verb of a FeedbackPolicy.
  template <class Context>
  auto review(Context& ctx, question const&, auto& past) const -> task<Context, std::optional<remark>> {
    auto linting = ctx.lift(repair::findings_in(ctx, past.sql(), statements));
    auto const found = co_await std::move(linting);
    auto objection = remark_of(found);
    co_return objection;
  }

 private:
  [[nodiscard]] T2S_DECL std::optional<remark> remark_of(std::vector<sql::finding> const& found) const;
};

}  // namespace t2s::feedback

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/feedback/detail/semantic_lint.ipp"
#endif

#endif
