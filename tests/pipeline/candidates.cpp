// SPDX-License-Identifier: BSL-1.0
// Several candidates for one question, and the choice among them.
#include "drawn_model.hpp"
#include "t2s/offline/select/by_confidence.hpp"
#include "t2s/policies/generate/explored.hpp"
#include "t2s/policies/generate/few_shot.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/select/majority.hpp"
#include "t2s/policies/select/merged_top_two.hpp"
#include "t2s/policies/select/pairwise.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::tests;

namespace {

struct world {
  drawn_model model{};
  scripted_database database = letters();

  explicit world(std::map<std::size_t, std::vector<std::string>> replies) : model{std::move(replies)} {}

  template <class Pipeline>
  answer ask(Pipeline const& p, run_options options = {}) {
    return p.run(context(model, database, std::move(options)), "q");
  }
};

struct has_rows {
  static constexpr std::string_view name = "has rows";
  using provides = facts<db::execution>;
  auto review(auto& ctx, question const&, auto& past) const {
    return then(outcome(ctx, past), [](db::execution const* e) {
      return e->ok() && !e->rows.values.empty() ? std::optional<remark>() : std::optional(remark(name, "no rows"));
    });
  }
};

struct role_model {
  static constexpr bool has_roles = true;
  std::vector<llm::model_role> asked{};

