// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_RUN_RECORD_HPP
#define T2S_SERVE_RUNS_DETAIL_RUN_RECORD_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/serve/detail/event_log.hpp"

#include <boost/json/object.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::serve {

namespace json = boost::json;

/// What a run was asked to do.
struct run_order {
  std::string database{}, question{}, system{};  ///< the names of database and system
  double min_confidence = 0;                     ///< an answer below it is withheld
  bool keep = false;                             ///< it goes on when nobody watches it
  std::string who{};                             ///< for the audit
  std::string user{};                            ///< whose run it is: `request::user`
  std::string trace_parent{};                    ///< the caller's header `traceparent`, for telemetry; not validated
  /// The caller's model, for example by MCP's sampling; may be empty. Called on the thread of the run.
  std::function<llm::completion(llm::request)> model{};
};

/// One run as others see it: what it was asked, and its events, each kept once however many watch. Thread safe.
class run_record {
 public:
  using clock = std::chrono::steady_clock;  ///< of its events
  /// One event, whose text all share that send it.
  struct event {
    std::string name{};                         ///< such as "answer"
    std::shared_ptr<std::string const> json{};  ///< the whole, on one line: its number, time and name come first
  };
  using part = event_log<event>::part;  ///< events, and whether others may follow

  /// A run that begins now. Beyond `most_bytes` of events only those at its end are kept; for 0, nobody will ask for any.
  T2S_DECL run_record(std::string id, run_order order, std::size_t most_bytes = std::size_t{16} << 20U);
  run_record(run_record const&) = delete;
  run_record& operator=(run_record const&) = delete;

  [[nodiscard]] std::string const& id() const noexcept { return id_; }               ///< as it stands in addresses
  [[nodiscard]] run_order const& order() const noexcept { return order_; }           ///< what it was asked
  [[nodiscard]] std::string const& started() const noexcept { return started_; }     ///< in UTC, "2026-03-01T12:00:00Z"
  [[nodiscard]] std::stop_token stop() const noexcept { return stop_.get_token(); }  ///< requested once it is cancelled
  [[nodiscard]] bool keeps_events() const noexcept { return most_bytes_ > 0; }       ///< whether anybody may ask for them
  /// Since it began.
  [[nodiscard]] std::chrono::nanoseconds age() const noexcept { return clock::now() - made_; }

  /// Its work begins; false where the run was cancelled before, and has ended.
  [[nodiscard]] T2S_DECL bool begin();
  /// Adds an event.
  T2S_DECL void add(std::string_view name, boost::json::object const& content);
  /// Adds the last event, after which nothing is added, with what the history shows of the answer.
  T2S_DECL void end(std::string_view name, boost::json::object const& content, std::optional<std::string> sql = {},
                    std::optional<double> confidence = {});

  /// The events from a number on, at least one if there is one, and not many more than `bytes`.
  [[nodiscard]] T2S_DECL part from(std::size_t number, std::size_t bytes) const;
  /// All events as one JSON array.
  [[nodiscard]] T2S_DECL std::string as_array() const;
  /// What the history shows: id, database, system, question, started, sql, confidence, and whether it goes on.
  [[nodiscard]] T2S_DECL boost::json::object summary() const;
  /// The last event, once the run is over.
  [[nodiscard]] T2S_DECL std::optional<event> result() const;
  [[nodiscard]] T2S_DECL bool ended() const;           ///< whether its last event is there
  [[nodiscard]] T2S_DECL std::size_t size() const;     ///< how many events it has
  [[nodiscard]] T2S_DECL std::size_t bytes() const;    ///< of its events
  [[nodiscard]] T2S_DECL std::size_t viewers() const;  ///< how many watch it

  /// Asks the run to end, from any thread: its model call and its statement end, too. One that has not begun ends at once.
  T2S_DECL void cancel();

  /// One more watches it, until `leave` of the number that is returned.
  [[nodiscard]] T2S_DECL std::uint64_t join();
  /// It watches no more. A wake-up that another thread has begun may still come.
  T2S_DECL void leave(std::uint64_t viewer);
  /// `wake` is called once, on any thread, as soon as there is an event of that number, or the run is over; at once if that is so already.
  /// Never for a viewer that has left.
  T2S_DECL void when_ready(std::uint64_t viewer, std::size_t number, std::function<void()> wake);

  /// Since when nobody has watched it, if nobody does.
  [[nodiscard]] T2S_DECL std::optional<clock::time_point> unwatched_since() const;

 private:
  using wake_ups = event_log<event>::wake_ups;
  T2S_DECL wake_ups add_locked(std::string_view name, boost::json::object const& content, bool last);
  T2S_DECL wake_ups end_locked(std::string_view name, boost::json::object const& content);

  std::string id_;
  run_order order_;
  std::string started_;
  clock::time_point made_ = clock::now();
  std::size_t most_bytes_;
  std::stop_source stop_{};

  mutable std::mutex mutex_{};  // of all below
  event_log<event> log_{};
  std::size_t bytes_ = 0, left_out_ = 0;
  bool begun_ = false;
  std::optional<std::string> sql_{};
  std::optional<double> confidence_{};
};

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/runs/detail/run_record.ipp"
#endif

#endif
