// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_MAC_SQL_DETAIL_DECOMPOSER_IPP
#define T2S_SYSTEMS_MAC_SQL_DETAIL_DECOMPOSER_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/systems/mac_sql/detail/decomposer.hpp"

namespace t2s::mac {
namespace detail::decomposing {

/// The error of an attempt, and its kind: the database's message if it failed, else the remarks of the review.
inline std::pair<std::string, std::string> error_of(attempt const& a) {
  if (a.outcome && a.outcome->failure) return {a.outcome->failure->message, std::string(name_of(a.outcome->failure->code))};
  std::vector<std::string> stages;
  for (auto const& r : a.remarks) stages.emplace_back(r.stage);
  return {a.remarks_text("\n"), text::join(stages, ", ")};
}

/// One line for each sentence, without line breaks within.
inline std::string evidence_of(std::vector<std::string> knowledge) {
  for (auto& piece : knowledge) piece = one_line(piece);
  return knowledge.empty() ? "None" : text::join(knowledge, "\n");
}

}  // namespace detail::decomposing

T2S_DECL llm::request decomposer::request(llm::prompt_template const& prompt, schema::database const& d, question const& asked,
                                          samples const& shown, attempt const* failed) const {
  auto const [error, kind] = failed ? detail::decomposing::error_of(*failed) : std::pair<std::string, std::string>();
  llm::request asking(prompt.fill({{"dialect", sql::title_of(d), true},
                                   {"demonstrations", text::join(demonstrations, "\n"), true},
                                   {"tables", knowledge::describe_tables(d, shown.tables, examples), true},
                                   {"foreign_keys", knowledge::describe_foreign_keys(d), true},
                                   {"evidence", detail::decomposing::evidence_of(shown.knowledge), true},
                                   {"question", asked.clear},
                                   {"sql", failed ? failed->tried.sql : std::string(), true},
                                   {"error", error, true},
                                   {"kind", kind, true}}));
  asking.temperature = temperature;
  return asking;
}

T2S_DECL candidate decomposer::last_sql(llm::completion const& c, llm::sql_reading_options how) {
  how.take = llm::sql_reading_options::block::last;
  auto made = generate::written_sql(c, how, "the last of the chain's SQL");
  if (auto chain = llm::read_prose(c.text)) made.reasoning = *chain;
  return made;
}

T2S_DECL std::vector<std::string> decomposer::default_demonstrations() {
  return {
      R"(==========

[Schema]
# Table: quay
[
  (code TEXT, value examples: ['N1', 'S4']),
  (label TEXT, value examples: ['North quay 1', 'South quay 4']),
  (depth_m REAL, value examples: [7.5, 12.0])
]
[Foreign keys]
None
[Evidence]
None
[Question]
Which quay is the deepest?

Sub-questions, each with its query in a code block:
Sub-question 1: Which quay is the deepest?
```sql
SELECT label FROM quay ORDER BY depth_m DESC LIMIT 1
```
)",
      R"(==========

[Schema]
# Table: hive
[
  (hive_id INTEGER, value examples: [1, 2, 3]),
  (keeper TEXT, value examples: ['Ada Berg', 'Tom Rill']),
  (breed TEXT, value examples: ['Carniolan bee', 'Buckfast bee'])
]
# Table: harvest
[
  (hive_id INTEGER, value examples: [2, 1]),
  (month TEXT, value examples: ['2021-06', '2021-08']),
  (kilograms REAL, value examples: [11.5, 8.0])
]
[Foreign keys]
harvest.hive_id = hive.hive_id
[Evidence]
None
[Question]
Which keepers harvested more honey than an average keeper?

Sub-questions, each with its query in a code block:
Sub-question 1: How much honey did each keeper harvest?
```sql
SELECT hive.keeper, SUM(harvest.kilograms) FROM harvest JOIN hive ON harvest.hive_id = hive.hive_id GROUP BY hive.keeper
```
Sub-question 2: How much honey did an average keeper harvest?
```sql
SELECT AVG(total) FROM (SELECT SUM(harvest.kilograms) AS total FROM harvest JOIN hive ON harvest.hive_id = hive.hive_id GROUP BY hive.keeper)
```
Sub-question 3: Which keepers harvested more honey than an average keeper?
```sql
SELECT hive.keeper FROM harvest JOIN hive ON harvest.hive_id = hive.hive_id GROUP BY hive.keeper HAVING SUM(harvest.kilograms) > (SELECT AVG(total) FROM (SELECT SUM(harvest.kilograms) AS total FROM harvest JOIN hive ON harvest.hive_id = hive.hive_id GROUP BY hive.keeper))
```
)"};
}

}  // namespace t2s::mac

#endif
