// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a verb of this policy (check_verb's argument) takes the run by value, a copy that nobody sees: write `auto& ctx`
#include "t2s/pipeline/feedback_sequence.hpp"
#include "t2s/pipeline/history.hpp"

#include "policies.hpp"

struct critic {
  using provides = t2s::facts<judged>;
#ifdef T2S_WRONG
  std::optional<t2s::remark> review(auto&, t2s::question const&, auto past) const {
#else
  std::optional<t2s::remark> review(auto&, t2s::question const&, auto& past) const {
#endif
      past.note(judged{true});
  return {};
}
}
;

template struct t2s::pipeline<rewriter, sampler, generator, t2s::all_of<reviewer, critic>, judged_right>;
