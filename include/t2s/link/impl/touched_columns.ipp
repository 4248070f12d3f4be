// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_IMPL_TOUCHED_COLUMNS_IPP
#define T2S_LINK_IMPL_TOUCHED_COLUMNS_IPP

#include "t2s/link/touched_columns.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"
#include "t2s/sql/token.hpp"

#include <algorithm>
#include <string>

namespace t2s::link {
namespace detail {

/// Tables and columns in the order of their first mention.
class touched_list {
 public:
  std::vector<schema::column const*>& add(schema::table const& t) {
    auto const found = std::find_if(tables_.begin(), tables_.end(), [&](touched_table const& known) { return known.table == &t; });
    return found == tables_.end() ? tables_.emplace_back(&t, std::vector<schema::column const*>{}).columns : found->columns;
  }
  void add(schema::table const& t, schema::column const& c) {
    auto& columns = add(t);
    if (std::find(columns.begin(), columns.end(), &c) == columns.end()) columns.push_back(&c);
  }
  [[nodiscard]] std::vector<touched_table> result() && { return std::move(tables_); }

 private:
  std::vector<touched_table> tables_{};
};

inline touched_list touched_by(sql::query const& q, schema::database const& d) {
  auto const names = sql::resolve(q, d);
  touched_list touched;
  for (auto const& t : names.tables)
    if (t.table) touched.add(*t.table);
  for (auto const& c : names.columns)
    if (c.what == sql::reference::column && c.base.table && c.base.column) touched.add(*c.base.table, *c.base.column);
  return touched;
}

/// The words of a text that may be names, without quotes.
inline std::vector<std::string> words_of_sql(std::string_view sql) {
  std::string const text(sql);
  std::vector<sql::token> tokens;
  sql::tokenize(text, tokens);
  std::vector<std::string> words;
  for (auto const& t : tokens) {
    auto content = t.view();
    if (t.kind < sql::token_kind::current_date || t.kind > sql::token_kind::name) continue;
    if (t.quoted != sql::quote::none && content.size() >= 2) content = content.substr(1, content.size() - 2);
    words.emplace_back(content);
  }
  return words;
}

inline touched_list touched_by_words(std::string_view sql, schema::database const& d) {
  auto const words = words_of_sql(sql);
  std::vector<schema::table const*> tables;
  touched_list touched;
  for (auto const& word : words)
    if (auto const* t = d.find_table(word)) {
      touched.add(*t);
      tables.push_back(t);
    }
  for (auto const& word : words)
    for (auto const* t : tables)
      if (auto const* c = t->find_column(word)) touched.add(*t, *c);
  return touched;
}

}  // namespace detail

T2S_DECL std::vector<touched_table> touched_by(std::string_view sql, schema::database const& d) {
  auto const parsed = sql::parse(sql);
  return (parsed ? detail::touched_by(*parsed, d) : detail::touched_by_words(sql, d)).result();
}

}  // namespace t2s::link

#endif