  llm::completion complete(llm::request const& r) {
    asked.push_back(r.asks);
    llm::completion c;
    c.text = r.draw == 0 ? "A1" : "B";
    return c;
  }
};

struct longest {
  double operator()(auto&, question const&, samples const&, candidate_set const&, candidate_run const& c) const {
    return static_cast<double>(c.sql().size());
  }
};

template <class Selection>
selected chosen_by(Selection const& s, std::vector<std::string> const& sqls, std::string judgement = {}) {
  std::map<std::size_t, std::vector<std::string>> replies;
  for (auto const& sql : sqls) replies[replies.size()] = {sql};
  world w(std::move(replies));
  w.model.judgement = std::move(judgement);
  pipeline<none, none, generate::times<1, prompted>, none, terminate::after_draft, Selection> p;
  p.generator.candidates = sqls.size();
  p.selection = s;
  auto const a = w.ask(p);
  BOOST_REQUIRE(a.selection());
  return *a.selection();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(candidates)

BOOST_AUTO_TEST_CASE(the_result_of_most_candidates_is_chosen) {
  world w({{0, {"B"}}, {1, {"A1"}}, {2, {"bad"}}, {3, {"C"}}, {4, {"A2"}}});
  auto const a = w.ask(drafting<5>());
  BOOST_TEST(a.sql() == "A1");
  BOOST_REQUIRE(a.outcome());
  BOOST_TEST(a.outcome()->rows.values.size() == 1u);
  BOOST_TEST(a.stopped == "2 of 5 candidates give this result");
  BOOST_REQUIRE(a.selection());
  BOOST_TEST(a.selection()->number == 1u);
  BOOST_REQUIRE(a.selection()->others.size() == 4u);
  BOOST_TEST(a.selection()->others[1].sql() == "bad");
  BOOST_TEST(!a.selection()->others[1].outcome()->ok());
  BOOST_TEST(a.spent.calls == 5u);
  BOOST_TEST(a.spent.statements == 5u);
}

BOOST_AUTO_TEST_CASE(equal_numbers_are_decided_by_the_first_candidate) {
  BOOST_TEST(chosen_by(select::majority(), {"bad", "B", "A1", "A2", "B"}).number == 1u);
  BOOST_TEST(chosen_by(select::majority(), {"bad", "worse"}).number == 0u);
}

BOOST_AUTO_TEST_CASE(each_sql_is_executed_once) {
  world w({{0, {"A1"}}, {1, {"bad"}}, {2, {"bad"}}, {3, {"A1"}}, {4, {"A1"}}});
  auto const a = w.ask(drafting<5>());
  BOOST_TEST(a.sql() == "A1");
  BOOST_TEST(w.database.asked.size() == 2u);
  BOOST_TEST(a.spent.statements == 2u);
}

// By hand: ties go to the first, so three of five equal results, with candidate 0 first, cannot be outvoted.
BOOST_AUTO_TEST_CASE(what_cannot_change_the_choice_is_not_asked_for) {
  world w({{0, {"A1"}}, {1, {"B"}}, {2, {"A2"}}, {3, {"A1"}}, {4, {"B"}}});
  auto const a = w.ask(drafting<5>());
  BOOST_TEST(a.sql() == "A1");
  BOOST_TEST(a.spent.calls == 4u);
  auto const& others = a.selection()->others;
  BOOST_TEST(others.size() == 4u);
  BOOST_TEST(!others.back().finished);
  BOOST_TEST(others[0].finished);

  world tie({{0, {"A1"}}, {1, {"A2"}}, {2, {"B"}}, {3, {"B"}}});
  BOOST_TEST(tie.ask(drafting<4>()).spent.calls == 2u);
  world late({{0, {"B"}}, {1, {"A2"}}, {2, {"A1"}}, {3, {"B"}}});
  BOOST_TEST(late.ask(drafting<4>()).sql() == "B");
  BOOST_TEST(late.model.asked.size() == 4u);
}

BOOST_AUTO_TEST_CASE(each_candidate_is_revised_by_itself) {
  world w({{0, {"bad", "A1"}}, {1, {"B"}}, {2, {"worse", "bad", "A2"}}});
  auto const a = w.ask(revising<3>());
  BOOST_TEST(a.sql() == "A1");
  BOOST_TEST(a.revisions.size() == 2u);
  BOOST_TEST(a.revisions[0].remarks.size() == 1u);
  BOOST_TEST(a.revisions[0].remarks[0].text == "no such column: x");
  BOOST_TEST(a.selection()->others[0].revisions.size() == 1u);
  BOOST_TEST(a.selection()->others[1].revisions.size() == 3u);
  BOOST_TEST(a.selection()->others[1].spent.calls == 3u);
  BOOST_TEST(w.database.asked.size() == 5u);  // "bad" once
}

BOOST_AUTO_TEST_CASE(a_model_that_fails_costs_its_candidate) {
  world w({{0, {"!"}}, {1, {"A1"}}, {2, {"bad", "!"}}});
  auto const a = w.ask(revising<3, select::pairwise>());
  BOOST_TEST(a.sql() == "A1");
  BOOST_REQUIRE(a.selection()->others[0].failed);
  BOOST_TEST((a.selection()->others[0].failed->code == errc::model_failed));
  BOOST_TEST(a.selection()->others[1].sql() == "bad");
  BOOST_REQUIRE(a.selection()->others[1].failed);

  world all({{0, {"!"}}, {1, {"!"}}});
  BOOST_CHECK_EXCEPTION((void)all.ask(revising<2>()), error, [](error const& e) { return e.code() == errc::model_failed; });
  world silent({{0, {""}}, {1, {""}}});
  auto const nothing = silent.ask(revising<2>());
  BOOST_TEST(!nothing.has_sql());
  BOOST_TEST(!nothing.stopped.empty());
}

BOOST_AUTO_TEST_CASE(all_candidates_share_one_budget) {
  world w({{0, {"A1"}}, {1, {"B"}}, {2, {"B"}}, {3, {"B"}}});
  auto const a = w.ask(drafting<4>(), {.allowed = {.calls = 2}});
  BOOST_TEST(a.sql() == "A1");
  BOOST_TEST(a.spent.calls == 2u);
  BOOST_REQUIRE(a.selection()->others[1].failed);
  BOOST_TEST((a.selection()->others[1].failed->code == errc::budget_calls));

  world tokens({{0, {"A1"}}, {1, {"B"}}, {2, {"B"}}, {3, {"B"}}});
  (void)tokens.ask(drafting<4>(), {.allowed = {.completion_tokens = 100}});
  BOOST_REQUIRE(tokens.model.asked.size() == 4u);
  for (auto const& r : tokens.model.asked) BOOST_TEST(*r.max_tokens == 25u);
}

BOOST_AUTO_TEST_CASE(requests_are_told_apart_by_draw_seed_and_temperature) {
  world w({{0, {"A1"}}, {1, {"B"}}, {2, {"C"}}});
  drafting<3> p;
  p.generator.temperature = 0.9;
  p.generator.seed = 7;
  (void)w.ask(p);
  BOOST_REQUIRE(w.model.asked.size() == 3u);
  for (std::size_t n = 0; n < 3; ++n) {
    BOOST_TEST(*w.model.asked[n].temperature == 0.9);
    BOOST_TEST(*w.model.asked[n].seed == static_cast<std::int64_t>(7 + n));
    BOOST_TEST(w.model.asked[n].draw == 1000 * n);
  }
}

BOOST_AUTO_TEST_CASE(several_generators_write_one_set) {
  using both = generate::each_of<counting, generate::times<2, prompted>, only_once>;
  static_assert(CandidateGenerator<both>);
  pipeline<none, none, both, none, terminate::after_draft, select::majority> p;
  p.generator.get<generate::times<2, prompted>>().weight = 2;
  world w({{1, {"B"}}, {2, {"B"}}});
  w.database.world["S0"] = gives({"s"});
  auto const a = w.ask(p);
  BOOST_TEST(a.sql() == "B");
  BOOST_TEST(a.selection()->number == 1u);
  BOOST_TEST(a.selection()->others[0].sql() == "S0");
}

// Algorithm 3 of CHASE-SQL by hand, over {A1, A2}, {B} and {C}, if the model always prefers the second: B beats A (2 points), C beats A (2
// points) and B (1 point), and A1 has 1 from A2.
BOOST_AUTO_TEST_CASE(a_judge_compares_every_two_results) {
  BOOST_TEST(chosen_by(select::pairwise(), {"A1", "A2", "B", "C"}, "B").number == 3u);
  BOOST_TEST(chosen_by(select::pairwise(), {"A1", "A2", "B", "C"}, "A").number == 0u);
  auto const agreed = chosen_by(select::pairwise(), {"bad", "A1", "A2"});
  BOOST_TEST(agreed.number == 1u);
  BOOST_TEST(agreed.why == "2 of 3 candidates give this result");
}

BOOST_AUTO_TEST_CASE(a_tournament_asks_once_for_each_further_result) {
  BOOST_TEST(chosen_by(select::tournament(), {"C", "A1", "A2", "B"}, "B").number == 3u);
  auto const first = chosen_by(select::tournament(), {"C", "A1", "A2", "B"}, "A");
  BOOST_TEST(first.number == 1u);
  BOOST_TEST(first.why == "won the last of 2 comparisons by the model");
}

BOOST_AUTO_TEST_CASE(the_top_two_are_merged) {
  world w({{0, {"A1"}}, {1, {"B"}}, {2, {"A2"}}});
  w.database.world["SELECT 1"] = gives({"1"});
  w.model.judgement = "```sql\nSELECT 1\n```";
  auto const a = w.ask(drafting<3, select::merged_top_two>());
  BOOST_TEST(a.sql() == "SELECT 1");
  BOOST_TEST(a.stopped == "merged from candidates 0 and 1");
  BOOST_TEST(a.revisions.front().tried.sql == "A1");
  BOOST_REQUIRE(a.outcome());
  BOOST_TEST(a.outcome()->rows.values.size() == 1u);
  BOOST_TEST(a.selection()->others.size() == 2u);

  world broken({{0, {"A1"}}, {1, {"B"}}, {2, {"A2"}}});
  broken.model.judgement = "```sql\nSELECT 2\n```";
  BOOST_TEST(broken.ask(drafting<3, select::merged_top_two>()).sql() == "A1");
}

BOOST_AUTO_TEST_CASE(the_highest_confidence_is_chosen) {
  BOOST_TEST(chosen_by(select::by_confidence<select::agreement>(), {"B", "A1", "A2"}).number == 1u);
  BOOST_TEST(chosen_by(select::by_confidence<longest>(), {"B", "none", "A2"}).number == 1u);
}

BOOST_AUTO_TEST_CASE(most_votes_stand_in_for_a_selection_that_fails) {
  world w({{0, {"B"}}, {1, {"A1"}}, {2, {"A2"}}});
  w.model.judgement = "!";
  auto const a = w.ask(drafting<3, select::pairwise>());
  BOOST_TEST(a.sql() == "A1");
  BOOST_TEST(a.stopped.find("most votes, since the selection failed") == 0u);
}

BOOST_AUTO_TEST_CASE(the_model_of_a_role_may_draft) {
  role_model model;
  using both = generate::each_of<generate::times<1, prompted>, generate::times<2, prompted>>;
  pipeline<none, none, both, none, terminate::after_draft, select::pairwise> p;
  p.generator.get<generate::times<2, prompted>>().asks = llm::model_role::small;
  auto database = letters();
  (void)p.run(context(model, database), "q");
  using enum llm::model_role;
  BOOST_TEST((model.asked == std::vector{draft, small, small, judge}));
}

BOOST_AUTO_TEST_CASE(a_revision_that_fails_has_no_vote) {
  pipeline<none, none, generate::revision_tree<2, prompted>, has_rows, terminate::nothing_left, select::best_reviewed> p;
  world w({{0, {"none"}}, {1, {"bad"}}, {2, {"!"}}, {3, {"!"}}, {4, {"!"}}, {5, {"!"}}, {6, {"!"}}, {7, {"!"}}});
  auto const a = w.ask(p);
  BOOST_TEST(a.sql() == "none");
  for (auto const& other : a.selection()->others) BOOST_TEST((other.number < 2 || !other.has_sql()));
  BOOST_TEST(a.spent.calls == 8u);
}

BOOST_AUTO_TEST_CASE(what_was_reviewed_is_better_than_what_was_not) {
  pipeline<none, none, generate::times<2, prompted>, has_rows, terminate::any_of<terminate::nothing_left, terminate::revisions>,
           select::best_reviewed>
      p;
  p.termination.get<terminate::revisions>().limit = 1;
  world w({{0, {"none", "B"}}, {1, {"A1"}}});  // B is not reviewed
  auto const a = w.ask(p);
  BOOST_TEST(a.sql() == "A1");
  BOOST_TEST(a.stopped == "0 remarks, the fewest");
}

// Best first by hand: 0 and 1 fail, 2 runs without rows and with a remark, so 2 is revised first; its revision has no objections.
BOOST_AUTO_TEST_CASE(a_search_revises_the_most_promising_attempt) {
  pipeline<none, none, generate::revision_tree<3, prompted>, has_rows, terminate::nothing_left, select::best_reviewed> p;
  p.generator.at_a_time = 1;
  world w({{0, {"bad"}}, {1, {"worse"}}, {2, {"none"}}, {3, {"A1"}}});
  auto const a = w.ask(p);
  BOOST_TEST(a.sql() == "A1");
  BOOST_TEST(a.spent.calls == 4u);
  BOOST_REQUIRE(a.revisions.size() == 2u);
  BOOST_TEST(a.revisions[0].tried.sql == "none");
  BOOST_TEST(w.model.asked.back().messages.back().text == "revise: q | none | no rows");

  p.generator.expansions = 5;
  world never({{0, {"bad"}}, {1, {"bad"}}, {2, {"bad"}}, {3, {"bad"}}, {4, {"bad"}}, {5, {"bad"}}, {6, {"bad"}}, {7, {"bad"}}});
  BOOST_TEST(never.ask(p).spent.calls == 8u);
}

BOOST_AUTO_TEST_CASE(columns_are_explored_where_candidates_do_not_agree) {
  using generator = generate::explored<generate::times<2, generate::few_shot>>;
  pipeline<none, none, generator, none, terminate::after_draft, select::majority> const p;
  llm::scripted_model model;
  auto const has = [](std::string text) {
    return [text](llm::request const& r) { return r.messages.front().text.find(text) != std::string::npos; };
  };
  model.on(has("What is known of the data"), {"SELECT 3", "SELECT 3"});
  model.on(has("simple SQLite queries"), {"```sql\nSELECT 10\n```\nand\n```sql\nSELECT 11\n```\n```sql\nSELECT 10\n```"});
  model.on(has("Write one SQLite query"), {"SELECT 1", "SELECT 2"});
  scripted_database database{
      {{"SELECT 1", gives({"1"})}, {"SELECT 2", gives({"2"})}, {"SELECT 3", gives({"3"})}, {"SELECT 10", gives({"ten"})}}};
  auto const a = p.run(context(model, database), "q");
  BOOST_TEST(a.sql() == "SELECT 3");
  BOOST_TEST(a.spent.calls == 5u);
  BOOST_TEST(a.stopped == "2 of 4 candidates give this result");
  BOOST_REQUIRE(a.shown.knowledge.size() == 1u);
  BOOST_TEST(a.shown.knowledge[0] == "SELECT 10\nc\nten\n");

  llm::scripted_model agrees;
  agrees.on(has("Write one SQLite query"), {"SELECT 1", "SELECT 1"});
  BOOST_TEST(p.run(context(agrees, database), "q").spent.calls == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
