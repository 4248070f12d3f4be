// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICY_HPP
#define T2S_POLICY_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/context.hpp"
#include "t2s/pipeline/history.hpp"

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// The six kinds of policy in a pipeline.
///
/// A policy is a plain struct with a `const` verb; its options are data members whose defaults are the paper's values. One object serves
/// many concurrent runs, so the state of a run lives in the run: list its type in `states` and reach it by `ctx.state<T>()`.
///
/// Verbs are templates over the context (and the history, if they need facts). A verb returns its result, or `task<Context, Result>` if it
/// waits for the model or the database. For one wait, use `then(ctx.query(...), f)`; for several, write a coroutine with named locals
/// around each `co_await` (g++ 12 destroys temporaries there twice).
///
/// Failures of all verbs: bad SQL is data and never thrown; an infrastructure failure throws and ends the run; a spent budget throws, and
/// the latest attempt becomes the answer.
namespace t2s {

class candidate_set;        // pipeline/detail/candidate_set.hpp
struct candidate_settings;  // the same

namespace detail {

/// A stand-in database and model, to check policies against.
struct any_database {
  [[nodiscard]] schema::database const& schema() const { return schema_; }
  db::execution execute(std::string) const { return {}; }
  db::execution sample(std::string, std::size_t) const { return {}; }
  db::execution distinct(std::string, std::string, std::size_t) const { return {}; }
  schema::database schema_{};
};
struct any_model {
  llm::completion complete(llm::request) const { return {}; }
};

template <class States>
inline constexpr bool is_stand_in<run_context<context<any_model, any_database>, States>> = true;

template <class Policy>
using any_context = run_context<context<any_model, any_database>, merged<states_of<Policy>, needs_of<Policy>>>;
template <class Policy>
using any_history = history<merged<provides_of<Policy>, needs_of<Policy>>>;

// Each verb, called on a P. `Context` and `Past` say how the run is passed: by reference, as a pipeline does, or as an object, which a
// by-value parameter accepts.
template <class P, class Context>
concept Rewrites = requires(P& p, Context (*ctx)(), std::string const& text) { p.rewrite(ctx(), text); };
template <class P, class Context>
concept Samples = requires(P& p, Context (*ctx)(), question const& asked) { p.sample(ctx(), asked); };
template <class P, class Context>
concept Drafts = requires(P& p, Context (*ctx)(), question const& asked, samples const& shown) { p.draft(ctx(), asked, shown); };
template <class P, class Context, class Past>
concept Revises = requires(P& p, Context (*ctx)(), question const& asked, samples const& shown, Past (*past)()) {
  p.revise(ctx(), asked, shown, past());
};
template <class P, class Context, class Past>
concept Reviews = requires(P& p, Context (*ctx)(), question const& asked, Past (*past)()) { p.review(ctx(), asked, past()); };
template <class P, class Context, class Past>
concept Stops =
    requires(P& p, Past (*past)()) { p.done(past()); } || requires(P& p, Context (*ctx)(), Past (*past)()) { p.done(ctx(), past()); };

template <class P, class Context>
concept Selects = requires(P& p, Context (*ctx)(), question const& asked, samples const& shown, candidate_set const& set) {
  p.select(ctx(), asked, shown, set);
};

template <class P>
concept CanRewrite = Rewrites<P const, any_context<P>&>;
template <class P>
concept CanSample = Samples<P const, any_context<P>&>;
template <class P>
concept CanDraft = Drafts<P const, any_context<P>&>;
template <class P>
concept CanRevise = Revises<P const, any_context<P>&, any_history<P> const&>;
template <class P>
concept CanReview = Reviews<P const, any_context<P>&, any_history<P>&>;
template <class P>
concept CanStop = Stops<P const, any_context<P>&, any_history<P> const&>;
template <class P>
concept CanSelect = Selects<P const, any_context<P>&>;

// The two mistakes that make an existing verb uncallable.

/// It could be called if it were `const`.
template <class P>
concept LacksConst =
    (!CanRewrite<P> && Rewrites<P, any_context<P>&>) || (!CanSample<P> && Samples<P, any_context<P>&>) ||
    (!CanDraft<P> && Drafts<P, any_context<P>&>) || (!CanRevise<P> && Revises<P, any_context<P>&, any_history<P> const&>) ||
    (!CanReview<P> && Reviews<P, any_context<P>&, any_history<P>&>) || (!CanStop<P> && Stops<P, any_context<P>&, any_history<P> const&>) ||
    (!CanSelect<P> && Selects<P, any_context<P>&>);

/// It takes the context or the history by value.
template <class P>
concept CopiesRun = (!CanRewrite<P> && Rewrites<P, any_context<P>>) || (!CanSample<P> && Samples<P, any_context<P>>) ||
                    (!CanDraft<P> && Drafts<P, any_context<P>>) ||
                    (!CanRevise<P> && (Revises<P, any_context<P>, any_history<P> const&> || Revises<P, any_context<P>&, any_history<P>> ||
                                       Revises<P, any_context<P>, any_history<P>>)) ||
                    (!CanReview<P> && (Reviews<P, any_context<P>, any_history<P>&> || Reviews<P, any_context<P>&, any_history<P>> ||
                                       Reviews<P, any_context<P>, any_history<P>>)) ||
                    (!CanStop<P> && (Stops<P, any_context<P>, any_history<P> const&> || Stops<P, any_context<P>&, any_history<P>>)) ||
                    (!CanSelect<P> && Selects<P, any_context<P>>);

/// Compile errors for these mistakes.
template <class Policy>
struct check_verb : std::true_type {
  static_assert(
      !LacksConst<Policy>,
      "t2s: a verb of this policy (check_verb's argument) is not const: write `const` after its parameters; one policy serves many "
      "runs at once, and what it must remember of one run it lists in `states`");
  static_assert(!CopiesRun<Policy>,
                "t2s: a verb of this policy (check_verb's argument) takes the run by value, a copy that nobody sees: write `auto& ctx` for "
                "`auto ctx`, and `auto& past` for `auto past`");
};

/// True; if a verb cannot be called, `check_verb` first looks for the reason.
template <bool Callable, class Policy>
inline constexpr bool is_callable = std::disjunction_v<std::bool_constant<Callable>, check_verb<Policy>>;

/// The name of a policy for answers and traces, which refer to it: its constant `name`, or `otherwise`.
template <class P>
[[nodiscard]] constexpr std::string_view name_of(std::string_view otherwise) {
  constexpr bool is_of_object = requires { requires std::is_member_object_pointer_v<decltype(&P::name)>; };
  static_assert(!is_of_object, "t2s: a policy's name is a constant of its type: write `static constexpr std::string_view name = ...`");
  if constexpr (!is_of_object && requires { std::string_view(P::name); }) return P::name;
  return otherwise;
}

}  // namespace detail

/// Turns the question into a clearer one.
///
/// 1. `p.rewrite(ctx, text)` yields a `question`: the original text, and the text for the later stages.
///
///     struct shout {
///       t2s::question rewrite(auto&, std::string const& text) const { return {text, text + "!"}; }
///     };
template <class P>
concept RewritePolicy = detail::CanRewrite<P> && requires(P const& p, detail::any_context<P>& ctx, std::string const& text) {
  { p.rewrite(ctx, text) } -> Yields<question>;
};

/// Chooses what the prompt shows: table rows, demonstrations, knowledge.
///
/// 1. `p.sample(ctx, asked)` yields `samples`.
template <class P>
concept SamplerPolicy = detail::CanSample<P> && requires(P const& p, detail::any_context<P>& ctx, question const& asked) {
  { p.sample(ctx, asked) } -> Yields<samples>;
};

/// Drafts and revises SQL.
///
/// 1. `p.draft(ctx, asked, shown)` yields the first `candidate`.
/// 2. `p.revise(ctx, asked, shown, past)` yields the next one; `past.latest()` is the attempt to improve, with its remarks.
/// 3. A candidate without SQL says in `why` that there is nothing (more) to propose, and ends the run.
template <class P>
concept GeneratorPolicy =
    detail::CanDraft<P> && detail::CanRevise<P> &&
    requires(P const& p, detail::any_context<P>& ctx, question const& asked, samples const& shown, detail::any_history<P> const& past) {
      { p.draft(ctx, asked, shown) } -> Yields<candidate>;
      { p.revise(ctx, asked, shown, past) } -> Yields<candidate>;
    };

/// A GeneratorPolicy that writes several candidates for one question (`generate::times`, `generate::each_of`).
///
/// 1. `p.settings()` returns a `std::vector<candidate_settings>`, one for each candidate; `place` says which generator writes it.
///    `p.count()` is the number of candidates. A set of one needs no selection: it is made by `draft` and `revise`.
/// 2. `p.draft_of(place, ctx, asked, shown)` and `p.revise_of(place, ctx, asked, shown, past)` are the verbs of that generator.
/// 3. It may search: `p.more(ctx, asked, shown, set)` is asked when all candidates are finished, and yields the settings of further ones;
///    none ends the search. It may change `shown` for these further candidates.
/// 4. Its header includes pipeline/several.hpp.
template <class P>
concept CandidateGenerator =
    GeneratorPolicy<P> && requires(P const& p, std::size_t place, detail::any_context<P>& ctx, question const& asked, samples const& shown,
                                   detail::any_history<P> const& past) {
      { p.count() } -> std::same_as<std::size_t>;
      { p.settings() } -> std::same_as<std::vector<candidate_settings>>;
      { p.draft_of(place, ctx, asked, shown) } -> Yields<candidate>;
      { p.revise_of(place, ctx, asked, shown, past) } -> Yields<candidate>;
    };

namespace detail {

/// Whether a generator adds candidates after it has seen the first ones.
template <class P>
concept Searches = requires(P const& p, any_context<P>& ctx, question const& asked, samples& shown, candidate_set const& set) {
  { p.more(ctx, asked, shown, set) } -> Yields<std::vector<candidate_settings>>;
};

}  // namespace detail

/// Several feedbacks combined into one (pipeline/feedback_sequence.hpp).
template <class P>
concept FeedbackSequence = requires { typename P::sequence_tag; };

/// Reviews the latest attempt.
///
/// 1. `p.review(ctx, asked, past)` yields `std::optional<remark>`: a remark, or nothing if it has no objection.
/// 2. It notes its findings as facts, `past.note(fact)`, of the types listed in `provides`.
/// 3. It executes SQL by `outcome(ctx, past)`, which never executes the same SQL twice.
///
///     struct must_have_limit {
///       std::optional<t2s::remark> review(auto&, t2s::question const&, auto& past) const {
///         if (past.sql().find("LIMIT") != std::string::npos) return {};
///         return t2s::remark("must_have_limit", "the SQL has no LIMIT");
///       }
///     };
template <class P>
concept FeedbackPolicy =
    FeedbackSequence<P> ||
    (detail::CanReview<P> && requires(P const& p, detail::any_context<P>& ctx, question const& asked, detail::any_history<P>& past) {
      { p.review(ctx, asked, past) } -> Yields<std::optional<remark>>;
    });

/// Asks a termination policy, which takes the context and the history, or only the history.
template <class P, class Context, class Past>
auto stopped_by(P const& p, Context& ctx, Past const& past) {
  if constexpr (requires { p.done(past); })
    return p.done(past);
  else
    return p.done(ctx, past);
}

/// Decides when to stop. It is asked after every draft, every feedback stage and every review, so it must be cheap and may not wait.
///
/// 1. `p.done(past)`, or `p.done(ctx, past)`, returns `std::optional<stop>`.
/// 2. The facts that it reads are listed in `needs`; some feedback of the pipeline must provide them.
template <class P>
concept TerminationPolicy = detail::CanStop<P> && requires(P const& p, detail::any_context<P>& ctx, detail::any_history<P> const& past) {
  { stopped_by(p, ctx, past) } -> std::same_as<std::optional<stop>>;
};

/// Chooses among the candidates of a set after they have finished.
///
/// 1. `p.select(ctx, asked, shown, set)` yields `selected`: a candidate with SQL, and the reason. At least one candidate has SQL;
///    `set.groups()` has those whose SQL runs, by result.
/// 2. It may decide early: `p.settled(set)`, asked whenever a candidate has finished, is true if no pending candidate could change the
///    choice, not even to other SQL with the same result. The pending candidates are then ended.
/// 3. Ties are decided by the candidates' numbers, so that the order in which they finish does not matter.
/// 4. It may say what is chosen if a budget is spent or its model fails: `p.instead(set)` yields `selected` at once. Otherwise the result
///    with the most votes is.
/// 5. Its header includes pipeline/several.hpp, which has `candidate_set`.
///
///     struct first {
///       t2s::selected select(auto&, t2s::question const&, t2s::samples const&, t2s::candidate_set const& set) const {
///         return {*set.first_with_sql(), "the first"};
///       }
///     };
template <class P>
concept SelectionPolicy = detail::CanSelect<P> && requires(P const& p, detail::any_context<P>& ctx, question const& asked,
                                                           samples const& shown, candidate_set const& set) {
  { p.select(ctx, asked, shown, set) } -> Yields<selected>;
};

/// The absent stage: no rewriting, no samples, no feedback. It leaves nothing in the machine code.
struct none {
  /// The question unchanged.
  [[nodiscard, gnu::always_inline]] question rewrite(auto&, std::string const& text) const { return question(text); }
  /// No samples.
  [[nodiscard, gnu::always_inline]] samples sample(auto&, question const&) const { return {}; }
  /// No remark.
  [[nodiscard, gnu::always_inline]] std::optional<remark> review(auto&, question const&, auto&) const { return {}; }
};
static_assert(RewritePolicy<none> && SamplerPolicy<none> && FeedbackPolicy<none>);

}  // namespace t2s

#endif
