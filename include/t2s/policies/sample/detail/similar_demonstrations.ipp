// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SAMPLE_DETAIL_SIMILAR_DEMONSTRATIONS_IPP
#define T2S_POLICIES_SAMPLE_DETAIL_SIMILAR_DEMONSTRATIONS_IPP

#include "t2s/policies/sample/similar_demonstrations.hpp"

namespace t2s::sample {

T2S_DECL samples similar_demonstrations::shown_for(question const& asked, link::linked_question const& linked) const {
  samples out;
  if (pool) out.demonstrations = pool->shown_for(asked.clear, linked.found.tokens, linked.found.masked(), most);
  return out;
}

}  // namespace t2s::sample

#endif
