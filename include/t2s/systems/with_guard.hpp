// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_WITH_GUARD_HPP
#define T2S_SYSTEMS_WITH_GUARD_HPP

#include "t2s/core/detail/probability_text.hpp"
#include "t2s/offline/generate/guarded.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/policies/terminate/any_of.hpp"

#include <optional>
#include <utility>

namespace t2s::systems {
namespace detail {

/// Stops before the feedback if the latest SQL has sufficient evidence, as `generate::guarded` found it.
struct sufficient_evidence {
  double enough = estimated::usual_minimum;

  [[nodiscard]] std::optional<stop> done(auto const& past) const {
    auto const* const found = past.latest().tried.template known<estimated>();
    if (found && found->confidence >= enough) return stop{"sufficient evidence: " + t2s::detail::probability_text(found->confidence)};
    return {};
  }
};

}  // namespace detail

/// A pipeline that trusts evidence over its model's judgement (`generate::guarded`): SQL is revised only if its evidence is weak, and
/// replaced only by SQL with more. It has the settings of the given pipeline; its generator is `generator.inner`, its termination
/// `termination.get<T>()`. `enough` is the confidence that is sufficient, from 0 to 1. To repair too, guard the repaired:
///
///     auto const dac = t2s::systems::with_guard(t2s::systems::with_repair(t2s::systems::dac()));
///     auto const found = dac.run(t2s::context(model, database), "Which hives are empty?");
template <class Rewrite, class Sampler, class Generator, class Feedback, class Termination>
[[nodiscard]] auto with_guard(pipeline<Rewrite, Sampler, Generator, Feedback, Termination> of, double enough = estimated::usual_minimum) {
  static_assert(t2s::detail::goes_beyond_draft<Termination>, "t2s: a pipeline that stops after its draft has no revision to guard");
  using ends = terminate::any_of<detail::sufficient_evidence, Termination>;
  pipeline<Rewrite, Sampler, generate::guarded<Generator>, Feedback, ends> made{
      std::move(of.rewrite),
      std::move(of.sampler),
      {std::move(of.generator), enough},
      std::move(of.feedback),
      ends(detail::sufficient_evidence{enough}, std::move(of.termination))};
  return made;
}

}  // namespace t2s::systems

#endif
