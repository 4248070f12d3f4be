// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_OTLP_CHECK_HPP
#define T2S_TESTS_SUPPORT_OTLP_CHECK_HPP

#include <boost/json.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

/// Checks JSON against OTLP/HTTP: the messages of opentelemetry-proto 1.3 (trace.proto, metrics.proto, common.proto, resource.proto) in
/// protobuf's JSON mapping, with OTLP's own rules (identifiers in hexadecimal, enumerations as numbers, names in lowerCamelCase). Written
/// from the specification, without code of the library.
namespace t2s::tests::otlp {

namespace json = boost::json;

/// The fault, or "".
using check = std::function<std::string(json::value const&)>;
using message = std::map<std::string_view, check>;

inline std::string of_digits(json::value const& v, bool negative) {
  if (!v.is_string()) return "a 64-bit integer is no string";
  std::string_view digits = v.get_string();
  if (negative && digits.starts_with('-')) digits.remove_prefix(1);
  bool const fits = !digits.empty() && digits.size() <= 20 && digits.find_first_not_of("0123456789") == digits.npos;
  return fits ? "" : "a 64-bit integer has other characters than digits";
}
inline std::string int64(json::value const& v) { return of_digits(v, true); }
inline std::string uint64(json::value const& v) { return of_digits(v, false); }
inline std::string real(json::value const& v) {
  bool const named = v.is_string() && (v == "NaN" || v == "Infinity" || v == "-Infinity");
  return v.is_number() || named ? "" : "a double is no number";
}
inline std::string text(json::value const& v) { return v.is_string() ? "" : "a string is none"; }
inline std::string truth(json::value const& v) { return v.is_bool() ? "" : "a bool is none"; }
inline check number_to(std::int64_t most) {
  return [most](json::value const& v) {
    return v.is_int64() && v.get_int64() >= 0 && v.get_int64() <= most ? "" : "an enumeration or 32-bit integer is no such number";
  };
}
inline check hex(std::size_t digits) {
  return [digits](json::value const& v) -> std::string {
    if (!v.is_string() || v.get_string().size() != digits) return "an identifier has not " + std::to_string(digits) + " digits";
    std::string_view const s = v.get_string();
    if (s.find_first_not_of("0123456789abcdef") != s.npos) return "an identifier is not in hexadecimal";
    return s.find_first_not_of('0') == s.npos ? "an identifier is all 0" : "";
  };
}
inline check array_of(check each) {
  return [each](json::value const& v) -> std::string {
    if (!v.is_array()) return "no array";
    for (std::size_t i = 0; i < v.get_array().size(); ++i)
      if (auto const wrong = each(v.get_array()[i]); !wrong.empty()) return "[" + std::to_string(i) + "] " + wrong;
    return "";
  };
}
inline check object(message fields) {
  return [fields](json::value const& v) -> std::string {
    if (!v.is_object()) return "no object";
    for (auto const& [name, value] : v.get_object()) {
      auto const known = fields.find(std::string_view(name));
      if (known == fields.end()) return std::string(name) + ": no field of this message";
      if (auto const wrong = known->second(value); !wrong.empty()) return std::string(name) + ": " + wrong;
    }
    return "";
  };
}
/// Exactly one of the fields.
inline check one_of(message fields) {
  return [all = object(fields)](json::value const& v) -> std::string {
    if (auto wrong = all(v); !wrong.empty()) return wrong;
    return v.get_object().size() == 1 ? "" : "not exactly one member of a oneof";
  };
}

inline check attributes() {
  auto const list = object({{"values", array_of(one_of({{"stringValue", text}}))}});  // t2s sends lists of texts only
  auto const any_value =
      one_of({{"stringValue", text}, {"intValue", int64}, {"doubleValue", real}, {"boolValue", truth}, {"arrayValue", list}});
  auto const pair = object({{"key", text}, {"value", any_value}});
  return array_of(pair);
}
inline check resource() { return object({{"attributes", attributes()}, {"droppedAttributesCount", number_to(UINT32_MAX)}}); }
inline check scope() { return object({{"name", text}, {"version", text}, {"attributes", attributes()}}); }

inline check span() {
  auto const event = object({{"timeUnixNano", uint64}, {"name", text}, {"attributes", attributes()}});
  auto const status = object({{"message", text}, {"code", number_to(2)}});
  return object({{"traceId", hex(32)},
                 {"spanId", hex(16)},
                 {"parentSpanId", hex(16)},
                 {"traceState", text},
                 {"flags", number_to(UINT32_MAX)},
                 {"name", text},
                 {"kind", number_to(5)},
                 {"startTimeUnixNano", uint64},
                 {"endTimeUnixNano", uint64},
                 {"attributes", attributes()},
                 {"events", array_of(event)},
                 {"status", status}});
}

inline check metric() {
  message const point{{"attributes", attributes()}, {"startTimeUnixNano", uint64}, {"timeUnixNano", uint64}};
  auto number_point = point;
  number_point.insert({{"asInt", int64}, {"asDouble", real}});
  auto histogram_point = point;
  histogram_point.insert({{"count", uint64},
                          {"sum", real},
                          {"bucketCounts", array_of(uint64)},
                          {"explicitBounds", array_of(real)},
                          {"min", real},
                          {"max", real}});
  auto const sum =
      object({{"dataPoints", array_of(object(number_point))}, {"aggregationTemporality", number_to(2)}, {"isMonotonic", truth}});
  auto const gauge = object({{"dataPoints", array_of(object(number_point))}});
  auto const histogram = object({{"dataPoints", array_of(object(histogram_point))}, {"aggregationTemporality", number_to(2)}});
  return object({{"name", text}, {"description", text}, {"unit", text}, {"sum", sum}, {"gauge", gauge}, {"histogram", histogram}});
}

/// The fault in the body of a request, or "".
inline std::string wrong_in_traces(std::string_view body) {
  auto const scopes = object({{"scope", scope()}, {"spans", array_of(span())}, {"schemaUrl", text}});
  auto const of_resource = object({{"resource", resource()}, {"scopeSpans", array_of(scopes)}, {"schemaUrl", text}});
  return object({{"resourceSpans", array_of(of_resource)}})(json::parse(body));
}
inline std::string wrong_in_metrics(std::string_view body) {
  auto const scopes = object({{"scope", scope()}, {"metrics", array_of(metric())}, {"schemaUrl", text}});
  auto const of_resource = object({{"resource", resource()}, {"scopeMetrics", array_of(scopes)}, {"schemaUrl", text}});
  return object({{"resourceMetrics", array_of(of_resource)}})(json::parse(body));
}

/// The spans of a request with one resource.
inline json::array spans_of(std::string_view body) {
  return json::parse(body).at("resourceSpans").at(0).at("scopeSpans").at(0).at("spans").as_array();
}
inline json::array metrics_of(std::string_view body) {
  return json::parse(body).at("resourceMetrics").at(0).at("scopeMetrics").at(0).at("metrics").as_array();
}

/// The value of an attribute, or null.
inline json::value attribute_of(json::value const& of, std::string_view key) {
  for (auto const& a : of.at("attributes").as_array())
    if (a.at("key").as_string() == key) return a.at("value").as_object().begin()->value();
  return nullptr;
}

}  // namespace t2s::tests::otlp

#endif
