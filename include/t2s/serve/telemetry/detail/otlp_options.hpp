// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_OTLP_OPTIONS_HPP
#define T2S_SERVE_TELEMETRY_DETAIL_OTLP_OPTIONS_HPP

#include "t2s/llm/detail/http_client.hpp"
#include "t2s/serve/telemetry/detail/span_data.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::telemetry {

/// Where spans and metrics are sent, and how.
struct otlp_options {
  std::string traces{};                     ///< the complete URL, "http://localhost:4318/v1/traces"; "" sends no spans
  std::string metrics{};                    ///< the same for metrics
  std::vector<llm::http_header> headers{};  ///< headers of every request, such as a key; never shown
  std::vector<attribute> resource{};        ///< attributes of the sender: service.name and others

  std::chrono::milliseconds timeout = std::chrono::seconds(10);          ///< for one request
  std::size_t queue = 2048;                                              ///< queued spans; further ones are dropped and counted
  std::size_t batch = 512;                                               ///< spans in one request
  std::chrono::milliseconds delay = std::chrono::seconds(5);             ///< until an incomplete batch is sent
  std::chrono::milliseconds metrics_interval = std::chrono::minutes(1);  ///< between two requests with metrics
  std::chrono::milliseconds first_wait = std::chrono::seconds(1);        ///< before the first retry; doubles with each further one
  std::chrono::milliseconds longest_retry = std::chrono::minutes(1);     ///< a batch is dropped after this time
  std::chrono::milliseconds shutdown = std::chrono::seconds(5);          ///< the most time to send the rest at the end

  llm::tls_options tls{};         ///< the trusted certificates
  bool environment_proxy = true;  ///< whether HTTPS_PROXY, HTTP_PROXY and NO_PROXY are used

  /// The value of an environment variable, or nullptr.
  using variables = std::function<char const*(char const*)>;

  /// The options from OpenTelemetry's environment variables. A non-empty `endpoint` replaces OTEL_EXPORTER_OTLP_ENDPOINT. Returns nothing
  /// if no endpoint is set or OTEL_SDK_DISABLED is true. Reads OTEL_EXPORTER_OTLP_ENDPOINT, _TRACES_ENDPOINT, _METRICS_ENDPOINT, _HEADERS,
  /// _TIMEOUT and _CERTIFICATE, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_EXPORTER and OTEL_METRICS_EXPORTER ("none"),
  /// OTEL_BSP_MAX_QUEUE_SIZE, _MAX_EXPORT_BATCH_SIZE, _SCHEDULE_DELAY, and OTEL_METRIC_EXPORT_INTERVAL. Throws `error` with
  /// `invalid_argument` for an invalid URL, naming its variable.
  [[nodiscard]] T2S_DECL static std::optional<otlp_options> from_environment(std::string_view endpoint = {}, variables const& read = {});
};

/// The pairs of "key1=value1,key2=value2", percent-decoded, as in OpenTelemetry's variables; other parts are skipped.
[[nodiscard]] T2S_DECL std::vector<std::pair<std::string, std::string>> read_pairs(std::string_view list);

}  // namespace t2s::telemetry

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/telemetry/detail/otlp_options.ipp"
#endif

#endif
