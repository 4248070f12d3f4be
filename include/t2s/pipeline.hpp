// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_HPP
#define T2S_PIPELINE_HPP

#include "t2s/core/internal/together.hpp"
#include "t2s/feedback/sequence.hpp"
#include "t2s/policy.hpp"
#include "t2s/run/internal/candidate_context.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace t2s {

namespace detail {

template <class P>
concept AnyPolicy = CanRewrite<P> || CanSample<P> || CanDraft<P> || CanReview<P> || CanStop<P> || CanSelect<P> || FeedbackSequence<P>;

/// Has another error than a missing verb.
template <class P>
concept Explained = AnyPolicy<P> || LacksConst<P> || CopiesRun<P>;

/// One compile error for each stage: its verb is missing or cannot be called, the type is a policy of another stage, or the verb returns
/// another type.
template <class Rewrite, class Sampler, class Generator, class Feedback, class Termination>
struct check_stages {
  static_assert(is_callable<CanRewrite<Rewrite>, Rewrite>);
  static_assert(is_callable<CanSample<Sampler>, Sampler>);
  static_assert(is_callable<(CanDraft<Generator> && CanRevise<Generator>), Generator>);
  static_assert(is_callable<(FeedbackSequence<Feedback> || CanReview<Feedback>), Feedback>);
  static_assert(is_callable<CanStop<Termination>, Termination>);

  static_assert(
      CanRewrite<Rewrite> || !AnyPolicy<Rewrite>,
      "t2s: stages in the wrong order: pipeline's 1st argument must be the RewritePolicy; the order is rewrite, sample, generate, "
      "feedback, terminate; take t2s::none for a stage that is absent");
  static_assert(
      CanSample<Sampler> || !AnyPolicy<Sampler>,
      "t2s: stages in the wrong order: pipeline's 2nd argument must be the SamplerPolicy; the order is rewrite, sample, generate, "
      "feedback, terminate; take t2s::none for a stage that is absent");
  static_assert(!std::same_as<Generator, none>, "t2s: a pipeline cannot do without a generator: pipeline's 3rd argument is t2s::none");
  static_assert(
      !std::same_as<Termination, none>,
      "t2s: a pipeline cannot do without a termination policy: pipeline's 5th argument is t2s::none; t2s::terminate::nothing_left "
      "stops when the feedback has nothing left to say");
  static_assert(
      CanDraft<Generator> || !AnyPolicy<Generator> || std::same_as<Generator, none>,
      "t2s: stages in the wrong order: pipeline's 3rd argument must be the GeneratorPolicy; the order is rewrite, sample, generate, "
      "feedback, terminate");
  static_assert(
      FeedbackSequence<Feedback> || CanReview<Feedback> || !AnyPolicy<Feedback>,
      "t2s: stages in the wrong order: pipeline's 4th argument must be the FeedbackPolicy; the order is rewrite, sample, generate, "
      "feedback, terminate; take t2s::none for a stage that is absent");
  static_assert(CanStop<Termination> || !AnyPolicy<Termination> || std::same_as<Termination, none>,
                "t2s: stages in the wrong order: pipeline's 5th argument must be the TerminationPolicy; the order is rewrite, sample, "
                "generate, feedback, terminate");

  static_assert(CanRewrite<Rewrite> || Explained<Rewrite>,
                "t2s: pipeline's 1st argument has no verb `question rewrite(ctx, std::string const& text) const`");
  static_assert(CanSample<Sampler> || Explained<Sampler>, "t2s: pipeline's 2nd argument has no verb `samples sample(ctx, asked) const`");
  static_assert(CanDraft<Generator> || Explained<Generator>,
                "t2s: pipeline's 3rd argument has no verb `candidate draft(ctx, asked, samples) const`");
  static_assert(CanRevise<Generator> || !CanDraft<Generator> || LacksConst<Generator> || CopiesRun<Generator>,
                "t2s: pipeline's 3rd argument has no verb `candidate revise(ctx, asked, samples, past) const`");
  static_assert(FeedbackSequence<Feedback> || CanReview<Feedback> || Explained<Feedback>,
                "t2s: pipeline's 4th argument has no verb `std::optional<remark> review(ctx, asked, past) const`");
  static_assert(CanStop<Termination> || Explained<Termination>,
                "t2s: pipeline's 5th argument has no verb `std::optional<stop> done(past) const`");

