// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_INTERNAL_NAMES_USED_HPP
#define T2S_LINK_INTERNAL_NAMES_USED_HPP

#include "t2s/schema/schema.hpp"
#include "t2s/sql/ast.hpp"
#include "t2s/sql/internal/token.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::link {

/// Tables and columns of a schema, each once, in the order in which an SQL names them. Leads into the schema.
struct used_names {
  using place = std::pair<schema::table const*, schema::column const*>;

  std::vector<schema::table const*> tables{};
  std::vector<place> columns{};

  void add(schema::table const* t) { add_to(tables, t); }
  void add(schema::table const* t, schema::column const* c) { add_to(columns, place(t, c)); }

 private:
  template <class T>
  static void add_to(std::vector<T>& all, T one) {
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  }
};

/// A table of the schema that an SQL text uses, and those of its columns that it names.
struct touched_table {
  schema::table const* table{};                  ///< in the schema
  std::vector<schema::column const*> columns{};  ///< those that the SQL touches
};

/// What a query uses, through subqueries and CTEs down to the schema's own; what the schema does not have is left out.
[[nodiscard]] inline used_names names_used(sql::query const& q, schema::database const& d) {
  auto found = sql::resolve(q, d);
  std::ranges::sort(found.columns, {}, [](sql::resolved_column const& c) { return c.at->offset; });
  used_names used;
  for (auto const& t : found.tables)
    if (t.table) used.add(t.table);
  for (auto const& c : found.columns)
    if (c.base.table && c.base.column) used.add(c.base.table, c.base.column);
  return used;
}

namespace detail {

/// The words of a text that may be names, without quotes.
inline std::vector<std::string> words_of_sql(std::string_view sql, sql::grammar const& in) {
  std::string const text(sql);
  std::vector<sql::token> tokens;
  sql::tokenize(text, in, tokens);
  std::vector<std::string> words;
  for (auto const& t : tokens)
    if (t.kind >= sql::token_kind::current_date && t.kind <= sql::token_kind::name) words.push_back(sql::content_of(t));
  return words;
}

inline used_names names_in(std::string_view sql, schema::database const& d) {
  auto const words = words_of_sql(sql, sql::dialect_of(d));
  used_names used;
  for (auto const& word : words)
    if (auto const* t = d.find_table(word)) used.add(t);
  for (auto const& word : words)
    for (auto const* t : used.tables)
      if (auto const* c = t->find_column(word)) used.add(t, c);
  return used;
}

}  // namespace detail

/// Which tables and columns SQL touches, in the order in which it names them, each once; through subqueries and CTEs down to the schema's
/// own. What the schema does not have is left out; of SQL that does not parse, the words that are names of tables count, and those that are
/// names of their columns. The result leads into `d`. O(size * columns in scope).
[[nodiscard]] inline std::vector<touched_table> touched_by(std::string_view sql, schema::database const& d) {
  auto const parsed = sql::parse(sql, d);
  auto const used = parsed ? names_used(*parsed, d) : detail::names_in(sql, d);
  std::vector<touched_table> touched;
  for (auto const* t : used.tables) touched.push_back({t, {}});
  for (auto const& [t, c] : used.columns) {
    auto mine = std::ranges::find(touched, t, &touched_table::table);
    if (mine == touched.end()) mine = touched.insert(mine, {t, {}});  // a table of a view
    mine->columns.push_back(c);
  }
  return touched;
}

std::vector<touched_table> touched_by(std::string_view, schema::database const&&) = delete;

}  // namespace t2s::link

#endif
