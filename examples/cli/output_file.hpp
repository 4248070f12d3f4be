// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_OUTPUT_FILE_HPP
#define T2S_CLI_OUTPUT_FILE_HPP

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"

namespace cli {

/// Refuses a path that cannot be written, or that is one of the inputs, before any work is done. Throws t2s::error with `file_unwritable`
/// or `invalid_argument`.
void require_output(std::string const& path, std::vector<std::string> const& inputs);

/// Whether two paths name one file, or would if there were one.
bool is_same_file(std::string const& a, std::string const& b);

/// Refuses options that name the same file where one of them is written to; --record and --replay may. Throws usage_error.
void require_distinct_files(po::variables_map const& given);

/// Puts `content` into the file, whole or not at all: it is written to a temporary file in the same folder and then moved to its place;
/// symbolic links stay. A pipe or a device is written to as it is, and an open descriptor, such as /dev/stdout, after what it has.
/// Throws t2s::error with `file_unwritable`.
void write_whole(std::string const& path, std::string_view content);

/// The same for what is made piece by piece: `content` calls the function that it is given with one after the other.
using piece_writer = std::function<void(std::string_view piece)>;
void write_whole(std::string const& path, std::function<void(piece_writer const& put)> const& content);

/// Whether the path is of a file that `write_whole` replaces, and not of a pipe, a device or an open descriptor.
[[nodiscard]] bool is_replaced(std::string const& path);

}  // namespace cli

#endif
