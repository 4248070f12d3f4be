// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_HPP
#define T2S_PIPELINE_HPP

#include "t2s/pipeline/context.hpp"
#include "t2s/pipeline/history.hpp"
#include "t2s/policy.hpp"

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

namespace t2s {

/// Lets one feedback, or a sequence of them, review the latest attempt and adds its remark to the history. Yields whether it had one.
template <class Feedback, class Context, class Past, class Over>
auto run_feedback(Feedback const& feedback, Context& ctx, question const& asked, Past& past, Over const& over) {
  if constexpr (FeedbackSequence<Feedback>) {
    return feedback.review(ctx, asked, past, over);
  } else if constexpr (std::same_as<Feedback, none>) {
    return false;
  } else {
    auto const review = [&feedback, &ctx, &asked, &past] { return feedback.review(ctx, asked, past); };
    return then(traced(ctx, {events::stage::review, detail::name_of<Feedback>("feedback")}, review), [&past](std::optional<remark>&& s) {
      if (s) past.add_remark(std::move(*s));
      return s.has_value();
    });
  }
}

namespace detail {

template <class P>
concept AnyPolicy = CanRewrite<P> || CanSample<P> || CanDraft<P> || CanReview<P> || CanStop<P> || CanSelect<P> || FeedbackSequence<P>;

/// Fails for a reason other than a missing verb.
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

  static_assert(CanRewrite<Rewrite> || !AnyPolicy<Rewrite>,
                "t2s: stages in the wrong order: pipeline's 1st argument must be the RewritePolicy; the order is rewrite, "
                "sample, generate, feedback, terminate; take t2s::none for a stage that is absent");
  static_assert(CanSample<Sampler> || !AnyPolicy<Sampler>,
                "t2s: stages in the wrong order: pipeline's 2nd argument must be the SamplerPolicy; the order is rewrite, "
                "sample, generate, feedback, terminate; take t2s::none for a stage that is absent");
  static_assert(!std::same_as<Generator, none>, "t2s: a pipeline cannot do without a generator: pipeline's 3rd argument is t2s::none");
  static_assert(
      !std::same_as<Termination, none>,
      "t2s: a pipeline cannot do without a termination policy: pipeline's 5th argument is t2s::none; t2s::terminate::nothing_left "
      "stops when the feedback has nothing left to say");
  static_assert(CanDraft<Generator> || !AnyPolicy<Generator> || std::same_as<Generator, none>,
                "t2s: stages in the wrong order: pipeline's 3rd argument must be the GeneratorPolicy; the order is rewrite, "
                "sample, generate, feedback, terminate");
  static_assert(FeedbackSequence<Feedback> || CanReview<Feedback> || !AnyPolicy<Feedback>,
                "t2s: stages in the wrong order: pipeline's 4th argument must be the FeedbackPolicy; the order is rewrite, "
                "sample, generate, feedback, terminate; take t2s::none for a stage that is absent");
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

/// The same for a pipeline with a selection, and for one that needs it.
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

/// Whether a run may go beyond its draft: true unless the termination policy says `draft_alone`.
template <class Termination>
inline constexpr bool goes_beyond_draft = !requires { requires Termination::draft_alone; };

/// The history of a run, and why it ended.
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

  /// Whether an exception ends the run with an answer. That needs an attempt, and either a spent budget, or a failed model and the option
  /// to keep attempts.
  [[nodiscard]] bool ended_by(std::system_error const& e, bool by_model = false) {
    if (past.size() == 0 || !(by_model || budget::is_spent(e.code()))) return false;
    if (!why_) why_ = e.what();
    return true;
  }
  // Not by dynamic_cast, which crashes on an error whose class came from a unit without run-time type information.
  [[nodiscard]] bool ended_by(error const& e) {
    bool const by_model = keep_attempts_if_model_fails_ && llm::is_failure_of_model(e.code());
    if (!ended_by(e, by_model)) return false;
    if (by_model) failed_ = e.details();
    return true;
  }

  /// With `is_used` something that the run leaves behind still refers to the history, which is then copied.
  [[nodiscard]] answer finish(spending const& all, bool is_used) {
    past.charge(all);
    answer made;
    made.stopped = std::move(why_).value_or("");
    made.revisions = is_used ? past.copy() : std::move(past).release();
    made.spent = all;
    made.failed = std::move(failed_);
    return made;
  }

  Past past{};

