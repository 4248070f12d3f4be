// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a pipeline cannot do without a generator
#include "policies.hpp"

#ifdef T2S_WRONG
template struct t2s::pipeline<t2s::none, t2s::none, t2s::none, reviewer, t2s::terminate::nothing_left>;
#else
template struct t2s::pipeline<t2s::none, t2s::none, generator, reviewer, t2s::terminate::nothing_left>;
#endif
