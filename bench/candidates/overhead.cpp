// SPDX-License-Identifier: BSL-1.0
// Compares DAC alone, as a set of one and of five, with five candidates by hand: the policies' verbs in the same order, each SQL executed
// once, equal results counted.
#include "../overhead/subject.hpp"

#include "modes.hpp"
#include "t2s/db/detail/same_answer.hpp"
#include "t2s/policies/generate/several.hpp"

#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace t2s;
using namespace overhead;

/// `select::majority` without an early end.
struct most_votes {
  [[nodiscard]] selected select(auto&, question const&, samples const&, candidate_set const& set) const {
    return {set.most_votes(), "votes"};
  }
};

template <std::size_t N>
using set_of = pipeline<none, decltype(systems::dac::sampler), generate::times<N, decltype(systems::dac::generator)>,
                        decltype(systems::dac::feedback), decltype(systems::dac::termination), most_votes>;

using plain = context<prompt_model, prepared<prompt_database>>;
using facts_of_dac = systems::dac::provided;

/// A context that keeps executed statements.
class remembering : public run_context<plain, systems::dac::states> {
 public:
  remembering(plain given, std::map<std::string, db::execution>& known)
      : run_context<plain, systems::dac::states>(std::move(given)), known_(&known) {}

  [[nodiscard]] db::execution query(std::string sql) {
    auto const found = known_->find(sql);
    if (found != known_->end()) return found->second;
    return known_->emplace(sql, run_context<plain, systems::dac::states>::query(sql)).first->second;
  }

 private:
  std::map<std::string, db::execution>* known_;
};

immediate<std::vector<attempt>> candidate_by_hand(systems::dac const& p, remembering& ctx, question const& asked, samples const& shown) {
  history<facts_of_dac> past;
  std::string why;
  auto const over = [&] {
    if (!why.empty()) return true;
    if (auto s = stopped_by(p.termination, ctx, past)) why = std::move(s->why);
    return !why.empty();
  };
  auto draft = co_await p.generator.draft(ctx, asked, shown);
  while (!draft.sql.empty()) {
    past.open(std::move(draft));
    if (over()) break;
    auto reviewing = run_feedback(p.feedback, ctx, asked, past, over);
    (void)reviewing;
    past.close(ctx.spent());
    if (over()) break;
    draft = co_await p.generator.revise(ctx, asked, shown, past);
  }
  if (past.size() > 0) {
    auto executing = outcome(ctx, past);
    (void)executing;
  }
  past.charge(ctx.spent());
  co_return std::move(past).release();
}

bool equal(attempt const& a, attempt const& b) { return a.tried.sql == b.tried.sql || db::same_answer(a.outcome->rows, b.outcome->rows); }

immediate<std::vector<attempt>> five_by_hand(systems::dac const& p, plain given, std::string text) {
  std::map<std::string, db::execution> known;
  remembering first(given, known);
  question asked = p.rewrite.rewrite(first, text);
  auto shown = co_await p.sampler.sample(first, asked);
  std::vector<std::vector<attempt>> all;
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t n = 0; n < 5; ++n) {
    remembering ctx(given, known);  // the state of one candidate must not affect the next
    auto drawing = candidate_by_hand(p, ctx, asked, shown);
    all.push_back(co_await std::move(drawing));
    auto const& last = all.back().back();
    if (!last.outcome || !last.outcome->ok()) continue;
    std::size_t g = 0;
    while (g < groups.size() && !equal(all[groups[g].front()].back(), last)) ++g;
    if (g == groups.size()) groups.emplace_back();
    groups[g].push_back(n);
  }
  std::size_t best = 0;
  for (std::size_t g = 1; g < groups.size(); ++g)
    if (groups[g].size() > groups[best].size()) best = g;
  co_return std::move(all[groups.empty() ? 0 : groups[best].front()]);
}

}  // namespace

int overhead_of_sets(int subject, int runs) {
  world w;
  set_of<1> one;
  set_of<5> five;
  std::string sql;
  for (int i = 0; i < runs; ++i) {
    w.model.calls = 0;
    plain ctx(w.model, w.database);
    std::string asked(question_text);
    switch (subject) {
      case 0: sql = w.dac.run(std::move(ctx), std::move(asked)).sql(); break;
      case 1: sql = one.run(std::move(ctx), std::move(asked)).sql(); break;
      case 2: sql = five.run(std::move(ctx), std::move(asked)).sql(); break;
      default: sql = five_by_hand(w.dac, std::move(ctx), std::move(asked)).get().back().tried.sql;
    }
  }
  std::printf("%s, %zu calls\n", sql.c_str(), w.model.calls);
  return 0;
}
