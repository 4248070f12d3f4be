// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_ALARM_CLOCK_HPP
#define T2S_DB_MYSQL_DETAIL_ALARM_CLOCK_HPP

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace t2s::db::detail {

/// Calls functions when their time has come, on one thread for all connections of the process, which is there as long as one of them is.
class alarm_clock {
 public:
  using clock = std::chrono::steady_clock;

  alarm_clock() : thread_([this](std::stop_token const& stop) { run(stop); }) {}
  alarm_clock(alarm_clock const&) = delete;
  alarm_clock& operator=(alarm_clock const&) = delete;
  ~alarm_clock() = default;

  /// The one that is there, or a new one. Throws `std::system_error` if there is no thread.
  static std::shared_ptr<alarm_clock> shared() {
    static auto& mutex = *new std::mutex;  // never destroyed: a thread may use them when main has ended
    static auto& known = *new std::weak_ptr<alarm_clock>;
    std::lock_guard const lock(mutex);
    auto clock = known.lock();
    if (!clock) known = clock = std::make_shared<alarm_clock>();
    return clock;
  }

  /// Calls `ring` at that time, unless it is destroyed before; its end waits for a call that is under way. `ring` must be short and may not
  /// use the clock.
  class alarm {
   public:
    alarm(alarm_clock& of, clock::time_point when, std::function<void()> ring) : of_(of), place_(of.add(when, std::move(ring))) {}
    alarm(alarm const&) = delete;
    alarm& operator=(alarm const&) = delete;
    ~alarm() { of_.remove(place_); }

   private:
    alarm_clock& of_;
    std::pair<clock::time_point, std::uint64_t> place_;
  };

 private:
  using place = std::pair<clock::time_point, std::uint64_t>;

  place add(clock::time_point when, std::function<void()> ring) {
    std::lock_guard const lock(mutex_);
    place const at{when, ++last_};
    alarms_.emplace(at, std::move(ring));
    if (alarms_.begin()->first == at) changed_.notify_one();
    return at;
  }

  void remove(place at) {
    std::lock_guard const lock(mutex_);
    alarms_.erase(at);
  }

  void run(std::stop_token const& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      if (alarms_.empty()) {
        changed_.wait(lock, stop, [this] { return !alarms_.empty(); });
        continue;
      }
      auto const next = alarms_.begin()->first;
      if (next.first > clock::now()) {
        changed_.wait_until(lock, stop, next.first, [&] { return alarms_.empty() || alarms_.begin()->first < next; });
        continue;
      }
      auto const ring = std::move(alarms_.begin()->second);
      alarms_.erase(alarms_.begin());
      ring();  // with the lock, so that the end of an alarm waits for it
    }
  }

  std::mutex mutex_{};
  std::condition_variable_any changed_{};
  std::map<place, std::function<void()>> alarms_{};
  std::uint64_t last_ = 0;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace t2s::db::detail

#endif
