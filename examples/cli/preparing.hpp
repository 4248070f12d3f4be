// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_PREPARING_HPP
#define T2S_CLI_PREPARING_HPP

#include <cstddef>
#include <functional>
#include <string>

namespace cli {

/// What says on standard error how far the values of a database are read, once that has taken 2 seconds: on a terminal in a line that is
/// written over, elsewhere in one line. To be called with the columns that were read, and how many there are.
std::function<void(std::size_t done, std::size_t all)> shown_preparing(std::string database);

}  // namespace cli

#endif
