// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_STATEMENT_WATCH_HPP
#define T2S_CORE_DETAIL_STATEMENT_WATCH_HPP

#include "t2s/core/detail/config.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace t2s::detail {

/// Ends statements of an engine that blocks its caller, from a thread of its own: at their time limit, and when they are wanted no longer.
/// The thread starts with the first statement.
class statement_watch {
 public:
  using clock = std::chrono::steady_clock;
  enum class reason { none, late, stopped };

  /// `end` tells the engine to end what it runs. It is called on the watch's thread, and again every few milliseconds as long as the
  /// statement goes on, since engines forget what they are told before they have begun. It may take its time, since no lock is held
  /// meanwhile: only `finish` and the destructor wait for it. It must not throw.
  explicit statement_watch(std::function<void()> end) : end_(std::move(end)) {}
  statement_watch(statement_watch const&) = delete;
  statement_watch& operator=(statement_watch const&) = delete;
  ~statement_watch() {
    std::unique_lock lock(mutex_);
    over_ = true;
    lock.unlock();
    changed_.notify_all();
  }

  /// The end of a time that may be longer than a clock can tell.
  [[nodiscard]] static clock::time_point after(std::chrono::nanoseconds time) {
    auto const now = clock::now();
    return time < std::chrono::hours(24 * 365) ? now + time : now + std::chrono::hours(24 * 365);
  }

  /// What is known of an earlier statement counts no more.
  void forget() noexcept { reason_ = reason::none; }

  /// A statement begins.
  void begin(clock::time_point until) {
    std::lock_guard const lock(mutex_);
    if (!thread_.joinable()) thread_ = std::jthread([this] { watch(); });
    runs_ = true;
    until_ = until;
    reason_ = reason::none;
    if (until < next_look_) changed_.notify_all();
  }

  /// Ends the statement that is running, if one is.
  void stop() noexcept {
    std::unique_lock lock(mutex_);
    if (!runs_) return;
    reason_ = reason::stopped;
    lock.unlock();
    changed_.notify_all();
  }

  /// It is over: `end` is not called any more, and a call that is under way has returned, since it uses the statement.
  void finish() {
    std::unique_lock lock(mutex_);
    runs_ = false;
    returned_.wait(lock, [this] { return !ends_; });
  }

  /// Why the last statement was to end.
  [[nodiscard]] reason ended_for() const noexcept { return reason_; }

 private:
  void watch() {
    static constexpr std::chrono::milliseconds pause{5};
    std::unique_lock lock(mutex_);
    while (!over_) {
      if (runs_ && reason_ == reason::none && clock::now() >= until_) reason_ = reason::late;
      bool const ends = runs_ && reason_ != reason::none;
      if (ends) end_without(lock);
      next_look_ = ends ? clock::now() + pause : runs_ ? until_ : clock::now() + std::chrono::hours(1);
      changed_.wait_until(lock, next_look_);
    }
  }

  /// The engine may be slow, and others must not wait for it meanwhile.
  void end_without(std::unique_lock<std::mutex>& lock) {
    ends_ = true;
    lock.unlock();
    end_();
    lock.lock();
    ends_ = false;
    returned_.notify_all();
  }

  std::function<void()> end_;
  std::mutex mutex_{};
  std::condition_variable changed_{}, returned_{};
  bool runs_ = false, over_ = false, ends_ = false;
  clock::time_point until_{}, next_look_ = clock::time_point::max();
  std::atomic<reason> reason_{reason::none};
  std::jthread thread_{};  // last: it is waited for before the others go
};

}  // namespace t2s::detail

#endif
