// SPDX-License-Identifier: BSL-1.0
// expect: t2s: the context's model has no verb `t2s::llm::completion complete(t2s::llm::request)`
#include "policies.hpp"

struct mute {
#ifndef T2S_WRONG
  t2s::llm::completion complete(t2s::llm::request) { return {}; }
#endif
};

t2s::answer answer_with(mute& model, t2s::detail::any_database& db) {
  t2s::pipeline<rewriter, sampler, generator, reviewer, t2s::terminate::nothing_left> p;
  return p.run(t2s::context(model, db), "how many?");
}
