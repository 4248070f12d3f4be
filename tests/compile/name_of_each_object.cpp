// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a policy's name is a constant of its type: write `static constexpr std::string_view name = ...`
#include <string>

#include "policies.hpp"

struct critic {
#ifdef T2S_WRONG
  std::string name = "critic";
#else
  static constexpr std::string_view name = "critic";
#endif
  std::optional<t2s::remark> review(auto&, t2s::question const&, auto&) const { return {}; }
};

t2s::answer answer_with(t2s::llm::no_model& m, t2s::detail::any_database& db) {
  t2s::pipeline<rewriter, sampler, generator, critic, t2s::terminate::nothing_left> p;
  return p.run(t2s::context(m, db), "how many?");
}
