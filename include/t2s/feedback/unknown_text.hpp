// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_FEEDBACK_UNKNOWN_TEXT_HPP
#define T2S_FEEDBACK_UNKNOWN_TEXT_HPP

#include "t2s/knowledge/lexicon.hpp"
#include "t2s/link/internal/unknown_text.hpp"
#include "t2s/policy.hpp"
#include "t2s/sql/parse.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace t2s::feedback {

/// Objects to a text that no row has, where a stored one is spelt nearly so: the misspelt names of questions. Looks at the SQL and
/// the names and stored texts of the database; executes nothing but what reads these, where no policy has asked for them yet.
struct unknown_text {
  static constexpr std::string_view name = "unknown_text";

  /// The verb of a FeedbackPolicy.
  [[nodiscard]] auto review(auto& ctx, question const&, auto& past) const {
    return then(knowledge::lexicon_of(ctx), [&past](std::shared_ptr<knowledge::lexicon const> names) -> std::optional<remark> {
      auto const parsed = sql::parse(past.sql(), names->schema());
      if (!parsed) return {};
      if (auto const found = link::find_unknown_text(*parsed, *names)) return remark(name, found->text());
      return {};
    });
  }
};

}  // namespace t2s::feedback

#endif
