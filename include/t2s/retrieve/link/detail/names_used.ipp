// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_NAMES_USED_IPP
#define T2S_RETRIEVE_LINK_DETAIL_NAMES_USED_IPP

#include "t2s/retrieve/link/detail/names_used.hpp"
#include "t2s/sql/detail/token.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <cstddef>

namespace t2s::link {

namespace detail {

template <class T>
void add_distinct(std::vector<T>& all, T one) {
  if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

}  // namespace detail

T2S_DECL void used_names::add(schema::table const* t) { detail::add_distinct(tables, t); }
T2S_DECL void used_names::add(schema::table const* t, schema::column const* c) { detail::add_distinct(columns, place(t, c)); }

T2S_DECL used_names names_used(sql::query const& q, schema::database const& d) { return names_used(sql::resolve(q, d)); }

T2S_DECL used_names names_used(sql::resolution found) {
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

T2S_DECL std::vector<touched_table> touched_by(std::string_view sql, schema::database const& d) {
  auto const parsed = sql::parse(sql, d);
  auto const used = parsed ? names_used(*parsed, d) : detail::names_in(sql, d);
  std::vector<touched_table> touched;
  for (auto const* t : used.tables) touched.push_back({t, {}});
  for (auto const& [t, c] : used.columns) {
    auto mine = std::ranges::find(touched, t, &touched_table::table);
    if (mine == touched.end()) mine = touched.insert(mine, {t, {}});  // a table behind a view
    mine->columns.push_back(c);
  }
  return touched;
}

}  // namespace t2s::link

#endif
