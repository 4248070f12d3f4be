// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CONFIDENCE_IMPL_LEARNED_WEIGHTS_HPP
#define T2S_CONFIDENCE_IMPL_LEARNED_WEIGHTS_HPP

#include <array>
#include <string_view>

namespace t2s::confidence::detail {

/// The weight of a piece of evidence for a reading of the question, and for SQL of another origin.
struct learned_weight {
  std::string_view of{};
  double reading = 0, other = 0;
};

inline constexpr std::array learned_weights = std::to_array<learned_weight>({{"always", 0, 0}});

}  // namespace t2s::confidence::detail

#endif
