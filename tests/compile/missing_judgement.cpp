// SPDX-License-Identifier: BSL-1.0
// expect: no feedback asks for it: add t2s::feedback::execution_refinement
#include "policies.hpp"

#include "t2s/policies/feedback/execution_refinement.hpp"
#include "t2s/policies/terminate/basic.hpp"

#ifdef T2S_WRONG
template struct t2s::pipeline<rewriter, sampler, generator, reviewer, t2s::terminate::judged_right>;
#else
template struct t2s::pipeline<rewriter, sampler, generator, t2s::feedback::execution_refinement, t2s::terminate::judged_right>;
#endif
