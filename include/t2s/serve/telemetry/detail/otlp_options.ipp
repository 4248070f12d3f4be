// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_OTLP_OPTIONS_IPP
#define T2S_SERVE_TELEMETRY_DETAIL_OTLP_OPTIONS_IPP

#include "t2s/core/detail/percent.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/serve/telemetry/detail/otlp_options.hpp"

#include <algorithm>
#include <cstdlib>

namespace t2s::telemetry {
namespace detail {

/// Reads OpenTelemetry's variables.
class otlp_environment {
 public:
  explicit otlp_environment(otlp_options::variables const& read) : read_(read) {}

  [[nodiscard]] std::string text(std::string const& name) const {
    char const* const value = read_ ? read_(name.c_str()) : std::getenv(name.c_str());
    return value ? std::string(text::trim(value)) : std::string();
  }
  [[nodiscard]] bool says(std::string const& name, std::string_view word) const { return text::same(text(name), word); }

  /// A whole number of at least 1; any other text leaves the value unchanged, as OpenTelemetry requires.
  template <class Number>
  void number(std::string const& name, Number& into) const {
    double n = 0;
    auto const written = text(name);
    if (text::to_number(written, n) == std::errc() && n >= 1 && n <= 1e9) into = Number(static_cast<std::int64_t>(n));
  }

  /// The URL of a signal: its own unchanged, or the common one plus the signal's path; checked.
  [[nodiscard]] std::string url(std::string const& signal, std::string_view path, std::string_view given) const {
    if (says("OTEL_" + signal + "_EXPORTER", "none")) return {};
    auto const own = "OTEL_EXPORTER_OTLP_" + signal + "_ENDPOINT";
    auto whole = given.empty() ? text(own) : std::string();
    auto const source = !given.empty() ? "--otlp" : whole.empty() ? "OTEL_EXPORTER_OTLP_ENDPOINT" : own;
    if (whole.empty()) {
      auto base = given.empty() ? text("OTEL_EXPORTER_OTLP_ENDPOINT") : std::string(given);
      if (base.empty()) return {};
      while (base.ends_with('/')) base.pop_back();
      whole = base.append(path);
    }
    require_url(whole, source);
    return whole;
  }

 private:
  static void require_url(std::string const& url, std::string const& source) {
    try {
      static_cast<void>(llm::parse_url(url));
    } catch (error const& e) {
      auto what = e.details();
      what.message = source + ": " + what.message;
      what.remedy = "name the collector as http://HOST:4318";
      throw error(std::move(what));
    }
  }

  otlp_options::variables const& read_;
};

/// The attributes of the sender; OTEL_SERVICE_NAME overrides OTEL_RESOURCE_ATTRIBUTES.
inline std::vector<attribute> resource_of(otlp_environment const& from) {
  std::vector<attribute> all{
      {"telemetry.sdk.name", "t2s"}, {"telemetry.sdk.language", "cpp"}, {"telemetry.sdk.version", T2S_VERSION_STRING}};
  auto const set = [&](std::string const& key, std::string const& value) {
    auto const at = std::find_if(all.begin(), all.end(), [&](attribute const& a) { return a.key == key; });
    if (at != all.end())
      at->value = value;
    else
      all.push_back({key, value});
  };
  set("service.name", "t2s");
  set("service.version", T2S_VERSION_STRING);
  for (auto const& [key, value] : read_pairs(from.text("OTEL_RESOURCE_ATTRIBUTES"))) set(key, value);
  if (auto const name = from.text("OTEL_SERVICE_NAME"); !name.empty()) set("service.name", name);
  return all;
}

}  // namespace detail

T2S_DECL std::vector<std::pair<std::string, std::string>> read_pairs(std::string_view list) {
  std::vector<std::pair<std::string, std::string>> all;
  for (auto const item : text::split(list, ',')) {
    auto const equals = item.find('=');
    auto const key = text::trim(item.substr(0, equals));
    if (equals == item.npos || key.empty()) continue;
    all.emplace_back(text::percent_decoded(key).text, text::percent_decoded(text::trim(item.substr(equals + 1))).text);
  }
  return all;
}

T2S_DECL std::optional<otlp_options> otlp_options::from_environment(std::string_view endpoint, variables const& read) {
  detail::otlp_environment const from(read);
  if (from.says("OTEL_SDK_DISABLED", "true")) return {};
  otlp_options made;
  made.traces = from.url("TRACES", "/v1/traces", endpoint);
  made.metrics = from.url("METRICS", "/v1/metrics", endpoint);
  if (made.traces.empty() && made.metrics.empty()) return {};
  for (auto& [name, value] : read_pairs(from.text("OTEL_EXPORTER_OTLP_HEADERS"))) made.headers.push_back({name, value, true});
  made.resource = detail::resource_of(from);
  made.tls.ca_file = from.text("OTEL_EXPORTER_OTLP_CERTIFICATE");
  from.number("OTEL_EXPORTER_OTLP_TIMEOUT", made.timeout);
  from.number("OTEL_BSP_MAX_QUEUE_SIZE", made.queue);
  from.number("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", made.batch);
  from.number("OTEL_BSP_SCHEDULE_DELAY", made.delay);
  from.number("OTEL_METRIC_EXPORT_INTERVAL", made.metrics_interval);
  return made;
}

}  // namespace t2s::telemetry

#endif
