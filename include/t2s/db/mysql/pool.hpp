// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_POOL_HPP
#define T2S_DB_MYSQL_POOL_HPP

#include "t2s/core/awaitable.hpp"
#include "t2s/db/database.hpp"
#include "t2s/db/detail/estimate.hpp"
#include "t2s/db/mysql/detail/options.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace t2s::db {

/// The connections of a `db::mysql` at one moment.
struct mysql_pool_use {
  std::size_t open = 0;     ///< connected
  std::size_t busy = 0;     ///< in use by an operation
  std::size_t waiting = 0;  ///< operations that wait for one
};

#ifdef T2S_WITH_MYSQL

/// A MariaDB or MySQL server whose statements are awaited: a pool of connections, each as `mysql_connection` says. There with the CMake
/// target t2s::mysql.
///
/// Holds at most `mysql_options::connections` connections, each on a thread of its own, opened when they are needed and kept; operations
/// get them in the order of their calls. The time limit of a statement counts from its start. A connection is looked at before it is used,
/// and replaced if it is broken; a server that cannot be reached is tried again, less often each time, for `mysql_options::reconnect_time`
/// of an operation.
///
/// The operations, `execute`, `sample` and `distinct`:
/// - Nothing happens before the awaitable is awaited; the object may be gone by then, which counts as cancelled.
/// - Result: the `execution` that `mysql_connection`'s function of the same name returns.
/// - Errors are thrown from `co_await`: `t2s::error` as there.
/// - Executor: the coroutine goes on on its own executor, never on a thread of this object, and never before `co_await` has suspended.
/// - Cancellation: terminal, partial and total all drop a statement that waits and end one that runs, at once; `co_await` then throws
///   `boost::system::system_error` with `boost::asio::error::operation_aborted`. The server is told by a connection of its own to end the
///   statement, and the connection that ran it is replaced. Note that `co_spawn` passes on terminal cancellation alone unless the coroutine
///   resets its cancellation state.
///
/// Destruction ends what runs, drops what waits, and waits for its threads; all operations complete as cancelled. Either may be destroyed
/// first, this object or the execution context of a coroutine that waits for it.
///
/// Thread safety: all functions may be called from any thread at the same time.
class mysql {
 public:
  /// Opens a connection and reads the schema, on the calling thread. Throws as `mysql_connection`, and `errc::invalid_argument` for no
  /// connections.
  T2S_DECL explicit mysql(std::string const& server, mysql_options const& options = {});
  T2S_DECL ~mysql();
  mysql(mysql const&) = delete;
  mysql& operator=(mysql const&) = delete;

  /// As `mysql_connection::schema`.
  [[nodiscard]] T2S_DECL t2s::schema::database const& schema() const noexcept;

  [[nodiscard]] T2S_DECL awaitable<execution> execute(std::string sql);                  ///< as `mysql_connection::execute`
  [[nodiscard]] T2S_DECL awaitable<execution> sample(std::string table, std::size_t n);  ///< as `mysql_connection::sample`
  /// As `mysql_connection::distinct`.
  [[nodiscard]] T2S_DECL awaitable<execution> distinct(std::string table, std::string column, std::size_t limit);
  /// As `mysql_connection::estimate`, asynchronous as `execute`.
  [[nodiscard]] T2S_DECL awaitable<estimation> estimate(std::string sql);

  [[nodiscard]] T2S_DECL mysql_pool_use use() const;  ///< what the connections do at this moment

 private:
  class pool;
  std::shared_ptr<pool> pool_;
};

static_assert(Database<mysql> && Estimating<mysql>);

#else

/// MySQL needs MariaDB Connector/C: this stands in its place and does not compile when it is used.
class mysql {
 public:
  /// Takes any arguments, and does not compile.
  template <class... Arguments>
  explicit mysql(Arguments&&...) {
    static_assert(sizeof...(Arguments) > 1000,
                  "t2s: db::mysql needs MariaDB Connector/C: install it (Debian: libmariadb-dev) and link t2s::mysql");
  }
};

#endif

}  // namespace t2s::db

#if defined(T2S_WITH_MYSQL) && !defined(T2S_SEPARATE_COMPILATION)
#include "t2s/db/mysql/detail/pool.ipp"
#endif

#endif
