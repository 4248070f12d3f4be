// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_LINES_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_LINES_HPP

#include "t2s/lab/report/detail/plot/area.hpp"
#include "t2s/lab/report/detail/plot/drawing.hpp"
#include "t2s/lab/report/detail/plot/legend.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace t2s::evaluation::reporting {

/// Lines over numbers, at most as many as there are colors. The scale spans the values and need not begin at 0, since a line shows how they
/// change.
class line_plot {
 public:
  struct point {
    double x = 0, y = 0;
    std::string attributes{};
  };
  enum class unit { share, other };

  line_plot(std::string title, std::string of_x, std::string of_y, unit u)
      : title_(std::move(title)), of_x_(std::move(of_x)), of_y_(std::move(of_y)), unit_(u) {}

  /// At least one point, in the order of x; points without a finite value are omitted.
  void add(std::string name, std::vector<point> points) {
    std::erase_if(points, [](point const& p) { return !std::isfinite(p.x) || !std::isfinite(p.y); });
    if (!points.empty()) series_.push_back({std::move(name), std::move(points)});
  }
  [[nodiscard]] bool empty() const { return series_.empty(); }

  [[nodiscard]] drawing drawn() const {
    plot_area const area{left, top, width - left - 14, height, x_scale(), y_scale()};
    legend keys(width);
    std::string lines;
    for (std::size_t s = 0; s < series_.size(); ++s) {
      look const how(s);
      auto const kind = joined("l", how.color);
      lines += polyline(path_of(series_[s], area), kind, how.dashes) + marks_of(series_[s], area, how);
      if (!series_[s].name.empty())
        keys.add(polyline(std::array{place{-9, 0}, place{9, 0}}, kind, how.dashes) + mark(how, {0, 0}, mark_size), series_[s].name);
    }
    auto const below = area.bottom() + 44;
    drawing d;
    d.title = title_;
    d.description = description();
    d.width = width;
    d.height = below + keys.height();
    d.shapes = area.rows() + area.columns() + axis_titles(area, of_x_, of_y_) + lines + keys.at_height(below);
    return d;
  }

  /// `id` is unique to the plot on its page.
  [[nodiscard]] std::string figure(std::size_t id) const { return page_figure(drawn(), id); }

 private:
  struct series {
    std::string name{};
    std::vector<point> points{};
  };
  static constexpr double width = 640, left = 56, top = 32, height = 280, mark_size = 4.5;

  [[nodiscard]] scale x_scale() const {
    value_range all;
    bool whole = true;
    for (auto const& s : series_)
      for (auto const& p : s.points) {
        all.add(p.x);
        whole = whole && p.x == std::floor(p.x);
      }
    return scale::linear(all.least, all.most, 8, whole ? 1 : 0);
  }

  [[nodiscard]] scale y_scale() const {
    value_range all;
    for (auto const& s : series_)
      for (auto const& p : s.points) all.add(p.y);
    return unit_ == unit::share ? scale::shares(all.least, all.most) : scale::linear(all.least, all.most);
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

  [[nodiscard]] std::string marks_of(series const& s, plot_area const& area, look const& how) const {
    std::string out;
    for (auto const& p : s.points)
      out += with_title(joined(s.name, ", ", significant(p.x), ": ", y_text(p.y)), p.attributes,
                        mark(how, area.at_values(p.x, p.y), mark_size));
    return out;
  }
  static std::vector<place> path_of(series const& s, plot_area const& area) {
    std::vector<place> path;
    for (auto const& p : s.points) path.push_back(area.at_values(p.x, p.y));
    return path;
  }

  std::string title_, of_x_, of_y_;
  unit unit_;
  std::vector<series> series_{};
};

}  // namespace t2s::evaluation::reporting

#endif
