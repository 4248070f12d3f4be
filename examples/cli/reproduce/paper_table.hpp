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

/// The measure of a table's cell. Shares are in percent.
enum class measure {
  ex,                ///< execution accuracy; BIRD's own on BIRD's data
  ts,                ///< test-suite accuracy: EX on all database files of a question
  em,                ///< exact-set match
  valid,             ///< statements that execute
  ves,               ///< BIRD's valid efficiency score
  right_if_agreed,   ///< the share of right SQL among the SQL with the gold's entities and skeleton (DAC, table 4)
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
  p_value,    ///< p-value of the Mann-Whitney U test between the ten parts here and in the run `against`; not percent
  questions,  ///< the number of questions of the data set; needs no model
  databases,  ///< the number of databases of the data set's questions; needs no model
  calls,      ///< model calls for each question
};

/// A column of figures.
struct column {
  std::string_view head;  ///< as in the paper: "Spider EX"
  std::string_view
      data;  ///< the data set: spider, spider-test, spider-syn, spider-realistic, spider-dk, bird, kaggledbqa, dr-spider-FOLDER
  measure what = measure::ex;
  std::string_view group = "all";  ///< the questions: "easy", "medium", "hard", "extra", or all
};

/// A row of figures from the paper.
struct paper_row {
  std::vector<std::string_view> labels;   ///< as many as the table's `label_heads`
  std::vector<std::string_view> figures;  ///< one for each column, as printed without the change in parentheses; "" if the paper has none
};

/// A run of a pipeline over a data set.
struct run_plan {
  std::string_view pipeline;                    ///< as in `t2s systems`
  std::vector<std::string_view> settings = {};  ///< "dart.rounds=0"

  friend bool operator==(run_plan const&, run_plan const&) = default;
};

/// A row that is measured here. Rows with the same run share it.
struct measured_row {
  std::vector<std::string_view> labels;        ///< as in `paper_row`; "" under the head "Model" becomes the user's model
  run_plan run;                                ///< executed once for each data set of the columns
  std::optional<std::size_t> round = {};       ///< the number of revisions, 0 for the draft; by default all
  std::optional<measure> instead = {};         ///< replaces the columns' measure
  std::optional<run_plan> against = {};        ///< what `fixed`, `broken` and `p_value` compare with
  std::vector<std::string_view> on_bird = {};  ///< settings of the run in addition, over BIRD
  bool needs_knowledge = false;                ///< whether the run needs encoding knowledge to differ from others
  std::optional<std::size_t> drawn = {};       ///< the number of questions of each data set, drawn from all
};

/// A table or a figure of a paper.
struct paper_table {
  std::string_view number;  ///< "1", or "figure 2a"
  std::string_view title;   ///< its content, in our words
  std::vector<std::string_view> label_heads;
  std::vector<column> columns;
  std::vector<paper_row> theirs;
  std::vector<measured_row> ours;
  std::string_view note = {};  ///< differences from the paper's procedure or data, and what it needs besides a model
  bool is_curve = false;       ///< whether the rows are points of a curve, which the plot joins
};

/// A table or figure that cannot be reproduced.
struct omitted_table {
  std::string_view number, reason;
};

/// A paper.
struct paper {
  std::string_view name;   ///< the name on the command line: "dac"
  std::string_view title;  ///< with the authors
  std::vector<paper_table> tables;
  std::vector<omitted_table> omitted;
  std::string_view demonstrations_of = {};  ///< the data set whose training questions all use; by default each data set's own
};

/// All papers.
[[nodiscard]] std::vector<paper const*> papers();
/// The paper of that name. Throws usage_error, with the nearest existing name.
[[nodiscard]] paper const& find_paper(std::string const& name);
/// The table of that number, "1" or "figure 2". Throws usage_error, with the reason if it cannot be reproduced.
[[nodiscard]] paper_table const& find_table(paper const& of, std::string const& number);

[[nodiscard]] paper const& dac_paper();
[[nodiscard]] paper const& dart_sql_paper();
[[nodiscard]] paper const& dynamic_revision_paper();
[[nodiscard]] paper const& sql_craft_paper();
[[nodiscard]] paper const& tcsr_sql_paper();

}  // namespace cli::reproduce

#endif
