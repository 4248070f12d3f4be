// SPDX-License-Identifier: BSL-1.0
// expect: t2s: stages in the wrong order: pipeline's 1st argument must be the RewritePolicy
#include "policies.hpp"

#ifdef T2S_WRONG
template struct t2s::pipeline<sampler, rewriter, generator, reviewer, t2s::terminate::nothing_left>;
#else
template struct t2s::pipeline<rewriter, sampler, generator, reviewer, t2s::terminate::nothing_left>;
#endif
