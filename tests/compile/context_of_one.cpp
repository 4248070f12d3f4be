// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a context has a model, which may be a t2s::llm::no_model: t2s::context(model, database)
#include "policies.hpp"

t2s::answer answer_with([[maybe_unused]] t2s::llm::no_model& m, t2s::detail::any_database& db) {
  t2s::pipeline<rewriter, sampler, generator, reviewer, t2s::terminate::nothing_left> p;
#ifdef T2S_WRONG
  return p.run(t2s::context(db), "how many?");
#else
  return p.run(t2s::context(m, db), "how many?");
#endif
}
