// SPDX-License-Identifier: BSL-1.0
// The same logic by hand: one coroutine for each system, which calls the policies' verbs in the same order. It uses no part of the pipeline
// except what the policies take: a context with their states and a history with their facts.
#include "subject.hpp"

namespace overhead {
namespace {

template <class System>
using past_of = history<typename System::provided>;
template <class System, class Context>
using context_of = run_context<Context, typename System::states>;

/// The end of a loop, and the answer.
template <class System>
struct loop {
  System const& system;
  past_of<System> past{};
  std::string why{};

  template <class Context>
  [[nodiscard]] bool over(Context& ctx) {
    if (!why.empty()) return true;
    if (auto s = stopped_by(system.termination, ctx, past))
      why = std::move(s->why);
    else if (past.latest().reviewed && past.size() >= limits().attempts)
      why = "attempt limit";
    return !why.empty();
  }
  [[nodiscard]] bool open(candidate c) {
    if (c.sql.empty()) {
      why = std::move(c.why);
      return false;
    }
    past.open(std::move(c));
    return true;
  }
  bool say(std::optional<remark> s) {
    if (s) past.add_remark(std::move(*s));
    return s.has_value();
  }
  [[nodiscard]] answer finish(spending const& all, question& asked, samples& shown) {
    past.charge(all);
    answer result;
    result.stopped = std::move(why);
    result.revisions = std::move(past).release();
    result.spent = all;
    result.asked = std::move(asked);
    result.shown = std::move(shown);
    return result;
  }
};

/// For policies that wait for nothing.
template <class Context>
immediate<answer> run(idle_pipeline const& p, Context given, std::string text) {
  context_of<idle_pipeline, Context> ctx(std::move(given));
  loop<idle_pipeline> l{p};
  question asked = p.rewrite.rewrite(ctx, text);
  samples shown = p.sampler.sample(ctx, asked);
  auto draft = p.generator.draft(ctx, asked, shown);
  while (l.open(std::move(draft)) && !l.over(ctx)) {
    l.say(p.feedback.review(ctx, asked, l.past));
    l.past.close(ctx.spent());
    if (l.over(ctx)) break;
    ctx.require_time();
    draft = p.generator.revise(ctx, asked, shown, l.past);
  }
  co_return l.finish(ctx.spent(), asked, shown);
}

/// For one feedback: a judging model, DART-SQL and SQL-CRAFT.
template <class System, class Context>
immediate<answer> run_with_one(System const& p, Context given, std::string text) {
  context_of<System, Context> ctx(std::move(given));
  loop<System> l{p};
  auto asked = co_await p.rewrite.rewrite(ctx, text);
  auto shown = co_await p.sampler.sample(ctx, asked);
  if constexpr (detail::contains<samples, typename System::states>) ctx.template state<samples>() = shown;
  auto draft = co_await p.generator.draft(ctx, asked, shown);
  while (l.open(std::move(draft)) && !l.over(ctx)) {
    l.say(co_await p.feedback.review(ctx, asked, l.past));
    l.past.close(ctx.spent());
    if (l.over(ctx)) break;
    ctx.require_time();
    draft = co_await p.generator.revise(ctx, asked, shown, l.past);
  }
  if (l.past.size() > 0) co_await outcome(ctx, l.past);
  co_return l.finish(ctx.spent(), asked, shown);
}

/// For systems in which the first objection counts: TCSR-SQL and the offline system.
template <class First, class Second, class... Third, class System, class Context>
immediate<answer> run_with_first_of(System const& p, Context given, std::string text) {
  context_of<System, Context> ctx(std::move(given));
  loop<System> l{p};
  auto asked = co_await p.rewrite.rewrite(ctx, text);
  auto shown = co_await p.sampler.sample(ctx, asked);
  if constexpr (detail::contains<samples, typename System::states>) ctx.template state<samples>() = shown;
  auto draft = co_await p.generator.draft(ctx, asked, shown);
  while (l.open(std::move(draft)) && !l.over(ctx)) {
    bool spoke = l.say(co_await p.feedback.template get<First>().review(ctx, asked, l.past));
    if (!spoke && !l.over(ctx)) spoke = l.say(co_await p.feedback.template get<Second>().review(ctx, asked, l.past));
    if constexpr (sizeof...(Third) > 0)
      if (!spoke && !l.over(ctx)) l.say(co_await p.feedback.template get<Third...>().review(ctx, asked, l.past));
    l.past.close(ctx.spent());
    if (l.over(ctx)) break;
    ctx.require_time();
    draft = co_await p.generator.revise(ctx, asked, shown, l.past);
  }
  if (l.past.size() > 0) co_await outcome(ctx, l.past);
  co_return l.finish(ctx.spent(), asked, shown);
}

/// DAC: one stage after the other, none twice.
template <class Context>
immediate<answer> run(systems::dac const& p, Context given, std::string text) {
  using stages = decltype(p.feedback);
  context_of<systems::dac, Context> ctx(std::move(given));
  loop<systems::dac> l{p};
  question asked = p.rewrite.rewrite(ctx, text);
  auto shown = co_await p.sampler.sample(ctx, asked);
  if constexpr (detail::contains<samples, systems::dac::states>) ctx.template state<samples>() = shown;
  auto draft = co_await p.generator.draft(ctx, asked, shown);
  while (l.open(std::move(draft)) && !l.over(ctx)) {
    using turn = typename std::remove_cvref_t<stages>::turn;
    auto const* place = l.past.template newest<turn>();
    std::size_t const first = place ? place->next : 0;
    bool spoke = false;
    if (first < 1 && (spoke = l.say(co_await p.feedback.template get<systems::dac_entities>().review(ctx, asked, l.past))))
      l.past.note(turn{1});
    if (first < 2 && !spoke && !l.over(ctx) &&
        (spoke = l.say(co_await p.feedback.template get<systems::dac_skeleton>().review(ctx, asked, l.past))))
      l.past.note(turn{2});
    if (first < 3 && !spoke && !l.over(ctx) &&
        l.say(co_await p.feedback.template get<feedback::execution_error>().review(ctx, asked, l.past)))
      l.past.note(turn{3});
    l.past.close(ctx.spent());
    if (l.over(ctx)) break;
    ctx.require_time();
    draft = co_await p.generator.revise(ctx, asked, shown, l.past);
  }
  if (l.past.size() > 0) co_await outcome(ctx, l.past);
  co_return l.finish(ctx.spent(), asked, shown);
}

/// Dynamic revision: every feedback reviews.
template <class Context>
immediate<answer> run(systems::dynamic_revision const& p, Context given, std::string text) {
  using system = systems::dynamic_revision;
  context_of<system, Context> ctx(std::move(given));
  loop<system> l{p};
  auto asked = co_await p.rewrite.rewrite(ctx, text);
  auto shown = co_await p.sampler.sample(ctx, asked);
  if constexpr (detail::contains<samples, system::states>) ctx.template state<samples>() = shown;
  auto draft = co_await p.generator.draft(ctx, asked, shown);
  while (l.open(std::move(draft)) && !l.over(ctx)) {
    l.say(co_await p.feedback.template get<feedback::execution_report>().review(ctx, asked, l.past));
    if (!l.over(ctx)) l.say(co_await p.feedback.template get<feedback::explanation>().review(ctx, asked, l.past));
    if (!l.over(ctx)) l.say(co_await p.feedback.template get<feedback::related_contents>().review(ctx, asked, l.past));
    l.past.close(ctx.spent());
    if (l.over(ctx)) break;
    ctx.require_time();
    draft = co_await p.generator.revise(ctx, asked, shown, l.past);
  }
  if (l.past.size() > 0) co_await outcome(ctx, l.past);
  co_return l.finish(ctx.spent(), asked, shown);
}

template <class Context>
auto run(asking_pipeline const& p, Context ctx, std::string text) {
  return run_with_one(p, std::move(ctx), std::move(text));
}
template <class Context>
auto run(systems::dart_sql_by<embedder> const& p, Context ctx, std::string text) {
  return run_with_one(p, std::move(ctx), std::move(text));
}
template <class Context>
auto run(systems::sql_craft<embedder> const& p, Context ctx, std::string text) {
  return run_with_one(p, std::move(ctx), std::move(text));
}
template <class Context>
auto run(systems::tcsr_sql<embedder> const& p, Context ctx, std::string text) {
  return run_with_first_of<feedback::execution_error, feedback::empty_result>(p, std::move(ctx), std::move(text));
}
template <class Context>
auto run(systems::offline const& p, Context ctx, std::string text) {
  return run_with_first_of<feedback::execution_error, feedback::unknown_text, feedback::empty_result>(p, std::move(ctx), std::move(text));
}

}  // namespace

answer by_hand(world& w, std::size_t subject) {
  return with_subject(w, subject,
                      [](auto const& system, auto ctx) { return run(system, std::move(ctx), std::string(question_text)).get(); });
}

}  // namespace overhead
