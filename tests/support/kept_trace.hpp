// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_KEPT_TRACE_HPP
#define T2S_TESTS_SUPPORT_KEPT_TRACE_HPP

#include "t2s/pipeline/detail/event_words.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::tests {

/// The content of a trace: the names of its spans, and its notes as "key: text".
struct kept_words {
  std::vector<std::string> spans{}, notes{};

  [[nodiscard]] bool names(std::string_view span) const { return std::find(spans.begin(), spans.end(), span) != spans.end(); }
  [[nodiscard]] bool says(std::string_view note) const { return std::find(notes.begin(), notes.end(), note) != notes.end(); }
};

/// A trace that keeps them.
struct kept_trace {
  static constexpr bool enabled = true;
  kept_words* words;
  template <t2s::detail::SaidTo<kept_trace> Event>
  void on(Event const& e) noexcept {
    t2s::detail::say(*this, e);
  }
  void begin(std::string_view name) noexcept { words->spans.emplace_back(name); }
  void end() noexcept {}
  void note(std::string_view key, std::string_view text) noexcept { words->notes.push_back(std::string(key).append(": ").append(text)); }
  void note(std::string_view key, std::int64_t number) noexcept { note(key, std::to_string(number)); }
};
static_assert(TraceSink<kept_trace>);

}  // namespace t2s::tests

#endif
