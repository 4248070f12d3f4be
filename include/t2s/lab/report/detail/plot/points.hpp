// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_POINTS_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_POINTS_HPP

#include "t2s/lab/report/detail/plot/area.hpp"
#include "t2s/lab/report/detail/plot/drawing.hpp"
#include "t2s/lab/report/detail/plot/legend.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::evaluation::reporting {

/// Points with their names. Up to eight have their own shapes and colors, and their names beside them if there is room, else in a legend;
/// more have numbers, which the legend explains.
class point_plot {
 public:
  static constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

  struct axis {
    std::string title{};
    bool is_share = false;
  };
  struct point {
    std::size_t number = 0;  ///< among all, from 0
    std::string name{}, hint{}, attributes{};
    double x = 0, y = 0;
    double x_low = nothing, x_high = nothing, y_low = nothing, y_high = nothing;
    bool stands_out = true;
  };

  point_plot(axis x, axis y, bool numbered, double width = usual_width)
      : x_(std::move(x)), y_(std::move(y)), numbered_(numbered), width_(width) {}

  void add(point p) { points_.push_back(std::move(p)); }
  /// A step line through values: level from each to the next one, and on to the edge.
  void add_steps(std::vector<place> values) { steps_ = std::move(values); }
  /// Names a curve at the edge of the plot. `y_of(x)` is NaN if there is no value.
  template <class Curve>
  void add_curve(std::string name, Curve y_of) {
    curves_.push_back({std::move(name), std::move(y_of)});
  }

  [[nodiscard]] drawing drawn() const {
    auto const area = area_of_values();
    std::vector<box> taken, lines;
    drawing d;
    d.width = width_;
    d.shapes = area.rows() + area.columns();
    d.shapes += axis_titles(area, amount_title(x_.title, area.x), fitting(amount_title(y_.title, area.y), width_, 12));
    for (auto const& c : curves_) d.shapes += curve_of(c, area, taken);
    d.shapes += steps_of(area, lines);
    for (auto const& p : points_) d.shapes += point_of(p, area, lines);
    auto keys = legend(width_);
    d.shapes += labels_of(area, taken, lines, keys);
    d.height = area.bottom() + 44 + keys.height();
    d.shapes += keys.at_height(area.bottom() + 44);
    return d;
  }

 private:
  struct curve {
    std::string name{};
    std::function<double(double)> y_of{};
  };
  static constexpr double left = 56, top = 32, high = 360, right = 18, mark_size = 5.5, font = 13, longest_name = 240;

  [[nodiscard]] plot_area area_of_values() const {
    std::vector<double> xs, ys;
    for (auto const& p : points_) {
      xs.insert(xs.end(), {p.x, p.x_low, p.x_high});
      ys.insert(ys.end(), {p.y, p.y_low, p.y_high});
    }
    return {left, top, width_ - left - right, high, scale_of(x_, xs), scale_of(y_, ys)};
  }
  [[nodiscard]] static scale scale_of(axis const& a, std::vector<double> const& values) {
    if (!a.is_share) return scale::amounts(values);
    value_range all;
    for (auto const v : values) all.add(v);
    return all.empty() ? scale::shares(0, 1) : scale::shares(all.least, all.most);
  }

  [[nodiscard]] static std::string curve_of(curve const& c, plot_area const& area, std::vector<box>& taken) {
    constexpr int pieces = 120;
    std::vector<place> path;
    for (int n = 0; n <= pieces; ++n) {
      auto const x = area.x.least() + (area.x.most() - area.x.least()) * n / pieces, y = c.y_of(x);
      if (y >= area.y.least() && y <= area.y.most()) path.push_back(area.at_values(x, y));
    }
    if (path.size() < 2) return {};
    auto const end = path.back();
    auto const wide = estimated_width(c.name, 12);
    box const label{end.x - wide - 2, end.y - 16, end.x - 2, end.y - 2};
    auto const line = polyline(path, "guide");
    if (!label.within(area.room()) || std::ranges::any_of(taken, [&](box const& b) { return b.meets(label); })) return line;
    taken.push_back(label);
    return line + words({end.x - 2, end.y - 5}, c.name, "end", "tick halo");
  }

  [[nodiscard]] std::string steps_of(plot_area const& area, std::vector<box>& lines) const {
    if (steps_.empty()) return {};
    std::vector<place> path;
    for (auto const& s : steps_) {
      auto const at = area.at_values(s.x, s.y);
      if (!path.empty()) path.push_back({at.x, path.back().y});
      path.push_back(at);
    }
    path.push_back({area.right(), path.back().y});
    for (std::size_t i = 1; i < path.size(); ++i) cover_line(lines, path[i - 1], path[i]);
    return polyline(path, "front", "5 3");
  }

