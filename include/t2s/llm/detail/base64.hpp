// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_BASE64_HPP
#define T2S_LLM_DETAIL_BASE64_HPP

#include "t2s/core/detail/base64.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::llm::detail {

using t2s::detail::base64_bytes;
using t2s::detail::base64_of;

/// The base64 of floats as little-endian bytes, on any machine.
inline std::string base64_of_floats(std::vector<float> const& vector) {
  std::string bytes;
  bytes.reserve(vector.size() * 4);
  for (float const element : vector)
    for (auto bits = std::bit_cast<std::uint32_t>(element), left = 4U; left > 0; bits >>= 8U, --left)
      bytes += static_cast<char>(bits & 0xFFU);
  return base64_of(bytes);
}

/// The reverse. `refuse(what)` must throw that the text "is not base64".
template <class Refuse>
std::vector<float> floats_of_base64(std::string_view base64, Refuse refuse) {
  auto const bytes = base64_bytes(base64);
  if (!bytes) refuse("is not base64");
  if (bytes->size() % 4 != 0) refuse("is not a whole number of floats");
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
