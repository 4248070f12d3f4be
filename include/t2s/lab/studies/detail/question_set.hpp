// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_QUESTION_SET_HPP
#define T2S_LAB_STUDIES_DETAIL_QUESTION_SET_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/lab/evaluation/data_set.hpp"
#include "t2s/lab/evaluation/predictions.hpp"
#include "t2s/lab/studies/detail/text_list.hpp"
#include "t2s/pipeline/detail/samples.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace t2s::studies {

/// Predictions as drafts of a study: SQL for each question.
struct draft_set {
  std::string name{};  ///< of the file, without its folder and ending unless several would have the same name
  text_list sql{};     ///< in the order of the questions
};

/// The questions of a study with their gold SQL and databases, in compact form: a million takes 50 MB in addition to their texts. Reading
/// is thread safe.
class question_set {
 public:
  /// Finds the files of a data set in its folder, as `evaluation::open_data_set` does, and reads its first `limit` questions. A JSON array
  /// is read in blocks, other formats as a whole.
  ///
  /// Throws `error` with `file_not_found` if there is no such folder, no question file or no database of a question, and as
  /// `evaluation::read_gold` and `evaluation::hardness_of`.
  T2S_DECL explicit question_set(std::filesystem::path const& folder, std::string const& questions = {},
                                 std::size_t limit = std::numeric_limits<std::size_t>::max());
  /// The same from known files.
  T2S_DECL explicit question_set(evaluation::data_set const& files, std::size_t limit = std::numeric_limits<std::size_t>::max());

  [[nodiscard]] std::size_t size() const noexcept { return database_of_.size(); }  ///< number of questions
  /// The question at an index below `size()`, with its gold SQL, and without its difficulty.
  [[nodiscard]] T2S_DECL demonstration operator[](std::size_t i) const;
  [[nodiscard]] std::string const& database(std::size_t i) const { return names_[database_of_[i]]; }  ///< of a question
  /// The level of a question, as in `evaluation::hardness_of`.
  [[nodiscard]] std::string const& hardness(std::size_t i) const { return names_[hardness_of_[i]]; }
  [[nodiscard]] T2S_DECL std::vector<std::string> database_names() const;                     ///< each once, in alphabetical order
  [[nodiscard]] evaluation::database_folders const& databases() const { return databases_; }  ///< the folders of their files
  [[nodiscard]] bool birds() const noexcept { return birds_; }                                ///< as `evaluation::gold_set::birds`

  /// Predictions for these questions, as drafts. Lines are read in blocks, other formats as a whole. Throws `error` as
  /// `evaluation::read_predictions`, and with `malformed_data` if a file has fewer predictions than there are questions, or more without a
  /// limit.
  [[nodiscard]] T2S_DECL std::vector<draft_set> drafts(std::vector<std::string> const& files) const;

  /// "1034 questions, 20 databases, dev.json"
  [[nodiscard]] T2S_DECL std::string description() const;

 private:
  question_set() = default;
  T2S_DECL void add(evaluation::gold_set some, evaluation::data_set const& files, std::size_t limit);
  [[nodiscard]] T2S_DECL std::uint32_t number_of(std::string const& name);
  [[nodiscard]] T2S_DECL draft_set drafts_of(std::string const& file) const;
  [[nodiscard]] T2S_DECL evaluation::gold_set empty_questions() const;

  std::string file_{};
  evaluation::database_folders databases_{};
  text_list questions_{}, sql_{}, evidence_{};
  std::vector<std::uint32_t> database_of_{}, hardness_of_{};  // indices into `names_`
  std::vector<std::string> names_{};
  std::map<std::string, std::uint32_t> numbers_{};  // indices into `names_`
  std::vector<std::size_t> dialogues_{};
  text_list ids_{};
  bool birds_ = false, is_limited_ = false;  // whether there are questions beyond the limit
};

}  // namespace t2s::studies

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/studies/detail/question_set.ipp"
#endif

#endif
