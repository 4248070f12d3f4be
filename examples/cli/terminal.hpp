// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_TERMINAL_HPP
#define T2S_CLI_TERMINAL_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace cli {

/// Whether a file descriptor is a terminal.
[[nodiscard]] bool is_terminal(int file);

/// Whether it is a terminal with a movable cursor: false if TERM is dumb or missing.
[[nodiscard]] bool is_live_terminal(int file);

/// The number of characters in a line; 80 if unknown.
[[nodiscard]] std::size_t columns_of(int file);

/// Highlights words on a terminal. Without colours texts stay unchanged.
class text_style {
 public:
  text_style() = default;
  explicit text_style(bool coloured) : coloured_(coloured) {}

  [[nodiscard]] std::string heading(std::string_view text) const { return in("1", text); }
  [[nodiscard]] std::string failure(std::string_view text) const { return in("31", text); }
  [[nodiscard]] std::string removed(std::string_view text) const { return in("31;9", text); }
  [[nodiscard]] std::string added(std::string_view text) const { return in("32", text); }

 private:
  [[nodiscard]] std::string in(std::string_view code, std::string_view text) const;

  bool coloured_ = false;
};

}  // namespace cli

#endif
