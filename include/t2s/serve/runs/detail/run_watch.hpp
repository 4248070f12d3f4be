// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_RUN_WATCH_HPP
#define T2S_SERVE_RUNS_DETAIL_RUN_WATCH_HPP

#include "t2s/db/detail/result.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/detail/event_words.hpp"
#include "t2s/serve/detail/operation.hpp"
#include "t2s/serve/runs/detail/run_record.hpp"
#include "t2s/sql/parse.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::serve {

class run_trace;

/// Turns what happens in one run into its events. Its sources are the run's trace (`trace`) and the wrapper of its connection
/// (`watched_connection`). Used on the run's thread.
class run_watch {
 public:
  using listener = std::function<void(progress const&)>;  ///< receives the progress of a run

  /// `dialect` is the database's. `report` is called when a stage begins; it may be empty.
  explicit run_watch(std::shared_ptr<run_record> run, sql::grammar dialect = sql::sqlite, listener report = {})
      : run_(std::move(run)), dialect_(dialect) {
    if (report)
      report_ = [this, to = std::move(report)](progress const& p) {
        reached_ = std::max(reached_, p.done);  // progress only grows
        to(p);
      };
  }
  run_watch(run_watch const&) = delete;
  run_watch& operator=(run_watch const&) = delete;

  /// The run's order.
  [[nodiscard]] run_order const& order() const noexcept { return run_->order(); }
  /// Requested when the run must end: for `run_options::stop`.
  [[nodiscard]] std::stop_token stop() const noexcept { return run_->stop(); }
  /// The record of its events.
  [[nodiscard]] run_record& record() const noexcept { return *run_; }
  /// Reports progress of work outside of stages. May be empty.
  [[nodiscard]] listener const& report() const noexcept { return report_; }
  /// The sink of the run's trace.
  [[nodiscard]] T2S_DECL run_trace trace();

  /// Notes an executed statement.
  T2S_DECL void executed(std::string_view sql, db::execution const& outcome);

  /// Ends the run: adds the attempts without an event, and the answer.
  T2S_DECL void finish(answer const& a);
  /// Ends the run without an answer.
  T2S_DECL void fail(std::string_view message);
  /// Ends the run as cancelled.
  T2S_DECL void cancelled();

 private:
  friend class run_trace;
  using seen_attempt = std::pair<std::optional<std::size_t>, std::size_t>;  // candidate, attempt

  T2S_DECL std::size_t begin(std::optional<std::size_t> parent, std::string_view name);
  T2S_DECL void reached(std::string_view stage);
  T2S_DECL std::size_t add_prompt(std::string_view stage, llm::request const& r);  // the number of its call
  T2S_DECL void add_completion(std::size_t call, llm::completion const& c, events::duration took);
  T2S_DECL void add_attempt(std::optional<std::size_t> candidate, std::size_t number, attempt const& a);
  T2S_DECL void add_missing(std::optional<std::size_t> candidate, std::vector<attempt> const& all);

  std::shared_ptr<run_record> run_;
  sql::grammar dialect_;
  listener report_;
  double reached_ = 0;  // the last reported value
  std::size_t next_span_ = 0;
  std::size_t calls_ = 0;              // model calls
  std::set<seen_attempt> complete_{};  // reviewed attempts that have their event
};

/// The sink that turns a run's events into those for clients. It does not throw: an event that cannot be kept is omitted.
class run_trace {
 public:
  static constexpr bool enabled = true;  ///< it wants events

  /// A sink for a run.
  explicit run_trace(run_watch& to) : to_(&to) {}

  /// The begin or end of a stage, call or statement, or a note on it.
  template <t2s::detail::SaidTo<run_trace> Event>
  void on(Event const& e) noexcept {
    t2s::detail::say(*this, e);
  }
  T2S_DECL void on(events::stage_begun const& e) noexcept;                ///< also reports progress
  T2S_DECL void on(events::model_call_begun const& e) noexcept;           ///< adds an event with the prompt
  T2S_DECL void on(events::model_called const& e) noexcept;               ///< adds an event with the completion
  T2S_DECL void on(events::question_rewritten const& e) noexcept;         ///< adds an event if the question changed
  T2S_DECL void on(events::samples_chosen const& e) noexcept;             ///< adds an event with the samples
  T2S_DECL void on(events::draft_made const& e) noexcept;                 ///< adds an event with the attempt
  T2S_DECL void on(events::attempt_reviewed const& e) noexcept;           ///< adds an event with the attempt and its remarks
  [[nodiscard]] T2S_DECL run_trace beside(events::lane const& at) const;  ///< the sink of a candidate; its spans are inside the open one

  // For `on`.
  T2S_DECL void begin(std::string_view name) noexcept;                        ///< opens a span within the open one
  T2S_DECL void end() noexcept;                                               ///< closes the span that was opened last
  T2S_DECL void note(std::string_view key, std::string_view value) noexcept;  ///< a text beside the open span
  T2S_DECL void note(std::string_view key, std::int64_t value) noexcept;      ///< a number beside the open span

 private:
  struct open_span {
    std::size_t number;
    std::string name;
  };
  [[nodiscard]] std::optional<std::size_t> innermost() const noexcept {
    return open_.empty() ? std::optional<std::size_t>() : open_.back().number;
  }

  run_watch* to_;
  std::vector<open_span> open_{};
  std::size_t call_ = 0;  // the number of the open call of a model
};
static_assert(TraceSink<run_trace>);

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/runs/detail/run_watch.ipp"
#endif

#endif
