// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_REVISION_CHAIN_HPP
#define T2S_POLICIES_GENERATE_REVISION_CHAIN_HPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/policies/generate/detail/prompted.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace t2s::generate {

/// A GeneratorPolicy, the nodes and edges of the dynamic revision chain (section 3.2): SQL from the retrieved samples, and each next SQL
/// from the previous one and all remarks about it. One call for the draft and one for each revision, each a single message; a revision sees
/// nothing of earlier rounds.
///
/// Shows the original question, since the simplified one is for retrieval. The prompts are ours: the paper describes their contents.
struct revision_chain {
  static constexpr std::string_view name = "iterative SQL generation";

  std::size_t demonstrations = 8;           ///< most demonstrations to show: k1 + k2 (section 4.1.1)
  std::optional<double> temperature = 0.5;  ///< section 4.1.1; nothing for models that reject the option

  /// Slots: `dialect`, `schema`, `demonstrations` and `question`. The other two prompts begin with it.
  llm::prompt_template setting{
      llm::template_literal("### {{dialect}} SQL tables, with their properties:\n"
                            "#\n"
                            "{{schema}}"
                            "#\n"
                            "{{demonstrations}}"
                            "### Question: {{question}}\n")};
  /// The demonstrations, if there are any. Slot: `demonstrations`.
  llm::prompt_template demonstrations_part{
      llm::template_literal("### SQL queries that answer similar questions on other databases:\n{{demonstrations}}#\n")};
  /// Slots: `answer`, the SQL, and optionally `question`: the repository's values are SQL queries only (section 3.1).
  llm::prompt_template demonstration{llm::template_literal("{{answer}}\n")};
  /// Slots: `setting` and `dialect`.
  llm::prompt_template draft_prompt{
      llm::template_literal("{{setting}}"
                            "### Complete the {{dialect}} SQL query that answers the question. Write nothing else.\n"
                            "SELECT")};
  /// Slots: `setting`, `dialect`, `sql` and `feedback`.
  llm::prompt_template revise_prompt{
      llm::template_literal("{{setting}}"
                            "### SQL query of the previous iteration:\n"
                            "{{sql}}\n"
                            "{{feedback}}"
                            "### Revise the query by this feedback so that it can be executed and answers the question. Complete the "
                            "{{dialect}} SQL query. Write nothing else.\n"
                            "SELECT")};
  /// Slots: `kind`, the feedback's name, and `text`.
  llm::prompt_template piece_of_feedback{llm::template_literal("### Feedback on it, {{kind}}:\n{{text}}\n")};

  auto draft(auto& ctx, question const& asked, samples const& shown) const {
    return ask_for_sql(ctx, "initial SQL", draft_request(ctx.schema(), asked, shown), reading_of(ctx.schema(), true));
  }

  auto revise(auto& ctx, question const& asked, samples const& shown, attempt_list const& past) const {
    return ask_for_sql(ctx, name, revise_request(ctx.schema(), asked, shown, past.latest()), revision_reading_of(ctx.schema(), true));
  }

 private:
  [[nodiscard]] std::string set(schema::database const& d, question const& asked, samples const& shown) const {
    std::string tables;
    auto const schema = schema::one_line_each(d);
    for (auto const line : text::split(text::trim(schema), '\n')) tables.append("# ").append(one_line(line)).append("\n");
    auto examples = text::join(written_demonstrations(shown, demonstrations, demonstration), "");
    if (!examples.empty()) examples = demonstrations_part.fill({{"demonstrations", examples}});
    return setting.fill(
        {{"dialect", sql::title_of(d), true}, {"schema", tables}, {"demonstrations", examples}, {"question", asked.original}});
  }
  [[nodiscard]] llm::request draft_request(schema::database const& d, question const& asked, samples const& shown) const {
    return prompt_request(draft_prompt.fill({{"dialect", sql::title_of(d), true}, {"setting", set(d, asked, shown)}}), temperature,
                          llm::reply_kind::rest_of_statement);
  }
  [[nodiscard]] llm::request revise_request(schema::database const& d, question const& asked, samples const& shown,
                                            attempt const& latest) const {
    std::string feedback;
    for (auto const& r : latest.remarks) feedback += piece_of_feedback.fill({{"kind", r.stage}, {"text", text::trim(r.text)}});
    return prompt_request(
        revise_prompt.fill(
            {{"dialect", sql::title_of(d), true}, {"setting", set(d, asked, shown)}, {"sql", latest.tried.sql}, {"feedback", feedback}}),
        temperature, llm::reply_kind::rest_of_statement);
  }
};

}  // namespace t2s::generate

#endif
