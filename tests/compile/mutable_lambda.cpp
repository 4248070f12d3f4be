// SPDX-License-Identifier: BSL-1.0
// expect: t2s: stop_by takes a function `std::optional<t2s::stop> (auto const& past)`; `auto&`, not `auto`, and no `mutable` lambda
#include "policies.hpp"
#include "t2s/pipeline/policy_by.hpp"

#ifdef T2S_WRONG
auto const enough = t2s::stop_by([n = 0](auto const&) mutable -> std::optional<t2s::stop> {
  ++n;
#else
auto const enough = t2s::stop_by([n = 3](auto const&) -> std::optional<t2s::stop> {
#endif
  if (n < 3) return {};
  return t2s::stop{"three attempts"};
});
t2s::pipeline const p{rewriter{}, sampler{}, generator{}, reviewer{}, enough};
