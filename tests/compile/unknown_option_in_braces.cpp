// SPDX-License-Identifier: BSL-1.0
// expect: what follows the database is no t2s::run_options: an option in the braces is misspelt
#include "policies.hpp"

t2s::answer answer_with(t2s::llm::no_model& m, t2s::detail::any_database& db) {
  t2s::pipeline<rewriter, sampler, generator, reviewer, t2s::terminate::nothing_left> p;
#ifdef T2S_WRONG
  return p.run(t2s::context(m, db, {.seeds = 3}), "how many?");
#else
  return p.run(t2s::context(m, db, {.seed = 3}), "how many?");
#endif
}
