// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SHARD_HPP
#define T2S_CLI_SHARD_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "command.hpp"

namespace cli {

/// Consecutive items, without `end`.
struct item_range {
  std::size_t begin = 0, end = 0;

  [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// One of several parts of long work, each for a separate process.
struct shard {
  std::size_t number = 1;  ///< from 1 on
  std::size_t of = 1;

  /// Its items. The parts are consecutive and differ by at most one item. Data sets keep the questions of a database together, so a part
  /// opens few databases.
  [[nodiscard]] item_range of_items(std::size_t n) const;
  /// "2/4"
  [[nodiscard]] std::string text() const;
  /// The file that replaces the output: "out.sql.2-of-4".
  [[nodiscard]] std::string file_of(std::string const& output) const;

  friend bool operator==(shard const&, shard const&) = default;
};

/// Adds --shard to a command's options.
void describe_shard(po::options_description& to);

/// The shard of --shard; nothing without it. The environment is read only for "auto": a run inside an array job for another purpose must
/// not be split. Throws usage_error.
[[nodiscard]] std::optional<shard> shard_of(po::variables_map const& given);

/// The same from the option's argument.
[[nodiscard]] shard read_shard(std::string const& typed);

/// The output and the shard in a name from `file_of`; nothing for another name.
struct shard_file {
  std::string output{};
  shard part{};
};
[[nodiscard]] std::optional<shard_file> read_shard_file(std::string_view name);

}  // namespace cli

#endif
