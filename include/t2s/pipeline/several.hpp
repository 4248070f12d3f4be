// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_SEVERAL_HPP
#define T2S_PIPELINE_SEVERAL_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/core/detail/together.hpp"
#include "t2s/core/error.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/pipeline/detail/candidate_context.hpp"
#include "t2s/pipeline/detail/candidate_set.hpp"
#include "t2s/policy.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

/// Runs of pipelines that draft several candidates and choose among them. The generators and selections of t2s include this header; your
/// own generator with several candidates must include it too.
namespace t2s::detail {

/// Compile errors for a type that another policy takes as a generator.
template <class P>
struct check_generator {
  static_assert(is_callable<(CanDraft<P> && CanRevise<P>), P>);
  static_assert(GeneratorPolicy<P> || LacksConst<P> || CopiesRun<P>,
                "t2s: this is no GeneratorPolicy (check_generator's argument): it needs `candidate draft(ctx, asked, samples) const` and "
                "`candidate revise(ctx, asked, samples, past) const`");
  static constexpr bool passed = GeneratorPolicy<P>;
};

/// The stages of one candidate's run: the common question and samples, and the generator at its place.
template <class Pipeline>
struct stages_of_candidate {
  static constexpr bool asks_question = false;

  stages_of_candidate(Pipeline const& p, question const& of_all, samples const& shown_to_all)
      : asked(of_all), by_(&p), shown_(&shown_to_all) {}

  template <class Context>
  [[nodiscard]] static std::size_t attempts(Context const& ctx) {
    return std::min(ctx.settings().attempts, ctx.allowed().attempts);
  }
  /// The candidate starts with the states of the run.
  template <class Context>
  static void enter(Context& ctx, std::string const&) {
    ctx.all_states() = ctx.run().all_states();
  }
  template <class Context, class Past>
  [[gnu::always_inline]] auto draft(Context& ctx, [[maybe_unused]] Past& past) const {
    if constexpr (Searches<decltype(by_->generator)>)
      return begin(ctx, past);
    else
      return by_->generator.draft_of(ctx.settings().place, ctx, asked, *shown_);
  }
  template <class Context, class Past>
  [[gnu::always_inline]] auto revise(Context& ctx, Past const& past) const {
    return by_->generator.revise_of(ctx.settings().place, ctx, asked, *shown_, past);
  }

  question const& asked;

 private:
  /// A draft, or a revision of another candidate.
  template <class Context, class Past>
  auto begin(Context& ctx, Past& past) const -> task<Context, candidate> {
    if (auto const* earlier = ctx.earlier()) {
      past.begin_with(*earlier);
      for (auto const& r : ctx.settings().remarks) past.add_remark(r);
      auto revising = ctx.lift(revise(ctx, past));
      auto revised = co_await std::move(revising);
      co_return revised;
    }
    auto drafting = ctx.lift(by_->generator.draft_of(ctx.settings().place, ctx, asked, *shown_));
    auto drafted = co_await std::move(drafting);
    co_return drafted;
  }

  Pipeline const* by_;
  samples const* shown_;
};

/// Whether an error does not affect the other candidates of a set.
[[nodiscard]] inline bool ends_one_candidate(std::error_code code) noexcept {
  return llm::is_failure_of_model(code) || budget::is_spent(code);
}

/// Runs all candidates, each in the loop of `correct`, and the choice among them.
template <class Pipeline>
class run_with_several {
 public:
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored \
    "-Wmismatched-new-delete"  // g++ 12 reports Asio's coroutine frames where it inlines only one of new and delete
#endif
  template <class Context>
  static auto choose(Pipeline const& by, Context given, std::string text) -> task<Context, answer> {
    using states = typename Pipeline::states;
    using run_of = run_context<Context, states>;
    require_question(text, given.allowed().question_bytes);
    auto const all = std::make_shared<run_of_several<run_of>>(std::move(given), std::move(text));
    auto& ctx = all->ctx;
    auto rewriting = stage_of(all, events::stage::rewrite, [&] { return by.rewrite.rewrite(ctx, all->text); });
    all->asked = co_await std::move(rewriting);
    ctx.tell(events::question_rewritten{all->asked});
    auto sampling = stage_of(all, events::stage::sample, [&] { return by.sampler.sample(ctx, all->asked); });
    all->shown = co_await std::move(sampling);
    ctx.tell(events::samples_chosen{all->shown});

    for (auto next = by.generator.settings(); !next.empty();) {
      if constexpr (contains<samples, states>) ctx.template state<samples>() = all->shown;  // a search may have changed it
      auto const first = all->add(std::move(next));
      auto drawing = ctx.lift(detail::together<Context>(
          all->set.size() - first, std::max<std::size_t>(by.candidates.at_once, 1),
          [&by, all, first](std::size_t i) { return draw(by, all, first + i); }, [&by, all] { return is_settled(by, all->set); }));
      co_await std::move(drawing);
      next = {};
      if constexpr (Searches<generator>) {
        auto searching = ctx.lift(more(by, all));
        next = co_await std::move(searching);
      }
    }
    if (!all->set.first_with_sql()) co_return all->without_sql();
    auto selecting = ctx.lift(selected_of(by, all));
    auto chosen = co_await std::move(selecting);
    ctx.tell(events::candidate_chosen{chosen.number, chosen.why});
    co_return all->finish(std::move(chosen), all.use_count() > 1);
  }

