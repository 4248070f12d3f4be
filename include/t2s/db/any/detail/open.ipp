// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_OPEN_IPP
#define T2S_DB_ANY_DETAIL_OPEN_IPP

#include "t2s/core/detail/shell_word.hpp"
#include "t2s/core/detail/text.hpp"
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

#include <algorithm>
#include <array>
#include <filesystem>

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

/// The kinds of files that DuckDB reads in place, by their endings.
[[nodiscard]] inline bool is_data_file(std::string path) {
  path = text::lower(path);
  for (std::string_view const packed : {".gz", ".zst"})
    if (path.ends_with(packed)) path.resize(path.size() - packed.size());
  static constexpr std::array<std::string_view, 6> endings{".parquet", ".csv", ".tsv", ".json", ".jsonl", ".ndjson"};
  return std::ranges::any_of(endings, [&](std::string_view e) { return path.ends_with(e); });
}

[[nodiscard]] inline bool has_data_files(std::string const& folder) {
  std::error_code unreadable;
  for (auto const& entry : std::filesystem::directory_iterator(folder, unreadable))
    if (is_data_file(entry.path().filename().string())) return true;
  return false;
}

/// What to do with a file that is no database of SQLite, by its ending; "" if that tells nothing.
[[nodiscard]] inline std::string advice_for(std::string const& path) {
  using t2s::detail::shell_word;
  auto const stem = std::filesystem::path(path).stem().string(), ending = text::lower(std::filesystem::path(path).extension().string());
  auto const made = shell_word((stem.starts_with('-') ? "./" : "") + stem + ".sqlite");
  auto const in_place = "name " + shell_word("duckdb:" + path);
  if (std::error_code absent; std::filesystem::is_directory(path, absent))
    return has_data_files(path) ? "DuckDB reads the data files in it in place: " + in_place : std::string();
  if (is_data_file(path)) {
    auto const advice = "DuckDB reads it in place: " + in_place;
    bool const is_plain = shell_word(path) == path && !path.starts_with('-');  // also for sqlite3, which has quotes of its own
    if (ending != ".csv" || !is_plain) return advice;
    return advice + "; or import it: sqlite3 " + made + " " + shell_word(".import --csv " + path + " " + stem);
  }
  if (ending == ".sql") return "it has SQL: make a database of it, sqlite3 " + made + " < " + shell_word(path);
  for (std::string_view const sheet : {".xlsx", ".xls", ".ods"})
    if (ending == sheet) return "save its sheets as CSV in a folder: DuckDB reads these in place, named duckdb:FOLDER";
  return {};
}

[[nodiscard]] inline sqlite_connection open_sqlite(std::string const& path, sqlite_options const& options) try {
  return sqlite_connection(path, options);
} catch (error const& e) {
  auto said = e.details();
  bool const is_other = said.code == errc::not_a_database || said.code == errc::not_a_file;
  auto advice = is_other ? advice_for(path) : std::string();
  if (advice.empty()) throw;
  said.remedy = std::move(advice);
  throw error(std::move(said));
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
  return {detail::open_sqlite(l.target, {.limits = limits, .immutable = options.immutable}), l.name};
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
