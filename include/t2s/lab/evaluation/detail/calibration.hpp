// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_CALIBRATION_HPP
#define T2S_LAB_EVALUATION_DETAIL_CALIBRATION_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <span>
#include <vector>

/// How good confidences are.
namespace t2s::evaluation {

/// An answer's confidence, and whether it was right.
struct judged_confidence {
  double confidence = 0;  ///< from 0 to 1
  bool right = false;     ///< by any measure, such as execution accuracy
};

/// The chance that a right answer has a higher confidence than a wrong one, equal ones counting half: the area under the ROC curve, from 0
/// to 1 (Hanley and McNeil 1982). 0.5 if all are right, or none. O(n log n).
[[nodiscard]] T2S_DECL double area_under_roc(std::span<judged_confidence const> all);

/// The mean distance of confidence and share of right answers over `bins` parts of [0, 1] of equal width, each weighed by its answers
/// (Naeini et al. 2015). 0 at best; 0 of none. O(n).
[[nodiscard]] T2S_DECL double expected_calibration_error(std::span<judged_confidence const> all, std::size_t bins = 10);

/// What a minimum of the confidence leads to.
struct risk_point {
  double confidence = 0;  ///< the minimum
  double coverage = 0;    ///< the share of questions that are answered
  double risk = 0;        ///< the share of wrong ones among those answers
};

/// One point for each different confidence, the highest first. `asked` counts the questions, those without any answer included; 0: as many
/// as there are answers. O(n log n). (El-Yaniv and Wiener 2010.)
[[nodiscard]] T2S_DECL std::vector<risk_point> risk_coverage(std::span<judged_confidence const> all, std::size_t asked = 0);

/// The mean risk over all coverages that can be reached: the area under the risk-coverage curve, 0 at best. O(n log n).
[[nodiscard]] T2S_DECL double area_under_risk_coverage(std::span<judged_confidence const> all);

/// The point of the largest coverage whose risk is at most `risk`; nothing answered if there is none. O(n log n).
[[nodiscard]] T2S_DECL risk_point point_of_risk(std::span<judged_confidence const> all, double risk, std::size_t asked = 0);

/// The point of a minimum of the confidence. O(n).
[[nodiscard]] T2S_DECL risk_point point_of_minimum(std::span<judged_confidence const> all, double minimum, std::size_t asked = 0);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/calibration.ipp"
#endif

#endif
