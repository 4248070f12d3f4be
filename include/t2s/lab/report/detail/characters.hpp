// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_CHARACTERS_HPP
#define T2S_LAB_REPORT_DETAIL_CHARACTERS_HPP

#include "t2s/core/detail/text.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// The characters of a text of unknown origin, and their widths.
namespace t2s::evaluation::reporting {

/// A character of valid UTF-8.
struct character {
  char32_t code = 0;
  std::size_t bytes = 1;
};

inline character character_at(std::string_view s, std::size_t at) {
  auto const byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(s[at + i])); };
  auto const tail = [&](std::size_t i) { return byte(i) & 0x3FU; };
  if (byte(0) < 0x80) return {byte(0), 1};
  if (byte(0) < 0xE0) return {(byte(0) & 0x1FU) << 6U | tail(1), 2};
  if (byte(0) < 0xF0) return {(byte(0) & 0x0FU) << 12U | tail(1) << 6U | tail(2), 3};
  return {(byte(0) & 0x07U) << 18U | tail(1) << 12U | tail(2) << 6U | tail(3), 4};
}

inline bool between(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

/// Whether a letter is as wide as high: those of China, Japan and Korea, and pictographs.
inline bool is_wide(char32_t c) {
  return between(c, 0x1100, 0x115F) || between(c, 0x2E80, 0xA4CF) || between(c, 0xAC00, 0xD7A3) || between(c, 0xF900, 0xFAFF) ||
         between(c, 0xFE30, 0xFE6F) || between(c, 0xFF00, 0xFF60) || between(c, 0xFFE0, 0xFFE6) || between(c, 0x1F300, 0x1FAFF) ||
         between(c, 0x20000, 0x3FFFD);
}

/// Accents over other letters, and invisible marks.
inline bool is_without_width(char32_t c) {
  return between(c, 0x300, 0x36F) || between(c, 0x591, 0x5BD) || between(c, 0x610, 0x61A) || between(c, 0x64B, 0x65F) ||
         between(c, 0x200B, 0x200F) || between(c, 0x202A, 0x202E) || between(c, 0x2060, 0x206F) || between(c, 0xFE00, 0xFE0F) ||
         c == 0x61C || c == 0xFEFF;
}

/// Marks that change the direction of the following text.
inline bool turns_direction(char32_t c) {
  return between(c, 0x200E, 0x200F) || between(c, 0x202A, 0x202E) || between(c, 0x2066, 0x2069) || c == 0x61C;
}

/// The number of terminal columns of a character.
inline std::size_t columns_of(char32_t c) { return is_wide(c) ? 2U : is_without_width(c) ? 0U : 1U; }

inline std::size_t terminal_columns(std::string_view s) {
  std::size_t n = 0;
  for (std::size_t at = 0; at < s.size();) {
    auto const c = character_at(s, at);
    n += columns_of(c.code);
    at += c.bytes;
  }
  return n;
}

/// Any bytes as one line of valid UTF-8 that cannot control a terminal or change the direction of its neighbours: control characters become
/// their symbols (U+2400 and on), line ends become blanks, and direction marks are dropped.
inline std::string visible(std::string_view raw) {
  std::string out;
  auto const s = text::valid_utf8(raw);
  for (std::size_t at = 0; at < s.size();) {
    auto const c = character_at(s, at);
    if (c.code < 0x20)
      out.append("\xE2\x90").append(1, static_cast<char>(0x80 + c.code));
    else if (c.code == 0x7F)
      out += "\xE2\x90\xA1";
    else if (between(c.code, 0x80, 0x9F) || between(c.code, 0x2028, 0x2029))
      out += ' ';
    else if (!turns_direction(c.code))
      out.append(s, at, c.bytes);
    at += c.bytes;
  }
  return out;
}

/// The whole text if it fits `room`, measured by `width` of a character, else its beginning and its end with an ellipsis between them:
/// names often differ at their ends.
template <class Width>
std::string shortened(std::string_view s, double room, Width const& width) {
  std::vector<std::size_t> begins;
  std::vector<double> widths;
  double all = 0;
  for (std::size_t at = 0; at < s.size();) {
    auto const c = character_at(s, at);
    begins.push_back(at);
    widths.push_back(width(c.code));
    all += widths.back();
    at += c.bytes;
  }
  if (all <= room) return std::string(s);
  auto left = room - width(U'\u2026');
  std::size_t head = 0, tail = begins.size();
  for (double used = 0; head < tail && used + widths[head] <= left * 0.6; ++head) used += widths[head];
  for (std::size_t n = 0; n < head; ++n) left -= widths[n];
  for (double used = 0; tail > head && used + widths[tail - 1] <= left; --tail) used += widths[tail - 1];
  std::string out(s.substr(0, head < begins.size() ? begins[head] : s.size()));
  out += "\xE2\x80\xA6";
  return tail < begins.size() ? out.append(s.substr(begins[tail])) : out;
}

inline std::string fitting_terminal(std::string_view s, std::size_t columns) {
  return shortened(s, static_cast<double>(columns), [](char32_t c) { return static_cast<double>(columns_of(c)); });
}

}  // namespace t2s::evaluation::reporting

#endif
