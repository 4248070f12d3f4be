// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_RUN_RECORD_HPP
#define T2S_SERVE_RUNS_DETAIL_RUN_RECORD_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/context.hpp"
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

/// The order for a run: question, database, system and options.
struct run_order {
  std::string database{}, question{}, system{};  ///< the names of database and system, and the question
  double min_confidence = 0;                     ///< an answer with less confidence is withheld
  bool ask_back = false;                         ///< whether an uncertain answer asks back (`t2s::ask_back`)
  bool chart = false;                            ///< whether its answer proposes a chart
  bool keep = false;                             ///< whether it goes on without viewers
  std::string who{};                             ///< the caller's name for the audit
  std::string user{};                            ///< its owner: `request::user`
  std::string model_name{};                      ///< the name of the model that drafts; "" without one
  std::string conversation{};                    ///< the id of the conversation to which it belongs, or ""
  bool begins = false;                           ///< whether it begins that conversation, which ends with it if no turn is kept
  std::vector<turn> turns{};                     ///< of that conversation, before the question: for `run_options::turns`
  std::string trace_parent{};                    ///< the caller's header `traceparent`, for telemetry; not validated
  /// The caller's model, for example by MCP's sampling; may be empty. Called on the thread of the run.
  std::function<llm::completion(llm::request)> model{};
};

/// What those who run the server see of a run.
struct run_figures {
  std::string status{};                ///< "running"; "failed" or "cancelled"; for an answer as given to `run_record::end`
  std::chrono::nanoseconds took{};     ///< its duration, so far or in all
  std::size_t calls = 0;               ///< calls of a model that were answered
  std::size_t prompt_tokens = 0;       ///< tokens of their prompts
  std::size_t completion_tokens = 0;   ///< tokens of the answers
  std::optional<double> confidence{};  ///< of the answer
};

/// The public record of one run: its order and its events. Each event is kept once, for any number of viewers. Thread safe.
class run_record {
 public:
  using clock = std::chrono::steady_clock;  ///< the clock of its events
  /// One event. All who send it share its text.
  struct event {
    std::string name{};                         ///< its name, for example "answer"
    std::shared_ptr<std::string const> json{};  ///< the complete event on one line, beginning with number, time and name
  };
  using part = event_log<event>::part;  ///< events, and whether more may follow

  /// A run that begins now. If its events exceed `most_bytes`, only the last ones are kept. With 0 no viewer can ask for events.
  T2S_DECL run_record(std::string id, run_order order, std::size_t most_bytes = std::size_t{16} << 20U);
  run_record(run_record const&) = delete;
  run_record& operator=(run_record const&) = delete;

  [[nodiscard]] std::string const& id() const noexcept { return id_; }               ///< its id in URLs
  [[nodiscard]] run_order const& order() const noexcept { return order_; }           ///< its order
  [[nodiscard]] std::string const& started() const noexcept { return started_; }     ///< the UTC time of its start, "2026-03-01T12:00:00Z"
  [[nodiscard]] std::stop_token stop() const noexcept { return stop_.get_token(); }  ///< requested when it is cancelled
  [[nodiscard]] bool keeps_events() const noexcept { return most_bytes_ > 0; }       ///< whether viewers may ask for its events
  /// The time since it began.
  [[nodiscard]] std::chrono::nanoseconds age() const noexcept { return clock::now() - made_; }

  /// Begins its work. Returns false if the run was cancelled before and has ended.
  [[nodiscard]] T2S_DECL bool begin();
  /// Adds an event.
  T2S_DECL void add(std::string_view name, boost::json::object const& content);
  /// Adds the last event, with the part of the answer that the history shows. Nothing may be added afterwards. Without a status it is
  /// `name`.
  T2S_DECL void end(std::string_view name, boost::json::object const& content, std::optional<std::string> sql = {},
                    std::optional<double> confidence = {}, std::string_view status = {});
  /// Counts an answered call of a model.
  T2S_DECL void count_call(std::size_t prompt_tokens, std::size_t completion_tokens);

  /// Events starting at a number: at least one if there is one, and about `bytes` at most.
  [[nodiscard]] T2S_DECL part from(std::size_t number, std::size_t bytes) const;
  /// All events as one JSON array.
  [[nodiscard]] T2S_DECL std::string as_array() const;
  /// The entry of the history: id, database, system, question, started, sql, confidence, and whether the run goes on.
  [[nodiscard]] T2S_DECL boost::json::object summary() const;
  /// What it has cost, and how it ended.
  [[nodiscard]] T2S_DECL run_figures figures() const;
  /// The last event, if the run is over.
  [[nodiscard]] T2S_DECL std::optional<event> result() const;
  [[nodiscard]] T2S_DECL bool ended() const;           ///< whether it has its last event
  [[nodiscard]] T2S_DECL std::size_t size() const;     ///< the number of its events
  [[nodiscard]] T2S_DECL std::size_t bytes() const;    ///< the size of its events, and of the turns of its order
  [[nodiscard]] T2S_DECL std::size_t viewers() const;  ///< the number of viewers

  /// Cancels the run, from any thread; this also ends its model call and its statement. A run that has not begun ends immediately.
  T2S_DECL void cancel();

  /// Adds a viewer and returns its number for `leave`.
  [[nodiscard]] T2S_DECL std::uint64_t join();
  /// Removes a viewer. A wake-up that another thread has begun may still come.
  T2S_DECL void leave(std::uint64_t viewer);
  /// Calls `wake` once, on any thread, when an event of that number exists or the run is over; immediately if that is so already. Never
  /// calls it for a viewer that has left.
  T2S_DECL void when_ready(std::uint64_t viewer, std::size_t number, std::function<void()> wake);

  /// The time when the last viewer left, if there is none now.
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

  mutable std::mutex mutex_{};  // guards all below
  event_log<event> log_{};
  std::size_t bytes_ = 0, left_out_ = 0;
  bool begun_ = false;
  std::optional<std::string> sql_{};
  std::optional<double> confidence_{};
  run_figures spent_{};
};

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/runs/detail/run_record.ipp"
#endif

#endif
