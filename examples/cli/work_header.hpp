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

/// Describes long work in the header of its journal. Runs with equal headers make equal entries.
struct work_header {
  std::string command{};             ///< "predict"
  std::size_t items = 0;             ///< in the whole work
  boost::json::object settings{};    ///< the options that affect results
  boost::json::object inputs{};      ///< the fingerprints of the inputs, by name
  std::optional<shard> part{};       ///< the part of the items
  std::string ending = ".journal";   ///< the suffix of the whole work's journal; the names of shards lack it
  std::vector<std::string> words{};  ///< the words after the name of the command, as typed

  /// The header as JSON.
  [[nodiscard]] std::string text() const;

  /// Adds a command's options that affect results: files as inputs, by their contents, all others as settings. Leaves out options for place
  /// and speed, and those in `aside`.
  void add_options(po::variables_map const& given, std::vector<std::string_view> const& aside = {});
  /// Adds files, and all files of folders, under one name, in order; "" is none.
  void add_files(std::string const& name, std::vector<std::string> const& paths);
  /// Adds the files of a data set that all commands read: questions, schemas, descriptions.
  void add_data(t2s::evaluation::data_set const& files);
  /// Adds the files of databases, each once; `variants`: with the files beside them, as in a test suite.
  void add_databases(t2s::evaluation::database_folders const& folders, std::vector<std::string> ids, bool variants);
};

/// The fingerprint of a file's content: its length and a CRC-32C. Above 16 MiB only the first and last 4 MiB count, which in SQLite's files
/// include the change counter. "" if it cannot be read.
[[nodiscard]] std::string fingerprint(std::string const& path);

}  // namespace cli

#endif
