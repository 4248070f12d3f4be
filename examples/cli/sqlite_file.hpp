// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SQLITE_FILE_HPP
#define T2S_CLI_SQLITE_FILE_HPP

#include <string>

namespace cli {

/// Whether a file begins like an SQLite file.
bool is_sqlite_file(std::string const& path);

}  // namespace cli

#endif
