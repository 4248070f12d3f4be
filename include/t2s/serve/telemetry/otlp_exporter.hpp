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

/// What an exporter has done since it was made.
struct exporter_figures {
  std::uint64_t sent = 0;     ///< spans that the collector took
  std::uint64_t dropped = 0;  ///< spans for which the queue had no room
  std::uint64_t lost = 0;     ///< spans that could not be delivered, or that the collector refused
  std::uint64_t retried = 0;  ///< requests that were sent again
  std::string problem{};      ///< what the last failure was; "" if there was none
};

/// Sends spans and metrics to a collector of OpenTelemetry, by OTLP over HTTP in JSON, on a thread of its own.
///
/// A request that the server cannot take now (429, 502, 503, 504, no connection, no answer) is sent again after the wait that it asks for
/// (Retry-After), or growing ones. Runs never wait for it: spans beyond the queue are dropped and counted. The destructor sends what is
/// left, for `otlp_options::shutdown` at most. Thread safe.
class otlp_exporter final : public span_receiver {
 public:
  /// `counted` must outlive this; nullptr: no metrics are sent. Throws as `llm::parse_url` and `llm::http_client`.
  T2S_DECL explicit otlp_exporter(otlp_options how, metrics const* counted = nullptr);
  T2S_DECL ~otlp_exporter() override;
  otlp_exporter(otlp_exporter const&) = delete;
  otlp_exporter& operator=(otlp_exporter const&) = delete;

  /// Takes a span, to be sent.
  T2S_DECL void take(span_data ended) noexcept override;

  /// Sends everything now and waits for that: false if it took longer, or something was lost meanwhile.
  T2S_DECL bool flush(std::chrono::milliseconds within);

  /// Sends what is left and ends: false if it took longer, or something was lost meanwhile. What is taken later is dropped.
  T2S_DECL bool close(std::chrono::milliseconds within);

  /// What was done so far.
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
