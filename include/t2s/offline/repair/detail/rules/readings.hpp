// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_READINGS_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_READINGS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/candidates.hpp"
#include "t2s/offline/repair/detail/rules/session_variables.hpp"
#include "t2s/offline/repair/detail/statement.hpp"
#include "t2s/offline/repair/detail/token_edits.hpp"

#include <set>

namespace t2s::repair {

/// The texts and numbers of a statement, which need not parse.
inline std::set<std::string> literals_in(std::string const& sql, schema::database const& d) {
  std::set<std::string> all;
  for (auto const& t : tokens_of(sql, sql::dialect_of(d)))
    if (t.kind == sql::token_kind::string || t.kind == sql::token_kind::number) all.insert(text::lower(t.view()));
  return all;
}

/// The columns that a statement, which need not parse, names of its tables.
inline std::set<std::string> columns_in(std::string const& sql, schema::database const& d) {
  auto const tokens = tokens_of(sql, sql::dialect_of(d));
  std::set<std::string> all;
  for (auto const& t : tokens) {
    auto const* table = d.find_table(without_quotes(t));
    if (!table) continue;
    for (auto const& other : tokens)
      if (auto const* c = table->find_column(without_quotes(other))) all.insert(c->name);
  }
  return all;
}

/// Whether the end of a statement is missing, possibly within a text: then the question may say what was there.
inline bool is_cut_off(std::string const& sql, schema::database const& d) {
  auto const parsed = sql::parse(sql, d);
  if (parsed) return false;
  auto const tokens = tokens_of(sql, sql::dialect_of(d));
  return parsed.error().found.empty() || (!tokens.empty() && tokens.back().kind == sql::token_kind::illegal);
}

/// What the words of a statement, which need not parse, require in addition to its columns.
struct demands {
  std::size_t conditions = 0;  // comparisons with literals, and exclusions by a query
  bool groups = false, order = false, limit = false;
  bool per_group = false;  // DISTINCT ON: one row for each group
  std::set<std::string> numbers{}, texts{};
};

inline bool is_literal_token(sql::token const& t) {
  return t.kind == sql::token_kind::number || t.kind == sql::token_kind::string || t.quoted == sql::quote::twofold;
}

inline bool compares(std::vector<sql::token> const& tokens, std::size_t i) {
  using enum sql::token_kind;
  auto const kind = tokens[i].kind;
  bool const of_query = i + 2 < tokens.size() && tokens[i + 1].kind == lparen && is_any(tokens[i + 2], "select");
  if (of_query) return i > 0 && is_any(tokens[i - 1], "not");  // others connect tables
  if (is_any(tokens[i], "in", "like", "ilike", "between", "is", "isnull", "notnull", "glob", "regexp", "rlike", "similar")) return true;
  if (i > 0 && is_any(tokens[i - 1], "rownum")) return false;  // a limit
  bool const sign = kind == eq || kind == ne || kind == lt || kind == le || kind == gt || kind == ge;
  bool const before = i > 0 && is_literal_token(tokens[i - 1]);
  bool const after = i + 1 < tokens.size() && (is_literal_token(tokens[i + 1]) || tokens[i + 1].kind == lparen);
  return sign && (before || after);
}

inline demands demands_of(std::string const& sql, schema::database const& d) {
  demands all;
  bool restricts = false;
  auto const tokens = tokens_of(sql, sql::dialect_of(d));
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    auto const& t = tokens[i];
    if (is_any(t, "where", "having", "qualify")) restricts = true;
    if (is_any(t, "select", "from", "on", "group", "order", "limit", "union", "intersect", "except")) restricts = false;
    all.groups = all.groups || is_any(t, "group", "having");
    all.order = all.order || is_any(t, "order", "max", "min");
    all.per_group = all.per_group || (is_any(t, "distinct") && i + 1 < tokens.size() && is_any(tokens[i + 1], "on"));
    all.limit = all.limit || is_any(t, "limit", "top", "fetch", "rownum", "sample", "percent");
    if (t.kind == sql::token_kind::number) all.numbers.emplace(t.view());
    if (t.kind == sql::token_kind::string) all.texts.insert(sql::content_of(t));
    if (restricts && compares(tokens, i)) ++all.conditions;
  }
  return all;
}

/// Whether one statement requires everything that another does: an additional condition, order, group or limit may come from the question,
/// but a missing one may not, nor a number that became a text.
inline bool asks_for_all(demands const& own, demands const& wanted) {
  for (auto const& number : wanted.numbers)
    if (own.texts.contains(number) && !wanted.texts.contains(number)) return false;
  return own.conditions >= wanted.conditions && own.groups >= wanted.groups && own.order >= wanted.order && own.limit >= wanted.limit;
}

/// Whether a reading of the question may replace a whole statement. A reading that ignores words of the question must compare with
/// everything that the statement compares with; a reading of other columns than the statement's in known tables is about something else.
inline bool is_like(reader::filled const& reading, std::string const& statement, schema::database const& d) {
  if (is_cut_off(statement, d)) return true;
  auto const columns = columns_in(statement, d), literals = literals_in(statement, d);
  auto const own = columns_in(reading.sql, d), compared = literals_in(reading.sql, d);
  bool shares = columns.empty();
  for (auto const& c : columns) shares = shares || own.contains(c);
  auto const wanted = demands_of(statement, d);
  if (wanted.per_group && !demands_of(reading.sql, d).groups) return false;
  if (!shares || !asks_for_all(demands_of(reading.sql, d), wanted)) return false;
  bool const is_whole = !t2s::detail::any_of(reading.unread, [](link::unread_part const& p) { return p.matters(); });
  return is_whole || (wanted.conditions > 0 && std::includes(compared.begin(), compared.end(), literals.begin(), literals.end()));
}

/// The readings of the question that may replace the statement, likeliest first.
inline std::vector<repair_step> readings_for(std::string const& statement, known_facts const& known) {
  std::vector<repair_step> all;
  if (!known.linked || variable_reader(statement).assigns()) return all;  // no reading computes what variables do
  for (auto const& read : reader::fill_skeletons(*known.names, *known.linked, {})) {
    if (!is_like(read, statement, *known.schema)) continue;
    all.push_back(
        {repair_kind::reading, "no repair close to the statement was found: the question is read without it", read.sql, read.unread});
  }
  return all;
}

}  // namespace t2s::repair

#endif
