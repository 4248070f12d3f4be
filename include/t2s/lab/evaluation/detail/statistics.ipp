// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_STATISTICS_IPP
#define T2S_LAB_EVALUATION_DETAIL_STATISTICS_IPP

#include "t2s/core/error.hpp"
#include "t2s/lab/evaluation/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace t2s::evaluation {
namespace detail {

inline void require_values(std::span<double const> values, char const* what) {
  if (values.empty()) throw error(errc::invalid_argument, std::string(what) + " of no values", "give at least one value");
}

/// log n! minus Stirling's formula for it.
inline double stirling_error(double n) {
  if (n < 16) {
    double product = 1;
    for (int k = 2; k <= static_cast<int>(n); ++k) product *= k;
    return std::log(product) - (n + 0.5) * std::log(n) + n - 0.5 * std::log(2 * std::numbers::pi);
  }
  auto const square = n * n;
  return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1.0 / 1680 / square) / square) / square) / n;
}

/// The probability of k heads in n fair throws, by Loader's saddle-point expansion: its terms are small, so that no digits are lost.
inline double fair_binomial(double k, double n) {
  if (k == 0 || k == n) return std::exp2(-n);
  auto const half = n / 2;
  auto const deviance = [half](double x) { return x * std::log1p((x - half) / half) - (x - half); };
  auto const exponent = stirling_error(n) - stirling_error(k) - stirling_error(n - k) - deviance(k) - deviance(n - k);
  return std::exp(exponent) * std::sqrt(n / (2 * std::numbers::pi * k * (n - k)));
}

/// Ranks of the values from 1, with the mean rank for equal ones, and the sum of t^3 - t over all groups of t equal values.
struct ranking {
  std::vector<double> ranks{};
  double ties = 0;

  explicit ranking(std::vector<double> const& values) : ranks(values.size()) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    for (std::size_t i = 0; i < order.size();) {
      auto end = i;
      while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
      auto const t = static_cast<double>(end - i);
      ties += t * t * t - t;
      for (auto k = i; k < end; ++k) ranks[order[k]] = static_cast<double>(i + end + 1) / 2;
      i = end;
    }
  }
};

/// The number of arrangements of m and n values for each U, by the product of (1 - q^(n+i)) / (1 - q^i); nothing if a double cannot count
/// them.
inline std::optional<std::vector<double>> arrangements(std::size_t m, std::size_t n) {
  double all = 1;
  for (std::size_t i = 1; i <= m; ++i) all = all * static_cast<double>(n + i) / static_cast<double>(i);
  if (all >= 0x1p53) return {};
  std::vector<double> count(m * n + 1);
  count[0] = 1;
  for (std::size_t i = 1; i <= m; ++i) {
    for (auto u = count.size(); u-- > n + i;) count[u] -= count[u - n - i];
    for (auto u = i; u < count.size(); ++u) count[u] += count[u - i];
  }
  return count;
}

inline double exact_p(std::vector<double> const& count, double u) {
  auto const last = std::min(u, static_cast<double>(count.size() - 1) - u);
  double all = 0, tail = 0;
  for (std::size_t i = 0; i < count.size(); ++i) {
    all += count[i];
    if (static_cast<double>(i) <= last) tail += count[i];
  }
  return std::min(1.0, 2 * tail / all);
}

inline double normal_p(double u, double m, double n, double ties) {
  auto const all = m + n, middle = m * n / 2;
  auto const variance = m * n / 12 * (all + 1 - ties / (all * (all - 1)));
  if (!(variance > 0)) return 1;
  auto const z = (std::fabs(u - middle) - 0.5) / std::sqrt(variance);
  return std::min(1.0, std::erfc(z / std::numbers::sqrt2));
}

}  // namespace detail

T2S_DECL double mean(std::span<double const> values) {
  detail::require_values(values, "the mean");
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

T2S_DECL double quantile(std::span<double const> values, double q) {
  detail::require_values(values, "a quantile");
  if (!(q >= 0 && q <= 1)) throw error(errc::invalid_argument, "there is no quantile " + std::to_string(q), "pass a share between 0 and 1");
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  auto const at = q * static_cast<double>(sorted.size() - 1);
  auto const below = static_cast<std::size_t>(at);
  auto const above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

T2S_DECL double mcnemar_p(std::uint64_t fixed, std::uint64_t broken) {
  if (fixed == broken) return 1;
  auto const n = static_cast<double>(fixed + broken);
  auto const fewer = static_cast<double>(std::min(fixed, broken));
  double sum = 1, term = 1;  // in units of the greatest term
  for (auto k = fewer; k > 0 && term > sum * 1e-18; --k) sum += term *= k / (n - k + 1);
  return std::min(1.0, 2 * detail::fair_binomial(fewer, n) * sum);
}

T2S_DECL mann_whitney_result mann_whitney(std::span<double const> first, std::span<double const> second) {
  detail::require_values(first, "the Mann-Whitney test");
  detail::require_values(second, "the Mann-Whitney test");
  std::vector<double> all(first.begin(), first.end());
  all.insert(all.end(), second.begin(), second.end());
  detail::ranking const ranking(all);
  auto const m = first.size(), n = second.size();
  auto const ranks = std::span(ranking.ranks).first(m);
  auto const u = std::accumulate(ranks.begin(), ranks.end(), 0.0) - static_cast<double>(m * (m + 1)) / 2;
  if (ranking.ties == 0 && std::min(m, n) <= 8)
    if (auto const count = detail::arrangements(std::min(m, n), std::max(m, n))) return {u, detail::exact_p(*count, u), true};
  return {u, detail::normal_p(u, static_cast<double>(m), static_cast<double>(n), ranking.ties), false};
}

T2S_DECL corrections compare_runs(std::vector<bool> const& before, std::vector<bool> const& after) {
  if (before.size() != after.size())
    throw error(errc::invalid_argument,
                std::to_string(before.size()) + " examples before the correction but " + std::to_string(after.size()) + " after it",
                "compare runs over the same examples");
  corrections c;
  for (std::size_t i = 0; i < before.size(); ++i) ++(before[i] ? after[i] ? c.right : c.broken : after[i] ? c.fixed : c.wrong);
  c.p = mcnemar_p(c.fixed, c.broken);
  return c;
}

}  // namespace t2s::evaluation

#endif