  [[nodiscard]] look look_at(point const& p) const {
    if (!numbered_) return look_of(p.number);
    return {0, shape::circle, !p.stands_out, {}};
  }

  [[nodiscard]] std::string point_of(point const& p, plot_area const& area, std::vector<box>& lines) const {
    std::string out;
    auto const whisker = [&](place from, place to) {
      out += straight(from, to, "whisker");
      cover_line(lines, from, to);
    };
    if (std::isfinite(p.y_low) && std::isfinite(p.y_high)) whisker(area.at_values(p.x, p.y_low), area.at_values(p.x, p.y_high));
    if (std::isfinite(p.x_low) && std::isfinite(p.x_high)) whisker(area.at_values(p.x_low, p.y), area.at_values(p.x_high, p.y));
    return with_title(p.hint, p.attributes, out + mark(look_at(p), area.at_values(p.x, p.y), mark_size));
  }

  /// A label for one or, if marks of numbered points overlap, several points.
  struct group {
    place mark{};
    std::vector<std::size_t> numbers{};
    std::string text{};
  };

  [[nodiscard]] std::vector<group> groups_of(plot_area const& area) const {
    std::vector<group> all;
    for (auto const& p : points_) {
      auto const at = area.at_values(p.x, p.y);
      auto found = numbered_ ? std::ranges::find_if(all, [&](group const& g) { return std::hypot(g.mark.x - at.x, g.mark.y - at.y) < 3; })
                             : all.end();
      if (found == all.end())
        found = all.insert(all.end(), {at, {}, numbered_ ? "" : fitting(p.name, std::min(longest_name, 0.45 * width_), font)});
      found->numbers.push_back(p.number);
    }
    if (numbered_)
      for (auto& g : all) g.text = numbers_text(std::move(g.numbers));
    return all;
  }

  /// "1, 3-5"
  [[nodiscard]] static std::string numbers_text(std::vector<std::size_t> all) {
    std::ranges::sort(all);
    std::string out;
    for (std::size_t i = 0; i < all.size();) {
      auto end = i;
      while (end + 1 < all.size() && all[end + 1] == all[end] + 1) ++end;
      out += joined(out.empty() ? "" : ", ", all[i] + 1, end > i ? joined("-", all[end] + 1) : "");
      i = end + 1;
    }
    return out;
  }

  [[nodiscard]] std::string labels_of(plot_area const& area, std::vector<box> taken, std::vector<box> lines, legend& keys) const {
    auto const groups = groups_of(area);
    std::vector<wanted_label> wanted;
    for (auto const& g : groups) wanted.push_back({g.mark, estimated_width(g.text, font), font + 3});
    auto const places = label_placement(std::move(wanted), mark_size, area.room(), std::move(taken), std::move(lines)).places();
    bool const all_placed = std::ranges::all_of(places, [](auto const& found) { return found.has_value(); });
    std::string out;
    for (std::size_t i = 0; i < groups.size() && (numbered_ || all_placed); ++i)
      if (places[i]) out += label_of(groups[i], *places[i]);
    if (numbered_ || !all_placed) add_keys(keys);
    return out;
  }

  [[nodiscard]] static std::string label_of(group const& g, box const& at) {
    place const nearest{std::clamp(g.mark.x, at.left, at.right), std::clamp(g.mark.y, at.top, at.bottom)};
    auto const away = std::hypot(nearest.x - g.mark.x, nearest.y - g.mark.y);
    auto const leader = away > mark_size + 8 ? straight(g.mark, nearest, "pointer") : std::string();
    auto const to_left = at.right < g.mark.x;
    return leader + words({to_left ? at.right : at.left, at.bottom - 4}, g.text, to_left ? "end" : "start", "label halo");
  }

  void add_keys(legend& keys) const {
    auto order = points_;
    std::ranges::sort(order, {}, &point::number);
    for (auto const& p : order)
      keys.add(numbered_ ? words({0, 4.5}, joined(p.number + 1), "middle", "key") : mark(look_of(p.number), {0, 0}, mark_size), p.name);
  }

  axis x_, y_;
  bool numbered_;
  double width_;
  std::vector<point> points_{};
  std::vector<place> steps_{};
  std::vector<curve> curves_{};
};

}  // namespace t2s::evaluation::reporting

#endif
