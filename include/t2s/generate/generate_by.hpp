// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_GENERATE_BY_HPP
#define T2S_GENERATE_GENERATE_BY_HPP

#include "t2s/policy.hpp"

#include <utility>

namespace t2s {

/// A revision that there never is.
struct no_revision {
  /// Nothing more to propose.
  candidate operator()(auto&, question const&, samples const&, auto const&) const { return candidate("", "no revision"); }
};

/// The GeneratorPolicy that `generate_by` makes.
template <class Draft, class Revise, class Needs = facts<>>
struct generating_functions {
  static_assert(
      requires(Draft const& f, detail::any_context<none>& ctx, question const& asked, samples const& shown) { f(ctx, asked, shown); },
      "t2s: generate_by takes first a function `candidate (auto& ctx, t2s::question const& asked, t2s::samples const& shown)`; `auto&`, "
      "not `auto`, and no `mutable` lambda");
  static_assert(
      requires(Revise const& f, detail::any_context<none>& ctx, question const& asked, samples const& shown, history<Needs> const& past) {
        f(ctx, asked, shown, past);
      },
      "t2s: generate_by takes second a function `candidate (auto& ctx, t2s::question const& asked, t2s::samples const& shown, "
      "auto const& past)`; `auto&`, not `auto`, and no `mutable` lambda");

  using needs = Needs;

  [[no_unique_address]] Draft drafting;   ///< called as `draft` is
  [[no_unique_address]] Revise revising;  ///< called as `revise` is

  template <class Context>
  auto draft(Context& ctx, question const& asked, samples const& shown) const -> decltype(drafting(ctx, asked, shown)) {
    return drafting(ctx, asked, shown);
  }

  template <class Context, class Past>
  auto revise(Context& ctx, question const& asked, samples const& shown, Past const& past) const
      -> decltype(revising(ctx, asked, shown, past)) {
    return revising(ctx, asked, shown, past);
  }
};

/// A GeneratorPolicy from a function `candidate (auto& ctx, question const& asked, samples const& shown)` and, if it revises, another with
/// `auto const& past` behind. Each may return `task<Context, candidate>` as a verb may, and is called by many runs at once. `Needs` lists
/// the facts that the second looks at.
template <class Needs = facts<>, class Draft, class Revise = no_revision>
[[nodiscard]] generating_functions<Draft, Revise, Needs> generate_by(Draft draft, Revise revise = {}) {
  return {std::move(draft), std::move(revise)};
}

}  // namespace t2s

#endif
