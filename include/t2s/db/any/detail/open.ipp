// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_OPEN_IPP
#define T2S_DB_ANY_DETAIL_OPEN_IPP

#include "t2s/core/error.hpp"
#include "t2s/db/any/open.hpp"

#ifdef T2S_WITH_DUCKDB
#include "t2s/db/duckdb/connection.hpp"
#endif
#ifdef T2S_WITH_MYSQL
#include "t2s/db/mysql/connection.hpp"
#endif
#ifdef T2S_WITH_ODBC
#include "t2s/db/odbc/connection.hpp"
#endif
#ifdef T2S_WITH_POSTGRES
#include "t2s/db/postgres/connection.hpp"
#endif

namespace t2s::db {
namespace detail {

/// What is missing, and how it is added.
[[noreturn]] inline void refuse_engine(location const& l, std::string_view needs) {
  throw error(failure{errc::invalid_argument,
                      std::string("this build has no ").append(title_of(l.engine)),
                      l.shown,
                      std::string(needs) + " and configure again",
                      {}});
}

/// The first value of a statement's result.
inline std::string one_value(any_connection& c, std::string const& sql) {
  auto const e = c.execute(sql);
  if (e.failure) throw error(*e.failure);
  return e.rows.empty() || e.rows.values[0].empty() ? std::string() : to_string(e.rows.values[0][0]);
}

/// "10.11.6-MariaDB" is MariaDB's.
inline std::string mysql_title(std::string const& version) {
  auto const mark = version.find("-MariaDB");
  return mark == version.npos ? "MySQL " + version : "MariaDB " + version.substr(0, mark);
}

}  // namespace detail

T2S_DECL any_connection open(std::string_view written, any_options const& options) {
  auto const l = locate(written);
  switch (l.engine) {
    case engine::postgres:
#ifdef T2S_WITH_POSTGRES
      return {postgres_connection(l.target, {.limits = options.limits, .settings = options.postgres_settings}), l.shown, l.name};
#else
      detail::refuse_engine(l, "install libpq (Debian: libpq-dev)");
#endif
    case engine::mysql:
#ifdef T2S_WITH_MYSQL
      return {mysql_connection(l.target, {.limits = options.limits}), l.shown, l.name};
#else
      detail::refuse_engine(l, "install MariaDB Connector/C (Debian: libmariadb-dev)");
#endif
    case engine::duckdb:
#ifdef T2S_WITH_DUCKDB
      return {duckdb_connection(l.target, {.limits = options.limits}), l.shown, l.name};
#else
      detail::refuse_engine(l, "build it where libraries can be loaded at run time");
#endif
    case engine::odbc:
#ifdef T2S_WITH_ODBC
      return {odbc_connection(l.target, {.limits = options.limits}), l.shown, l.name};
#else
      detail::refuse_engine(l, "install unixODBC (Debian: unixodbc-dev)");
#endif
    case engine::sqlite: break;
  }
  auto limits = detail::limits_for<sqlite_connection>(options.limits);
  limits.statement_bytes = options.limits.statement_bytes;
  return {sqlite_connection(l.target, {.limits = limits, .immutable = options.immutable}), l.name};
}

T2S_DECL server_facts facts_of(any_connection& connection, engine by) {
  switch (by) {
    case engine::sqlite: return {"SQLite " + detail::one_value(connection, "SELECT sqlite_version()"), {}, true};
    case engine::postgres:
      return {"PostgreSQL " + detail::one_value(connection, "SELECT split_part(version(), ' ', 2)"),
              detail::one_value(connection, "SELECT current_user"), true};
    case engine::mysql:
      return {detail::mysql_title(detail::one_value(connection, "SELECT version()")),
              detail::one_value(connection, "SELECT current_user()"), true};
    case engine::duckdb: return {"DuckDB " + detail::one_value(connection, "SELECT version()"), {}, true};
    case engine::odbc: break;
  }
  return {std::string(sql::title_of(connection.schema().sql_dialect())) + " through ODBC", {}, false};
}

T2S_DECL std::vector<engine> engines() {
  std::vector<engine> all{engine::sqlite};
#ifdef T2S_WITH_POSTGRES
  all.push_back(engine::postgres);
#endif
#ifdef T2S_WITH_MYSQL
  all.push_back(engine::mysql);
#endif
#ifdef T2S_WITH_DUCKDB
  all.push_back(engine::duckdb);
#endif
#ifdef T2S_WITH_ODBC
  all.push_back(engine::odbc);
#endif
  return all;
}

}  // namespace t2s::db

#endif
