// SPDX-License-Identifier: BSL-1.0
// expect: t2s: pipeline's 3rd argument has no verb `candidate revise(ctx, asked, samples, past) const`
#include "policies.hpp"

struct once {
  t2s::candidate draft(auto&, t2s::question const&, t2s::samples const&) const { return t2s::candidate("SELECT 1"); }
#ifndef T2S_WRONG
  t2s::candidate revise(auto&, t2s::question const&, t2s::samples const&, auto const&) const { return {}; }
#endif
};

template struct t2s::pipeline<rewriter, sampler, once, reviewer, t2s::terminate::nothing_left>;
