// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SHARD_HPP
#define T2S_CLI_SHARD_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "command.hpp"

namespace cli {

/// Items one after the other, `end` excluded.
struct item_range {
  std::size_t begin = 0, end = 0;

  [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// One of several parts of long work, each for a process of its own.
struct shard {
  std::size_t number = 1;  ///< from 1 on
  std::size_t of = 1;

  /// Its items: the parts follow one another and differ by one item at most. Data sets have the questions of a database together, so
  /// that a part opens few of them.
  [[nodiscard]] item_range of_items(std::size_t n) const;
  /// "2/4"
  [[nodiscard]] std::string text() const;
  /// The file in the place of the output: "out.sql.2-of-4".
  [[nodiscard]] std::string file_of(std::string const& output) const;

  friend bool operator==(shard const&, shard const&) = default;
};

/// Adds --shard to a command's options.
void describe_shard(po::options_description& to);

/// The shard that --shard names; nothing without it. The environment is looked at only for "auto": a run that someone starts within an
/// array job of another purpose is not split. Throws usage_error.
[[nodiscard]] std::optional<shard> shard_of(po::variables_map const& given);

/// The same from the option's argument.
[[nodiscard]] shard read_shard(std::string const& typed);

/// The name of the output and the shard in a name as `file_of` makes it; nothing for another name.
struct shard_file {
  std::string output{};
  shard part{};
};
[[nodiscard]] std::optional<shard_file> read_shard_file(std::string_view name);

}  // namespace cli

#endif
