// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_STAGE_TRACE_HPP
#define T2S_CLI_STAGE_TRACE_HPP

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "prompt_log.hpp"
#include "t2s/core/chrome_trace.hpp"
#include "t2s/study/observed_run.hpp"

namespace cli {

/// The sink of a run: a row of the trace, the prompts that are shown, each with the name of its stage, and the run of a study. Each may be
/// absent.
class stage_trace {
 public:
  static constexpr bool enabled = true;

  stage_trace() = default;
  stage_trace(std::optional<t2s::chrome_trace::track> row, prompt_log* shown) : row_(std::move(row)), shown_(shown) {}

  void observe(t2s::studies::observed_run* run) noexcept { observed_ = run; }

  void begin(std::string_view name) noexcept {
    if (observed_) observed_->begin(name);
    if (row_) row_->begin(name);
    if (shown_) shown_->enter(name);
  }
  void end() noexcept {
    if (observed_) observed_->end();
    if (row_) row_->end();
    if (shown_) shown_->leave();
  }
  void note(std::string_view key, std::string_view value) noexcept {
    if (row_) row_->note(key, value);
  }
  void note(std::string_view key, std::int64_t value) noexcept {
    if (row_) row_->note(key, value);
  }

  /// The sink of one of several candidates: a row beside this one. What they ask is shown without a stage, since they go on side by side.
  [[nodiscard]] stage_trace beside(std::string_view name) const { return row_ ? stage_trace(row_->beside(name), nullptr) : stage_trace(); }

 private:
  std::optional<t2s::chrome_trace::track> row_{};
  prompt_log* shown_{};
  t2s::studies::observed_run* observed_{};
};
static_assert(t2s::TraceSink<stage_trace>);

}  // namespace cli

#endif
