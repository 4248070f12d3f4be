// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_HTTP_DETAIL_SAME_WORD_HPP
#define T2S_SERVE_HTTP_DETAIL_SAME_WORD_HPP

#include <cstddef>
#include <string_view>

namespace t2s::serve::detail {

/// Whether two texts are equal, ASCII case ignored.
[[nodiscard]] inline bool same_word(std::string_view a, std::string_view b) noexcept {
  auto const small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; };
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (small(a[i]) != small(b[i])) return false;
  return true;
}

}  // namespace t2s::serve::detail

#endif
