// SPDX-License-Identifier: BSL-1.0
// expect: t2s: the context's model is const and its complete() is not: pass a model that is not const, or make its verb const
#include "policies.hpp"

struct counting {
#ifdef T2S_WRONG
  t2s::llm::completion complete(t2s::llm::request) { return {}; }
#else
  t2s::llm::completion complete(t2s::llm::request) const { return {}; }
#endif
};

t2s::answer answer_with(counting const& model, t2s::detail::any_database& db) {
  t2s::pipeline<rewriter, sampler, generator, reviewer, t2s::terminate::nothing_left> p;
  return p.run(t2s::context(model, db), "how many?");
}
