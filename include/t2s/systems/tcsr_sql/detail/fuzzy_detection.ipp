// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_TCSR_SQL_DETAIL_FUZZY_DETECTION_IPP
#define T2S_SYSTEMS_TCSR_SQL_DETAIL_FUZZY_DETECTION_IPP

#include "t2s/core/detail/draw.hpp"
#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"
#include "t2s/systems/tcsr_sql/detail/fuzzy_detection.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace t2s::tcsr {
namespace detail::seeding {

/// A literal of SQL that LIKE finds anywhere, without wildcards. Without ESCAPE, a backslash is an escape in PostgreSQL and MySQL; SQLite
/// has no escape then.
inline std::string pattern_of(std::string const& content, sql::dialect d) {
  bool const has_wildcards = content.find_first_of(d == sql::dialect::sqlite ? "%_" : "%_\\") != std::string::npos;
  std::string escaped;
  for (char const c : content) {
    if (has_wildcards && (c == '%' || c == '_' || c == '!')) escaped += '!';
    escaped += c;
  }
  auto literal = schema::to_sql(value("%" + escaped + "%"), d);
  return has_wildcards ? literal.append(" ESCAPE '!'") : literal;
}

}  // namespace detail::seeding

T2S_DECL llm::request fuzzy_detection::request_for(linked_keyword const& keyword, std::string const& column,
                                                   std::vector<table_sample> const& rows) const {
  auto const samples = knowledge::list_of_values(knowledge::sampled_values(rows, keyword.table, column, examples));
  llm::request asking(prompt.fill({{"demonstrations", text::join(demonstrations, "\n"), true},
                                   {"most", std::to_string(synonyms), true},
                                   {"keyword", one_line(keyword.text)},
                                   {"column", one_line(column)},
                                   {"samples", samples, true}}));
  asking.temperature = temperature;
  asking.asks = asks;
  return asking;
}

T2S_DECL void fuzzy_detection::add_contents(std::string_view completion, std::string const& column, detected_keyword& to,
                                            std::vector<std::string>& problems) const {
  auto const found = llm::read_keywords(completion);
  if (!found) {
    problems.push_back("no values of " + column + " were read for \"" + to.keyword.text + "\": " + found.error_found().message);
    return;
  }
  for (std::size_t i = 0; i < std::min(synonyms, found->size()); ++i) add_content((*found)[i], to);
}

T2S_DECL void fuzzy_detection::add_content(std::string const& content, detected_keyword& to) {
  bool const usable = !text::trim(content).empty() && content.find('\0') == std::string::npos;  // a statement cannot contain a NUL
  if (usable && std::find(to.contents.begin(), to.contents.end(), content) == to.contents.end()) to.contents.push_back(content);
}

T2S_DECL std::vector<seed_result> fuzzy_detection::seeds(detected_keyword const& of, sql::dialect d, random_numbers random) const {
  std::vector<seed_result> all;
  std::unordered_set<std::string> made;  // duplicate columns and skeletons make equal statements
  for (auto const& column : of.keyword.columns)
    for (auto const& content : of.contents)
      for (std::size_t skeleton = 0; skeleton < skeletons.size(); ++skeleton) {
        auto sql = skeletons[skeleton].fill({{"column", schema::in_quotes(column, d)},
                                             {"table", schema::in_quotes(of.keyword.table, d)},
                                             {"value", schema::to_sql(value(content), d), true},
                                             {"pattern", detail::seeding::pattern_of(content, d), true}});
        sql.append(" LIMIT ").append(std::to_string(most_values));
        if (made.insert(sql).second) all.push_back({column, content, skeleton, std::move(sql), {}});
      }
  t2s::detail::draw_to_front(all, all.size(), random);
  return all;
}

T2S_DECL bool fuzzy_detection::is_kept(knowledge::kept_values const& kept, std::string const& table, seed_result& seed) const {
  static auto const own = default_skeletons();
  auto const& how = skeletons[seed.skeleton].text();
  std::optional<std::vector<value>> known;
  if (how == own[0].text() && most_values > 0) known = kept.equal_to(table, seed.column, seed.content);
  if (how == own[1].text()) known = kept.containing(table, seed.column, seed.content, most_values);
  if (!known) return false;
  seed.values = *std::move(known);
  return true;
}

T2S_DECL void fuzzy_detection::take_values(db::execution const& done, seed_result& seed, std::vector<std::string>& problems) {
  if (!done.ok()) {
    problems.push_back("the Seed SQL " + seed.sql + " failed: " + done.failure->message);
    return;
  }
  for (auto const& row : done.rows.values)
    if (!row.empty() && !row[0].is_null()) seed.values.push_back(row[0]);
}

T2S_DECL std::vector<llm::prompt_template> fuzzy_detection::default_skeletons() {
  return {llm::prompt_template(llm::template_literal("SELECT DISTINCT {{column}} FROM {{table}} WHERE {{column}} = {{value}}")),
          llm::prompt_template(llm::template_literal("SELECT DISTINCT {{column}} FROM {{table}} WHERE {{column}} LIKE {{pattern}}"))};
}

T2S_DECL std::vector<std::string> fuzzy_detection::default_demonstrations() {
  return {
      R"(# data content keyword: June of 2021.
# data samples for column month: ['2020-11', '2021-08', '2021-09']
# possible storage values: ['2021-06']
)",
      R"(# data content keyword: carniolans.
# data samples for column breed: ['Buckfast bee', 'Caucasian bee']
# possible storage values: ['Carniolan bee', 'Carniolan', 'Carnica']
)",
      R"(# data content keyword: Tuesdays.
# data samples for column weekday: ['MON', 'THU', 'SUN']
# possible storage values: ['TUE', 'Tue', 'Tuesday']
)",
      R"(# data content keyword: yes.
# data samples for column is_open: ['F', 'T']
# possible storage values: ['T']
)",
      R"(# data content keyword: deep quays of the south.
# data samples for column code: ['N1', 'N2', 'W3']
# possible storage values: ['S1', 'S2', 'S3', 'S4', 'S5']
)",
      R"(# data content keyword: mister oduya.
# data samples for column receiver: ['Mia Holt', 'T. Rill']
# possible storage values: ['J. Oduya', 'Oduya', 'Mr Oduya', 'Mr. Oduya']
)",
      R"(# data content keyword: delivered.
# data samples for column state_text: ['on its way', 'lost', 'at the customs']
# possible storage values: ['delivered', 'handed over', 'arrived', 'received']
)",
      R"(# data content keyword: a third.
# data samples for column share: [0.5, 0.25, 0.2]
# possible storage values: [0.33, 0.333, 0.3333]
)",
      R"(# data content keyword: the fire brigade of Lindau.
# data samples for column town: ['Graz-West', 'Bregenz (Lake)']
# possible storage values: ['Lindau (Lake)', 'Lindau']
)"};
}

}  // namespace t2s::tcsr

#endif
