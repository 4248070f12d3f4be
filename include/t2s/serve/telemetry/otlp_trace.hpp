// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_OTLP_TRACE_HPP
#define T2S_SERVE_TELEMETRY_OTLP_TRACE_HPP

#include "t2s/core/error.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/events.hpp"
#include "t2s/serve/telemetry/detail/query_text.hpp"
#include "t2s/serve/telemetry/detail/run_metrics.hpp"
#include "t2s/serve/telemetry/detail/span_data.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace t2s::telemetry {

namespace detail {

/// What a span of a run stands for.
enum class step : std::uint8_t { run, stage, chat, embeddings, statement };

}  // namespace detail

/// Where what a run does is told, and how much of it.
struct run_watchers {
  span_receiver* spans{};                                ///< an `otlp_exporter`, say; nullptr: no spans are made
  run_metrics* metrics{};                                ///< nullptr: nothing is counted
  query_text statements = query_text::without_literals;  ///< what spans say of SQL
  std::optional<trace_parent> parent{};                  ///< of the program that asks
};

/// The sink of one run: its spans and metrics, by OpenTelemetry's conventions for generative models (gen_ai.*) and databases (db.*).
///
///     t2s::telemetry::otlp_exporter exporter(t2s::telemetry::otlp_options::from_environment());
///     t2s::telemetry::otlp_trace trace({&exporter}, labels);
///     auto const found = system.run(t2s::context(model, database, {}, trace), question);
///     trace.finish(found);
///
/// The run is a span "invoke_agent NAME"; inside it the stages; inside them "chat MODEL", "embeddings MODEL" and, for statements, "SELECT
/// NAME" of the client's kind. Copies are of the same run, whose span ends with `finish`, `fail` or the last copy. What `watchers` names
/// must outlive all copies.
class otlp_trace {
 public:
  static constexpr bool enabled = true;  ///< what it keeps is chosen when it is made

  /// Keeps nothing.
  otlp_trace() = default;
  /// The run begins now.
  T2S_DECL otlp_trace(run_watchers const& watchers, run_labels labels);

  T2S_DECL void on(events::stage_begun const& e) noexcept;                 ///< opens a span
  T2S_DECL void on(events::stage_ended const& e) noexcept;                 ///< ends it
  T2S_DECL void on(events::noted const& e) noexcept;                       ///< a number is an attribute, a text an event of the open span
  T2S_DECL void on(events::model_call_begun const& e) noexcept;            ///< opens a span "chat MODEL"
  T2S_DECL void on(events::model_called const& e) noexcept;                ///< ends and counts it
  T2S_DECL void on(events::embedding_begun const& e) noexcept;             ///< opens a span "embeddings MODEL"
  T2S_DECL void on(events::texts_embedded const& e) noexcept;              ///< ends and counts it
  T2S_DECL void on(events::statement_begun const& e) noexcept;             ///< opens a span of the client's kind
  T2S_DECL void on(events::statement_executed const& e) noexcept;          ///< ends and counts it
  [[nodiscard]] T2S_DECL otlp_trace beside(events::lane const& at) const;  ///< the sink of a candidate, within a span of its own

  T2S_DECL void finish(answer const& found) noexcept;  ///< the run has ended with an answer, and is counted
  T2S_DECL void fail(errc why) noexcept;               ///< the run has ended with an error, and is counted

  /// The trace that the run is of; not valid where no spans are made.
  [[nodiscard]] T2S_DECL trace_id trace() const noexcept;

 private:
  struct run;
  struct open_span;

  [[nodiscard]] T2S_DECL std::shared_ptr<open_span> opened(detail::step what, std::string_view name) const;
  T2S_DECL void begin(detail::step what, std::string_view name) noexcept;
  template <class F>
  void change(F f) noexcept;
  T2S_DECL void end() noexcept;

  std::shared_ptr<run> run_{};
  std::shared_ptr<open_span> around_{};             // of the run, or of what goes on beside it
  std::vector<std::shared_ptr<open_span>> open_{};  // innermost last
};
static_assert(TraceSink<otlp_trace>);

}  // namespace t2s::telemetry

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/telemetry/detail/otlp_trace.ipp"
#endif

#endif
