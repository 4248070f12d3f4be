// SPDX-License-Identifier: BSL-1.0
#include "colour_options.hpp"

#include <cstdlib>
#include <string>

namespace cli {
namespace {

std::string chosen_colour(po::variables_map const& given) {
  auto const first = text_of(given, "colour"), second = text_of(given, "color");
  if (!first.empty() && !second.empty()) throw usage_error("--colour and --color are the same option: give one of them");
  auto const word = first + second;
  if (word.empty() || word == "auto" || word == "always" || word == "never") return word;
  throw usage_error("--colour needs auto, always or never, not \"" + word + "\"");
}

/// https://no-color.org: the variable is set and not empty.
bool has_no_color() {
  char const* const value = std::getenv("NO_COLOR");
  return value && *value != '\0';
}

}  // namespace

void describe_colour(po::options_description& to) {
  auto add = to.add_options();
  add("colour", a_word("WHEN"), "auto (default: on a terminal, unless NO_COLOR is set), always or never");
  add("color", a_word("WHEN"), "the same");
}

shown_on shown_on_stream(po::variables_map const& given, int file) {
  auto const word = chosen_colour(given);
  bool const always = word == "always";
  bool const coloured = always || (word != "never" && is_live_terminal(file) && !has_no_color());
  return {always || is_terminal(file), text_style(coloured)};
}

}  // namespace cli
