// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_OTLP_EXPORTER_HPP
#define T2S_SERVE_TELEMETRY_OTLP_EXPORTER_HPP

#include "t2s/serve/telemetry/detail/metrics.hpp"
#include "t2s/serve/telemetry/detail/otlp_options.hpp"
#include "t2s/serve/telemetry/detail/span_data.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

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

}  // namespace t2s::telemetry

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/telemetry/detail/otlp_exporter.ipp"
#endif

#endif
