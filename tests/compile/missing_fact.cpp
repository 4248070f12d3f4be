// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a policy needs a fact that no policy of this pipeline provides; the fact is the T of must_provide<T>
// expect: must_provide<judged
#include "policies.hpp"

#ifdef T2S_WRONG
template struct t2s::pipeline<rewriter, sampler, generator, reviewer, judged_right>;
#else
template struct t2s::pipeline<rewriter, sampler, generator, judge, judged_right>;
#endif
