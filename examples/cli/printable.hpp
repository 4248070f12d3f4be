// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_PRINTABLE_HPP
#define T2S_CLI_PRINTABLE_HPP

#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>

namespace cli {

/// Text that cannot control a terminal: valid UTF-8, with spaces for control characters, including those that change the text's direction.
std::string printable(std::string_view raw);

/// The same, but keeps line ends and tabs.
std::string printable_lines(std::string_view raw);

/// JSON on one line, in which such characters are escaped. It reads back as the same value.
std::string json_line(boost::json::value const& v);

}  // namespace cli

#endif
