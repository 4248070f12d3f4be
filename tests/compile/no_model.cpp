// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a policy of this pipeline asks a model and the context has none
#include "policies.hpp"

struct asking {
  template <class Context>
  auto rewrite(Context& ctx, std::string const& text) const {
    return t2s::then(ctx.ask(t2s::llm::request(text)), [text](t2s::llm::completion c) { return t2s::question(text, c.text); });
  }
};

#ifdef T2S_WRONG
using model = t2s::llm::no_model;
#else
using model = t2s::detail::any_model;
#endif

t2s::answer answer_with(model& m, t2s::detail::any_database& db) {
  t2s::pipeline<asking, sampler, generator, reviewer, t2s::terminate::nothing_left> p;
  return p.run(t2s::context(m, db), "how many?");
}
