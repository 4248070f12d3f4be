// SPDX-License-Identifier: BSL-1.0
// What the three generators of CHASE-SQL share: how a prompt shows the database, and how SQL is fixed.
#ifndef T2S_POLICIES_GENERATE_DETAIL_QUERY_FIXER_HPP
#define T2S_POLICIES_GENERATE_DETAIL_QUERY_FIXER_HPP

#include "t2s/core/detail/draw.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/policies/generate/detail/prompted.hpp"
#include "t2s/policy.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace t2s::generate {

/// The parts of a database in CHASE-SQL's prompts.
struct database_part {
  std::string dialect{};  ///< display name of the dialect
  std::string schema{};   ///< a CREATE TABLE statement for each table
  std::string values{};   ///< stored values that the question may mean, with a heading; empty if there are none
};

/// The parts for a run's prompts. `shuffled`: tables, and the columns of each, are in a random order for each candidate, by the run's seed,
/// so that candidates differ (CHASE-SQL, section 3.3). O(text of the schema).
template <class Context>
[[nodiscard]] database_part shown_database(Context& ctx, samples const& shown, bool shuffled) {
  auto const& d = ctx.schema();
  auto tables = d.tables();
  if (shuffled) {
    for (auto& t : tables) t2s::detail::draw_to_front(t.columns, t.columns.size(), ctx.random("order of the columns of " + t.name));
    t2s::detail::draw_to_front(tables, tables.size(), ctx.random("order of the tables"));
  }
  database_part part{std::string(sql::title_of(d)), {}, {}};
  for (auto const& t : tables) part.schema.append(schema::create_statement(t, d.sql_dialect())).append("\n");
  if (!shown.knowledge.empty()) part.values = "Stored values that the question may mean:\n" + text::join(shown.knowledge, "\n") + "\n\n";
  return part;
}

/// CHASE-SQL's query fixer (section 3.4): the model sees the database, the question, the SQL and the remarks about it, reflects on them and
/// writes the SQL again. One call; nothing of earlier rounds is shown. The prompt is ours, after the description.
struct query_fixer {
  static constexpr std::string_view name = "query fixer";

  /// Slots: `dialect`, `schema`, `values`, `question`, `sql` and `remarks`.
  llm::prompt_template prompt{llm::template_literal(
      "A {{dialect}} query was written for a question about the database below, and it did not work. Find out why, and write it anew.\n\n"
      "{{schema}}\n"
      "{{values}}"
      "Question: {{question}}\n\n"
      "The query:\n"
      "```sql\n{{sql}}\n```\n"
      "What came of it:\n{{remarks}}\n"
      "First say in one or two sentences what is wrong: a name that does not exist, a condition that no row meets, a join that loses rows, "
      "a mistake of syntax. Then write the corrected query in a code block, and nothing after it.\n")};

  template <class Context>
  [[nodiscard]] auto fix(Context& ctx, question const& asked, samples const& shown, attempt_list const& past, bool shuffled,
                         std::optional<double> temperature) const {
    auto const part = shown_database(ctx, shown, shuffled);
    std::string remarks;
    for (auto const& r : past.latest().remarks) remarks.append("- ").append(r.text).append("\n");
    auto text = prompt.fill({{"dialect", part.dialect, true},
                             {"schema", part.schema},
                             {"values", part.values, true},
                             {"question", asked.clear},
                             {"sql", past.sql()},
                             {"remarks", remarks}});
    return ask_for_sql(ctx, name, prompt_request(std::move(text), temperature), revision_reading_of(ctx.schema()));
  }
};

}  // namespace t2s::generate

#endif
