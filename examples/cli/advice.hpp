// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_ADVICE_HPP
#define T2S_CLI_ADVICE_HPP

#include <string>
#include <string_view>

namespace cli {

/// What the library says, for the terminal: `printable`, and where it advises to set a value of the library, the option that does so.
std::string told(std::string_view said);

/// The same without the care for terminals.
std::string in_options(std::string said);

}  // namespace cli

#endif
