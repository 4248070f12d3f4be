// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_OPTIONS_HPP
#define T2S_DB_SQLITE_DETAIL_OPTIONS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/estimate.hpp"
#include "t2s/db/detail/limits.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace t2s::db {

namespace detail {

/// What a compiled statement would read, if that is known.
T2S_DECL std::optional<statement_cost> cost_of_sqlite(sqlite3* db, sqlite3_stmt* s, t2s::schema::database const& schema);

}  // namespace detail

/// How many rows a statement may read by an estimate: a number, or none. The estimate comes with the number, so that a program without such
/// a limit does not compile it.
class sqlite_reading_limit {
 public:
  /// Estimates a compiled statement.
  using estimator = std::optional<statement_cost> (*)(sqlite3*, sqlite3_stmt*, t2s::schema::database const&);

  /// No limit.
  sqlite_reading_limit() noexcept = default;
  /// At most so many rows; `unlimited_rows` means no limit.
  sqlite_reading_limit(std::size_t rows) noexcept : rows_(rows), cost_(rows == unlimited_rows ? nullptr : detail::cost_of_sqlite) {}

  operator std::size_t() const noexcept { return rows_; }          ///< `unlimited_rows` without a limit
  [[nodiscard]] estimator cost() const noexcept { return cost_; }  ///< null without a limit

 private:
  std::size_t rows_ = unlimited_rows;
  estimator cost_ = nullptr;
};

/// What one statement may take.
struct sqlite_limits {
  /// From the start of its compilation. Opening a file may take as long, and 2 seconds in any case. `errc::time_limit`
  std::chrono::nanoseconds time = std::chrono::seconds(5);

  /// `errc::row_limit`
  std::size_t rows = 100'000;

  /// The memory that its rows take here, each value at least `sizeof(value)`. `errc::size_limit`
  std::size_t bytes = std::size_t{64} << 20U;

  /// One text or blob, also inside an expression, and one row of a table that is read. It also bounds how long one call within an
  /// expression takes: at the default half a second, for LIKE with a long pattern. `errc::size_limit`
  std::size_t value_bytes = std::size_t{4} << 20U;

  /// Bytes of SQL. `errc::statement_too_long`
  std::size_t statement_bytes = 65'536;

  /// What SQLite may allocate in the whole process beyond what it holds when a connection is opened: the lowest of the open connections
  /// counts, also for the application's own use of SQLite, until the last is closed. Nothing is set for 0, or where the application has set
  /// a limit itself.
  /// `errc::size_limit`
  std::size_t heap_bytes = std::size_t{1} << 30U;

  /// What SQLite may write to temporary files, where it sorts and groups what does not fit into its memory, for all statements of a
  /// connection together. `errc::size_limit`
  std::uint64_t temporary_bytes = std::uint64_t{1} << 30U;

  /// What it may read by an estimate before it is run, as `statement_limits::rows_read` says. `errc::too_costly`
  sqlite_reading_limit rows_read{};

  /// Those that every engine has.
  operator statement_limits() const noexcept { return {time, rows, bytes, value_bytes, statement_bytes, rows_read}; }
};

/// How an SQLite file is opened.
struct sqlite_options {
  sqlite_limits limits{};  ///< of each statement

  /// The file cannot change while it is open: SQLite then takes no locks and looks for no journal and no write-ahead log beside it.
  bool immutable = false;

  /// How many statements `db::sqlite` runs at the same time, each on a thread and a connection of its own; at least 1.
  std::size_t connections = 1;

  /// A table of more rows `distinct` does not read whole.
  std::size_t distinct_rows = 1'000'000;

  /// How many rows of such a table it looks at; at least 1000, and no more than `distinct_rows`.
  std::size_t sampled_rows = 200'000;
};

/// A view that a connection to an SQLite file makes for itself alone.
struct sqlite_view {
  std::string name{};        ///< that nobody can guess
  std::string definition{};  ///< "CREATE TEMP VIEW ...", a statement of this name
};

/// The views through which alone a file is read, as db/policy makes them.
struct sqlite_views {
  std::vector<sqlite_view> views{};     ///< in the order in which they are made: one may read those before it
  std::vector<std::string> within{};    ///< names of common table expressions in the views, which nobody can guess either
  std::vector<std::string> directly{};  ///< sources that statements may read themselves, such as `json_each`
  std::vector<std::string> counted{};   ///< tables all rows of which may be counted: SQLite does not say within which view it does so
  std::string prefix{};                 ///< of all common table expressions of statements: their rows may be counted, too
  std::string hash{};                   ///< name of a function of one value that hides it, for use in the views; "" for none
  std::string key{};                    ///< goes into what that function gives
};

}  // namespace t2s::db

#endif
