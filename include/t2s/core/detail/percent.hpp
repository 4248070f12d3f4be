// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_PERCENT_HPP
#define T2S_CORE_DETAIL_PERCENT_HPP

#include "t2s/core/detail/text.hpp"

#include <charconv>
#include <string>
#include <string_view>

namespace t2s::text {

/// A part of a URL without its percent-encoding.
struct percent_decoded_text {
  std::string text;         ///< "a b" of "a%20b"; a "%" without two hexadecimal digits after it stays unchanged
  bool well_formed = true;  ///< whether there is no such "%"
};

/// Undoes the percent-encoding (RFC 3986, section 2.1) of a part of a URL. The text may hold any bytes, 0 too.
[[nodiscard]] inline percent_decoded_text percent_decoded(std::string_view s) {
  percent_decoded_text out;
  out.text.reserve(s.size());
  for (std::size_t i = 0; i < s.size(); ++i) {
    out.text += s[i];
    if (s[i] != '%') continue;
    unsigned byte = 0;
    char const* const digits = s.data() + i + 1;
    if (s.size() - i > 2 && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      out.text.back() = static_cast<char>(byte);
      i += 2;
    } else {
      out.well_formed = false;
    }
  }
  return out;
}

/// Percent-encodes all but the letters and digits of ASCII and the characters of `plain`.
[[nodiscard]] inline std::string percent_encoded(std::string_view s, std::string_view plain = "-_.~") {
  std::string out;
  for (char const c : s) {
    bool const as_is = static_cast<unsigned char>(c) < 0x80 && (is_letter(c) || is_digit(c) || plain.find(c) != plain.npos);
    if (as_is)
      out += c;
    else
      append_hex(out += '%', c, hex_capitals);
  }
  return out;
}

}  // namespace t2s::text

#endif
