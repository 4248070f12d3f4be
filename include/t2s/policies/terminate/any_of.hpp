// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_TERMINATE_ANY_OF_HPP
#define T2S_POLICIES_TERMINATE_ANY_OF_HPP

#include "t2s/policy.hpp"

#include <optional>
#include <tuple>
#include <utility>

namespace t2s::terminate {

/// Stops as soon as one of several termination policies does, with the reason of the first. Policies are accessed by type.
template <class... Policies>
class any_of {
 public:
  static_assert((t2s::detail::is_callable<TerminationPolicy<Policies>, Policies> && ...));
  static_assert((TerminationPolicy<Policies> && ...),
                "t2s: a member of any_of is not a TerminationPolicy: it needs `std::optional<stop> done(past) const`");

  using needs = merged<needs_of<Policies>...>;

  any_of() = default;
  /// Uses these policies.
  explicit any_of(Policies... policies)
    requires(sizeof...(Policies) > 0)
      : policies_(std::move(policies)...) {}

  /// The policy of that type, to set its options.
  template <class Policy>
  [[nodiscard]] Policy& get() noexcept {
    return std::get<Policy>(policies_);
  }

  /// The policy of that type.
  template <class Policy>
  [[nodiscard]] Policy const& get() const noexcept {
    return std::get<Policy>(policies_);
  }

  template <class Context, class Past>
  [[nodiscard]] std::optional<stop> done(Context& ctx, Past const& past) const {
    std::optional<stop> why;
    std::apply([&](auto const&... policy) { (void)(... || (why = stopped_by(policy, ctx, past)).has_value()); }, policies_);
    return why;
  }

 private:
  [[no_unique_address]] std::tuple<Policies...> policies_{};
};

}  // namespace t2s::terminate

#endif
