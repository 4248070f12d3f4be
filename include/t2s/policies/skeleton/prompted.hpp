// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SKELETON_PROMPTED_HPP
#define T2S_POLICIES_SKELETON_PROMPTED_HPP

#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/detail/gold_answers.hpp"
#include "t2s/policies/skeleton/detail/parsed.hpp"
#include "t2s/policy.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace t2s::skeleton {

/// A SkeletonParser that asks a model to hallucinate SQL for the question without the schema, and takes its skeleton (DAC, section 3.3 and
/// table 11). One call. Usable alone: `parser.parse(ctx, asked, shown)`.
struct prompted {
  static constexpr std::string_view name = "prompted";

  std::size_t demonstrations = 5;                 ///< most demonstrations to show (DAC, section 4.1)
  std::optional<double> temperature = 0.0;        ///< greedy; nothing for models that reject the option
  llm::model_role asks = llm::model_role::small;  ///< the model that is asked, if a run has several

  /// Table 11. Slots: `demonstrations` and `question`.
  llm::prompt_template prompt{
      llm::template_literal("Hallucinate a SQL to answer the question.\n"
                            "Quote your answer with:\n"
                            "```sql\n"
                            "<answer sql>\n"
                            "```\n"
                            "\n"
                            "---\n"
                            "\n"
                            "For example:\n"
                            "\n"
                            "{{demonstrations}}"
                            "Based on the instruction and the examples, answer the following question:\n"
                            "\n"
                            "Question: {{question}}\n")};
  /// Slots: `question` and `sql`.
  llm::prompt_template demonstration{
      llm::template_literal("Question: {{question}}\n"
                            "```sql\n"
                            "{{sql}}\n"
                            "```\n"
                            "\n"
                            "---\n"
                            "\n")};

  /// Returns the skeleton of SQL that the model writes without seeing the schema.
  auto parse(auto& ctx, question const& asked, samples const& shown) const {
    return then(ctx.ask(request(asked, shown)),
                [in = sql::dialect_of(ctx.schema())](llm::completion const& reply) { return read_parsed(reply.text, in); });
  }

 private:
  [[nodiscard]] llm::request request(question const& asked, samples const& shown) const {
    std::string examples;
    auto const most = std::min(demonstrations, shown.demonstrations.size());
    for (std::size_t i = 0; i < most; ++i) {
      auto const& like = shown.demonstrations[i].shown;
      examples += demonstration.fill({{"question", like.question}, {"sql", like.sql}});
    }
    llm::request asking(prompt.fill({{"demonstrations", examples}, {"question", asked.clear}}));
    asking.temperature = temperature;
    asking.asks = asks;
    asking.expects = llm::reply_kind::statement;
    return asking;
  }
};

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
