// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_STATISTICS_HPP
#define T2S_LAB_EVALUATION_STATISTICS_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Statistics for comparisons of systems.
namespace t2s::evaluation {

/// The arithmetic mean. Throws `error` with `invalid_argument` if there are no values, as the next two do.
[[nodiscard]] T2S_DECL double mean(std::span<double const> values);

/// The `q`-quantile, interpolated between neighbours (type 7 of Hyndman and Fan, NumPy's and R's default). Throws `error` with
/// `invalid_argument` if `q` is not between 0 and 1.
[[nodiscard]] T2S_DECL double quantile(std::span<double const> values, double q);

/// For an even number, the mean of the middle two.
[[nodiscard]] inline double median(std::span<double const> values) { return quantile(values, 0.5); }

/// McNemar's exact test, two-sided: the probability that `fixed` + `broken` changes are at least as unequal if both kinds are equally
/// likely. 1 without changes. Accurate to 11 digits or more for up to 10^6 changes; 0 below the smallest double.
[[nodiscard]] T2S_DECL double mcnemar_p(std::uint64_t fixed, std::uint64_t broken);

/// The outcome of a Mann-Whitney U test.
struct mann_whitney_result {
  double u = 0;        ///< pairs in which the value of the first sample is greater, ties counted half
  double p = 1;        ///< two-sided
  bool exact = false;  ///< whether p is exact instead of the normal approximation
};

/// Tests whether two independent samples have the same distribution (Mann and Whitney 1947).
///
/// p is exact without ties if one sample has at most 8 values and the arrangements can be counted exactly (fewer than 2^53), else from the
/// normal approximation, corrected for ties and for continuity. Throws `error` with `invalid_argument` if a sample is empty.
[[nodiscard]] T2S_DECL mann_whitney_result mann_whitney(std::span<double const> first, std::span<double const> second);

/// The effect of a correction; each example counts in exactly one of the first four.
struct corrections {
  std::size_t fixed = 0;   ///< wrong before, right after
  std::size_t broken = 0;  ///< right before, wrong after
  std::size_t right = 0;   ///< before and after
  std::size_t wrong = 0;   ///< before and after
  double p = 1;            ///< `mcnemar_p` of fixed and broken

  /// The number of compared questions.
  [[nodiscard]] std::size_t size() const noexcept { return fixed + broken + right + wrong; }

  friend bool operator==(corrections const&, corrections const&) = default;
};

/// Compares a run before and a run after, given whether each example is right, in the same order.
///
/// Throws `error` with `invalid_argument` if they differ in length. O(n).
[[nodiscard]] T2S_DECL corrections compare_runs(std::vector<bool> const& before, std::vector<bool> const& after);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/statistics.ipp"
#endif

#endif
