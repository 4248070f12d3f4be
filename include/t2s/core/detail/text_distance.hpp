// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_TEXT_DISTANCE_HPP
#define T2S_CORE_DETAIL_TEXT_DISTANCE_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace t2s::text {

/// The number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (restricted Damerau-Levenshtein
/// distance, also called optimal string alignment), ASCII case ignored. O(long * ceil(short / 64)).
[[nodiscard]] T2S_DECL std::size_t edit_distance(std::string_view a, std::string_view b);

/// The member of `known` that `typed` is most likely a misspelling of: the nearest by `edit_distance`, at a distance of at most a third of
/// its length (at least one edit is allowed). The first of several equally near ones; nullptr if none is near.
[[nodiscard]] T2S_DECL std::string const* nearest(std::string_view typed, std::span<std::string const> known);

}  // namespace t2s::text

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/detail/text_distance.ipp"
#endif

#endif
