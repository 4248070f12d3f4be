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

/// Folders of ID/ID.sqlite: a database is taken from the first folder that has it. A server is written with {db} in place of ID,
/// "postgresql://host/{db}", or without if it has the tables of all in one database, as BIRD's Mini-Dev.
class database_folders {
 public:
  database_folders() = default;
  /// One folder, by its path.
  template <std::convertible_to<std::filesystem::path> Path>
  database_folders(Path const& one) : all_{std::filesystem::path(one)} {}
  /// Several, in search order.
  explicit database_folders(std::vector<std::filesystem::path> all) : all_(std::move(all)) {}

  /// All folders, in order.
  [[nodiscard]] std::vector<std::filesystem::path> const& all() const noexcept { return all_; }
  /// Whether there is none.
  [[nodiscard]] bool empty() const noexcept { return all_.empty(); }
  /// Adds folders to search after the others.
  void add(database_folders const& more) { all_.insert(all_.end(), more.all_.begin(), more.all_.end()); }

  /// Whether a text is no folder: it has {db} in the place of a database, or names a server.
  [[nodiscard]] static bool is_pattern(std::string_view written) noexcept {
    return written.find("{db}") != written.npos || written.find("://") != written.npos;
  }

  /// Whether `file_of(id)` is such a text, since no folder before it has the database.
  [[nodiscard]] T2S_DECL bool is_by_pattern(std::string const& id) const;
  /// ID/ID.sqlite in the first folder that has it, or in the first folder if none has. A text that is no folder counts as having it, and
  /// is returned with ID in the place of {db}.
  [[nodiscard]] T2S_DECL std::filesystem::path file_of(std::string const& id) const;
  /// The folders separated by commas, for messages.
  [[nodiscard]] T2S_DECL std::string string() const;

 private:
  std::vector<std::filesystem::path> all_{};
};

/// The data sets with a known layout; other sets of questions, SQL and databases are read like Spider.
enum class data_kind { spider, spider_syn, spider_dk, spider_realistic, bird, kaggle_dbqa, dr_spider, archer };

/// "Spider-Syn"
[[nodiscard]] T2S_DECL std::string_view name_of(data_kind k) noexcept;

/// The files of a data set, and its recognised kind. A member is empty if there is no such file; files of another set, or of a user, may be
/// set instead.
struct data_set {
  data_kind kind = data_kind::spider;         ///< by the names of the files and the members of the first question
  std::filesystem::path folder{};             ///< as given by the user
  std::vector<std::string> questions{};       ///< files of questions, read in this order
  std::vector<std::string> demonstrations{};  ///< files of further questions with their SQL
  database_folders databases{};               ///< Spider-DK's precede Spider's
  std::string tables{};                       ///< schemas, in the format of Spider's tables.json
  std::string descriptions{};                 ///< of columns, for `knowledge::read_descriptions`
  std::vector<std::string> not_asked{};       ///< other question files of a variant
  bool plain = true;                          ///< the files are named like Spider's, so there are no notes

  /// Sentences about what was recognised.
  [[nodiscard]] T2S_DECL std::vector<std::string> notes() const;

  /// If a variant lacks databases: "Spider-Syn has no databases of its own: give those of Spider". Otherwise "".
  [[nodiscard]] T2S_DECL std::string databases_remedy() const;
};

/// Finds the files of a data set in its folder by their usual names (docs/data_sets.md lists them). `questions` selects another question
/// file: for a file SPLIT.json of the folder, SPLIT_tables.json and SPLIT_database are used with it, if they exist. Of the files, only the
/// beginning of the first question file is read.
///
/// Throws `error` with `file_not_found` if the folder does not exist, and with `invalid_argument` if it has several sets of Dr.Spider.
/// Callers report missing files; if there is no question file, `questions` has the usual name.
[[nodiscard]] T2S_DECL data_set open_data_set(std::filesystem::path const& folder, std::string const& questions = {});

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/data_set.ipp"
#endif

#endif
