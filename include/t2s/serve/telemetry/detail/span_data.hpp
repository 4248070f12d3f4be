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
using attribute_value = std::variant<std::string, std::int64_t, double, bool>;

/// A name and a value beside a span, an event or a resource.
struct attribute {
  std::string key{};        ///< as the conventions of OpenTelemetry name it, "gen_ai.operation.name"
  attribute_value value{};  ///< its value

  friend bool operator==(attribute const&, attribute const&) = default;
};

/// Which trace a span is of: 128 bits, not all 0.
struct trace_id {
  std::uint64_t high = 0;  ///< the first eight bytes
  std::uint64_t low = 0;   ///< the others

  /// Whether it names a trace.
  [[nodiscard]] bool is_valid() const noexcept { return high != 0 || low != 0; }
  friend bool operator==(trace_id const&, trace_id const&) = default;
};

/// What a span of another program hands on: the trace, and the span inside of which ours begin.
struct trace_parent {
  trace_id trace{};        ///< the trace
  std::uint64_t span = 0;  ///< the span
  bool is_sampled = true;  ///< whether the caller keeps the trace

  friend bool operator==(trace_parent const&, trace_parent const&) = default;
};

/// Reads the header `traceparent` of W3C Trace Context, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"; nothing if it is none.
[[nodiscard]] T2S_DECL std::optional<trace_parent> read_traceparent(std::string_view header) noexcept;

/// What a span is to others, with the numbers of OpenTelemetry's protocol.
enum class span_kind : std::uint8_t { internal = 1, server = 2, client = 3 };

/// Something that happened at one moment of a span.
struct span_event {
  std::string name{};                   ///< what happened
  std::int64_t time = 0;                ///< nanoseconds since 1970
  std::vector<attribute> attributes{};  ///< what is known of it
};

/// A span that has ended.
struct span_data {
  trace_id trace{};                      ///< the trace that it is of
  std::uint64_t id = 0;                  ///< of this span, not 0
  std::uint64_t parent = 0;              ///< the span around it; 0: none
  std::string name{};                    ///< of few different ones
  span_kind kind = span_kind::internal;  ///< what it is to others
  std::int64_t begin = 0;                ///< nanoseconds since 1970
  std::int64_t end = 0;                  ///< nanoseconds since 1970
  std::vector<attribute> attributes{};   ///< what is known of it
  std::vector<span_event> events{};      ///< what happened in it
  bool is_failed = false;                ///< whether what it stands for failed
  std::string failure{};                 ///< why, for people; may be empty
};

/// Takes spans that have ended. Called from the threads of the runs, several at a time.
class span_receiver {
 public:
  virtual ~span_receiver() = default;
  /// Takes a span over. Must not wait.
  virtual void take(span_data ended) noexcept = 0;
};

}  // namespace t2s::telemetry

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/telemetry/detail/span_data.ipp"
#endif

#endif
