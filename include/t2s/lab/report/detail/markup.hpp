// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_MARKUP_HPP
#define T2S_LAB_REPORT_DETAIL_MARKUP_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/lab/report/detail/page_style.hpp"
#include "t2s/lab/report/detail/plot/palette.hpp"
#include "t2s/lab/report/detail/written.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace t2s::evaluation::reporting {

/// Any bytes as text between tags or in a quoted attribute. Control characters, which markup cannot contain, become their symbols (U+2400
/// and on).
inline std::string escaped(std::string_view s) {
  static constexpr std::array<std::pair<char, std::string_view>, 6> special{
      {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}, {'\x7F', "\xE2\x90\xA1"}}};
  std::string out;
  for (char const c : text::valid_utf8(s)) {
    auto const found = std::ranges::find(special, c, &std::pair<char, std::string_view>::first);
    if (found != special.end())
      out += found->second;
    else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
      out += c;
    else
      out.append("\xE2\x90").append(1, static_cast<char>(0x80 + c));
  }
  return out;
}

/// `content` is markup, `attributes` begins with a space.
inline std::string element(std::string_view tag, std::string_view content, std::string_view attributes = {}) {
  return joined("<", tag, attributes, ">", content, "</", tag, ">");
}

/// The first `most` characters; reads only as much of `s` as needed.
inline std::string cut(std::string_view s, std::size_t most) {
  auto shown = text::valid_utf8(s.substr(0, 4 * (most + 1)));
  if (text::display_width(shown) <= most) return shown;
  std::size_t end = 0;
  for (std::size_t n = 0; n <= most; ++end) n += (static_cast<unsigned char>(shown[end]) & 0xC0U) != 0x80 ? 1U : 0U;
  shown.resize(end - 1);
  return shown + "\xE2\x80\xA6";
}

inline std::string column_heads(std::vector<std::string> const& names, std::string_view attributes = " scope=\"col\"") {
  std::string out;
  for (auto const& n : names) out += element("th", escaped(n), attributes);
  return out;
}

inline std::string row_head(std::string_view name) { return element("th", escaped(name), " scope=\"row\""); }

/// `kind` is a class of the style sheet, everything else markup.
inline std::string wide_table(std::string_view kind, std::string_view caption, std::string_view head, std::string_view body) {
  auto const content = joined(element("caption", caption), element("thead", head), element("tbody", body));
  return element("div", element("table", content, joined(" class=\"", kind, "\"")), " class=\"wide\"") + "\n";
}

/// A whole page that loads nothing and runs no script. `title` and `body` are markup, `more_style` follows the style of all pages.
inline std::string html_page(std::string_view title, std::string_view more_style, std::string_view body) {
  auto const head = joined("<meta charset=\"utf-8\"/><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>",
                           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>",
                           element("title", title), element("style", joined(style, plot_style(), more_style)));
  return joined("<!DOCTYPE html>\n", element("html", element("head", head) + "\n" + element("body", body), " lang=\"en\""), "\n");
}

}  // namespace t2s::evaluation::reporting

#endif
