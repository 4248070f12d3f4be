// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_OPTIONS_HPP
#define T2S_DB_SQLITE_OPTIONS_HPP

#include <chrono>
#include <cstddef>

namespace t2s::db {

/// What one statement may take.
struct sqlite_limits {
  /// From the start of its compilation. Opening a file may take as long, and 2 seconds in any case. `errc::time_limit`
  std::chrono::nanoseconds time = std::chrono::seconds(5);

  /// `errc::row_limit`
  std::size_t rows = 100'000;

  /// The memory that its rows take here, each value at least `sizeof(value)`. `errc::size_limit`
  std::size_t bytes = std::size_t{64} << 20U;

  /// One text or blob, also inside an expression, and one row of a table that is read. An expression is not interrupted between its
  /// loops, so this also bounds how long each of its calls can take: at the default half a second, for LIKE with a long pattern.
  /// `errc::size_limit`
  std::size_t value_bytes = std::size_t{4} << 20U;

  /// Bytes of SQL. `errc::statement_too_long`
  std::size_t statement_bytes = 65'536;

  /// What SQLite may allocate in the whole process beyond what it holds when a connection is opened. It ends what the others cannot,
  /// such as a statement whose subqueries double at every level while it is compiled. `errc::size_limit`
  ///
  /// SQLite keeps no account of a connection, so this also holds for what the application itself does with SQLite while a connection
  /// is open. The lowest of the open connections counts; the limit is lifted when the last is closed. Nothing is set where the
  /// application has set a limit itself (`sqlite3_hard_heap_limit64`, `sqlite3_soft_heap_limit64`), and nothing for 0.
  std::size_t heap_bytes = std::size_t{1} << 30U;
};

/// How an SQLite file is opened.
struct sqlite_options {
  sqlite_limits limits{};  ///< of each statement

  /// The file cannot change while it is open: SQLite then takes no locks and looks for no journal and no write-ahead log beside it.
  bool immutable = false;

  /// How many statements `db::sqlite` runs at the same time, each on a thread and a connection of its own; at least 1.
  std::size_t connections = 1;
};

}  // namespace t2s::db

#endif
