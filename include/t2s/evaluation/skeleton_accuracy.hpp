// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_SKELETON_ACCURACY_HPP
#define T2S_EVALUATION_SKELETON_ACCURACY_HPP

#include "t2s/skeleton/internal/ranker.hpp"
#include "t2s/skeleton/parsed.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace t2s::evaluation {

/// How often the skeleton of the gold SQL is among the best that were ranked for its question: for the first one, DAC's skeleton accuracy
/// (table 6). Skeletons are compared as texts in the mode `sql::skeleton_mode::dac`, as in `feedback::skeleton_mismatch`.
class skeleton_accuracy {
 public:
  static constexpr std::array<std::size_t, 3> depths{1, 3, 10};  ///< numbers of first skeletons

  /// Counts a question; in `unread()` alone if its gold SQL does not parse.
  void count(std::string_view gold_sql, std::span<skeleton::ranked const> found) {
    auto const gold = skeleton::parse_sql(std::string(gold_sql)).skeleton;
    ++(gold.empty() ? unread_ : questions_);
    if (gold.empty()) return;
    if (!found.empty()) confidence_ += found.front().confidence;
    auto const place = static_cast<std::size_t>(std::ranges::find(found, gold, &skeleton::ranked::skeleton) - found.begin());
    for (std::size_t i = 0; i < depths.size(); ++i) within_[i] += place < std::min(depths[i], found.size()) ? 1U : 0U;
  }

  [[nodiscard]] std::size_t questions() const noexcept { return questions_; }  ///< how many were counted
  [[nodiscard]] std::size_t unread() const noexcept { return unread_; }        ///< how many more have gold SQL that does not parse

  /// Percent of the questions whose gold skeleton is among the best `depths[i]`; 0 without a question.
  [[nodiscard]] double percent(std::size_t i) const noexcept { return part(static_cast<double>(within_[i])); }
  /// The mean confidence of the first skeletons, in percent: near `percent(0)` if it can be trusted.
  [[nodiscard]] double confidence() const noexcept { return part(confidence_); }

 private:
  [[nodiscard]] double part(double sum) const noexcept { return questions_ == 0 ? 0 : 100 * sum / static_cast<double>(questions_); }

  std::size_t questions_ = 0, unread_ = 0;
  std::array<std::size_t, depths.size()> within_{};
  double confidence_ = 0;
};

}  // namespace t2s::evaluation

#endif
