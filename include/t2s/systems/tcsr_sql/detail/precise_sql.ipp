// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_TCSR_SQL_DETAIL_PRECISE_SQL_IPP
#define T2S_SYSTEMS_TCSR_SQL_DETAIL_PRECISE_SQL_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/policies/generate/detail/prompted.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/systems/tcsr_sql/detail/precise_sql.hpp"

namespace t2s::tcsr {
namespace detail::precise {

/// The error of an attempt, and its kind: the database's message if it failed, else the remarks of the review.
inline std::pair<std::string, std::string> error_of(attempt const& a) {
  if (a.outcome && a.outcome->failure) return {a.outcome->failure->message, std::string(name_of(a.outcome->failure->code))};
  std::vector<std::string> stages;
  for (auto const& r : a.remarks) stages.emplace_back(r.stage);
  return {a.remarks_text("\n"), text::join(stages, ", ")};
}

/// One line for each piece, without line breaks within.
inline std::string lines_of(std::vector<std::string> knowledge) {
  for (auto& piece : knowledge) piece = one_line(piece);
  return knowledge.empty() ? "None" : text::join(knowledge, "\n");
}

/// The dialect in the paper's spelling.
inline std::string_view engine_of(schema::database const& d) { return sql::dialect_of(d) == sql::sqlite ? "Sqlite" : sql::title_of(d); }

}  // namespace detail::precise

T2S_DECL llm::request precise_sql::request(llm::prompt_template const& prompt, schema::database const& d, question const& asked,
                                           samples const& shown, std::string const& old_sql, attempt const* failed) const {
  auto const [error, kind] = failed ? detail::precise::error_of(*failed) : std::pair<std::string, std::string>();
  llm::request asking(prompt.fill({{"dialect", sql::title_of(d), true},
                                   {"engine", detail::precise::engine_of(d), true},
                                   {"demonstrations", text::join(demonstrations, "\n"), true},
                                   {"question", asked.clear},
                                   {"knowledge", detail::precise::lines_of(shown.knowledge), true},
                                   {"tables", knowledge::describe_tables(d, shown.tables, examples), true},
                                   {"foreign_keys", knowledge::describe_foreign_keys(d), true},
                                   {"old_sql", old_sql, true},
                                   {"sqlite_error", error, true},
                                   {"exception_class", kind, true}}));
  asking.temperature = temperature;
  return asking;
}

T2S_DECL candidate precise_sql::read(llm::completion const& c, llm::sql_reading_options const& how, std::string_view what,
                                     retrieval_notes const& notes) {
  auto read = generate::written_sql(c, how, std::string(what));
  read.why = notes.after(std::move(read.why));
  return read;
}

T2S_DECL std::vector<std::string> precise_sql::default_demonstrations() {
  return {
      R"(### Sqlite SQL tables, with their table names, column names and data value examples:
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
### Foreign keys of SQLite tables, used for table joins:
harvest.hive_id = hive.hive_id
### Question:
How much honey did Ada Berg harvest in June of 2021?
### SQL:
SELECT SUM(harvest.kilograms) FROM harvest JOIN hive ON harvest.hive_id = hive.hive_id WHERE hive.keeper = 'Ada Berg' AND harvest.month = '2021-06'
)",
      R"(### Sqlite SQL tables, with their table names, column names and data value examples:
# Table: quay
[
  (code TEXT, value examples: ['N1', 'S4']),
  (label TEXT, value examples: ['North quay 1', 'South quay 4']),
  (depth_m REAL, value examples: [7.5, 12.0])
]
### Foreign keys of SQLite tables, used for table joins:
None
### Question:
Which quay is the deepest?
### SQL:
SELECT label FROM quay ORDER BY depth_m DESC LIMIT 1
)",
      R"(### Sqlite SQL tables, with their table names, column names and data value examples:
# Table: parcel
[
  (number TEXT, value examples: ['P-100', 'P-207']),
  (town TEXT, value examples: ['Lindau (Lake)', 'Graz-West']),
  (grams INTEGER, value examples: [200, 1250])
]
### Foreign keys of SQLite tables, used for table joins:
None
### Question:
How many parcels does each town have?
### SQL:
SELECT town, COUNT(*) FROM parcel GROUP BY town
)",
      R"(### Sqlite SQL tables, with their table names, column names and data value examples:
# Table: choir
[
  (id INTEGER, value examples: [1, 2]),
  (title TEXT, value examples: ['Vox Alta', 'Harbour Voices'])
]
# Table: rehearsal
[
  (choir_id INTEGER, value examples: [2, 1]),
  (weekday TEXT, value examples: ['TUE', 'THU'])
]
### Foreign keys of SQLite tables, used for table joins:
rehearsal.choir_id = choir.id
### Question:
What are the titles of the choirs that never rehearse?
### SQL:
SELECT title FROM choir EXCEPT SELECT choir.title FROM choir JOIN rehearsal ON rehearsal.choir_id = choir.id
)"};
}

}  // namespace t2s::tcsr

#endif
