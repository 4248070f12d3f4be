// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_ONE_LINE_HPP
#define T2S_CORE_DETAIL_ONE_LINE_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace t2s {

/// A text as valid UTF-8 with a blank in place of each white space and control character, including Unicode's line ends and what changes
/// the direction of text, so that a text of the database cannot begin a section of a prompt and pretend to be the user. O(n); thread safe.
[[nodiscard]] T2S_DECL std::string one_line(std::string_view s);

/// A text as valid UTF-8 in which such characters, apart from line ends and tabs, are written as escapes: "\u202e". For people and
/// assistants, who would read something else than what is there. O(n); thread safe.
[[nodiscard]] T2S_DECL std::string with_escapes(std::string_view s);

/// A character of a text.
struct code_point {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  ///< its length in UTF-8
};

/// The character at the beginning of valid UTF-8 that is not empty.
[[nodiscard]] T2S_DECL code_point first_character(std::string_view valid) noexcept;

/// Whether a terminal or a reader of lines takes a character for something other than text: controls, line ends, marks of direction, and
/// characters that nobody sees.
[[nodiscard]] constexpr bool is_steering(std::uint32_t c) noexcept {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF || (c >= 0xE0000 && c < 0xE0080);
}

/// Appends a character as an escape of JSON.
T2S_DECL void append_escape(std::string& to, std::uint32_t c);

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/detail/one_line.ipp"
#endif

#endif
