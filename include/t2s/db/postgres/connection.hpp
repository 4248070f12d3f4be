// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_CONNECTION_HPP
#define T2S_DB_POSTGRES_CONNECTION_HPP

#include "t2s/db/detail/basic_connection.hpp"
#include "t2s/db/postgres/detail/options.hpp"

namespace t2s::db {

#ifdef T2S_WITH_POSTGRES

/// PostgreSQL as `basic_connection` and `basic_pool` use it.
struct postgres_driver : usual_driver {
  using options = postgres_options;
  class backend;

  static constexpr char const *name = "a postgres_connection", *for_threads = "db::postgres";
  T2S_DECL static std::shared_ptr<detail::pool_core> open_pool(std::string const& where, options const& o);
};

#ifdef T2S_SEPARATE_COMPILATION
extern template class basic_connection<postgres_driver>;
#endif

/// A connection to a PostgreSQL server, version 12 or newer, that answers at once on the calling thread. There with the CMake target
/// t2s::postgres.
///
/// Whatever the SQL says, the database stays as it is: a guard refuses what is not one query or calls a function of its list, a statement
/// is sent where PostgreSQL's grammar takes nothing but a query, and it runs in a transaction that is READ ONLY and rolled back. What the
/// role may read can be read; docs/postgres.md says how to make one that can do nothing else.
///
/// A connection that breaks is replaced at the next statement, which tries for `postgres_options::reconnect_time`.
///
/// - The constructor takes a connection string or URL as libpq reads it, or the name of a database; what it leaves open comes from
///   libpq's environment variables and files (`PGHOST`, `~/.pgpass`, ...). It throws `t2s::error` with `errc::database_unreachable`,
///   `database_timeout`, `database_tls_failed`, `database_login_failed`, `database_not_found`, `database_busy` (no connection is free) or
///   `database_lost`; with `no_tables` if the role sees none, and `invalid_argument` for a string that libpq does not read and for
///   options that the server does not take.
/// - `schema()` has tables, partitioned tables without their partitions, foreign tables, views and materialized views that the role may
///   read. Their comments, and the values of enumerations, are descriptions.
/// - Statements throw `database_lost` if the connection breaks meanwhile.
/// - `distinct`: where the server's statistics at connecting say that a table has more than `postgres_options::distinct_rows` rows, those
///   of pages from all over it are looked at.
class postgres_connection : public basic_connection<postgres_driver> {
 public:
  using basic_connection::basic_connection;
};

static_assert(Database<postgres_connection> && Estimating<postgres_connection>);

#else

/// PostgreSQL needs libpq: this stands in its place and does not compile when it is used.
class postgres_connection {
 public:
  /// Does not compile, and says why.
  template <class... Arguments>
  explicit postgres_connection(Arguments&&...) {
    static_assert(sizeof...(Arguments) > 1000,
                  "t2s: db::postgres_connection needs libpq: install it (Debian: libpq-dev) and link t2s::postgres");
  }
};

#endif

}  // namespace t2s::db

#if defined(T2S_WITH_POSTGRES) && !defined(T2S_SEPARATE_COMPILATION)
#include "t2s/db/postgres/detail/connection.ipp"
#endif

#endif
