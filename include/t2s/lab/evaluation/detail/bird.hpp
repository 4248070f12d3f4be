// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_BIRD_HPP
#define T2S_LAB_EVALUATION_DETAIL_BIRD_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/db/detail/result.hpp"

#include <span>

/// The metrics of BIRD and BIRD Mini-Dev as their published programs compute them, from results and recorded times.
///
/// Scores of one example are between 0 and 1 (rewards and time ratios may be greater); scores of many are in percent. A prediction that
/// fails or takes too long counts 0 in each.
namespace t2s::evaluation::bird {

/// Execution accuracy (EX): both results have the same set of rows, columns in order, values equal as in Python. As in the official
/// program, a result with text that is not UTF-8 is wrong. O(cells).
[[nodiscard]] T2S_DECL bool same_result(db::rows const& gold, db::rows const& predicted);

/// Soft-F1: repeated rows are dropped, and the n-th rows of both results are compared. The values in both rows, only in the predicted and
/// only in the gold one are counted as shares of the gold row's width. A row without counterpart is wrong. The order of rows matters even
/// without ORDER BY. 1 for two empty results. O(rows columns^2).
[[nodiscard]] T2S_DECL double soft_f1(db::rows const& gold, db::rows const& predicted);

/// How much faster the prediction is than the gold query: the mean of gold time / predicted time over the repetitions, without those that
/// are three standard deviations or more from the mean of all.
///
/// 0 if the official program divides by zero and counts the prediction as wrong: without repetitions, with a single one, with a predicted
/// time of 0, and if all quotients are exactly equal. Throws `error` with `invalid_argument` if the lists differ in length. Times may be in
/// any unit.
[[nodiscard]] T2S_DECL double time_ratio(std::span<double const> gold, std::span<double const> predicted);

/// A more stable figure: the quotient of the two medians. Throws `error` with `invalid_argument` if a list is empty or the predicted median
/// is not positive.
[[nodiscard]] T2S_DECL double median_time_ratio(std::span<double const> gold, std::span<double const> predicted);

/// The reward of R-VES for a time ratio: 1.25 from 2, 1 from 1, 0.75 from 0.5, 0.5 from 0.25, else 0.25. 0 for 0, a wrong prediction.
[[nodiscard]] T2S_DECL double reward(double time_ratio) noexcept;

/// Valid efficiency score (VES) in percent: the mean of the square roots of the time ratios, with 0 for wrong predictions. 0 for an empty
/// list.
[[nodiscard]] T2S_DECL double valid_efficiency_score(std::span<double const> time_ratios);
/// R-VES in percent as the published program computes it: like VES, from the square roots of the rewards.
[[nodiscard]] T2S_DECL double reward_efficiency_score(std::span<double const> time_ratios);
/// R-VES in percent as its text defines it: the mean of the rewards themselves.
[[nodiscard]] T2S_DECL double mean_reward(std::span<double const> time_ratios);

}  // namespace t2s::evaluation::bird

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/bird.ipp"
#endif

#endif
