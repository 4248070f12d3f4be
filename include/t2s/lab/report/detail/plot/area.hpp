// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_AREA_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_AREA_HPP

#include "t2s/lab/report/detail/plot/scale.hpp"
#include "t2s/lab/report/detail/plot/shapes.hpp"
#include "t2s/lab/report/detail/plot/text_width.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace t2s::evaluation::reporting {

/// The rectangle of a plot in which values are drawn, with an axis below and one at the left.
struct plot_area {
  double left = 0, top = 0, width = 0, height = 0;
  scale x{}, y{};

  [[nodiscard]] double across(double value) const { return left + width * x.place(value); }
  [[nodiscard]] double down(double value) const { return top + height * (1 - y.place(value)); }
  [[nodiscard]] place at_values(double of_x, double of_y) const { return {across(of_x), down(of_y)}; }
  [[nodiscard]] double right() const { return left + width; }
  [[nodiscard]] double bottom() const { return top + height; }

  /// Lines across at the ticks of the left axis with their names, but for one that would meet the one below it.
  [[nodiscard]] std::string rows() const {
    std::string out;
    out += straight({left, bottom()}, {right(), bottom()}, "axis");
    double free = bottom() + 20;
    for (auto const& t : y.ticks()) {
      auto const at_y = down(t.value);
      if (at_y < bottom() - 0.5) out += straight({left, at_y}, {right(), at_y}, "grid");
      if (at_y > free) continue;
      out += words({left - 9, at_y + 4}, t.text, "end", "tick");
      free = at_y - 13;
    }
    return out;
  }

  /// Lines down at the ticks of the axis below; a name that would meet the one before is left out.
  [[nodiscard]] std::string columns() const {
    std::string out;
    out += straight({left, top}, {left, bottom()}, "axis");
    double free = left - 40;
    for (auto const& t : x.ticks()) {
      auto const at_x = across(t.value), half = estimated_width(t.text, 12) / 2;
      if (at_x > left + 0.5) out += straight({at_x, top}, {at_x, bottom()}, "grid");
      if (at_x - half < free) continue;
      out += words({at_x, bottom() + 16}, t.text, "middle", "tick");
      free = at_x + half + 4;
    }
    return out;
  }
};

/// What axes measure, with units: above the left one, and below the other.
inline std::string axis_titles(plot_area const& all, std::string_view of_x, std::string_view of_y) {
  return words({all.left + all.width / 2, all.bottom() + 35}, of_x, "middle", "tick") + words({0, all.top - 12}, of_y, "start", "tick");
}

}  // namespace t2s::evaluation::reporting

#endif
