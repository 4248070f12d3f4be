// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_ONE_LINE_IPP
#define T2S_CORE_DETAIL_ONE_LINE_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"

namespace t2s {

T2S_DECL code_point first_character(std::string_view s) noexcept {
  auto const lead = static_cast<unsigned char>(s[0]);
  code_point c{lead, lead < 0x80U ? 1U : lead < 0xE0U ? 2U : lead < 0xF0U ? 3U : 4U};
  if (c.bytes > 1) c.code = lead & (0x7FU >> c.bytes);
  for (std::size_t i = 1; i < c.bytes && i < s.size(); ++i) c.code = c.code << 6U | (static_cast<unsigned char>(s[i]) & 0x3FU);
  return c;
}

T2S_DECL void append_escape(std::string& to, std::uint32_t c) {
  auto const append = [&to](std::uint32_t unit) {
    text::append_hex(to.append("\\u"), static_cast<char>(unit >> 8U));
    text::append_hex(to, static_cast<char>(unit & 0xFFU));
  };
  if (c >= 0x10000) append(0xD800U + ((c - 0x10000U) >> 10U));
  append(c >= 0x10000 ? 0xDC00U + (c & 0x3FFU) : c);
}

namespace detail {

/// The text with `instead(to, code)` in place of each character that steers.
template <class Instead>
std::string without_steering(std::string_view s, Instead instead) {
  auto const valid = text::valid_utf8(s);
  std::string out;
  out.reserve(valid.size());
  for (std::string_view left = valid; !left.empty();) {
    auto const c = first_character(left);
    if (is_steering(c.code))
      instead(out, c.code);
    else
      out.append(left.substr(0, c.bytes));
    left.remove_prefix(c.bytes);
  }
  return out;
}

}  // namespace detail

T2S_DECL std::string one_line(std::string_view s) {
  return detail::without_steering(s, [](std::string& to, std::uint32_t) { to += ' '; });
}

T2S_DECL std::string with_escapes(std::string_view s) {
  return detail::without_steering(s, [](std::string& to, std::uint32_t c) {
    if (c == '\n' || c == '\t')
      to += static_cast<char>(c);
    else
      append_escape(to, c);
  });
}

}  // namespace t2s

#endif
