// SPDX-License-Identifier: BSL-1.0
// expect: t2s: rewrite() must return a t2s::question, now or as an awaitable
#include "policies.hpp"

struct counter {
#ifdef T2S_WRONG
  int rewrite(auto&, std::string const& text) const { return static_cast<int>(text.size()); }
#else
  t2s::question rewrite(auto&, std::string const& text) const { return t2s::question(text); }
#endif
};

template struct t2s::pipeline<counter, sampler, generator, reviewer, t2s::terminate::nothing_left>;
