// SPDX-License-Identifier: BSL-1.0
// expect: t2s: pipeline's 6th argument has no verb `selected select
#include "policies.hpp"
#include "t2s/policies/generate/several.hpp"

struct selector {
#ifndef T2S_WRONG
  t2s::selected select(auto&, t2s::question const&, t2s::samples const&, t2s::candidate_set const& set) const {
    return {*set.first_with_sql(), "the first"};
  }
#endif
};
template struct t2s::pipeline<t2s::none, t2s::none, t2s::generate::times<2, generator>, reviewer, t2s::terminate::nothing_left, selector>;
