// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a run's context is not copied; take it by reference: `auto& ctx`
#include "policies.hpp"

struct keeper {
  t2s::question rewrite(auto& ctx, std::string const& text) const {
#ifdef T2S_WRONG
    auto mine = ctx;
#else
    auto& mine = ctx;
#endif
    (void)mine.spent();
    return t2s::question(text);
  }
};

t2s::answer answer_with(t2s::llm::no_model& m, t2s::detail::any_database& db) {
  t2s::pipeline<keeper, sampler, generator, reviewer, t2s::terminate::nothing_left> p;
  return p.run(t2s::context(m, db), "how many?");
}
