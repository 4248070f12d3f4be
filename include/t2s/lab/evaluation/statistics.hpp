// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_STATISTICS_HPP
#define T2S_LAB_EVALUATION_STATISTICS_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Statistics for comparisons of systems and of confidences.
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

// ---- the quality of confidences

/// The confidence of an answer, and whether it was right.
struct judged_confidence {
  double confidence = 0;  ///< from 0 to 1
  bool right = false;     ///< by any measure, such as execution accuracy
};

/// The probability that a right answer has a higher confidence than a wrong one, with equal ones counted half: the area under the ROC
/// curve, from 0 to 1 (Hanley and McNeil 1982). 0.5 if all are right, or none. O(n log n).
[[nodiscard]] T2S_DECL double area_under_roc(std::span<judged_confidence const> all);

/// The mean distance between confidence and share of right answers over `bins` equal parts of [0, 1], each weighted by its answers (Naeini
/// et al. 2015). 0 is best; 0 without answers. O(n).
[[nodiscard]] T2S_DECL double expected_calibration_error(std::span<judged_confidence const> all, std::size_t bins = 10);

/// The effect of a minimum confidence.
struct risk_point {
  double confidence = 0;  ///< the minimum
  double coverage = 0;    ///< the share of answered questions
  double risk = 0;        ///< the share of wrong answers among them
};

/// One point for each distinct confidence, highest first. `asked` is the number of questions, including those without an answer; 0: the
/// number of answers. O(n log n). (El-Yaniv and Wiener 2010.)
[[nodiscard]] T2S_DECL std::vector<risk_point> risk_coverage(std::span<judged_confidence const> all, std::size_t asked = 0);

/// The mean risk over all reachable coverages: the area under the risk-coverage curve; 0 is best. O(n log n).
[[nodiscard]] T2S_DECL double area_under_risk_coverage(std::span<judged_confidence const> all);

/// The point with the largest coverage whose risk is at most `risk`; if there is none, nothing is answered. O(n log n).
[[nodiscard]] T2S_DECL risk_point point_of_risk(std::span<judged_confidence const> all, double risk, std::size_t asked = 0);

/// The point for a minimum confidence. O(n).
[[nodiscard]] T2S_DECL risk_point point_of_minimum(std::span<judged_confidence const> all, double minimum, std::size_t asked = 0);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/calibration.ipp"
#include "t2s/lab/evaluation/detail/statistics.ipp"
#endif

#endif
