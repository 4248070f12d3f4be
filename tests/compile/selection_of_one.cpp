// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a pipeline with a SelectionPolicy chooses among several candidates, and its generator writes one
#include "policies.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/select/majority.hpp"

#ifdef T2S_WRONG
using drafts = generator;
#else
using drafts = t2s::generate::times<2, generator>;
#endif
template struct t2s::pipeline<t2s::none, t2s::none, drafts, reviewer, t2s::terminate::nothing_left, t2s::select::majority>;
