// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_SUBTASKS_HPP
#define T2S_LAB_EVALUATION_SUBTASKS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/lab/evaluation/detail/structure.hpp"
#include "t2s/lab/evaluation/predictions.hpp"
#include "t2s/policies/skeleton/detail/parsed.hpp"
#include "t2s/policies/skeleton/detail/ranker.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// How well schema linking finds the tables and columns that a question mentions according to human labels.
namespace t2s::evaluation {

/// What a question mentions.
struct linking_label {
  std::string database{};           ///< the id of the question's database
  std::string question{};           ///< its text
  std::set<std::string> tables{};   ///< in lower case
  std::set<std::string> columns{};  ///< "table.column" in lower case: columns that are named, or whose values are
};

/// Reads a JSON list of objects with `db_id`, `question` and the lists of names `tables`, `columns` and optionally `value_columns`, which
/// is added to `columns`. "*" is not a column; other members are ignored. `name` is the name of the text in messages.
///
/// Throws `error` with `malformed_data`, which names the element (from 0), also for an empty list.
[[nodiscard]] T2S_DECL std::vector<linking_label> parse_linking_labels(std::string_view content, std::string_view name);
/// The same from a file. Throws also `file_not_found`, `not_a_file` and `file_unreadable`.
[[nodiscard]] T2S_DECL std::vector<linking_label> read_linking_labels(std::string const& path);

/// Means over the questions that have a label of the kind (macro averages). Names found for unlabelled questions are ignored.
class linking_score {
 public:
  /// O(|labelled| + |found|) comparisons, each O(log). A question without any right name has an F1 of 0.
  T2S_DECL void add(std::set<std::string> const& labelled, std::set<std::string> const& found);

  [[nodiscard]] std::size_t questions() const noexcept { return questions_; }                   ///< number of questions that count
  [[nodiscard]] double f1() const noexcept { return sums_.over(questions_).f1; }                ///< from 0 to 1; 0 without questions
  [[nodiscard]] double precision() const noexcept { return sums_.over(questions_).precision; }  ///< the same
  [[nodiscard]] double recall() const noexcept { return sums_.over(questions_).recall; }        ///< the same

 private:
  entity_scores sums_{};
  std::size_t questions_ = 0;
};

/// Scores over all questions and for each database.
struct linking_report {
  /// Scores of tables and of columns.
  struct scores {
    linking_score tables{}, columns{};  ///< separately

    /// Adds a question with the names that were found, in lower case.
    void add(linking_label const& label, std::set<std::string> const& in_tables, std::set<std::string> const& in_columns) {
      tables.add(label.tables, in_tables);
      columns.add(label.columns, in_columns);
    }
  };
  scores all{};                               ///< over all questions
  std::map<std::string, scores> databases{};  ///< by the id of the database

  /// Adds a question with the names that were found, in lower case.
  void add(linking_label const& label, std::set<std::string> const& tables, std::set<std::string> const& columns) {
    for (auto* to : {&all, &databases[label.database]}) to->add(label, tables, columns);
  }
};

/// Scores of the links that runs recorded. `all`, `databases` and `hardness` use the last link of each run; a run that recorded none counts
/// as having found nothing.
struct recorded_linking_report : linking_report {
  std::map<std::string, scores> hardness{};  ///< by the question's level; empty if levels were not given
  std::vector<scores> rounds{};              ///< of the links in each round, over the runs that linked in it
  std::size_t questions = 0;                 ///< questions that count: those with a prediction and a label
  std::vector<std::size_t> unrecorded{};     ///< those of them whose run recorded no link
  std::vector<std::size_t> unlabelled{};     ///< questions that do not count, because they have no label
};

/// Scores the links of a file of predictions, by any linker, against labels (DAC, table 5: macro averages). A label belongs to the
/// questions of its database with exactly its text; case of names is ignored.
///
/// `hardness` has the level of each question (`hardness_of` in evaluate.hpp), or is empty. Questions are named by their index in the gold
/// set. Throws `error` with `invalid_argument` if there are levels, but not one for each question. O(names * log).
[[nodiscard]] T2S_DECL recorded_linking_report recorded_linking(gold_set const& gold, prediction_set const& predictions,
                                                                std::span<linking_label const> labels,
                                                                std::span<std::string const> hardness = {});

/// How often the skeleton of the gold SQL is among the best ranked for its question: for the first one, DAC's skeleton accuracy (table 6).
/// Skeletons are compared as texts in the mode `sql::skeleton_mode::dac`, as in `feedback::skeleton_mismatch`.
class skeleton_accuracy {
 public:
  static constexpr std::array<std::size_t, 3> depths{1, 3, 10};  ///< numbers of first skeletons

