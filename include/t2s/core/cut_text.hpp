// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_CUT_TEXT_HPP
#define T2S_CORE_CUT_TEXT_HPP

#include "t2s/core/text.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace t2s::text {

/// The first `most` bytes of a text as valid UTF-8, cut between characters, with "..." behind if that is not all.
[[nodiscard]] inline std::string cut(std::string_view s, std::size_t most) {
  if (s.size() <= most) return valid_utf8(s);
  while (most > 0 && (static_cast<unsigned char>(s[most]) & 0xC0U) == 0x80U) --most;
  return valid_utf8(s.substr(0, most)).append("...");
}

}  // namespace t2s::text

#endif
