// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_CONNECTION_HPP
#define T2S_DB_MYSQL_CONNECTION_HPP

#include "t2s/db/detail/basic_connection.hpp"
#include "t2s/db/mysql/detail/options.hpp"

namespace t2s::db {

#ifdef T2S_WITH_MYSQL

/// MariaDB and MySQL as `basic_connection` and `basic_pool` use it.
struct mysql_driver : usual_driver {
  using options = mysql_options;
  class backend;

  static constexpr char const *name = "a mysql_connection", *for_threads = "db::mysql";
  T2S_DECL static std::shared_ptr<detail::pool_core> open_pool(std::string const& where, options const& o);
};

#ifdef T2S_SEPARATE_COMPILATION
extern template class basic_connection<mysql_driver>;
#endif

/// A connection to a MariaDB server, version 10.2 or newer, or to a MySQL server, version 5.7.8 or newer, that answers at once on the
/// calling thread. There with the CMake target t2s::mysql.
///
/// Whatever the SQL says, the database stays as it is: a guard refuses what is not one query or calls a function of its list; the server
/// prepares a statement first, which is not run if it gives no rows; and it runs in a transaction that is READ ONLY and rolled back. What
/// the user of the server may read can be read; docs/mysql.md says how to make one that can do nothing else.
///
/// A connection that breaks is replaced at the next statement, which tries for `mysql_options::reconnect_time`.
///
/// - The constructor takes `mysql://user:password@host:port/database?option=value`, or the name of a database, the rest of which comes
///   from the client's option files (`~/.my.cnf`); a password that is not given comes from `MYSQL_PWD`. docs/mysql.md has the options. It
///   throws `t2s::error` with `errc::database_unreachable`, `database_timeout`, `database_tls_failed`, `database_login_failed`,
///   `database_not_found`, `database_busy` (no connection is free) or `database_lost`; with `no_tables` if the user sees none, and
///   `invalid_argument` for a URL that is not of this form, for one without a database, and for options that the server does not take.
/// - `schema()` has the tables and views of the database that the user may read. Their comments, and the values of enumerations and sets,
///   are descriptions.
/// - Statements throw `database_lost` if the connection breaks meanwhile.
class mysql_connection : public basic_connection<mysql_driver> {
 public:
  using basic_connection::basic_connection;
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
