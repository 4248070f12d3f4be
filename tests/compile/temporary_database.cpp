// SPDX-License-Identifier: BSL-1.0
// expect: t2s: the database is a temporary and would be gone before the run: keep it in a variable
#include "policies.hpp"

t2s::answer answer_with(t2s::llm::no_model& model, t2s::detail::any_database& kept) {
  t2s::pipeline<rewriter, sampler, generator, reviewer, t2s::terminate::nothing_left> p;
#ifdef T2S_WRONG
  (void)kept;
  t2s::run_options options;
  return p.run(t2s::context(model, t2s::detail::any_database(), options), "how many?");
#else
  return p.run(t2s::context(model, kept), "how many?");
#endif
}