 private:
  Termination const* termination_;
  std::size_t attempts_;
  bool keep_attempts_if_model_fails_;
  std::optional<std::string> why_{};
  std::optional<failure> failed_{};
};

/// What the loop of a run works on. The policies refer to all of it.
template <class Pipeline, class Context, class Stages>
struct loop_state {
  /// `begin()` returns the stages.
  template <class Begin>
  loop_state(Pipeline const& by, Context given, std::string asked, Begin begin)
      : text(std::move(asked)),
        stages(begin()),
        ctx(std::move(given)),
        progress(by.termination, stages.attempts(ctx), ctx.keep_attempts_if_model_fails()) {}
  loop_state(loop_state const&) = delete;
  loop_state& operator=(loop_state const&) = delete;

  /// Announces the end of the run and returns its answer.
  [[nodiscard]] answer finish(bool is_used) {
    auto made = progress.finish(ctx.spent(), is_used);
    ctx.tell(events::stopped{made.stopped, ctx.candidate()});
    if constexpr (Stages::asks_question) {
      made.asked = is_used ? stages.asked : std::move(stages.asked);
      made.shown = is_used ? stages.shown : std::move(stages.shown);
    }
    return made;
  }

  struct is_over {
    loop_state* of;
    [[nodiscard]] bool operator()() const { return of->progress.over(of->ctx); }
  };

  std::string text;
  Stages stages;
  run_context<Context, typename Pipeline::states> ctx;
  run_progress<history<typename Pipeline::provided>, std::remove_cvref_t<decltype(Pipeline::termination)>> progress;
  is_over over{this};
};

/// An object of a run. An awaitable run shares it with what it leaves behind at its time limit.
template <class T, bool Synchronous>
class run_owned {
 public:
  template <class... Args>
  explicit run_owned(Args&&... args) : held_(std::forward<Args>(args)...) {}

  [[nodiscard]] T& operator*() noexcept { return held_; }
  [[nodiscard]] static std::shared_ptr<void const> shared() noexcept { return {}; }
  [[nodiscard]] static bool is_used() noexcept { return false; }

 private:
  T held_;
};
template <class T>
class run_owned<T, false> {
 public:
  template <class... Args>
  explicit run_owned(Args&&... args) : held_(std::make_shared<T>(std::forward<Args>(args)...)) {}

  [[nodiscard]] T& operator*() noexcept { return *held_; }
  [[nodiscard]] std::shared_ptr<void const> shared() const noexcept { return held_; }
  [[nodiscard]] bool is_used() const noexcept { return held_.use_count() > 1; }  ///< by something left behind

