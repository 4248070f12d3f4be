// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a budget by role needs a model that has roles: t2s::llm::models_by_role, which takes a single model too
#include "policies.hpp"
#include "t2s/llm/several_models.hpp"

t2s::answer answer_with(t2s::llm::no_model& model, t2s::detail::any_database& db) {
  t2s::pipeline<rewriter, sampler, generator, reviewer, t2s::terminate::nothing_left> p;
  t2s::llm::budget_by_role budget({.judge = {.calls = 3}});
#ifdef T2S_WRONG
  return p.run(t2s::context(model, db, {}, budget), "how many?");
#else
  t2s::llm::models_by_role models(model);
  return p.run(t2s::context(models, db, {}, budget), "how many?");
#endif
}
