// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_PYTHON_TEXT_HPP
#define T2S_LAB_EVALUATION_DETAIL_PYTHON_TEXT_HPP

#include "t2s/core/detail/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

// Character classes of Python's regular expressions and string methods; text is UTF-8.
namespace t2s::evaluation::detail {

struct code_point {
  char32_t value = 0;
  std::size_t size = 0;  ///< in bytes; 0 at the end of the text
};

/// The code point that begins at `i`; a byte that is not UTF-8 counts as U+FFFD.
inline code_point code_point_at(std::string_view s, std::size_t i) noexcept {
  if (i >= s.size()) return {};
  auto const byte = [&](std::size_t k) { return static_cast<unsigned char>(s[k]); };
  auto const first = byte(i);
  if (first < 0x80) return {first, 1};
  std::size_t const size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || i + size > s.size()) return {0xFFFD, 1};
  char32_t value = first & (0xFFU >> (size + 1));
  for (std::size_t k = 1; k < size; ++k) {
    if ((byte(i + k) & 0xC0U) != 0x80) return {0xFFFD, 1};
    value = (value << 6U) | (byte(i + k) & 0x3FU);
  }
  return {value, size};
}

/// The code point that ends before `i`.
inline code_point code_point_before(std::string_view s, std::size_t i) noexcept {
  for (auto size = std::min<std::size_t>(4, i); size > 0; --size)  // longest first: the end of a long one is not a short one
    if (auto const c = code_point_at(s, i - size); c.size == size) return c;
  return {};
}

/// str.isspace, which is also `\s`.
constexpr bool is_python_space(char32_t c) noexcept {
  if (c < 0x80) return c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
         c == 0x205F || c == 0x3000;
}

/// `\w`. Non-ASCII characters count as letters or numbers, except white space and the common blocks of marks, signs and pictures.
inline bool is_python_word(char32_t c) noexcept {
  if (c < 0x80) return text::is_letter(static_cast<char>(c)) || text::is_digit(static_cast<char>(c)) || c == '_';
  static constexpr std::array<std::pair<char32_t, char32_t>, 22> signs{
      {{0x80, 0xA9},     {0xAB, 0xB1},     {0xB4, 0xB4},     {0xB6, 0xB8},     {0xBB, 0xBB},     {0xBF, 0xBF},
       {0xD7, 0xD7},     {0xF7, 0xF7},     {0x2C2, 0x2C5},   {0x300, 0x36F},   {0x1680, 0x1680}, {0x2000, 0x206F},
       {0x20A0, 0x20FF}, {0x2190, 0x245F}, {0x2500, 0x2775}, {0x2794, 0x2BFF}, {0x3000, 0x3004}, {0x3008, 0x3020},
       {0xFE10, 0xFE6F}, {0xFF01, 0xFF0F}, {0xFF1A, 0xFF20}, {0xFFFC, 0xFFFD}}};
  auto const above = std::ranges::upper_bound(signs, c, {}, &std::pair<char32_t, char32_t>::first);
  if (above != signs.begin() && c <= std::prev(above)->second) return false;
  return c < 0x1F000 || c >= 0x20000;
}

/// The end of the run of code points from `i` that satisfy `is_member`.
template <class Predicate>
std::size_t end_of_run(std::string_view s, std::size_t i, Predicate is_member) {
  for (auto c = code_point_at(s, i); c.size != 0 && is_member(c.value); c = code_point_at(s, i)) i += c.size;
  return i;
}

/// str.split(): the parts between runs of white space; views into `s`.
inline std::vector<std::string_view> python_split(std::string_view s) {
  std::vector<std::string_view> parts;
  for (std::size_t i = end_of_run(s, 0, is_python_space); i < s.size();) {
    auto const end = end_of_run(s, i, [](char32_t c) { return !is_python_space(c); });
    parts.push_back(s.substr(i, end - i));
    i = end_of_run(s, end, is_python_space);
  }
  return parts;
}

/// str.strip()
inline std::string_view python_strip(std::string_view s) {
  s.remove_prefix(end_of_run(s, 0, is_python_space));
  for (auto c = code_point_before(s, s.size()); c.size != 0 && is_python_space(c.value); c = code_point_before(s, s.size()))
    s.remove_suffix(c.size);
  return s;
}

/// str.lower() for the Latin-1, Greek and Cyrillic capitals; others stay.
inline std::string python_lower(std::string_view s) {
  if (std::ranges::all_of(s, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return text::lower(s);
  std::string out;
  for (std::size_t i = 0; i < s.size();) {
    auto const c = code_point_at(s, i);
    bool const plain = (c.value >= 0xC0 && c.value <= 0xDE && c.value != 0xD7) ||
                       (c.value >= 0x391 && c.value <= 0x3A9 && c.value != 0x3A2) || (c.value >= 0x410 && c.value <= 0x42F);
    bool const shifted = c.value >= 0x400 && c.value <= 0x40F;
    auto const small = c.value + (plain ? 0x20 : shifted ? 0x50 : 0);
    if (small == c.value)
      out += text::lower(s.substr(i, c.size));
    else
      out += {static_cast<char>(0xC0U | (small >> 6U)), static_cast<char>(0x80U | (small & 0x3FU))};
    i += c.size;
  }
  return out;
}

/// str.replace()
inline std::string replaced(std::string_view s, std::string_view what, std::string_view by) {
  std::string out;
  for (std::size_t at = 0;;) {
    auto const next = s.find(what, at);
    out += s.substr(at, next == s.npos ? s.npos : next - at);
    if (next == s.npos) return out;
    out += by;
    at = next + what.size();
  }
}

}  // namespace t2s::evaluation::detail

#endif
