// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_ONE_LINE_IPP
#define T2S_CORE_DETAIL_ONE_LINE_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"

#include <cstddef>

namespace t2s {
namespace detail {

inline bool is_control(char c) noexcept { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

/// The number of bytes of valid UTF-8 at `s[i]` that are a non-ASCII control character (U+0080 to U+009F) or line end (U+2028, U+2029).
inline std::size_t wide_control(std::string_view s, std::size_t i) noexcept {
  auto const byte = [&](std::size_t k) { return i + k < s.size() ? static_cast<unsigned char>(s[i + k]) : 0U; };
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0) return 2;
  return byte(0) == 0xE2 && byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9) ? 3 : 0;
}

}  // namespace detail

T2S_DECL std::string one_line(std::string_view s) {
  auto const valid = text::valid_utf8(s);
  std::string line;
  line.reserve(valid.size());
  for (std::size_t i = 0; i < valid.size();) {
    auto const wide = detail::wide_control(valid, i);
    line += wide > 0 || detail::is_control(valid[i]) ? ' ' : valid[i];
    i += wide > 0 ? wide : 1;
  }
  return line;
}

}  // namespace t2s

#endif
