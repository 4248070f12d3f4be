// SPDX-License-Identifier: BSL-1.0
// expect: t2s: the model's complete() must return a t2s::llm::completion, now or as an awaitable
#include "policies.hpp"

struct terse {
#ifdef T2S_WRONG
  std::string complete(t2s::llm::request) { return {}; }
#else
  t2s::llm::completion complete(t2s::llm::request) { return {}; }
#endif
};

t2s::answer answer_with(terse& model, t2s::detail::any_database& db) {
  t2s::pipeline<rewriter, sampler, generator, reviewer, t2s::terminate::nothing_left> p;
  return p.run(t2s::context(model, db), "how many?");
}
