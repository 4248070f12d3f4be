// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_FEEDBACK_SEQUENCE_HPP
#define T2S_PIPELINE_FEEDBACK_SEQUENCE_HPP

#include "t2s/pipeline.hpp"
#include "t2s/policy.hpp"

#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace t2s {

enum class sequence_rule { first_of, all_of, in_turn };  ///< which stages of a sequence review an attempt

/// The common part of `first_of`, `all_of` and `in_turn`.
///
/// Stages are reached by type: `sequence.template get<Stage>().option = ...`. Sequences nest. When `over()` says that the run is over, the
/// remaining stages do not review.
template <sequence_rule Rule, class... Stages>
class feedback_sequence {
 public:
  static_assert((detail::is_callable<FeedbackPolicy<Stages>, Stages> && ...));
  static_assert((FeedbackPolicy<Stages> && ...),
                "t2s: a stage of this sequence is not a FeedbackPolicy: it needs `std::optional<remark> review(ctx, asked, past) const`");

  using sequence_tag = void;  ///< marks a sequence for the combinators

  /// The position of `in_turn`, kept as a fact.
  struct turn {
    std::size_t next;  ///< the first stage that reviews the next attempt
  };
  static constexpr bool advances = Rule == sequence_rule::in_turn;  ///< whether a stage is skipped after it had a remark
  using provides = merged<provides_of<Stages>..., std::conditional_t<advances, facts<turn>, facts<>>>;
  using needs = merged<needs_of<Stages>...>;
  using states = merged<states_of<Stages>...>;

  feedback_sequence() = default;
  /// A sequence of these stages.
  explicit feedback_sequence(Stages... stages)
    requires(sizeof...(Stages) > 0)
      : stages_(std::move(stages)...) {}

  /// The stage of that type, for setting its options.
  template <class Stage>
  [[nodiscard]] Stage& get() noexcept {
    return std::get<Stage>(stages_);
  }
  /// The stage of that type.
  template <class Stage>
  [[nodiscard]] Stage const& get() const noexcept {
    return std::get<Stage>(stages_);
  }

  /// Yields whether any stage had a remark.
  template <class Context, class Past, class Over>
  auto review(Context& ctx, question const& asked, Past& past, Over const& over) const {
    std::size_t first = 0;
    if constexpr (advances)
      if (auto const* place = past.template newest<turn>()) first = place->next;
    return from<0>(ctx, asked, past, over, first, false);
  }

 private:
  /// Whether any stage waits. Otherwise the sequence returns a plain bool.
  template <class Context, class Past, class Over>
  static constexpr bool waits =
      (settled<decltype(run_feedback(std::declval<Stages const&>(), std::declval<Context&>(), std::declval<question const&>(),
                                     std::declval<Past&>(), std::declval<Over const&>()))>::later ||
       ...);

  template <std::size_t I, class Context, class Past, class Over>
  auto from(Context& ctx, question const& asked, Past& past, Over const& over, std::size_t first, bool any) const {
    auto const whether = [&](bool b) {
      if constexpr (waits<Context, Past, Over>)
        return ctx.lift(b);
      else
        return b;
    };
    if constexpr (I == sizeof...(Stages)) {
      return whether(any);
    } else {
      if (I < first) return from<I + 1>(ctx, asked, past, over, first, any);
      auto const& stage = std::get<I>(stages_);
      return then(run_feedback(stage, ctx, asked, past, over), [this, whether, &ctx, &asked, &past, &over, first, any](bool remarked) {
        if constexpr (advances)
          if (remarked) past.note(turn{I + 1});
        if ((remarked && Rule != sequence_rule::all_of) || over()) return whether(any || remarked);
        return from<I + 1>(ctx, asked, past, over, first, any || remarked);
      });
    }
  }

  [[no_unique_address]] std::tuple<Stages...> stages_{};
};

/// Stops at the first stage with a remark.
template <class... Stages>
using first_of = feedback_sequence<sequence_rule::first_of, Stages...>;

/// All stages review.
template <class... Stages>
using all_of = feedback_sequence<sequence_rule::all_of, Stages...>;

/// One stage after the other: a stage that has reviewed is skipped for later attempts (the order of DAC).
template <class... Stages>
using in_turn = feedback_sequence<sequence_rule::in_turn, Stages...>;

}  // namespace t2s

#endif
