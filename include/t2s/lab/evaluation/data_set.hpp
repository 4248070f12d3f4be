// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DATA_SET_HPP
#define T2S_LAB_EVALUATION_DATA_SET_HPP

#include "t2s/core/detail/config.hpp"

#include <concepts>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The files of published data sets.
namespace t2s::evaluation {

/// Folders of ID/ID.sqlite: a database is that of the first folder which has it. A server that has them is written with {db} in the place
/// of ID, "postgresql://host/{db}".
class database_folders {
 public:
  database_folders() = default;
  /// One folder, by its path.
  template <std::convertible_to<std::filesystem::path> Path>
  database_folders(Path const& one) : all_{std::filesystem::path(one)} {}
  /// Several, in the order in which they are looked in.
  explicit database_folders(std::vector<std::filesystem::path> all) : all_(std::move(all)) {}

  /// All of them, in their order.
  [[nodiscard]] std::vector<std::filesystem::path> const& all() const noexcept { return all_; }
  /// Whether there is none.
  [[nodiscard]] bool empty() const noexcept { return all_.empty(); }
  /// To be looked in after the others.
  void add(database_folders const& more) { all_.insert(all_.end(), more.all_.begin(), more.all_.end()); }

  /// Whether {db} stands for the database in it.
  [[nodiscard]] static bool is_pattern(std::string_view written) noexcept { return written.find("{db}") != written.npos; }

  /// Whether `file_of(id)` is a text with {db}: no folder before it has the database.
  [[nodiscard]] T2S_DECL bool is_by_pattern(std::string const& id) const;
  /// ID/ID.sqlite in the first folder that has it; in the first folder where none has. Of a server, which counts as having it, its text
  /// with ID.
  [[nodiscard]] T2S_DECL std::filesystem::path file_of(std::string const& id) const;
  /// The folders with commas between, for messages.
  [[nodiscard]] T2S_DECL std::string string() const;

 private:
  std::vector<std::filesystem::path> all_{};
};

/// The data sets whose published layout is known; what else has questions, SQL and databases is read as Spider is.
enum class data_kind { spider, spider_syn, spider_dk, spider_realistic, bird, kaggle_dbqa };

/// "Spider-Syn"
[[nodiscard]] T2S_DECL std::string_view name_of(data_kind k) noexcept;

/// What was found of a data set, and what it was taken for. A member is empty where there is no such file; those of another set, or of a
/// user, may be put in its place.
struct data_set {
  data_kind kind = data_kind::spider;         ///< by the names of the files and the members of the first question
  std::filesystem::path folder{};             ///< as it was named
  std::vector<std::string> questions{};       ///< files of questions, to be read one after the other
  std::vector<std::string> demonstrations{};  ///< files of further questions with their SQL
  database_folders databases{};               ///< Spider-DK's go before Spider's
  std::string tables{};                       ///< schemas, in the form of Spider's tables.json
  std::string descriptions{};                 ///< of columns, for `knowledge::read_descriptions`
  std::vector<std::string> not_asked{};       ///< files of a variant's questions that are there besides
  bool plain = true;                          ///< the files have the names that Spider's have: there is nothing to say

  /// What was taken for what, in sentences.
  [[nodiscard]] T2S_DECL std::vector<std::string> notes() const;

  /// Where a variant has not all databases: "Spider-Syn has no databases of its own: give those of Spider". Else "".
  [[nodiscard]] T2S_DECL std::string databases_remedy() const;
};

/// Finds the files of a data set in its folder by their usual names (docs/data_sets.md lists them). `questions` names the file that is
/// asked where that is not the usual one: a file of the folder named SPLIT.json takes SPLIT_tables.json and SPLIT_database with it, where
/// they are. The files are not read, but for the beginning of the first question file.
///
/// Throws `error` with `file_not_found` if there is no such folder. Which files lack is for who needs them to say; where there is no file
/// of questions, `questions` has the name of the usual one.
[[nodiscard]] T2S_DECL data_set open_data_set(std::filesystem::path const& folder, std::string const& questions = {});

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/data_set.ipp"
#endif

#endif