 private:
  std::shared_ptr<T> held_;
};

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored \
    "-Wmismatched-new-delete"  // g++ 12 reports Asio's coroutine frames where it inlines only one of new and delete
#endif
/// The loop of every run, up to the last revision. It starts with the question or, for one of several candidates, with the draft.
///
/// `begin()` returns the stages, which provide the question and the SQL: `whole_run`, or `stages_of_candidate` (pipeline/several.hpp). They
/// are made inside the coroutine, since a large parameter would be moved into its frame. A stage ends at the run's time limit
/// (`within_time`).
template <class Pipeline, class Context, class Begin>
auto correct(Pipeline const& by, Context given, std::string text, Begin begin) -> task<Context, answer> {
  using Stages = std::invoke_result_t<Begin&>;
  run_owned<loop_state<Pipeline, Context, Stages>, Context::synchronous> run(by, std::move(given), std::move(text), std::move(begin));
  auto& stages = (*run).stages;
  auto& ctx = (*run).ctx;
  auto& progress = (*run).progress;
  auto& past = progress.past;
  auto const& over = (*run).over;
  auto const in_time = [&](auto verb) {
    if constexpr (Context::synchronous)
      return verb();
    else
      return within_time(ctx, verb(), run.shared());
  };
  stages.enter(ctx, (*run).text);
  try {
    if constexpr (Stages::asks_question) {
      auto rewriting = traced(ctx, events::stage::rewrite, [&] { return in_time([&] { return by.rewrite.rewrite(ctx, (*run).text); }); });
      if constexpr (is_awaited<Context, decltype(rewriting)>)
        stages.asked = co_await std::move(rewriting);
      else
        stages.asked = std::move(rewriting);
      ctx.tell(events::question_rewritten{stages.asked});
      auto sampling = traced(ctx, events::stage::sample, [&] { return in_time([&] { return by.sampler.sample(ctx, stages.asked); }); });
      if constexpr (is_awaited<Context, decltype(sampling)>)
        stages.shown = co_await std::move(sampling);
      else
        stages.shown = std::move(sampling);
      ctx.tell(events::samples_chosen{stages.shown});
      if constexpr (contains<samples, typename Pipeline::states>) ctx.template state<samples>() = stages.shown;
    }
    auto drafting = traced(ctx, events::stage::draft, [&] { return in_time([&] { return stages.draft(ctx, past); }); });
    candidate draft;
    if constexpr (is_awaited<Context, decltype(drafting)>)
      draft = co_await std::move(drafting);
    else
      draft = std::move(drafting);
    progress.open(std::move(draft));
    if constexpr (goes_beyond_draft<std::remove_cvref_t<decltype(by.termination)>>) {
      for (; !over(); progress.open(std::move(draft))) {
        ctx.tell(events::draft_made{past.latest(), past.size() - 1, ctx.candidate()});
        auto reviewing = in_time([&] { return run_feedback(by.feedback, ctx, stages.asked, past, over); });
        if constexpr (is_awaited<Context, decltype(reviewing)>) co_await std::move(reviewing);
        past.close(ctx.spent());
        ctx.tell(events::attempt_reviewed{past.latest(), past.size() - 1, ctx.candidate()});
        if (over()) break;
        ctx.require_time();
        auto revising = traced(ctx, events::stage::revise, [&] { return in_time([&] { return stages.revise(ctx, past); }); });
        if constexpr (is_awaited<Context, decltype(revising)>)
          draft = co_await std::move(revising);
        else
          draft = std::move(revising);
      }
    } else {
      (void)over();
    }
  } catch (error const& e) {
    if (!progress.ended_by(e)) throw;
  } catch (std::system_error const& e) {
    if (!progress.ended_by(e)) throw;
  }

  // Execute the last attempt if the run ended before, so that the answer has rows.
  if constexpr (contains<db::execution, typename Pipeline::provided>) {
    try {
      if (past.size() > 0) {
        auto executing = outcome(ctx, past);
        co_await std::move(executing);
      }
    } catch (error const& e) {
      if (!progress.ended_by(e)) throw;
    } catch (std::system_error const& e) {
      if (!progress.ended_by(e)) throw;
    }
  }
  co_return (*run).finish(run.is_used());
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// The stages of a whole run: its question, and the pipeline's own generator.
template <class Pipeline>
struct whole_run {
  static constexpr bool asks_question = true;

  explicit whole_run(Pipeline const& p) : by(&p) {}

  template <class Context>
  [[nodiscard]] static std::size_t attempts(Context const& ctx) {
    return ctx.allowed().attempts;
  }
  template <class Context>
  static void enter(Context& ctx, std::string const& text) {
    require_question(text, ctx.allowed().question_bytes);
  }
  template <class Context, class Past>
  [[gnu::always_inline]] auto draft(Context& ctx, Past&) const {
    return by->generator.draft(ctx, asked, shown);
  }
  template <class Context, class Past>
  [[gnu::always_inline]] auto revise(Context& ctx, Past const& past) const {
    return by->generator.revise(ctx, asked, shown, past);
  }

  Pipeline const* by;
  question asked{};
  samples shown{};
};

/// What a run returns. An awaitable one does one thing at a time, also beside a policy that it has left behind.
template <class Context, class Run>
auto whole(Run run) {
  if constexpr (Context::synchronous)
    return std::move(run).get();
  else
    return timed_wait_of<Run>::type::in_turns(std::move(run));
}

/// A run with several candidates. Defined in pipeline/several.hpp.
template <class Pipeline>
class run_with_several;

template <class Pipeline>
concept IncludesSeveral = requires { sizeof(run_with_several<Pipeline>); };

}  // namespace detail

/// Options for several candidates.
struct candidate_options {
  /// The number of candidates that run at once in an awaitable run. Fewer take longer, but send fewer calls if the choice is settled early.
  std::size_t at_once = unlimited;
};

/// A correction pipeline: drafts SQL for a question and revises it until the termination policy stops it. With a selection, the generator
/// drafts several candidates, each is reviewed and revised separately, and the selection chooses one.
///
/// The policies are public members, so options are set before a run: `p.generator.candidates = 5`. One object serves any number of
/// concurrent runs. A policy that needs `samples` finds the sampler's choice in `ctx.state<samples>()`.
template <class Rewrite, class Sampler, class Generator, class Feedback, class Termination, class Selection = none>
struct pipeline {
  /// Whether the stages are policies that fit each other; what does not is reported by name.
  static constexpr bool is_valid = detail::check_stages<Rewrite, Sampler, Generator, Feedback, Termination>::passed &&
                                   detail::check_selection<Generator, Selection>::passed;
  static_assert(is_valid);

