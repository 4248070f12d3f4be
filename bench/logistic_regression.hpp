// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_LOGISTIC_REGRESSION_HPP
#define T2S_BENCH_LOGISTIC_REGRESSION_HPP

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

/// Logistic regression for the programs that learn weights.
namespace bench {

/// An observation, and whether it was right.
struct observation {
  std::vector<std::pair<std::size_t, double>> seen{};  // indices of the evidence that is not 0, in order
  bool right = false;
  double weight = 1;
};

/// Solves a x = b for a symmetric positive definite `a`, stored by row, with an in-place Cholesky decomposition.
inline std::vector<double> solve(std::vector<double> a, std::vector<double> b) {
  auto const n = b.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      auto sum = a[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i == j ? std::sqrt(sum) : sum / a[j * n + j];
    }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
    b[i] /= a[i * n + i];
  }
  return b;
}

/// The weights of `n` kinds of evidence, by Newton's method, in hundredths as they will be read. The penalty on large weights gives none to
/// constant evidence.
inline std::vector<double> fit(std::vector<observation> const& all, std::size_t n, double penalty) {
  std::vector<double> weights(n);
  for (int round = 0; round < 12 && n > 0; ++round) {
    std::vector<double> slope(n), bend(n * n);
    for (auto const& o : all) {
      double sum = 0;
      for (auto const& [at, value] : o.seen) sum += weights[at] * value;
      auto const p = 1 / (1 + std::exp(-sum));
      for (std::size_t i = 0; i < o.seen.size(); ++i) {
        auto const [at, value] = o.seen[i];
        slope[at] += o.weight * (p - (o.right ? 1 : 0)) * value;
        for (std::size_t j = 0; j <= i; ++j) bend[at * n + o.seen[j].first] += o.weight * (p * (1 - p) + 1e-6) * value * o.seen[j].second;
      }
    }
    for (std::size_t i = 0; i < n; ++i) slope[i] += penalty * weights[i], bend[i * n + i] += penalty;
    auto const step = solve(std::move(bend), std::move(slope));
    for (std::size_t i = 0; i < n; ++i) weights[i] -= step[i];
  }
  for (auto& w : weights) w = std::round(100 * w) / 100 + 0.0;  // no -0
  return weights;
}

}  // namespace bench

#endif
