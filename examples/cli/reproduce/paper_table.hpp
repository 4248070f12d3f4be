// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_REPRODUCE_PAPER_TABLE_HPP
#define T2S_CLI_REPRODUCE_PAPER_TABLE_HPP

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli::reproduce {

/// What a cell of a table says. Shares are in percent.
enum class measure {
  ex,                ///< execution accuracy; BIRD's own on BIRD's data
  ts,                ///< test-suite accuracy: EX on all database files of a question
  em,                ///< exact-set match
  valid,             ///< statements that execute
  ves,               ///< BIRD's valid efficiency score
  right_if_agreed,   ///< of the SQL with the gold's entities and skeleton: how much is right (DAC, table 4)
  initial_skeleton,  ///< drafts with the gold's skeleton (DAC, table 6)
  parsed_skeleton,   ///< recorded skeletons that equal the gold's (DAC, table 6)
  table_precision,   ///< of recorded linked tables: macro average (DAC, table 5)
  table_recall,
  table_f1,
  column_precision,
  column_recall,
  column_f1,
  table_errors,      ///< questions, not percent: SQL that lacks a table of the gold's (DAC, figure 5)
  column_errors,     ///< ... a column
  skeleton_errors,   ///< ... that has another skeleton
  execution_errors,  ///< ... that does not execute
  fixed,             ///< questions: wrong in the run `against`, right here (DART-SQL, table 4)
  broken,            ///< questions: right in the run `against`, wrong here
  decile_least,      ///< EX of ten equal parts of the questions: the least (SQL-CRAFT, figure 3)
  decile_first_quartile,
  decile_median,
  decile_third_quartile,
  decile_most,
  p_value,    ///< of the Mann-Whitney U test of the ten parts against those of the run `against`; not percent
  questions,  ///< of the data set; asks nothing
  databases,  ///< of the data set's questions; asks nothing
  calls,      ///< of the model, a question
};

/// A column of figures.
struct column {
  std::string_view head;  ///< as the paper has it: "Spider EX"
  std::string_view data;  ///< the data set: spider, spider-test, spider-syn, spider-realistic, spider-dk, bird, kaggledbqa
  measure what = measure::ex;
  std::string_view group = "all";  ///< of questions: "easy", "medium", "hard", "extra", or all
};

/// A row of figures that the paper prints. They are theirs.
struct paper_row {
  std::vector<std::string_view> labels;   ///< as many as the table's `label_heads`
  std::vector<std::string_view> figures;  ///< one a column, as printed without the change in parentheses; "" where there is none
};

/// A run of a pipeline over a data set.
struct run_plan {
  std::string_view pipeline;                    ///< as `t2s systems` lists them
  std::vector<std::string_view> settings = {};  ///< "dart.rounds=0"

  friend bool operator==(run_plan const&, run_plan const&) = default;
};

/// A row that is measured here. Rows whose run is the same share it.
struct measured_row {
  std::vector<std::string_view> labels;        ///< as `paper_row`; the label under the head "Model" is "" and becomes the user's model
  run_plan run;                                ///< which is made once for each data set of the columns
  std::optional<std::size_t> round = {};       ///< the SQL after so many revisions, 0 is the draft; by default the last
  std::optional<measure> instead = {};         ///< in place of the columns' measure
  std::optional<run_plan> against = {};        ///< what `fixed`, `broken` and `p_value` compare with
  std::optional<std::size_t> only_first = {};  ///< so many questions of each data set
};

/// A table or a figure of a paper.
struct paper_table {
  std::string_view number;  ///< "1", or "figure 2a"
  std::string_view title;   ///< what it shows, in our words
  std::vector<std::string_view> label_heads;
  std::vector<column> columns;
  std::vector<paper_row> theirs;
  std::vector<measured_row> ours;
  std::string_view note = {};  ///< what differs from the paper's procedure or data, and what it needs besides a model
  bool is_curve = false;       ///< the rows are points of a curve: the plot joins them
};

/// A table or figure that cannot be reproduced.
struct omitted_table {
  std::string_view number, reason;
};

/// A paper.
struct paper {
  std::string_view name;   ///< as on the command line: "dac"
  std::string_view title;  ///< with the authors
  std::vector<paper_table> tables;
  std::vector<omitted_table> omitted;
  std::string_view demonstrations_of = {};  ///< the data set whose training questions are shown for all; by default each data set's own
};

/// All of them.
[[nodiscard]] std::vector<paper const*> papers();
/// The one of that name. Throws usage_error, with the nearest name that there is.
[[nodiscard]] paper const& find_paper(std::string const& name);
/// The table of that number, "1" or "figure 2". Throws usage_error, with the reason for one that cannot be reproduced.
[[nodiscard]] paper_table const& find_table(paper const& of, std::string const& number);

[[nodiscard]] paper const& dac_paper();
[[nodiscard]] paper const& dart_sql_paper();
[[nodiscard]] paper const& dynamic_revision_paper();
[[nodiscard]] paper const& sql_craft_paper();
[[nodiscard]] paper const& tcsr_sql_paper();

}  // namespace cli::reproduce

#endif
