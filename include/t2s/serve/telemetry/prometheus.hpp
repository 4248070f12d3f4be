// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_PROMETHEUS_HPP
#define T2S_SERVE_TELEMETRY_PROMETHEUS_HPP

#include "t2s/serve/telemetry/detail/metrics.hpp"

#include <span>
#include <string>
#include <string_view>

namespace t2s::telemetry {

/// The two text formats that Prometheus reads.
enum class exposition : std::uint8_t {
  prometheus,   ///< text format 0.0.4
  open_metrics  ///< OpenMetrics 1.0
};

/// The format that an `Accept` header asks for: OpenMetrics only if it is named.
[[nodiscard]] T2S_DECL exposition exposition_for(std::string_view accept) noexcept;

/// The value of `Content-Type` for a format.
[[nodiscard]] T2S_DECL std::string_view content_type_of(exposition form) noexcept;

/// Metrics as text: the body that answers GET /metrics. Names are those that Prometheus derives from OpenTelemetry's: "t2s.runs" becomes
/// t2s_runs_total, "gen_ai.client.operation.duration" in "s" becomes gen_ai_client_operation_duration_seconds.
[[nodiscard]] T2S_DECL std::string prometheus_text(std::span<metric_state const> all, exposition form = exposition::prometheus);
/// The same for all metrics at this moment.
[[nodiscard]] inline std::string prometheus_text(metrics const& of, exposition form = exposition::prometheus) {
  return prometheus_text(of.state(), form);
}

}  // namespace t2s::telemetry

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/telemetry/detail/prometheus.ipp"
#endif

#endif
