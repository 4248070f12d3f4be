// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SAMPLE_SIMILAR_DEMONSTRATIONS_HPP
#define T2S_SAMPLE_SIMILAR_DEMONSTRATIONS_HPP

#include "t2s/link/linked_question.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/nearest_of.hpp"
#include "t2s/retrieve/question_skeleton.hpp"
#include "t2s/retrieve/skeleton_index.hpp"

#include <cstddef>
#include <memory>
#include <string_view>

namespace t2s::sample {

/// A SamplerPolicy without a model: the demonstrations whose question has the most similar skeleton, the nearest first. Names and stored
/// values of the database are masked in the question before it is compared. Without a pool there are none.
struct similar_demonstrations {
  static constexpr std::string_view name = "similar_demonstrations";
  using states = facts<link::linked_question>;

  std::shared_ptr<retrieve::skeleton_index const> pool{};  ///< what is chosen from; may be absent
  std::shared_ptr<link::lexicon const> names{};            ///< of the database; read anew in every run if absent
  std::size_t most = 20;                                   ///< demonstrations

  auto sample(auto& ctx, question const& asked) const {
    return then(link::linked_in(ctx, asked, names), [this](link::linked_question const* linked) {
      samples out;
      if (!pool) return out;
      auto const skeleton = retrieve::question_skeleton(linked->found.tokens, linked->found.masked());
      out.demonstrations = retrieve::nearest_of(*pool, skeleton, most);
      return out;
    });
  }
};
static_assert(SamplerPolicy<similar_demonstrations>);

}  // namespace t2s::sample

#endif
