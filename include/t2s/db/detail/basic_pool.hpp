// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_BASIC_POOL_HPP
#define T2S_DB_DETAIL_BASIC_POOL_HPP

#include "t2s/core/awaitable.hpp"
#include "t2s/db/database.hpp"
#include "t2s/db/detail/estimate.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace t2s::db {

/// The connections of a pool at one moment.
struct pool_use {
  std::size_t open = 0;     ///< connected
  std::size_t busy = 0;     ///< in use by an operation
  std::size_t waiting = 0;  ///< operations that wait for one
};

namespace detail {

/// What a pool holds. Operations that are under way hold it too.
struct pool_core {
  virtual ~pool_core() = default;

  [[nodiscard]] virtual t2s::schema::database const& schema() const noexcept = 0;
  [[nodiscard]] virtual awaitable<execution> execute(std::string sql) = 0;
  [[nodiscard]] virtual awaitable<execution> sample(std::string table, std::size_t n) = 0;
  [[nodiscard]] virtual awaitable<execution> distinct(std::string table, std::string column, std::size_t limit) = 0;
  [[nodiscard]] virtual awaitable<estimation> estimate(std::string sql) = 0;
  [[nodiscard]] virtual pool_use use() const = 0;
  virtual void close() = 0;  ///< ends everything
};

}  // namespace detail

/// A database whose statements are awaited: `db::sqlite`, `db::postgres`, `db::mysql`, `db::duckdb`, which say what is their own. Holds
/// at most `connections` connections (an option), each as the engine's connection says; operations get them in the order of their calls.
/// The time limit of a statement counts from its start.
///
/// The operations, `execute`, `sample`, `distinct` and `estimate`:
/// - Nothing happens before the awaitable is awaited; the object may be gone by then, which counts as cancelled.
/// - Result: what the connection's function of the same name returns.
/// - Errors are thrown from `co_await`: `t2s::error` as there.
/// - Executor: the coroutine goes on on its own executor, never on a thread of this object. A statement that is refused or names an unknown
///   table may complete without suspending. No thread of the coroutine's is blocked.
/// - Cancellation: terminal, partial and total all drop a statement that waits and end one that runs, at once; `co_await` then throws
///   `boost::system::system_error` with `boost::asio::error::operation_aborted`. A statement that has just ended still returns its result.
///   Note that `co_spawn` passes on terminal cancellation alone unless the coroutine resets its cancellation state.
///
/// Destruction ends what runs and drops what waits; all operations complete as cancelled. The pools of SQLite and DuckDB wait for their
/// threads; those of PostgreSQL and MySQL may leave threads that end statements on a server. Either may be destroyed
/// first, this object or the execution context of a coroutine that waits for it. Thread safety: all functions may be called from any thread
/// at the same time.
template <class Driver>
class basic_pool {
 public:
  /// Connects and reads the schema, on the calling thread. Throws as the connection, `errc::invalid_argument` for no connections, and
  /// `std::system_error` if a thread cannot be started.
  explicit basic_pool(std::string const& where, typename Driver::options const& options = {}) {
    if (options.connections == 0) throw error(errc::invalid_argument, "a database needs at least one connection", "set connections to 1");
    core_ = Driver::open_pool(where, options);
  }
  ~basic_pool() { core_->close(); }
  basic_pool(basic_pool const&) = delete;
  basic_pool& operator=(basic_pool const&) = delete;

  [[nodiscard]] t2s::schema::database const& schema() const noexcept { return core_->schema(); }          ///< as the connection's
  [[nodiscard]] awaitable<execution> execute(std::string sql) { return core_->execute(std::move(sql)); }  ///< as the connection's
  [[nodiscard]] awaitable<execution> sample(std::string table, std::size_t n) {
    return core_->sample(std::move(table), n);
  }  ///< as the connection's
  /// As the connection's.
  [[nodiscard]] awaitable<execution> distinct(std::string table, std::string column, std::size_t limit) {
    return core_->distinct(std::move(table), std::move(column), limit);
  }
  /// As the connection's.
  [[nodiscard]] awaitable<estimation> estimate(std::string sql)
    requires(Driver::tells_cost)
  {
    return core_->estimate(std::move(sql));
  }
  [[nodiscard]] pool_use use() const { return core_->use(); }  ///< what the connections do at this moment

 private:
  std::shared_ptr<detail::pool_core> core_;
};

}  // namespace t2s::db

#endif
