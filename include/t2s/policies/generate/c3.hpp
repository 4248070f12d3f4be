// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_C3_HPP
#define T2S_POLICIES_GENERATE_C3_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/policies/generate/detail/prompted.hpp"
#include "t2s/policies/generate/detail/refined_sql.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::generate {

/// The part of a schema that C3 shows: columns in the order of their likely use, with stored values that the question mentions.
struct recalled_table {
  /// A recalled column.
  struct column {
    std::string name{};                 ///< of the column
    std::vector<std::string> values{};  ///< stored values that the question mentions
  };
  schema::table const* table{};   ///< table of the schema
  std::vector<column> columns{};  ///< the recalled columns
};

/// A GeneratorPolicy, DART-SQL's second base prompt: C3 (Dong et al. 2023), with the sampler's rows after the schema. Three calls for a
/// draft and up to six more: table recall, column recall, and the SQL, sampled several times with a vote on the results. Shows no
/// demonstrations. Revises as `refined_sql` does.
///
/// A recall without a readable reply is repeated once; then all tables, or all columns, stay.
struct c3 {
  static constexpr std::string_view name = "C3";
  using states = facts<dialogue, link::linked_question>;

  std::size_t recalls = 10;                              ///< completions of each recall
  std::optional<double> recall_temperature = 0.7;        ///< as published
  llm::model_role recall_asks = llm::model_role::small;  ///< for the recalls, if a run has several models
  std::size_t recall_calls = 2;                          ///< most calls for each recall (ours; published without a limit)
  std::size_t tables = 4;                                ///< taken from each completion
  std::size_t columns_listed = 4;                        ///< of a table, taken from each completion
  std::size_t columns = 5;                               ///< of a table, those listed most often; columns of foreign keys are added
  std::size_t rows = 15;                                 ///< the number above the rows if no table has more: DART-SQL's N
  std::size_t values = 2;                                ///< of a column, shown if the question mentions them; 0 needs no lexicon
  draws how{20, std::nullopt, 5, true};                  ///< for the draft, as published
  draws revising{};                                      ///< for a revision: one at temperature 0, as in DART-SQL
  refined_sql refinement{};                              ///< for revisions

  // The publication describes its prompts; the wording is ours.

  /// Slots: `schema` and `question`.
  llm::prompt_template table_prompt{llm::template_literal(
      "Decide which tables of a database a question needs, in three steps.\n"
      "1. Rank all tables by how likely the SQL for the question uses them: first those whose name or columns share words with it.\n"
      "2. Check that you have looked at every table.\n"
      "3. Write all table names in that order as one list and nothing else, as in [\"most likely\", \"next\", ...].\n"
      "\n"
      "Schema:\n"
      "{{schema}}"
      "\n"
      "Question:\n"
      "### {{question}}\n")};
  /// Slots: `schema`, `keys` and `question`.
  llm::prompt_template column_prompt{llm::template_literal(
      "Decide which columns of these tables a question needs, in two steps.\n"
      "1. Rank the columns of each table by how likely the SQL for the question uses them: first those that share words with it and those "
      "of foreign keys. Say in a few words why.\n"
      "2. Write one JSON object with every table and its columns in that order, as in {\"a table\": [\"most likely\", \"next\", ...]}.\n"
      "\n"
      "Schema:\n"
      "{{schema}}"
      "Foreign keys:\n"
      "{{keys}}"
      "\n"
      "Question:\n"
      "### {{question}}\n")};
  /// The model's role.
  llm::prompt_template system_prompt{
      llm::template_literal("You write excellent SQL. Some tips for it follow; remember them for the query that you will be asked for.")};
  /// Calibration hint 1: column bias.
  llm::prompt_template column_hint{llm::template_literal(
      "Tip 1: select only what is asked for. If the question is which A has the most B, the result is A alone: how many B there are "
      "belongs "
      "into ORDER BY, not into SELECT. Example: \"Which A has the most B?\" is SELECT A FROM t GROUP BY A ORDER BY count(*) DESC LIMIT 1, "
      "and not SELECT A, count(*) FROM t ...")};
  /// The model's answer to the first hint.
  llm::prompt_template column_hint_taken{llm::template_literal(
      "I see. I select only the columns that the question asks for, and put counts that only decide the order into ORDER BY.")};
  /// Calibration hint 2: operator bias.
  llm::prompt_template operator_hint{
      llm::template_literal("Tip 2: avoid IN, OR and LEFT JOIN, which bring rows that nobody asked for; prefer INTERSECT or EXCEPT, and "
                            "use DISTINCT or LIMIT where "
                            "the question calls for it. Example: \"A with both B and C\" is SELECT A FROM t WHERE x = 'B' INTERSECT SELECT "
                            "A FROM t WHERE x = 'C'.")};
  /// The model's answer to the second hint.
  llm::prompt_template operator_hint_taken{llm::template_literal(
      "I see. I use INTERSECT and EXCEPT rather than IN, OR and LEFT JOIN, and DISTINCT or LIMIT where they are called for.")};
  /// Slots: `dialect`, `schema`, with the keys, `rows` with its heading, and `question`.
  llm::prompt_template prompt{llm::template_literal(
      "# Complete the {{dialect}} query and write nothing else: no explanation, and no columns that the question does not ask for.\n"
      "# The tables and their columns:\n"
      "#\n"
      "{{schema}}"
      "{{rows}}"
      "#\n"
      "### {{question}}\n"
      "SELECT")};
  /// Slots: `inserts`, each line of which begins with "# ", and `most`: the sampler's number of rows of a table if one has more, else
  /// `rows`.
  llm::prompt_template rows_part{llm::template_literal("#\n# With at most {{most}} example rows in each table:\n{{inserts}}")};

