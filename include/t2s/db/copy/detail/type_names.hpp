// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_COPY_DETAIL_TYPE_NAMES_HPP
#define T2S_DB_COPY_DETAIL_TYPE_NAMES_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/copy/detail/target.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace t2s::db::detail {

/// The types of an engine, in the order of `stored_kind`.
using type_names = std::array<std::string_view, 11>;

inline constexpr type_names sqlite_types{"INTEGER", "REAL", "NUMERIC",   "TEXT",      "BLOB", "BOOLEAN",
                                         "DATE",    "TEXT", "TIMESTAMP", "TIMESTAMP", "TEXT"};
inline constexpr type_names postgres_types{"bigint", "double precision", "numeric",     "text", "bytea", "boolean", "date",
                                           "time",   "timestamp",        "timestamptz", "json"};
inline constexpr type_names mysql_types{"bigint", "double",  "decimal(65,30)", "longtext",    "longblob", "tinyint(1)",
                                        "date",   "time(6)", "datetime(6)",    "varchar(64)", "longtext"};
inline constexpr type_names duckdb_types{"BIGINT", "DOUBLE", "DECIMAL(38,10)", "VARCHAR",     "BLOB",   "BOOLEAN",
                                         "DATE",   "TIME",   "TIMESTAMP",      "TIMESTAMPTZ", "VARCHAR"};

[[nodiscard]] inline std::string type_of(copied_column const& c, type_names const& names, unsigned most_digits) {
  if (c.kind == stored_kind::numeric && c.digits > 0 && c.digits <= most_digits && c.places <= c.digits)
    return "decimal(" + std::to_string(c.digits) + "," + std::to_string(c.places) + ")";
  return std::string(names[static_cast<std::size_t>(c.kind)]);
}

/// `"a", "b"` in the dialect's quotes.
[[nodiscard]] inline std::string name_list(std::vector<std::string> const& names, sql::dialect d) {
  std::string s;
  for (auto const& n : names) s.append(s.empty() ? "" : ", ").append(schema::in_quotes(n, d));
  return s;
}

[[nodiscard]] inline std::string foreign_key_clause(copied_key const& k, sql::dialect d) {
  return "FOREIGN KEY (" + name_list(k.columns, d) + ") REFERENCES " + schema::in_quotes(k.other, d) + " (" + name_list(k.referenced, d) +
         ")";
}

/// A CREATE TABLE statement; `type(column)` is the column's type with what belongs to it.
template <class Type>
[[nodiscard]] std::string create_table(copied_table const& t, std::span<copied_key const> keys, sql::dialect d, Type const& type) {
  std::string sql = "CREATE TABLE " + schema::in_quotes(t.name, d) + " (";
  for (auto const& c : t.columns) {
    sql.append(&c == t.columns.data() ? "" : ", ").append(schema::in_quotes(c.name, d)).append(" ").append(type(c));
    if (c.not_null) sql.append(" NOT NULL");
  }
  if (!t.key.empty()) sql.append(", PRIMARY KEY (").append(name_list(t.key, d)).append(")");
  for (auto const& u : t.unique) sql.append(", UNIQUE (").append(name_list(u, d)).append(")");
  for (auto const& k : keys) sql.append(", ").append(foreign_key_clause(k, d));
  return sql.append(")");
}

}  // namespace t2s::db::detail

#endif
