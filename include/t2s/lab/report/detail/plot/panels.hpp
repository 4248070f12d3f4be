// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_PANELS_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_PANELS_HPP

#include "t2s/lab/report/detail/plot/area.hpp"
#include "t2s/lab/report/detail/plot/drawing.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace t2s::evaluation::reporting {

/// Small plots of the same scales in a grid, each with its name.
class panel_grid {
 public:
  panel_grid(std::vector<std::string> names, scale x, scale y, double width = usual_width)
      : names_(std::move(names)), x_(std::move(x)), y_(std::move(y)), width_(width) {}

  /// The plots together; `inside(n, area)` draws into the n-th.
  template <class Inside>
  [[nodiscard]] drawing drawn(std::string_view of_x, std::string_view of_y, Inside const& inside) const {
    drawing d;
    d.width = width_;
    d.height = area_of(names_.size() - 1).bottom() + 44;
    for (std::size_t n = 0; n < names_.size(); ++n) {
      auto const area = area_of(n);
      bool const is_last_below = n + columns() >= names_.size();
      d.shapes += area.rows(n % columns() == 0) + area.columns(is_last_below) + inside(n, area);
      d.shapes += words({area.left, area.top - 6}, fitting(names_[n], area.width, font), "start", "panel");
    }
    auto const below = area_of(names_.size() - 1);
    d.shapes += words({left + (width_ - left - right) / 2, below.bottom() + 35}, of_x, "middle", "tick");
    d.shapes += words({0, 14}, of_y, "start", "tick");
    return d;
  }

 private:
  static constexpr double left = 56, right = 18, top = 44, between_columns = 28, between_rows = 40, font = 12;

  [[nodiscard]] std::size_t columns() const {
    if (width_ < usual_width) return names_.size() == 1 ? 1 : 2;
    return names_.size() <= 2 ? names_.size() : names_.size() == 4 ? 2 : 3;
  }
  [[nodiscard]] double panel_height() const {
    if (width_ < usual_width) return columns() == 1 ? 200 : 100;
    return columns() == 1 ? 260 : columns() == 2 ? 190 : names_.size() > 9 ? 90 : 120;
  }

  [[nodiscard]] plot_area area_of(std::size_t n) const {
    auto const all = static_cast<double>(columns()), each = (width_ - left - right - (all - 1) * between_columns) / all;
    auto const column = static_cast<double>(n % columns()), row = static_cast<double>(n / columns());
    return {left + column * (each + between_columns), top + row * (panel_height() + between_rows), each, panel_height(), x_, y_};
  }

  std::vector<std::string> names_;
  scale x_, y_;
  double width_;
};

}  // namespace t2s::evaluation::reporting

#endif
