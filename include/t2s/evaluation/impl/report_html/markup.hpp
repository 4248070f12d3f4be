// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_REPORT_HTML_MARKUP_HPP
#define T2S_EVALUATION_IMPL_REPORT_HTML_MARKUP_HPP

#include "t2s/core/text.hpp"
#include "t2s/evaluation/impl/score_lines.hpp"

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

// The page is written such that an XML parser takes it too: every element is closed, every attribute quoted.
namespace t2s::evaluation::detail::html {

/// A control character has no place in markup; its picture (U+2400 and on) has.
inline void append_escaped(std::string& out, char c) {
  auto const byte = static_cast<unsigned char>(c);
  switch (c) {
    case '&': out += "&amp;"; return;
    case '<': out += "&lt;"; return;
    case '>': out += "&gt;"; return;
    case '"': out += "&quot;"; return;
    case '\'': out += "&#39;"; return;
    case '\n':
    case '\t': out += c; return;
    case '\x7F': out += "\xE2\x90\xA1"; return;
    default: break;
  }
  if (byte < 0x20)
    out.append("\xE2\x90").append(1, static_cast<char>(0x80 + byte));
  else
    out += c;
}

/// Any bytes as text between tags or in a quoted attribute.
inline std::string escaped(std::string_view s) {
  std::string out;
  for (char const c : text::valid_utf8(s)) append_escaped(out, c);
  return out;
}

inline std::string_view piece(std::string_view s) { return s; }
template <std::unsigned_integral Number>
std::string piece(Number n) {
  return std::to_string(n);
}

template <class... Pieces>
std::string joined(Pieces const&... pieces) {
  std::string out;
  (out.append(piece(pieces)), ...);
  return out;
}

/// `content` is markup, `attributes` begins with a space.
inline std::string element(std::string_view tag, std::string_view content, std::string_view attributes = {}) {
  return joined("<", tag, attributes, ">", content, "</", tag, ">");
}

/// The first `most` characters; looks at no more of `s` than they can take.
inline std::string cut(std::string_view s, std::size_t most) {
  auto shown = text::valid_utf8(s.substr(0, 4 * (most + 1)));
  if (text::display_width(shown) <= most) return shown;
  std::size_t end = 0;
  for (std::size_t n = 0; n <= most; ++end) n += (static_cast<unsigned char>(shown[end]) & 0xC0U) != 0x80 ? 1U : 0U;
  shown.resize(end - 1);
  return shown + "\xE2\x80\xA6";
}

/// "1 row", "2 rows".
inline std::string counted(std::size_t n, std::string_view noun) { return joined(n, " ", noun, n == 1 ? "" : "s"); }

}  // namespace t2s::evaluation::detail::html

#endif
