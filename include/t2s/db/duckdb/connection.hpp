// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_CONNECTION_HPP
#define T2S_DB_DUCKDB_CONNECTION_HPP

#include "t2s/db/database.hpp"
#include "t2s/db/detail/estimate.hpp"
#include "t2s/db/duckdb/detail/options.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace t2s::db {

#ifdef T2S_WITH_DUCKDB

/// A DuckDB database, or Parquet, CSV and JSON files that DuckDB reads in place, that answers at once on the calling thread. There with the
/// CMake target t2s::duckdb; DuckDB itself is loaded when the first connection is made.
///
/// Whatever the SQL says, the files stay as they are: a guard refuses what is not one query or names a function of its list; DuckDB's own
/// parser must take it for one query; the file is opened for reading only and the transaction is READ ONLY; and DuckDB reaches no other
/// file, no network and no extension, and takes no settings any more.
///
/// Connections of a process to the same files with the same options share one instance of DuckDB with its memory and threads.
///
/// Thread safety: one thread at a time, save `interrupt()`; a second one gets `error` with `errc::invalid_argument`. A moved-from object
/// can only be assigned to and destroyed.
class duckdb_connection {
 public:
  /// Opens `file` and reads its schema. A file that ends in .parquet, .csv, .tsv, .json, .jsonl or .ndjson, also with .gz or .zst behind
  /// it, becomes a view that has its name without these; a folder becomes such views of all its files; every other file is a database.
  ///
  /// Throws `t2s::error` with `errc::database_unreachable` if DuckDB is not found or older than 1.4; with `file_not_found`, `not_a_file`,
  /// `file_unreadable` (no permission, another process holds it, a log that must be merged first), `not_a_database`, `corrupt_database`,
  /// `no_tables`, and `invalid_argument` for options that DuckDB does not take.
  T2S_DECL explicit duckdb_connection(std::string const& file, duckdb_options const& options = {});

  T2S_DECL duckdb_connection(duckdb_connection&&) noexcept;             ///< takes the connection over
  T2S_DECL duckdb_connection& operator=(duckdb_connection&&) noexcept;  ///< takes the connection over and closes its own
  T2S_DECL ~duckdb_connection();

  /// Tables and views as they were at opening: those whose names need no schema before them. Their comments, and the values of
  /// enumerations, are descriptions.
  [[nodiscard]] T2S_DECL t2s::schema::database const& schema() const noexcept;

  /// The path of the file or folder, absolute.
  [[nodiscard]] T2S_DECL std::string const& file() const noexcept;

  /// Runs exactly one query. Comments, white space and semicolons around it do not count.
  ///
  /// The failure of the outcome is the guard's, DuckDB's own or a limit's. While DuckDB plans a statement the time limit is not looked at.
  ///
  /// Throws `t2s::error` with `errc::cancelled` when `stop` is requested or `interrupt()` is called, at once; and with `file_unreadable` or
  /// `corrupt_database` if a file turns out to be so.
  [[nodiscard]] T2S_DECL execution execute(std::string const& sql, std::stop_token stop = {});

  /// The same within limits of its own, which all count.
  [[nodiscard]] T2S_DECL execution execute(std::string const& sql, statement_limits const& within, std::stop_token stop = {});

  /// Any `n` rows of a table: those that DuckDB comes upon first. The failure is `errc::no_such_table` if the schema has none of that name.
  /// Else as `execute`.
  [[nodiscard]] T2S_DECL execution sample(std::string const& table, std::size_t n, std::stop_token stop = {});

  /// At most `limit` different values of the column in no order, NULL left out, among the first `duckdb_options::distinct_rows` rows. The
  /// failure is `errc::row_limit`, with the values that were found, where that may not have been all; `errc::no_such_table` or
  /// `no_such_column` if the schema has none of that name. Else as `execute`.
  [[nodiscard]] T2S_DECL execution distinct(std::string const& table, std::string const& column, std::size_t limit,
                                            std::stop_token stop = {});

  /// Runs exactly one query and hands its rows over one by one as they come, so that they need not fit into memory: the limits of rows and
  /// bytes do not count, that of time does. A row is valid during the call. Returns what ended the statement before its last row, if
  /// anything did. `take` may not use this connection.
  ///
  /// Throws as `execute`, and what `take` throws.
  T2S_DECL std::optional<failure> each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                           std::stop_token stop = {});

  /// The same within limits of its own, which all count: bytes are those of all rows that were handed over.
  T2S_DECL std::optional<failure> each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                           statement_limits const& within, std::stop_token stop = {});

  /// Why this process could write to the files, if nothing of this library stood before it: a sentence a reason. Empty for files that it
  /// can only read, in folders in which it can make none. Throws as `execute`.
  [[nodiscard]] T2S_DECL std::vector<std::string> can_write();

  /// What a statement would read, without running it: by DuckDB's plan (EXPLAIN) and the sizes in its catalogue. Refuses what `execute`
  /// refuses, and throws as that.
  [[nodiscard]] T2S_DECL estimation estimate(std::string const& sql, std::stop_token stop = {});

  /// Ends the statement that is running, if one is. May be called by any thread while the object exists and is not being moved.
  T2S_DECL void interrupt() noexcept;

 private:
  class state;
  std::unique_ptr<state> state_;
};

static_assert(Database<duckdb_connection> && Estimating<duckdb_connection>);

#else

/// DuckDB is loaded at run time: this stands in its place and does not compile when it is used.
class duckdb_connection {
 public:
  /// Does not compile, and says why.
  template <class... Arguments>
  explicit duckdb_connection(Arguments&&...) {
    static_assert(sizeof...(Arguments) > 1000, "t2s: db::duckdb_connection needs the means to load a library: link t2s::duckdb");
  }
};

#endif

}  // namespace t2s::db

#if defined(T2S_WITH_DUCKDB) && !defined(T2S_SEPARATE_COMPILATION)
#include "t2s/db/duckdb/detail/connection.ipp"
#endif

#endif