  /// Counts a question; only in `unread()` if its gold SQL does not parse.
  void count(std::string_view gold_sql, std::span<skeleton::ranked const> found) {
    auto const gold = skeleton::parse_sql(std::string(gold_sql)).skeleton;
    ++(gold.empty() ? unread_ : questions_);
    if (gold.empty()) return;
    if (!found.empty()) confidence_ += found.front().confidence;
    auto const place = static_cast<std::size_t>(std::ranges::find(found, gold, &skeleton::ranked::skeleton) - found.begin());
    for (std::size_t i = 0; i < depths.size(); ++i) within_[i] += place < std::min(depths[i], found.size()) ? 1U : 0U;
  }

  [[nodiscard]] std::size_t questions() const noexcept { return questions_; }  ///< number of counted questions
  [[nodiscard]] std::size_t unread() const noexcept { return unread_; }        ///< number of questions whose gold SQL does not parse

  /// The percentage of questions whose gold skeleton is among the best `depths[i]`; 0 without questions.
  [[nodiscard]] double percent(std::size_t i) const noexcept { return part(static_cast<double>(within_[i])); }
  /// The mean confidence of the first skeletons, in percent: near `percent(0)` if it is reliable.
  [[nodiscard]] double confidence() const noexcept { return part(confidence_); }

 private:
  [[nodiscard]] double part(double sum) const noexcept { return questions_ == 0 ? 0 : 100 * sum / static_cast<double>(questions_); }

  std::size_t questions_ = 0, unread_ = 0;
  std::array<std::size_t, depths.size()> within_{};
  double confidence_ = 0;
};

/// How many questions have the skeleton of their gold SQL.
struct skeleton_share {
  std::size_t questions = 0;  ///< questions that count
  std::size_t right = 0;      ///< those that have it

  /// Counts a question.
  constexpr void add(bool is_right) noexcept {
    ++questions;
    right += is_right ? 1U : 0U;
  }
  /// The percentage; 0 without questions.
  [[nodiscard]] constexpr double percent() const noexcept {
    return questions == 0 ? 0 : 100 * static_cast<double>(right) / static_cast<double>(questions);
  }

  friend bool operator==(skeleton_share const&, skeleton_share const&) = default;
};

/// Skeletons of recorded runs compared with those of the gold SQL.
struct recorded_skeletons {
  /// For the same questions.
  struct scores {
    skeleton_share sql{};     ///< for SQL; SQL that does not parse counts as wrong
    skeleton_share parsed{};  ///< for the skeletons that the runs parsed

    friend bool operator==(scores const&, scores const&) = default;
  };

  /// The drafts and the last skeleton of each run; a run that recorded none counts as wrong.
  scores all{};
  std::map<std::string, scores> hardness{};  ///< the same by the question's level; empty if levels were not given
  /// For each round: the SQL after it (a run that ended earlier keeps its last one), and the skeletons parsed in it, over the runs that
  /// parsed one.
  std::vector<scores> rounds{};
  std::vector<std::size_t> unrecorded{};  ///< questions that count and whose run recorded no skeleton
  std::vector<std::size_t> unread{};      ///< questions that do not count, because their gold SQL does not parse
};

/// Scores initial SQL and parsed skeletons of a file of predictions, by any parser (DAC, table 6). Skeletons are compared as texts in the
/// mode `sql::skeleton_mode::dac`. The draft is the first of the prediction's rounds, or its SQL if rounds were not recorded.
///
/// `hardness` has the level of each question (`hardness_of` in evaluate.hpp), or is empty. Questions are named by their index in the gold
/// set. Throws `error` with `invalid_argument` if there are levels, but not one for each question. Parses each SQL once; thread safe.
[[nodiscard]] T2S_DECL recorded_skeletons recorded_skeleton_accuracy(gold_set const& gold, prediction_set const& predictions,
                                                                     std::span<std::string const> hardness = {});

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/linking.ipp"
#include "t2s/lab/evaluation/detail/skeleton_accuracy.ipp"
#endif

#endif
