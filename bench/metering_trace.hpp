// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_METERING_TRACE_HPP
#define T2S_BENCH_METERING_TRACE_HPP

#include "t2s/pipeline/detail/event_words.hpp"

#include <cstdint>
#include <string_view>

/// Reports the begin and end of spans to a meter.
template <class Meter>
struct metering_trace {
  static constexpr bool enabled = true;
  Meter* to;
  template <t2s::detail::SaidTo<metering_trace> Event>
  void on(Event const& e) noexcept {
    t2s::detail::say(*this, e);
  }
  void begin(std::string_view name) noexcept { to->begin(name); }
  void end() noexcept { to->end(); }
  void note(std::string_view, std::string_view) noexcept {}
  void note(std::string_view, std::int64_t) noexcept {}
};

#endif
