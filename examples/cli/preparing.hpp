// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_PREPARING_HPP
#define T2S_CLI_PREPARING_HPP

#include <cstddef>
#include <functional>
#include <string>

namespace cli {

/// Reports on standard error the progress of reading a database's values, if it takes more than 2 seconds: on a terminal in a line that is
/// overwritten, elsewhere in one line. Takes the number of columns read, and of all columns.
std::function<void(std::size_t done, std::size_t all)> shown_preparing(std::string database);

}  // namespace cli

#endif
