// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_EVENT_STREAMS_HPP
#define T2S_SERVE_MCP_DETAIL_EVENT_STREAMS_HPP

#include "t2s/serve/detail/event_log.hpp"
#include "t2s/serve/http/detail/message.hpp"
#include "t2s/serve/mcp/detail/session.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::serve::mcp::detail {

/// The events for one request of a client or, with number 0, those outside of any request. The mutex of `event_streams` guards it.
struct event_stream {
  using text = std::shared_ptr<std::string const>;  // an event as sent

  std::uint64_t number = 0;
  event_log<text> log{};                         // one reader at a time; ended: nothing more comes
  std::size_t sent = 0;                          // events before this one were handed to a reader
  int status = 200;                              // of its response
  bool closes_stream = false;                          // the reader must end
  std::chrono::steady_clock::time_point left{};  // when the last reader left, or the stream finished without one

  [[nodiscard]] bool is_left() const { return number != 0 && log.ended() && log.readers() == 0; }
};

/// The streams of one session. Keeps unsent events, and as many sent ones as a client may ask for again. Thread safe.
class event_streams {
 public:
  using clock = std::chrono::steady_clock;

  /// `numbered`: events have an id, by which a client resumes.
  explicit event_streams(std::size_t kept_bytes, bool numbered = true) : kept_bytes_(kept_bytes), numbered_(numbered) {
    streams_.emplace(0, std::make_shared<event_stream>());
  }

  /// A stream for a new request.
  [[nodiscard]] std::shared_ptr<event_stream> open() {
    std::lock_guard const lock(mutex_);
    auto made = std::make_shared<event_stream>();
    made->number = ++last_;
    streams_.emplace(made->number, made);
    return made;
  }

  /// An event that a session sends.
  void add(outgoing const& o) {
    event_log<event_stream::text>::wake_ups wakes;
    {
      std::lock_guard const lock(mutex_);
      auto const at = streams_.find(o.origin);
      if (at == streams_.end()) return;
      auto& s = *at->second;
      wakes = s.log.wake_all();
      if (!o.text.empty()) {
        std::string event = "event: message";
        if (numbered_) event.append("\nid: ").append(id_of(s));
        event.append(before_data).append(o.text).append("\n\n");
        static_cast<void>(s.log.add(std::make_shared<std::string const>(std::move(event))));
      }
      if (o.closes_stream && s.log.readers() > 0) s.closes_stream = true;
      if (o.ends) static_cast<void>(s.log.close());
      if (o.status != 200) s.status = o.status;
      s.left = clock::now();
    }
    wake(wakes);
  }

  /// The complete answer of a finished stream that has nothing else; the stream is then forgotten.
  [[nodiscard]] std::optional<std::string> take_if_answered(event_stream const& s) {
    std::lock_guard const lock(mutex_);
    if (!s.log.ended() || s.log.size() != 1) return {};
    auto const& event = *s.log.all().front();
    auto const begin = event.find(before_data) + before_data.size();
    auto text = event.substr(begin, event.size() - begin - 2);
    streams_.erase(s.number);
    return text;
  }

  /// The status of its response.
  [[nodiscard]] int status(event_stream const& s) const {
    std::lock_guard const lock(mutex_);
    return s.status;
  }

  void forget(event_stream const& s) {
    std::lock_guard const lock(mutex_);
    streams_.erase(s.number);
  }

  /// Forgets streams that ended and to which no client has returned since.
  void forget_left(clock::time_point since) {
    std::lock_guard const lock(mutex_);
    std::erase_if(streams_, [since](auto const& e) { return e.second->is_left() && e.second->left < since; });
  }

  /// The first event of a stream. It lets the client resume even if it gets no other event.
  [[nodiscard]] static std::string priming(std::uint64_t number, std::uint64_t event, std::chrono::milliseconds retry, bool has_data) {
    return "id: " + std::to_string(number) + "-" + std::to_string(event) + "\nretry: " + std::to_string(retry.count()) +
           (has_data ? "\ndata: \n\n" : "\n\n");
  }

  /// Ends all streams.
  void close() {
    event_log<event_stream::text>::wake_ups wakes;
    {
      std::lock_guard const lock(mutex_);
      for (auto const& [n, s] : streams_) std::ranges::move(s->log.close(), std::back_inserter(wakes));
    }
    wake(wakes);
  }

  /// The stream of that number, if all its events after the given one are kept.
  [[nodiscard]] std::shared_ptr<event_stream> find(std::uint64_t number, std::uint64_t event) const {
    std::lock_guard const lock(mutex_);
    auto const at = streams_.find(number);
    bool const known = at != streams_.end() && event >= at->second->log.first() && event <= at->second->log.end();
    return known ? at->second : nullptr;
  }

