// SPDX-License-Identifier: BSL-1.0
// Numbers that are close become one.
#ifndef T2S_EVALUATION_IMPL_CLOSE_NUMBERS_HPP
#define T2S_EVALUATION_IMPL_CLOSE_NUMBERS_HPP

#include "t2s/evaluation/impl/python_value.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace t2s::evaluation::matching {

/// Reads values so that those are equal which users take for equal. It has seen all values before it reads the first.
class close_reader {
 public:
  close_reader(double relative, double absolute) : relative_(relative), absolute_(absolute) {}

  void see(value const& v) {
    if (auto const i = exact(v))
      whole_.push_back(*i);
    else if (auto const* r = v.real(); r && std::isfinite(*r))
      loose_.push_back(*r);
  }

  /// No more to be seen: every loose number is given the number that stands for it.
  void settle() {
    if (loose_.empty()) return;
    keep_distinct(whole_);
    keep_distinct(loose_);
    auto const points = sorted_points();
    for (std::size_t i = 0; i < points.size();) {
      auto end = i + 1;
      while (end < points.size() && close(points[end - 1].at, points[end].at)) ++end;
      settle(std::span(points).subspan(i, end - i));
      i = end;
    }
  }

  content operator()(value const& v) const {
    if (auto const i = exact(v)) return integer_content(*i);
    switch (v.type()) {
      case value::kind::real: return stands_for(*v.real());
      case value::kind::text: return bytes_content(value::kind::text, *v.text());
      case value::kind::blob: return bytes_content(value::kind::blob, bytes_of(*v.bytes()));
      default: return {};
    }
  }

  static spelling spelt() noexcept { return spelling::plain; }
  static bool undecodable() noexcept { return false; }

 private:
  struct point {
    double at;
    std::optional<std::int64_t> whole;
  };

  /// Whole numbers are meant as they are; above 2^53 a real is whole for want of bits.
  static std::optional<std::int64_t> exact(value const& v) {
    if (auto const* i = v.integer()) return *i;
    auto const* r = v.real();
    return r && std::fabs(*r) < 0x1p53 ? whole(*r) : std::nullopt;
  }

  template <class T>
  static void keep_distinct(std::vector<T>& v) {
    std::ranges::sort(v);
    v.erase(std::ranges::unique(v).begin(), v.end());
  }

  [[nodiscard]] std::vector<point> sorted_points() const {
    std::vector<point> points;
    for (auto const i : whole_) points.push_back({static_cast<double>(i), i});
    for (auto const r : loose_) points.push_back({r, {}});
    std::ranges::sort(points, {}, &point::at);
    return points;
  }

  [[nodiscard]] bool close(double a, double b) const {
    return std::fabs(a - b) <= std::max(relative_ * std::max(std::fabs(a), std::fabs(b)), absolute_);
  }

  /// A run of numbers, each close to the next.
  void settle(std::span<point const> run) {
    std::vector<point> anchors;
    for (auto const& p : run)
      if (p.whole) anchors.push_back(p);
    for (auto const& p : run)
      if (!p.whole) stand_for_.emplace_back(p.at, anchors.empty() ? real_content(run.front().at) : integer_content(nearest(anchors, p.at)));
  }

  static std::int64_t nearest(std::vector<point> const& anchors, double at) {
    auto const above = std::ranges::lower_bound(anchors, at, {}, &point::at);
    if (above == anchors.begin()) return *above->whole;
    auto const below = std::prev(above);
    return above == anchors.end() || at - below->at <= above->at - at ? *below->whole : *above->whole;
  }

  [[nodiscard]] content stands_for(double r) const {
    if (!std::isfinite(r)) return real_content(std::isnan(r) ? std::nan("") : r);
    return std::ranges::lower_bound(stand_for_, r, {}, &std::pair<double, content>::first)->second;
  }

  double relative_, absolute_;
  std::vector<std::int64_t> whole_{};
  std::vector<double> loose_{};
  std::vector<std::pair<double, content>> stand_for_{};  // sorted
};

}  // namespace t2s::evaluation::matching

#endif
