// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_ALIGN_ORACLE_HPP
#define T2S_POLICIES_ALIGN_ORACLE_HPP

#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/detail/gold_answers.hpp"
#include "t2s/policies/align/detail/alignment.hpp"
#include "t2s/policy.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace t2s::align {

/// An EntityLinker with the correct answer: the entities of the gold SQL except those that only join its tables (`entities_used`; DAC,
/// table 7). Does not ask a model. Throws as `gold_of`.
struct oracle {
  static constexpr std::string_view name = "oracle";

  std::shared_ptr<gold_answers const> gold{};  ///< gold answers of all questions
  bool aligns_tokens = false;                  ///< also aligns the question's tokens, for corrections that show the alignment

  /// Returns what the gold SQL uses.
  [[nodiscard]] linked_entities link(auto& ctx, question const& asked, samples const&, std::string const&) const {
    auto const& sql = gold_of(gold.get(), asked);
    auto found = entities_used(sql, ctx.schema());
    if (aligns_tokens) found.tokens = align_by_sql(asked.clear, sql, ctx.schema());
    return found;
  }
};

}  // namespace t2s::align

#endif
