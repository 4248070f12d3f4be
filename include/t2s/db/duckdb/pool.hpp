// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_POOL_HPP
#define T2S_DB_DUCKDB_POOL_HPP

#include "t2s/core/awaitable.hpp"
#include "t2s/db/database.hpp"
#include "t2s/db/detail/estimate.hpp"
#include "t2s/db/duckdb/detail/options.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace t2s::db {

#ifdef T2S_WITH_DUCKDB

/// A DuckDB database, or files that DuckDB reads in place, whose statements run on threads of their own, so that no coroutine blocks. There
/// with the CMake target t2s::duckdb.
///
/// Holds `duckdb_options::connections` connections, each as a `duckdb_connection` says and on its own thread; they share one instance of
/// DuckDB. Statements start in the order of their calls; the time limit of each counts from its start.
///
/// The operations, `execute`, `sample` and `distinct`:
/// - Nothing happens before the awaitable is awaited; the object may be gone by then, which counts as cancelled.
/// - Result: the `execution` that `duckdb_connection`'s function of the same name returns.
/// - Errors are thrown from `co_await`: `t2s::error` as there.
/// - Executor: the coroutine goes on on its own executor, never on a thread of this object, and never before `co_await` has suspended.
/// - Cancellation: terminal, partial and total all drop a statement that waits and interrupt one that runs; `co_await` then throws
///   `boost::system::system_error` with `boost::asio::error::operation_aborted`. A statement that has just ended still returns its result.
///   Note that `co_spawn` passes on terminal cancellation alone unless the coroutine resets its cancellation state.
///
/// Destruction interrupts what runs, drops what waits, and waits for its threads; all operations complete as cancelled. Either may be
/// destroyed first, this object or the execution context of a coroutine that waits for it.
///
/// Thread safety: all functions may be called from any thread at the same time.
class duckdb {
 public:
  /// Opens the file, on the calling thread. Throws as `duckdb_connection`, `errc::invalid_argument` for no connections, and
  /// `std::system_error` if a thread cannot be started.
  T2S_DECL explicit duckdb(std::string const& file, duckdb_options const& options = {});
  T2S_DECL ~duckdb();
  duckdb(duckdb const&) = delete;
  duckdb& operator=(duckdb const&) = delete;

  /// As `duckdb_connection::schema`.
  [[nodiscard]] T2S_DECL t2s::schema::database const& schema() const noexcept;

  [[nodiscard]] T2S_DECL awaitable<execution> execute(std::string sql);                  ///< as `duckdb_connection::execute`
  [[nodiscard]] T2S_DECL awaitable<execution> sample(std::string table, std::size_t n);  ///< as `duckdb_connection::sample`
  /// As `duckdb_connection::distinct`.
  [[nodiscard]] T2S_DECL awaitable<execution> distinct(std::string table, std::string column, std::size_t limit);
  /// As `duckdb_connection::estimate`, asynchronous as `execute`.
  [[nodiscard]] T2S_DECL awaitable<estimation> estimate(std::string sql);

 private:
  class pool;
  std::shared_ptr<pool> pool_;
};

static_assert(Database<duckdb> && Estimating<duckdb>);

#else

/// DuckDB is loaded at run time: this stands in its place and does not compile when it is used.
class duckdb {
 public:
  /// Does not compile, and says why.
  template <class... Arguments>
  explicit duckdb(Arguments&&...) {
    static_assert(sizeof...(Arguments) > 1000, "t2s: db::duckdb needs the means to load a library: link t2s::duckdb");
  }
};

#endif

}  // namespace t2s::db

#if defined(T2S_WITH_DUCKDB) && !defined(T2S_SEPARATE_COMPILATION)
#include "t2s/db/duckdb/detail/pool.ipp"
#endif

#endif
