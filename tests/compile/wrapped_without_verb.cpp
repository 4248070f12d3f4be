// SPDX-License-Identifier: BSL-1.0
// expect: t2s: this is no GeneratorPolicy (check_generator's argument): it needs `candidate draft(ctx, asked, samples) const` and
#include "policies.hpp"
#include "t2s/policies/generate/several.hpp"

#ifdef T2S_WRONG
template class t2s::generate::each_of<generator, reviewer>;
#else
template class t2s::generate::each_of<generator, generator>;
#endif
