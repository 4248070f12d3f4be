// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_INDEX_ENTRIES_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_INDEX_ENTRIES_HPP

#include "t2s/core/detail/edit_distance.hpp"
#include "t2s/core/detail/hash.hpp"
#include "t2s/retrieve/knowledge/detail/value_index.hpp"
#include "t2s/retrieve/knowledge/detail/value_key.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

/// The entries of a value index.
namespace t2s::knowledge::detail {

/// Half of a hash; the value takes the other half.
inline std::uint64_t place_of(std::string_view key) noexcept { return t2s::detail::hash_of(key) >> 32U << 32U; }

inline std::uint64_t shape_of(char first, std::size_t length) noexcept {
  constexpr std::size_t longest = 0xFFFF;
  return (std::uint64_t{static_cast<unsigned char>(first)} << 16U | std::min(length, longest)) << 32U;
}

inline std::span<std::uint64_t const> entries_at(std::span<std::uint64_t const> sorted, std::uint64_t place) {
  auto const first = std::lower_bound(sorted.begin(), sorted.end(), place);
  auto const last = std::upper_bound(first, sorted.end(), place | 0xFFFFFFFFU);
  return {first, last};
}

inline std::uint32_t value_in(std::uint64_t entry) noexcept { return static_cast<std::uint32_t>(entry); }

}  // namespace t2s::knowledge::detail

#endif
