// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_BOOTSTRAP_IPP
#define T2S_LAB_EVALUATION_DETAIL_BOOTSTRAP_IPP

#include "t2s/core/error.hpp"
#include "t2s/lab/evaluation/detail/bootstrap.hpp"
#include "t2s/lab/evaluation/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <random>
#include <string_view>

namespace t2s::evaluation {

namespace detail {

/// Binomial draws that are the same on every platform, unlike those of the standard library.
class binomial_draws {
 public:
  explicit binomial_draws(std::uint64_t seed) : random_(seed) {}

  [[nodiscard]] std::size_t draw(std::size_t n, double p) {
    if (n == 0 || p <= 0) return 0;
    if (p >= 1) return n;
    if (p > 0.5) return n - draw(n, 1 - p);
    return static_cast<double>(n) * p < 30 ? by_inversion(n, p) : by_normal(n, p);
  }

 private:
  /// In (0, 1).
  double uniform() { return (static_cast<double>(random_() >> 11U) + 0.5) * 0x1.0p-53; }

  std::size_t by_inversion(std::size_t n, double p) {
    auto const odds = p / (1 - p);
    auto term = std::exp(static_cast<double>(n) * std::log1p(-p)), left = uniform();
    std::size_t k = 0;
    for (; left > term && k < n; ++k) {
      left -= term;
      term *= odds * static_cast<double>(n - k) / static_cast<double>(k + 1);
    }
    return k;
  }

  std::size_t by_normal(std::size_t n, double p) {
    auto const mean = static_cast<double>(n) * p;
    auto const distance = std::sqrt(-2 * std::log(uniform()));  // drawn before the angle, on every platform
    auto const z = distance * std::cos(2 * std::numbers::pi * uniform());
    return static_cast<std::size_t>(std::clamp(std::floor(mean + z * std::sqrt(mean * (1 - p)) + 0.5), 0.0, static_cast<double>(n)));
  }

  std::mt19937_64 random_;
};

}  // namespace detail

T2S_DECL bootstrap::bootstrap(std::span<std::size_t const> cells, std::uint64_t seed)
    : cells_(cells.size()), drawn_(resamples * cells.size()) {
  auto const all = std::accumulate(cells.begin(), cells.end(), std::size_t{0});
  detail::binomial_draws draws(seed);
  for (std::size_t i = 0; i < resamples; ++i) {
    auto left = all, still = all;  // remaining draws, and questions of the remaining cells
    for (std::size_t c = 0; c < cells_; ++c) {
      auto const drawn = still == 0 ? 0 : draws.draw(left, static_cast<double>(cells[c]) / static_cast<double>(still));
      drawn_[i * cells_ + c] = drawn;
      left -= drawn;
      still -= cells[c];
    }
  }
}

T2S_DECL interval bootstrap::middle_of(std::vector<double> found) {
  if (found.empty()) return {};
  return {quantile(found, 0.025), quantile(found, 0.975)};
}

T2S_DECL interval interval_of_mean(std::size_t count, double sum, double squares) {
  if (count == 0) return {};
  auto const n = static_cast<double>(count), mean = sum / n;
  if (count < 2) return {mean, mean};
  auto const half = 1.959963984540054 * std::sqrt(std::max(0.0, squares - sum * mean) / (n - 1) / n);
  return {mean - half, mean + half};
}

T2S_DECL interval interval_of_share(double share, std::size_t of) {
  if (of == 0) return {0, 1};
  constexpr double z = 1.959963984540054;
  auto const n = static_cast<double>(of), z2 = z * z / n;
  auto const middle = (share + z2 / 2) / (1 + z2), half = z * std::sqrt(share * (1 - share) / n + z2 / n / 4) / (1 + z2);
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

T2S_DECL run_difference difference_of_runs(std::vector<bool> const& before, std::vector<bool> const& after,
                                           std::span<std::string const> group, std::uint64_t seed) {
  if (before.size() != after.size() || before.size() != group.size())
    throw error(errc::invalid_argument, "two runs and the groups of their questions differ in length",
                "give one of each for each question");
  struct counts {
    double change = 0, questions = 0;
  };
  std::map<std::string_view, counts> by_group;
  for (std::size_t i = 0; i < group.size(); ++i) {
    auto& c = by_group[group[i]];
    c.change += static_cast<double>(after[i]) - static_cast<double>(before[i]);
    ++c.questions;
  }
  std::vector<counts> all;
  for (auto const& [name, c] : by_group) all.push_back(c);
  std::vector<std::size_t> const once(all.size(), 1);
  auto const figure = [&all](std::span<std::size_t const> drawn) {
    counts sum;
    for (std::size_t g = 0; g < all.size(); ++g) {
      sum.change += static_cast<double>(drawn[g]) * all[g].change;
      sum.questions += static_cast<double>(drawn[g]) * all[g].questions;
    }
    return sum.change / sum.questions;
  };
  if (all.empty()) return {};
  auto const found = figure(once);
  return {found, all.size() < 2 ? interval{found, found} : bootstrap(once, seed).of(figure), all.size()};
}

}  // namespace t2s::evaluation

#endif
