// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_CALIBRATION_HPP
#define T2S_LAB_EVALUATION_CALIBRATION_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <span>
#include <vector>

/// The quality of confidences.
namespace t2s::evaluation {

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
#endif

#endif
