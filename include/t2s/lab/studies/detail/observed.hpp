// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_OBSERVED_HPP
#define T2S_LAB_STUDIES_DETAIL_OBSERVED_HPP

#include "t2s/core/error.hpp"
#include "t2s/lab/studies/detail/observed_run.hpp"
#include "t2s/pipeline.hpp"

#include <concepts>
#include <optional>
#include <utility>

namespace t2s::studies {

/// A generator whose draft is the observed run's, if it has one. The inner generator drafts anyway, since its revisions may need what it
/// finds out; its draft is dropped, and its calls and statements are charged to the draft.
template <GeneratorPolicy Inner>
struct given_draft {
  using states = states_of<Inner>;
  using needs = needs_of<Inner>;

  Inner inner{};        ///< drafts and revises
  observed_run* run{};  ///< of this one run; null: nothing is observed

  template <class Context>
  auto draft(Context& ctx, question const& asked, samples const& shown) const -> task<Context, candidate> {
    auto drafting = ctx.lift(inner.draft(ctx, asked, shown));
    auto made = co_await std::move(drafting);
    if (!run) co_return made;
    if (run->draft()) {
      candidate given(*run->draft(), "published");
      given.reasoning = std::move(made.reasoning);
      made = std::move(given);
    }
    run->has_draft(ctx.spent());
    co_return made;
  }

  template <class Context, class Past>
  auto revise(Context& ctx, question const& asked, samples const& shown, Past const& past) const {
    if (run) run->revises(past);
    return inner.revise(ctx, asked, shown, past);
  }
};

/// A termination policy that shows its attempts to the observed run.
template <TerminationPolicy Inner>
struct observing_stop {
  using states = states_of<Inner>;
  using needs = needs_of<Inner>;
  static constexpr bool draft_alone = !t2s::detail::goes_beyond_draft<Inner>;  ///< as `Inner`

  Inner inner{};        ///< decides
  observed_run* run{};  ///< of this one run; null: nothing is observed

  template <class Context, class Past>
  [[nodiscard]] std::optional<stop> done(Context& ctx, Past const& past) const {
    if (run) run->has_attempt(past);
    return stopped_by(inner, ctx, past);
  }
};

/// A pipeline with an observed run.
template <class R, class S, class G, class F, class T>
[[nodiscard]] pipeline<R, S, given_draft<G>, F, observing_stop<T>> observed(pipeline<R, S, G, F, T> of, observed_run* run) {
  return {std::move(of.rewrite),
          std::move(of.sampler),
          {std::move(of.generator), run},
          std::move(of.feedback),
          {std::move(of.termination), run}};
}

/// A pipeline that chooses among candidates is not observed, since its run has several drafts. It is for studies whose strategies draft
/// themselves and whose corrector is a model (`correctors::live`).
template <class R, class S, class G, class F, class T, class Selection>
  requires(!std::same_as<Selection, none>)
[[nodiscard]] pipeline<R, S, G, F, T, Selection> observed(pipeline<R, S, G, F, T, Selection> of, observed_run*) {
  return of;
}

}  // namespace t2s::studies

#endif