  /// The stream for events outside of requests, starting at the first unsent one.
  [[nodiscard]] std::pair<std::shared_ptr<event_stream>, std::uint64_t> own() const {
    std::lock_guard const lock(mutex_);
    auto const& s = streams_.begin()->second;
    return {s, s->sent};
  }

  [[nodiscard]] bool is_read(std::uint64_t number) const {
    std::lock_guard const lock(mutex_);
    auto const at = streams_.find(number);
    return at != streams_.end() && at->second->log.readers() > 0;
  }

 private:
  friend class event_reader;

  /// "3-17": the stream and the event; event 0 is the priming one.
  static std::string id_of(event_stream const& s) { return std::to_string(s.number) + "-" + std::to_string(s.log.end() + 1); }

  /// Forgets sent events, oldest first, until the rest fits.
  void prune() {
    std::size_t bytes = 0;
    for (auto at = streams_.rbegin(); at != streams_.rend(); ++at) {
      auto& s = *at->second;
      for (auto n = s.sent; n-- > s.log.first();) {
        bytes += s.log.all()[n - s.log.first()]->size();
        if (bytes <= kept_bytes_) continue;
        s.log.forget_before(n + 1);
        break;
      }
    }
    std::erase_if(streams_, [](auto const& e) { return e.second->is_left() && e.second->log.size() == 0; });
    auto left = static_cast<std::size_t>(std::ranges::count_if(streams_, [](auto const& e) { return e.second->is_left(); }));
    for (auto at = streams_.begin(); left > most_left;)
      if (at->second->is_left())
        at = streams_.erase(at), --left;
      else
        ++at;
  }

  static constexpr std::size_t most_left = 16;  // ended streams to which no client returned
  static constexpr std::string_view before_data = "\ndata: ";

  std::size_t kept_bytes_;
  bool numbered_;
  std::mutex mutable mutex_{};
  std::uint64_t last_ = 0;
  std::map<std::uint64_t, std::shared_ptr<event_stream>> streams_{};
};

/// Sends the events of a stream, starting at one of them. A later reader of the same stream ends an earlier one.
class event_reader final : public body_stream {
 public:
  /// `owner` is destroyed with the reader.
  event_reader(std::shared_ptr<event_streams> all, std::shared_ptr<event_stream> of, std::uint64_t from, std::string first,
               std::shared_ptr<void> owner = nullptr)
      : owner_(std::move(owner)), all_(std::move(all)), of_(std::move(of)), at_(from) {
    if (!first.empty()) first_ = std::make_shared<std::string const>(std::move(first));
    event_log<event_stream::text>::wake_ups wakes;
    {
      std::lock_guard const lock(all_->mutex_);
      wakes = of_->log.dismiss_all();
      reader_ = of_->log.join();
      of_->closes_stream = false;
    }
    wake(wakes);
  }
  ~event_reader() override {
    std::function<void()> gone;  // destroyed outside of the lock
    std::lock_guard const lock(all_->mutex_);
    if (!of_->log.has(reader_)) return;
    gone = of_->log.leave(reader_);
    of_->left = event_streams::clock::now();
    all_->prune();
  }

  [[nodiscard]] piece next(std::size_t bytes) override {
    piece p;
    std::lock_guard const lock(all_->mutex_);
    p.last = !of_->log.has(reader_);
    if (p.last) return p;
    if (first_) p.texts.push_back(std::exchange(first_, nullptr));
    auto part = of_->log.from(at_, bytes, [](event_stream::text const& t) { return t->size(); });
    at_ = std::max(at_, of_->log.first()) + part.events.size();
    std::ranges::move(part.events, std::back_inserter(p.texts));
    of_->sent = std::max(of_->sent, at_);
    p.last = at_ == of_->log.end() && (of_->log.ended() || of_->closes_stream);
    all_->prune();
    return p;
  }

  void when_ready(std::function<void()> wake) override {
    {
      std::lock_guard const lock(all_->mutex_);
      bool const now = !of_->log.has(reader_) || first_ || of_->closes_stream;
      if (!now) wake = of_->log.when_ready(reader_, at_, std::move(wake));
    }
    if (wake) wake();
  }

  [[nodiscard]] std::string_view ping() const override { return ":\n\n"; }

 private:
  std::shared_ptr<void> owner_;
  std::shared_ptr<event_streams> all_;
  std::shared_ptr<event_stream> of_;
  std::size_t at_;
  std::uint64_t reader_ = 0;
  std::shared_ptr<std::string const> first_{};
};

}  // namespace t2s::serve::mcp::detail

#endif
