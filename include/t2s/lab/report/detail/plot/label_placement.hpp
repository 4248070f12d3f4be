// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_LABEL_PLACEMENT_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_LABEL_PLACEMENT_HPP

#include "t2s/lab/report/detail/plot/shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace t2s::evaluation::reporting {

/// A rectangle that a label or a mark covers.
struct box {
  double left = 0, top = 0, right = 0, bottom = 0;

  [[nodiscard]] bool meets(box const& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  [[nodiscard]] bool within(box const& other) const {
    return left >= other.left && right <= other.right && top >= other.top && bottom <= other.bottom;
  }
};

inline box around(place middle, double half) { return {middle.x - half, middle.y - half, middle.x + half, middle.y + half}; }

/// Boxes along a line, for labels that must not cover it.
inline void cover_line(std::vector<box>& to, place from, place end) {
  auto const pieces = std::max(1.0, std::ceil(std::hypot(end.x - from.x, end.y - from.y) / 8));
  for (double n = 0; n < pieces; ++n) {
    place const a{from.x + (end.x - from.x) * n / pieces, from.y + (end.y - from.y) * n / pieces};
    place const b{from.x + (end.x - from.x) * (n + 1) / pieces, from.y + (end.y - from.y) * (n + 1) / pieces};
    to.push_back({std::min(a.x, b.x) - 1, std::min(a.y, b.y) - 1, std::max(a.x, b.x) + 1, std::max(a.y, b.y) + 1});
  }
}

/// A label to place beside a mark.
struct wanted_label {
  place mark{};
  double width = 0, height = 0;
};

/// Places labels: beside their marks, else a little away from them. No label overlaps another, a mark, or one of `taken`, and all are
/// within `room`; if possible they also avoid `lines`. Nothing for a label without such a place. Labels that find no place are tried again
/// before the others, so that the order of the marks matters little. O(n^3) for n labels at worst.
class label_placement {
 public:
  label_placement(std::vector<wanted_label> labels, double mark_size, box room, std::vector<box> taken, std::vector<box> lines)
      : labels_(std::move(labels)), room_(room), taken_(std::move(taken)), lines_(std::move(lines)), clear_(mark_size) {
    for (auto const& l : labels_) taken_.push_back(around(l.mark, clear_));
  }

  [[nodiscard]] std::vector<std::optional<box>> places() const {
    std::vector<std::size_t> order(labels_.size());
    std::iota(order.begin(), order.end(), 0U);
    auto best = in_order(order);
    for (std::size_t tries = 0; tries < labels_.size() && missing(best) > 0; ++tries) {
      std::ranges::sort(order, {}, [&](std::size_t n) { return std::pair(best[n].has_value(), n); });
      auto next = in_order(order);
      if (missing(next) > missing(best)) break;
      best = std::move(next);
    }
    return best;
  }

 private:
  using places_found = std::vector<std::optional<box>>;

  static std::ptrdiff_t missing(places_found const& all) {
    return std::ranges::count_if(all, [](auto const& found) { return !found; });
  }

  [[nodiscard]] places_found in_order(std::vector<std::size_t> const& order) const {
    places_found out(labels_.size());
    auto used = taken_;
    for (auto const n : order) {
      out[n] = first_free(labels_[n], used);
      if (out[n]) used.push_back(*out[n]);
    }
    return out;
  }

  [[nodiscard]] std::optional<box> first_free(wanted_label const& l, std::vector<box> const& used) const {
    auto const clear_of = [](std::vector<box> const& all, box const& candidate) {
      return std::ranges::none_of(all, [&](box const& b) { return b.meets(candidate); });
    };
    std::optional<box> on_line;
    for (auto const away : {3.0, 9.0, 18.0, 30.0, 44.0, 60.0}) {
      for (auto const& to : directions) {
        auto const candidate = beside(l, to, clear_ + away);
        if (!candidate.within(room_) || !clear_of(used, candidate)) continue;
        if (clear_of(lines_, candidate)) return candidate;
        if (!on_line) on_line = candidate;
      }
      if (on_line && away >= 30) break;  // better on a line than far away
    }
    return on_line;
  }

  static box beside(wanted_label const& l, place to, double distance) {
    auto const length = std::hypot(to.x, to.y);
    place const middle{l.mark.x + to.x * (distance / length + l.width / 2), l.mark.y + to.y * (distance / length + l.height / 2)};
    return {middle.x - l.width / 2, middle.y - l.height / 2, middle.x + l.width / 2, middle.y + l.height / 2};
  }

  /// Preferred ones first.
  static constexpr std::array<place, 12> directions{
      {{1, 0}, {-1, 0}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {0, -1}, {0, 1}, {1, -0.5}, {1, 0.5}, {-1, -0.5}, {-1, 0.5}}};

  std::vector<wanted_label> labels_;
  box room_;
  std::vector<box> taken_, lines_;
  double clear_;
};

/// Moves values apart until neighbours differ by `gap`, as little as possible, between `least` and `most`; nothing if there is no room.
inline std::optional<std::vector<double>> spread_apart(std::vector<double> const& wanted, double gap, double least, double most) {
  if (static_cast<double>(wanted.size()) * gap > most - least + gap) return std::nullopt;
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::size_t n) { return std::pair(wanted[n], n); });
  std::vector<double> out(wanted.size());
  double free = least;
  for (auto const n : order) {
    out[n] = std::max(wanted[n], free);
    free = out[n] + gap;
  }
  free = most;
  for (auto n = order.rbegin(); n != order.rend(); ++n) {
    out[*n] = std::min(out[*n], free);
    free = out[*n] - gap;
  }
  return out;
}

}  // namespace t2s::evaluation::reporting

#endif
