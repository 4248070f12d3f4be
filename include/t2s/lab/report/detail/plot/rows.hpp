// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_ROWS_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_ROWS_HPP

#include "t2s/lab/report/detail/plot/area.hpp"
#include "t2s/lab/report/detail/plot/drawing.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace t2s::evaluation::reporting {

/// A list of names, one in each row, with room for values at the right, so that any number of them can be distinguished.
class named_rows {
 public:
  /// `width` is the plot's.
  named_rows(std::vector<std::string> names, double top, double width = usual_width) : names_(std::move(names)), top_(top) {
    for (auto& n : names_) {
      full_.push_back(n);
      n = fitting(n, width * 250 / usual_width, font);
      left_ = std::max(left_, estimated_width(n, font));
    }
  }

  /// The left end of the values.
  [[nodiscard]] double left() const { return left_ + 12; }
  [[nodiscard]] double middle(std::size_t row) const { return top_ + row_height() * (static_cast<double>(row) + 0.5); }
  [[nodiscard]] double row_height() const { return names_.size() > 12 ? 20 : 26; }
  [[nodiscard]] double bottom() const { return top_ + row_height() * static_cast<double>(names_.size()); }
  [[nodiscard]] double height() const { return bottom() - top_; }

  [[nodiscard]] std::string names() const {
    std::string out;
    for (std::size_t n = 0; n < names_.size(); ++n)
      out += with_title(full_[n], "", words({left_ + 4, middle(n) + 4.5}, names_[n], "end", "label"));
    return out;
  }

  /// Lines from the names to their values.
  [[nodiscard]] std::string guides(double from, double to) const {
    std::string out;
    for (std::size_t n = 0; n < names_.size(); ++n) out += straight({from, middle(n)}, {to, middle(n)}, "row");
    return out;
  }

  /// The part of the rows in which values of a scale are drawn.
  [[nodiscard]] plot_area area(double left, double width, scale x) const { return {left, top_, width, height(), std::move(x), scale()}; }

 private:
  static constexpr double font = 13;

  std::vector<std::string> names_, full_{};
  double top_, left_ = 40;
};

}  // namespace t2s::evaluation::reporting

#endif
