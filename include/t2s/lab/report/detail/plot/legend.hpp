// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_LEGEND_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_LEGEND_HPP

#include "t2s/lab/report/detail/plot/shapes.hpp"
#include "t2s/lab/report/detail/plot/text_width.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace t2s::evaluation::reporting {

/// Explains the marks of a plot, in columns.
class legend {
 public:
  /// `width` is the plot's.
  explicit legend(double width) : width_(width) {}

  /// `drawn` is SVG around the origin, at most 20 wide.
  void add(std::string drawn, std::string name) { keys_.push_back({std::move(drawn), std::move(name)}); }

  [[nodiscard]] double height() const { return row * std::ceil(static_cast<double>(keys_.size()) / columns()); }

  [[nodiscard]] std::string at_height(double y) const {
    std::string out;
    auto const each = width_ / columns();
    auto const rows = std::max<std::size_t>(1, static_cast<std::size_t>(height() / row + 0.5));
    for (std::size_t k = 0; k < keys_.size(); ++k) {
      auto const x = each * static_cast<double>(k / rows), middle = y + row * (static_cast<double>(k % rows) + 0.5);
      out += element("g", keys_[k].sample, joined(" transform=\"translate(", coordinate(x + sample / 2), " ", coordinate(middle), ")\""));
      out += words({x + sample + gap, middle + 4.5}, fitting(keys_[k].name, each - sample - 2 * gap, font), "start", "key");
    }
    return out;
  }

 private:
  struct key {
    std::string sample{}, name{};
  };
  static constexpr double row = 19, sample = 20, gap = 5, font = 13;

  [[nodiscard]] double columns() const {
    double widest = 60;
    for (auto const& k : keys_) widest = std::max(widest, sample + 3 * gap + estimated_width(k.name, font));
    return std::clamp(std::floor(width_ / widest), 1.0, std::max(1.0, static_cast<double>(keys_.size())));
  }

  double width_;
  std::vector<key> keys_{};
};

}  // namespace t2s::evaluation::reporting

#endif
