// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_TEXT_WIDTH_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_TEXT_WIDTH_HPP

#include "t2s/lab/report/detail/characters.hpp"

// Estimates the width of a text without knowing its font.
namespace t2s::evaluation::reporting {

/// A fraction of the font's size; common sans-serif fonts are rarely wider.
inline double width_in_font(char32_t c) {
  if (is_without_width(c)) return 0;
  if (is_wide(c)) return 1.05;
  if (c >= 0x80) return 0.85;
  auto const letter = static_cast<char>(c);
  if (std::string_view("ijl.,:;'|!").find(letter) != std::string_view::npos) return 0.36;
  if (std::string_view(" ftrI()[]-/\\\"`").find(letter) != std::string_view::npos) return 0.46;
  if (std::string_view("mwMW%@&").find(letter) != std::string_view::npos) return 1.0;
  return text::is_upper(letter) || std::string_view("<>+=~#").find(letter) != std::string_view::npos ? 0.84 : 0.65;
}

/// An estimate in pixels, rather too wide than too narrow.
inline double estimated_width(std::string_view s, double font) {
  double sum = 0;
  for (std::size_t at = 0; at < s.size();) {
    auto const c = character_at(s, at);
    sum += width_in_font(c.code);
    at += c.bytes;
  }
  return sum * font;
}

/// The beginning of it that fits.
inline std::string fitting(std::string_view s, double room, double font) {
  return shortened(s, room, [font](char32_t c) { return font * width_in_font(c); });
}

/// The words in lines that fit; a word that does not fit is shortened.
inline std::vector<std::string> lines_fitting(std::string_view s, double room, double font) {
  std::vector<std::string> lines;
  for (auto const word : text::split(s, ' ')) {
    auto const longer = lines.empty() ? std::string() : lines.back() + " " + std::string(word);
    if (!lines.empty() && estimated_width(longer, font) <= room)
      lines.back() = longer;
    else
      lines.push_back(fitting(word, room, font));
  }
  return lines;
}

}  // namespace t2s::evaluation::reporting

#endif
