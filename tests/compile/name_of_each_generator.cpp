// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a policy's name is a constant of its type: write `static constexpr std::string_view name = ...`
#include <string>

#include "policies.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/select/majority.hpp"

struct writer : generator {
#ifdef T2S_WRONG
  std::string name = "writer";
#else
  static constexpr std::string_view name = "writer";
#endif
};

t2s::answer answer_with(t2s::llm::no_model& m, t2s::detail::any_database& db) {
  t2s::pipeline<rewriter, sampler, t2s::generate::times<5, writer>, reviewer, t2s::terminate::nothing_left, t2s::select::majority> p;
  return p.run(t2s::context(m, db), "how many?");
}
