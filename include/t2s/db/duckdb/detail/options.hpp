// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_OPTIONS_HPP
#define T2S_DB_DUCKDB_DETAIL_OPTIONS_HPP

#include "t2s/db/detail/limits.hpp"
#include "t2s/db/duckdb/detail/denied_functions.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace t2s::db {

namespace unsafe {

/// What keeps statements from doing harm. Only a test switches one off, to see that the others do.
struct duckdb_layers {
  bool guard = true;         ///< what `duckdb_options::guard` refuses is not given to DuckDB
  bool only_queries = true;  ///< DuckDB's own parser must find one statement, and take it for a query
  bool read_only = true;     ///< the file is opened for reading only, and a statement runs in a transaction that is READ ONLY
  bool enclosed = true;      ///< DuckDB reaches no file but those that were named, loads no extension, and takes no settings any more
};

}  // namespace unsafe

/// How DuckDB is used, beside the file.
struct duckdb_options {
  statement_limits limits{};               ///< of each statement
  statement_guard guard = duckdb_guard();  ///< what is refused before DuckDB sees it

  /// DuckDB itself, version 1.4 or newer, a path such as "/opt/duckdb/libduckdb.so". If empty, the environment variable
  /// T2S_DUCKDB_LIBRARY names it; else it is looked for where the system has its libraries.
  std::string library{};

  /// Further Parquet, CSV and JSON files, or folders of them, that are read in place beside the first.
  std::vector<std::string> more_files{};

  /// The schemas whose tables are shown, in the order in which names are looked up; "main" comes after them and is shown only if there is
  /// none here.
  std::vector<std::string> schemas{};
  bool every_schema = false;  ///< all are shown, after `schemas`

  /// In which times are shown and "today" is meant; "" is the system's.
  std::string time_zone = "UTC";

  /// How many rows `distinct` looks at, at most: those that DuckDB comes upon first.
  std::size_t distinct_rows = 1'000'000;

  /// What DuckDB may take in memory; nothing is ever written to disk instead. `errc::size_limit`
  std::size_t memory_bytes = std::size_t{2} << 30U;

  /// How many threads one statement uses; 0 is one a core.
  std::size_t threads = 0;

  /// How many statements `db::duckdb` runs at the same time, each on a thread of its own; at least 1.
  std::size_t connections = 4;

  unsafe::duckdb_layers layers{};  ///< leave it as it is
};

}  // namespace t2s::db

#endif
