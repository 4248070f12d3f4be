// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_THREADED_POOL_HPP
#define T2S_DB_DETAIL_THREADED_POOL_HPP

#include "t2s/db/detail/basic_connection.hpp"
#include "t2s/db/detail/basic_pool.hpp"
#include "t2s/db/detail/pending.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

namespace t2s::db::detail {

/// What `basic_pool` holds of an engine that blocks: connections, their threads, and the jobs that wait for them. Outlives the pool for
/// awaitables that are awaited too late.
template <class Driver>
class threaded_pool final : public pool_core, public std::enable_shared_from_this<threaded_pool<Driver>> {
  using connection = basic_connection<Driver>;
  using waiter = std::shared_ptr<pending<execution>>;

 public:
  /// At least one connection. Throws as the connection, and `std::system_error` if a thread cannot be started.
  threaded_pool(std::string const& where, typename Driver::options const& options) {
    connections_.emplace_back(where, options);
    while (connections_.size() < options.connections) connections_.push_back(connections_.front().another(where, options));
    try {
      for (auto& c : connections_) threads_.emplace_back([this, &c] { work_on(c); });
    } catch (...) {
      close();  // else those that have started would be waited for while they wait for work
      throw;
    }
  }

  [[nodiscard]] schema::database const& schema() const noexcept override { return connections_.front().schema(); }

  [[nodiscard]] pool_use use() const override {
    std::lock_guard const lock(mutex_);
    pool_use now{0, running_.size(), waiting_.size()};
    for (auto const& c : connections_) now.open += c.is_open() ? 1U : 0U;
    return now;
  }

  [[nodiscard]] awaitable<execution> execute(std::string sql) override {
    return run([sql = std::move(sql)](connection& c, std::stop_token stop) { return c.execute(sql, std::move(stop)); });
  }
  [[nodiscard]] awaitable<execution> sample(std::string table, std::size_t n) override {
    return run([table = std::move(table), n](connection& c, std::stop_token stop) { return c.sample(table, n, std::move(stop)); });
  }
  [[nodiscard]] awaitable<execution> distinct(std::string table, std::string column, std::size_t limit) override {
    return run([table = std::move(table), column = std::move(column), limit](connection& c, std::stop_token stop) {
      return c.distinct(table, column, limit, std::move(stop));
    });
  }
  [[nodiscard]] awaitable<estimation> estimate(std::string sql) override {
    auto const found = std::make_shared<estimation>();
    return after(run([found, sql = std::move(sql)](connection& c, std::stop_token stop) {
                   if constexpr (Driver::tells_cost) *found = c.estimate(sql, std::move(stop));
                   return execution();
                 }),
                 found);
  }

  /// Not from one of the pool's own threads.
  void close() override {
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
  /// A statement and who waits for it.
  struct job {
    std::function<execution(connection&, std::stop_token)> work{};
    waiter who{};
  };

  /// Runs `work(connection, stop)` on one of the threads.
  template <class Work>
  awaitable<execution> run(Work work) {
    auto const all = this->shared_from_this();
    return await_pending<execution>([all, work = std::move(work)](waiter const& who) { all->submit({std::move(work), who}); },
                                    [weak = std::weak_ptr(all)](waiter const& who) {
                                      if (auto const in = weak.lock()) in->cancel(who);
                                    });
  }

  static awaitable<estimation> after(awaitable<execution> working, std::shared_ptr<estimation> found) {
    co_await std::move(working);
    co_return std::move(*found);
  }

  void submit(job one) {
    std::unique_lock lock(mutex_);
    bool const is_late = closed_;
    if (!is_late) waiting_.push_back(std::move(one));
    lock.unlock();
    changed_.notify_one();
    if (is_late) one.who->complete(aborted(), {});
  }

  void cancel(waiter const& who) {
    who->stop.request_stop();
    std::unique_lock lock(mutex_);
    bool const waited = std::erase_if(waiting_, [&](job const& one) { return one.who == who; }) != 0;
    lock.unlock();
    if (waited) who->complete(aborted(), {});
  }

  void work_on(connection& c) {
    while (auto const one = next()) {
      execution result;
      std::exception_ptr thrown;
      try {
        result = one->work(c, one->who->stop.get_token());
      } catch (error const& e) {
        thrown = e.code() == errc::cancelled ? aborted() : std::current_exception();
      } catch (...) {
        thrown = std::current_exception();
      }
      std::unique_lock lock(mutex_);
      std::erase(running_, one->who);
      lock.unlock();  // who waits sees that its connection is free
      one->who->complete(std::move(thrown), std::move(result));
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
  std::vector<connection> connections_{};
  std::vector<std::jthread> threads_{};
};

}  // namespace t2s::db::detail

#endif
