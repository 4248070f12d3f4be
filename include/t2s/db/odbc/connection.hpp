// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ODBC_CONNECTION_HPP
#define T2S_DB_ODBC_CONNECTION_HPP

#include "t2s/db/database.hpp"
#include "t2s/db/odbc/detail/options.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace t2s::db {

#ifdef T2S_WITH_ODBC

/// A database that has an ODBC driver, which answers at once on the calling thread. There with the CMake target t2s::odbc.
///
/// The SQL is that of the engine behind the driver, as the driver names it: PostgreSQL, MySQL, MariaDB, SQLite or DuckDB. Of any other
/// engine `odbc_options::dialect` must say which of these its SQL is like.
///
/// Whatever the SQL says, the database stays as it is: a guard refuses what is not one query or calls a function of its list, the session
/// is read-only where driver and engine have that, and each statement runs in a transaction that is rolled back. docs/odbc.md says what
/// each engine has; log in as a role that can only read.
///
/// A connection that breaks is replaced at the next statement.
///
/// Thread safety: one thread at a time, save `interrupt()`; a second one gets `error` with `errc::invalid_argument`. A moved-from object
/// can only be assigned to and destroyed.
class odbc_connection {
 public:
  /// Connects and reads the schema. `source` is a connection string, "DSN=shop;UID=reader" or "Driver=SQLite3;Database=shop.sqlite", or the
  /// name of a data source.
  ///
  /// Throws `t2s::error` with `errc::database_unreachable` (also: there is no such driver or data source), `database_timeout`,
  /// `database_login_failed`, `database_not_found`, `database_busy` or `database_lost`; with `no_tables` if it sees none, and
  /// `invalid_argument` for an engine whose dialect is not known.
  T2S_DECL explicit odbc_connection(std::string const& source, odbc_options const& options = {});

  T2S_DECL odbc_connection(odbc_connection&&) noexcept;             ///< takes the connection over
  T2S_DECL odbc_connection& operator=(odbc_connection&&) noexcept;  ///< takes the connection over and closes its own
  T2S_DECL ~odbc_connection();

  /// Tables and views as they were at the beginning, as far as the driver lists them.
  [[nodiscard]] T2S_DECL t2s::schema::database const& schema() const noexcept;

  /// What the driver calls the engine, with its version: "PostgreSQL 15.3".
  [[nodiscard]] T2S_DECL std::string const& engine() const noexcept;

  /// Runs exactly one query. Comments, white space and semicolons around it do not count.
  ///
  /// The failure of the outcome is the guard's, the engine's own or a limit's.
  ///
  /// Throws `t2s::error` with `errc::cancelled` when `stop` is requested or `interrupt()` is called, as soon as the driver lets go of the
  /// statement; with `database_lost` if the connection breaks meanwhile; and what the constructor throws if there is none and none can be
  /// made.
  [[nodiscard]] T2S_DECL execution execute(std::string const& sql, std::stop_token stop = {});

  /// The same within limits of its own, which all count.
  [[nodiscard]] T2S_DECL execution execute(std::string const& sql, statement_limits const& within, std::stop_token stop = {});

  /// Any `n` rows of a table: those that the engine comes upon first. The failure is `errc::no_such_table` if the schema has none of that
  /// name. Else as `execute`.
  [[nodiscard]] T2S_DECL execution sample(std::string const& table, std::size_t n, std::stop_token stop = {});

  /// At most `limit` different values of the column in no order, NULL left out, among the first `odbc_options::distinct_rows` rows. The
  /// failure is `errc::row_limit`, with the values that were found, where that may not have been all; `errc::no_such_table` or
  /// `no_such_column` if the schema has none of that name. Else as `execute`.
  [[nodiscard]] T2S_DECL execution distinct(std::string const& table, std::string const& column, std::size_t limit,
                                            std::stop_token stop = {});

  /// Runs exactly one query and hands its rows over one by one as they come, so that they need not fit into memory, if the driver does not
  /// keep them itself: the limits of rows and bytes do not count, that of time does. A row is valid during the call. Returns what ended the
  /// statement before its last row, if anything did. `take` may not use this connection.
  ///
  /// Throws as `execute`, and what `take` throws.
  T2S_DECL std::optional<failure> each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                           std::stop_token stop = {});

  /// The same within limits of its own, which all count: bytes are those of all rows that were handed over.
  T2S_DECL std::optional<failure> each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                           statement_limits const& within, std::stop_token stop = {});

  /// Why the connection could write, if nothing of this library stood before it, as far as ODBC tells: a sentence a reason. Empty where the
  /// driver says that the data source is read-only, or that no listed table can be written. Throws as `execute`.
  [[nodiscard]] T2S_DECL std::vector<std::string> can_write();

  /// Ends the statement that is running, if one is. May be called by any thread while the object exists and is not being moved.
  T2S_DECL void interrupt() noexcept;

 private:
  class state;
  std::unique_ptr<state> state_;
};

static_assert(Database<odbc_connection>);

#else

/// ODBC needs unixODBC: this stands in its place and does not compile when it is used.
class odbc_connection {
 public:
  /// Does not compile, and says why.
  template <class... Arguments>
  explicit odbc_connection(Arguments&&...) {
    static_assert(sizeof...(Arguments) > 1000,
                  "t2s: db::odbc_connection needs unixODBC: install it (Debian: unixodbc-dev) and link t2s::odbc");
  }
};

#endif

}  // namespace t2s::db

#if defined(T2S_WITH_ODBC) && !defined(T2S_SEPARATE_COMPILATION)
#include "t2s/db/odbc/detail/connection.ipp"
#endif

#endif
