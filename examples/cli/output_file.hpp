// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_OUTPUT_FILE_HPP
#define T2S_CLI_OUTPUT_FILE_HPP

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"

namespace cli {

/// Rejects a path that cannot be written, or that is one of the inputs, before any work is done. Throws t2s::error with `file_unwritable`
/// or `invalid_argument`.
void require_output(std::string const& path, std::vector<std::string> const& inputs);

/// Whether two paths name the same file, existing or not.
bool is_same_file(std::string const& a, std::string const& b);

/// Rejects options that name the same file if one of them writes it; --record and --replay may. Throws usage_error.
void require_distinct_files(po::variables_map const& given);

/// Writes `content` to the file, all or nothing: into a temporary file in the same folder, which then replaces it; symbolic links stay. A
/// pipe or device is written directly, and an open descriptor, such as /dev/stdout, after its content. Throws t2s::error with
/// `file_unwritable`.
void write_whole(std::string const& path, std::string_view content);

/// The same in pieces: `content` calls the given function with one piece after the other.
using piece_writer = std::function<void(std::string_view piece)>;
void write_whole(std::string const& path, std::function<void(piece_writer const& put)> const& content);

/// Whether `write_whole` replaces the file of this path; false for a pipe, a device or an open descriptor.
[[nodiscard]] bool is_replaced(std::string const& path);

}  // namespace cli

#endif
