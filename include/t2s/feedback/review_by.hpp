// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_FEEDBACK_REVIEW_BY_HPP
#define T2S_FEEDBACK_REVIEW_BY_HPP

#include "t2s/policy.hpp"

#include <utility>

namespace t2s {

/// The FeedbackPolicy that `review_by` makes.
template <class Function, class Provides = facts<>, class Needs = facts<>>
struct reviewing_function {
  static_assert(
      requires(Function const& f, detail::any_context<none>& ctx, question const& asked, history<merged<Provides, Needs>>& past) {
        f(ctx, asked, past);
      },
      "t2s: review_by takes a function `said (auto& ctx, t2s::question const& asked, auto& past)`; `auto&`, not `auto`, and no `mutable` "
      "lambda");

  using provides = Provides;
  using needs = Needs;

  [[no_unique_address]] Function function;  ///< called as the verb is

  template <class Context, class Past>
  auto review(Context& ctx, question const& asked, Past& past) const -> decltype(function(ctx, asked, past)) {
    return function(ctx, asked, past);
  }
};

/// A FeedbackPolicy from a function `said (auto& ctx, question const& asked, auto& past)`, which may return `task<Context, said>` as a verb
/// may. It is called by many runs at once. `Provides` and `Needs` list the facts that it notes and looks at.
///
///     auto const limited = t2s::review_by([](auto&, t2s::question const&, auto& past) -> t2s::said {
///       if (past.sql().find("LIMIT") != std::string::npos) return {};
///       return t2s::remark("limited", "the SQL has no LIMIT");
///     });
template <class Provides = facts<>, class Needs = facts<>, class Function>
[[nodiscard]] reviewing_function<Function, Provides, Needs> review_by(Function function) {
  return {std::move(function)};
}

}  // namespace t2s

#endif
