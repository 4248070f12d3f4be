// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a model of models_by_role is a temporary and would be gone before the run: keep it in a variable
#include "t2s/llm/several_models.hpp"

t2s::llm::completion judged(t2s::llm::no_model& large, t2s::llm::no_model& kept) {
#ifdef T2S_WRONG
  (void)kept;
  t2s::llm::models_by_role models(large, t2s::llm::no_model());
#else
  t2s::llm::models_by_role models(large, kept);
#endif
  return models.complete(t2s::llm::request("Is it right?"));
}
