// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_SELECT_DETAIL_BETTER_READER_HPP
#define T2S_OFFLINE_SELECT_DETAIL_BETTER_READER_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/offline/confidence/detail/of_candidates.hpp"
#include "t2s/pipeline/several.hpp"
#include "t2s/policy.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

namespace t2s::select {
namespace detail {

/// The choice of `better_reader`; `reader` names the generator that asks no model.
[[nodiscard]] T2S_DECL selected better_of(candidate_set const& set, std::string_view reader, bool weighs,
                                          confidence::candidate_estimates const& known);

}  // namespace detail

/// A SelectionPolicy for two readers of a question (`generate::cross_checking`, `generate::cascading`): `Local`, which asks no model, and
/// one that asks a model and may have revised its SQL. The choice has a confidence (`selected::estimate`), whose reasons begin with what
/// the readers doubt of each other. Asks no model.
///
/// 1. If the model's draft and the other reader have the same result, the likelier of the two: each confidence is of that result.
/// 2. If they differ, the likelier SQL. Two results cannot both be right: of the probabilities p of the reader and q of the model's last
///    SQL, p becomes p (1 - q) / (1 - p q). q needs no such change: that the reading differs is part of its evidence.
/// 3. A model that takes over the other's result once it has seen it agrees, but is no second witness: p stays.
/// 4. If one of them has no SQL, for example since the model failed, the other's; the reasons say that nobody checked it.
template <class Local>
struct better_reader {
  static constexpr std::string_view name = "better reader";
  using states = confidence::candidate_states;

  bool weighs = true;            ///< off: where the results differ, the model's SQL if it runs, whatever the confidences
  confidence::estimation how{};  ///< what each estimate may cost

  template <class Context>
  auto select(Context& ctx, question const& asked, samples const& shown, candidate_set const& set) const -> task<Context, selected> {
    for (std::size_t n = 0; n < set.size(); ++n) {
      auto estimating = ctx.lift(confidence::estimate_of(ctx, asked, shown, set[n], how));
      static_cast<void>(co_await std::move(estimating));
    }
    co_return detail::better_of(set, t2s::detail::name_of<Local>("generator"), weighs,
                                ctx.template state<confidence::candidate_estimates>());
  }

  /// The same for a run whose budget is spent: by the confidences that the candidates have by themselves, if any.
  [[nodiscard]] selected instead(candidate_set const& set) const {
    return detail::better_of(set, t2s::detail::name_of<Local>("generator"), weighs, confidence::candidate_estimates());
  }
};

}  // namespace t2s::select

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/select/detail/better_reader.ipp"
#endif

#endif
