// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_CHROME_TRACE_HPP
#define T2S_PIPELINE_CHROME_TRACE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline/detail/event_words.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s {

/// Collects the events of any number of runs and writes them in Chrome's trace event format, which https://ui.perfetto.dev opens.
/// Thread safe. Must outlive its tracks.
class chrome_trace {
 public:
  /// The sink of one run, shown as a row in the viewer.
  class track {
   public:
    static constexpr bool enabled = true;  ///< it wants events
    /// Begin and end of stages, calls and statements, and notes.
    template <detail::SaidTo<track> Event>
    void on(Event const& e) noexcept {
      detail::say(*this, e);
    }
    /// The choice among the candidates.
    void on(events::candidate_chosen const& e) noexcept { at_once("candidate " + std::to_string(e.candidate) + " chosen", e.why); }
    void on(events::stopped const& e) noexcept { at_once("stopped", e.why); }  ///< the end of a run or a candidate
    [[nodiscard]] T2S_DECL track beside(events::lane const& at) const;         ///< a new row for the lane

    // For `on`.
    T2S_DECL void begin(std::string_view name) noexcept;                        ///< opens a span inside the open one
    T2S_DECL void end() noexcept;                                               ///< closes the latest span
    T2S_DECL void note(std::string_view key, std::string_view value) noexcept;  ///< adds a text to the open span
    T2S_DECL void note(std::string_view key, std::int64_t value) noexcept;      ///< adds a number to the open span

   private:
    friend class chrome_trace;
    track(chrome_trace& owner, std::size_t row) : owner_(&owner), row_(row) {}
    template <class F>
    void change(F f) noexcept;
    T2S_DECL void at_once(std::string const& what, std::string_view why) noexcept;
    chrome_trace* owner_;
    std::size_t row_;
    std::vector<std::size_t> open_{};  ///< the open spans, outermost first: indices into the owner's events
  };

  /// A new row with a name.
  [[nodiscard]] T2S_DECL track add_track(std::string name);

  /// Writes one JSON object with all events so far, times in microseconds from construction. A span still open ends now.
  T2S_DECL void write(std::ostream& out) const;

 private:
  using clock = std::chrono::steady_clock;
  struct event {
    std::string name;
    std::size_t row;
    clock::time_point begin;
    clock::time_point end;                                   ///< the clock's minimum while the span is open
    std::vector<std::pair<std::string, std::string>> notes;  ///< key and value, the value as JSON
    bool lasts = true;
  };

  mutable std::mutex mutex_;
  std::vector<std::string> rows_;
  std::vector<event> events_;
  clock::time_point start_ = clock::now();
};
static_assert(TraceSink<chrome_trace::track>);

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/pipeline/detail/chrome_trace.ipp"
#endif

#endif
