// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/few_shot_corrected.hpp"

#include "db/support.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/chrome_trace.hpp"
#include "t2s/pipeline/prepared.hpp"

#include <boost/test/unit_test.hpp>
#include <sstream>

using namespace t2s;
using llm::role;

namespace {

struct shop {
  test::folder f;
  db::sqlite_connection database{test::make_database(f / "shop.sqlite",
                                                     "CREATE TABLE item(name TEXT, price REAL);"
                                                     "INSERT INTO item VALUES ('lamp', 3), ('book', 2);")};
  std::shared_ptr<retrieve::skeleton_index const> pool = std::make_shared<retrieve::skeleton_index const>(
      std::vector<demonstration>{{"zoo", "How many animals are there?", "SELECT count(*) FROM animal", {}, {}},
                                 {"zoo", "How old is the oldest animal?", "SELECT max(age) FROM animal", {}, {}}});
  systems::few_shot_corrected system = [this] {
    systems::few_shot_corrected made;
    made.sampler.pool = pool;
    return made;
  }();

  answer ask(llm::scripted_model& model, std::string const& question, run_options o = {}) {
    return system.run(context(model, database, std::move(o)), question);
  }
};

bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(few_shot_corrected)

BOOST_FIXTURE_TEST_CASE(the_prompt_has_schema_demonstrations_and_question, shop) {
  llm::scripted_model model{"```sql\nSELECT count(*) FROM item\n```"};
  auto const a = ask(model, "How many items are there?");
  BOOST_TEST(a.sql() == "SELECT count(*) FROM item");
  BOOST_TEST(a.stopped == "nothing left to say");
  BOOST_REQUIRE(model.asked().size() == 1u);
  auto const& asked = model.asked()[0];
  BOOST_TEST(asked.messages.size() == 1u);
  BOOST_TEST((asked.temperature == 0.0));
  auto const& prompt = asked.messages[0].text;
  BOOST_TEST(contains(prompt, "CREATE TABLE item"));
  BOOST_TEST(contains(prompt, "How many animals are there?\n```sql\nSELECT count(*) FROM animal\n```"));
  BOOST_TEST(contains(prompt, "Question: How many items are there?"));
}

BOOST_FIXTURE_TEST_CASE(a_prompt_keeps_within_its_tokens_and_the_trace_says_what_was_dropped, shop) {
  llm::scripted_model whole{"SELECT 1"};
  (void)ask(whole, "How old is the oldest animal here?");
  auto const& all = whole.asked()[0].messages[0].text;
  system.generator.inner.prompt_tokens = llm::estimate_tokens(all) - 5;
  llm::scripted_model model{"SELECT 1"};
  chrome_trace trace;
  (void)system.run(context(model, database, {}, trace.add_track("q")), "How old is the oldest animal here?");
  auto const& prompt = model.asked()[0].messages[0].text;
  BOOST_TEST(llm::estimate_tokens(prompt) <= system.generator.inner.prompt_tokens);
  BOOST_TEST(contains(prompt, "SELECT max(age) FROM animal"));  // the nearest stays
  BOOST_TEST(!contains(prompt, "How many animals"));
  BOOST_TEST(contains(prompt, "CREATE TABLE item"));
  std::ostringstream written;
  trace.write(written);
  BOOST_TEST(contains(written.str(), "demonstrations: 1 of 2 dropped"), written.str());

  // Neither the schema nor the question is ever cut.
  system.generator.inner.prompt_tokens = 20;
  BOOST_CHECK_EXCEPTION((void)ask(model, "How old?"), error, [](error const& e) { return e.code() == errc::request_rejected; });
}

BOOST_FIXTURE_TEST_CASE(what_rules_can_repair_costs_no_further_call, shop) {
  llm::scripted_model model{"SELECT nmae FROM item WHERE name = 'Lamp'"};
  auto const a = ask(model, "What is the name of the lamp?");
  BOOST_TEST(a.sql() == "SELECT name FROM item WHERE name = 'lamp'");
  BOOST_TEST(model.asked().size() == 1u);
  BOOST_TEST(a.revisions.size() == 2u);
  BOOST_REQUIRE(a.outcome());
  BOOST_TEST(a.outcome()->rows.values.size() == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_revision_shows_the_sql_and_what_to_do, shop) {
  system.generator.enabled = false;
  llm::scripted_model model{"Sure! SELECT nmae FROM item", "SELECT name FROM item"};
  auto const a = ask(model, "What are the names?");
  BOOST_TEST(a.sql() == "SELECT name FROM item");
  BOOST_REQUIRE(model.asked().size() == 2u);
  auto const& talk = model.asked()[1].messages;
  BOOST_REQUIRE(talk.size() == 3u);
  BOOST_TEST((talk[1].from == role::assistant));
  BOOST_TEST(contains(talk[1].text, "SELECT nmae FROM item"));
  BOOST_TEST(contains(talk[2].text, "no such column: nmae; similar names are item.name; perhaps you mean: SELECT name FROM item"),
             talk[2].text);
}

BOOST_FIXTURE_TEST_CASE(a_model_that_is_never_right_costs_four_calls, shop) {
  system.generator.enabled = false;
  llm::scripted_model model{"SELECT wrong FROM item", "SELECT bad FROM item", "SELECT wrong FROM item", "SELECT worse FROM item"};
  auto const a = ask(model, "What are the names?");
  BOOST_TEST(model.asked().size() == 4u);
  BOOST_TEST(a.stopped == "revision limit");
  BOOST_TEST(!a.outcome()->ok());
}

BOOST_FIXTURE_TEST_CASE(a_model_that_repeats_itself_is_not_asked_again, shop) {
  system.generator.enabled = false;
  llm::scripted_model model;
  model.on("Question", {"SELECT wrong FROM item"});
  auto const a = ask(model, "What are the names?");
  BOOST_TEST(model.asked().size() == 2u);
  BOOST_TEST(a.stopped == "same SQL");
}

BOOST_FIXTURE_TEST_CASE(a_budget_ends_it_and_says_so, shop) {
  system.generator.enabled = false;
  llm::scripted_model model{"SELECT wrong FROM item", "SELECT bad FROM item"};
  run_options o;
  o.allowed.calls = 2;
  auto const a = ask(model, "What are the names?", o);
  BOOST_TEST(model.asked().size() == 2u);
  BOOST_TEST(contains(a.stopped, "budget"));
}

BOOST_FIXTURE_TEST_CASE(a_refusal_is_no_sql, shop) {
  llm::scripted_model model{"I am sorry, I cannot help with that."};
  auto const a = ask(model, "What are the names?");
  BOOST_TEST(!a.has_sql());
  BOOST_TEST(contains(a.stopped, "no SQL"));
}

BOOST_FIXTURE_TEST_CASE(braces_in_data_are_no_slots, shop) {
  llm::scripted_model model{"SELECT 1"};
  (void)ask(model, "What is {{schema}}?");
  BOOST_TEST(contains(model.asked()[0].messages[0].text, "Question: What is {{schema}}?"));
}

BOOST_FIXTURE_TEST_CASE(prompts_can_be_replaced, shop) {
  llm::scripted_model model{"SELECT 1"};
  system.generator.inner.draft_prompt = llm::prompt_template(std::string("{{schema}}|{{question}}|{{demonstrations}}"));
  system.generator.inner.demonstrations = 0;
  (void)ask(model, "Why?");
  BOOST_TEST(contains(model.asked()[0].messages[0].text, "|Why?|"));
}

BOOST_AUTO_TEST_SUITE_END()
