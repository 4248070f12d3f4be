// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_REQUEST_HPP
#define T2S_DB_DETAIL_REQUEST_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/result.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

/// Statements on their way to an engine.
namespace t2s::db::detail {

/// A statement, and what is known of it before it is sent.
struct statement_request {
  std::string sql{};
  bool is_our_own = false;           ///< this library has made it: it is known to be a query
  bool was_read = false;             ///< it is known which names it has
  bool leaves_nothing = false;       ///< it is known to call nothing that could leave something behind in its session
  bool is_of_view = false;           ///< our own: what it reads is a view
  std::optional<failure> refused{};  ///< why it is not sent
};

/// A statement of this library's own.
inline statement_request our_own(std::string sql, bool is_of_view = false) { return {std::move(sql), true, true, true, is_of_view, {}}; }

inline std::string limit_clause(std::size_t n) {
  auto const most = static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max());
  return " LIMIT " + std::to_string(std::min(n, most));
}

/// A number for people: "12,345".
inline std::string in_groups(std::uint64_t n) {
  auto s = std::to_string(n);
  for (auto i = s.size(); i > 3;) s.insert(i -= 3, 1, ',');
  return s;
}

/// The name of a table in SQL, with its own schema where it needs that.
inline std::string name_in_sql(schema::database const& d, schema::table const& t) {
  auto const name = schema::in_quotes(t.name, d.sql_dialect());
  return t.schema.empty() ? name : schema::in_quotes(t.schema, d.sql_dialect()) + "." + name;
}

/// The first rows of a table; refused if the schema has none of that name.
inline statement_request sample_of(schema::database const& d, std::string const& table, std::size_t n) {
  if (auto const* t = d.find_table(table)) return our_own("SELECT * FROM " + name_in_sql(d, *t) + limit_clause(n), t->is_view);
  statement_request r;
  r.refused = failure{errc::no_such_table, "no such table: " + table, table};
  return r;
}

/// A column of a schema, or why there is none.
struct found_column {
  schema::table const* table = nullptr;
  schema::column const* column = nullptr;
  std::optional<failure> unknown{};
};

inline found_column find_column(schema::database const& d, std::string const& table, std::string const& column) {
  found_column found{d.find_table(table)};
  if (found.table) found.column = found.table->find_column(column);
  if (!found.table) found.unknown = failure{errc::no_such_table, "no such table: " + table, table};
  if (found.table && !found.column) found.unknown = failure{errc::no_such_column, "no such column: " + column, column};
  return found;
}

}  // namespace t2s::db::detail

#endif
