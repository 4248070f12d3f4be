// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_JSON_TEXT_HPP
#define T2S_CORE_DETAIL_JSON_TEXT_HPP

#include "t2s/core/detail/text.hpp"

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace t2s::detail {

/// Appends UTF-8 as a JSON string (RFC 8259). The output must never change: keys of stored answers are hashes of it. Escapes the quote, the
/// backslash and control characters, nothing else.
inline void append_json(std::string& to, std::string_view utf8) {
  static constexpr std::string_view named = "\"\\\n\r\t", names = "\"\\nrt";
  to += '"';
  std::size_t done = 0;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    auto const c = static_cast<unsigned char>(utf8[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    to.append(utf8, done, i - done) += '\\';
    if (auto const name = named.find(utf8[i]); name != named.npos)
      to += names[name];
    else
      text::append_hex(to.append("u00"), utf8[i]);
    done = i + 1;
  }
  to.append(utf8, done) += '"';
}

/// The UTF-16 unit of a `\uD83D` at the beginning of `s`; nothing if there is none.
inline std::optional<unsigned> escaped_unit(std::string_view s) noexcept {
  unsigned unit = 0;
  if (s.size() < 6 || !s.starts_with("\\u") || std::from_chars(s.data() + 2, s.data() + 6, unit, 16).ptr != s.data() + 6) return {};
  return unit;
}
constexpr bool is_first_half(unsigned unit) noexcept { return unit >= 0xD800U && unit < 0xDC00U; }
constexpr bool is_second_half(unsigned unit) noexcept { return unit >= 0xDC00U && unit < 0xE000U; }

inline std::string json_text(std::string_view utf8) {
  std::string out;
  append_json(out, utf8);
  return out;
}

}  // namespace t2s::detail

#endif
