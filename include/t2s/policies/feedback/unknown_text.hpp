// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_FEEDBACK_UNKNOWN_TEXT_HPP
#define T2S_POLICIES_FEEDBACK_UNKNOWN_TEXT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace t2s::feedback {

/// Objects to a text that no row has, if a stored text is spelt nearly the same, as for misspelt names in questions. Examines the SQL and
/// the names and stored texts of the database; it only executes statements to read those, unless a policy has read them already.
struct unknown_text {
  static constexpr std::string_view name = "unknown_text";

  /// Reviews the attempt.
  [[nodiscard]] auto review(auto& ctx, question const&, auto& past) const {
    return then(knowledge::lexicon::of(ctx),
                [&past](std::shared_ptr<knowledge::lexicon const> names) { return objection(past.sql(), *names); });
  }

 private:
  [[nodiscard]] static T2S_DECL std::optional<remark> objection(std::string const& sql, knowledge::lexicon const& names);
};

}  // namespace t2s::feedback

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/policies/feedback/detail/unknown_text.ipp"
#endif

#endif
