// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_HASH_HPP
#define T2S_CORE_DETAIL_HASH_HPP

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace t2s::detail {

/// Twice: a change of the highest bit passes through one multiplication unchanged, and a second change could undo it.
inline std::uint64_t mixed(std::uint64_t h, std::uint64_t word) noexcept {
  return std::rotl((h ^ word) * 0x9E3779B97F4A7C15U, 32) * 0xD6E8FEB86659FD93U;
}

/// A 64-bit hash of a short text, the same on every machine of one byte order.
inline std::uint64_t hash_of(std::string_view text) noexcept {
  std::uint64_t h = text.size();
  for (; !text.empty(); text.remove_prefix(std::min<std::size_t>(8, text.size()))) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), std::min<std::size_t>(8, text.size()));
    h = mixed(h, word);
  }
  return mixed(h, h >> 32U);
}

}  // namespace t2s::detail

#endif