  static constexpr bool is_set = !std::same_as<Selection, none>;  ///< whether it chooses among several candidates

  /// The facts that its feedback notes; candidates are always executed.
  using provided = merged<provides_of<Feedback>, std::conditional_t<is_set, facts<db::execution>, facts<>>>;
  /// The facts and states that its policies read from others.
  using needed =
      merged<needs_of<Rewrite>, needs_of<Sampler>, needs_of<Generator>, needs_of<Feedback>, needs_of<Termination>, needs_of<Selection>>;
  /// The states of its policies during a run.
  using kept = merged<states_of<Rewrite>, states_of<Sampler>, states_of<Generator>, states_of<Feedback>, states_of<Termination>,
                      states_of<Selection>>;
  static_assert(std::is_empty_v<detail::all_provided<needed, merged<provided, kept, facts<samples>>>>);

  /// The state of a run: the states of its policies, and a copy of the sampler's choice if a policy needs it.
  using states = std::conditional_t<detail::contains<samples, needed>, merged<kept, facts<samples>>, kept>;

  [[no_unique_address]] Rewrite rewrite{};                                                 ///< the first stage
  [[no_unique_address]] Sampler sampler{};                                                 ///< the second stage
  [[no_unique_address]] Generator generator{};                                             ///< the third stage, which is never absent
  [[no_unique_address]] Feedback feedback{};                                               ///< the fourth stage
  [[no_unique_address]] Termination termination{};                                         ///< ends the loop
  [[no_unique_address]] Selection selection{};                                             ///< chooses among several candidates
  [[no_unique_address]] std::conditional_t<is_set, candidate_options, none> candidates{};  ///< the options for several candidates

  /// Answers one question.
  ///
  /// Returns an `answer`; an awaitable of one if the context's model or database is awaitable. The pipeline must outlive an awaitable run,
  /// which for that reason cannot be started on a temporary.
  ///
  /// Throws `error` with `empty_question`, `invalid_utf8`, `question_too_long`, `cancelled`, with a `budget_...` code if the budget is
  /// spent before the first draft, and what model and database throw. If a budget is spent later, the run ends with the latest attempt as
  /// the answer; with `run_options::keep_attempts_if_model_fails` also if a model fails later.
  ///
  /// With several candidates, one whose model fails or whose budget is spent before its draft is not chosen; its error is thrown only if no
  /// candidate has SQL. In an awaitable run the candidates run concurrently (`candidates.at_once`). The order in which models and databases
  /// reply does not change the answer, unless a budget runs out.
  ///
  /// `limits::time` also ends an awaitable run whose model, database or policy never answers. It cancels what is awaited; what ignores that
  /// goes on by itself, and all that it refers to outside of the run must live until it ends: the pipeline, the model, the database, the
  /// trace.
  ///
  /// Executor: that of the awaiting coroutine, one handler of the run at a time. Cancellation: at every await, as in Asio's coroutines
  /// (terminal, unless the caller enables more), and before every call by the stop token of the run's options.
  template <class Context>
  [[nodiscard]] auto run(Context ctx, std::string text) const& {
    auto const begin = [this] { return detail::whole_run<pipeline>(*this); };
    if constexpr (!is_valid || std::derived_from<Context, detail::cannot_run>) {
      return answer();  // its compile error is reported
    } else if constexpr (is_set) {
      static_assert(
          detail::IncludesSeveral<pipeline>,
          "t2s: a pipeline that chooses among several candidates needs t2s/pipeline/several.hpp: include it beside your generator "
          "or selection");
      if (detail::Searches<Generator> || generator.count() > 1)
        return detail::whole<Context>(detail::run_with_several<pipeline>::choose(*this, std::move(ctx), std::move(text)));
    }
    return detail::whole<Context>(detail::correct(*this, std::move(ctx), std::move(text), begin));
  }
  template <class Context>
    requires(!Context::synchronous)
  void run(Context, std::string) const&& = delete;  // the run refers to its pipeline: keep it in a variable
};

}  // namespace t2s

#endif