  template <class Context>
  auto draft(Context& ctx, question const& asked, samples const& shown) const -> task<Context, candidate> {
    link::linked_question const* linked = nullptr;
    if (values > 0) {
      auto linking = ctx.lift(link::linked_in(ctx, asked));
      linked = co_await std::move(linking);
    }
    auto const whole = everything(ctx.schema(), linked);
    auto tables_asked = asking_for_tables(whole, asked);
    auto recalling_tables = recalled(ctx, "table recall", std::move(tables_asked),
                                     [this, &whole](std::vector<std::string> const& texts) { return vote_on_tables(whole, texts); });
    auto const some = co_await std::move(recalling_tables);
    auto const kept = some.empty() ? whole : some;
    auto columns_asked = asking_for_columns(kept, asked);
    auto recalling_columns = recalled(ctx, "column recall", std::move(columns_asked),
                                      [this, &kept](std::vector<std::string> const& texts) { return vote_on_columns(kept, texts); });
    auto const fewer = co_await std::move(recalling_columns);
    auto& talk = ctx.template state<dialogue>();
    talk.first = talk.latest = conversation(ctx.schema(), fewer.empty() ? kept : fewer, asked, shown);
    llm::request asking;
    asking.messages = talk.first;
    auto writing = ctx.span("consistent output");
    auto drawing = draw_sql(ctx, std::move(asking), how);
    auto drafted = co_await std::move(drawing);
    co_return drafted;
  }

  template <class Context, class Past>
  auto revise(Context& ctx, question const& asked, samples const&, Past const& past) const {
    return refinement.revise(ctx, asked, past, revising);
  }

  /// All tables with all columns, and the stored values that the question mentions.
  [[nodiscard]] T2S_DECL std::vector<recalled_table> everything(schema::database const& d, link::linked_question const* linked) const;

  /// The tables that most completions name: each votes for its set of tables; in the order of the first completion with that set. Empty if
  /// none can be read.
  [[nodiscard]] T2S_DECL std::vector<recalled_table> vote_on_tables(std::vector<recalled_table> const& of,
                                                                    std::vector<std::string> const& completions) const;

  /// The same tables with the columns that most completions name, one vote each, and those of the foreign keys between them. A table
  /// without named columns keeps all of them. Empty if no completion can be read.
  [[nodiscard]] T2S_DECL std::vector<recalled_table> vote_on_columns(std::vector<recalled_table> const& of,
                                                                     std::vector<std::string> const& completions) const;

  /// The prompt for the SQL: hints, prepared answers to them, and the schema with the question.
  [[nodiscard]] T2S_DECL std::vector<llm::message> conversation(schema::database const& d, std::vector<recalled_table> const& of,
                                                                question const& asked, samples const& shown) const;

 private:
  [[nodiscard]] T2S_DECL std::string asking_for_tables(std::vector<recalled_table> const& of, question const& asked) const;
  [[nodiscard]] T2S_DECL std::string asking_for_columns(std::vector<recalled_table> const& of, question const& asked) const;

  template <class Context, class Vote>
  auto recalled(Context& ctx, std::string_view what, std::string prompted, Vote vote) const -> task<Context, std::vector<recalled_table>> {
    auto recalling = ctx.span(what);
    auto asking = prompt_request(std::move(prompted), recall_temperature);
    asking.choices = std::max<std::size_t>(recalls, 1);
    asking.asks = recall_asks;
    std::vector<recalled_table> found;
    for (std::size_t calls = 0; found.empty() && calls < recall_calls; ++calls) {
      asking.draw = calls;
      auto calling = ctx.ask(asking);
      auto const reply = co_await std::move(calling);
      std::vector<std::string> texts{reply.text};
      for (auto const& other : reply.others) texts.push_back(other.text);
      found = vote(texts);
    }
    if (found.empty()) recalling.note("unread", "everything stays");
    co_return found;
  }
};

}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/policies/generate/detail/c3.ipp"
#endif

#endif
