// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a verb of this policy (check_verb's argument) is not const: write `const` after its parameters
#include "policies.hpp"
#include "t2s/policies/terminate/basic.hpp"

struct patient {
#ifdef T2S_WRONG
  std::optional<t2s::stop> done(auto const&) { return {}; }
#else
  std::optional<t2s::stop> done(auto const&) const { return {}; }
#endif
};

template struct t2s::pipeline<rewriter, sampler, generator, reviewer, t2s::terminate::any_of<patient, t2s::terminate::nothing_left>>;
