// SPDX-License-Identifier: BSL-1.0
// Two readers of a question: a scripted model and the offline reader, over a database of five towns.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"  // g++ 12 pairs the frames of inlined coroutines wrongly
#endif
#include "t2s/systems/cross_checked.hpp"

#include "db/support.hpp"
#include "t2s/core/awaitable.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/detail/notice.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/systems/few_shot_corrected.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/systems/with_confidence.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

using namespace t2s;

static_assert(CandidateGenerator<decltype(systems::cross_checked::generator)> && CandidateGenerator<decltype(systems::cascade::generator)>);
static_assert(SelectionPolicy<decltype(systems::cross_checked::selection)> && SelectionPolicy<decltype(systems::cascade::selection)>);

namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

struct towns {
  test::folder f;
  db::sqlite_connection file{test::make_database(
      f / "towns.sqlite",
      "CREATE TABLE land(land_id INTEGER PRIMARY KEY, name TEXT);"
      "CREATE TABLE town(town_id INTEGER PRIMARY KEY, name TEXT, land_id INTEGER REFERENCES land(land_id), population INTEGER, stat TEXT);"
      "INSERT INTO land VALUES (1,'Brazil'),(2,'Norway'),(3,'Peru');"
      "INSERT INTO town VALUES (1,'Rio',1,6000000,'A'),(2,'Odda',2,7000,'B'),(3,'Lima',3,9000000,'A'),(4,'Belo',1,2000000,'B'),"
      "(5,'Voss',2,14000,'B');")};
  prepared<db::sqlite_connection> database{file};
  systems::cross_checked both{};
  systems::cascade chain{};

  // The reader reads the first completely, the second without "flooded", and the third not at all.
  std::string const large = "Which towns in Brazil have a population above 3000000?", flooded = "How many flooded towns are there?",
                    unread = "Why?";
  std::string const large_of_reader =
      "SELECT town.name FROM town JOIN land ON town.land_id = land.land_id WHERE land.name = 'Brazil' AND town.population > 3000000";
  std::string const large_of_model =
      "SELECT t.name FROM town t, land l WHERE t.land_id = l.land_id AND l.name = 'Brazil' AND t.population > 3000000";
  std::string const all_towns = "SELECT name FROM town";
  std::string const by_code = "SELECT count(*) FROM town WHERE stat = 'A'";

  template <class System>
  answer ask(System const& system, llm::scripted_model& model, std::string const& question, run_options how = {}) {
    return system.run(context(model, database, std::move(how)), question);
  }
  /// The same with a model that answers after that time.
  template <class System>
  answer later(System const& system, std::string const& draft, std::chrono::milliseconds latency, run_options how,
               std::string const& question) {
    llm::scripted_async_model model(llm::scripted_model{draft, draft}, latency);
    boost::asio::io_context io;
    context const ctx(model, database, how);
    auto found = boost::asio::co_spawn(io, system.run(ctx, question), boost::asio::use_future);
    io.run();
    return found.get();
  }
  answer offline(std::string const& question) {
    systems::with_confidence<systems::offline> const system;
    llm::no_model model;
    return system.run(context(model, database), question);
  }
};

