// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_CHART_JSON_IPP
#define T2S_SERVE_DETAIL_CHART_JSON_IPP

#include "t2s/serve/detail/chart_json.hpp"
#include "t2s/serve/detail/json_values.hpp"

#include <boost/json/array.hpp>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::serve {
namespace detail {

namespace json = boost::json;

/// Whole numbers without a fraction.
[[nodiscard]] inline json::value number_of_chart(double d) {
  constexpr double exact = 9007199254740992;  // 2^53
  if (d == std::floor(d) && std::abs(d) <= exact) return static_cast<std::int64_t>(d);
  return d;
}

[[nodiscard]] inline std::string_view field_of(axis_kind k) noexcept {
  return k == axis_kind::time ? "time" : k == axis_kind::number ? "number" : "category";
}

/// A channel of the encoding: the field that it shows, and the name of the column as its title.
[[nodiscard]] inline json::object channel(std::string_view field, std::string_view type, chart_axis const& of) {
  return {{"field", field}, {"type", type}, {"title", json_text(of.title)}};
}

/// Categories as they come: sorting is the statement's.
[[nodiscard]] inline json::object category_channel(std::string_view field, chart_axis const& of) {
  auto out = channel(field, "nominal", of);
  out["sort"] = nullptr;
  return out;
}

[[nodiscard]] inline json::object first_channel(chart const& c) {
  if (c.first.kind == axis_kind::category) return category_channel("category", c.first);
  auto out = channel(field_of(c.first.kind), c.first.kind == axis_kind::time ? "temporal" : "quantitative", c.first);
  if (c.first.kind == axis_kind::time)
    out["scale"] = json::object{{"type", "utc"}};  // days would begin at another hour where the reader is
  else
    out["scale"] = json::object{{"zero", false}};
  return out;
}

[[nodiscard]] inline json::object mark_of(chart const& c) {
  constexpr std::size_t most_marked = 60;
  if (c.kind == chart_kind::number) return {{"type", "text"}, {"fontSize", 48}};
  if (c.kind == chart_kind::scatter) return {{"type", "point"}, {"tooltip", true}};
  if (c.kind == chart_kind::line) return {{"type", "line"}, {"point", c.points.size() <= most_marked}, {"tooltip", true}};
  return {{"type", "bar"}, {"tooltip", true}};
}

/// Bars lie, so that their names have room.
[[nodiscard]] inline json::object encoding_of_bars(chart const& c) {
  auto length = channel("value", "quantitative", c.measure);
  json::object out{{"y", first_channel(c)}};
  if (c.series.kind != axis_kind::none) {
    length["stack"] = c.kind == chart_kind::stacked ? json::value("zero") : json::value(nullptr);
    if (c.kind == chart_kind::bar) out["yOffset"] = json::object{{"field", "series"}, {"type", "nominal"}, {"sort", nullptr}};
    out["color"] = category_channel("series", c.series);
  }
  out["x"] = std::move(length);
  return out;
}

[[nodiscard]] inline json::object encoding_of(chart const& c) {
  auto measure = channel("value", "quantitative", c.measure);
  if (c.kind == chart_kind::number) return {{"text", std::move(measure)}};
  if (c.kind == chart_kind::bar || c.kind == chart_kind::stacked) return encoding_of_bars(c);
  measure["scale"] = json::object{{"zero", c.kind == chart_kind::line}};
  json::object out{{"x", first_channel(c)}, {"y", std::move(measure)}};
  if (c.series.kind != axis_kind::none) out["color"] = category_channel("series", c.series);
  if (c.label.kind != axis_kind::none)
    out["tooltip"] = json::array{channel("label", "nominal", c.label), channel("number", "quantitative", c.first),
                                 channel("value", "quantitative", c.measure)};
  return out;
}

[[nodiscard]] inline json::array data_of(chart const& c) {
  json::array out;
  out.reserve(c.points.size());
  for (auto const& p : c.points) {
    auto& one = out.emplace_back(json::object()).get_object();
    if (c.first.kind == axis_kind::number)
      one["number"] = number_of_chart(p.at);
    else if (c.first.kind != axis_kind::none)
      one[field_of(c.first.kind)] = json_text(p.text);
    one["value"] = number_of_chart(p.value);
    if (c.series.kind != axis_kind::none) one["series"] = json_text(p.series);
    if (c.label.kind != axis_kind::none) one["label"] = json_text(p.text);
  }
  return out;
}

}  // namespace detail

T2S_DECL boost::json::value chart_spec(chart const& c) {
  if (c.kind == chart_kind::table) return nullptr;
  return boost::json::object{{"$schema", "https://vega.github.io/schema/vega-lite/v5.json"},
                             {"description", c.why},
                             {"data", boost::json::object{{"values", detail::data_of(c)}}},
                             {"mark", detail::mark_of(c)},
                             {"encoding", detail::encoding_of(c)}};
}

T2S_DECL boost::json::object chart_json(chart const& c) {
  return {{"kind", name_of(c.kind)}, {"why", c.why}, {"left_out", c.left_out}, {"spec", chart_spec(c)}};
}

}  // namespace t2s::serve

#endif
