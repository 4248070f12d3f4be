// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_TEXT_HPP
#define T2S_CORE_DETAIL_TEXT_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Small helpers for text. Where case matters, only ASCII letters have it, as in SQLite; bytes above 0x7F count as letters.
namespace t2s::text {

/// An ASCII digit.
[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
/// An ASCII capital.
[[nodiscard]] constexpr bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
/// ASCII white space.
[[nodiscard]] constexpr bool is_space(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }
/// The lower case of an ASCII capital; other characters unchanged.
[[nodiscard]] constexpr char lower(char c) noexcept { return is_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c; }
/// An ASCII letter.
[[nodiscard]] constexpr bool is_letter(char c) noexcept {
  return (lower(c) >= 'a' && lower(c) <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

/// A copy with ASCII capitals lowered. O(n).
[[nodiscard]] T2S_DECL std::string lower(std::string_view s);

/// Equality, ASCII case ignored: the rule for identifiers in SQLite.
[[nodiscard]] T2S_DECL bool same(std::string_view a, std::string_view b) noexcept;

/// 64-bit FNV-1a of the lower-cased bytes: equal for identifiers that are `same`. The same on every platform and in every run.
[[nodiscard]] T2S_DECL std::uint64_t hash(std::string_view s, std::uint64_t seed = 14695981039346656037u) noexcept;

/// Removes white space at both ends; a view into `s`.
[[nodiscard]] T2S_DECL std::string_view trim(std::string_view s) noexcept;

/// The parts between occurrences of `separator`, at least one; views into `s`.
[[nodiscard]] T2S_DECL std::vector<std::string_view> split(std::string_view s, char separator);

/// The parts with the separator between them.
[[nodiscard]] T2S_DECL std::string join(std::span<std::string const> parts, std::string_view separator);

/// The byte offset of the first byte that is not well-formed UTF-8 (RFC 3629), or nothing.
[[nodiscard]] T2S_DECL std::optional<std::size_t> first_invalid_utf8(std::string_view s) noexcept;

/// A copy in which each byte that is not UTF-8 is replaced by U+FFFD.
[[nodiscard]] T2S_DECL std::string valid_utf8(std::string_view s);

/// The number of columns that `s` takes on a terminal, one for each code point (combining and wide characters are not considered).
[[nodiscard]] T2S_DECL std::size_t display_width(std::string_view s) noexcept;

/// The longest prefix of UTF-8 text with at most `most` bytes that ends between characters; a view into `s`.
[[nodiscard]] inline std::string_view whole_characters(std::string_view s, std::size_t most) noexcept {
  if (s.size() <= most) return s;
  while (most > 0 && (static_cast<unsigned char>(s[most]) & 0xC0U) == 0x80U) --most;
  return s.substr(0, most);
}

/// The first `most` bytes of a text as valid UTF-8, cut between characters, followed by "..." if it was cut.
[[nodiscard]] inline std::string cut(std::string_view s, std::size_t most) {
  if (s.size() <= most) return valid_utf8(s);
  return valid_utf8(whole_characters(s, most)).append("...");
}

inline constexpr std::string_view hex_digits = "0123456789abcdef", hex_capitals = "0123456789ABCDEF";  ///< for hexadecimal numbers

/// Appends a byte as two hexadecimal digits.
inline void append_hex(std::string& to, char byte, std::string_view digits = hex_digits) {
  to += digits[static_cast<unsigned char>(byte) >> 4U];
  to += digits[static_cast<unsigned char>(byte) & 15U];
}

}  // namespace t2s::text

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/detail/text.ipp"
#endif

#endif
