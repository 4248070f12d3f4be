// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_BIRD_IPP
#define T2S_LAB_EVALUATION_DETAIL_BIRD_IPP

#include "t2s/core/error.hpp"
#include "t2s/lab/evaluation/detail/bird.hpp"
#include "t2s/lab/evaluation/detail/prepared_table.hpp"
#include "t2s/lab/evaluation/statistics.hpp"

#include <cmath>

namespace t2s::evaluation::bird {
namespace detail {

using namespace matching;

/// The official program reads times with NumPy. Whether equal quotients have a deviation of exactly 0 depends on its order of addition:
/// pairwise above 128 numbers, eight parallel sums below.
inline double numpy_sum(std::span<double const> v) {
  if (v.size() > 128) {
    auto const half = v.size() / 2 - v.size() / 2 % 8;
    return numpy_sum(v.first(half)) + numpy_sum(v.subspan(half));
  }
  double sum = 0;
  std::size_t i = 0;
  if (v.size() >= 8) {
    double s[8];
    std::copy_n(v.begin(), 8, s);
    for (i = 8; i + 8 <= v.size(); i += 8)
      for (std::size_t k = 0; k < 8; ++k) s[k] += v[i + k];
    sum = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
  }
  for (; i < v.size(); ++i) sum += v[i];
  return sum;
}
inline double numpy_mean(std::span<double const> v) { return numpy_sum(v) / static_cast<double>(v.size()); }

inline std::vector<double> without_outliers(std::vector<double> const& v) {
  auto const mean = numpy_mean(v);
  std::vector<double> squares;
  for (auto const x : v) squares.push_back((x - mean) * (x - mean));
  auto const reach = 3 * std::sqrt(numpy_mean(squares));
  std::vector<double> kept;
  std::ranges::copy_if(v, std::back_inserter(kept), [&](double x) { return x < mean + reach && x > mean - reach; });
  return kept;
}

/// The values of one row that are also in another.
inline std::size_t shared(std::span<number const> row, std::span<number const> with) {
  return static_cast<std::size_t>(std::ranges::count_if(row, [&](number n) { return std::ranges::find(with, n) != with.end(); }));
}

/// The distinct rows of two results in the order of their first occurrence; equal values have equal numbers.
struct numbered_pair {
  value_list values{};
  python_reader read_gold{side::gold}, read_predicted{side::predicted};
  row_list gold, predicted;

  numbered_pair(db::rows const& g, db::rows const& p) : gold(numbered(g, read_gold)), predicted(numbered(p, read_predicted)) {}

  [[nodiscard]] bool decodable() const { return !read_gold.undecodable() && !read_predicted.undecodable(); }

 private:
  row_list numbered(db::rows const& from, python_reader& read) {
    row_list rows(width_of(from));
    std::vector<number> row(rows.width());
    for (auto const& r : from.values) {
      std::ranges::transform(r, row.begin(), [&](value const& v) { return values.add(read(v)); });
      rows.add(row);
    }
    return rows;
  }
};

inline double percent_mean(std::span<double const> time_ratios, double (*score)(double)) {
  double sum = 0;
  for (auto const r : time_ratios) sum += score(r) * 100;
  return time_ratios.empty() ? 0 : sum / static_cast<double>(time_ratios.size());
}

}  // namespace detail

T2S_DECL bool same_result(db::rows const& gold, db::rows const& predicted) {
  if (gold.empty() || predicted.empty()) return gold.empty() && predicted.empty();
  if (detail::width_of(gold) != detail::width_of(predicted)) return false;
  detail::numbered_pair const both(gold, predicted);
  return both.decodable() && detail::same_set(both.gold, both.predicted);
}

T2S_DECL double soft_f1(db::rows const& gold, db::rows const& predicted) {
  if (gold.empty() && predicted.empty()) return 1;
  detail::numbered_pair const rows(gold, predicted);
  if (!rows.decodable()) return 0;
  // In units of 1 / width of the gold rows. 2 P R / (P + R) is 2 both / (2 both + predicted only + gold only).
  auto const pairs = std::min(rows.gold.size(), rows.predicted.size());
  std::size_t both = 0, only = (rows.gold.size() + rows.predicted.size() - 2 * pairs) * rows.gold.width();
  for (std::size_t i = 0; i < pairs; ++i) {
    auto const found = detail::shared(rows.predicted[i], rows.gold[i]);
    both += found;
    only += rows.predicted.width() - found + rows.gold.width() - detail::shared(rows.gold[i], rows.predicted[i]);
  }
  return both == 0 ? 0 : static_cast<double>(2 * both) / static_cast<double>(2 * both + only);
}

T2S_DECL double time_ratio(std::span<double const> gold, std::span<double const> predicted) {
  if (gold.size() != predicted.size())
    throw error(errc::invalid_argument,
                std::to_string(gold.size()) + " times of the gold query but " + std::to_string(predicted.size()) + " of the prediction",
                "run both equally often");
  std::vector<double> quotients;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    if (predicted[i] == 0) return 0;
    quotients.push_back(gold[i] / predicted[i]);
  }
  if (quotients.empty()) return 0;
  auto const kept = detail::without_outliers(quotients);
  double sum = 0;
  for (auto const q : kept) sum += q;
  return kept.empty() ? 0 : sum / static_cast<double>(kept.size());
}

T2S_DECL double median_time_ratio(std::span<double const> gold, std::span<double const> predicted) {
  auto const of_gold = median(gold), of_predicted = median(predicted);
  if (!(of_predicted > 0))
    throw error(errc::invalid_argument, "the median of the predicted times is " + std::to_string(of_predicted),
                "record times with a clock of finer resolution");
  return of_gold / of_predicted;
}

T2S_DECL double reward(double time_ratio) noexcept {
  if (time_ratio == 0) return 0;
  if (time_ratio >= 2) return 1.25;
  if (time_ratio >= 1) return 1;
  if (time_ratio >= 0.5) return 0.75;
  return time_ratio >= 0.25 ? 0.5 : 0.25;
}

T2S_DECL double valid_efficiency_score(std::span<double const> time_ratios) {
  return detail::percent_mean(time_ratios, [](double r) { return std::sqrt(r); });
}

T2S_DECL double reward_efficiency_score(std::span<double const> time_ratios) {
  return detail::percent_mean(time_ratios, [](double r) { return std::sqrt(reward(r)); });
}

T2S_DECL double mean_reward(std::span<double const> time_ratios) {
  return detail::percent_mean(time_ratios, [](double r) { return reward(r); });
}

}  // namespace t2s::evaluation::bird

#endif
