// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_STAGE_TRACE_HPP
#define T2S_CLI_STAGE_TRACE_HPP

#include <cstddef>
#include <optional>
#include <utility>

#include "prompt_log.hpp"
#include "status_line.hpp"
#include "t2s/lab/studies/detail/observed_run.hpp"
#include "t2s/pipeline/chrome_trace.hpp"
#include "t2s/serve/runs/detail/run_watch.hpp"
#include "t2s/serve/telemetry/otlp.hpp"

namespace cli {

/// The sink of a run. It combines: a row of the trace, the printed prompts with their stages, the run of a study, an OpenTelemetry
/// collector, the terminal's status line, and a served run. Each may be absent.
class stage_trace {
 public:
  static constexpr bool enabled = true;

  stage_trace() = default;
  stage_trace(std::optional<t2s::chrome_trace::track> row, prompt_log* shown, t2s::telemetry::otlp_trace told = {},
              status_line* status = nullptr)
      : row_(std::move(row)), shown_(shown), told_(std::move(told)), status_(status) {}
  stage_trace(t2s::serve::run_trace served, t2s::telemetry::otlp_trace told) : told_(std::move(told)), served_(std::move(served)) {}
  stage_trace(stage_trace const&);
  stage_trace(stage_trace&&) noexcept;
  stage_trace& operator=(stage_trace const&);
  stage_trace& operator=(stage_trace&&) noexcept;
  ~stage_trace();

  void observe(t2s::studies::observed_run* run) noexcept { observed_ = run; }

  /// Any event of a run.
  template <class Event>
  void on(Event const& e) noexcept;

  /// The sink of one of several candidates: another row. Its prompts are shown without a stage, because candidates run side by side.
  [[nodiscard]] stage_trace beside(t2s::events::lane const& at) const;

 private:
  std::optional<t2s::chrome_trace::track> row_{};
  prompt_log* shown_{};
  std::size_t call_ = 0;  // the number of the prompt that was shown last
  t2s::telemetry::otlp_trace told_{};
  status_line* status_{};
  bool is_beside_ = false;
  t2s::studies::observed_run* observed_{};
  std::optional<t2s::serve::run_trace> served_{};
};
static_assert(t2s::TraceSink<stage_trace>);

}  // namespace cli

#endif
