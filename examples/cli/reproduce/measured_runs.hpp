// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_REPRODUCE_MEASURED_RUNS_HPP
#define T2S_CLI_REPRODUCE_MEASURED_RUNS_HPP

#include <cstddef>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reproduce/data_sources.hpp"
#include "reproduce/paper_table.hpp"
#include "reproduce/plan.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/evaluation/subtasks.hpp"

namespace cli::reproduce {

/// The evaluated runs of a table, for its cells.
class measured_runs {
 public:
  /// Evaluates recorded runs by the metrics of the table. `labels` are linking labels; empty if there are none. Table and data must outlive
  /// this object. Throws t2s::error for unreadable data.
  measured_runs(paper_table const& of, data_sources const& data, std::vector<t2s::evaluation::linking_label> labels, bool has_knowledge,
                std::size_t jobs);

  /// Adds the records of a run, as `prediction_form::table` has them.
  void add(planned_run const& run, std::string const& records);
  /// Evaluates the added runs. Throws t2s::error with `cancelled` if `stop` is requested before the end.
  void evaluate(std::stop_token const& stop);

  /// Notes on the evaluation for readers of the figures.
  [[nodiscard]] std::vector<std::string> notes() const;
  /// The figure of a cell, in percent if it is a share; nothing if the data set was not given or lacks it.
  [[nodiscard]] std::optional<double> figure(measured_row const& row, column const& at) const;

 private:
  /// The runs over that many questions of a data set, each after one number of revisions.
  struct group {
    t2s::evaluation::gold_set gold{};
    std::vector<t2s::evaluation::prediction_set> sets{};
    t2s::evaluation::report report{};
    std::optional<t2s::evaluation::report> suite{};  ///< by the databases of the test suite

    /// Whether each question is right by EX, BIRD's own on BIRD's data.
    [[nodiscard]] std::vector<bool> right(std::size_t file) const;
  };
  /// A version of a run, restricted to the questions of a level.
  struct seen {
    group const& in;
    std::size_t file = 0;
    std::string_view questions;
  };
  /// A run and a number of revisions.
  using version = std::pair<std::string, std::optional<std::size_t>>;

  [[nodiscard]] bool needs(measure what) const;
  [[nodiscard]] t2s::evaluation::evaluation_options options_for(t2s::evaluation::gold_set const& gold) const;
  [[nodiscard]] std::vector<std::optional<std::size_t>> rounds_of(planned_run const& run) const;
  [[nodiscard]] std::optional<double> of_run(measure what, seen const& of) const;
  [[nodiscard]] std::optional<double> of_links(measure what, seen const& of) const;
  [[nodiscard]] static std::optional<double> of_skeletons(measure what, seen const& of);

  paper_table const& table_;
  data_sources const& data_;
  std::vector<t2s::evaluation::linking_label> labels_;
  further_files has_;
  std::size_t jobs_;
  std::map<std::pair<std::string, std::size_t>, group> groups_{};                          ///< by data set and number of questions
  std::map<std::pair<std::string, std::size_t>, std::map<version, std::size_t>> files_{};  ///< the position of a run's version in its group
};

}  // namespace cli::reproduce

#endif
