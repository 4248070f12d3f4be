// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_ALIGN_PROMPTED_HPP
#define T2S_POLICIES_ALIGN_PROMPTED_HPP

#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/detail/gold_answers.hpp"
#include "t2s/policies/align/detail/alignment.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/detail/pool_schemas.hpp"
#include "t2s/retrieve/knowledge/detail/described_schema.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::align {

/// An EntityLinker that asks a model to align the tokens of the question to the schema, considering the SQL (DAC, section 3.2 and table
/// 10). One call. The alignments of the demonstrations are those of people (`labels`), as in the paper, or made by `align_by_sql`.
///
/// Usable alone, with a context and the content of the prompt: `linker.link(ctx, asked, shown, sql)`.
struct prompted {
  static constexpr std::string_view name = "prompted";

  std::size_t demonstrations = 5;                           ///< most demonstrations to show (DAC, section 4.1)
  std::optional<double> temperature = 0.0;                  ///< greedy; nothing for models that reject a temperature
  llm::model_role asks = llm::model_role::small;            ///< the model that is asked, if a run has several
  knowledge::schema_description schema{};                   ///< how the prompt shows the run's database
  std::shared_ptr<retrieve::pool_schemas const> schemas{};  ///< of the demonstrations; inferred from their SQL if missing

  /// The alignments of demonstrations by people (section 4.1), which `read_labels` reads; `align_by_sql` makes those that are missing.
  std::shared_ptr<labelled_alignments const> labels{};

  /// Table 10. Slots: `demonstrations`, `schema`, `sql` and `question`, its tokens separated by spaces.
  llm::prompt_template prompt{llm::template_literal(
      "Align the tokens in the given question to the table entities or the column entities of the schema above, considering the given "
      "SQL.\n"
      "Present the aligned tokens in the python format `List[Dict[str, str]]`, where each `Dict[str, str]` denoting each token in the "
      "question containing the following keys:\n"
      "{\n"
      "  \"token\": the token in the question\n"
      "  \"schema\": the schema entity aligned to the token\n"
      "  \"type\": the type of the entity aligned to the token\n"
      "}\n"
      "The \"type\" can be one of the following:\n"
      "* \"tbl\": the table name\n"
      "* \"col\": the column name\n"
      "* \"val\": the value\n"
      "\"schema\" and \"type\" are either both null or not null at the same time.\n"
      "\n"
      "Here are some examples.\n"
      "\n"
      "---\n"
      "\n"
      "{{demonstrations}}"
      "Based on the instruction and the examples above, solve the following question:\n"
      "\n"
      "{{schema}}\n"
      "SQL: {{sql}}\n"
      "Question: {{question}}\n"
      "Alignments:")};
  /// Slots: `schema`, `sql`, `question` and `alignments`.
  llm::prompt_template demonstration{
      llm::template_literal("{{schema}}\n"
                            "SQL: {{sql}}\n"
                            "Question: {{question}}\n"
                            "Alignments: {{alignments}}\n"
                            "\n"
                            "---\n"
                            "\n")};

  /// Asks the model what the question names.
  template <class Context>
  auto link(Context& ctx, question const& asked, samples const& shown, std::string sql) const -> task<Context, linked_entities> {
    auto describing = ctx.lift(knowledge::described_schema::of(ctx, schema));
    auto const described = co_await std::move(describing);
    auto asking = ctx.ask(request(ctx.schema(), described->text, asked, shown, sql));
    auto const reply = co_await std::move(asking);
    co_return read_alignment(reply.text, asked.clear, sql, ctx.schema());
  }

 private:
  [[nodiscard]] llm::request request(schema::database const& d, std::string const& described, question const& asked, samples const& shown,
                                     std::string const& sql) const {
    std::string examples;
    auto const most = std::min(demonstrations, shown.demonstrations.size());
    for (std::size_t i = 0; i < most; ++i) {
      auto const& like = shown.demonstrations[i].shown;
      std::optional<retrieve::pool_schema> inferred;
      auto const* of = retrieve::schema_of(like, schemas.get(), inferred, sql::dialect_of(d));
      examples += demonstration.fill({{"schema", of->text},
                                      {"sql", like.sql},
                                      {"question", tokenized(like.question)},
                                      {"alignments", to_text(alignment_of(like, of->shape))}});
    }
    llm::request asking(
        prompt.fill({{"demonstrations", examples}, {"schema", described}, {"sql", sql}, {"question", tokenized(asked.clear)}}));
    asking.temperature = temperature;
    asking.asks = asks;
    asking.expects = llm::reply_kind::json;
    return asking;
  }
  [[nodiscard]] alignment alignment_of(t2s::demonstration const& like, schema::database const& shape) const {
    if (labels)
      if (auto const found = labels->find({like.database, like.question}); found != labels->end())
        return read_alignment(found->second, like.question, like.sql, shape).tokens;
    return align_by_sql(like.question, like.sql, shape, like.evidence);
  }
};

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
