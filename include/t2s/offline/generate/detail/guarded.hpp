// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_GENERATE_DETAIL_GUARDED_HPP
#define T2S_OFFLINE_GENERATE_DETAIL_GUARDED_HPP

#include "t2s/core/detail/probability_text.hpp"
#include "t2s/offline/confidence/in_run.hpp"
#include "t2s/policy.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace t2s::generate {

/// A GeneratorPolicy around another: evidence decides whether a revision replaces the SQL before it, not the model that judged that SQL.
/// Small models say No to right SQL and then spoil it.
///
/// The evidence is `confidence::estimate`: whether the SQL runs and gives rows, whether it stands for all words of the question, lint, and
/// the question read without a model. SQL with enough of it is not revised. A revision with less or equal evidence, or that repeats the
/// SQL, is dropped, and the run ends with the SQL before it: the same request would only be answered the same way.
///
/// Each candidate has its `estimated`, unless the run's budget or the database prevents it; such a candidate is not guarded.
template <GeneratorPolicy Inner>
struct guarded {
  static constexpr std::string_view name = "guarded";
  using states = merged<states_of<Inner>, confidence::states>;
  using needs = needs_of<Inner>;

  Inner inner{};                             ///< writes the SQL
  double enough = estimated::usual_minimum;  ///< the confidence from which SQL is not revised
  confidence::estimation how{};              ///< what an estimate may cost
  bool enabled = true;                       ///< off: the inner policy alone

  auto draft(auto& ctx, question const& asked, samples const& shown) const {
    return drafted(ctx, asked, shown, ctx.lift(inner.draft(ctx, asked, shown)));
  }
  auto revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return revised(ctx, asked, shown, past, [&, this] { return inner.revise(ctx, asked, shown, past); });
  }

 private:
  template <class Context, class Drafting>
  auto drafted(Context& ctx, question const& asked, samples const& shown, Drafting drafting) const -> task<Context, candidate> {
    auto made = co_await std::move(drafting);
    if (enabled && !made.sql.empty()) {
      auto weighing = weigh(ctx, asked, made, shown);
      static_cast<void>(co_await std::move(weighing));
    }
    co_return made;
  }

  template <class Context, class Past, class Revise>
  auto revised(Context& ctx, question const& asked, samples const& shown, Past const& past, Revise revise) const
      -> task<Context, candidate> {
    auto const* const before = enabled ? past.latest().tried.template known<estimated>() : nullptr;
    if (before && before->confidence >= enough) co_return candidate({}, "the evidence for the SQL is sufficient");
    auto revising = ctx.lift(revise());
    auto made = co_await std::move(revising);
    if (!before || made.sql.empty()) co_return made;
    if (past.has_tried(made.sql)) co_return candidate({}, "the model repeats its SQL");
    auto weighing = weigh(ctx, asked, made, shown);
    bool const weighed = co_await std::move(weighing);
    auto const* const after = weighed ? made.template known<estimated>() : nullptr;
    if (!after || after->confidence > before->confidence) co_return made;
    co_return candidate({}, "the revision has no better evidence (" + t2s::detail::probability_text(after->confidence) + ", before " +
                                t2s::detail::probability_text(before->confidence) + ")");
  }

  /// Executes and estimates the candidate; returns whether that was possible.
  template <class Context>
  auto weigh(Context& ctx, question const& asked, candidate& made, samples const& shown) const -> task<Context, bool> {
    try {
      if (!made.outcome) {
        auto executing = ctx.lift(ctx.query(made.sql));
        auto done = co_await std::move(executing);
        made.outcome = std::move(done);
      }
      auto estimating = ctx.lift(confidence::estimate(ctx, asked, made, &*made.outcome, shown, how, {}));
      auto found = co_await std::move(estimating);
      made.note(std::move(found));
      co_return true;
    } catch (error const& e) {
      if (e.details().code == errc::cancelled) throw;
    }
    co_return false;
  }
};

}  // namespace t2s::generate

#endif
