// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_OTLP_JSON_IPP
#define T2S_SERVE_TELEMETRY_DETAIL_OTLP_JSON_IPP

#include "t2s/core/detail/text_number.hpp"
#include "t2s/serve/telemetry/detail/json_writer.hpp"
#include "t2s/serve/telemetry/detail/otlp_json.hpp"

#include <boost/json/parse.hpp>
#include <boost/system/error_code.hpp>

#include <utility>

namespace t2s::telemetry {
namespace detail {

inline void write_list(json_writer& to, std::vector<std::string> const& texts) {
  to.key("arrayValue").open('{').key("values").open('[');
  for (auto const& text : texts) to.open('{').key("stringValue").text(text).close('}');
  to.close(']').close('}');
}

inline void write(json_writer& to, attribute_value const& v) {
  to.open('{');
  if (auto const* text = std::get_if<std::string>(&v))
    to.key("stringValue").text(*text);
  else if (auto const* integer = std::get_if<std::int64_t>(&v))
    to.key("intValue").quoted(*integer);
  else if (auto const* real = std::get_if<double>(&v))
    to.key("doubleValue").real(*real);
  else if (auto const* truth = std::get_if<bool>(&v))
    to.key("boolValue").truth(*truth);
  else
    write_list(to, std::get<std::vector<std::string>>(v));
  to.close('}');
}

inline void write(json_writer& to, std::string_view key, attribute_value const& value) {
  to.open('{').key("key").text(key).key("value");
  write(to, value);
  to.close('}');
}

inline void write_attributes(json_writer& to, std::span<attribute const> all) {
  to.key("attributes").open('[');
  for (auto const& a : all) write(to, a.key, a.value);
  to.close(']');
}

inline void write(json_writer& to, span_event const& e) {
  to.open('{').key("timeUnixNano").quoted(e.time).key("name").text(e.name);
  write_attributes(to, e.attributes);
  to.close('}');
}

inline void write(json_writer& to, span_data const& s) {
  to.open('{').key("traceId").hex(s.trace.high, s.trace.low, true).key("spanId").hex(0, s.id, false);
  if (s.parent != 0) to.key("parentSpanId").hex(0, s.parent, false);
  to.key("name").text(s.name).key("kind").number(static_cast<int>(s.kind));
  to.key("startTimeUnixNano").quoted(s.begin).key("endTimeUnixNano").quoted(s.end);
  write_attributes(to, s.attributes);
  if (!s.events.empty()) {
    to.key("events").open('[');
    for (auto const& e : s.events) write(to, e);
    to.close(']');
  }
  to.key("status").open('{');
  if (s.is_failed) to.key("code").number(2);
  if (s.is_failed && !s.failure.empty()) to.key("message").text(s.failure);
  to.close('}').close('}');
}

/// Opens a request up to the list of its spans or metrics; `closed` ends it.
inline void open_request(json_writer& to, std::span<attribute const> resource, std::string_view by_resource, std::string_view by_scope,
                         std::string_view items) {
  to.open('{').key(by_resource).open('[').open('{').key("resource").open('{');
  write_attributes(to, resource);
  to.close('}').key(by_scope).open('[').open('{').key("scope").open('{').key("name").text("t2s").key("version").text(T2S_VERSION_STRING);
  to.close('}').key(items).open('[');
}
inline std::string closed(json_writer&& to) {
  to.close(']').close('}').close(']').close('}').close(']').close('}');
  return std::move(to).take();
}

/// The beginning of a point: its labels and times.
inline void open_point(json_writer& to, metric_state const& of, metric_point const& p, std::int64_t start, std::int64_t now) {
  to.open('{').key("attributes").open('[');
  for (std::size_t i = 0; i < p.labels.size() && !p.is_overflow; ++i)
    if (!p.labels[i].empty()) write(to, of.what.labels[i], p.labels[i]);
  if (p.is_overflow) write(to, "otel.metric.overflow", true);
  to.close(']').key("startTimeUnixNano").quoted(start).key("timeUnixNano").quoted(now);
}

inline void write_histogram_point(json_writer& to, metric_state const& of, metric_point const& p) {
  to.key("count").quoted(p.count).key("sum").real(p.sum).key("bucketCounts").open('[');
  for (auto const n : p.buckets) to.quoted(n);
  to.close(']').key("explicitBounds").open('[');
  for (auto const bound : of.bounds) to.real(bound);
  to.close(']');
}

inline void write(json_writer& to, metric_state const& m, std::int64_t start, std::int64_t now) {
  static constexpr std::string_view kinds[] = {"sum", "gauge", "histogram"};
  constexpr int cumulative = 2;
  to.open('{').key("name").text(m.what.name).key("description").text(m.what.help).key("unit").text(m.what.unit);
  to.key(kinds[static_cast<std::size_t>(m.kind)]).open('{').key("dataPoints").open('[');
  for (auto const& p : m.points) {
    open_point(to, m, p, start, now);
    if (m.kind == metric_kind::histogram)
      write_histogram_point(to, m, p);
    else
      to.key("asInt").quoted(p.value);
    to.close('}');
  }
  to.close(']');
  if (m.kind != metric_kind::gauge) to.key("aggregationTemporality").number(cumulative);
  if (m.kind == metric_kind::counter) to.key("isMonotonic").truth(true);
  to.close('}').close('}');
}

}  // namespace detail

T2S_DECL std::string otlp_traces(std::span<attribute const> resource, std::span<span_data const> spans) {
  detail::json_writer out;
  detail::open_request(out, resource, "resourceSpans", "scopeSpans", "spans");
  for (auto const& s : spans) detail::write(out, s);
  return detail::closed(std::move(out));
}

T2S_DECL std::string otlp_metrics(std::span<attribute const> resource, std::span<metric_state const> all, std::int64_t start,
                                  std::int64_t now) {
  detail::json_writer out;
  detail::open_request(out, resource, "resourceMetrics", "scopeMetrics", "metrics");
  for (auto const& m : all)
    if (!m.points.empty()) detail::write(out, m, start, now);
  return detail::closed(std::move(out));
}

T2S_DECL partial_success read_otlp_answer(std::string_view body) {
  boost::system::error_code bad;
  auto const read = boost::json::parse(body, bad);
  auto const* const answer = bad ? nullptr : read.if_object();
  auto const* const part = answer ? answer->if_contains("partialSuccess") : nullptr;
  partial_success said;
  if (!part || !part->is_object()) return said;
  for (auto const& [name, value] : part->get_object()) {
    if (name == "errorMessage" && value.is_string()) said.message = value.get_string();
    if (name != "rejectedSpans" && name != "rejectedDataPoints") continue;
    double n = 0;  // protobuf's JSON writes 64-bit integers as strings; some servers write a number
    if (value.is_string() && text::to_number(value.get_string(), n) != std::errc()) continue;
    if (value.is_number()) n = value.to_number<double>();
    if (n > 0 && n < 1e9) said.rejected = static_cast<std::size_t>(n);
  }
  return said;
}

}  // namespace t2s::telemetry

#endif
