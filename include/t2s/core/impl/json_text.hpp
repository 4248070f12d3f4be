// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_IMPL_JSON_TEXT_HPP
#define T2S_CORE_IMPL_JSON_TEXT_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace t2s::detail {

/// Appends UTF-8 as a string of JSON (RFC 8259), in one form for all time: keys of stored answers are hashes of it. Escapes the quote, the
/// backslash and control characters; all else stays.
inline void append_json(std::string& to, std::string_view utf8) {
  static constexpr std::string_view hex = "0123456789abcdef", named = "\"\\\n\r\t", names = "\"\\nrt";
  to += '"';
  std::size_t done = 0;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    auto const c = static_cast<unsigned char>(utf8[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    to.append(utf8, done, i - done) += '\\';
    if (auto const name = named.find(utf8[i]); name != named.npos)
      to += names[name];
    else
      to.append("u00").append({hex[c >> 4U], hex[c & 15U]});
    done = i + 1;
  }
  to.append(utf8, done) += '"';
}

inline std::string json_text(std::string_view utf8) {
  std::string out;
  append_json(out, utf8);
  return out;
}

}  // namespace t2s::detail

#endif
