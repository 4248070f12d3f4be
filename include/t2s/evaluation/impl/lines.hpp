// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_LINES_HPP
#define T2S_EVALUATION_IMPL_LINES_HPP

#include "t2s/core/error.hpp"
#include "t2s/core/text.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Lines of text as Spider's official program, a Python script, reads them.
namespace t2s::evaluation::detail {

[[noreturn]] inline void malformed(std::string_view name, std::string const& what, std::string remedy) {
  throw error(failure{errc::malformed_data, std::string(name) + ": " + what, std::string(name), std::move(remedy), {}});
}

/// Without the mark (U+FEFF) that some editors put before UTF-8.
inline std::string_view without_mark(std::string_view s) {
  if (s.starts_with("\xEF\xBB\xBF")) s.remove_prefix(3);
  return s;
}

inline std::string line_number(std::size_t n) { return std::string("line ").append(std::to_string(n)); }

/// Of the white space that Python strips, the character that begins (or with `last` ends) `s`: its length in bytes, or 0.
inline std::size_t white_space(std::string_view s, bool last) {
  static constexpr std::array<std::string_view, 19> wide{"\xC2\x85",     "\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81",
                                                         "\xE2\x80\x82", "\xE2\x80\x83", "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86",
                                                         "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89", "\xE2\x80\x8A", "\xE2\x80\xA8",
                                                         "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80"};
  if (s.empty()) return 0;
  char const c = last ? s.back() : s.front();
  if (text::is_space(c) || (c >= 0x1C && c <= 0x1F)) return 1;
  for (auto const w : wide)
    if (last ? s.ends_with(w) : s.starts_with(w)) return w.size();
  return 0;
}

inline std::string_view strip(std::string_view s) {
  while (auto const n = white_space(s, false)) s.remove_prefix(n);
  while (auto const n = white_space(s, true)) s.remove_suffix(n);
  return s;
}

/// One line with something on it.
struct line {
  std::string_view content{};  ///< without white space around it
  std::size_t number{};        ///< from 1

  [[nodiscard]] std::string_view before_tab() const { return content.substr(0, content.find('\t')); }
};

/// The lines of a text, parted into dialogues at each empty line. One empty line at the end is none.
///
/// Throws `malformed_data` for text that is not UTF-8, with its line.
inline std::vector<std::vector<line>> dialogues_of(std::string_view content, std::string_view name) {
  std::vector<std::vector<line>> all(1);
  std::size_t number = 0;
  while (!content.empty()) {
    auto const end = content.find_first_of("\r\n");
    auto const found = content.substr(0, end);
    ++number;
    if (text::first_invalid_utf8(found)) malformed(name, line_number(number) + " is not UTF-8", "convert the file to UTF-8");
    if (auto const stripped = strip(found); stripped.empty())
      all.emplace_back();
    else
      all.back().push_back({stripped, number});
    auto const ending = content.substr(std::min(end, content.size())).starts_with("\r\n") ? 2U : 1U;
    content.remove_prefix(end == content.npos ? content.size() : end + ending);
  }
  if (all.back().empty()) all.pop_back();
  return all;
}

}  // namespace t2s::evaluation::detail

#endif
