// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SKELETON_LOCAL_HPP
#define T2S_SKELETON_LOCAL_HPP

#include "t2s/core/config.hpp"
#include "t2s/policy.hpp"
#include "t2s/skeleton/parsed.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace t2s::skeleton {

/// The skeleton that most demonstrations have, each with the weight of its similarity; of equals that of the first. SQL that does not parse
/// has no vote.
[[nodiscard]] T2S_DECL parsed vote(std::span<retrieve::scored_demonstration const> demonstrations);

/// A SkeletonParser without a model, the twin of `prompted`: the demonstrations that the sampler chose vote.
struct local {
  static constexpr std::string_view name = "local";

  std::size_t demonstrations = 5;  ///< at most, the first ones

  [[nodiscard]] parsed parse(auto&, question const&, samples const& shown) const {
    return vote(std::span(shown.demonstrations).first(std::min(demonstrations, shown.demonstrations.size())));
  }
};
static_assert(SkeletonParser<local>);

}  // namespace t2s::skeleton

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/skeleton/impl/local.ipp"
#endif

#endif
