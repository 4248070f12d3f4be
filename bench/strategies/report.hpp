// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_STRATEGIES_REPORT_HPP
#define T2S_BENCH_STRATEGIES_REPORT_HPP

#include "measure.hpp"

#include <cstddef>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace strategies {

/// A cell of a table: a number as it is printed, or a text.
struct cell {
  std::string text;
  bool is_number = true;
};
[[nodiscard]] cell word(std::string text);
[[nodiscard]] cell unknown();  ///< a dash
[[nodiscard]] cell number(std::size_t n);
/// With so many digits after the point; a dash if there is nothing to divide by.
[[nodiscard]] cell mean(std::size_t sum, std::size_t of, int digits = 1);
[[nodiscard]] cell percent(std::size_t part, std::size_t of);

using row = std::vector<cell>;
struct table {
  std::string title{};
  std::vector<std::string> columns{};
  std::vector<row> rows{};
};

[[nodiscard]] std::string as_markdown(std::vector<table> const& all);
[[nodiscard]] std::string as_json(std::vector<table> const& all);
/// A line for each number, as bench_report reads them.
[[nodiscard]] std::string as_figures(std::vector<table> const& all);

/// Measures rows by their names.
class report {
 public:
  report(drafts& all, std::map<std::string, double> instructions) : all_(&all), instructions_(std::move(instructions)) {}

  [[nodiscard]] drafts& data() noexcept { return *all_; }

  /// Nothing if the row is not wanted, or not to be printed.
  template <class Make>
  [[nodiscard]] std::optional<measured> of(std::string const& name, corrector by, Make make, counted what = counted::rounds) {
    auto const& how = all_->how();
    if (name.find(how.only) == name.npos) return {};
    if (!how.collects) return measure(*all_, by, std::move(make));
    begin_instructions(what);
    auto const m = measure(*all_, by, std::move(make));
    end_instructions(name);
    std::printf("%zu\t%s\n", what == counted::decisions ? m.runs.size() : m.sum(&outcome_of_run::reviews), name.c_str());
    return {};
  }

  /// What a round costs, in columns and cells: calls, prompt, statements, rows, steps, allocations and, if asked for, time.
  void add_cost_columns(table& to, std::string const& per) const;
  void add_cost(row& to, cost const& sum, std::size_t rounds) const;

  /// The instructions of the row of that name, if they were asked for, each by what is counted: by reviews, or by runs for decisions.
  void add_instructions_column(table& to, std::string const& per) const;
  void add_instructions(row& to, std::string const& name) const;

 private:
  drafts* all_;
  std::map<std::string, double> instructions_;
};

// The subjects, a file each: they append their tables.
void report_feedbacks(report& to, std::vector<table>& out);
void report_terminations(report& to, std::vector<table>& out);
void report_systems(report& to, std::vector<table>& out);

/// The instructions of each row, by what it counts, from a run of this program under callgrind. Throws `error` where there is no valgrind.
[[nodiscard]] std::map<std::string, double> count_instructions(settings const& s);

}  // namespace strategies

#endif
