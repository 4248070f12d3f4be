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

/// Events by number, each kept once however many read them, from any number on: a reader that lost its connection goes on where it was.
///
/// Not thread safe: who has it has a mutex. Its verbs return what wakes readers, to be called once that is free again.
template <class Event>
class event_log {
 public:
  using clock = std::chrono::steady_clock;
  using wake_ups = std::vector<std::function<void()>>;  ///< see `wake_all`

  /// Events, and whether others may follow.
  struct part {
    std::vector<Event> events{};  ///< each in whole
    bool ended = false;           ///< these are the last ones
  };

  [[nodiscard]] std::size_t first() const noexcept { return first_; }                 ///< the number of the first one that is kept
  [[nodiscard]] std::size_t end() const noexcept { return first_ + events_.size(); }  ///< the number of the next one
  [[nodiscard]] std::size_t size() const noexcept { return events_.size(); }          ///< how many are kept
  [[nodiscard]] bool ended() const noexcept { return ended_; }                        ///< whether no other comes
  [[nodiscard]] std::deque<Event> const& all() const noexcept { return events_; }     ///< those that are kept

  /// One more, of the number `end()`.
  [[nodiscard]] wake_ups add(Event e) {
    events_.push_back(std::move(e));
    return ready();
  }
  /// No other comes.
  [[nodiscard]] wake_ups close() {
    ended_ = true;
    return ready();
  }
  /// Forgets those before a number.
  void forget_before(std::size_t number) {
    while (first_ < number && !events_.empty()) events_.pop_front(), ++first_;
  }

  /// The events from a number on, at least one if there is one, until they have more than `bytes`, as `size_of` counts them.
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

  /// One more reads it, until `leave` of the number that is returned.
  [[nodiscard]] std::uint64_t join() {
    readers_[next_reader_];
    unread_since_.reset();
    return next_reader_++;
  }
  /// It reads no more. What would have woken it is returned, to be destroyed.
  [[nodiscard]] std::function<void()> leave(std::uint64_t reader) {
    auto const at = readers_.find(reader);
    if (at == readers_.end()) return nullptr;
    auto gone = std::move(at->second.wake);
    readers_.erase(at);
    if (readers_.empty()) unread_since_ = clock::now();
    return gone;
  }
  /// All leave; who reads finds out once woken.
  [[nodiscard]] wake_ups dismiss_all() {
    auto wakes = wake_all();
    readers_.clear();
    unread_since_ = clock::now();
    return wakes;
  }
  [[nodiscard]] bool has(std::uint64_t reader) const { return readers_.contains(reader); }  ///< whether it has joined and not left
  [[nodiscard]] std::size_t readers() const noexcept { return readers_.size(); }            ///< how many read it
  /// Since when nobody has read it, if nobody does.
  [[nodiscard]] std::optional<clock::time_point> unread_since() const noexcept { return unread_since_; }

  /// Keeps `wake` until there is an event of that number, or no other comes; returns it where that is so already. It is dropped for a
  /// reader that has left.
  [[nodiscard]] std::function<void()> when_ready(std::uint64_t reader, std::size_t number, std::function<void()> wake) {
    if (ended_ || number < end()) return wake;
    if (auto const at = readers_.find(reader); at != readers_.end()) at->second = {number, std::move(wake)};
    return nullptr;
  }
  /// What wakes all who wait.
  [[nodiscard]] wake_ups wake_all() {
    return take([](waiting const&) { return true; });
  }

 private:
  struct waiting {
    std::size_t number = 0;  // of the event that it waits for
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

/// Calls what wakes readers.
inline void wake(std::vector<std::function<void()>> const& all) {
  for (auto const& one : all) one();
}

}  // namespace t2s::serve

#endif
