// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_OTLP_HPP
#define T2S_SERVE_TELEMETRY_OTLP_HPP

#include "t2s/core/error.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/events.hpp"
#include "t2s/serve/telemetry/detail/metrics.hpp"
#include "t2s/serve/telemetry/detail/otlp_options.hpp"
#include "t2s/serve/telemetry/detail/query_text.hpp"
#include "t2s/serve/telemetry/detail/run_metrics.hpp"
#include "t2s/serve/telemetry/detail/span_data.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::telemetry {

/// Statistics of an exporter since its construction.
struct exporter_figures {
  std::uint64_t sent = 0;     ///< spans that the collector accepted
  std::uint64_t dropped = 0;  ///< spans dropped because the queue was full
  std::uint64_t lost = 0;     ///< spans that could not be delivered or were rejected
  std::uint64_t retried = 0;  ///< repeated requests
  std::string problem{};      ///< the last failure; "" if there was none
};

/// Sends spans and metrics to an OpenTelemetry collector, by OTLP over HTTP in JSON, on a thread of its own.
///
/// If the server is unavailable (429, 502, 503, 504, no connection, no answer), a request is repeated after the wait that the server asks
/// for (Retry-After), or after growing waits. Runs never wait for it: spans beyond the queue are dropped and counted. The destructor sends
/// the rest for at most `otlp_options::shutdown`. Thread safe.
class otlp_exporter final : public span_receiver {
 public:
  /// `counted` must outlive this object; nullptr sends no metrics. Throws as `llm::parse_url` and `llm::http_client`.
  T2S_DECL explicit otlp_exporter(otlp_options how, metrics const* counted = nullptr);
  T2S_DECL ~otlp_exporter() override;
  otlp_exporter(otlp_exporter const&) = delete;
  otlp_exporter& operator=(otlp_exporter const&) = delete;

  /// Queues a span.
  T2S_DECL void take(span_data ended) noexcept override;

  /// Sends everything now and waits for it. Returns false if that took longer, or if something was lost meanwhile.
  T2S_DECL bool flush(std::chrono::milliseconds within);

  /// Sends the rest and ends. Returns false if that took longer, or if something was lost meanwhile. Later spans are dropped.
  T2S_DECL bool close(std::chrono::milliseconds within);

  /// The statistics so far.
  [[nodiscard]] T2S_DECL exporter_figures figures() const;

 private:
  class worker;
  std::unique_ptr<worker> worker_;
};

namespace detail {

/// The kinds of spans of a run.
enum class step : std::uint8_t { run, stage, chat, embeddings, statement };

}  // namespace detail

/// The receivers of a run's spans and metrics, and how much spans contain.
struct run_watchers {
  span_receiver* spans{};                                ///< for example an `otlp_exporter`; nullptr makes no spans
  run_metrics* metrics{};                                ///< nullptr counts nothing
  query_text statements = query_text::without_literals;  ///< how much of the SQL spans contain
  std::optional<trace_parent> parent{};                  ///< the caller's context
};

/// The sink of one run: its spans and metrics, by OpenTelemetry's conventions for generative models (gen_ai.*) and databases (db.*).
///
///     auto const how = t2s::telemetry::otlp_options::from_environment();
///     if (!how) return;  // the environment turns it off
///     t2s::telemetry::otlp_exporter exporter(*how);
///     t2s::telemetry::otlp_trace trace({&exporter}, labels);
///     auto const found = system.run(t2s::context(model, database, {}, trace), question);
///     trace.finish(found);
///
/// The run is a span "invoke_agent NAME". It contains the stages; they contain "chat MODEL", "embeddings MODEL" and, for statements,
/// "SELECT NAME" as client spans. Copies belong to the same run, whose span ends with `finish`, `fail` or the last copy. The receivers in
/// `watchers` must outlive all copies.
class otlp_trace {
 public:
  static constexpr bool enabled = true;  ///< it wants events; the constructor decides what it keeps

  /// A trace that keeps nothing.
  otlp_trace() = default;
  /// Begins the run now.
  T2S_DECL otlp_trace(run_watchers const& watchers, run_labels labels);

  T2S_DECL void on(events::stage_begun const& e) noexcept;                 ///< opens a span
  T2S_DECL void on(events::stage_ended const& e) noexcept;                 ///< ends the span
  T2S_DECL void on(events::noted const& e) noexcept;                       ///< a number becomes an attribute, a text an event
  T2S_DECL void on(events::model_call_begun const& e) noexcept;            ///< opens a span "chat MODEL"
  T2S_DECL void on(events::model_called const& e) noexcept;                ///< ends the span and counts the call
  T2S_DECL void on(events::embedding_begun const& e) noexcept;             ///< opens a span "embeddings MODEL"
  T2S_DECL void on(events::texts_embedded const& e) noexcept;              ///< ends the span and counts the call
  T2S_DECL void on(events::statement_begun const& e) noexcept;             ///< opens a client span
  T2S_DECL void on(events::statement_executed const& e) noexcept;          ///< ends the span and counts the statement
  [[nodiscard]] T2S_DECL otlp_trace beside(events::lane const& at) const;  ///< the sink of a candidate, with its own span

  T2S_DECL void finish(answer const& found) noexcept;  ///< ends and counts the run with its answer
  T2S_DECL void fail(errc why) noexcept;               ///< ends and counts the run with an error

  /// The trace of the run; invalid if no spans are made.
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
  std::shared_ptr<open_span> around_{};             // the span of the run, or of a candidate
  std::vector<std::shared_ptr<open_span>> open_{};  // open spans, innermost last
};
static_assert(TraceSink<otlp_trace>);

}  // namespace t2s::telemetry

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/telemetry/detail/otlp_exporter.ipp"
#include "t2s/serve/telemetry/detail/otlp_trace.ipp"
#endif

#endif
