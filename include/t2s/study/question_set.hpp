// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_STUDY_QUESTION_SET_HPP
#define T2S_STUDY_QUESTION_SET_HPP

#include "t2s/core/config.hpp"
#include "t2s/evaluation/data_set.hpp"
#include "t2s/evaluation/predictions.hpp"

#include <cstddef>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace t2s::studies {

/// The questions of a study with their gold SQL and databases.
struct question_set {
  evaluation::gold_set gold{};               ///< the questions
  evaluation::database_folders databases{};  ///< of the questions
  std::vector<std::string> hardness{};       ///< of each question, as `evaluation::hardness_of` has it

  question_set() = default;
  /// Finds the files of a data set in its folder, as `evaluation::open_data_set` does, and takes its first `limit` questions.
  ///
  /// Throws `error` with `file_not_found` if there is no such folder, no file of questions or no database of a question, and as
  /// `evaluation::read_gold` and `evaluation::hardness_of`.
  T2S_DECL explicit question_set(std::filesystem::path const& folder, std::string const& questions = {},
                                 std::size_t limit = std::numeric_limits<std::size_t>::max());
  /// The same from files that were found.
  T2S_DECL explicit question_set(evaluation::data_set const& files, std::size_t limit = std::numeric_limits<std::size_t>::max());

  /// Predictions for these questions, to be drafts. Throws `error` as `evaluation::read_predictions`, and with `malformed_data` if a file
  /// has fewer predictions than there are questions.
  [[nodiscard]] T2S_DECL std::vector<evaluation::prediction_set> drafts(std::vector<std::string> const& files) const;

  /// "1034 questions, 20 databases, dev.json"
  [[nodiscard]] T2S_DECL std::string description() const;
};

}  // namespace t2s::studies

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/study/impl/question_set.ipp"
#endif

#endif
