// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_EVENT_LOG_HPP
#define T2S_SERVE_DETAIL_EVENT_LOG_HPP

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace t2s::serve {

/// A numbered log of events that several readers share. A reader that lost its connection resumes at any number.
///
/// Not thread safe: the owner holds a mutex. Functions return the callbacks that wake readers; call these after releasing the mutex.
template <class Event>
class event_log {
 public:
  using clock = std::chrono::steady_clock;
  using wake_ups = std::vector<std::function<void()>>;  ///< callbacks of waiting readers

  /// Consecutive events.
  struct part {
    std::vector<Event> events{};  ///< in order
    bool ended = false;           ///< whether they are the last ones
  };

  [[nodiscard]] std::size_t first() const noexcept { return first_; }                 ///< number of the first kept event
  [[nodiscard]] std::size_t end() const noexcept { return first_ + events_.size(); }  ///< number of the next event
  [[nodiscard]] std::size_t size() const noexcept { return events_.size(); }          ///< number of kept events
  [[nodiscard]] bool ended() const noexcept { return ended_; }                        ///< whether the log is closed
  [[nodiscard]] std::deque<Event> const& all() const noexcept { return events_; }     ///< the kept events

  /// Appends an event with the number `end()`.
  [[nodiscard]] wake_ups add(Event e) {
    events_.push_back(std::move(e));
    return ready();
  }
  /// Closes the log.
  [[nodiscard]] wake_ups close() {
    ended_ = true;
    return ready();
  }
  /// Drops the events before a number.
  void forget_before(std::size_t number) {
    while (first_ < number && !events_.empty()) {
      events_.pop_front();
      ++first_;
    }
  }

  /// Events from a number on, up to `bytes` by `size_of`, and at least one if there is any.
  template <class SizeOf>
  [[nodiscard]] part from(std::size_t number, std::size_t bytes, SizeOf size_of) const {
    part given;
    std::size_t size = 0, at = std::max(number, first_);
    for (; at < end() && (given.events.empty() || size + size_of(events_[at - first_]) <= bytes); ++at) {
      size += size_of(events_[at - first_]);
      given.events.push_back(events_[at - first_]);
    }
    given.ended = ended_ && at >= end();
    return given;
  }

  /// Adds a reader and returns its number for `leave`.
  [[nodiscard]] std::uint64_t join() {
    readers_[next_reader_];
    unread_since_.reset();
    return next_reader_++;
  }
  /// Removes a reader and returns its callback, which the caller destroys.
  [[nodiscard]] std::function<void()> leave(std::uint64_t reader) {
    auto const at = readers_.find(reader);
    if (at == readers_.end()) return nullptr;
    auto gone = std::move(at->second.wake);
    readers_.erase(at);
    if (readers_.empty()) unread_since_ = clock::now();
    return gone;
  }
  /// Removes all readers; each notices when it is woken.
  [[nodiscard]] wake_ups dismiss_all() {
    auto wakes = wake_all();
    readers_.clear();
    unread_since_ = clock::now();
    return wakes;
  }
  [[nodiscard]] bool has(std::uint64_t reader) const { return readers_.contains(reader); }  ///< whether the reader is still there
  [[nodiscard]] std::size_t readers() const noexcept { return readers_.size(); }            ///< number of readers
  /// When the last reader left, if there is no reader.
  [[nodiscard]] std::optional<clock::time_point> unread_since() const noexcept { return unread_since_; }

  /// Stores `wake` until the event of that number exists or the log is closed. Returns it at once if that is so already; drops it if the
  /// reader has left.
  [[nodiscard]] std::function<void()> when_ready(std::uint64_t reader, std::size_t number, std::function<void()> wake) {
    if (ended_ || number < end()) return wake;
    if (auto const at = readers_.find(reader); at != readers_.end()) at->second = {number, std::move(wake)};
    return nullptr;
  }
  /// The callbacks of all waiting readers.
  [[nodiscard]] wake_ups wake_all() {
    return take([](waiting const&) { return true; });
  }

 private:
  struct waiting {
    std::size_t number = 0;  // of the awaited event
    std::function<void()> wake{};
  };

  [[nodiscard]] wake_ups ready() {
    return take([this](waiting const& r) { return ended_ || r.number < end(); });
  }
  template <class F>
  [[nodiscard]] wake_ups take(F wakes) {
    wake_ups out;
    for (auto& [id, r] : readers_)
      if (r.wake && wakes(r)) out.push_back(std::exchange(r.wake, nullptr));
    return out;
  }

  std::deque<Event> events_{};
  std::size_t first_ = 0;
  bool ended_ = false;
  std::map<std::uint64_t, waiting> readers_{};
  std::uint64_t next_reader_ = 1;
  std::optional<clock::time_point> unread_since_ = clock::now();
};

/// Calls the callbacks.
inline void wake(std::vector<std::function<void()>> const& all) {
  for (auto const& one : all) one();
}

}  // namespace t2s::serve

#endif
