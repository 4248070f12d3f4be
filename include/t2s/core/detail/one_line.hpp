// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_ONE_LINE_HPP
#define T2S_CORE_DETAIL_ONE_LINE_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace t2s {

// A terminal, a reader of lines, a person and a model take some characters for something else than text: controls, line ends, marks of
// direction (Unicode's Bidi_Control), and characters that nobody sees (Default_Ignorable_Code_Point), in which whole messages can be
// hidden. They are said to steer. Joiners and variation selectors steer too, but for the places where scripts and emoji need them: one
// after a visible character beyond ASCII, as in Persian, Indic languages and families of emoji; a selector before a keycap; and those of
// ideographs and of Mongolian after these. What they could hide there is no more than a few bits for each visible character.

/// A text as valid UTF-8 with a blank in place of each character that steers, so that a text of the database cannot begin a section of a
/// prompt and pretend to be the user. O(n); thread safe.
[[nodiscard]] T2S_DECL std::string one_line(std::string_view s);

/// A text as valid UTF-8 in which characters that steer, apart from line ends and tabs, are written as escapes: "\u202e". A carriage return
/// is one if a line feed follows. For people and assistants, who would read something else than what is there. O(n); thread safe.
[[nodiscard]] T2S_DECL std::string with_escapes(std::string_view s);

/// A text as valid UTF-8 with what `instead(to, character)` appends in place of each character that steers. O(n).
[[nodiscard]] T2S_DECL std::string without_steering(std::string_view s, void (*instead)(std::string& to, std::uint32_t character));

/// A character of a text.
struct code_point {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  ///< its length in UTF-8
};

/// The character at the beginning of valid UTF-8 that is not empty.
[[nodiscard]] T2S_DECL code_point first_character(std::string_view valid) noexcept;

/// Appends a character as an escape of JSON.
T2S_DECL void append_escape(std::string& to, std::uint32_t c);

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/detail/one_line.ipp"
#endif

#endif
