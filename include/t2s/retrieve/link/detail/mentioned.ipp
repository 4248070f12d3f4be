// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_MENTIONED_IPP
#define T2S_RETRIEVE_LINK_DETAIL_MENTIONED_IPP

#include "t2s/retrieve/link/detail/linked_question.hpp"
#include "t2s/retrieve/link/detail/mention_decision.hpp"
#include "t2s/retrieve/link/detail/mentioned.hpp"

#include <span>

namespace t2s::link {

T2S_DECL mentioned mentioned_in(knowledge::lexicon const& names, links const& found) {
  detail::mention_evidence e(names, found);
  for (std::size_t step = 0; step < detail::mention_steps; ++step)
    detail::score_step(e, step, step % 2 == 0 ? std::span<detail::mention_weight const>(detail::table_weights) : detail::column_weights);
  return detail::mention_decision(names, found.tokens, e).decide();
}

T2S_DECL mentioned linked_question::mentions() const { return mentioned_in(*names, found); }

}  // namespace t2s::link

#endif
