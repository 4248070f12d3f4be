// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_FEEDBACK_UNKNOWN_TEXT_HPP
#define T2S_FEEDBACK_UNKNOWN_TEXT_HPP

#include "t2s/link/linked_question.hpp"
#include "t2s/link/unknown_text.hpp"
#include "t2s/policy.hpp"
#include "t2s/sql/parse.hpp"

#include <string_view>

namespace t2s::feedback {

/// Objects to a text that no row has, where a stored one is spelt nearly so: the misspelt names of questions. Looks at the SQL and the
/// lexicon that the run's question was linked with; executes nothing.
struct unknown_text {
  static constexpr std::string_view name = "unknown_text";
  using states = facts<link::linked_question>;

  /// The verb of a FeedbackPolicy.
  [[nodiscard]] said review(auto& ctx, question const&, auto& past) const {
    auto const& names = ctx.template state<link::linked_question>().names;
    auto const parsed = sql::parse(past.sql());
    if (!names || !parsed) return {};
    if (auto const found = link::find_unknown_text(*parsed, *names)) return remark(name, found->text());
    return {};
  }
};
static_assert(FeedbackPolicy<unknown_text>);

}  // namespace t2s::feedback

#endif