  static_assert(RewritePolicy<Rewrite> || !CanRewrite<Rewrite>, "t2s: rewrite() must return a t2s::question, now or as an awaitable");
  static_assert(SamplerPolicy<Sampler> || !CanSample<Sampler>, "t2s: sample() must return t2s::samples, now or as an awaitable");
  static_assert(GeneratorPolicy<Generator> || !CanDraft<Generator> || !CanRevise<Generator>,
                "t2s: draft() and revise() must return a t2s::candidate, now or as an awaitable");
  static_assert(FeedbackPolicy<Feedback> || !CanReview<Feedback>,
                "t2s: review() must return std::optional<t2s::remark>, now or as an awaitable");
  static_assert(TerminationPolicy<Termination> || !CanStop<Termination>, "t2s: done() must return std::optional<t2s::stop>, and at once");

  static constexpr bool passed = RewritePolicy<Rewrite> && SamplerPolicy<Sampler> && GeneratorPolicy<Generator> &&
                                 FeedbackPolicy<Feedback> && TerminationPolicy<Termination>;
};

/// The same for a pipeline with a selection, and for one that lacks it.
template <class Generator, class Selection>
struct check_selection {
  static constexpr bool is_there = !std::same_as<Selection, none>;
  static_assert(!is_there || is_callable<CanSelect<Selection>, Selection>);
  static_assert(!is_there || CanSelect<Selection> || !AnyPolicy<Selection>,
                "t2s: stages in the wrong order: pipeline's 6th argument must be the SelectionPolicy");
  static_assert(!is_there || CanSelect<Selection> || Explained<Selection>,
                "t2s: pipeline's 6th argument has no verb `selected select(ctx, asked, samples, candidate_set const& set) const`");
  static_assert(!is_there || SelectionPolicy<Selection> || !CanSelect<Selection>,
                "t2s: select() must return a t2s::selected, now or as an awaitable");
  static_assert(!is_there || CandidateGenerator<Generator>,
                "t2s: a pipeline with a SelectionPolicy chooses among several candidates, and its generator writes one: take "
                "generate::times<5, ...> or generate::each_of<...>, or leave the 6th argument out");
  static_assert(
      is_there || !CandidateGenerator<Generator>,
      "t2s: the generator writes several candidates and nothing chooses among them: give the pipeline a SelectionPolicy as its 6th "
      "argument, such as select::majority");

  template <class P>
  static constexpr bool has_settled = requires { &P::settled; };
  static_assert(
      !has_settled<Selection> || requires(Selection const& s, candidate_set const& set) {
        { s.settled(set) } -> std::same_as<bool>;
      }, "t2s: settled() of a SelectionPolicy must be `bool settled(t2s::candidate_set const&) const`");

  static constexpr bool passed = is_there ? SelectionPolicy<Selection> && CandidateGenerator<Generator> : !CandidateGenerator<Generator>;
};

/// The question of a run: its own, or that of all candidates of a set.
template <class Context>
[[gnu::always_inline]] inline question const& asked_in(Context const& ctx, question const& own) {
  if constexpr (is_candidate<Context>)
    return ctx.asked();
  else
    return own;
}

/// How many attempts a run may make.
template <class Context>
std::size_t attempts_of(Context const& ctx) {
  if constexpr (is_candidate<Context>)
    return std::min(ctx.settings().attempts, ctx.allowed().attempts);
  else
    return ctx.allowed().attempts;
}

/// Whether an error leaves the other candidates of a set as they are.
[[nodiscard]] inline bool ends_one_candidate(std::error_code code) noexcept {
  return llm::is_failure_of_model(code) || budget::is_spent(code);
}

/// Whether a run may go beyond its draft: not where the termination policy says `draft_alone`.
template <class Termination>
inline constexpr bool goes_beyond_draft = !requires { requires Termination::draft_alone; };

/// The history of a run, and why it is over.
template <class Past, class Termination>
class run_progress {
 public:
  run_progress(Termination const& termination, std::size_t attempts, bool keep_attempts_if_model_fails)
      : termination_(&termination), attempts_(attempts), keep_attempts_if_model_fails_(keep_attempts_if_model_fails) {}

  template <class Context>
  [[nodiscard]] bool over(Context& ctx) {
    if (why_) return true;
    if (auto s = stopped_by(*termination_, ctx, past))
      why_ = std::move(s->why);
    else if (past.latest().reviewed && past.size() >= attempts_)
      why_ = "attempt limit";
    return why_.has_value();
  }

  void open(candidate c) {
    if (!c.sql.empty())
      past.open(std::move(c));
    else
      why_ = c.why.empty() ? "nothing to propose" : std::move(c.why);
  }

