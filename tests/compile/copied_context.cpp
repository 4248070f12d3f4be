// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a verb of this policy (check_verb's argument) takes the run by value, a copy that nobody sees: write `auto& ctx`
#include "policies.hpp"

struct plain {
#ifdef T2S_WRONG
  t2s::question rewrite(auto ctx, std::string const& text) const {
#else
  t2s::question rewrite(auto& ctx, std::string const& text) const {
#endif
      (void)ctx.spent();
  return t2s::question(text);
}
}
;

template struct t2s::pipeline<plain, sampler, generator, reviewer, t2s::terminate::nothing_left>;
