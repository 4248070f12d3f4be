// SPDX-License-Identifier: BSL-1.0
// expect: t2s: pipeline's 4th argument has no verb `std::optional<remark> review(ctx, asked, past) const`
#include "policies.hpp"

struct silent {
#ifndef T2S_WRONG
  std::optional<t2s::remark> review(auto&, t2s::question const&, auto&) const { return {}; }
#endif
};

template struct t2s::pipeline<rewriter, sampler, generator, silent, t2s::terminate::nothing_left>;
