// SPDX-License-Identifier: BSL-1.0
// expect: t2s: the context's model is a temporary and would be gone before the run: keep it in a variable
#include "policies.hpp"

t2s::answer answer_with(t2s::llm::no_model& kept, t2s::detail::any_database& db) {
  t2s::pipeline<rewriter, sampler, generator, reviewer, t2s::terminate::nothing_left> p;
#ifdef T2S_WRONG
  (void)kept;
  return p.run(t2s::context(t2s::llm::no_model(), db), "how many?");
#else
  return p.run(t2s::context(kept, db), "how many?");
#endif
}
