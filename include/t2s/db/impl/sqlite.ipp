// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_IMPL_SQLITE_IPP
#define T2S_DB_IMPL_SQLITE_IPP

#include "t2s/db/impl/pending.hpp"
#include "t2s/db/sqlite.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

namespace t2s::db {
namespace detail {

/// A statement and who waits for it.
struct sqlite_job {
  std::function<execution(sqlite_connection&, std::stop_token)> work{};
  std::shared_ptr<pending<execution>> who{};
};

inline void run_and_complete(sqlite_job const& job, sqlite_connection& connection) {
  execution outcome;
  std::exception_ptr thrown;
  try {
    outcome = job.work(connection, job.who->stop.get_token());
  } catch (error const& e) {
    thrown = e.code() == errc::cancelled ? aborted() : std::current_exception();
  } catch (...) {
    thrown = std::current_exception();
  }
  job.who->complete(std::move(thrown), std::move(outcome));
}

}  // namespace detail

/// Connections, their threads, and the jobs that wait for them. Outlives the `sqlite` for awaitables that are awaited too late.
class sqlite::pool {
 public:
  using waiter = std::shared_ptr<detail::pending<execution>>;

  pool(std::string const& file, sqlite_options const& options) {
    if (options.connections == 0) throw error(errc::invalid_argument, "a database needs at least one connection", "set connections to 1");
    for (std::size_t i = 0; i < options.connections; ++i) connections_.emplace_back(file, options);
    try {
      for (auto& connection : connections_) threads_.emplace_back([this, &connection] { work_on(connection); });
    } catch (...) {
      close();  // else those that have started would be waited for while they wait for work
      throw;
    }
  }

  [[nodiscard]] schema::database const& schema() const { return connections_.front().schema(); }

  void submit(detail::sqlite_job job) {
    std::unique_lock lock(mutex_);
    if (!closed_) {
      waiting_.push_back(std::move(job));
      changed_.notify_one();
      return;
    }
    lock.unlock();
    job.who->complete(detail::aborted(), {});
  }

  void cancel(waiter const& who) {
    who->stop.request_stop();
    std::unique_lock lock(mutex_);
    bool const waited = std::erase_if(waiting_, [&](detail::sqlite_job const& job) { return job.who == who; }) != 0;
    lock.unlock();
    if (waited) who->complete(detail::aborted(), {});
  }

  /// Ends everything. Not from one of the pool's own threads.
  void close() {
    std::unique_lock lock(mutex_);
    closed_ = true;
    auto const dropped = std::exchange(waiting_, {});
    for (auto const& who : running_) who->stop.request_stop();
    lock.unlock();
    changed_.notify_all();
    for (auto const& job : dropped) job.who->complete(detail::aborted(), {});
    threads_.clear();
  }

 private:
  void work_on(sqlite_connection& connection) {
    while (auto const job = next()) {
      detail::run_and_complete(*job, connection);
      std::lock_guard const lock(mutex_);
      std::erase(running_, job->who);
    }
  }

  /// The next job, when there is one; nothing when the pool is closed.
  std::optional<detail::sqlite_job> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
    if (closed_) return {};
    auto job = std::move(waiting_.front());
    waiting_.pop_front();
    running_.push_back(job.who);
    return job;
  }

  std::mutex mutex_{};
  std::condition_variable changed_{};
  bool closed_ = false;
  std::deque<detail::sqlite_job> waiting_{};
  std::vector<waiter> running_{};
  std::vector<sqlite_connection> connections_{};
  std::vector<std::jthread> threads_{};
};

namespace detail {

template <class Pool, class Work>
awaitable<execution> run(std::shared_ptr<Pool> const& pool, Work work) {
  using who = std::shared_ptr<pending<execution>>;
  return await_pending<execution>([pool, work = std::move(work)](who const& waiting) { pool->submit({std::move(work), waiting}); },
                                  [weak = std::weak_ptr(pool)](who const& waiting) {
                                    if (auto const in = weak.lock()) in->cancel(waiting);
                                  });
}

}  // namespace detail

T2S_DECL sqlite::sqlite(std::string const& file, sqlite_options const& options) : pool_(std::make_shared<pool>(file, options)) {}

T2S_DECL sqlite::~sqlite() { pool_->close(); }

T2S_DECL t2s::schema::database const& sqlite::schema() const noexcept { return pool_->schema(); }

T2S_DECL awaitable<execution> sqlite::execute(std::string sql) {
  return detail::run(pool_, [sql = std::move(sql)](sqlite_connection& c, std::stop_token stop) { return c.execute(sql, std::move(stop)); });
}

T2S_DECL awaitable<execution> sqlite::sample(std::string table, std::size_t n) {
  return detail::run(
      pool_, [table = std::move(table), n](sqlite_connection& c, std::stop_token stop) { return c.sample(table, n, std::move(stop)); });
}

T2S_DECL awaitable<execution> sqlite::distinct(std::string table, std::string column, std::size_t limit) {
  return detail::run(pool_, [table = std::move(table), column = std::move(column), limit](sqlite_connection& c, std::stop_token stop) {
    return c.distinct(table, column, limit, std::move(stop));
  });
}

}  // namespace t2s::db

#endif
