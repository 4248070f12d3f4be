// SPDX-License-Identifier: BSL-1.0
// expect: no feedback executes it: add t2s::feedback::execution_error
#include "policies.hpp"

#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/terminate/repeated.hpp"

#ifdef T2S_WRONG
template struct t2s::pipeline<rewriter, sampler, generator, reviewer, t2s::terminate::same_result>;
#else
template struct t2s::pipeline<rewriter, sampler, generator, t2s::feedback::execution_error, t2s::terminate::same_result>;
#endif
