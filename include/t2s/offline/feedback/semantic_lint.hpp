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

/// Objects to SQL that runs and most likely does not mean what the author meant: the wrong-making findings of `sql::lint`, each with its
/// position and the edited SQL, if there is one. Asks no model. Statements on the data are charged to the run; after one that exceeds its
/// time limit, no more are executed.
struct semantic_lint {
  static constexpr std::string_view name = "semantic_lint";

  std::size_t statements = 40;  ///< most statements on the data for one attempt; 0: only the schema is used
  std::size_t findings = 5;     ///< most findings to report

  /// Reviews the attempt.
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
