// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_RUN_COUNTER_HPP
#define T2S_LAB_STUDIES_DETAIL_RUN_COUNTER_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/lab/studies/detail/figures.hpp"
#include "t2s/lab/studies/detail/question_set.hpp"
#include "t2s/lab/studies/detail/recorded_question.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::studies {

/// Counts the runs of a study, question by question, into its figures. Its memory does not grow with the number of questions, except for
/// measured times. The figures are the same for the same questions in the same order.
class run_counter {
 public:
  /// The names of the strategies and of the files of drafts; no files if strategies draft. `data` must outlive it.
  T2S_DECL run_counter(std::vector<std::string> strategies, std::vector<std::string> files, question_set const& data);

  /// Counts a question. Throws `error` with `malformed_data` for an unknown question or strategy.
  T2S_DECL void add(recorded_question const& q);

  /// The figures so far, without what only the study knows: title and corrector. O(strategies * (cells * resamples + groups)). Opens each
  /// database for its number of columns; throws what that throws.
  [[nodiscard]] T2S_DECL study_figures figures() const;

 private:
  template <std::size_t N>
  using cells = std::map<std::array<std::uint32_t, N>, std::size_t>;  // questions by their counts

  struct mean_sums {
    double sum = 0, squares = 0;
  };
  struct group_counts {
    std::size_t runs = 0, before = 0, after = 0, fixed = 0, broken = 0, calls = 0, tokens = 0;
  };
  using groups = std::map<std::string, group_counts>;
  struct round_counts {
    std::size_t going = 0, right = 0, calls = 0;              // of runs that made the attempt
    std::size_t ended = 0, ended_right = 0, ended_calls = 0;  // of runs that ended with it
  };
  /// The counts of one question, a cell's key: runs, right before, right after, ever right, wrong ones detected, right ones accused.
  using outcome = std::array<std::uint32_t, 6>;
  /// Calls, tokens sent and received, and statements of one question.
  using spent = std::array<std::size_t, 5>;

  struct strategy_counts {
    std::string name{};
    std::size_t runs = 0, questions = 0, revisions = 0;
    cells<6> outcomes{};
    evaluation::corrections change{};
    std::map<std::string, cells<3>> remarks{};  // by stage, questions with a remark: wrong drafts, those detected, right ones accused
    std::array<mean_sums, 5> costs{};           // for each question: the means of its runs, in the order of `spent`
    std::vector<round_counts> rounds{};
    groups by_hardness{}, by_database{}, by_error_class{}, by_drafts{};
    std::map<std::string, std::size_t> stopped{};
    std::vector<float> seconds{};
    evaluation::cost drafted{};  // sum
  };

  void count(strategy_counts& to, recorded_run const& r, std::size_t question, outcome& at, spent& cost);
  static void count_remarks(strategy_counts& to, std::size_t strategy, recorded_question const& q);
  void count_pairs(recorded_question const& q);
  [[nodiscard]] detection detection_by(strategy_counts const& of, cells<3> const& remarked) const;
  [[nodiscard]] static run_cost whole_cost_of(strategy_counts const& of);
  [[nodiscard]] strategy_figures figures_of(strategy_counts const& of) const;
  [[nodiscard]] comparison comparison_with_first(std::size_t second) const;
  [[nodiscard]] std::vector<agreement> agreements() const;

  question_set const* data_;
  std::vector<std::string> files_;
  std::vector<strategy_counts> strategies_{};
  std::vector<cells<3>> pairs_{};  // for each further strategy: runs, right by the first, right by it
  std::vector<evaluation::corrections> changes_{};
  std::map<std::vector<bool>, std::size_t> right_together_{};
  std::vector<std::string> skipped_{};
};

}  // namespace t2s::studies

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/studies/detail/run_counter.ipp"
#endif

#endif