/// The first reason against the answer: what was doubted.
std::string first_doubt(answer const& a) {
  BOOST_REQUIRE(a.estimate());
  return a.estimate()->missing.empty() ? "" : a.estimate()->missing.front();
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(cross_checked, towns)

BOOST_AUTO_TEST_CASE(agreement_is_the_answer_with_a_high_confidence_and_one_call) {
  llm::scripted_model model{large_of_model};
  auto const found = ask(both, model, large);
  BOOST_TEST(found.sql() == large_of_model);
  BOOST_TEST(found.spent.calls == 1u);
  BOOST_TEST(contains(found.stopped, "have the same result"), found.stopped);
  BOOST_REQUIRE(found.estimate());
  BOOST_TEST(found.estimate()->confidence > 0.9);
  BOOST_TEST(found.estimate()->confidence > offline(large).estimate()->confidence);
  BOOST_REQUIRE(found.selection());
  BOOST_REQUIRE(found.selection()->others.size() == 1u);
  BOOST_TEST(found.selection()->others[0].sql() == large_of_reader);
}

BOOST_AUTO_TEST_CASE(agreement_on_a_reading_that_leaves_a_word_out_stays_uncertain) {
  llm::scripted_model model{"SELECT count(*) FROM town"};
  auto const found = ask(both, model, flooded);
  BOOST_TEST(found.spent.calls == 1u);
  BOOST_REQUIRE(found.estimate());
  BOOST_TEST(found.estimate()->is_uncertain());
  BOOST_TEST(contains(first_doubt(found), "flooded"));
}

BOOST_AUTO_TEST_CASE(the_draft_is_asked_as_few_shot_corrected_asks_it_so_that_a_cache_serves_both) {
  llm::scripted_model model{all_towns, all_towns}, corrected{all_towns}, cascaded{all_towns};
  (void)ask(both, model, flooded);
  (void)ask(systems::few_shot_corrected(), corrected, flooded);
  (void)ask(chain, cascaded, flooded);
  for (auto const* other : {&corrected, &cascaded}) {
    auto const &a = model.asked().at(0), &b = other->asked().at(0);
    BOOST_TEST(a.messages.at(0).text == b.messages.at(0).text);
    BOOST_TEST(a.draw == b.draw);
    BOOST_TEST((a.temperature == b.temperature));
  }
}

BOOST_AUTO_TEST_CASE(the_revision_is_told_what_speaks_against_the_draft) {
  llm::scripted_model model{all_towns, all_towns};
  auto const found = ask(both, model, large);
  BOOST_TEST(found.spent.calls == 2u);
  BOOST_REQUIRE(model.asked().size() == 2u);
  auto const& messages = model.asked()[1].messages;
  BOOST_REQUIRE(messages.size() == 3u);
  auto const& told = messages.back().text;
  for (auto const* part : {"the question names the value \"Brazil\"", "the SQL does not use the number \"3000000\"", "another reader",
                           "land.name = 'Brazil'", "gives one row", "this query gives 5 rows"})
    BOOST_TEST(contains(told, part), part << " in " << told);
  BOOST_TEST(!contains(model.asked()[0].messages[0].text, large_of_reader));  // the draft is independent
}

BOOST_AUTO_TEST_CASE(an_unlikely_draft_that_the_model_repeats_gives_way_to_the_reader) {
  llm::scripted_model model{all_towns, all_towns};
  auto const found = ask(both, model, large);
  BOOST_TEST(found.sql() == large_of_reader);
  BOOST_TEST(first_doubt(found) == "the model gives 5 rows (confidence 0.01): " + all_towns);
  BOOST_TEST(found.estimate()->confidence < offline(large).estimate()->confidence);  // somebody contradicts
  BOOST_TEST(found.stopped == "read without a model; the model's SQL is less likely or fails");
  BOOST_REQUIRE(found.outcome());
  BOOST_TEST((found.outcome()->rows.values == std::vector<std::vector<value>>{{value("Rio")}}));
}

BOOST_AUTO_TEST_CASE(a_model_that_takes_over_the_others_result_is_no_second_witness) {
  llm::scripted_model model{all_towns, large_of_model};
  auto const found = ask(both, model, large);
  BOOST_TEST(found.sql() == large_of_reader);
  BOOST_TEST(found.estimate()->confidence == offline(large).estimate()->confidence);
  BOOST_TEST(first_doubt(found) == "the model first gives 5 rows (confidence 0.01): " + all_towns);
}

BOOST_AUTO_TEST_CASE(sql_of_the_model_that_accounts_for_more_replaces_the_readers) {
  llm::scripted_model model{by_code, by_code};
  auto const found = ask(both, model, flooded);
  BOOST_TEST(found.sql() == by_code);
  BOOST_TEST(contains(first_doubt(found), "the question read without a model gives 5 (confidence 0.0"), first_doubt(found));
  BOOST_TEST(contains(first_doubt(found), "): SELECT count(*) FROM town"), first_doubt(found));
  BOOST_TEST(found.stopped == "by the model; another result is read without it");
}

BOOST_AUTO_TEST_CASE(a_revision_with_a_third_result_is_weighed_against_both) {
  llm::scripted_model model{"SELECT max(population) FROM town", by_code};
  auto const found = ask(both, model, flooded);
  BOOST_TEST(found.sql() == by_code);
  BOOST_REQUIRE(found.revisions.size() == 2u);
  BOOST_TEST(!found.revisions[0].remarks.empty());  // the doubts are in the history
  BOOST_REQUIRE(found.estimate()->missing.size() >= 2u);
  BOOST_TEST(contains(found.estimate()->missing[1], "the model first gives 9000000"));
}

BOOST_AUTO_TEST_CASE(a_draft_is_repaired_by_rules_before_it_is_compared) {
  llm::scripted_model model{"SELECT nmae FROM town"};
  auto const found = ask(both, model, "Show the name of each town.");
  BOOST_TEST(found.spent.calls == 1u);
  BOOST_TEST(found.sql() == all_towns);
  BOOST_TEST(contains(found.stopped, "have the same result"), found.stopped);
}

BOOST_AUTO_TEST_CASE(a_model_that_fails_leaves_the_readers_answer_and_says_so) {
  for (auto const code : {errc::model_failed, errc::model_timeout, errc::rate_limited}) {
    llm::scripted_model model;
    model.on([](auto const&) { return true; }, {code});
    for (auto const& found : {ask(both, model, large), ask(chain, model, flooded)}) {
      BOOST_TEST(found.sql() == (found.asked.clear == large ? large_of_reader : "SELECT count(*) FROM town"));
      BOOST_TEST(contains(found.stopped, "the model failed: "), found.stopped);
      BOOST_TEST(contains(first_doubt(found), "not checked: the model failed: "));
      auto const told = notice_of(found);
      BOOST_TEST(told.starts_with("The model failed: "), told);
      BOOST_TEST(told.ends_with(". This answer was read without it, and nothing confirms it."), told);
    }
  }
  llm::scripted_model silent{"I do not know."};
  auto const found = ask(both, silent, large);
  BOOST_TEST(found.sql() == large_of_reader);
  BOOST_TEST(contains(first_doubt(found), "not checked: the model gave no SQL"));
}

BOOST_AUTO_TEST_CASE(a_revision_that_fails_leaves_both_drafts) {
  llm::scripted_model model;
  model.on([](auto const&) { return true; }, {all_towns, errc::model_failed});
  auto const found = ask(both, model, large);
  BOOST_TEST(found.sql() == large_of_reader);
  BOOST_TEST(first_doubt(found) == "the model gives 5 rows (confidence 0.01): " + all_towns);
  auto const told = notice_of(found);
  BOOST_TEST(told.starts_with("The model failed when it was asked again: "), told);
  BOOST_TEST(told.ends_with(". The answer is chosen from what there was."), told);
}

BOOST_AUTO_TEST_CASE(there_is_nothing_to_notice_if_no_model_failed) {
  llm::scripted_model agreeing{large_of_model}, other{all_towns, all_towns}, unasked;
  for (auto const& found : {ask(both, agreeing, large), ask(both, other, large), ask(chain, unasked, large), offline(large)})
    BOOST_TEST(notice_of(found) == "");
}

BOOST_AUTO_TEST_CASE(a_withheld_answer_says_too_that_the_model_failed) {
  systems::with_confidence<systems::cross_checked> careful;
  careful.minimum = 0.99;
  llm::scripted_model model;
  model.on([](auto const&) { return true; }, {errc::model_failed});
  auto const found = ask(careful, model, flooded);
  BOOST_TEST(!found.has_sql());
  BOOST_TEST(notice_of(found).starts_with("The model failed: "));
}

BOOST_AUTO_TEST_CASE(limits_of_calls_hold) {
  llm::scripted_model one{all_towns, all_towns}, none{all_towns};
  auto const found = ask(both, one, large, {.allowed = {.calls = 1}});
  BOOST_TEST(one.asked().size() == 1u);
  BOOST_TEST(found.sql() == large_of_reader);
  auto const unasked = ask(both, none, large, {.allowed = {.calls = 0}});
  BOOST_TEST(none.asked().empty());
  BOOST_TEST(unasked.sql() == large_of_reader);
  BOOST_TEST(contains(unasked.stopped, "budget"), unasked.stopped);
}

BOOST_AUTO_TEST_CASE(a_question_that_only_the_model_can_read_is_its_answer_and_unchecked) {
  llm::scripted_model model{all_towns};
  auto const found = ask(both, model, unread);
  BOOST_TEST(found.sql() == all_towns);
  BOOST_TEST(found.spent.calls == 1u);
  BOOST_TEST(contains(first_doubt(found), "not checked: without a model the question could not be read"));
  llm::scripted_model failing;
  BOOST_CHECK_EXCEPTION((void)ask(both, failing, unread), error, [](error const& e) { return e.code() == errc::model_failed; });
}

BOOST_AUTO_TEST_CASE(sql_that_no_rule_repairs_is_revised_once_with_its_error) {
  llm::scripted_model model{"SELECT height FROM mountain", all_towns};
  auto const found = ask(both, model, unread);
  BOOST_TEST(found.sql() == all_towns);
  BOOST_TEST(found.spent.calls == 2u);
  BOOST_TEST(contains(model.asked().at(1).messages.back().text, "mountain"));
}

BOOST_AUTO_TEST_CASE(an_awaitable_run_gives_the_same_answers_and_ends_at_its_time_limit) {
  auto const run = [this](std::string draft, std::chrono::milliseconds latency, run_options how) {
    return later(both, draft, latency, how, large);
  };
  BOOST_TEST(run(large_of_model, std::chrono::milliseconds(1), {}).sql() == large_of_model);
  BOOST_TEST(run(all_towns, std::chrono::milliseconds(1), {}).sql() == large_of_reader);
  auto const late = run(all_towns, std::chrono::hours(1), {.allowed = {.time = std::chrono::seconds(1)}});
  BOOST_TEST(late.sql() == large_of_reader);
  BOOST_TEST(contains(late.stopped, "the model failed: "), late.stopped);
}

BOOST_AUTO_TEST_CASE(the_readers_answer_has_its_confidence_though_the_time_of_the_run_is_over) {
  run_options const how{.allowed = {.time = std::chrono::seconds(1)}};
  for (auto const& late :
       {later(both, all_towns, std::chrono::hours(1), how, flooded), later(chain, all_towns, std::chrono::hours(1), how, flooded)}) {
    BOOST_TEST(late.sql() == "SELECT count(*) FROM town");
    BOOST_REQUIRE(late.estimate());
    BOOST_TEST(late.estimate()->confidence == offline(flooded).estimate()->confidence);
    BOOST_TEST(contains(first_doubt(late), "not checked: the model failed: "), first_doubt(late));
    BOOST_TEST(contains(notice_of(late), "The model failed: the budget of "), notice_of(late));
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(cascade, towns)

BOOST_AUTO_TEST_CASE(a_sure_reader_asks_no_model) {
  llm::scripted_model model{all_towns};
  auto const found = ask(chain, model, large);
  BOOST_TEST(model.asked().empty());
  BOOST_TEST(found.spent.calls == 0u);
  BOOST_TEST(found.sql() == large_of_reader);
  BOOST_TEST(found.estimate()->confidence == offline(large).estimate()->confidence);
  BOOST_TEST(contains(found.stopped, "no model was asked"), found.stopped);
}

BOOST_AUTO_TEST_CASE(an_unsure_reader_leaves_the_answer_to_the_model) {
  llm::scripted_model model{by_code};
  auto const found = ask(chain, model, flooded);
  BOOST_TEST(found.sql() == by_code);
  BOOST_TEST(found.spent.calls == 1u);
  BOOST_TEST(contains(first_doubt(found), "the question read without a model gives 5"));
  chain.generator.enough = 0.99;
  llm::scripted_model another{all_towns};
  BOOST_TEST(ask(chain, another, large).sql() == all_towns);  // though it is unlikely
  chain.selection.weighs = true;
  llm::scripted_model weighed{all_towns};
  BOOST_TEST(ask(chain, weighed, large).sql() == large_of_reader);
}

BOOST_AUTO_TEST_CASE(sql_of_the_model_that_does_not_run_leaves_the_readers) {
  llm::scripted_model model{"SELECT height FROM mountain", "SELECT height FROM hill", "SELECT depth FROM lake", "SELECT depth FROM sea"};
  auto const found = ask(chain, model, flooded);
  BOOST_TEST(found.sql() == "SELECT count(*) FROM town");
  BOOST_TEST(model.asked().size() == 4u);
  BOOST_TEST(contains(first_doubt(found), "the model fails: "));
}

BOOST_AUTO_TEST_CASE(a_withheld_answer_keeps_its_doubts) {
  systems::with_confidence<systems::cascade> careful;
  careful.minimum = estimated::usual_minimum;
  llm::scripted_model model{all_towns};
  auto const found = ask(careful, model, flooded);
  BOOST_TEST(!found.has_sql());
  BOOST_TEST(contains(found.stopped, "the question read without a model gives 5"), found.stopped);
}

BOOST_AUTO_TEST_SUITE_END()