  /// Whether an exception ends the run with an answer: there is an attempt, and a budget is spent, or the model failed and the run's
  /// options keep the attempts then.
  [[nodiscard]] bool ended_by(std::system_error const& e) {
    auto const* const known = dynamic_cast<error const*>(&e);
    bool const by_model = keep_attempts_if_model_fails_ && known && llm::is_failure_of_model(e.code());
    if (past.size() == 0 || !(by_model || budget::is_spent(e.code()))) return false;
    if (!why_) why_ = e.what();
    if (by_model) failed_ = known->details();
    return true;
  }

  [[nodiscard]] answer finish(spending const& all, question&& asked, samples&& shown) && {
    past.charge(all);
    return {std::move(why_).value_or(""), std::move(past).release(), all, std::move(failed_), std::move(asked), std::move(shown)};
  }

  Past past{};

 private:
  Termination const* termination_;
  std::size_t attempts_;
  bool keep_attempts_if_model_fails_;
  std::optional<std::string> why_{};
  std::optional<failure> failed_{};
};

}  // namespace detail

/// How a pipeline works on several candidates.
struct candidate_options {
  /// How many are under way at a time in an awaitable run. Fewer take longer, and send fewer calls where the choice is settled early.
  std::size_t at_once = unlimited;
};

/// A correction pipeline: drafts SQL for a question and revises it until the termination policy stops it. With a selection the generator
/// drafts several candidates, each is reviewed and revised by itself, and the selection chooses among them.
///
/// The policies are public members, so options are set before a run: `p.generator.candidates = 5`. One object serves any number of
/// concurrent runs. A policy that needs `samples` finds in `ctx.state<samples>()` what the sampler chose.
template <class Rewrite, class Sampler, class Generator, class Feedback, class Termination, class Selection = none>
struct pipeline {
  static_assert(detail::check_stages<Rewrite, Sampler, Generator, Feedback, Termination>::passed);
  static_assert(detail::check_selection<Generator, Selection>::passed);

  static constexpr bool is_set = !std::same_as<Selection, none>;  ///< whether it chooses among several candidates

  /// The facts that its feedback notes; candidates are always executed.
  using provided = merged<provides_of<Feedback>, std::conditional_t<is_set, facts<db::execution>, facts<>>>;
  /// What its policies read that others provide.
  using needed =
      merged<needs_of<Rewrite>, needs_of<Sampler>, needs_of<Generator>, needs_of<Feedback>, needs_of<Termination>, needs_of<Selection>>;
  /// What its policies keep during a run.
  using kept = merged<states_of<Rewrite>, states_of<Sampler>, states_of<Generator>, states_of<Feedback>, states_of<Termination>,
                      states_of<Selection>>;
  static_assert(std::is_empty_v<detail::all_provided<needed, merged<provided, kept, facts<samples>>>>);

  /// What a run keeps: the states of its policies, and a copy of what the sampler chose where a policy needs it.
  using states = std::conditional_t<detail::contains<samples, needed>, merged<kept, facts<samples>>, kept>;

  [[no_unique_address]] Rewrite rewrite{};          ///< the first stage
  [[no_unique_address]] Sampler sampler{};          ///< the second stage
  [[no_unique_address]] Generator generator{};      ///< the third stage, which is never absent
  [[no_unique_address]] Feedback feedback{};        ///< the fourth stage
  [[no_unique_address]] Termination termination{};  ///< what ends the loop
  [[no_unique_address]] Selection selection{};      ///< what chooses among candidates, where there are several
  [[no_unique_address]] std::conditional_t<is_set, candidate_options, none> candidates{};  ///< where there are several

  /// Answers one question.
  ///
  /// Returns an `answer`; an awaitable of one if the context's model or database is awaitable. The pipeline must outlive an awaitable run,
  /// which for that reason cannot be started on a temporary.
  ///
  /// Throws `error` with `empty_question`, `invalid_utf8`, `question_too_long`, `cancelled`, with a `budget_...` code if the budget is
  /// spent before the first draft, and what model and database throw. A budget that is spent later ends the run with the latest attempt as
  /// the answer; with `run_options::keep_attempts_if_model_fails` so does a model that fails later.
  ///
  /// Among several candidates, one whose model fails or whose budget is spent before its draft is not chosen; its error is thrown only if
  /// no candidate has SQL. In an awaitable run the candidates are worked on side by side (`candidates.at_once`), and it does not
  /// matter for the answer in which order models and databases reply, unless a budget runs out.
  ///
  /// Executor: that of the awaiting coroutine. Cancellation: at every await, as in Asio's coroutines (terminal, unless the caller enables
  /// more), and before every call by the stop token of the run's options.
  template <class Context>
  [[nodiscard]] auto run(Context ctx, std::string text) const& {
    if constexpr (is_set) {
      if (detail::Searches<Generator> || generator.count() > 1) return Context::outcome(choose(std::move(ctx), std::move(text)));
      return Context::outcome(drive(std::move(ctx), std::move(text)));
    } else if constexpr (Context::synchronous) {
      return drive(std::move(ctx), std::move(text)).get();
    } else {
      return drive(std::move(ctx), std::move(text));
    }
  }
  template <class Context>
    requires(!Context::synchronous)
  void run(Context, std::string) const&& = delete;  // the run refers to its pipeline: keep it in a variable

