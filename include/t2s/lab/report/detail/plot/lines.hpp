// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_LINES_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_LINES_HPP

#include "t2s/lab/report/detail/plot/legend.hpp"
#include "t2s/lab/report/detail/plot/look.hpp"
#include "t2s/lab/report/detail/plot/panels.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace t2s::evaluation::reporting {

/// Lines over numbers, each with its name at its end; more than eight lines get a plot each, with the others pale in the background. The
/// scale spans the values and need not begin at 0, since a line shows changes.
class line_plot {
 public:
  struct point {
    double x = 0, y = 0;
    std::string attributes{};
  };
  enum class unit { share, amount, other };

  line_plot(std::string title, std::string of_x, std::string of_y, unit u, double width = usual_width)
      : title_(std::move(title)), of_x_(std::move(of_x)), of_y_(std::move(of_y)), unit_(u), width_(width) {}

  /// At least one point, in the order of x; points without a finite value are omitted.
  void add(std::string name, std::vector<point> points) {
    std::erase_if(points, [](point const& p) { return !std::isfinite(p.x) || !std::isfinite(p.y); });
    if (!points.empty()) series_.push_back({std::move(name), std::move(points)});
  }
  [[nodiscard]] bool empty() const { return series_.empty(); }

  [[nodiscard]] drawing drawn() const {
    auto d = series_.size() > colors ? in_panels() : in_one();
    d.title = title_;
    d.description = description();
    return d;
  }

  /// `id` is unique to the plot on its page.
  [[nodiscard]] std::string figure(std::size_t id) const { return page_figure(drawn(), id); }

 private:
  struct series {
    std::string name{};
    std::vector<point> points{};
  };
  static constexpr double left = 56, top = 32, height = 280, font = 13, mark_size = 4.5, line_gap = 17, longest_name = 220, margin = 30;

  [[nodiscard]] scale x_scale(std::size_t steps) const {
    value_range all;
    bool whole = true;
    for (auto const& s : series_)
      for (auto const& p : s.points) {
        all.add(p.x);
        whole = whole && p.x == std::floor(p.x);
      }
    return scale::linear(all.least, all.most, steps, whole ? 1 : 0);
  }

  [[nodiscard]] scale y_scale(std::size_t steps) const {
    value_range all;
    std::vector<double> values;
    for (auto const& s : series_)
      for (auto const& p : s.points) {
        all.add(p.y);
        values.push_back(p.y);
      }
    if (unit_ == unit::amount) return scale::amounts(values, steps);
    return unit_ == unit::share ? scale::shares(all.least, all.most, steps) : scale::linear(all.least, all.most, steps);
  }

  [[nodiscard]] std::string y_text(double y) const { return unit_ == unit::share ? percent(y) + " %" : significant(y); }

  [[nodiscard]] std::string description() const {
    std::string out;
    for (auto const& s : series_) {
      out += joined(out.empty() ? "" : " ", s.name, ":");
      for (auto const& p : s.points) out += joined(&p == s.points.data() ? " " : ", ", y_text(p.y), " at ", significant(p.x));
      out += ".";
    }
    return out;
  }

  [[nodiscard]] std::string marks_of(series const& s, plot_area const& area, look const& how, double size) const {
    std::string out;
    for (auto const& p : s.points)
      out += with_title(joined(s.name, ", ", significant(p.x), ": ", y_text(p.y)), p.attributes, mark(how, area.at_values(p.x, p.y), size));
    return out;
  }
  static std::vector<place> path_of(series const& s, plot_area const& area) {
    std::vector<place> path;
    for (auto const& p : s.points) path.push_back(area.at_values(p.x, p.y));
    return path;
  }

  [[nodiscard]] drawing in_one() const {
    bool const named_below = width_ < usual_width;  // if there is no room at the ends
    double beside = 14;
    if (!named_below)
      for (auto const& s : series_) beside = std::max(beside, 14 + margin + std::min(longest_name, estimated_width(s.name, font)));
    auto const x = x_scale(named_below ? 4 : 8), y = y_scale(5);
    plot_area const area{left, top, width_ - left - beside, height, x, y};
    legend keys(width_);
    drawing d;
    d.width = width_;
    d.shapes = area.rows() + area.columns() + axis_titles(area, amount_title(of_x_, x), amount_title(of_y_, y));
    std::string lines;
    for (std::size_t s = 0; s < series_.size(); ++s) {
      auto const how = look_of(s);
      lines += polyline(path_of(series_[s], area), joined("l", how.color), how.dashes) + marks_of(series_[s], area, how, mark_size);
      if (named_below)
        keys.add(polyline(std::array{place{-9, 0}, place{9, 0}}, joined("l", how.color), how.dashes) + mark(how, {0, 0}, mark_size),
                 series_[s].name);
    }
    d.shapes += (named_below ? std::string() : names_at_ends(area)) + lines + keys.at_height(area.bottom() + 44);
    d.height = area.bottom() + 44 + keys.height();
    return d;
  }

  [[nodiscard]] std::string names_at_ends(plot_area const& area) const {
    std::vector<double> ends;
    for (auto const& s : series_) ends.push_back(area.down(s.points.back().y));
    auto const places = spread_apart(ends, line_gap, area.top, area.bottom()).value_or(ends);
    std::string out;
    if (series_.size() == 1)
      return words({area.right() + 10, places[0] + 4.5}, fitting(series_[0].name, longest_name, font), "start", "label");
    for (std::size_t s = 0; s < series_.size(); ++s) {
      auto const how = look_of(s);
      auto const end = area.at_values(series_[s].points.back().x, series_[s].points.back().y);
      out += straight({end.x, end.y}, {area.right(), end.y}, "leader") +
             straight({area.right(), end.y}, {area.right() + 14, places[s]}, "leader");
      out += mark(how, {area.right() + 20, places[s]}, mark_size);
      out += words({area.right() + margin, places[s] + 4.5}, fitting(series_[s].name, longest_name, font), "start", "label");
    }
    return out;
  }

  [[nodiscard]] drawing in_panels() const {
    std::vector<std::string> names;
    for (auto const& s : series_) names.push_back(s.name);
    auto const x = x_scale(4), y = y_scale(3);
    return panel_grid(names, x, y, width_).drawn(amount_title(of_x_, x), amount_title(of_y_, y), [&](std::size_t n, plot_area const& area) {
      std::string out;
      for (auto const& s : series_) out += polyline(path_of(s, area), "faint");
      return out + polyline(path_of(series_[n], area), "l0") + marks_of(series_[n], area, look_of(0), 3);
    });
  }

  std::string title_, of_x_, of_y_;
  unit unit_;
  double width_;
  std::vector<series> series_{};
};

}  // namespace t2s::evaluation::reporting

#endif
