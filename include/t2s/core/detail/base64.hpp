// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_BASE64_HPP
#define T2S_CORE_DETAIL_BASE64_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace t2s::detail {

inline constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The value of each byte as a digit, 64 for other bytes. A table, since a model's vector has thousands of digits.
inline constexpr auto base64_values = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(64);
  for (std::size_t i = 0; i < base64_digits.size(); ++i)
    values[static_cast<unsigned char>(base64_digits[i])] = static_cast<std::uint8_t>(i);
  return values;
}();

/// The bytes as text (RFC 4648), with padding.
inline std::string base64_of(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (; !bytes.empty(); bytes.remove_prefix(bytes.size() < 3 ? bytes.size() : 3)) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i) bits = bits << 8U | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i) out += i <= bytes.size() ? base64_digits[bits >> (18 - 6 * i) & 63U] : '=';
  }
  return out;
}

/// The bytes (RFC 4648, padding optional), or nothing if it is not base64.
inline std::optional<std::string> base64_bytes(std::string_view s) {
  while (s.ends_with('=')) s.remove_suffix(1);
  if (s.size() % 4 == 1) return {};
  std::string out;
  out.reserve(s.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  std::size_t count = 0;
  for (auto const c : s) {
    auto const digit = base64_values[static_cast<unsigned char>(c)];
    if (digit == 64) return {};
    bits = (bits << 6U | digit) & 0xFFFFFFU;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xFFU);
  }
  return out;
}

}  // namespace t2s::detail

#endif
