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
  std::string traces{};                     ///< the whole URL, "http://localhost:4318/v1/traces"; "": no spans are sent
  std::string metrics{};                    ///< the same for metrics
  std::vector<llm::http_header> headers{};  ///< of every request, such as a key; never shown
  std::vector<attribute> resource{};        ///< who sends: service.name and the like

  std::chrono::milliseconds timeout = std::chrono::seconds(10);          ///< of one request
  std::size_t queue = 2048;                                              ///< spans that wait; further ones are dropped and counted
  std::size_t batch = 512;                                               ///< spans of one request
  std::chrono::milliseconds delay = std::chrono::seconds(5);             ///< until a batch that is not full is sent
  std::chrono::milliseconds metrics_interval = std::chrono::minutes(1);  ///< between two sendings of the metrics
  std::chrono::milliseconds first_wait = std::chrono::seconds(1);        ///< before a second try, then twice as long each time
  std::chrono::milliseconds longest_retry = std::chrono::minutes(1);     ///< a batch is given up after that long
  std::chrono::milliseconds shutdown = std::chrono::seconds(5);          ///< the end waits so long for what is not sent yet

  llm::tls_options tls{};         ///< whom to trust
  bool environment_proxy = true;  ///< whether HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read

  /// The value of an environment variable, or nullptr.
  using variables = std::function<char const*(char const*)>;

  /// What the variables of OpenTelemetry say, with `endpoint` in the place of OTEL_EXPORTER_OTLP_ENDPOINT where it is not empty; nothing
  /// where none names an endpoint, or OTEL_SDK_DISABLED is true. Read are OTEL_EXPORTER_OTLP_ENDPOINT, _TRACES_ENDPOINT, _METRICS_ENDPOINT,
  /// _HEADERS, _TIMEOUT and _CERTIFICATE, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES,
  /// OTEL_TRACES_EXPORTER and OTEL_METRICS_EXPORTER ("none"), OTEL_BSP_MAX_QUEUE_SIZE, _MAX_EXPORT_BATCH_SIZE, _SCHEDULE_DELAY, and
  /// OTEL_METRIC_EXPORT_INTERVAL. Throws `error` with `invalid_argument` for a URL that is none, naming where it was written.
  [[nodiscard]] T2S_DECL static std::optional<otlp_options> from_environment(std::string_view endpoint = {}, variables const& read = {});
};

/// The pairs of "key1=value1,key2=value2", percent-decoded, as OpenTelemetry's variables have them; what is no pair is left out.
[[nodiscard]] T2S_DECL std::vector<std::pair<std::string, std::string>> read_pairs(std::string_view list);

}  // namespace t2s::telemetry

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/telemetry/detail/otlp_options.ipp"
#endif

#endif
