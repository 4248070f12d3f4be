// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a policy looks at a fact (must_provide's argument) that no policy of this pipeline provides
// expect: must_provide<judged
#include "policies.hpp"

#ifdef T2S_WRONG
template struct t2s::pipeline<rewriter, sampler, generator, reviewer, judged_right>;
#else
template struct t2s::pipeline<rewriter, sampler, generator, judge, judged_right>;
#endif
