// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SKELETON_ORACLE_HPP
#define T2S_POLICIES_SKELETON_ORACLE_HPP

#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/detail/gold_answers.hpp"
#include "t2s/policies/skeleton/detail/parsed.hpp"
#include "t2s/policy.hpp"

#include <memory>
#include <string_view>

namespace t2s::skeleton {

/// A SkeletonParser that returns the correct answer: the skeleton of the gold SQL (DAC, table 7). Asks no model. Throws as `gold_of`.
struct oracle {
  static constexpr std::string_view name = "oracle";

  std::shared_ptr<gold_answers const> gold{};  ///< gold answers of all questions

  /// Returns the skeleton of the gold SQL.
  [[nodiscard]] parsed parse(auto& ctx, question const& asked, samples const&) const {
    return parse_sql(gold_of(gold.get(), asked), sql::dialect_of(ctx.schema()));
  }
};

}  // namespace t2s::skeleton

#endif
