// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a verb of this policy (check_verb's argument) is not const: write `const` after its parameters
#include "policies.hpp"

struct counter {
#ifdef T2S_WRONG
  t2s::candidate draft(auto&, t2s::question const&, t2s::samples const&) { return t2s::candidate("SELECT 1"); }
#else
  t2s::candidate draft(auto&, t2s::question const&, t2s::samples const&) const { return t2s::candidate("SELECT 1"); }
#endif
  t2s::candidate revise(auto&, t2s::question const&, t2s::samples const&, auto const&) const { return {}; }
};

template struct t2s::pipeline<rewriter, sampler, counter, reviewer, t2s::terminate::nothing_left>;
