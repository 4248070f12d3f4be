// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_EVENT_STREAMS_HPP
#define T2S_SERVE_MCP_DETAIL_EVENT_STREAMS_HPP

#include "t2s/serve/http/detail/message.hpp"
#include "t2s/serve/mcp/detail/session.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::serve::mcp::detail {

class event_reader;

/// The events for one request of a client, or (number 0) those that belong to none. Guarded by the mutex of `event_streams`.
struct event_stream {
  std::uint64_t number = 0;
  std::deque<std::shared_ptr<std::string const>> events{};  // as they are sent
  std::uint64_t first = 0;                                  // number of the first of these
  std::uint64_t sent = 0;                                   // events before this one were handed to a reader
  bool done = false;                                        // nothing more comes
  bool refuses = false;                                     // it answers what was no message
  bool lets_go = false;                                     // the reader is to end
  event_reader* reader = nullptr;
  std::chrono::steady_clock::time_point left{};  // when the last reader went, or the stream was done without one
  std::function<void()> wake{};

  [[nodiscard]] std::uint64_t end() const { return first + events.size(); }
  [[nodiscard]] bool is_left() const { return number != 0 && done && !reader; }
};

/// The streams of one session: keeps what is still to be sent, and of what was sent as much as may be asked for again. Thread safe.
class event_streams {
 public:
  using clock = std::chrono::steady_clock;

  explicit event_streams(std::size_t kept_bytes) : kept_bytes_(kept_bytes) { streams_.emplace(0, std::make_shared<event_stream>()); }

  /// A stream for a new request.
  [[nodiscard]] std::shared_ptr<event_stream> open() {
    std::lock_guard const lock(mutex_);
    auto made = std::make_shared<event_stream>();
    made->number = ++last_;
    streams_.emplace(made->number, made);
    return made;
  }

  /// What a session sends.
  void add(outgoing const& o) {
    std::function<void()> wake;
    {
      std::lock_guard const lock(mutex_);
      auto const at = streams_.find(o.origin);
      if (at == streams_.end()) return;
      auto& s = *at->second;
      if (!o.text.empty()) {
        auto event = "event: message\nid: " + id_of(s);
        event.append(before_data).append(o.text).append("\n\n");
        s.events.push_back(std::make_shared<std::string const>(std::move(event)));
      }
      if (o.lets_go && s.reader) s.lets_go = true;
      s.done = s.done || o.ends;
      s.refuses = s.refuses || o.refuses;
      s.left = clock::now();
      wake = std::exchange(s.wake, nullptr);
    }
    if (wake) wake();
  }

  /// The whole answer of a stream that is done and has no more than that; it is forgotten then.
  [[nodiscard]] std::optional<std::string> take_if_answered(event_stream const& s) {
    std::lock_guard const lock(mutex_);
    if (!s.done || s.events.size() != 1) return {};
    auto const& event = *s.events.front();
    auto const begin = event.find(before_data) + before_data.size();
    auto text = event.substr(begin, event.size() - begin - 2);
    streams_.erase(s.number);
    return text;
  }

  /// Whether it answers what was no message of JSON-RPC.
  [[nodiscard]] bool refuses(event_stream const& s) const {
    std::lock_guard const lock(mutex_);
    return s.refuses;
  }

  void forget(event_stream const& s) {
    std::lock_guard const lock(mutex_);
    streams_.erase(s.number);
  }

  /// Forgets the streams that are over, and that nobody has come back for since then.
  void forget_left(clock::time_point since) {
    std::lock_guard const lock(mutex_);
    std::erase_if(streams_, [since](auto const& e) { return e.second->is_left() && e.second->left < since; });
  }

  /// The first event of a stream, that the client can come back even if it gets no other.
  [[nodiscard]] static std::string priming(std::uint64_t number, std::uint64_t event, std::chrono::milliseconds retry, bool has_data) {
    return "id: " + std::to_string(number) + "-" + std::to_string(event) + "\nretry: " + std::to_string(retry.count()) +
           (has_data ? "\ndata: \n\n" : "\n\n");
  }

  /// Ends all streams.
  void close() {
    std::map<std::uint64_t, std::shared_ptr<event_stream>> ended;
    {
      std::lock_guard const lock(mutex_);
      ended = streams_;
      for (auto const& [n, s] : ended) s->done = true;
    }
    for (auto const& [n, s] : ended) {
      std::unique_lock lock(mutex_);
      auto const wake = std::exchange(s->wake, nullptr);
      lock.unlock();
      if (wake) wake();
    }
  }

