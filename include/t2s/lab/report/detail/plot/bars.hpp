// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_BARS_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_BARS_HPP

#include "t2s/lab/report/detail/plot/area.hpp"
#include "t2s/lab/report/detail/plot/drawing.hpp"
#include "t2s/lab/report/detail/plot/legend.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace t2s::evaluation::reporting {

/// Bars in groups, those of one series in one color and, where there are several, with its number below them. The scale begins at 0, so
/// that lengths can be compared.
class bar_plot {
 public:
  enum class unit { percent, count };

  bar_plot(std::string title, std::vector<std::string> groups, unit u) : title_(std::move(title)), groups_(std::move(groups)), unit_(u) {}

  /// One value for each group: shares from 0 to 1, or counts; NaN where there is none. At most as many series as there are colors.
  /// `attributes` are further ones of the bars, none or for each group.
  void add(std::string name, std::vector<double> values, std::vector<std::string> attributes = {}) {
    series_.push_back({std::move(name), std::move(values), std::move(attributes)});
  }

  /// `id` is unique to the plot on its page.
  [[nodiscard]] std::string figure(std::size_t id) const { return page_figure(drawn(), id); }

  [[nodiscard]] drawing drawn() const {
    auto const area = area_of_values();
    drawing d;
    d.title = title_;
    d.description = description();
    d.width = area.right() + right;
    d.shapes = area.rows() + words({0, top - 12}, unit_ == unit::percent ? "percent" : "number", "start", "tick") + bars(area);
    legend keys(d.width);
    if (is_numbered())
      for (std::size_t s = 0; s < series_.size(); ++s)
        keys.add(rectangle({-6, -6}, 12, 12, class_of(joined("c", s % colors)), ""), joined(s + 1, ". ", series_[s].name));
    auto const below = area.bottom() + (is_numbered() ? 46 : 28);
    d.shapes += keys.at_height(below);
    d.height = below + keys.height();
    return d;
  }

 private:
  struct series {
    std::string name{};
    std::vector<double> values{};
    std::vector<std::string> attributes{};
  };

  static constexpr double left = 46, right = 12, top = 32, plot_height = 200, font = 13, least_width = 260;

  [[nodiscard]] bool is_numbered() const { return series_.size() > 1; }

  [[nodiscard]] double bar_width() const {
    double widest = 0;
    for (auto const& s : series_)
      for (auto const v : s.values) widest = std::max(widest, estimated_width(shown(v), 11) + 2);
    return std::max(30.0, widest);
  }
  [[nodiscard]] double bars_width() const { return bar_width() * static_cast<double>(series_.size()); }
  [[nodiscard]] static std::string short_name(std::string const& group) { return fitting(group, 200, font); }
  [[nodiscard]] double group_width() const {
    double widest = bars_width();
    for (auto const& g : groups_) widest = std::max(widest, estimated_width(short_name(g), font));
    return std::max(widest + 20, least_width / static_cast<double>(std::max<std::size_t>(1, groups_.size())));
  }

  [[nodiscard]] plot_area area_of_values() const {
    double most = 0;
    for (auto const& s : series_)
      for (auto const v : s.values) most = std::max(most, std::isfinite(v) ? v : 0.0);
    auto const y = unit_ == unit::percent ? scale::shares(0, 1) : scale::linear(0, most, 5, 1);
    return {left, top, group_width() * static_cast<double>(groups_.size()), plot_height, scale(), y};
  }

  [[nodiscard]] std::string shown(double value) const {
    if (!std::isfinite(value)) return "none";
    return unit_ == unit::percent ? percent(value) : fixed(value, 0);
  }

  [[nodiscard]] std::string description() const {
    std::string out = unit_ == unit::percent ? "Percent." : "Counts.";
    for (auto const& s : series_) {
      out += joined(" ", s.name, ":");
      for (std::size_t g = 0; g < groups_.size(); ++g) out += joined(g == 0 ? " " : ", ", groups_[g], " ", shown(s.values[g]));
      out += ".";
    }
    return out;
  }

  [[nodiscard]] std::string bars(plot_area const& area) const {
    std::string out;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      auto const middle = area.left + group_width() * (static_cast<double>(g) + 0.5);
      for (std::size_t s = 0; s < series_.size(); ++s)
        out += bar(g, s, area, middle - bars_width() / 2 + bar_width() * static_cast<double>(s));
      out += words({middle, area.bottom() + (is_numbered() ? 34 : 18)}, short_name(groups_[g]), "middle", "name");
    }
    return out;
  }

  [[nodiscard]] std::string bar(std::size_t group, std::size_t s, plot_area const& area, double x) const {
    auto const value = series_[s].values[group], middle = x + bar_width() / 2;
    if (!std::isfinite(value)) return {};
    auto const y = area.down(value);
    auto const hint = joined(series_[s].name, ", ", groups_[group], ": ", shown(value));
    auto const further = series_[s].attributes.empty() ? std::string() : series_[s].attributes[group];
    auto const box =
        rectangle({x + 1, y}, bar_width() - 2, area.bottom() - y, class_of(joined("c", s % colors)) + data("value", value) + further, hint);
    auto const below = is_numbered() ? words({middle, area.bottom() + 14}, joined(s + 1), "middle", "tick") : std::string();
    return box + words({middle, y - 4}, shown(value), "middle", "value") + below;
  }

  std::string title_;
  std::vector<std::string> groups_;
  unit unit_;
  std::vector<series> series_{};
};

}  // namespace t2s::evaluation::reporting

#endif
