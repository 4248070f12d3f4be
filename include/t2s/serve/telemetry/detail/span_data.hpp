// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_SPAN_DATA_HPP
#define T2S_SERVE_TELEMETRY_DETAIL_SPAN_DATA_HPP

#include "t2s/core/detail/config.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace t2s::telemetry {

/// The value of an attribute.
using attribute_value = std::variant<std::string, std::int64_t, double, bool, std::vector<std::string>>;

/// An attribute of a span, an event or a resource.
struct attribute {
  std::string key{};        ///< the name in OpenTelemetry's conventions, "gen_ai.operation.name"
  attribute_value value{};  ///< its value

  friend bool operator==(attribute const&, attribute const&) = default;
};

/// The identifier of a trace: 128 bits, not all 0.
struct trace_id {
  std::uint64_t high = 0;  ///< the first eight bytes
  std::uint64_t low = 0;   ///< the last eight bytes

  /// Whether it identifies a trace.
  [[nodiscard]] bool is_valid() const noexcept { return high != 0 || low != 0; }
  friend bool operator==(trace_id const&, trace_id const&) = default;
};

/// The context that a caller passes on: its trace, and the span that becomes the parent of ours.
struct trace_parent {
  trace_id trace{};        ///< the trace
  std::uint64_t span = 0;  ///< the span
  bool is_sampled = true;  ///< whether the caller records the trace

  friend bool operator==(trace_parent const&, trace_parent const&) = default;
};

/// Reads the header `traceparent` of W3C Trace Context, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"; nothing if invalid.
[[nodiscard]] T2S_DECL std::optional<trace_parent> read_traceparent(std::string_view header) noexcept;

/// The kind of a span, with the numbers of OpenTelemetry's protocol.
enum class span_kind : std::uint8_t { internal = 1, server = 2, client = 3 };

/// An event within a span.
struct span_event {
  std::string name{};                   ///< its name
  std::int64_t time = 0;                ///< nanoseconds since 1970
  std::vector<attribute> attributes{};  ///< its attributes
};

/// A span that has ended.
struct span_data {
  trace_id trace{};                      ///< its trace
  std::uint64_t id = 0;                  ///< its identifier, not 0
  std::uint64_t parent = 0;              ///< the enclosing span; 0: none
  std::string name{};                    ///< its name; use few different ones
  span_kind kind = span_kind::internal;  ///< its kind
  std::int64_t begin = 0;                ///< nanoseconds since 1970
  std::int64_t end = 0;                  ///< nanoseconds since 1970
  std::vector<attribute> attributes{};   ///< its attributes
  std::vector<span_event> events{};      ///< its events
  bool is_failed = false;                ///< whether its operation failed
  std::string failure{};                 ///< the reason, for people; may be empty
};

/// Receives finished spans. Called concurrently from the threads of the runs.
class span_receiver {
 public:
  virtual ~span_receiver() = default;
  /// Takes a span. Must not block.
  virtual void take(span_data ended) noexcept = 0;
};

}  // namespace t2s::telemetry

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/telemetry/detail/span_data.ipp"
#endif

#endif
