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

inline any_connection open_sqlite(location const& l, any_options const& o) {
  sqlite_options mine;
  mine.limits.time = o.limits.time;
  mine.limits.rows = o.limits.rows;
  mine.limits.bytes = o.limits.bytes;
  mine.limits.value_bytes = o.limits.value_bytes;
  mine.limits.statement_bytes = o.limits.statement_bytes;
  mine.limits.rows_read = o.limits.rows_read;
  mine.immutable = o.immutable;
  return {sqlite_connection(l.target, mine), l.name};
}

inline any_connection open_postgres([[maybe_unused]] location const& l, [[maybe_unused]] any_options const& o) {
#ifdef T2S_WITH_POSTGRES
  postgres_options mine;
  mine.limits = o.limits;
  mine.settings = o.postgres_settings;
  return {postgres_connection(l.target, mine), l.shown, l.name};
#else
  refuse_engine(l, "install libpq (Debian: libpq-dev)");
#endif
}

inline any_connection open_mysql([[maybe_unused]] location const& l, [[maybe_unused]] any_options const& o) {
#ifdef T2S_WITH_MYSQL
  mysql_options mine;
  mine.limits = o.limits;
  return {mysql_connection(l.target, mine), l.shown, l.name};
#else
  refuse_engine(l, "install MariaDB Connector/C (Debian: libmariadb-dev)");
#endif
}

inline any_connection open_duckdb([[maybe_unused]] location const& l, [[maybe_unused]] any_options const& o) {
#ifdef T2S_WITH_DUCKDB
  duckdb_options mine;
  mine.limits = o.limits;
  return {duckdb_connection(l.target, mine), l.shown, l.name};
#else
  refuse_engine(l, "build it where libraries can be loaded at run time");
#endif
}

inline any_connection open_odbc([[maybe_unused]] location const& l, [[maybe_unused]] any_options const& o) {
#ifdef T2S_WITH_ODBC
  odbc_options mine;
  mine.limits = o.limits;
  return {odbc_connection(l.target, mine), l.shown, l.name};
#else
  refuse_engine(l, "install unixODBC (Debian: unixodbc-dev)");
#endif
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
    case engine::postgres: return detail::open_postgres(l, options);
    case engine::mysql: return detail::open_mysql(l, options);
    case engine::duckdb: return detail::open_duckdb(l, options);
    case engine::odbc: return detail::open_odbc(l, options);
    case engine::sqlite: break;
  }
  return detail::open_sqlite(l, options);
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
