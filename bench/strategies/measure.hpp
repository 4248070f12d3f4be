// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_STRATEGIES_MEASURE_HPP
#define T2S_BENCH_STRATEGIES_MEASURE_HPP

#include "simulated_model.hpp"

#include "t2s/pipeline.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace strategies {

/// A generator whose draft is the published one. What the generator inside does for a draft of its own it does too, since its revisions
/// may need that; nothing of it is charged.
template <GeneratorPolicy Inner>
struct published {
  using states = states_of<Inner>;
  using needs = needs_of<Inner>;

  Inner inner{};
  simulated_model const* recorded{};

  template <class Context>
  auto draft(Context& ctx, question const& asked, samples const& shown) const -> task<Context, candidate> {
    auto drafting = ctx.lift(inner.draft(ctx, asked, shown));
    auto made = co_await std::move(drafting);
    candidate shown_instead(recorded->draft(), "published");
    shown_instead.reasoning = std::move(made.reasoning);
    co_return shown_instead;
  }
  auto revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return inner.revise(ctx, asked, shown, past);
  }
};

/// A termination policy whose decisions are in a span, so that they are measured.
template <TerminationPolicy Inner>
struct watched {
  using needs = needs_of<Inner>;

  Inner inner{};
  meter* charges{};

  template <class Context, class Past>
  [[nodiscard]] std::optional<stop> done(Context& ctx, Past const& past) const {
    metering_trace sink{charges};
    span const deciding(sink, decision);
    return stopped_by(inner, ctx, past);
  }
};

/// A system with published drafts.
template <class R, class S, class G, class F, class T>
pipeline<R, S, published<G>, F, watched<T>> with_published_drafts(pipeline<R, S, G, F, T> of, simulated_model const& recorded) {
  return {std::move(of.rewrite),
          std::move(of.sampler),
          {std::move(of.generator), &recorded},
          std::move(of.feedback),
          {std::move(of.termination), &recorded.metering()}};
}

/// What came of one draft.
struct outcome_of_run {
  std::size_t file = 0;
  bool before = false;  ///< the draft is right
  bool after = false;   ///< the answer is right
  bool any = false;     ///< some attempt is right
  bool other = false;   ///< the next file's prediction is right
  bool objected = false;
  bool by_limit = false;  ///< ended by nothing but the run's limit of attempts
  std::size_t reviews = 0, revisions = 0;
};

struct measured {
  std::vector<outcome_of_run> runs{};
  cost reviews{}, revisions{}, decisions{};

  [[nodiscard]] cost rounds() const {
    auto all = reviews;
    return all += revisions, all += decisions;
  }
  [[nodiscard]] std::size_t sum(std::size_t outcome_of_run::* what) const {
    std::size_t n = 0;
    for (auto const& r : runs) n += r.*what;
    return n;
  }
  template <class Holds>
  [[nodiscard]] std::size_t count(Holds holds) const {
    std::size_t n = 0;
    for (auto const& r : runs) n += holds(r) ? 1 : 0;
    return n;
  }
};

/// Attempts of a run that nothing else ends.
inline constexpr std::size_t most_attempts = 8;

/// Runs what `make(database, gold answers, model)` returns over all drafts. The gold answers have the question that is asked.
template <class Make>
measured measure(drafts& all, corrector by, Make make) {
  measured out;
  meter& m = all.metering();
  meter const fresh(m.keeps_times());
  m = fresh;
  simulated_model model(all, by);
  auto const gold = std::make_shared<gold_answers>();
  run_options how;
  how.allowed.attempts = most_attempts;
  for (auto const& d : all.databases()) {
    auto const system = make(*d, std::shared_ptr<gold_answers const>(gold), std::as_const(model));
    for (auto const& q : d->questions) {
      *gold = {{q.text, q.gold}};
      for (std::size_t file = 0; file < all.files().size(); ++file) {
        model.begin(*d, q, file);
        m.begin_run();
        auto const a = system.run(context(model, d->database, how, metering_trace{&m}), q.text);
        outcome_of_run r{.file = file, .before = all.is_right(*d, q, model.draft()), .by_limit = a.stopped == "attempt limit"};
        r.other = all.is_right(*d, q, q.predicted[(file + 1) % q.predicted.size()]);
        for (auto const& attempt : a.revisions) {
          r.reviews += attempt.reviewed ? 1 : 0;
          r.any = r.any || all.is_right(*d, q, attempt.tried.sql);
        }
        r.after = a.has_sql() ? all.is_right(*d, q, std::string(a.sql())) : r.before;
        r.revisions = a.revisions.empty() ? 0 : a.revisions.size() - 1;
        r.objected = !a.revisions.empty() && !a.revisions.front().remarks.empty();
        out.runs.push_back(r);
      }
    }
  }
  out.reviews = m.of_reviews();
  out.revisions = m.of_revisions();
  out.decisions = m.of_decisions();
  return out;
}

}  // namespace strategies

#endif
