// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SAMPLE_SIMILAR_DEMONSTRATIONS_HPP
#define T2S_SAMPLE_SIMILAR_DEMONSTRATIONS_HPP

#include "t2s/link/linked_question.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/internal/hit.hpp"
#include "t2s/retrieve/internal/question_skeleton.hpp"
#include "t2s/retrieve/skeleton_index.hpp"

#include <cstddef>
#include <memory>
#include <string_view>

namespace t2s::sample {

/// A SamplerPolicy without a model: the demonstrations whose question has the most similar skeleton, the nearest first. Names and stored
/// values of the database are masked in the question before it is compared. Those of the very question come first. Without a pool there are
/// none.
struct similar_demonstrations {
  static constexpr std::string_view name = "similar_demonstrations";
  using states = facts<link::linked_question>;

  std::shared_ptr<retrieve::skeleton_index const> pool{};  ///< what is chosen from; may be absent
  std::size_t most = 20;                                   ///< demonstrations

  auto sample(auto& ctx, question const& asked) const {
    return then(link::linked_in(ctx, asked), [this, &asked](link::linked_question const* linked) {
      samples out;
      if (!pool) return out;
      auto const skeleton = retrieve::question_skeleton(linked->found.tokens, linked->found.masked());
      out.demonstrations = retrieve::nearest_of(*pool, skeleton, most);
      show_same(asked, out);
      return out;
    });
  }

 private:
  /// Demonstrations of the very question lead: others may have its skeleton too.
  void show_same(question const& asked, samples& out) const {
    std::vector<retrieve::scored_demonstration> same;
    for (auto const d : pool->same_question(asked.clear)) same.push_back({(*pool)[d], 1});
    if (same.empty()) return;
    std::erase_if(out.demonstrations,
                  [&](auto const& d) { return std::ranges::any_of(same, [&](auto const& s) { return s.shown == d.shown; }); });
    out.demonstrations.insert(out.demonstrations.begin(), same.begin(), same.end());
    if (out.demonstrations.size() > most) out.demonstrations.resize(most);
  }
};
static_assert(SamplerPolicy<similar_demonstrations>);

}  // namespace t2s::sample

#endif
