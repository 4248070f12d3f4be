// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a verb of this policy (check_verb's argument) takes the run by value, a copy that nobody sees: write `auto& ctx`
#include "policies.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/select/majority.hpp"

struct writer : generator {
#ifdef T2S_WRONG
  auto revise(auto ctx, t2s::question const&, t2s::samples const&, auto const&) const {
#else
  auto revise(auto& ctx, t2s::question const&, t2s::samples const&, auto const&) const {
#endif
      return t2s::candidate(std::to_string(ctx.spent().statements));
}
}
;

t2s::answer answer_with(t2s::llm::no_model& m, t2s::detail::any_database& db) {
  t2s::pipeline<rewriter, sampler, t2s::generate::times<5, writer>, reviewer, t2s::terminate::nothing_left, t2s::select::majority> p;
  return p.run(t2s::context(m, db), "how many?");
}
