// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TERMINATE_STOP_BY_HPP
#define T2S_TERMINATE_STOP_BY_HPP

#include "t2s/policy.hpp"

#include <utility>

namespace t2s {

/// The TerminationPolicy that `stop_by` makes.
template <class Function, class Needs = facts<>>
struct stopping_function {
  static_assert(
      requires(Function const& f, history<Needs> const& past) { f(past); },
      "t2s: stop_by takes a function `std::optional<t2s::stop> (auto const& past)`; `auto&`, not `auto`, and no `mutable` lambda");

  using needs = Needs;

  [[no_unique_address]] Function function;  ///< called as the verb is

  /// What the function says.
  template <class Past>
  auto done(Past const& past) const -> decltype(function(past)) {
    return function(past);
  }
};

/// A TerminationPolicy from a function `std::optional<stop> (auto const& past)`. It is called by many runs at once. `Needs` lists the facts
/// that it looks at.
///
///     auto const thrice = t2s::stop_by([](auto const& past) -> std::optional<t2s::stop> {
///       if (past.size() < 3) return {};
///       return t2s::stop{"three attempts"};
///     });
template <class Needs = facts<>, class Function>
[[nodiscard]] stopping_function<Function, Needs> stop_by(Function function) {
  return {std::move(function)};
}

}  // namespace t2s

#endif
