// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_WORK_HEADER_HPP
#define T2S_CLI_WORK_HEADER_HPP

#include <boost/json/object.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "shard.hpp"
#include "t2s/lab/evaluation/data_set.hpp"

namespace cli {

/// What long work is, for the header of its journal. Two runs with equal ones make the same entries.
struct work_header {
  std::string command{};             ///< "predict"
  std::size_t items = 0;             ///< of the whole work
  boost::json::object settings{};    ///< what decides results
  boost::json::object inputs{};      ///< the fingerprints of what is read, by what it is
  std::optional<shard> part{};       ///< of the items
  std::string ending = ".journal";   ///< that the journal of the whole has beyond the name that shards have before their number
  std::vector<std::string> words{};  ///< after the name of the command, as they were typed

  /// As JSON.
  [[nodiscard]] std::string text() const;

  /// Takes over what decides results from a command's options: files as inputs, by their contents, all else as settings. What only says
  /// where and how fast is left out, and what `aside` names besides.
  void add_options(po::variables_map const& given, std::vector<std::string_view> const& aside = {});
  /// Adds files, and all that folders have, under one name, in their order; "" is none.
  void add_files(std::string const& name, std::vector<std::string> const& paths);
  /// Adds the files of a data set that all who use one read: questions, schemas, descriptions.
  void add_data(t2s::evaluation::data_set const& files);
  /// Adds the files of databases, each once; `variants`: with those beside them, as a test suite has.
  void add_databases(t2s::evaluation::database_folders const& folders, std::vector<std::string> ids, bool variants);
};

/// What stands for the content of a file: its length and a CRC-32C; of one above 16 MiB only of its first and last 4 MiB, which in SQLite's
/// include the counter of changes. "" if it cannot be read.
[[nodiscard]] std::string fingerprint(std::string const& path);

}  // namespace cli

#endif
