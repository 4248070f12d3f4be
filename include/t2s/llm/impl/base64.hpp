// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_BASE64_HPP
#define T2S_LLM_IMPL_BASE64_HPP

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::llm::detail {

inline constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The value of each byte as a digit, 64 for those that are none: a vector of a model has thousands of digits.
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

/// The bytes (RFC 4648, padding optional), or nothing if this is no base64.
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

/// Floats as base64 of their bytes, the lowest first, whatever this machine is.
inline std::string base64_of_floats(std::vector<float> const& vector) {
  std::string bytes;
  bytes.reserve(vector.size() * 4);
  for (float const element : vector)
    for (auto bits = std::bit_cast<std::uint32_t>(element), left = 4U; left > 0; bits >>= 8U, --left)
      bytes += static_cast<char>(bits & 0xFFU);
  return base64_of(bytes);
}

/// The reverse. `refuse(what)` throws that the text "is no base64".
template <class Refuse>
std::vector<float> floats_of_base64(std::string_view base64, Refuse refuse) {
  auto const bytes = base64_bytes(base64);
  if (!bytes) refuse("is no base64");
  if (bytes->size() % 4 != 0) refuse("is no whole number of floats");
  std::vector<float> out;
  out.reserve(bytes->size() / 4);
  for (std::size_t i = 0; i + 4 <= bytes->size(); i += 4) {
    std::uint32_t bits = 0;
    for (std::size_t b = 4; b-- > 0;) bits = bits << 8U | static_cast<unsigned char>((*bytes)[i + b]);
    out.push_back(std::bit_cast<float>(bits));
  }
  return out;
}

}  // namespace t2s::llm::detail

#endif
