// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_BASE64_HPP
#define T2S_LLM_IMPL_BASE64_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace t2s::llm::detail {

inline constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes (RFC 4648, padding optional), or nothing if this is no base64.
inline std::optional<std::string> base64_bytes(std::string_view s) {
  while (s.ends_with('=')) s.remove_suffix(1);
  if (s.size() % 4 == 1) return {};
  std::string out;
  out.reserve(s.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  std::size_t count = 0;
  for (auto const c : s) {
    auto const digit = base64_digits.find(c);
    if (digit == std::string_view::npos) return {};
    bits = (bits << 6U | static_cast<std::uint32_t>(digit)) & 0xFFFFFFU;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xFFU);
  }
  return out;
}

}  // namespace t2s::llm::detail

#endif
