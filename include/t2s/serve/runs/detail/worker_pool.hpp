// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_WORKER_POOL_HPP
#define T2S_SERVE_RUNS_DETAIL_WORKER_POOL_HPP

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace t2s::serve {

/// Threads for long work, with a bounded queue. Work must not throw. Thread safe. The destructor waits for running work and drops queued
/// work.
class worker_pool {
 public:
  /// `waiting`: the most work that waits while all threads are busy.
  worker_pool(std::size_t threads, std::size_t waiting) : most_waiting_(waiting) {
    for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this](std::stop_token const& stop) { work(stop); });
  }
  worker_pool(worker_pool const&) = delete;
  worker_pool& operator=(worker_pool const&) = delete;
  ~worker_pool() {
    for (auto& t : threads_) t.request_stop();
    threads_.clear();
  }

  /// Accepts work; returns false if the queue is full. Work whose `given_up` is requested may be dropped to make room.
  [[nodiscard]] bool add(std::function<void()> work, std::stop_token given_up = {}) {
    std::vector<item> dropped;  // destroyed outside of the lock
    {
      std::lock_guard const lock(mutex_);
      if (is_full()) drop_to(dropped);
      if (is_full()) return false;
      queue_.push_back({std::move(work), std::move(given_up)});
    }
    more_.notify_one();
    return true;
  }

  /// The amount of running and queued work.
  [[nodiscard]] std::size_t load() const {
    std::lock_guard const lock(mutex_);
    return queue_.size() + busy_;
  }

 private:
  struct item {
    std::function<void()> work;
    std::stop_token given_up;
  };

  [[nodiscard]] bool is_full() const { return queue_.size() + busy_ >= threads_.size() + most_waiting_; }
  void drop_to(std::vector<item>& dropped) {
    for (auto at = queue_.begin(); at != queue_.end();) {
      bool const drops = at->given_up.stop_requested();
      if (drops) dropped.push_back(std::move(*at));
      at = drops ? queue_.erase(at) : at + 1;
    }
  }
  void work(std::stop_token const& stop) {
    std::unique_lock lock(mutex_);
    while (more_.wait(lock, stop, [this] { return !queue_.empty(); }) && !stop.stop_requested()) {
      auto next = std::move(queue_.front().work);
      queue_.pop_front();
      ++busy_;
      lock.unlock();
      next();
      next = nullptr;  // destroys what the work holds before it is counted as done
      lock.lock();
      --busy_;
    }
  }

  std::size_t most_waiting_;
  mutable std::mutex mutex_{};
  std::condition_variable_any more_{};
  std::deque<item> queue_{};
  std::size_t busy_ = 0;
  std::vector<std::jthread> threads_{};  // last, since the threads use the members above
};

}  // namespace t2s::serve

#endif
