// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_LOOK_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_LOOK_HPP

#include "t2s/lab/report/detail/plot/palette.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace t2s::evaluation::reporting {

enum class shape { circle, square, up, diamond, down, plus, star, cross };

/// How a series is drawn. It is distinguishable without its color: by its shape, its dashes, and by whether it is hollow.
struct look {
  std::size_t color = 0;
  shape mark = shape::circle;
  bool hollow = false;
  std::string_view dashes{};  ///< of its line; "" is solid
};

/// The look of the n-th series, distinct for each of the first eight. Plots of more series do not use it.
inline look look_of(std::size_t n) {
  static constexpr std::array<std::string_view, colors> dashes{"", "7 3", "2 3", "9 3 2 3", "", "7 3", "2 3", "9 3 2 3"};
  return {n % colors, static_cast<shape>(n % colors), n % colors >= 4, dashes[n % colors]};
}

}  // namespace t2s::evaluation::reporting

#endif
