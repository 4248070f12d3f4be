// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_CONNECTION_HPP
#define T2S_DB_SQLITE_CONNECTION_HPP

#include "t2s/db/database.hpp"
#include "t2s/db/detail/estimate.hpp"
#include "t2s/db/detail/limits.hpp"
#include "t2s/db/detail/sqlite_views.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

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

  /// What SQLite may allocate in the whole process beyond what it holds when a connection is opened. It ends what the others cannot,
  /// such as a statement whose subqueries double at every level while it is compiled. `errc::size_limit`
  ///
  /// SQLite has one account for the process: the lowest of the open connections counts, also for the application's own use of SQLite, until
  /// the last is closed. Nothing is set for 0, or where the application has set a limit itself.
  std::size_t heap_bytes = std::size_t{1} << 30U;

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

/// An SQLite file, opened for reading only, that answers at once on the calling thread.
///
/// Whatever the SQL says, the file stays as it is and no file appears beside it: it is opened read-only, and an authorizer lets pass
/// nothing but SELECT (also as VALUES, WITH and EXPLAIN), reading columns, and calling functions that come with SQLite and touch
/// nothing outside the database. Sorting and grouping of much data may use SQLite's temporary files, elsewhere and deleted at once.
///
/// Thread safety: one thread at a time, save `interrupt()`; a second one gets `error` with `errc::invalid_argument`. A moved-from object
/// can only be assigned to and destroyed.
class sqlite_connection {
 public:
  /// Opens the file and reads its schema.
  ///
  /// Throws `t2s::error` with `errc::file_not_found`, `not_a_file` (a directory, a pipe), `file_unreadable` (no permission, locked by
  /// a writer, a log that cannot be read without writing, no memory), `not_a_database`, `corrupt_database`, or `no_tables` (also an empty
  /// file). The path is taken as it is: ":memory:" is a file name.
  T2S_DECL explicit sqlite_connection(std::string const& file, sqlite_options const& options = {});

  T2S_DECL sqlite_connection(sqlite_connection&&) noexcept;             ///< takes the connection over
  T2S_DECL sqlite_connection& operator=(sqlite_connection&&) noexcept;  ///< takes the connection over and closes its own
  T2S_DECL ~sqlite_connection();

  /// Tables and views as they were at opening. Not listed are SQLite's own tables and those that belong to virtual tables. A view or
  /// virtual table whose columns cannot be read has none, and a note that says why.
  [[nodiscard]] T2S_DECL t2s::schema::database const& schema() const noexcept;

  /// The path of the file, absolute.
  [[nodiscard]] T2S_DECL std::string const& file() const noexcept;

  /// Runs exactly one statement. Comments, white space and semicolons around it do not count.
  ///
  /// The failure of the outcome is SQLite's own or a limit's (see `sqlite_limits`); further
  /// `errc::no_statement`, `several_statements`, and `sql_syntax` for a statement with a NUL byte.
  ///
  /// Throws `t2s::error` with `errc::cancelled` when `stop` is requested or `interrupt()` is called, at once if the statement is
  /// running, with `corrupt_database`, `not_a_database` or `file_unreadable` if the file turns out to be so, and with
  /// `file_unwritable` if SQLite cannot write the temporary files that it sorts with.
  [[nodiscard]] T2S_DECL execution execute(std::string const& sql, std::stop_token stop = {});

  /// The same within limits of its own for time, rows, bytes and the length of a value, as `each_row` takes them.
  [[nodiscard]] T2S_DECL execution execute(std::string const& sql, sqlite_limits const& within, std::stop_token stop = {});

  /// `SELECT * FROM table LIMIT n`; the failure is `errc::no_such_table` if the schema has none of that name. Else as `execute`.
  [[nodiscard]] T2S_DECL execution sample(std::string const& table, std::size_t n, std::stop_token stop = {});

  /// At most `limit` different values of the column, in no order, NULL left out. Of a table of more than `sqlite_options::distinct_rows`
  /// rows only `sampled_rows` are looked at: the newest, and rows from all over the table; of a view, a virtual table or one without row
  /// ids the first `distinct_rows`. The failure is then `errc::row_limit` and says so, with the values that were found; but where the
  /// column has an index and not more values than `limit`, all are found. The failure is `errc::no_such_table` or `no_such_column` if the
  /// schema has none of that name. Else as `execute`.
  [[nodiscard]] T2S_DECL execution distinct(std::string const& table, std::string const& column, std::size_t limit,
                                            std::stop_token stop = {});

  /// Runs exactly one statement and hands its rows over one by one, so that they need not fit into memory: the limits of rows and bytes do
  /// not count, that of time does. A row is valid during the call. Returns what ended the statement before its last row, if anything did.
  ///
  /// Throws as `execute`, and what `take` throws.
  T2S_DECL std::optional<failure> each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                           std::stop_token stop = {});

  /// The same within limits of its own for time, rows, bytes and the length of a value, which all count: bytes as `sqlite_limits` says, but
  /// of all rows that were handed over. A file that another process has locked is waited for no longer than the connection's own time.
  T2S_DECL std::optional<failure> each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                           sqlite_limits const& within, std::stop_token stop = {});

  /// What a statement would read, without running it: from SQLite's plan and the sizes of the tables, which come from `sqlite_stat1` or
  /// their greatest row numbers, so that no table is read. There is no cost for a statement with a recursive CTE, or with a table whose
  /// size is known in neither way. Refuses what `execute` refuses, and throws as that.
  [[nodiscard]] T2S_DECL estimation estimate(std::string const& sql, std::stop_token stop = {});

  /// From now on statements read nothing of the file but through these views, whatever they say; `sample` and `distinct` fail. To be called
  /// once, by `db::policy::restricted`. Throws `t2s::error` with SQLite's words where a view cannot be made; then nothing may be read.
  T2S_DECL void read_only_through(sqlite_views views);

  /// Ends the statement that is running, if one is. May be called by any thread while the object exists and is not being moved.
  T2S_DECL void interrupt() noexcept;

 private:
  class state;
  std::unique_ptr<state> state_;
};

static_assert(Database<sqlite_connection> && Estimating<sqlite_connection>);

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/detail/sqlite_connection.ipp"
#endif

#endif
