// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_TERMINATE_BASIC_HPP
#define T2S_POLICIES_TERMINATE_BASIC_HPP

#include "t2s/core/detail/probability_text.hpp"
#include "t2s/pipeline/history.hpp"
#include "t2s/policy.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

/// Termination policies that read what the run has noted, and `any_of`, which joins several. repeated.hpp has those that compare attempts.
namespace t2s::terminate {

/// The draft is the answer: it is not reviewed or revised, and reviews and revisions are not compiled.
struct after_draft {
  static constexpr bool draft_alone = true;  ///< read by the pipeline at compile time

  [[nodiscard]] std::optional<stop> done(attempt_list const&) const { return stop{"not corrected"}; }
};

/// Stops after a number of revisions; the last one is not reviewed.
struct revisions {
  std::size_t limit = 3;  ///< how many

  [[nodiscard]] std::optional<stop> done(attempt_list const& past) const {
    if (past.size() > limit) return stop{"revision limit"};
    return {};
  }
};

/// Stops when a whole review had no remark.
struct nothing_left {
  [[nodiscard]] std::optional<stop> done(attempt_list const& past) const {
    if (past.latest().reviewed && past.latest().remarks.empty()) return stop{"nothing left to say"};
    return {};
  }
};

/// Stops when the model has judged the result of the latest SQL right.
struct judged_right {
  using needs = facts<judged>;

  [[nodiscard]] std::optional<stop> done(auto const& past) const {
    auto const* verdict = past.template known<judged>();
    if (verdict && verdict->right) return stop{"judged right"};
    return {};
  }
};

/// Stops when the latest SQL is sufficiently likely to be right, by the estimate of `feedback::confidence_estimate`.
struct confident {
  using needs = facts<estimated>;

  double least = estimated::usual_minimum;  ///< the sufficient probability, from 0 to 1

  [[nodiscard]] std::optional<stop> done(auto const& past) const {
    auto const* found = past.template known<estimated>();
    if (found && found->confidence >= least) return stop{"confident: " + t2s::detail::probability_text(found->confidence)};
    return {};
  }
};

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
