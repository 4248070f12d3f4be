// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_TRACE_HPP
#define T2S_CORE_DETAIL_TRACE_HPP

#include "t2s/core/detail/config.hpp"

#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>

namespace t2s {

/// A sink for what a run does, step by step. A run holds its sink by value, so a sink is a small handle that can be copied.
///
/// 1. `S::enabled` is a constant; with `false` spans are empty and cost nothing.
/// 2. `begin(name)` opens a span inside the innermost open one, `end()` closes the innermost one.
/// 3. `note(key, value)` adds to the innermost open span.
/// 4. None of them throws: a trace that cannot be kept does not end a run.
///
/// A sink may also have `beside(name)`, a sink for what goes on beside it: candidates of a set that are under way at the same time. Without
/// it their spans are left out of awaitable runs.
///
/// A sink may also have `found(x)`, which must not throw: pipelines show it the `question` once it is rewritten, the `samples` that were
/// chosen, and each `attempt` with its number, once when its SQL is there and again when it was reviewed.
///
/// One run calls its sink from one thread at a time; sinks of several runs may share an object, which they then use concurrently.
template <class S>
concept TraceSink = std::copy_constructible<S> && requires(S& sink, std::string_view text, std::int64_t number) {
  { S::enabled } -> std::convertible_to<bool>;
  { sink.begin(text) } noexcept;
  { sink.end() } noexcept;
  { sink.note(text, text) } noexcept;
  { sink.note(text, number) } noexcept;
};

/// Keeps nothing and costs nothing.
struct null_trace {
  static constexpr bool enabled = false;  ///< spans of it are not even made
  /// Nothing.
  void begin(std::string_view) noexcept {}
  /// Nothing.
  void end() noexcept {}
  /// Nothing.
  void note(std::string_view, std::string_view) noexcept {}
  /// Nothing.
  void note(std::string_view, std::int64_t) noexcept {}
};
static_assert(TraceSink<null_trace>);

/// A span that lasts as long as this object.
template <TraceSink Sink>
class [[nodiscard]] span {
 public:
  /// Opens a span.
  span(Sink& sink, std::string_view name) noexcept : sink_(&sink) { sink.begin(name); }
  span(span const&) = delete;
  span& operator=(span const&) = delete;
  ~span() { sink_->end(); }

  /// A text beside it.
  void note(std::string_view key, std::string_view value) noexcept { sink_->note(key, value); }
  /// A number beside it.
  void note(std::string_view key, std::integral auto value) noexcept { sink_->note(key, static_cast<std::int64_t>(value)); }

 private:
  Sink* sink_;
};

/// The span of a sink that is switched off: nothing.
template <TraceSink Sink>
  requires(!Sink::enabled)
class [[nodiscard]] span<Sink> {
 public:
  /// Nothing.
  span(Sink&, std::string_view) noexcept {}
  ~span() {}  // not trivial, so that a span that only lives is no unused variable
  /// Nothing.
  void note(std::string_view, auto const&) noexcept {}
};

}  // namespace t2s

#endif
