// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_FEW_SHOT_HPP
#define T2S_POLICIES_GENERATE_FEW_SHOT_HPP

#include "t2s/core/detail/budget.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/llm/prompt_template.hpp"
#include "t2s/policies/generate/detail/prompted.hpp"
#include "t2s/policy.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::generate {

/// A GeneratorPolicy that asks a model: the schema, the retrieved demonstrations and the question in one prompt, and for a revision the
/// same conversation with the SQL and its remarks. One call for the draft and one for each revision. The trace lists the demonstrations
/// that did not fit; a schema that does not fit alone is an error (`request_rejected`).
///
/// The simplest of the prompted generators, and a baseline for others. Its prompts are ours, and public, so that users can replace them.
struct few_shot {
  static constexpr std::string_view name = "few_shot";

  std::size_t demonstrations = 5;  ///< most demonstrations to show
  std::size_t prompt_tokens =
      unlimited;  ///< of the first prompt, by `estimate_tokens`: the farthest demonstrations are dropped until it fits
  std::optional<double> temperature = 0.0;  ///< nothing for models that reject the option
  /// The form that the server must give each reply, for servers that can: `as_json` or `as_sql` (constrained_output.hpp); free text if
  /// empty.
  std::function<llm::answer_form(schema::database const&)> constraint{};

  /// Slots: `dialect`, `schema`, `demonstrations`, `knowledge` (optional) and `question`.
  llm::prompt_template draft_prompt{
      llm::template_literal("Write one {{dialect}} query that answers the question at the end, using only the tables and columns of this "
                            "database. Answer with the query in a code block and nothing else.\n\n"
                            "{{schema}}\n"
                            "{{demonstrations}}"
                            "{{knowledge}}"
                            "Question: {{question}}\n")};
  /// Before the demonstrations, if there are any.
  llm::prompt_template demonstrations_heading{llm::template_literal("Questions on other databases, and their queries:\n\n")};
  /// Before the knowledge, if there is any.
  llm::prompt_template knowledge_heading{llm::template_literal("What is known of the data:\n")};
  /// Slots: `question` and `answer`, the SQL.
  llm::prompt_template demonstration{llm::template_literal("Question: {{question}}\n```sql\n{{answer}}\n```\n\n")};
  /// Slots: `remarks` and `question`.
  llm::prompt_template revise_prompt{llm::template_literal(
      "That query is not right yet:\n{{remarks}}\n"
      "Write a better one for the question \"{{question}}\". Answer with the query in a code block and nothing else.\n")};

  auto draft(auto& ctx, question const& asked, samples const& shown) const {
    return written(ctx, begin(ctx, asked, shown), reading_of(ctx.schema()));
  }

  auto revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    auto conversation = begin(ctx, asked, shown);
    conversation.messages.emplace_back(llm::role::assistant, "```sql\n" + past.sql() + "\n```");
    conversation.messages.emplace_back(llm::role::user,
                                       revise_prompt.fill({{"remarks", remarks_of(past.latest())}, {"question", asked.clear}}));
    return written(ctx, std::move(conversation), revision_reading_of(ctx.schema()));
  }

 private:
  [[nodiscard]] llm::request begin(auto& ctx, question const& asked, samples const& shown) const {
    auto prompt = assembled(ctx.schema(), asked, shown);
    if (!prompt.dropped.empty()) ctx.span("prompt").note("dropped", prompt.summary());
    auto made = prompt_request(std::move(prompt.text), temperature, llm::reply_kind::statement);
    if (constraint) made.form = constraint(ctx.schema());
    if (made.form.what == llm::answer_form::kind::json_schema) made.expects = llm::reply_kind::json;
    return made;
  }
  auto written(auto& ctx, llm::request asking, llm::sql_reading_options const& how) const {
    return then(ctx.ask(std::move(asking)), [how](llm::completion const& c) { return written_sql(c, how); });
  }
  [[nodiscard]] llm::assembled_prompt assembled(schema::database const& d, question const& asked, samples const& shown) const {
    llm::prompt_part tables{.name = "schema"};
    for (auto const& t : d.tables()) tables.items.push_back(schema::create_statement(t, d.sql_dialect()));
    llm::prompt_part examples{.name = "demonstrations", .priority = 1, .heading = demonstrations_heading.text(), .ending = ""};
    examples.items = written_demonstrations(shown, demonstrations, demonstration);
    llm::prompt_part const dialect{.name = "dialect", .items = {std::string(sql::title_of(d))}, .ending = "", .may_be_unused = true};
    llm::prompt_part known{.name = "knowledge", .heading = knowledge_heading.text(), .may_be_unused = true};
    known.items = shown.knowledge;
    llm::prompt_part const last{.name = "question", .items = {asked.clear}, .ending = ""};
    return llm::assemble(draft_prompt, std::array{dialect, std::move(tables), std::move(examples), std::move(known), last}, prompt_tokens);
  }
  [[nodiscard]] static std::string remarks_of(attempt const& a) {
    std::string all;
    for (auto const& r : a.remarks) all.append("- ").append(r.text).append("\n");
    return all;
  }
};

}  // namespace t2s::generate

#endif
