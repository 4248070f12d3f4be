// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_ADVICE_HPP
#define T2S_CLI_ADVICE_HPP

#include <string>
#include <string_view>

namespace cli {

/// A message of the library for the terminal: `printable`, with options of the command line in place of the library's settings.
std::string for_terminal(std::string_view message);

/// The same without `printable`.
std::string in_options(std::string message);

}  // namespace cli

#endif
