// SPDX-License-Identifier: BSL-1.0
// Runs with several models.
#include "t2s/llm/several_models.hpp"
#include "t2s/pipeline/history.hpp"

#include "stages.hpp"
#include "support/kept_trace.hpp"
#include "t2s/core/awaitable.hpp"
#include "t2s/llm/cassette.hpp"
#include "t2s/llm/detail/budget_by_role.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"
#include "t2s/systems/c3.hpp"
#include "t2s/systems/dac.hpp"
#include "t2s/systems/dart_sql.hpp"
#include "t2s/systems/dynamic_revision.hpp"
#include "t2s/systems/with_schema_retrieval.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <random>

using namespace t2s;
using namespace t2s::tests;
using llm::model_role;
using llm::models_by_role;
using llm::scripted_model;

namespace {

/// A policy that sets the role of its requests.
struct role_judge : judge {
  template <class Context, class Past>
  auto review(Context& ctx, question const& asked, Past& past) const -> task<Context, std::optional<remark>> {
    auto executing = outcome(ctx, past);
    auto const* done = co_await std::move(executing);
    llm::request request("judge: " + asked.clear + " | " + std::to_string(done->rows.values.size()));
    request.asks = model_role::judge;
    auto asking = ctx.ask(std::move(request));
    auto reply = co_await std::move(asking);
    past.note(tests::judged{reply.text == "Yes"});
    if (reply.text == "Yes") co_return std::optional<remark>{};
    co_return std::optional<remark>{remark(name, std::move(reply.text))};
  }
};
using refinement = pipeline<none, none, prompted, role_judge, terminate::any_of<judged_right, terminate::revisions>>;

scripted_database world() { return {{{"S0", gives({"r"})}, {"S1", gives({"r"})}, {"S2", gives({"r", "s"})}}}; }

/// A drafter, and a judge that accepts the third attempt.
struct two_models {
  scripted_model drafter{"S0", "S1", "S2"}, judge{"No", "No", "Yes"};
  scripted_database db = world();
  models_by_role<scripted_model> models{drafter, judge};
  refinement p{};
};

template <class Model>
bool only_default_roles(Model const& m) {
  return std::ranges::all_of(m.asked(), [](llm::request const& r) { return r.asks == model_role::draft; });
}

/// A table of one row, for any statement.
scripted_database shop() {
  scripted_database db;
  db.shape = schema::database({schema::table{.name = "shops", .columns = {schema::column{.name = "name", .type = "TEXT"}}}});
  db.world = {{"SELECT name FROM shops", gives({"Kiosk"})}, {"sample shops", gives({"Kiosk"})}, {"distinct shops.name", gives({"Kiosk"})}};
  return db;
}

/// The number of calls of each of three models in a run of a system.
template <class System>
std::vector<std::size_t> calls_by_role(System const& system) {
  scripted_model drafter, judge, little;
  drafter.on("", {"SELECT nam FROM shops", "SELECT name FROM shops"});
  judge.on("", {"No.", "Yes."});
  little.on("", {"SELECT name FROM shops"});
  auto db = shop();
  models_by_role models(drafter, judge, little);
  llm::budget_by_role budget;
  auto const a = system.run(context(models, db, {}, budget), "What are the names of the shops?");
  BOOST_TEST(a.spent.calls == drafter.asked().size() + judge.asked().size() + little.asked().size());
  BOOST_TEST(budget.spent(model_role::judge).calls == judge.asked().size());
  BOOST_TEST((only_default_roles(drafter) && only_default_roles(judge) && only_default_roles(little)));
  return {drafter.asked().size(), judge.asked().size(), little.asked().size()};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(runs_with_several_models)

BOOST_AUTO_TEST_CASE(a_policy_asks_the_model_of_its_role) {
  two_models t;
  auto const a = t.p.run(context(t.models, t.db), "q");
  BOOST_TEST(a.stopped == "judged right");
  BOOST_TEST(a.sql() == "S2");
  BOOST_TEST(a.spent.calls == 6u);
  BOOST_TEST(t.drafter.asked().size() == 3u);
  BOOST_TEST(t.judge.asked().size() == 3u);
  for (auto const& r : t.judge.asked()) BOOST_TEST(r.messages.at(0).text.starts_with("judge: "));
}

BOOST_AUTO_TEST_CASE(one_model_is_asked_as_before) {
  scripted_model model{"S0", "Yes"};
  auto db = world();
  auto const a = refinement().run(context(model, db), "q");
  BOOST_TEST(a.stopped == "judged right");
  BOOST_TEST(only_default_roles(model));
}

BOOST_AUTO_TEST_CASE(a_budget_of_a_role_ends_a_run_and_names_the_role) {
  two_models t;
  llm::budget_by_role budget({.judge = {.calls = 2}});
  auto const a = t.p.run(context(t.models, t.db, {}, budget), "q");
  BOOST_TEST(a.stopped.find("the budget of 2 judge calls is spent; raise t2s::llm::limits_by_role::judge if the run may go on") !=
             std::string::npos);
  BOOST_TEST(a.sql() == "S2");
  BOOST_TEST(a.spent.calls == 5u);  // a request that a role's budget rejects is not a call
  BOOST_TEST(budget.spent(model_role::draft).calls == 3u);
  BOOST_TEST(budget.spent(model_role::judge).calls == 2u);
  BOOST_TEST(budget.spent(model_role::small).calls == 0u);
}

BOOST_AUTO_TEST_CASE(a_budget_in_sum_ends_a_run_too) {
  two_models t;
  llm::budget_by_role budget({.judge = {.calls = 2}});
  run_options few;
  few.allowed.calls = 3;
  auto const a = t.p.run(context(t.models, t.db, few, budget), "q");
  BOOST_TEST(a.stopped.find("the budget of 3 model calls is spent") != std::string::npos);
  BOOST_TEST(budget.spent(model_role::draft).calls == 2u);
  BOOST_TEST(budget.spent(model_role::judge).calls == 1u);
}

BOOST_AUTO_TEST_CASE(tokens_are_charged_to_the_role) {
  two_models t;
  llm::budget_by_role budget({.judge = {.completion_tokens = 7}});
  scripted_model judge;
  judge.on("", {llm::completion{.text = "No", .prompt_tokens = 5, .completion_tokens = 4}});
  models_by_role models(t.drafter, judge);
  auto const a = t.p.run(context(models, t.db, {}, budget), "q");
  BOOST_TEST(a.stopped.find("the budget of 7 judge completion tokens is spent") != std::string::npos);
  BOOST_TEST((judge.asked().at(0).max_tokens == std::optional<std::size_t>(7)));
  BOOST_TEST((judge.asked().at(1).max_tokens == std::optional<std::size_t>(3)));
  BOOST_TEST(!t.drafter.asked().at(0).max_tokens.has_value());
  BOOST_TEST(budget.spent(model_role::judge).prompt_tokens == 10u);
  BOOST_TEST(budget.spent(model_role::judge).completion_tokens == 8u);

  two_models again;
  llm::budget_by_role prompts({.judge = {.prompt_tokens = 5}});
  models_by_role others(again.drafter, judge);
  auto const b = again.p.run(context(others, again.db, {}, prompts), "q");
  BOOST_TEST(b.stopped.find("the budget of 5 judge prompt tokens is spent") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_smaller_of_two_budgets_of_tokens_counts) {
  two_models t;
  llm::budget_by_role budget({.draft = {.completion_tokens = 50}});
  run_options o;
  o.allowed.completion_tokens = 20;
  (void)t.p.run(context(t.models, t.db, o, budget), "q");
  BOOST_TEST((t.drafter.asked().at(0).max_tokens == std::optional<std::size_t>(20)));
}

BOOST_AUTO_TEST_CASE(a_budget_that_is_spent_before_the_draft_is_thrown) {
  two_models t;
  llm::budget_by_role budget({.draft = {.calls = 0}});
  try {
    (void)t.p.run(context(t.models, t.db, {}, budget), "q");
    BOOST_ERROR("nothing was thrown");
  } catch (error const& e) {
    BOOST_TEST((e.code() == errc::budget_calls));
    BOOST_TEST(e.details().message == "the budget of 0 draft calls is spent");
  }
}

BOOST_AUTO_TEST_CASE(each_run_begins_its_budget_anew) {
  two_models first, second;
  llm::budget_by_role budget({.judge = {.calls = 3}});
  BOOST_TEST(first.p.run(context(first.models, first.db, {}, budget), "q").stopped == "judged right");
  BOOST_TEST(second.p.run(context(second.models, second.db, {}, budget), "q").stopped == "judged right");
  BOOST_TEST(budget.spent(model_role::judge).calls == 3u);
}

BOOST_AUTO_TEST_CASE(a_run_over_a_part_of_the_schema_has_the_same_budget) {
  two_models t;
  t.db.shape = shop().shape;
  systems::with_schema_retrieval const part{t.p};
  llm::budget_by_role budget({.judge = {.calls = 1}});
  auto const a = part.run(context(t.models, t.db, {}, budget), "q");
  BOOST_TEST(a.stopped.find("the budget of 1 judge calls is spent") != std::string::npos);
  BOOST_TEST(budget.spent(model_role::judge).calls == 1u);
  BOOST_TEST(budget.spent(model_role::draft).calls == 2u);
}

BOOST_AUTO_TEST_CASE(the_trace_says_the_role_of_a_call) {
  two_models t;
  kept_words words;
  (void)t.p.run(context(t.models, t.db, {}, kept_trace{&words}), "q");
  BOOST_TEST((words.says("role: draft") && words.says("role: judge")));
  kept_words of_one;
  scripted_model model{"S0", "Yes"};
  auto db = world();
  (void)refinement().run(context(model, db, {}, kept_trace{&of_one}), "q");
  BOOST_TEST(!of_one.says("role: draft"));
  two_models both;
  llm::budget_by_role budget;
  kept_words with_budget;
  (void)both.p.run(context(both.models, both.db, {}, budget, kept_trace{&with_budget}), "q");
  BOOST_TEST(with_budget.says("role: judge"));
}

BOOST_AUTO_TEST_CASE(an_awaitable_judge_makes_the_run_awaitable) {
  scripted_model drafter{"S0", "S1"};
  llm::scripted_async_model judge(scripted_model{"No", "Yes"}, std::chrono::milliseconds(1));
  models_by_role models(drafter, judge);
  auto db = world();
  llm::budget_by_role budget({.judge = {.calls = 5}});
  context<decltype(models), scripted_database> ctx(models, db, {}, budget);
  static_assert(!decltype(ctx)::synchronous);
  refinement const p;
  boost::asio::io_context io;
  auto future = boost::asio::co_spawn(io, p.run(std::move(ctx), "q"), boost::asio::use_future);
  io.run();
  auto const a = future.get();
  BOOST_TEST(a.stopped == "judged right");
  BOOST_TEST(a.sql() == "S1");
  BOOST_TEST(budget.spent(model_role::judge).calls == 2u);
  BOOST_TEST(judge.script().asked().size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_recorded_run_is_replayed_without_models) {
  auto const path = std::filesystem::temp_directory_path() / ("t2s-roles-" + std::to_string(std::random_device()()) + ".jsonl");
  two_models t;
  llm::recorded<models_by_role<scripted_model>&> live(t.models, path.string());
  auto const first = t.p.run(context(live, t.db), "q");
  llm::replayed<> tape(path.string());
  llm::budget_by_role budget;
  auto const again = t.p.run(context(tape, t.db, {}, budget), "q");
  std::filesystem::remove(path);
  BOOST_TEST(again.sql() == "S2");
  BOOST_TEST(again.stopped == first.stopped);
  BOOST_TEST(again.spent.calls == first.spent.calls);
  BOOST_TEST(budget.spent(model_role::judge).calls == 3u);
}

// The roles that the policies of t2s use.

BOOST_AUTO_TEST_CASE(dac_links_and_shapes_with_the_small_model) {
  auto const calls = calls_by_role(systems::make_dac(nullptr));
  BOOST_TEST(calls[0] >= 2u);  // the draft and its correction
  BOOST_TEST(calls[1] == 0u);
  BOOST_TEST(calls[2] >= 1u);
}

BOOST_AUTO_TEST_CASE(dart_sql_rewrites_with_the_small_model_and_asks_the_judge) {
  retrieve::hashed_ngrams const by;
  auto const calls = calls_by_role(systems::make_dart_sql<retrieve::hashed_ngrams const>({.rows = &by}));
  BOOST_TEST(calls[0] >= 2u);
  BOOST_TEST(calls[1] == 2u);  // the draft, which fails, and its revision, which is right
  BOOST_TEST(calls[2] == 1u);
}

BOOST_AUTO_TEST_CASE(dynamic_revision_simplifies_with_the_small_model_and_explains_with_the_judge) {
  auto const calls = calls_by_role(systems::make_dynamic_revision(nullptr, {.demonstrations = false}));
  BOOST_TEST(calls[0] >= 2u);
  BOOST_TEST(calls[1] >= 1u);
  BOOST_TEST(calls[2] == 1u);
}

BOOST_AUTO_TEST_CASE(a_user_says_whom_a_policy_asks) {
  auto system = systems::make_dynamic_revision(nullptr, {.demonstrations = false});
  system.rewrite.how.asks = model_role::judge;
  system.feedback.template get<feedback::explanation>().asks = model_role::draft;
  auto const calls = calls_by_role(system);
  BOOST_TEST(calls[1] == 1u);  // the simplification
  BOOST_TEST(calls[2] == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
