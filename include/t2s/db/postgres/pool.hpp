// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_POOL_HPP
#define T2S_DB_POSTGRES_POOL_HPP

#include "t2s/core/awaitable.hpp"
#include "t2s/db/database.hpp"
#include "t2s/db/detail/estimate.hpp"
#include "t2s/db/postgres/detail/options.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace t2s::db {

/// The connections of a `db::postgres` at one moment.
struct postgres_pool_use {
  std::size_t open = 0;     ///< connected
  std::size_t busy = 0;     ///< in use by an operation
  std::size_t waiting = 0;  ///< operations that wait for one
};

#ifdef T2S_WITH_POSTGRES

/// A PostgreSQL server whose statements are awaited: a pool of connections, each as `postgres_connection` says. There with the CMake target
/// t2s::postgres.
///
/// Holds at most `postgres_options::connections` connections, opened when they are needed and kept; operations get them in the order of
/// their calls. The time limit of a statement counts from its start. A connection is looked at before it is used, and replaced if it is
/// broken; a server that cannot be reached is tried again, less often each time, for `postgres_options::reconnect_time` of an operation.
///
/// The operations, `execute`, `sample` and `distinct`:
/// - Nothing happens before the awaitable is awaited; the object may be gone by then, which counts as cancelled.
/// - Result: the `execution` that `postgres_connection`'s function of the same name returns.
/// - Errors are thrown from `co_await`: `t2s::error` as there.
/// - Executor: the coroutine waits for the socket on its own executor, whose context must be an `io_context` or `thread_pool`, and goes on
///   there. No thread is blocked: connecting and cancelling have threads of their own, since libpq blocks in both.
/// - Cancellation: terminal, partial and total all drop a statement that waits and tell the server to end one that runs; `co_await` throws
///   `boost::system::system_error` with `boost::asio::error::operation_aborted` at once, and the connection goes back to the pool, which
///   waits for what is still to come before the next use. Note that `co_spawn` passes on terminal cancellation alone unless the coroutine
///   resets its cancellation state.
///
/// Destruction ends what runs and drops what waits; all operations complete as cancelled. Either may be destroyed first, this object or the
/// execution context of a coroutine that waits for it.
///
/// Thread safety: all functions may be called from any thread at the same time.
class postgres {
 public:
  /// Opens a connection and reads the schema, on the calling thread. Throws as `postgres_connection`, and `errc::invalid_argument` for no
  /// connections.
  T2S_DECL explicit postgres(std::string const& server, postgres_options const& options = {});
  T2S_DECL ~postgres();
  postgres(postgres const&) = delete;
  postgres& operator=(postgres const&) = delete;

  /// As `postgres_connection::schema`.
  [[nodiscard]] T2S_DECL t2s::schema::database const& schema() const noexcept;

  [[nodiscard]] T2S_DECL awaitable<execution> execute(std::string sql);                  ///< as `postgres_connection::execute`
  [[nodiscard]] T2S_DECL awaitable<execution> sample(std::string table, std::size_t n);  ///< as `postgres_connection::sample`
  /// As `postgres_connection::distinct`.
  [[nodiscard]] T2S_DECL awaitable<execution> distinct(std::string table, std::string column, std::size_t limit);
  /// As `postgres_connection::estimate`, asynchronous as `execute`.
  [[nodiscard]] T2S_DECL awaitable<estimation> estimate(std::string sql);

  [[nodiscard]] T2S_DECL postgres_pool_use use() const;  ///< what the connections do at this moment

 private:
  class pool;
  std::shared_ptr<pool> pool_;
};

static_assert(Database<postgres> && Estimating<postgres>);

#else

/// PostgreSQL needs libpq: this stands in its place and does not compile when it is used.
class postgres {
 public:
  /// Does not compile, and says why.
  template <class... Arguments>
  explicit postgres(Arguments&&...) {
    static_assert(sizeof...(Arguments) > 1000, "t2s: db::postgres needs libpq: install it (Debian: libpq-dev) and link t2s::postgres");
  }
};

#endif

}  // namespace t2s::db

#if defined(T2S_WITH_POSTGRES) && !defined(T2S_SEPARATE_COMPILATION)
#include "t2s/db/postgres/detail/pool.ipp"
#endif

#endif
