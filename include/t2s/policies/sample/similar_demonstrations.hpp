// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SAMPLE_SIMILAR_DEMONSTRATIONS_HPP
#define T2S_POLICIES_SAMPLE_SIMILAR_DEMONSTRATIONS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <cstddef>
#include <memory>
#include <string_view>

namespace t2s::sample {

/// A SamplerPolicy without a model: the demonstrations whose question has the most similar skeleton, nearest first. Names and stored values
/// of the database are masked in the question before the comparison. Demonstrations of the same question come first. None without a pool.
struct similar_demonstrations {
  static constexpr std::string_view name = "similar_demonstrations";
  using states = facts<link::linked_question>;

  std::shared_ptr<retrieve::skeleton_index const> pool{};  ///< the demonstrations; may be absent
  std::size_t most = 20;                                   ///< most demonstrations

  auto sample(auto& ctx, question const& asked) const {
    return then(link::linked_in(ctx, asked), [this, &asked](link::linked_question const* linked) { return shown_for(asked, *linked); });
  }

 private:
  [[nodiscard]] T2S_DECL samples shown_for(question const& asked, link::linked_question const& linked) const;
};

}  // namespace t2s::sample

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/policies/sample/detail/similar_demonstrations.ipp"
#endif

#endif
