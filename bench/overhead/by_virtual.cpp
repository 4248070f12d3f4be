// SPDX-License-Identifier: BSL-1.0
// The same loop with policies as virtual functions, chosen at run time: shows what a pipeline of types saves.
#include "subject.hpp"

#include <memory>

namespace overhead {
namespace {

template <class Context, class Past>
struct any_stages {
  using context_type = Context;

  any_stages() = default;
  any_stages(any_stages const&) = delete;
  any_stages& operator=(any_stages const&) = delete;
  virtual ~any_stages() = default;
  virtual immediate<question> rewrite(Context&, std::string const&) const = 0;
  virtual immediate<samples> sample(Context&, question const&) const = 0;
  virtual immediate<candidate> draft(Context&, question const&, samples const&) const = 0;
  virtual immediate<candidate> revise(Context&, question const&, samples const&, Past const&) const = 0;
  virtual immediate<bool> review(Context&, question const&, Past&) const = 0;
  virtual immediate<bool> execute(Context&, Past&) const = 0;  // the last attempt, unless it has been executed
  virtual std::optional<stop> done(Context&, Past const&) const = 0;
};

template <class System, class Context, class Past>
struct stages_of final : any_stages<Context, Past> {
  explicit stages_of(System const& s) : system(s) {}
  immediate<question> rewrite(Context& ctx, std::string const& text) const override {
    co_return co_await system.rewrite.rewrite(ctx, text);
  }
  immediate<samples> sample(Context& ctx, question const& asked) const override { co_return co_await system.sampler.sample(ctx, asked); }
  immediate<candidate> draft(Context& ctx, question const& asked, samples const& shown) const override {
    co_return co_await system.generator.draft(ctx, asked, shown);
  }
  immediate<candidate> revise(Context& ctx, question const& asked, samples const& shown, Past const& past) const override {
    co_return co_await system.generator.revise(ctx, asked, shown, past);
  }
  immediate<bool> review(Context& ctx, question const& asked, Past& past) const override {
    auto const over = [&] { return stopped_by(system.termination, ctx, past).has_value(); };
    co_return co_await run_feedback(system.feedback, ctx, asked, past, over);
  }
  immediate<bool> execute(Context& ctx, Past& past) const override {
    if constexpr (detail::contains<db::execution, typename System::provided>)
      if (past.size() > 0) co_await outcome(ctx, past);
    co_return true;
  }
  std::optional<stop> done(Context& ctx, Past const& past) const override { return stopped_by(system.termination, ctx, past); }

  System const& system;
};

template <bool keeps_samples, class Context, class Past>
immediate<answer> drive(any_stages<Context, Past> const& stages, Context& ctx, std::string text) {
  Past past;
  std::string why;
  auto const over = [&] {
    if (!why.empty()) return true;
    if (auto s = stages.done(ctx, past))
      why = std::move(s->why);
    else if (past.latest().reviewed && past.size() >= limits().attempts)
      why = "attempt limit";
    return !why.empty();
  };
  auto asked = co_await stages.rewrite(ctx, text);
  auto shown = co_await stages.sample(ctx, asked);
  if constexpr (keeps_samples) ctx.template state<samples>() = shown;
  auto draft = co_await stages.draft(ctx, asked, shown);
  while (!draft.sql.empty()) {
    past.open(std::move(draft));
    if (over()) break;
    co_await stages.review(ctx, asked, past);
    past.close(ctx.spent());
    if (over()) break;
    ctx.require_time();
    draft = co_await stages.revise(ctx, asked, shown, past);
  }
  co_await stages.execute(ctx, past);
  answer made;
  made.spent = ctx.spent();
  past.charge(made.spent);
  made.stopped = std::move(why);
  made.revisions = std::move(past).release();
  made.asked = std::move(asked);
  made.shown = std::move(shown);
  co_return made;
}

template <class System, class Context>
answer run(System const& system, Context given) {
  using running = run_context<Context, typename System::states>;
  using past = history<typename System::provided>;
  running ctx(std::move(given));
  std::unique_ptr<any_stages<running, past>> const stages = std::make_unique<stages_of<System, running, past>>(system);
  return drive<detail::contains<samples, typename System::states>>(*stages, ctx, std::string(question_text)).get();
}

}  // namespace

answer by_virtual(world& w, std::size_t subject) {
  return with_subject(w, subject, [](auto const& system, auto ctx) { return run(system, std::move(ctx)); });
}

}  // namespace overhead
