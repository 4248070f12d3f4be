// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_CONNECTION_HPP
#define T2S_DB_DUCKDB_CONNECTION_HPP

#include "t2s/db/detail/basic_connection.hpp"
#include "t2s/db/duckdb/detail/options.hpp"

#include <string>

namespace t2s::db {

#ifdef T2S_WITH_DUCKDB

/// DuckDB as `basic_connection` and `basic_pool` use it.
struct duckdb_driver : usual_driver {
  using options = duckdb_options;
  class backend;

  static constexpr char const *name = "a duckdb_connection", *for_threads = "db::duckdb";
  T2S_DECL static std::shared_ptr<detail::pool_core> open_pool(std::string const& where, options const& o);
};

#ifdef T2S_SEPARATE_COMPILATION
extern template class basic_connection<duckdb_driver>;
#endif

/// A DuckDB database, or Parquet, CSV and JSON files that DuckDB reads in place, that answers at once on the calling thread. There with the
/// CMake target t2s::duckdb; DuckDB itself is loaded when the first connection is made.
///
/// Whatever the SQL says, the files stay as they are: a guard refuses what is not one query or names a function of its list; DuckDB's own
/// parser must take it for one query; the file is opened for reading only and the transaction is READ ONLY; and DuckDB reaches no other
/// file, no network and no extension, and takes no settings any more.
///
/// Connections of a process to the same files with the same options share one instance of DuckDB with its memory and threads.
///
/// - The constructor's file that ends in .parquet, .csv, .tsv, .json, .jsonl or .ndjson, also with .gz or .zst behind it, becomes a view
///   that has its name without these; a folder becomes such views of all its files; every other file is a database. It throws
///   `t2s::error` with `errc::database_unreachable` if DuckDB is not found or older than 1.4; with `file_not_found`, `not_a_file`,
///   `file_unreadable` (no permission, another process holds it, a log that must be merged first), `not_a_database`, `corrupt_database`,
///   `no_tables`, and `invalid_argument` for options that DuckDB does not take.
/// - `schema()`: comments, and the values of enumerations, are descriptions.
/// - While DuckDB plans a statement the time limit is not looked at. Statements throw `file_unreadable` or `corrupt_database` if a file
///   turns out to be so.
/// - `can_write()` tells why this process could write to the files, or make some in their folders.
class duckdb_connection : public basic_connection<duckdb_driver> {
 public:
  using basic_connection::basic_connection;

  /// The path of the file or folder, absolute.
  [[nodiscard]] T2S_DECL std::string const& file() const noexcept;
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
