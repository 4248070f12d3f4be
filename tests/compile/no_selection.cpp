// SPDX-License-Identifier: BSL-1.0
// expect: t2s: the generator writes several candidates and nothing chooses among them
#include "policies.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/select/majority.hpp"

#ifdef T2S_WRONG
template struct t2s::pipeline<t2s::none, t2s::none, t2s::generate::times<2, generator>, reviewer, t2s::terminate::nothing_left>;
#else
template struct t2s::pipeline<t2s::none, t2s::none, t2s::generate::times<2, generator>, reviewer, t2s::terminate::nothing_left,
                              t2s::select::majority>;
#endif
