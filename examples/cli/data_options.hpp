// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_DATA_OPTIONS_HPP
#define T2S_CLI_DATA_OPTIONS_HPP

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "t2s/retrieve/demonstration.hpp"

namespace cli {

/// Whether a file begins as SQLite's do.
bool is_sqlite_file(std::string const& path);

/// The folder of a data set, --data, and the files that options name instead of its own.
class data_options {
 public:
  /// `given` must outlive this. Throws t2s::error where --data names no folder; it may be absent.
  explicit data_options(po::variables_map const& given);

  /// What the option names, else the file of this name in the folder.
  [[nodiscard]] std::string file(char const* option, char const* usual) const;
  /// The same; "" where the option is not given and the file is not there.
  [[nodiscard]] std::string file_if_there(char const* option, char const* usual) const;
  /// The folder with ID/ID.sqlite. Throws t2s::error where there is none.
  [[nodiscard]] std::string databases() const;

 private:
  po::variables_map const& given_;
  std::filesystem::path folder_{};
};

/// The file of a database. Throws t2s::error where there is none.
std::string database_file(std::filesystem::path const& databases, std::string const& id);

/// The questions of the file that --questions names, with gold SQL or without. Throws t2s::error if there is none, or one without db_id.
std::vector<t2s::retrieve::demonstration> read_questions(std::string const& path);

/// The demonstrations of the file that `option` names. Notes on standard error if there are none, or if some do not parse.
std::vector<t2s::retrieve::demonstration> read_demonstrations(std::string const& path, char const* option = "--demonstrations");

/// The same; those that come with t2s for "".
std::vector<t2s::retrieve::demonstration> demonstrations_or_shipped(std::string const& path, char const* option = "--demonstrations");

/// The demonstrations that come with t2s, as JSON.
std::string_view shipped_pool();

}  // namespace cli

#endif
