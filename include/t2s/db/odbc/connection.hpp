// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ODBC_CONNECTION_HPP
#define T2S_DB_ODBC_CONNECTION_HPP

#include "t2s/db/detail/basic_connection.hpp"
#include "t2s/db/odbc/detail/options.hpp"

#include <string>

namespace t2s::db {

#ifdef T2S_WITH_ODBC

/// ODBC as `basic_connection` uses it.
struct odbc_driver : usual_driver {
  using options = odbc_options;
  class backend;

  static constexpr char const *name = "an odbc_connection", *for_threads = "a connection for each thread";
  static constexpr bool tells_cost = false;
};

#ifdef T2S_SEPARATE_COMPILATION
extern template class basic_connection<odbc_driver>;
#endif

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
/// - The constructor takes a connection string, "DSN=shop;UID=reader" or "Driver=SQLite3;Database=shop.sqlite", or the name of a data
///   source. It throws `t2s::error` with `errc::database_unreachable` (also: there is no such driver or data source), `database_timeout`,
///   `database_login_failed`, `database_not_found`, `database_busy` or `database_lost`; with `no_tables` if it sees none, and
///   `invalid_argument` for an engine whose dialect is not known.
/// - A statement that is cancelled ends as soon as the driver lets go of it. It throws `database_lost` if the connection breaks
///   meanwhile.
/// - `each_row` keeps no rows, if the driver does not keep them itself.
/// - `can_write()` is empty where the driver says that the data source is read-only.
class odbc_connection : public basic_connection<odbc_driver> {
 public:
  using basic_connection::basic_connection;

  /// What the driver calls the engine, with its version: "PostgreSQL 15.3".
  [[nodiscard]] T2S_DECL std::string const& engine() const noexcept;
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
