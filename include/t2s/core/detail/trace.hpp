// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_TRACE_HPP
#define T2S_CORE_DETAIL_TRACE_HPP

#include "t2s/core/detail/config.hpp"

#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>

namespace t2s {

/// A sink for the steps of a run. A run holds its sink by value, so a sink is a small handle that can be copied.
///
/// 1. `S::enabled` is a constant; with `false` spans are empty and cost nothing.
/// 2. `begin(name)` opens a span inside the innermost open one, `end()` closes the innermost one.
/// 3. `note(key, value)` adds to the innermost open span.
/// 4. None of them throws: a trace that cannot be stored must not end a run.
///
/// A sink may also have `beside(name)`, which returns a sink for concurrent work, such as the candidates of a set. Without it, awaitable
/// runs omit their spans.
///
/// A sink may also have `found(x)`, which must not throw: pipelines pass it the rewritten `question`, the chosen `samples`, and each
/// `attempt` with its number, once with its SQL and again after its review.
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

/// A sink that stores nothing and costs nothing.
struct null_trace {
  static constexpr bool enabled = false;  ///< no spans are created for it
  /// Does nothing.
  void begin(std::string_view) noexcept {}
  /// Does nothing.
  void end() noexcept {}
  /// Does nothing.
  void note(std::string_view, std::string_view) noexcept {}
  /// Does nothing.
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

  /// Adds a text.
  void note(std::string_view key, std::string_view value) noexcept { sink_->note(key, value); }
  /// Adds a number.
  void note(std::string_view key, std::integral auto value) noexcept { sink_->note(key, static_cast<std::int64_t>(value)); }

 private:
  Sink* sink_;
};

/// The span of a disabled sink; it does nothing.
template <TraceSink Sink>
  requires(!Sink::enabled)
class [[nodiscard]] span<Sink> {
 public:
  /// Does nothing.
  span(Sink&, std::string_view) noexcept {}
  ~span() {}  // not trivial, so that the compiler does not warn of an unused variable
  /// Does nothing.
  void note(std::string_view, auto const&) noexcept {}
};

}  // namespace t2s

#endif
