// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_HPP
#define T2S_DB_SQLITE_HPP

#include "t2s/core/awaitable.hpp"
#include "t2s/db/database.hpp"
#include "t2s/db/detail/estimate.hpp"
#include "t2s/db/sqlite_connection.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace t2s::db {

/// An SQLite file, opened for reading only, whose statements run on threads of their own, so that no coroutine blocks.
///
/// Holds `sqlite_options::connections` connections, each as a `sqlite_connection` says and on its own thread. Statements start in the
/// order of their calls; the time limit of each counts from its start.
///
/// The operations, `execute`, `sample` and `distinct`:
/// - Nothing happens before the awaitable is awaited; the object may be gone by then, which counts as cancelled.
/// - Result: the `execution` that `sqlite_connection`'s function of the same name returns.
/// - Errors are thrown from `co_await`: `t2s::error` as there, if the file turns out to be unreadable or damaged.
/// - Executor: the coroutine goes on on its own executor, never on a thread of this object, and never before `co_await` has suspended.
/// - Cancellation: terminal, partial and total all drop a statement that waits and interrupt one that runs, at once (save inside a
///   single function call, which the limits bound); `co_await` then throws `boost::system::system_error` with
///   `boost::asio::error::operation_aborted`. A statement that has just ended still returns its result.
///   Note that `co_spawn` passes on terminal cancellation alone unless the coroutine resets its cancellation state.
///
/// Destruction interrupts what runs, drops what waits, and waits for its threads; all operations complete as cancelled. Either may be
/// destroyed first, this object or the execution context of a coroutine that waits for it.
///
/// Thread safety: all functions may be called from any thread at the same time.
class sqlite {
 public:
  /// Opens the file `connections` times, on the calling thread. Throws as `sqlite_connection`, `errc::invalid_argument` for no
  /// connections, and `std::system_error` if a thread cannot be started.
  T2S_DECL explicit sqlite(std::string const& file, sqlite_options const& options = {});
  T2S_DECL ~sqlite();
  sqlite(sqlite const&) = delete;
  sqlite& operator=(sqlite const&) = delete;

  /// As `sqlite_connection::schema`.
  [[nodiscard]] T2S_DECL t2s::schema::database const& schema() const noexcept;

  [[nodiscard]] T2S_DECL awaitable<execution> execute(std::string sql);  ///< as `Database` says; cancellation interrupts the statement
  [[nodiscard]] T2S_DECL awaitable<execution> sample(std::string table, std::size_t n);                            ///< as `Database` says
  [[nodiscard]] T2S_DECL awaitable<execution> distinct(std::string table, std::string column, std::size_t limit);  ///< as `Database` says
  /// As `sqlite_connection::estimate`, asynchronous as `execute`.
  [[nodiscard]] T2S_DECL awaitable<estimation> estimate(std::string sql);

 private:
  class pool;
  std::shared_ptr<pool> pool_;
};

static_assert(Database<sqlite> && Estimating<sqlite>);

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/detail/sqlite.ipp"
#endif

#endif
