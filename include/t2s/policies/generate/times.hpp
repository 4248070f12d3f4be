// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_TIMES_HPP
#define T2S_POLICIES_GENERATE_TIMES_HPP

#include "t2s/pipeline/several.hpp"
#include "t2s/policy.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace t2s::generate {

/// A CandidateGenerator: several candidates by one generator, as in self-consistency (Wang et al. 2023). A single candidate is requested as
/// by the generator alone, without `temperature` and `seed`.
///
///     using consistent = t2s::pipeline<t2s::none, t2s::none, t2s::generate::times<5, t2s::generate::few_shot>,
///                                      t2s::feedback::execution_error, t2s::terminate::nothing_left, t2s::select::majority>;
template <std::size_t N, class Base>
struct times {
  static_assert(t2s::detail::check_generator<Base>::passed);
  static_assert(N > 0, "t2s: generate::times<0, ...> writes no candidate: give the number of candidates first");

  using states = states_of<Base>;
  using needs = needs_of<Base>;

  Base base{};                              ///< writes each of them
  std::size_t candidates = N;               ///< how many, at least 1
  std::optional<double> temperature = 0.7;  ///< of their requests; nothing: that of `base`. At 0 they are mostly equal
  std::optional<std::int64_t> seed{};       ///< of the first one's requests, the next number for each further one; not sent if absent
  std::optional<llm::model_role> asks{};    ///< which of a run's models drafts them; nothing: that of `base`
  double weight = 1;                        ///< votes of each

  /// The number of candidates.
  [[nodiscard]] std::size_t count() const noexcept { return candidates > 0 ? candidates : 1; }
  [[nodiscard]] std::vector<candidate_settings> settings() const {
    std::vector<candidate_settings> all(count());
    for (std::size_t n = 0; n < all.size(); ++n) {
      all[n].generator = t2s::detail::name_of<Base>("generator");
      all[n].temperature = temperature;
      if (seed) all[n].seed = *seed + static_cast<std::int64_t>(n);
      all[n].asks = asks;
      all[n].weight = weight;
    }
    return all;
  }

  auto draft(auto& ctx, question const& asked, samples const& shown) const { return base.draft(ctx, asked, shown); }
  auto revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return base.revise(ctx, asked, shown, past);
  }
  auto draft_of(std::size_t, auto& ctx, question const& asked, samples const& shown) const { return base.draft(ctx, asked, shown); }
  auto revise_of(std::size_t, auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return base.revise(ctx, asked, shown, past);
  }
};

}  // namespace t2s::generate

#endif
