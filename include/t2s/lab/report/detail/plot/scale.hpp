// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_SCALE_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_SCALE_HPP

#include "t2s/lab/report/detail/written.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace t2s::evaluation::reporting {

/// The least and the greatest of finite values.
struct value_range {
  double least = std::numeric_limits<double>::infinity(), most = -least;

  void add(double v) {
    if (!std::isfinite(v)) return;
    least = std::min(least, v);
    most = std::max(most, v);
  }
  [[nodiscard]] bool empty() const { return most < least; }
};

/// The least of 1, 2, 5 times a power of ten that is at least `rough`, a positive number.
inline double nice_step(double rough) {
  auto const power = std::pow(10, std::floor(std::log10(rough)));
  for (auto const times : {1.0, 2.0, 5.0})
    if (rough <= times * power * (1 + 1e-9)) return times * power;
  return 10 * power;
}

/// Maps values to positions on an axis, with the values to label.
class scale {
 public:
  struct tick {
    double value = 0;
    std::string text{};
  };

  /// Equal steps from at most `least` to at least `most`, about `steps` of them.
  static scale linear(double least, double most, std::size_t steps = 5, double smallest_step = 0) {
    if (!(most > least)) most = least + std::max({smallest_step, std::abs(least) * 0.1, 1e-6});
    auto const step = std::max(nice_step((most - least) / static_cast<double>(steps)), smallest_step);
    scale out;
    out.least_ = std::floor(least / step + 1e-9) * step;
    out.most_ = std::max(out.least_ + step, std::ceil(most / step - 1e-9) * step);
    for (double n = 0, all = std::round((out.most_ - out.least_) / step); n <= all; ++n) {
      auto const value = out.least_ + n * step;
      out.add(std::abs(value) < step / 2 ? 0 : value, digits_for(step));
    }
    return out;
  }

  /// Shares from 0 to 1, shown in percent.
  static scale shares(double least, double most, std::size_t steps = 5) {
    auto const margin = most > least ? 0.0 : 0.05;
    auto const percents = linear(100 * std::max(0.0, least - margin), 100 * std::min(1.0, most + margin), steps);
    scale out;
    out.least_ = std::max(0.0, percents.least_ / 100);
    out.most_ = std::min(1.0, percents.most_ / 100);
    for (auto const& t : percents.ticks_)
      if (t.value <= 100 + 1e-9) out.ticks_.push_back({t.value / 100, t.text});
    return out;
  }

  /// 0 at the beginning of the axis, 1 at its end; values beyond are moved there.
  [[nodiscard]] double place(double value) const { return std::clamp((value - least_) / (most_ - least_), 0.0, 1.0); }

  [[nodiscard]] std::vector<tick> const& ticks() const { return ticks_; }

 private:
  static int digits_for(double step) { return static_cast<int>(std::clamp(std::ceil(-std::log10(step) - 1e-9), 0.0, 300.0)); }
  void add(double value, int digits) {
    bool const is_long = value != 0 && (digits > 5 || std::abs(value) >= 1e10);
    auto text = is_long ? significant(value) : grouped(value, digits);
    ticks_.push_back({value, text.find_first_not_of("-0.") == text.npos ? "0" : std::move(text)});
  }

  double least_ = 0, most_ = 1;
  std::vector<tick> ticks_{};
};

}  // namespace t2s::evaluation::reporting

#endif
