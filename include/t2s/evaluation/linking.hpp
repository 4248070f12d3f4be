// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_LINKING_HPP
#define T2S_EVALUATION_LINKING_HPP

#include "t2s/core/config.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// How well schema linking finds what people say that a question mentions.
namespace t2s::evaluation {

/// What a question mentions.
struct linking_label {
  std::string database{};           ///< whose it is
  std::string question{};           ///< as it was asked
  std::set<std::string> tables{};   ///< in lower case
  std::set<std::string> columns{};  ///< "table.column" in lower case: those named, and those whose values are
};

/// Reads a JSON list of objects with `db_id`, `question` and the lists of names `tables`, `columns` and, if there are any, `value_columns`;
/// the last two are taken together, and "*", which is no column, is left out. Other members are passed over.
///
/// `name` stands in messages for the text. Throws `error` with `malformed_data`, which names the element (from 0), also where there is
/// none.
[[nodiscard]] T2S_DECL std::vector<linking_label> parse_linking_labels(std::string_view content, std::string_view name);

/// The same from a file. Throws also `file_not_found`, `not_a_file` and `file_unreadable`.
[[nodiscard]] T2S_DECL std::vector<linking_label> read_linking_labels(std::string const& path);

/// Means over the questions that have a label of the kind (macro averages). What is found where nothing is labelled does not count.
class linking_score {
 public:
  /// O(|labelled| + |found|) comparisons, each O(log). A question without any right name has an F1 of 0.
  T2S_DECL void add(std::set<std::string> const& labelled, std::set<std::string> const& found);

  /// How many were counted.
  [[nodiscard]] std::size_t questions() const noexcept { return questions_; }
  [[nodiscard]] double f1() const noexcept { return mean(f1_); }  ///< from 0 to 1, as the next two; 0 without questions
  /// Mean over the questions.
  [[nodiscard]] double precision() const noexcept { return mean(precision_); }
  /// Mean over the questions.
  [[nodiscard]] double recall() const noexcept { return mean(recall_); }

 private:
  [[nodiscard]] double mean(double sum) const noexcept { return questions_ == 0 ? 0 : sum / static_cast<double>(questions_); }

  double f1_ = 0, precision_ = 0, recall_ = 0;
  std::size_t questions_ = 0;
};

/// Scores of tables and of columns, over all questions and for each database by its id.
struct linking_report {
  /// Of tables and of columns.
  struct scores {
    linking_score tables{}, columns{};  ///< by themselves
  };
  scores all{};                               ///< over all questions
  std::map<std::string, scores> databases{};  ///< the same for each database, by its name

  /// Adds a question with the names found, in lower case.
  T2S_DECL void add(linking_label const& label, std::set<std::string> const& tables, std::set<std::string> const& columns);
};

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/linking.ipp"
#endif

#endif
