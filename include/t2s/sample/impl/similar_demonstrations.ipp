// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SAMPLE_IMPL_SIMILAR_DEMONSTRATIONS_IPP
#define T2S_SAMPLE_IMPL_SIMILAR_DEMONSTRATIONS_IPP

#include "t2s/core/internal/search.hpp"
#include "t2s/retrieve/internal/hit.hpp"
#include "t2s/retrieve/internal/question_skeleton.hpp"
#include "t2s/sample/similar_demonstrations.hpp"

#include <algorithm>
#include <vector>

namespace t2s::sample {

T2S_DECL samples similar_demonstrations::shown_for(question const& asked, link::linked_question const& linked) const {
  samples out;
  if (!pool) return out;
  auto const skeleton = retrieve::question_skeleton(linked.found.tokens, linked.found.masked());
  out.demonstrations = retrieve::nearest_of(*pool, skeleton, most);
  show_same(asked, out);
  return out;
}

T2S_DECL void similar_demonstrations::show_same(question const& asked, samples& out) const {
  std::vector<retrieve::scored_demonstration> same;
  for (auto const d : pool->same_question(asked.clear)) same.push_back({(*pool)[d], 1});
  if (same.empty()) return;
  std::erase_if(out.demonstrations,
                [&](auto const& d) { return t2s::detail::any_of(same, [&](auto const& s) { return s.shown == d.shown; }); });
  out.demonstrations.insert(out.demonstrations.begin(), same.begin(), same.end());
  if (out.demonstrations.size() > most) out.demonstrations.resize(most);
}

}  // namespace t2s::sample

#endif