  /// The stream of that number, if all its events after that one are kept.
  [[nodiscard]] std::shared_ptr<event_stream> find(std::uint64_t number, std::uint64_t event) const {
    std::lock_guard const lock(mutex_);
    auto const at = streams_.find(number);
    bool const known = at != streams_.end() && event >= at->second->first && event <= at->second->end();
    return known ? at->second : nullptr;
  }

  /// The stream of what belongs to no request, from what was not sent on.
  [[nodiscard]] std::pair<std::shared_ptr<event_stream>, std::uint64_t> own() const {
    std::lock_guard const lock(mutex_);
    auto const& s = streams_.begin()->second;
    return {s, s->sent};
  }

  [[nodiscard]] bool is_read(std::uint64_t number) const {
    std::lock_guard const lock(mutex_);
    auto const at = streams_.find(number);
    return at != streams_.end() && at->second->reader;
  }

 private:
  friend class event_reader;

  /// "3-17": the stream and the event; the event 0 is the priming one.
  static std::string id_of(event_stream const& s) { return std::to_string(s.number) + "-" + std::to_string(s.end() + 1); }

  /// Forgets what was sent, the oldest first, until it fits.
  void prune() {
    std::size_t bytes = 0;
    for (auto at = streams_.rbegin(); at != streams_.rend(); ++at) {
      auto& s = *at->second;
      for (auto n = s.sent; n-- > s.first;) {
        bytes += s.events[n - s.first]->size();
        if (bytes <= kept_bytes_) continue;
        s.events.erase(s.events.begin(), s.events.begin() + static_cast<std::ptrdiff_t>(n - s.first + 1));
        s.first = n + 1;
        break;
      }
    }
    std::erase_if(streams_, [](auto const& e) { return e.second->is_left() && e.second->events.empty(); });
    auto left = static_cast<std::size_t>(std::ranges::count_if(streams_, [](auto const& e) { return e.second->is_left(); }));
    for (auto at = streams_.begin(); left > most_left;)
      if (at->second->is_left())
        at = streams_.erase(at), --left;
      else
        ++at;
  }

  static constexpr std::size_t most_left = 16;  // streams that are over and that nobody came back for
  static constexpr std::string_view before_data = "\ndata: ";

  std::size_t kept_bytes_;
  std::mutex mutable mutex_{};
  std::uint64_t last_ = 0;
  std::map<std::uint64_t, std::shared_ptr<event_stream>> streams_{};
};

/// Sends the events of a stream from one of them on. A later reader of the same stream ends an earlier one.
class event_reader final : public body_stream {
 public:
  event_reader(std::shared_ptr<event_streams> all, std::shared_ptr<event_stream> of, std::uint64_t from, std::string first)
      : all_(std::move(all)), of_(std::move(of)), at_(from) {
    if (!first.empty()) first_ = std::make_shared<std::string const>(std::move(first));
    std::function<void()> wake;
    {
      std::lock_guard const lock(all_->mutex_);
      of_->reader = this;
      of_->lets_go = false;
      wake = std::exchange(of_->wake, nullptr);
    }
    if (wake) wake();
  }
  ~event_reader() override {
    std::lock_guard const lock(all_->mutex_);
    if (of_->reader != this) return;
    of_->reader = nullptr;
    of_->wake = nullptr;
    of_->left = event_streams::clock::now();
    all_->prune();
  }

  [[nodiscard]] piece next(std::size_t bytes) override {
    piece p;
    std::lock_guard const lock(all_->mutex_);
    p.last = of_->reader != this;
    if (p.last) return p;
    std::size_t size = 0;
    if (first_) p.texts.push_back(std::exchange(first_, nullptr));
    at_ = std::max(at_, of_->first);
    while (at_ < of_->end() && (size < bytes || p.texts.empty())) {
      p.texts.push_back(of_->events[at_ - of_->first]);
      size += p.texts.back()->size();
      ++at_;
    }
    of_->sent = std::max(of_->sent, at_);
    p.last = at_ == of_->end() && (of_->done || of_->lets_go);
    all_->prune();
    return p;
  }

  void when_ready(std::function<void()> wake) override {
    {
      std::lock_guard const lock(all_->mutex_);
      bool const now = of_->reader != this || first_ || at_ < of_->end() || of_->done || of_->lets_go;
      if (!now) {
        of_->wake = std::move(wake);
        return;
      }
    }
    wake();
  }

  [[nodiscard]] std::string_view ping() const override { return ":\n\n"; }

 private:
  std::shared_ptr<event_streams> all_;
  std::shared_ptr<event_stream> of_;
  std::uint64_t at_;
  std::shared_ptr<std::string const> first_{};
};

}  // namespace t2s::serve::mcp::detail

#endif
