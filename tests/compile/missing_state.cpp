// SPDX-License-Identifier: BSL-1.0
// expect: add a policy that lists it in its `provides` or `states`
// expect: must_provide<glossary>
#include "policies.hpp"

struct glossary {
  std::string text{};
};

/// Reads what a sampler noted.
struct explaining : reviewer {
  using needs = t2s::facts<glossary>;
  std::optional<t2s::remark> review(auto& ctx, t2s::question const&, auto&) const {
    if (ctx.template state<glossary>().text.empty()) return {};
    return t2s::remark("explaining", "the glossary has it");
  }
};

struct noting : sampler {
  using states = t2s::facts<glossary>;
  t2s::samples sample(auto& ctx, t2s::question const&) const {
    ctx.template state<glossary>().text = "hive: a box of bees";
    return {};
  }
};

t2s::answer answer_with(t2s::llm::no_model& m, t2s::detail::any_database& db) {
#ifdef T2S_WRONG
  t2s::pipeline<rewriter, sampler, generator, explaining, t2s::terminate::nothing_left> p;
#else
  t2s::pipeline<rewriter, noting, generator, explaining, t2s::terminate::nothing_left> p;
#endif
  return p.run(t2s::context(m, db), "how many?");
}
