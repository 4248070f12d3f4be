// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_PROMETHEUS_IPP
#define T2S_SERVE_TELEMETRY_DETAIL_PROMETHEUS_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/serve/telemetry/prometheus.hpp"

#include <charconv>
#include <cmath>

namespace t2s::telemetry {
namespace detail {

/// A name of Prometheus: letters, digits and "_".
inline std::string plain_name(std::string_view name) {
  std::string out;
  for (char const c : name) {
    bool const fits = (text::is_letter(c) && static_cast<unsigned char>(c) < 0x80) || text::is_digit(c);
    if (fits || out.empty() || out.back() != '_') out += fits ? c : '_';
  }
  return out.empty() || text::is_digit(out.front()) ? "_" + out : out;
}

/// The unit as a suffix of the name; units in braces and "1" have none.
inline std::string_view unit_name(std::string_view unit) noexcept {
  return unit == "s" ? "seconds" : unit == "ms" ? "milliseconds" : unit == "By" ? "bytes" : "";
}

/// The name of a metric without the suffix of its kind.
inline std::string family_name(metric_description const& what) {
  auto name = plain_name(what.name);
  auto const unit = unit_name(what.unit);
  if (!unit.empty() && !name.ends_with(unit)) name.append("_").append(unit);
  return name;
}

inline void append_escaped(std::string& to, std::string_view text, bool quotes) {
  for (char const c : text) {
    if (c == '\\' || (c == '"' && quotes)) to += '\\';
    to.append(c == '\n' ? "\\n" : std::string_view(&c, 1));
  }
}

inline std::string number_text(double n) {
  if (std::isinf(n)) return n > 0 ? "+Inf" : "-Inf";
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, n).ptr};
}

/// A bound in the notation of both formats: "1.0" in OpenMetrics.
inline std::string bound_text(double n, exposition form) {
  auto text = number_text(n);
  if (form == exposition::open_metrics && text.find_first_not_of("0123456789-") == text.npos) text += ".0";
  return text;
}

/// Writes the lines of one metric.
class metric_lines {
 public:
  metric_lines(std::string& to, metric_state const& of, exposition form) : to_(to), of_(of), form_(form), name_(family_name(of.what)) {
    for (auto const& label : of.what.labels) labels_.push_back(plain_name(label));
  }

  void write() {
    head();
    for (auto const& p : of_.points) of_.kind == metric_kind::histogram ? histogram(p) : value(p);
  }

 private:
  [[nodiscard]] bool is_open() const noexcept { return form_ == exposition::open_metrics; }

  void head() {
    static constexpr std::string_view kinds[] = {"counter", "gauge", "histogram"};
    bool const total = of_.kind == metric_kind::counter && !is_open();
    auto const named = total ? name_ + "_total" : name_;
    to_.append("# TYPE ").append(named).append(" ").append(kinds[static_cast<std::size_t>(of_.kind)]).append("\n");
    if (auto const unit = unit_name(of_.what.unit); is_open() && !unit.empty())
      to_.append("# UNIT ").append(named).append(" ").append(unit).append("\n");
    to_.append("# HELP ").append(named).append(" ");
    append_escaped(to_, of_.what.help, is_open());
    to_ += '\n';
  }

  void value(metric_point const& p) { line(p, of_.kind == metric_kind::counter ? "_total" : "", std::to_string(p.value)); }

  void histogram(metric_point const& p) {
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < p.buckets.size(); ++i) {
      below += p.buckets[i];
      auto const bound = i < of_.bounds.size() ? bound_text(of_.bounds[i], form_) : "+Inf";
      line(p, "_bucket", std::to_string(below), bound);
    }
    line(p, "_sum", number_text(p.sum));
    line(p, "_count", std::to_string(p.count));
  }

  void line(metric_point const& p, std::string_view end, std::string const& number, std::string_view bound = {}) {
    to_.append(name_).append(end);
    char separator = '{';
    for (std::size_t i = 0; i < labels_.size() && !p.is_overflow; ++i)
      if (!p.labels[i].empty()) label(separator, labels_[i], p.labels[i]);
    if (p.is_overflow) label(separator, "otel_metric_overflow", "true");
    if (!bound.empty()) label(separator, "le", bound);
    to_.append(separator == '{' ? " " : "} ").append(number).append("\n");
  }

  void label(char& separator, std::string_view name, std::string_view value) {
    ((to_ += separator) += name) += "=\"";
    append_escaped(to_, value, true);
    to_ += '"';
    separator = ',';
  }

  std::string& to_;
  metric_state const& of_;
  exposition form_;
  std::string name_;
  std::vector<std::string> labels_{};
};

}  // namespace detail

T2S_DECL exposition exposition_for(std::string_view accept) noexcept {
  return accept.find("application/openmetrics-text") == accept.npos ? exposition::prometheus : exposition::open_metrics;
}

T2S_DECL std::string_view content_type_of(exposition form) noexcept {
  return form == exposition::open_metrics ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
                                          : "text/plain; version=0.0.4; charset=utf-8";
}

T2S_DECL std::string prometheus_text(std::span<metric_state const> all, exposition form) {
  std::string out;
  for (auto const& one : all)
    if (!one.points.empty()) detail::metric_lines(out, one, form).write();
  if (form == exposition::open_metrics) out += "# EOF\n";
  return out;
}

}  // namespace t2s::telemetry

#endif
