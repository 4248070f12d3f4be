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

/// Requests to an OpenTelemetry collector and its answers, in the JSON form of OTLP 1.x: identifiers in hexadecimal, 64-bit integers as
/// strings, enumerations as numbers. No I/O.
namespace t2s::telemetry {

/// A request with spans: the body for `/v1/traces`. `resource` identifies the sender.
[[nodiscard]] T2S_DECL std::string otlp_traces(std::span<attribute const> resource, std::span<span_data const> spans);

/// A request with metrics, counted since `start`: the body for `/v1/metrics`. Times are nanoseconds since 1970.
[[nodiscard]] T2S_DECL std::string otlp_metrics(std::span<attribute const> resource, std::span<metric_state const> all, std::int64_t start,
                                                std::int64_t now);

/// The part of an accepted request that a collector rejected.
struct partial_success {
  std::size_t rejected = 0;  ///< rejected spans or points
  std::string message{};     ///< the reason

  friend bool operator==(partial_success const&, partial_success const&) = default;
};

/// Reads the answer to either request; an unreadable one counts as nothing rejected.
[[nodiscard]] T2S_DECL partial_success read_otlp_answer(std::string_view body);

}  // namespace t2s::telemetry

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/telemetry/detail/otlp_json.ipp"
#endif

#endif
