// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_PROBABILITY_TEXT_HPP
#define T2S_CORE_DETAIL_PROBABILITY_TEXT_HPP

#include <charconv>
#include <string>

namespace t2s::detail {

/// A probability with two digits, "0.76". It is truncated, not rounded: 0.749 must not look like 0.75, which may be a minimum.
inline std::string probability_text(double p) {
  char text[16];
  auto const hundredths = static_cast<int>(100 * p + 1e-9);
  auto const end = std::to_chars(text, text + sizeof text, hundredths / 100.0, std::chars_format::fixed, 2).ptr;
  return {text, end};
}

}  // namespace t2s::detail

#endif
