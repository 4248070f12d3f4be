// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SAMPLE_SAMPLE_BY_HPP
#define T2S_SAMPLE_SAMPLE_BY_HPP

#include "t2s/policy.hpp"

#include <utility>

namespace t2s {

/// The SamplerPolicy that `sample_by` makes.
template <class Function>
struct sampling_function {
  static_assert(
      requires(Function const& f, detail::any_context<none>& ctx, question const& asked) { f(ctx, asked); },
      "t2s: sample_by takes a function `samples (auto& ctx, t2s::question const& asked)`; `auto&`, not `auto`, and no `mutable` lambda");

  [[no_unique_address]] Function function;  ///< called as the verb is

  template <class Context>
  auto sample(Context& ctx, question const& asked) const -> decltype(function(ctx, asked)) {
    return function(ctx, asked);
  }
};

/// A SamplerPolicy from a function `samples (auto& ctx, question const& asked)`, which may return `task<Context, samples>` as a verb may.
/// It is called by many runs at once.
template <class Function>
[[nodiscard]] sampling_function<Function> sample_by(Function function) {
  return {std::move(function)};
}

}  // namespace t2s

#endif
