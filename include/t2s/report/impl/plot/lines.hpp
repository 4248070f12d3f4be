// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REPORT_IMPL_LINE_PLOT_HPP
#define T2S_REPORT_IMPL_LINE_PLOT_HPP

#include "t2s/report/impl/bar_plot.hpp"

namespace t2s::evaluation::reporting {

/// Lines over numbers. The scale spans the values and need not begin at 0, since a line shows how they change.
class line_plot {
 public:
  struct point {
    double x = 0, y = 0;
  };

  explicit line_plot(std::string title) : title_(std::move(title)) {}

  /// At least one point, in the order of their x.
  void add(std::string name, std::vector<point> points) {
    for (auto const& p : points) {
      least_ = {std::min(least_.x, p.x), std::min(least_.y, p.y)};
      most_ = {std::max(most_.x, p.x), std::max(most_.y, p.y)};
    }
    series_.push_back({std::move(name), std::move(points)});
  }

  /// `id` is the plot's own on the page.
  [[nodiscard]] std::string figure(std::size_t id) const {
    std::string lines;
    for (std::size_t s = 0; s < series_.size(); ++s) lines += line(s);
    return plot_figure({id, title_, description(), width, height}, series_, scale() + lines);
  }

 private:
  struct series {
    std::string name{};
    std::vector<point> points{};
  };

  static constexpr double width = 520, height = 260, left = 50, right = 16, top = 14, bottom = 30, marks = 5;

  [[nodiscard]] double across(double x) const { return left + (width - left - right) * share(x, least_.x, most_.x); }
  [[nodiscard]] double down(double y) const { return height - bottom - (height - top - bottom) * share(y, least_.y, most_.y); }
  static double share(double v, double least, double most) { return most > least ? (v - least) / (most - least) : 0.5; }

  [[nodiscard]] std::string description() const {
    std::string out;
    for (auto const& s : series_) {
      out += joined(out.empty() ? "" : " ", s.name, ":");
      for (auto const& p : s.points) out += joined(&p == s.points.data() ? " " : ", ", fixed(p.y), " at ", significant(p.x));
      out += ".";
    }
    return out;
  }

  [[nodiscard]] std::string scale() const {
    std::string out;
    for (double n = 0; n < marks; ++n) {
      auto const value = least_.y + (most_.y - least_.y) * n / (marks - 1), y = down(value);
      out += element("line", "", joined(" class=\"grid\"", at("x1", left), at("x2", width - right), at("y1", y), at("y2", y)));
      out += label(left - 6, y + 4, fixed(value), "end");
      if (most_.y <= least_.y) break;
    }
    std::set<double> xs;
    for (auto const& s : series_)
      for (auto const& p : s.points) xs.insert(p.x);
    for (auto const x : xs) out += label(across(x), height - bottom + 18, significant(x), "middle");
    return out;
  }

  [[nodiscard]] std::string line(std::size_t s) const {
    auto const color = joined("--c", s % colors);
    std::string path, dots;
    for (auto const& p : series_[s].points) {
      path += joined(path.empty() ? "" : " ", fixed(across(p.x)), ",", fixed(down(p.y)));
      auto const hint = element("title", escaped(joined(series_[s].name, ", ", significant(p.x), ": ", fixed(p.y))));
      dots += element("circle", hint, joined(" class=\"c", s % colors, "\" r=\"4\"", at("cx", across(p.x)), at("cy", down(p.y))));
    }
    return element("polyline", "", joined(" points=\"", path, "\" style=\"fill:none;stroke-width:2;stroke:var(", color, ")\"")) + dots;
  }

  [[nodiscard]] static std::string label(double x, double y, std::string_view what, std::string_view anchor) {
    return element("text", escaped(what), joined(" class=\"tick\" text-anchor=\"", anchor, "\"", at("x", x), at("y", y)));
  }

  std::string title_;
  std::vector<series> series_{};
  point least_{1e300, 1e300}, most_{-1e300, -1e300};
};

}  // namespace t2s::evaluation::reporting

#endif