 private:
  /// A stage of all candidates, up to the run's time limit, as the run's task.
  template <class Run, class F>
  static auto stage_of(std::shared_ptr<run_of_several<Run>> const& all, events::stage at, F verb) {
    if constexpr (Run::synchronous)
      return Run::lift(traced(all->ctx, at, verb));
    else
      return Run::lift(traced(all->ctx, at, [all, verb] { return within_time(all->ctx, verb(), all); }));
  }

  /// Runs one candidate from its draft to its last revision. If its model fails, only this candidate ends.
  template <class Run>
  static auto draw(Pipeline const& by, std::shared_ptr<run_of_several<Run>> all, std::size_t number) -> task<Run, bool> {
    try {
      auto drawing = detail::correct(by, candidate_context<Run>(all, number), std::string(),
                                     [&] { return stages_of_candidate<Pipeline>(by, all->asked, all->shown); });
      auto found = co_await std::move(drawing);
      if (found.revisions.size() <= all->attempts_before(number)) found.revisions.clear();  // no revision: omit its earlier attempts
      all->set.finish(number, std::move(found));
    } catch (error const& e) {
      if (!ends_one_candidate(e.code())) throw;
      answer failed;
      failed.stopped = e.what();
      failed.failed = e.details();
      failed.spent = all->spent[number];
      all->set.finish(number, std::move(failed));
    }
    co_return true;
  }

  /// Further candidates; none if a budget is spent.
  template <class Run>
  static auto more(Pipeline const& by, std::shared_ptr<run_of_several<Run>> all) -> task<Run, std::vector<candidate_settings>> {
    std::vector<candidate_settings> next;
    try {
      auto searching = stage_of(all, events::stage::search, [&] { return by.generator.more(all->ctx, all->asked, all->shown, all->set); });
      next = co_await std::move(searching);
    } catch (error const& e) {
      if (!all->set.first_with_sql() || !ends_one_candidate(e.code())) throw;
    }
    co_return next;
  }

  /// The choice of the selection; if a budget is spent or its model fails, its choice without asking anybody, else the largest group.
  template <class Run>
  static auto selected_of(Pipeline const& by, std::shared_ptr<run_of_several<Run>> all) -> task<Run, selected> {
    selected chosen;
    try {
      auto selecting =
          stage_of(all, events::stage::select, [&] { return by.selection.select(all->ctx, all->asked, all->shown, all->set); });
      chosen = co_await std::move(selecting);
    } catch (error const& e) {
      if (!ends_one_candidate(e.code())) throw;
      chosen = instead_of_selection(by, all->set, e);
    }
    co_return chosen;
  }
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

  static selected instead_of_selection([[maybe_unused]] Pipeline const& by, candidate_set const& set, error const& e) {
    if constexpr (requires { by.selection.instead(set); })
      return by.selection.instead(set);
    else
      return {set.most_votes(), std::string("most votes, since the selection failed: ") + e.what()};
  }

  using generator = decltype(Pipeline::generator);

  [[nodiscard]] static bool is_settled([[maybe_unused]] Pipeline const& by, [[maybe_unused]] candidate_set const& set) {
    if constexpr (requires { by.selection.settled(set); } && !Searches<generator>)
      return by.selection.settled(set);
    else
      return false;
  }
};

}  // namespace t2s::detail

#endif
