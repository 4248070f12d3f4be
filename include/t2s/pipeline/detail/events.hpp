// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_DETAIL_EVENTS_HPP
#define T2S_PIPELINE_DETAIL_EVENTS_HPP

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

/// What happens in a run, in its order. What has `took` ends what was begun last. Texts and references are valid during the call alone.
namespace events {

/// What a stage is for. A `step` is a part of another.
enum class stage : std::uint8_t { rewrite, sample, draft, review, revise, search, select, step };

/// A stage begins, inside the one that is open.
struct stage_begun {
  stage what;             ///< what it is for
  std::string_view name;  ///< a feedback's and a step's is their own

  stage_begun(stage s, std::string_view n) : what(s), name(n) {}                                          ///< of any name
  stage_begun(stage s) : what(s), name(names[static_cast<std::size_t>(s)]) {}                             ///< of the pipeline
  stage_begun(std::convertible_to<std::string_view> auto const& step) : what(stage::step), name(step) {}  ///< of a policy

 private:
  static constexpr std::array<std::string_view, 8> names{"rewrite", "sample", "draft", "review", "revise", "search", "select", "step"};
};

// clang-format off
using duration = std::chrono::nanoseconds;  ///< of what has ended
struct stage_ended { duration took{}; };    ///< the stage that was begun last ends
/// A policy says something about the open stage, for people: a text, or a number.
struct noted { std::string_view key, text; std::optional<std::int64_t> number{}; };
struct model_call_begun { std::optional<llm::model_role> by{}; };  ///< a model is asked, of several the one with that role
/// It has answered; without `reply` it has failed, with `error` where that is known. `bytes_cut`: its answer was too long.
struct model_called { llm::completion const* reply{}; std::size_t bytes_cut = 0; std::optional<errc> error{}; duration took{}; };
struct embedding_begun {};  ///< texts are given to an embedding model
struct texts_embedded { llm::embeddings const* given{}; std::optional<errc> error{}; duration took{}; };  ///< or not
struct statement_begun { std::string_view sql; };  ///< it is sent; "" where rows of a table or values of a column are asked for
struct statement_executed { std::string_view sql; db::execution const* outcome{}; duration took{}; };  ///< no outcome: the database failed
struct lane { std::string_view what; std::size_t number; };  ///< what goes on beside others of its kind: "candidate", "comparison"
struct question_rewritten { question const& asked; };  ///< or left as it was
struct samples_chosen { samples const& shown; };       ///< for the prompts
struct draft_made { attempt const& latest; std::size_t number; std::optional<std::size_t> candidate{}; };        ///< an attempt has SQL
struct attempt_reviewed { attempt const& latest; std::size_t number; std::optional<std::size_t> candidate{}; };  ///< it has its remarks
struct candidate_chosen { std::size_t candidate; std::string_view why; };              ///< of several
struct stopped { std::string_view why; std::optional<std::size_t> candidate{}; };      ///< a run, or the revisions of one candidate
// clang-format on

}  // namespace events

/// A sink for the events of a run. A run holds it by value, so a sink is a small handle that can be copied.
///
/// 1. `S::enabled` is a constant; with `false` there are no events, and no code for them.
/// 2. `on(event)` takes an event; a sink has it for the events that it looks at. It throws nothing: what cannot be kept ends no run.
/// 3. `beside(lane)`, which a sink may have, is a sink for what goes on there. Without it awaitable runs leave that out.
///
/// One run calls its sink from one thread at a time; sinks of several runs may share an object, which they then use concurrently.
template <class S>
concept TraceSink =
    std::copy_constructible<S> && (!S::enabled || requires(S& s, events::stage_begun e) { s.on(e); } ||
                                   requires(S& s, events::model_called e) { s.on(e); } ||
                                   requires(S& s, events::statement_executed e) { s.on(e); });

/// Keeps nothing and costs nothing.
struct null_trace {
  static constexpr bool enabled = false;  ///< nothing is told
};

/// Shows a sink an event that it looks at.
template <TraceSink Sink, class Event>
void tell([[maybe_unused]] Sink& sink, [[maybe_unused]] Event const& event) noexcept {
  if constexpr (Sink::enabled && requires { sink.on(event); }) sink.on(event);
}

/// Something that lasts as long as this object: `Begun` is told now, and `Ended` at its end.
template <TraceSink Sink, class Ended>
class [[nodiscard]] lasting {
 public:
  lasting(Sink& sink, auto const& begun) noexcept : sink_(&sink) { tell(sink, begun); }
  lasting(lasting const&) = delete;
  lasting& operator=(lasting const&) = delete;
  ~lasting() { finish({}); }

  /// It ends, and that is known of it.
  void finish(Ended how) noexcept {
    how.took = std::chrono::steady_clock::now() - begin_;
    if (auto* const sink = std::exchange(sink_, nullptr)) tell(*sink, how);
  }
  /// A text or a number beside it.
  void note(std::string_view key, std::string_view text) noexcept { tell(*sink_, events::noted{key, text}); }
  void note(std::string_view key, std::integral auto n) noexcept { tell(*sink_, events::noted{key, {}, static_cast<std::int64_t>(n)}); }

 private:
  Sink* sink_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// The same for a sink that is switched off: nothing.
template <TraceSink Sink, class Ended>
  requires(!Sink::enabled)
class [[nodiscard]] lasting<Sink, Ended> {
 public:
  lasting(Sink&, auto const&) noexcept {}
  ~lasting() {}  // not trivial, so that one that only lives is no unused variable
  void finish(auto const&) noexcept {}
  void note(std::string_view, auto const&) noexcept {}
};

/// A stage, or a step of one.
template <TraceSink Sink>
using span = lasting<Sink, events::stage_ended>;

}  // namespace t2s

#endif
