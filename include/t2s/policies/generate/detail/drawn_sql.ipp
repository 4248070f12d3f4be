// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_DETAIL_DRAWN_SQL_IPP
#define T2S_POLICIES_GENERATE_DETAIL_DRAWN_SQL_IPP

#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/same_answer.hpp"
#include "t2s/policies/generate/detail/drawn_sql.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::generate {

T2S_DECL read_choices read_all(llm::completion const& c, llm::sql_reading_options const& how) {
  read_choices out;
  auto const add = [&](std::string const& text) {
    auto const found = llm::read_sql(text, how);
    if (found)
      out.sql.push_back(*found);
    else if (out.why.empty())
      out.why = found.error_found().text();
  };
  add(c.text);
  for (auto const& other : c.others) add(other.text);
  return out;
}

T2S_DECL std::string without_distinct(std::string const& sql, schema::database const& d) {
  auto parsed = sql::parse(sql, d);
  if (!parsed) return sql;
  bool any = false;
  sql::visit(parsed->root(), [&any](sql::node& n) {
    if (n.kind != sql::kind::select && n.kind != sql::kind::call) return;
    any |= n.has(sql::flag::distinct);
    n.clear(sql::flag::distinct);
  });
  return any ? sql::print(*parsed) : sql;
}

/// The table to take an ambiguous column from, "" if none has a name: the first; tables in which it refers to another table's key come
/// last.
inline std::string_view owner_of(sql::problem const& ambiguous, sql::resolution const& names) {
  std::string_view referring;
  for (auto const i : ambiguous.between) {
    auto const& source = names.tables[i];
    auto const name = source.visible_name();
    if (name.empty()) continue;
    auto const is_column = [&](std::string const& c) { return text::same(c, ambiguous.at->name.view()); };
    bool const refers = source.table && std::ranges::any_of(source.table->foreign_keys, [&](schema::foreign_key const& k) {
                          return k.resolved && !k.columns.empty() && is_column(k.columns.front());
                        });
    if (!refers) return name;
    if (referring.empty()) referring = name;
  }
  return referring;
}

T2S_DECL std::string without_ambiguity(std::string sql, schema::database const& d) {
  auto const parsed = sql::parse(sql, d);
  if (!parsed) return sql;
  auto const names = sql::resolve(*parsed, d);
  std::vector<std::pair<std::size_t, std::string>> tables;  // and the position for each
  for (auto const& p : names.problems) {
    bool const is_settled = p.what.code == errc::ambiguous_column && p.at && p.at->kind == sql::kind::column && p.at->qualifier.empty();
    auto const owner = is_settled ? owner_of(p, names) : std::string_view();
    if (!owner.empty()) tables.emplace_back(p.at->offset, schema::sql_name(owner, d.sql_dialect()) + ".");
  }
  std::ranges::sort(tables, std::ranges::greater());
  for (auto const& [place, table] : tables) sql.insert(place, table);
  return sql;
}

T2S_DECL std::size_t cluster_for(std::vector<cluster>& all, std::size_t draw, db::rows rows) {
  auto const same = std::find_if(all.begin(), all.end(), [&](cluster const& c) { return db::same_answer(c.rows, rows); });
  auto const place = static_cast<std::size_t>(same - all.begin());
  if (same == all.end()) all.push_back({draw, 0, std::move(rows)});
  return place;
}

}  // namespace t2s::generate

#endif
