// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_CONNECTION_THREADS_HPP
#define T2S_DB_DETAIL_CONNECTION_THREADS_HPP

#include "t2s/db/detail/estimate.hpp"
#include "t2s/db/detail/pending.hpp"
#include "t2s/db/detail/result.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

namespace t2s::db::detail {

/// A statement and who waits for it.
template <class Connection>
struct job_on {
  std::function<execution(Connection&, std::stop_token)> work{};
  std::shared_ptr<pending<execution>> who{};
};

/// What became of it.
struct job_outcome {
  execution result{};
  std::exception_ptr thrown{};
};

template <class Connection>
job_outcome outcome_of(job_on<Connection> const& job, Connection& connection) {
  job_outcome o;
  try {
    o.result = job.work(connection, job.who->stop.get_token());
  } catch (error const& e) {
    o.thrown = e.code() == errc::cancelled ? aborted() : std::current_exception();
  } catch (...) {
    o.thrown = std::current_exception();
  }
  return o;
}

/// Connections of an engine that blocks, their threads, and the jobs that wait for them. Outlives the database object for awaitables that
/// are awaited too late.
template <class Connection>
class connection_threads {
 public:
  using waiter = std::shared_ptr<pending<execution>>;
  using job = job_on<Connection>;

  /// At least one connection. Throws `std::system_error` if a thread cannot be started.
  explicit connection_threads(std::vector<Connection> connections) : connections_(std::move(connections)) {
    try {
      for (auto& connection : connections_) threads_.emplace_back([this, &connection] { work_on(connection); });
    } catch (...) {
      close();  // else those that have started would be waited for while they wait for work
      throw;
    }
  }

  [[nodiscard]] Connection const& first() const { return connections_.front(); }
  [[nodiscard]] std::vector<Connection> const& all() const noexcept { return connections_; }

  /// How many jobs run and wait.
  struct load {
    std::size_t running = 0, waiting = 0;
  };
  [[nodiscard]] load use() const {
    std::lock_guard const lock(mutex_);
    return {running_.size(), waiting_.size()};
  }

  void submit(job one) {
    std::unique_lock lock(mutex_);
    if (!closed_) {
      waiting_.push_back(std::move(one));
      changed_.notify_one();
      return;
    }
    lock.unlock();
    one.who->complete(aborted(), {});
  }

  void cancel(waiter const& who) {
    who->stop.request_stop();
    std::unique_lock lock(mutex_);
    bool const waited = std::erase_if(waiting_, [&](job const& one) { return one.who == who; }) != 0;
    lock.unlock();
    if (waited) who->complete(aborted(), {});
  }

  /// Ends everything. Not from one of the pool's own threads.
  void close() {
    std::unique_lock lock(mutex_);
    closed_ = true;
    auto const dropped = std::exchange(waiting_, {});
    for (auto const& who : running_) who->stop.request_stop();
    lock.unlock();
    changed_.notify_all();
    for (auto const& one : dropped) one.who->complete(aborted(), {});
    threads_.clear();
  }

 private:
  void work_on(Connection& connection) {
    while (auto const one = next()) {
      auto o = outcome_of(*one, connection);
      std::unique_lock lock(mutex_);
      std::erase(running_, one->who);
      lock.unlock();  // who waits sees that its connection is free
      one->who->complete(std::move(o.thrown), std::move(o.result));
    }
  }

  /// The next job, when there is one; nothing when the pool is closed.
  std::optional<job> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
    if (closed_) return {};
    auto one = std::move(waiting_.front());
    waiting_.pop_front();
    running_.push_back(one.who);
    return one;
  }

  mutable std::mutex mutex_{};
  std::condition_variable changed_{};
  bool closed_ = false;
  std::deque<job> waiting_{};
  std::vector<waiter> running_{};
  std::vector<Connection> connections_;
  std::vector<std::jthread> threads_{};
};

/// Runs `work(connection, stop)` on one of the threads.
template <class Pool, class Work>
awaitable<execution> run_on(std::shared_ptr<Pool> const& pool, Work work) {
  using who = std::shared_ptr<pending<execution>>;
  return await_pending<execution>([pool, work = std::move(work)](who const& waiting) { pool->submit({std::move(work), waiting}); },
                                  [weak = std::weak_ptr(pool)](who const& waiting) {
                                    if (auto const in = weak.lock()) in->cancel(waiting);
                                  });
}

/// What a job on a thread has written.
inline awaitable<estimation> estimation_after(awaitable<execution> working, std::shared_ptr<estimation> found) {
  co_await std::move(working);
  co_return std::move(*found);
}

/// `run_on` for `work` that gives an `estimation`.
template <class Pool, class Work>
awaitable<estimation> estimate_on(std::shared_ptr<Pool> const& pool, Work work) {
  auto const found = std::make_shared<estimation>();
  auto working = run_on(pool, [found, work = std::move(work)](auto& connection, std::stop_token stop) {
    *found = work(connection, std::move(stop));
    return execution();
  });
  return estimation_after(std::move(working), found);
}

}  // namespace t2s::db::detail

#endif
