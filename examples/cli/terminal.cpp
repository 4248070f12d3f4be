// SPDX-License-Identifier: BSL-1.0
#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace cli {
namespace {

std::string variable(char const* name) {
  char const* const value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

bool is_terminal(int file) { return ::isatty(file) != 0; }

bool is_live_terminal(int file) {
  auto const kind = variable("TERM");
  return is_terminal(file) && !kind.empty() && kind != "dumb";
}

std::size_t columns_of(int file) {
  winsize size{};
  return ::ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string text_style::in(std::string_view code, std::string_view text) const {
  if (!coloured_ || text.empty()) return std::string(text);
  return std::string("\x1B[").append(code).append("m").append(text).append("\x1B[0m");
}

}  // namespace cli
