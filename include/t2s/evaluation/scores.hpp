// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_SCORES_HPP
#define T2S_EVALUATION_SCORES_HPP

#include "t2s/core/config.hpp"
#include "t2s/evaluation/report.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::evaluation {

/// The mean of a partial score, as the official program takes it: precision over the predictions that have the part, recall over the gold
/// queries that have it, F1 of these two means (1 where both are 0). All 0 where there is no question.
struct partial_mean {
  double acc = 0, rec = 0, f1 = 0;  ///< means over the questions
};

/// What a file reached on a group of questions. Shares lie between 0 and 1, and are 0 where there is no question.
struct scores {
  std::size_t count =
      0;  ///< questions that count; of `ex` and `structure`, and of BIRD's metrics, each without those whose gold SQL fails there
  double valid = 0;                           ///< share of the predictions that execute
  double ex = 0, ex_single = 0;               ///< execution accuracy on all files, and on the own file alone
  double em = 0, parsed = 0;                  ///< exact-set match, and the share that its parser takes
  std::array<partial_mean, 10> parts{};       ///< of the parts, as `exact_match::part_names` has them
  double bird_ex = 0, soft_f1 = 0;            ///< BIRD's figures
  double ves = 0, median_ves = 0, r_ves = 0;  ///< in percent; `median_ves` from the quotients of medians
  double spread = 0;                          ///< the median of the spreads of the predictions that were timed
  structure_totals structure{};               ///< skeletons and entities
  error_totals errors{};                      ///< of wrong predictions
};

/// The name of the group of all questions.
inline constexpr std::string_view all_questions = "all";

/// The groups that the questions fall into: Spider's hardness levels, BIRD's difficulties or the data set's own words, easy ones first,
/// `all_questions` last.
[[nodiscard]] T2S_DECL std::vector<std::string> groups_of(report const& r);

/// O(questions).
[[nodiscard]] T2S_DECL scores scores_of(report const& r, file_report const& file, std::string_view group = all_questions);

/// EX after each round of correction, the draft's first, over the questions that count; a run that ended earlier keeps its last verdict.
/// Empty if no prediction has rounds.
[[nodiscard]] T2S_DECL std::vector<double> ex_by_round(report const& r, file_report const& file);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/scores.ipp"
#endif

#endif