 private:
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored \
    "-Wmismatched-new-delete"  // g++ 12 says so of Asio's coroutine frames where it inlines one of new and delete
#endif
  /// One candidate: all of a run without a selection, else what follows the sampling.
  template <class Context>
  auto drive(Context given, std::string text) const -> task<Context, answer> {
    constexpr bool is_whole_run = !detail::is_candidate<Context>;
    run_context<Context, states> ctx(std::move(given));
    detail::run_progress<history<provided>, Termination> progress(termination, detail::attempts_of(ctx),
                                                                  ctx.keep_attempts_if_model_fails());
    auto& past = progress.past;
    auto const over = [&] { return progress.over(ctx); };
    if constexpr (is_whole_run)
      require_question(text, ctx.allowed().question_bytes);
    else
      ctx.all_states() = ctx.run().all_states();

    question asked;  // of a candidate both are those of its set
    samples shown;
    try {
      if constexpr (is_whole_run) {
        auto rewriting = traced(ctx, "rewrite", [&] { return rewrite.rewrite(ctx, text); });
        if constexpr (is_awaited<Context, decltype(rewriting)>)
          asked = co_await std::move(rewriting);
        else
          asked = std::move(rewriting);
        ctx.found(asked);
        auto sampling = traced(ctx, "sample", [&] { return sampler.sample(ctx, asked); });
        if constexpr (is_awaited<Context, decltype(sampling)>)
          shown = co_await std::move(sampling);
        else
          shown = std::move(sampling);
        ctx.found(shown);
        if constexpr (detail::contains<samples, states>) ctx.template state<samples>() = shown;
      }
      auto drafting = traced(ctx, "draft", [&] { return first_of_run(ctx, asked, shown, past); });
      candidate draft;
      if constexpr (is_awaited<Context, decltype(drafting)>)
        draft = co_await std::move(drafting);
      else
        draft = std::move(drafting);
      progress.open(std::move(draft));
      if constexpr (detail::goes_beyond_draft<Termination>) {
        for (; !over(); progress.open(std::move(draft))) {
          ctx.found(past.latest(), past.size() - 1);
          auto reviewing = run_feedback(feedback, ctx, detail::asked_in(ctx, asked), past, over);
          if constexpr (is_awaited<Context, decltype(reviewing)>) co_await std::move(reviewing);
          past.close(ctx.spent());
          ctx.found(past.latest(), past.size() - 1);
          if (over()) break;
          ctx.require_time();
          auto revising = traced(ctx, "revise", [&] { return next_of_run(ctx, asked, shown, past); });
          if constexpr (is_awaited<Context, decltype(revising)>)
            draft = co_await std::move(revising);
          else
            draft = std::move(revising);
        }
      } else {
        (void)over();
      }
    } catch (std::system_error const& e) {
      if (!progress.ended_by(e)) throw;
    }

    // A run that ended before its last attempt was executed returns rows too.
    if constexpr (detail::contains<db::execution, provided>) {
      try {
        if (past.size() > 0) {
          auto executing = outcome(ctx, past);
          co_await std::move(executing);
        }
      } catch (std::system_error const& e) {
        if (!progress.ended_by(e)) throw;
      }
    }
    co_return std::move(progress).finish(ctx.spent(), std::move(asked), std::move(shown));
  }

  /// All candidates, and the choice among them.
  template <class Context>
  auto choose(Context given, std::string text) const -> task<Context, answer> {
    using run_of = run_context<Context, states>;
    require_question(text, given.allowed().question_bytes);
    auto const all = std::make_shared<detail::run_of_several<run_of>>(std::move(given));
    auto& ctx = all->ctx;
    auto rewriting = ctx.lift(traced(ctx, "rewrite", [&] { return rewrite.rewrite(ctx, text); }));
    all->asked = co_await std::move(rewriting);
    ctx.found(all->asked);
    auto sampling = ctx.lift(traced(ctx, "sample", [&] { return sampler.sample(ctx, all->asked); }));
    all->shown = co_await std::move(sampling);
    ctx.found(all->shown);

    for (auto next = generator.settings(); !next.empty();) {
      if constexpr (detail::contains<samples, states>) ctx.template state<samples>() = all->shown;  // a search may have added to it
      auto const first = all->add(std::move(next));
      auto drawing = ctx.lift(detail::together<Context>(
          all->set.size() - first, std::max<std::size_t>(candidates.at_once, 1),
          [this, all, first](std::size_t i) { return draw(all, first + i); }, [this, all] { return is_settled(all->set); }));
      co_await std::move(drawing);
      next = {};
      if constexpr (detail::Searches<Generator>) {
        auto searching = ctx.lift(more(*all));
        next = co_await std::move(searching);
      }
    }
    if (!all->set.first_with_sql()) co_return all->without_sql();
    auto selecting = ctx.lift(selected_of(*all));
    auto chosen = co_await std::move(selecting);
    co_return all->finish(std::move(chosen));
  }

