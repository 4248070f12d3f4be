// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_AREA_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_AREA_HPP

#include "t2s/lab/report/detail/plot/label_placement.hpp"
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
  [[nodiscard]] box room() const { return {left, top, right(), bottom()}; }

  /// Horizontal lines at the ticks of the left axis; optionally with their names, except one that would overlap the one below it.
  [[nodiscard]] std::string rows(bool named = true) const {
    std::string out;
    out += straight({left, bottom()}, {right(), bottom()}, "axis");
    double free = bottom() + 20;
    for (auto const& t : y.ticks()) {
      auto const at_y = down(t.value);
      if (at_y < bottom() - 0.5) out += straight({left, at_y}, {right(), at_y}, "grid");
      if (!named || at_y > free) continue;
      out += words({left - 9, at_y + 4}, t.text, "end", "tick");
      free = at_y - 13;
    }
    return out;
  }

  /// Vertical lines at the ticks of the axis below; a name that would overlap the previous one is omitted.
  [[nodiscard]] std::string columns(bool named = true) const {
    std::string out;
    out += straight({left, top}, {left, bottom()}, "axis");
    double free = left - 40;
    for (auto const& t : x.ticks()) {
      auto const at_x = across(t.value), half = estimated_width(t.text, 12) / 2;
      if (at_x > left + 0.5) out += straight({at_x, top}, {at_x, bottom()}, "grid");
      if (!named || at_x - half < free) continue;
      out += words({at_x, bottom() + 16}, t.text, "middle", "tick");
      free = at_x + half + 4;
    }
    return out;
  }
};

/// Text under an axis: around its middle, as far as the plot's width has room for it.
inline std::string under_axis(double middle, double y, std::string_view text, double width) {
  auto const half = std::min(estimated_width(text, 12) / 2, width / 2);
  return words({std::clamp(middle, half, width - half), y}, fitting(text, width, 12), "middle", "tick");
}

/// The titles of axes with their units: above the left one, and below the other.
inline std::string axis_titles(plot_area const& all, std::string_view of_x, std::string_view of_y) {
  return words({all.left + all.width / 2, all.bottom() + 35}, of_x, "middle", "tick") + words({0, all.top - 12}, of_y, "start", "tick");
}

/// The title of an axis of amounts.
inline std::string amount_title(std::string_view what, scale const& on) {
  return std::string(what) + (on.is_logarithmic() ? " (logarithmic)" : "");
}

}  // namespace t2s::evaluation::reporting

#endif
