// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_REPRODUCE_PLAN_HPP
#define T2S_CLI_REPRODUCE_PLAN_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model_options.hpp"
#include "pipeline_options.hpp"
#include "reproduce/data_sources.hpp"
#include "reproduce/paper_table.hpp"

namespace cli::reproduce {

/// The option that a row with `needs_knowledge` needs.
inline constexpr std::string_view knowledge_option = "--knowledge FILE";

/// Files that only some cells need.
struct further_files {
  bool labels = false;     ///< linking labels
  bool knowledge = false;  ///< encoding knowledge, or tables that it is read from
};

/// A run that a table needs, and its cost.
struct planned_run {
  run_plan what;
  std::string_view data;
  std::size_t questions = 0;
  call_bounds calls{};            ///< model calls for each question
  std::size_t tokens_a_call = 0;  ///< estimated prompt tokens of a call
  std::size_t longest = 0;        ///< of the longest prompt that was measured

  /// "dac over spider, dac.entities=off".
  [[nodiscard]] std::string name() const;
};

/// The runs that a table needs over the available data, each once.
class plan {
 public:
  /// Finds the runs and, with `pipelines`, measures the prompts of a few questions of each, without sending them. Throws usage_error and
  /// t2s::error if a run needs something that was not given.
  plan(paper_table const& of, data_sources const& data, further_files const& has, model_options const& settings,
       pipeline_options const& pipelines);

  [[nodiscard]] std::vector<planned_run> const& runs() const { return runs_; }
  /// The least and the most calls of all runs.
  [[nodiscard]] call_bounds calls() const;
  /// The plan as text.
  [[nodiscard]] std::string text() const;

 private:
  void add(run_plan const& what, std::string_view data, std::size_t questions);

  std::vector<planned_run> runs_{};
};

/// The table with these settings, in the form of --set, in all runs of pipelines that have them; a row's own settings stand. Throws
/// usage_error for a setting that no run has. The texts must outlive the table.
[[nodiscard]] paper_table with_settings(paper_table of, std::vector<std::string> const& settings);
/// The pipelines of a table's runs, each once.
[[nodiscard]] std::vector<std::string_view> pipelines_of(paper_table const& of);

/// A row's run over a data set.
[[nodiscard]] run_plan run_on(measured_row const& row, std::string_view data);

/// The number of questions of a data set that a row needs.
[[nodiscard]] std::size_t questions_of(measured_row const& row, data_source const& data);

/// Whether a figure concerns linked entities.
[[nodiscard]] constexpr bool is_about_links(measure m) { return m >= measure::table_precision && m <= measure::column_f1; }

/// The options that a cell needs, "--data bird=DIR"; "" if it has all.
[[nodiscard]] std::string lacking(measured_row const& row, column const& at, data_sources const& data, further_files const& has);

/// The data sets of a table's columns, each once.
[[nodiscard]] std::vector<std::string_view> data_of(paper_table const& t);

}  // namespace cli::reproduce

#endif