  /// One candidate from its draft to its last revision. A model that fails ends it alone.
  template <class Run>
  auto draw(std::shared_ptr<detail::run_of_several<Run>> all, std::size_t number) const -> task<Run, bool> {
    try {
      auto drawing = drive(detail::candidate_context<Run>(all, number), std::string());
      auto found = co_await std::move(drawing);
      if (found.revisions.size() <= all->attempts_before(number)) found.revisions.clear();  // no revision: not its parent once more
      all->set.finish(number, std::move(found));
    } catch (error const& e) {
      if (!detail::ends_one_candidate(e.code())) throw;
      answer failed;
      failed.stopped = e.what();
      failed.failed = e.details();
      failed.spent = all->spent[number];
      all->set.finish(number, std::move(failed));
    }
    co_return true;
  }

  /// Further candidates; none once a budget is spent.
  template <class Run>
  auto more(detail::run_of_several<Run>& all) const -> task<Run, std::vector<candidate_settings>> {
    std::vector<candidate_settings> next;
    try {
      auto searching = Run::lift(traced(all.ctx, "search", [&] { return generator.more(all.ctx, all.asked, all.shown, all.set); }));
      next = co_await std::move(searching);
    } catch (error const& e) {
      if (!all.set.first_with_sql() || !detail::ends_one_candidate(e.code())) throw;
    }
    co_return next;
  }

  /// The choice of the selection; the largest group where a budget is spent or its model fails.
  template <class Run>
  auto selected_of(detail::run_of_several<Run>& all) const -> task<Run, selected> {
    selected chosen;
    try {
      auto selecting = Run::lift(traced(all.ctx, "select", [&] { return selection.select(all.ctx, all.asked, all.shown, all.set); }));
      chosen = co_await std::move(selecting);
    } catch (error const& e) {
      if (!detail::ends_one_candidate(e.code())) throw;
      chosen = selected(all.set.most_votes(), std::string("most votes, since the selection failed: ") + e.what());
    }
    co_return chosen;
  }
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

  [[nodiscard]] bool is_settled([[maybe_unused]] candidate_set const& set) const {
    if constexpr (requires { selection.settled(set); } && !detail::Searches<Generator>)
      return selection.settled(set);
    else
      return false;
  }

  template <class Context, class Past>
  [[gnu::always_inline]] auto first_of_run(Context& ctx, question const& asked, samples const& shown, [[maybe_unused]] Past& past) const {
    if constexpr (!detail::is_candidate<Context>)
      return generator.draft(ctx, asked, shown);
    else if constexpr (detail::Searches<Generator>)
      return begin(ctx, past);
    else
      return generator.draft_of(ctx.settings().place, ctx, ctx.asked(), ctx.shown());
  }
  template <class Context, class Past>
  [[gnu::always_inline]] auto next_of_run(Context& ctx, question const& asked, samples const& shown, Past const& past) const {
    if constexpr (!detail::is_candidate<Context>)
      return generator.revise(ctx, asked, shown, past);
    else
      return generator.revise_of(ctx.settings().place, ctx, ctx.asked(), ctx.shown(), past);
  }
  /// A draft, or a revision of another candidate.
  template <class Context, class Past>
  auto begin(Context& ctx, Past& past) const -> task<Context, candidate> {
    if (auto const* earlier = ctx.earlier()) {
      past.begin_with(*earlier);
      auto revising = ctx.lift(generator.revise_of(ctx.settings().place, ctx, ctx.asked(), ctx.shown(), past));
      auto revised = co_await std::move(revising);
      co_return revised;
    }
    auto drafting = ctx.lift(generator.draft_of(ctx.settings().place, ctx, ctx.asked(), ctx.shown()));
    auto drafted = co_await std::move(drafting);
    co_return drafted;
  }
};

}  // namespace t2s

#endif
