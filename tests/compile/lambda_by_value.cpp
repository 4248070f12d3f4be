// SPDX-License-Identifier: BSL-1.0
// expect: t2s: review_by takes a function `std::optional<remark> (auto& ctx, t2s::question const& asked, auto& past)`; `auto&`, not `auto`
#include "policies.hpp"
#include "t2s/pipeline/policy_by.hpp"

#ifdef T2S_WRONG
auto const critic = t2s::review_by([](auto&, t2s::question const&, auto past) -> std::optional<t2s::remark> {
#else
auto const critic = t2s::review_by([](auto&, t2s::question const&, auto& past) -> std::optional<t2s::remark> {
#endif
  return t2s::remark("critic", past.sql());
});
t2s::pipeline const p{rewriter{}, sampler{}, generator{}, critic, t2s::terminate::nothing_left{}};
