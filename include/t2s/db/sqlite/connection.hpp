// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_CONNECTION_HPP
#define T2S_DB_SQLITE_CONNECTION_HPP

#include "t2s/db/detail/basic_connection.hpp"

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

/// SQLite as `basic_connection` and `basic_pool` use it.
struct sqlite_driver : usual_driver {
  using options = sqlite_options;
  using limits = sqlite_limits;
  class backend;

  static constexpr char const *name = "an sqlite_connection", *for_threads = "db::sqlite";
  T2S_DECL static std::shared_ptr<detail::pool_core> open_pool(std::string const& where, options const& o);
  static constexpr bool nests = true;
  static constexpr bool tells_write_access = false;
};

#ifdef T2S_SEPARATE_COMPILATION
extern template class basic_connection<sqlite_driver>;
#endif

/// An SQLite file, opened for reading only, that answers at once on the calling thread.
///
/// Whatever the SQL says, the file stays as it is and no file appears beside it: it is opened read-only, and an authorizer lets pass
/// nothing but SELECT (also as VALUES, WITH and EXPLAIN), reading columns, and calling functions that come with SQLite and touch
/// nothing outside the database. Sorting and grouping of much data may use SQLite's temporary files, elsewhere and deleted at once.
///
/// - The constructor takes the path as it is: ":memory:" is a file name. It throws `t2s::error` with `errc::file_not_found`, `not_a_file`
///   (a directory, a pipe), `file_unreadable` (no permission, locked by a writer, a log that cannot be read without writing, no memory),
///   `not_a_database`, `corrupt_database`, or `no_tables` (also an empty file).
/// - `schema()` has no tables of SQLite itself or of virtual tables. What cannot be read has no columns, and a note that says why.
/// - Statements throw `corrupt_database`, `not_a_database` or `file_unreadable` if the file turns out to be so, and `file_unwritable` if
///   SQLite cannot write its temporary files. `each_row` may use the connection itself.
/// - `distinct` looks at `sampled_rows` of a table of more than `sqlite_options::distinct_rows` rows: the newest, and others from all
///   over it; of a view, a virtual table or one without row ids at the first `distinct_rows`. With an index of the column it finds all
///   values.
/// - `estimate` has no cost for a statement with a recursive CTE, or with a table whose size neither `sqlite_stat1` nor row numbers tell.
class sqlite_connection : public basic_connection<sqlite_driver> {
 public:
  using basic_connection::basic_connection;

  /// The path of the file, absolute.
  [[nodiscard]] T2S_DECL std::string const& file() const noexcept;

  /// From now on statements read nothing of the file but through these views, whatever they say; `sample` and `distinct` fail. To be called
  /// once, by `db::policy::restricted`. Throws `t2s::error` with SQLite's words where a view cannot be made; then nothing may be read.
  T2S_DECL void read_only_through(sqlite_views views);
};

static_assert(Database<sqlite_connection> && Estimating<sqlite_connection>);

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/sqlite/detail/connection.ipp"
#endif

#endif
