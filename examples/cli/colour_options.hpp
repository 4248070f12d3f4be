// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_COLOUR_OPTIONS_HPP
#define T2S_CLI_COLOUR_OPTIONS_HPP

#include "command.hpp"
#include "terminal.hpp"

namespace cli {

/// How a stream shows rounds: with differences, for people, and with colours.
struct shown_on {
  bool differences = false;
  text_style style{};
};

/// Adds --colour and --color, and returns their meaning: by default colours on a terminal, unless NO_COLOR is set. Throws usage_error.
void describe_colour(po::options_description& to);
[[nodiscard]] shown_on shown_on_stream(po::variables_map const& given, int file);

}  // namespace cli

#endif
