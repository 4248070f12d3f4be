// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_REPORT_COMPARISON_HPP
#define T2S_BENCH_REPORT_COMPARISON_HPP

#include "figures.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace report {

/// What a results.json keeps of a figure.
struct kept_figure {
  double median = 0, least = 0, greatest = 0;
  bool exact = false, more_is_better = false, by_size = false;
  std::size_t repetitions = 0;
  std::string unit{};
};
using kept_figures = std::map<std::string, kept_figure>;

/// A results.json: where and of which commit it is, and its figures.
struct kept_results {
  std::string machine{};
  std::string commit{}, subject{}, committed{};  ///< "" if it is of no history
  kept_figures figures{};
};

/// Throws std::runtime_error for a file that is none.
[[nodiscard]] kept_results read_results(fs::path const& file);

/// The same of figures that were just measured.
[[nodiscard]] kept_figures kept(figures const& of);

/// How far the machine itself was another: limits do not depend on t2s, so what they differ by is the machine's doing. Of a figure with a
/// limit of its own that one at its size; of any other the median of its program's limits, or of all.
class drift {
 public:
  drift(kept_figures const& before, kept_figures const& now);

  [[nodiscard]] double of(std::string const& name, kept_figure const& f) const;

 private:
  std::map<std::pair<std::string, double>, double> own_{};
  std::map<std::string, figure> of_program_{};
  figure of_all_{};
};

/// Beyond the noise: medians more than 3 % apart, further than the machine itself, and no repetition of the one within those of the other.
/// Of counts the 3 % alone decide. What was measured less than three times cannot tell.
[[nodiscard]] bool differs(std::string const& name, kept_figure const& was, kept_figure const& is, drift const& machine);

/// Whether `is`, which differs, got worse.
[[nodiscard]] inline bool is_worse(kept_figure const& was, kept_figure const& is) { return (is.median > was.median) != is.more_is_better; }

/// Prints what differs and what is missing; returns how many got worse.
std::size_t compare(fs::path const& file, figures const& of, std::string const& machine);

}  // namespace report

#endif
