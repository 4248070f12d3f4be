// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_BOOTSTRAP_HPP
#define T2S_LAB_EVALUATION_DETAIL_BOOTSTRAP_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace t2s::evaluation {

/// A confidence interval.
struct interval {
  double low = 0, high = 0;  ///< both ends

  friend bool operator==(interval const&, interval const&) = default;
};

/// The bootstrap (Efron 1979): how much a figure over questions varies with the choice of the questions. It draws as many questions as
/// there are, with replacement, many times; the interval holds the figure in 95 % of the draws. Figures of the same draws are paired, so
/// the difference of two systems over the same questions has its own interval.
///
/// Questions with the same outcome form one cell, and only how often each cell is drawn matters: conditional binomial draws, from an
/// expectation of 30 on by the normal distribution. Memory and time depend on the number of cells (16 kB each), not of questions. The same
/// for the same arguments in every run.
class bootstrap {
 public:
  static constexpr std::size_t resamples = 2000;  ///< draws

  /// `cells` holds the number of questions of each cell. O(resamples * cells).
  T2S_DECL explicit bootstrap(std::span<std::size_t const> cells, std::uint64_t seed = 1);

  /// The interval of `figure(drawn)`; `drawn` is a span of how often each cell was drawn. Draws for which it is not a number, such as a
  /// share of nothing, are ignored; if all are, both ends are 0. O(resamples * cells).
  template <class Figure>
  [[nodiscard]] interval of(Figure figure) const {
    std::vector<double> found;
    found.reserve(resamples);
    for (std::size_t i = 0; i < resamples; ++i)
      if (double const value = figure(std::span<std::size_t const>(drawn_).subspan(i * cells_, cells_)); value == value)
        found.push_back(value);
    return middle_of(std::move(found));
  }

 private:
  [[nodiscard]] T2S_DECL static interval middle_of(std::vector<double> found);

  std::size_t cells_;
  std::vector<std::size_t> drawn_;  // the cells of each resample
};

/// The interval of a mean of many values, from their number, sum and sum of squares, by the normal distribution. For fewer than two values,
/// both ends are the mean.
[[nodiscard]] T2S_DECL interval interval_of_mean(std::size_t count, double sum, double squares);

/// The interval of a share of many questions (Wilson 1927), for shares of 0 or 1, for which the bootstrap has none. 0 to 1 without
/// questions.
[[nodiscard]] T2S_DECL interval interval_of_share(double share, std::size_t of);

/// The difference of two runs over the same questions, as shares of right answers.
struct run_difference {
  double difference = 0;   ///< right after minus right before
  interval range{};        ///< of the difference, 95 %; both ends are the difference if there are fewer than two groups
  std::size_t groups = 0;  ///< that were drawn from, such as databases
};

/// The difference of two runs with its interval by the bootstrap over groups of questions, such as those of one database: whole groups are
/// drawn, since their questions are alike (cluster bootstrap; Field and Welsh 2007). `group` names the one of each question.
/// Throws `error` with `invalid_argument` if the lists differ in length. O(n + resamples * groups); 16 kB of memory for each group.
[[nodiscard]] T2S_DECL run_difference difference_of_runs(std::vector<bool> const& before, std::vector<bool> const& after,
                                                         std::span<std::string const> group, std::uint64_t seed = 1);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/bootstrap.ipp"
#endif

#endif
