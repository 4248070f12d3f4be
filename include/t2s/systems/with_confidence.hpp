// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_WITH_CONFIDENCE_HPP
#define T2S_SYSTEMS_WITH_CONFIDENCE_HPP

#include "t2s/core/detail/probability_text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/offline/confidence/detail/asking_back.hpp"
#include "t2s/offline/confidence/in_run.hpp"
#include "t2s/offline/generate/detail/guarded.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/context.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::systems {

/// A system whose answer has the probability of being right (`answer::estimate`), and which withholds answers below `minimum`.
///
///     t2s::systems::with_confidence<t2s::systems::offline> careful;
///     careful.minimum = t2s::estimated::usual_minimum;
///     auto const found = careful.run(t2s::context(model, database), question);
///     if (!found.has_sql()) std::cout << found.stopped;  // "confidence 0.31 is below 0.75: not read: "purple""
///
/// An answer below the minimum has no SQL; `answer::withheld` holds the attempt. If the run's budget or the database prevents an estimate,
/// there is none, and with a minimum no answer. The estimate is part of the run: its statements and its time count.
template <class System>
struct with_confidence {
  static constexpr std::string_view name = "confidence";

  System system{};               ///< its settings are members of it
  double minimum = 0;            ///< of the confidence, from 0 to 1; 0 withholds nothing
  confidence::estimation how{};  ///< what an estimate may cost
  bool enabled = true;           ///< off: the same as the system alone
  /// Whether an uncertain answer asks back (`asked_back`) where the question has readings with other results; `with_choice` goes on.
  bool asks_back = false;

  /// Runs the system; throws the same errors.
  template <class Context>
  [[nodiscard]] auto run(Context ctx, std::string question) const& {
    if constexpr (Context::synchronous)
      return drive(std::move(ctx), std::move(question)).get();
    else
      return drive(std::move(ctx), std::move(question));
  }
  template <class Context>
    requires(!Context::synchronous)
  void run(Context, std::string) const&& = delete;  // the run refers to the system: keep it in a variable

 private:
  template <class Context>
  auto drive(Context given, std::string question) const -> task<Context, answer> {
    auto* const database = given.wrapped([](auto& d) { return &d; });
    auto running = Context::lift(system.run(given.over(*database), std::move(question)));
    auto found = co_await std::move(running);
    if (!enabled || !found.has_sql()) co_return found;
    std::string why_not;
    if (is_corrected(found)) found.revisions.back().recorded.emplace_back(estimated(corrected));
    if (bool const estimated_already = found.estimate() != nullptr; !estimated_already || asks_back) {
      run_context<Context, confidence::states> ctx(given.over(*database, found.spent));
      try {
        auto& last = found.revisions.back();
        if (!estimated_already) {
          std::optional<double> agreement;
          auto estimating = ctx.lift(confidence::estimate(ctx, found.asked, last.tried, found.outcome(), found.shown, how, agreement));
          auto estimate = co_await std::move(estimating);
          last.recorded.emplace_back(std::move(estimate));
        }
        if (asks_back) {
          auto asking = ctx.lift(confidence::ask_back_in(ctx, found, how));
          auto asked = co_await std::move(asking);
          if (asked) last.recorded.emplace_back(*std::move(asked));
        }
      } catch (error const& e) {
        if (e.details().code == errc::cancelled) throw;
        why_not = e.details().message;
      }
      found.spent += ctx.spent();
    }
    withhold(found, why_not);
    co_return found;
  }

  static constexpr double corrected = 0.99;  // the confidence of SQL that a user gave for the same question

  [[nodiscard]] static bool is_corrected(answer const& found) {
    for (auto const& d : found.shown.demonstrations)
      if (d.shown.is_correction && d.shown.sql == found.sql() &&
          retrieve::plain_question(d.shown.question) == retrieve::plain_question(found.asked.clear))
        return true;
    return false;
  }

  void withhold(answer& found, std::string const& why_not) const {
    if (auto const* done = found.outcome(); done && !done->ok()) return;  // it has no rows, and its failure says more
    auto const* const known = found.estimate();
    if (known ? known->confidence >= minimum : minimum <= 0) return;
    found.stopped = known ? refusal(*known) : "the confidence is not known: " + why_not;
    found.withheld = std::move(found.revisions.back());
    found.revisions.clear();
  }

  [[nodiscard]] std::string refusal(estimated const& e) const {
    std::string out("confidence ");
    out.append(t2s::detail::probability_text(e.confidence)).append(" is below ").append(t2s::detail::probability_text(minimum));
    for (auto const& m : e.missing) out.append(&m == &e.missing.front() ? ": " : "; ").append(m);
    return out;
  }
};

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
