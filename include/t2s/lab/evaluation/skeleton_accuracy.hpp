// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_SKELETON_ACCURACY_HPP
#define T2S_LAB_EVALUATION_SKELETON_ACCURACY_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/lab/evaluation/predictions.hpp"
#include "t2s/policies/skeleton/detail/parsed.hpp"
#include "t2s/policies/skeleton/detail/ranker.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::evaluation {

/// How often the skeleton of the gold SQL is among the best ranked for its question: for the first one, DAC's skeleton accuracy (table 6).
/// Skeletons are compared as texts in the mode `sql::skeleton_mode::dac`, as in `feedback::skeleton_mismatch`.
class skeleton_accuracy {
 public:
  static constexpr std::array<std::size_t, 3> depths{1, 3, 10};  ///< numbers of first skeletons

  /// Counts a question; only in `unread()` if its gold SQL does not parse.
  void count(std::string_view gold_sql, std::span<skeleton::ranked const> found) {
    auto const gold = skeleton::parse_sql(std::string(gold_sql)).skeleton;
    ++(gold.empty() ? unread_ : questions_);
    if (gold.empty()) return;
    if (!found.empty()) confidence_ += found.front().confidence;
    auto const place = static_cast<std::size_t>(std::ranges::find(found, gold, &skeleton::ranked::skeleton) - found.begin());
    for (std::size_t i = 0; i < depths.size(); ++i) within_[i] += place < std::min(depths[i], found.size()) ? 1U : 0U;
  }

  [[nodiscard]] std::size_t questions() const noexcept { return questions_; }  ///< number of counted questions
  [[nodiscard]] std::size_t unread() const noexcept { return unread_; }        ///< number of questions whose gold SQL does not parse

  /// The percentage of questions whose gold skeleton is among the best `depths[i]`; 0 without questions.
  [[nodiscard]] double percent(std::size_t i) const noexcept { return part(static_cast<double>(within_[i])); }
  /// The mean confidence of the first skeletons, in percent: near `percent(0)` if it is reliable.
  [[nodiscard]] double confidence() const noexcept { return part(confidence_); }

 private:
  [[nodiscard]] double part(double sum) const noexcept { return questions_ == 0 ? 0 : 100 * sum / static_cast<double>(questions_); }

  std::size_t questions_ = 0, unread_ = 0;
  std::array<std::size_t, depths.size()> within_{};
  double confidence_ = 0;
};

/// How many questions have the skeleton of their gold SQL.
struct skeleton_share {
  std::size_t questions = 0;  ///< questions that count
  std::size_t right = 0;      ///< those that have it

  /// Counts a question.
  constexpr void add(bool is_right) noexcept {
    ++questions;
    right += is_right ? 1U : 0U;
  }
  /// The percentage; 0 without questions.
  [[nodiscard]] constexpr double percent() const noexcept {
    return questions == 0 ? 0 : 100 * static_cast<double>(right) / static_cast<double>(questions);
  }

  friend bool operator==(skeleton_share const&, skeleton_share const&) = default;
};

/// Skeletons of recorded runs compared with those of the gold SQL.
struct recorded_skeletons {
  /// For the same questions.
  struct scores {
    skeleton_share sql{};     ///< for SQL; SQL that does not parse counts as wrong
    skeleton_share parsed{};  ///< for the skeletons that the runs parsed

    friend bool operator==(scores const&, scores const&) = default;
  };

  /// The drafts and the last skeleton of each run; a run that recorded none counts as wrong.
  scores all{};
  std::map<std::string, scores> hardness{};  ///< the same by the question's level; empty if levels were not given
  /// For each round: the SQL after it (a run that ended earlier keeps its last one), and the skeletons parsed in it, over the runs that
  /// parsed one.
  std::vector<scores> rounds{};
  std::vector<std::size_t> unrecorded{};  ///< questions that count and whose run recorded no skeleton
  std::vector<std::size_t> unread{};      ///< questions that do not count, because their gold SQL does not parse
};

/// Scores initial SQL and parsed skeletons of a file of predictions, by any parser (DAC, table 6). Skeletons are compared as texts in the
/// mode `sql::skeleton_mode::dac`. The draft is the first of the prediction's rounds, or its SQL if rounds were not recorded.
///
/// `hardness` has the level of each question (`hardness_of` in evaluate.hpp), or is empty. Questions are named by their index in the gold
/// set. Throws `error` with `invalid_argument` if there are levels, but not one for each question. Parses each SQL once; thread safe.
[[nodiscard]] T2S_DECL recorded_skeletons recorded_skeleton_accuracy(gold_set const& gold, prediction_set const& predictions,
                                                                     std::span<std::string const> hardness = {});

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/skeleton_accuracy.ipp"
#endif

#endif
