// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_NEAR_KEY_HPP
#define T2S_KNOWLEDGE_IMPL_NEAR_KEY_HPP

#include "t2s/core/text.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// Which of very many keys are within a few edits of another.
namespace t2s::link::knowledge_impl {

/// What letters and digits a key has: a bit for one of a kind, for letters another for two. An edit removes at most one bit and
/// adds at most one.
inline std::uint64_t signature_of(std::string_view key) noexcept {
  std::uint64_t once = 0, twice = 0;
  for (char const c : key) {
    if (c == ' ') continue;
    auto const at = c >= 'a' && c <= 'z' ? c - 'a' : text::is_digit(c) ? 26 + c - '0' : 36;
    auto const bit = std::uint64_t{1} << static_cast<unsigned>(at);
    if (at < 26) twice |= once & bit;
    once |= bit;
  }
  return once | twice << 37U;
}

inline bool may_be_near(std::uint64_t a, std::uint64_t b, std::size_t edits) noexcept {
  auto const most = static_cast<int>(edits);
  return std::popcount(a & ~b) <= most && std::popcount(b & ~a) <= most;
}

/// How many edits a misspelling may have.
inline std::size_t edits_allowed(std::size_t letters) noexcept { return std::min<std::size_t>(letters / 4, 8); }

}  // namespace t2s::link::knowledge_impl

#endif
