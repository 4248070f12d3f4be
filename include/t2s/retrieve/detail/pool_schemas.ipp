// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_POOL_SCHEMAS_IPP
#define T2S_RETRIEVE_DETAIL_POOL_SCHEMAS_IPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/retrieve/detail/pool_schemas.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/parse.hpp"

namespace t2s::retrieve {
namespace detail {

using used_tables = std::vector<schema::table>;

inline schema::table& table_named(used_tables& tables, std::string_view name) {
  if (auto* known = t2s::detail::find_if(tables, [&](schema::table const& t) { return text::same(t.name, name); })) return *known;
  tables.emplace_back();
  tables.back().name = name;
  return tables.back();
}

inline void add_used_tables(used_tables& tables, std::string_view sql, sql::grammar const& dialect) {
  auto const parsed = sql::parse(sql, {.grammar = dialect});
  if (!parsed) return;
  auto used = sql::entities_of(*parsed);
  t2s::detail::sort(used.columns, [](sql::column_use const& a, sql::column_use const& b) { return a.at->offset < b.at->offset; });
  for (auto const& t : used.tables)
    if (t.what == sql::source_kind::table) (void)table_named(tables, t.name);
  for (auto const& c : used.columns) {
    auto const owner = used.table_of(c);
    if (c.what != sql::reference::column || owner.empty()) continue;
    auto& t = table_named(tables, owner);
    if (t.find_column(c.name)) continue;
    t.columns.emplace_back();
    t.columns.back().name = c.name;
  }
}

}  // namespace detail

T2S_DECL pool_schema::pool_schema(schema::database d) : shape(std::move(d)) {
  for (auto const& t : shape.tables()) text.append(text.empty() ? "" : "\n").append(schema::create_statement(t, shape.sql_dialect()));
}

T2S_DECL pool_schemas schemas_from_sql(std::span<demonstration const> pool, sql::grammar const& dialect) {
  std::map<std::string, detail::used_tables, std::less<>> by_database;
  for (auto const& d : pool) detail::add_used_tables(by_database[d.database], d.sql, dialect);
  pool_schemas all;
  for (auto& [name, tables] : by_database) all.emplace(name, pool_schema(schema::database(std::move(tables), &dialect)));
  return all;
}

T2S_DECL pool_schemas with_schemas_from_sql(pool_schemas known, std::span<demonstration const> pool, sql::grammar const& dialect) {
  std::vector<demonstration> others;
  for (auto const& d : pool)
    if (!d.database.empty() && !known.contains(d.database)) others.push_back(d);
  known.merge(schemas_from_sql(others, dialect));
  return known;
}

T2S_DECL pool_schema const* schema_of(demonstration const& d, pool_schemas const* known, std::optional<pool_schema>& own,
                                      sql::grammar const& dialect) {
  if (known)
    if (auto const found = known->find(d.database); found != known->end()) return &found->second;
  detail::used_tables tables;
  detail::add_used_tables(tables, d.sql, dialect);
  return &own.emplace(schema::database(std::move(tables), &dialect));
}

}  // namespace t2s::retrieve

#endif
