// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_SETS_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_SETS_HPP

#include "t2s/lab/report/detail/plot/rows.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace t2s::evaluation::reporting {

/// The number of elements of each combination of sets (Lex et al. 2014, UpSet): a column for each combination, a row for each set; a full
/// dot if the set belongs to the combination, and above the column a bar for the number.
class set_plot {
 public:
  struct combination {
    std::vector<bool> members{};  ///< one for each set
    std::size_t elements = 0;
  };

  set_plot(std::vector<std::string> sets, std::vector<combination> columns, double width = usual_width)
      : rows_(std::move(sets), top + bar_height + 14, width), columns_(std::move(columns)), width_(width) {}

  [[nodiscard]] drawing drawn(std::string_view of_y, std::string_view below) const {
    plot_area const bars{rows_.left(), top, step() * static_cast<double>(columns_.size()), bar_height, scale(), most()};
    drawing d;
    d.width = std::max(bars.right() + 16, std::min(width_, 420.0));
    d.height = rows_.bottom() + 24;
    d.shapes = bars.rows() + words({0, top - 12}, of_y, "start", "tick");
    d.shapes += rows_.names() + rows_.guides(rows_.left(), bars.right());
    for (std::size_t c = 0; c < columns_.size(); ++c) d.shapes += column(c, bars);
    d.shapes += words({std::clamp(d.width - estimated_width(below, 12), 0.0, rows_.left()), rows_.bottom() + 18}, below, "start", "tick");
    return d;
  }

 private:
  static constexpr double top = 36, bar_height = 130;

  [[nodiscard]] scale most() const {
    double most = 1;
    for (auto const& c : columns_) most = std::max(most, static_cast<double>(c.elements));
    return scale::linear(0, most, 4, 1);
  }
  [[nodiscard]] double step() const {
    double widest = 24;
    for (auto const& c : columns_) widest = std::max(widest, estimated_width(joined(c.elements), 11) + 4);
    return widest;
  }

  [[nodiscard]] std::string column(std::size_t c, plot_area const& bars) const {
    auto const& of = columns_[c];
    auto const middle = bars.left + step() * (static_cast<double>(c) + 0.5), y = bars.down(static_cast<double>(of.elements));
    auto out = rectangle({middle - 8, y}, 16, bars.bottom() - y, class_of("c0"), "");
    out += words({middle, y - 4}, joined(of.elements), "middle", "value");
    std::string dots, bits;
    place first{middle, 0}, last{middle, 0};
    std::size_t members = 0;
    for (std::size_t r = 0; r < of.members.size(); ++r) {
      place const at_row{middle, rows_.middle(r)};
      bits += of.members[r] ? '1' : '0';
      dots += dot(at_row, of.members[r]);
      if (!of.members[r]) continue;
      if (++members == 1) first = at_row;
      last = at_row;
    }
    if (members > 1) out += straight(first, last, "link");
    auto const hint = joined(counted(of.elements, "run"), ", right by ", members, " of ", of.members.size());
    return with_title(hint, data("runs", of.elements) + joined(" data-right=\"", bits, "\""), out + dots);
  }

  static std::string dot(place middle, bool full) {
    return element("circle", "", class_of(full ? "c0" : "none") + at("cx", middle.x) + at("cy", middle.y) + at("r", full ? 5.5 : 3));
  }

  named_rows rows_;
  std::vector<combination> columns_;
  double width_;
};

}  // namespace t2s::evaluation::reporting

#endif
