// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a policy notes a fact that it does not list in its `provides`
#include "t2s/pipeline/history.hpp"

#include "policies.hpp"

struct secretive {
#ifndef T2S_WRONG
  using provides = t2s::facts<judged>;
#endif
  std::optional<t2s::remark> review(auto&, t2s::question const&, auto& past) const {
    past.note(judged{true});
    return {};
  }
};

t2s::answer answer_with(t2s::llm::no_model& m, t2s::detail::any_database& db) {
  t2s::pipeline<rewriter, sampler, generator, secretive, t2s::terminate::nothing_left> p;
  return p.run(t2s::context(m, db), "how many?");
}
