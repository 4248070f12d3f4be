// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_REPORT_COMPARISON_HPP
#define T2S_BENCH_REPORT_COMPARISON_HPP

#include "figures.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace report {

/// The figure as kept in results.json.
struct kept_figure {
  double median = 0, least = 0, greatest = 0;
  bool exact = false, more_is_better = false, by_size = false;
  std::size_t repetitions = 0;
  std::string unit{};
};
using kept_figures = std::map<std::string, kept_figure>;

/// A results.json: its machine, its commit and its figures.
struct kept_results {
  std::string machine{};
  std::string commit{}, subject{}, committed{};  ///< "" outside of a history
  kept_figures figures{};
};

/// Throws std::runtime_error for an invalid file.
[[nodiscard]] kept_results read_results(fs::path const& file);

/// The same from figures that were just measured.
[[nodiscard]] kept_figures kept(figures const& of);

/// How much the machine itself differs: limits do not depend on t2s, so their differences are the machine's. For a figure with its own
/// limit, that limit at the same size; for others the median of the program's limits, or of all.
class drift {
 public:
  drift(kept_figures const& before, kept_figures const& now);

  [[nodiscard]] double of(std::string const& name, kept_figure const& f) const;

 private:
  std::map<std::pair<std::string, double>, double> own_{};
  std::map<std::string, figure> of_program_{};
  figure of_all_{};
};

/// Whether a difference exceeds the noise: the medians differ by more than 3 % and by more than the machine, and no repetition of one lies
/// within those of the other. For counts only the 3 % matter. Fewer than three measurements are never enough.
[[nodiscard]] bool differs(std::string const& name, kept_figure const& was, kept_figure const& is, drift const& machine);

/// Whether `is`, which differs, is worse.
[[nodiscard]] inline bool is_worse(kept_figure const& was, kept_figure const& is) { return (is.median > was.median) != is.more_is_better; }

/// Prints different and missing figures; returns how many are worse.
std::size_t compare(fs::path const& file, figures const& of, std::string const& machine);

}  // namespace report

#endif
