// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_OTLP_JSON_HPP
#define T2S_SERVE_TELEMETRY_DETAIL_OTLP_JSON_HPP

#include "t2s/serve/telemetry/detail/metrics.hpp"
#include "t2s/serve/telemetry/detail/span_data.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What is sent to a collector of OpenTelemetry, and what it answers: the JSON form of OTLP 1.x (identifiers in hexadecimal, 64-bit
/// integers as strings, enumerations as numbers). No I/O.
namespace t2s::telemetry {

/// A request with spans: the body for `/v1/traces`. `resource` says whose they are.
[[nodiscard]] T2S_DECL std::string otlp_traces(std::span<attribute const> resource, std::span<span_data const> spans);

/// A request with metrics, counted since `start`: the body for `/v1/metrics`. Times are nanoseconds since 1970.
[[nodiscard]] T2S_DECL std::string otlp_metrics(std::span<attribute const> resource, std::span<metric_state const> all, std::int64_t start,
                                                std::int64_t now);

/// What a collector refused of a request that it took.
struct partial_success {
  std::size_t rejected = 0;  ///< spans or points
  std::string message{};     ///< why

  friend bool operator==(partial_success const&, partial_success const&) = default;
};

/// Reads the answer to either request; what cannot be read refused nothing.
[[nodiscard]] T2S_DECL partial_success read_otlp_answer(std::string_view body);

}  // namespace t2s::telemetry

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/telemetry/detail/otlp_json.ipp"
#endif

#endif
