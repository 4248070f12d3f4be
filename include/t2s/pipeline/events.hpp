// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_EVENTS_HPP
#define T2S_PIPELINE_EVENTS_HPP

#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"

#include <array>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace t2s {

struct question;
struct samples;
struct attempt;
namespace db {
struct execution;
}

/// The events of a run. An event with `took` ends the one that began last. Texts and references are valid only during the call of the sink.
namespace events {

using duration = std::chrono::nanoseconds;  ///< the time between an event and the one that began it

/// The kind of a stage. A `step` is a part of another stage.
enum class stage : std::uint8_t { rewrite, sample, draft, review, revise, search, select, step };

/// A stage begins inside the open one.
struct stage_begun {
  stage what;             ///< its kind
  std::string_view name;  ///< the kind's name, or that of a feedback or step

  stage_begun(stage s, std::string_view n) : what(s), name(n) {}                                          ///< a stage with its own name
  stage_begun(stage s) : what(s), name(names[static_cast<std::size_t>(s)]) {}                             ///< a stage of the pipeline
  stage_begun(std::convertible_to<std::string_view> auto const& step) : what(stage::step), name(step) {}  ///< a step of a policy

 private:
  static constexpr std::array<std::string_view, 8> names{"rewrite", "sample", "draft", "review", "revise", "search", "select", "step"};
};

/// The innermost stage ends.
struct stage_ended {
  duration took{};  ///< since it began
};

/// A policy's note on the open stage, for people: a text or a number.
struct noted {
  std::string_view key;                  ///< the subject of the note
  std::string_view text;                 ///< the note, unless it is a number
  std::optional<std::int64_t> number{};  ///< the note, if it is a number
};

/// A model is asked.
struct model_call_begun {
  std::optional<llm::model_role> by{};  ///< its role, in runs with several models
  llm::request const* asked{};          ///< the prompt, during the event
};

/// The model answered or failed.
struct model_called {
  llm::completion const* reply{};  ///< nullptr after a failure
  std::size_t bytes_cut = 0;       ///< how much of a too long answer was cut
  std::optional<errc> error{};     ///< the failure, if its code is known
  duration took{};                 ///< since it began
};

/// An embedding model is asked.
struct embedding_begun {};

/// The embedding model answered or failed.
struct texts_embedded {
  llm::embeddings const* given{};  ///< nullptr after a failure
  std::optional<errc> error{};     ///< the failure, if its code is known
  duration took{};                 ///< since it began
};

/// A statement is sent.
struct statement_begun {
  std::string_view sql;  ///< empty for `sample` and `distinct`
};

/// The database answered or failed.
struct statement_executed {
  std::string_view sql;            ///< as in `statement_begun`
  db::execution const* outcome{};  ///< nullptr if the database failed; wrong SQL has an outcome
  duration took{};                 ///< since it began
};

/// One of several candidates or comparisons that run concurrently.
struct lane {
  std::string_view what;  ///< "candidate" or "comparison"
  std::size_t number;     ///< from 0
};

/// The rewriting is done, whether or not it changed the question.
struct question_rewritten {
  question const& asked;  ///< with both texts
};

/// The sampler chose what the prompts show.
struct samples_chosen {
  samples const& shown;  ///< its choice
};

/// An attempt has its SQL.
struct draft_made {
  attempt const& latest;                   ///< the attempt
  std::size_t number;                      ///< the attempt's number, from 0
  std::optional<std::size_t> candidate{};  ///< the attempt's candidate, in runs with several
};

/// An attempt has its remarks.
struct attempt_reviewed {
  attempt const& latest;                   ///< the attempt
  std::size_t number;                      ///< the attempt's number, from 0
  std::optional<std::size_t> candidate{};  ///< the attempt's candidate, in runs with several
};

/// The selection chose a candidate.
struct candidate_chosen {
  std::size_t candidate;  ///< its number, from 0
  std::string_view why;   ///< the selection's reason
};

/// A run ended, or a candidate's revisions did.
struct stopped {
  std::string_view why;                    ///< the termination's reason
  std::optional<std::size_t> candidate{};  ///< the candidate; nothing for the run
};

}  // namespace events

/// A sink for the events of a run. A run holds it by value, so a sink is a small handle that can be copied.
///
/// 1. `S::enabled` is a constant; with `false` the run makes no events and contains no code for them.
/// 2. `on(event)` takes an event, with one overload for each event that the sink wants. It must not throw.
/// 3. `beside(lane)` is optional and returns the sink of that lane. Without it awaitable runs do not report lanes.
///
/// One run calls its sink from one thread at a time. Sinks of several runs may share an object and then use it concurrently.
template <class S>
concept TraceSink =
    std::copy_constructible<S> && (!S::enabled || requires(S& s, events::stage_begun e) { s.on(e); } ||
                                   requires(S& s, events::model_called e) { s.on(e); } ||
                                   requires(S& s, events::statement_executed e) { s.on(e); });

/// Ignores all events, at no cost.
struct null_trace {
  static constexpr bool enabled = false;  ///< the run makes no events
};

/// Gives a sink an event if it has an `on` for it.
template <TraceSink Sink, class Event>
void tell([[maybe_unused]] Sink& sink, [[maybe_unused]] Event const& event) noexcept {
  if constexpr (Sink::enabled && requires { sink.on(event); }) sink.on(event);
}

/// Sends the event `begun` when it is constructed and `Ended` when it is finished or destroyed.
template <TraceSink Sink, class Ended>
class [[nodiscard]] lasting {
 public:
  /// Sends `begun`.
  lasting(Sink& sink, auto const& begun) noexcept : sink_(&sink) { tell(sink, begun); }
  lasting(lasting const&) = delete;
  lasting& operator=(lasting const&) = delete;
  ~lasting() { finish({}); }

  /// Sends `how` as the end.
  void finish(Ended how) noexcept {
    how.took = std::chrono::steady_clock::now() - begin_;
    if (auto* const sink = std::exchange(sink_, nullptr)) tell(*sink, how);
  }
  /// Sends a note on the open stage.
  void note(std::string_view key, std::string_view text) noexcept { tell(*sink_, events::noted{key, text}); }
  /// The same for a number.
  void note(std::string_view key, std::integral auto n) noexcept { tell(*sink_, events::noted{key, {}, static_cast<std::int64_t>(n)}); }

 private:
  Sink* sink_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Does nothing for a sink that is switched off.
template <TraceSink Sink, class Ended>
  requires(!Sink::enabled)
class [[nodiscard]] lasting<Sink, Ended> {
 public:
  /// Does nothing.
  lasting(Sink&, auto const&) noexcept {}
  ~lasting() {}  // not trivial, to avoid a warning about an unused variable
  /// Does nothing.
  void finish(auto const&) noexcept {}
  /// Does nothing.
  void note(std::string_view, auto const&) noexcept {}
};

/// A stage or step that lasts as long as the object.
template <TraceSink Sink>
using span = lasting<Sink, events::stage_ended>;

}  // namespace t2s

#endif
