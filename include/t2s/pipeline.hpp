// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_HPP
#define T2S_PIPELINE_HPP

#include "t2s/feedback/sequence.hpp"
#include "t2s/policy.hpp"

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

namespace t2s {

namespace detail {

template <class P>
concept AnyPolicy = CanRewrite<P> || CanSample<P> || CanDraft<P> || CanReview<P> || CanStop<P> || FeedbackSequence<P>;

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

/// A correction pipeline: drafts SQL for a question and revises it until the termination policy stops it.
///
/// The policies are public members, so options are set before a run: `p.generator.candidates = 5`. One object serves any number of
/// concurrent runs. A policy that needs `samples` finds in `ctx.state<samples>()` what the sampler chose.
template <class Rewrite, class Sampler, class Generator, class Feedback, class Termination>
struct pipeline {
  static_assert(detail::check_stages<Rewrite, Sampler, Generator, Feedback, Termination>::passed);

  using provided = provides_of<Feedback>;  ///< the facts that its feedback notes
  /// What its policies read that others provide.
  using needed = merged<needs_of<Rewrite>, needs_of<Sampler>, needs_of<Generator>, needs_of<Feedback>, needs_of<Termination>>;
  /// What its policies keep during a run.
  using kept = merged<states_of<Rewrite>, states_of<Sampler>, states_of<Generator>, states_of<Feedback>, states_of<Termination>>;
  static_assert(std::is_empty_v<detail::all_provided<needed, merged<provided, kept, facts<samples>>>>);

  /// What a run keeps: the states of its policies, and a copy of what the sampler chose where a policy needs it.
  using states = std::conditional_t<detail::contains<samples, needed>, merged<kept, facts<samples>>, kept>;

  [[no_unique_address]] Rewrite rewrite{};          ///< the first stage
  [[no_unique_address]] Sampler sampler{};          ///< the second stage
  [[no_unique_address]] Generator generator{};      ///< the third stage, which is never absent
  [[no_unique_address]] Feedback feedback{};        ///< the fourth stage
  [[no_unique_address]] Termination termination{};  ///< what ends the loop

  /// Answers one question.
  ///
  /// Returns an `answer`; an awaitable of one if the context's model or database is awaitable. The pipeline must outlive an awaitable run,
  /// which for that reason cannot be started on a temporary.
  ///
  /// Throws `error` with `empty_question`, `invalid_utf8`, `question_too_long`, `cancelled`, with a `budget_...` code if the budget is
  /// spent before the first draft, and what model and database throw. A budget that is spent later ends the run with the latest attempt as
  /// the answer; with `run_options::keep_attempts_if_model_fails` so does a model that fails later.
  ///
  /// Executor: that of the awaiting coroutine. Cancellation: at every await, as in Asio's coroutines (terminal, unless the caller enables
  /// more), and before every call by the stop token of the run's options.
  template <class Context>
  [[nodiscard]] auto run(Context ctx, std::string text) const& {
    if constexpr (Context::synchronous)
      return drive(std::move(ctx), std::move(text)).get();
    else
      return drive(std::move(ctx), std::move(text));
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
  template <class Context>
  auto drive(Context given, std::string text) const -> task<Context, answer> {
    run_context<Context, states> ctx(std::move(given));
    detail::run_progress<history<provided>, Termination> progress(termination, ctx.allowed().attempts, ctx.keep_attempts_if_model_fails());
    auto& past = progress.past;
    auto const over = [&] { return progress.over(ctx); };
    require_question(text, ctx.allowed().question_bytes);

    question asked;
    samples shown;
    try {
      auto rewriting = traced(ctx, "rewrite", [&] { return rewrite.rewrite(ctx, text); });
      if constexpr (is_awaited<Context, decltype(rewriting)>)
        asked = co_await std::move(rewriting);
      else
        asked = std::move(rewriting);
      auto sampling = traced(ctx, "sample", [&] { return sampler.sample(ctx, asked); });
      if constexpr (is_awaited<Context, decltype(sampling)>)
        shown = co_await std::move(sampling);
      else
        shown = std::move(sampling);
      if constexpr (detail::contains<samples, states>) ctx.template state<samples>() = shown;
      auto drafting = traced(ctx, "draft", [&] { return generator.draft(ctx, asked, shown); });
      candidate draft;
      if constexpr (is_awaited<Context, decltype(drafting)>)
        draft = co_await std::move(drafting);
      else
        draft = std::move(drafting);
      progress.open(std::move(draft));
      if constexpr (detail::goes_beyond_draft<Termination>) {
        for (; !over(); progress.open(std::move(draft))) {
          auto reviewing = run_feedback(feedback, ctx, asked, past, over);
          if constexpr (is_awaited<Context, decltype(reviewing)>) co_await std::move(reviewing);
          past.close(ctx.spent());
          if (over()) break;
          ctx.require_time();
          auto revising = traced(ctx, "revise", [&] { return generator.revise(ctx, asked, shown, past); });
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
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
};

}  // namespace t2s

#endif
