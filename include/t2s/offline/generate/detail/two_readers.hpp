// SPDX-License-Identifier: BSL-1.0
// Two readers of one question: a model, and the reader that needs none.
#ifndef T2S_OFFLINE_GENERATE_DETAIL_TWO_READERS_HPP
#define T2S_OFFLINE_GENERATE_DETAIL_TWO_READERS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/offline/confidence/detail/of_candidates.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policy.hpp"

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::generate {
namespace detail {

template <class Generator>
inline constexpr bool is_single = !requires(Generator const& g) { g.settings(); };

/// Whether the model should see its SQL again: the other reader's SQL runs and has another result, or a review objects to the model's.
[[nodiscard]] T2S_DECL bool is_doubted(candidate_set const& set, std::size_t model, std::size_t reader);

/// What speaks against the model's SQL: its estimate's reasons, and the other reader's SQL with the difference of the results.
[[nodiscard]] T2S_DECL std::vector<remark> doubts_about(candidate_run const& model, candidate_run const& reader, estimated const* known);

}  // namespace detail

/// A CandidateGenerator with two readers that do not know of each other: `Asked`, which asks a model, is candidate 0; `Local`, which does
/// not, is candidate 1. The model drafts once. If the results differ, or a review objects to the model's SQL and the other reader does not
/// agree with it, the model is asked for one revision, candidate 2: its draft's remarks then have what speaks against it (`doubts_about`).
/// At most two calls; one if both agree.
template <GeneratorPolicy Asked, GeneratorPolicy Local>
struct cross_checking : each_of<Asked, Local> {
  static_assert(detail::is_single<Asked> && detail::is_single<Local>,
                "t2s: generate::cross_checking takes two generators that write one candidate each");
  static constexpr std::string_view name = "cross_checking";
  static constexpr std::size_t model = 0, reader = 1;  ///< numbers of the two candidates
  using states = merged<states_of<Asked>, states_of<Local>, confidence::candidate_states>;
  using each_of<Asked, Local>::each_of;

  confidence::estimation how{};  ///< what the estimate of the model's draft may cost

  [[nodiscard]] std::vector<candidate_settings> settings() const {
    auto all = each_of<Asked, Local>::settings();
    all[model].attempts = 1;
    all[model].draw = 0;
    return all;
  }

  /// The revision by the model, once and only if its draft is doubted.
  template <class Context>
  auto more(Context& ctx, question const& asked, samples const& shown, candidate_set const& set) const
      -> task<Context, std::vector<candidate_settings>> {
    std::vector<candidate_settings> next;
    if (set.size() > 2 || !detail::is_doubted(set, model, reader)) co_return next;
    auto estimating = ctx.lift(confidence::estimate_of(ctx, asked, shown, set[model], how));
    auto const* const known = co_await std::move(estimating);
    auto& revision = next.emplace_back(settings()[model]);
    revision.revised = model;
    revision.attempts = set[model].revisions.size() + 1;
    revision.remarks = detail::doubts_about(set[model], set[reader], known);
    co_return next;
  }
};

/// A CandidateGenerator that asks a model only where it must: `Local` is candidate 0. If its SQL runs and its confidence reaches `enough`,
/// there is no other candidate and no call; else `Asked`, which asks a model, is candidate 1.
template <GeneratorPolicy Local, GeneratorPolicy Asked>
struct cascading : each_of<Local, Asked> {
  static_assert(detail::is_single<Local> && detail::is_single<Asked>,
                "t2s: generate::cascading takes two generators that write one candidate each");
  static constexpr std::string_view name = "cascading";
  static constexpr std::size_t reader = 0, model = 1;  ///< numbers of the two candidates
  using states = merged<states_of<Local>, states_of<Asked>, confidence::candidate_states>;
  using each_of<Local, Asked>::each_of;

  double enough = estimated::default_minimum;  ///< the confidence from which no model is asked, from 0 to 1
  std::size_t revisions = 3;                   ///< most revisions by the model
  confidence::estimation how{};                ///< what the estimate may cost

  [[nodiscard]] std::vector<candidate_settings> settings() const {
    auto all = each_of<Local, Asked>::settings();
    all.resize(1);
    return all;
  }

  /// The model's candidate, if it is needed.
  template <class Context>
  auto more(Context& ctx, question const& asked, samples const& shown, candidate_set const& set) const
      -> task<Context, std::vector<candidate_settings>> {
    std::vector<candidate_settings> next;
    if (set.size() > 1) co_return next;
    auto estimating = ctx.lift(confidence::estimate_of(ctx, asked, shown, set[reader], how));
    auto const* const known = co_await std::move(estimating);
    auto const* const done = set[reader].outcome();
    if (known && known->confidence >= enough && done && done->ok()) co_return next;
    next.push_back(each_of<Local, Asked>::settings()[model]);
    next.back().attempts = revisions + 1;
    next.back().draw = 0;
    co_return next;
  }
};

}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/generate/detail/two_readers.ipp"
#endif

#endif
