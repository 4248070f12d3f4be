// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_CONNECTION_HPP
#define T2S_DB_MYSQL_CONNECTION_HPP

#include "t2s/db/database.hpp"
#include "t2s/db/detail/estimate.hpp"
#include "t2s/db/mysql/detail/options.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace t2s::db {

#ifdef T2S_WITH_MYSQL

/// A connection to a MariaDB server, version 10.2 or newer, or to a MySQL server, version 5.7.8 or newer, that answers at once on the
/// calling thread. There with the CMake target t2s::mysql.
///
/// Whatever the SQL says, the database stays as it is: a guard refuses what is not one query or calls a function of its list; the server
/// prepares a statement first, which is not run if it gives no rows; and it runs in a transaction that is READ ONLY and rolled back. What
/// the user of the server may read can be read; docs/mysql.md says how to make one that can do nothing else.
///
/// A connection that breaks is replaced at the next statement, which tries for `mysql_options::reconnect_time`.
///
/// Thread safety: one thread at a time, save `interrupt()`; a second one gets `error` with `errc::invalid_argument`. A moved-from object
/// can only be assigned to and destroyed.
class mysql_connection {
 public:
  /// Connects and reads the schema. `server` is `mysql://user:password@host:port/database?option=value`, or the name of a database, the
  /// rest of which comes from the client's option files (`~/.my.cnf`); a password that is not given comes from `MYSQL_PWD`. docs/mysql.md
  /// has the options.
  ///
  /// Throws `t2s::error` with `errc::database_unreachable`, `database_timeout`, `database_tls_failed`, `database_login_failed`,
  /// `database_not_found`, `database_busy` (no connection is free) or `database_lost`; with `no_tables` if the user sees none, and
  /// `invalid_argument` for a URL that is not of this form, for one without a database, and for options that the server does not take.
  T2S_DECL explicit mysql_connection(std::string const& server, mysql_options const& options = {});

  T2S_DECL mysql_connection(mysql_connection&&) noexcept;             ///< takes the connection over
  T2S_DECL mysql_connection& operator=(mysql_connection&&) noexcept;  ///< takes the connection over and closes its own
  T2S_DECL ~mysql_connection();

  /// Tables and views of the database that the user may read, as they were at the beginning. Their comments, and the values of enumerations
  /// and sets, are descriptions.
  [[nodiscard]] T2S_DECL t2s::schema::database const& schema() const noexcept;

  /// Runs exactly one query. Comments, white space and semicolons around it do not count.
  ///
  /// The failure of the outcome is the guard's, the server's own or a limit's.
  ///
  /// Throws `t2s::error` with `errc::cancelled` when `stop` is requested or `interrupt()` is called, at once; with `database_lost` if the
  /// connection breaks meanwhile; and what the constructor throws if there is none and none can be made.
  [[nodiscard]] T2S_DECL execution execute(std::string const& sql, std::stop_token stop = {});

  /// The same within limits of its own, which all count.
  [[nodiscard]] T2S_DECL execution execute(std::string const& sql, statement_limits const& within, std::stop_token stop = {});

  /// Any `n` rows of a table: those that the server comes upon first, without sorting and without reading more. The failure is
  /// `errc::no_such_table` if the schema has none of that name. Else as `execute`.
  [[nodiscard]] T2S_DECL execution sample(std::string const& table, std::size_t n, std::stop_token stop = {});

  /// At most `limit` different values of the column in no order, NULL left out, among the first `mysql_options::distinct_rows` rows. The
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

  /// Why the connection could write, or reach beyond the database, if nothing of this library stood before it: a sentence a reason. Empty
  /// for a user that can only read. Throws as `execute`.
  [[nodiscard]] T2S_DECL std::vector<std::string> can_write();

  /// What a statement would read, without running it: by the server's plan (EXPLAIN). Refuses what `execute` refuses, and
  /// throws as that.
  [[nodiscard]] T2S_DECL estimation estimate(std::string const& sql, std::stop_token stop = {});

  /// Ends the statement that is running, if one is. May be called by any thread while the object exists and is not being moved.
  T2S_DECL void interrupt() noexcept;

 private:
  class state;
  std::unique_ptr<state> state_;
};

static_assert(Database<mysql_connection> && Estimating<mysql_connection>);

#else

/// MySQL needs MariaDB Connector/C: this stands in its place and does not compile when it is used.
class mysql_connection {
 public:
  /// Takes any arguments, and does not compile.
  template <class... Arguments>
  explicit mysql_connection(Arguments&&...) {
    static_assert(sizeof...(Arguments) > 1000,
                  "t2s: db::mysql_connection needs MariaDB Connector/C: install it (Debian: libmariadb-dev) and link t2s::mysql");
  }
};

#endif

}  // namespace t2s::db

#if defined(T2S_WITH_MYSQL) && !defined(T2S_SEPARATE_COMPILATION)
#include "t2s/db/mysql/detail/connection.ipp"
#endif

#endif
