// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_CONNECTION_HPP
#define T2S_DB_POSTGRES_CONNECTION_HPP

#include "t2s/db/database.hpp"
#include "t2s/db/detail/estimate.hpp"
#include "t2s/db/postgres/detail/options.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace t2s::db {

#ifdef T2S_WITH_POSTGRES

/// A connection to a PostgreSQL server, version 12 or newer, that answers at once on the calling thread. There with the CMake target
/// t2s::postgres.
///
/// Whatever the SQL says, the database stays as it is: a guard refuses what is not one query or calls a function of its list, a statement
/// is sent where PostgreSQL's grammar takes nothing but a query, and it runs in a transaction that is READ ONLY and rolled back. What the
/// role may read can be read; docs/postgres.md says how to make one that can do nothing else.
///
/// A connection that breaks is replaced at the next statement, which tries for `postgres_options::reconnect_time`.
///
/// Thread safety: one thread at a time, save `interrupt()`; a second one gets `error` with `errc::invalid_argument`. A moved-from object
/// can only be assigned to and destroyed.
class postgres_connection {
 public:
  /// Connects and reads the schema. `server` is a connection string or URL as libpq reads it, or the name of a database; what it leaves
  /// open comes from libpq's environment variables and files (`PGHOST`, `~/.pgpass`, ...).
  ///
  /// Throws `t2s::error` with `errc::database_unreachable`, `database_timeout`, `database_tls_failed`, `database_login_failed`,
  /// `database_not_found`, `database_busy` (no connection is free) or `database_lost`; with `no_tables` if the role sees none, and
  /// `invalid_argument` for a string that libpq does not read and for options that the server does not take.
  T2S_DECL explicit postgres_connection(std::string const& server, postgres_options const& options = {});

  T2S_DECL postgres_connection(postgres_connection&&) noexcept;             ///< takes the connection over
  T2S_DECL postgres_connection& operator=(postgres_connection&&) noexcept;  ///< takes the connection over and closes its own
  T2S_DECL ~postgres_connection();

  /// Tables, partitioned tables without their partitions, foreign tables, views and materialized views that the role may read, as they were
  /// at the beginning: those whose names need no schema before them. Their comments, and the values of enumerations, are descriptions.
  [[nodiscard]] T2S_DECL t2s::schema::database const& schema() const noexcept;

  /// Runs exactly one query. Comments, white space and semicolons around it do not count.
  ///
  /// The failure of the outcome is the guard's, PostgreSQL's own or a limit's.
  ///
  /// Throws `t2s::error` with `errc::cancelled` when `stop` is requested or `interrupt()` is called, at once; with `database_lost` if the
  /// connection breaks meanwhile; and what the constructor throws if there is none and none can be made.
  [[nodiscard]] T2S_DECL execution execute(std::string const& sql, std::stop_token stop = {});

  /// The same within limits of its own, which all count.
  [[nodiscard]] T2S_DECL execution execute(std::string const& sql, statement_limits const& within, std::stop_token stop = {});

  /// Any `n` rows of a table: those that the server comes upon first, without sorting and without reading more. The failure is
  /// `errc::no_such_table` if the schema has none of that name. Else as `execute`.
  [[nodiscard]] T2S_DECL execution sample(std::string const& table, std::size_t n, std::stop_token stop = {});

  /// At most `limit` different values of the column in no order, NULL left out, among `postgres_options::distinct_rows` rows: where the
  /// server's statistics at connecting say that the table has more, those of pages from all over it, else the first. The failure is
  /// `errc::row_limit`, with the values that were found, where rows were left out; `errc::no_such_table` or `no_such_column` if the schema
  /// has none of that name. Else as `execute`.
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
  /// for a role that can only read. Throws as `execute`.
  [[nodiscard]] T2S_DECL std::vector<std::string> can_write();

  /// What a statement would read, without running it: by PostgreSQL's plan (EXPLAIN) and the sizes in its catalogue. Refuses what `execute`
  /// refuses, and throws as that.
  [[nodiscard]] T2S_DECL estimation estimate(std::string const& sql, std::stop_token stop = {});

  /// Ends the statement that is running, if one is. May be called by any thread while the object exists and is not being moved.
  T2S_DECL void interrupt() noexcept;

 private:
  class state;
  std::unique_ptr<state> state_;
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
