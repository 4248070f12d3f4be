// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/generate/detail/drawn_sql.hpp"

#include "support/scripted_database.hpp"
#include "support/several.hpp"
#include "t2s/llm/scripted_model.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::tests;

namespace {

/// SQL named after its result: "SELECT x1" and "SELECT x2" return the same.
struct votes {
  votes() {
    for (auto const* sql : {"SELECT x1", "SELECT x2", "SELECT DISTINCT x3"}) database.world[sql] = gives({"x"});
    database.world["SELECT x3"] = gives({"x"});
    for (auto const* sql : {"SELECT y1", "SELECT y2"}) database.world[sql] = gives({"y"});
    for (auto const* sql : {"SELECT e1", "SELECT e2"}) database.world[sql] = gives({});
  }

  candidate of(std::vector<llm::scripted_reply> replies, generate::draws how = {5, 1.0, 1}) {
    llm::scripted_model script;
    script.on([](llm::request const&) { return true; }, std::move(replies));
    model = std::move(script);
    run_context<context<llm::scripted_model, scripted_database>, facts<>> ctx(context(model, database));
    return generate::draw_sql(ctx, llm::request("q"), how).get();
  }

  llm::scripted_model model{};
  scripted_database database{};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(drawn_sql, votes)

BOOST_AUTO_TEST_CASE(one_draw_is_taken_as_it_is) {
  BOOST_TEST(of({"x1"}, {}).sql == "SELECT x1");
  BOOST_TEST(database.asked.empty());
  BOOST_TEST((model.asked()[0].temperature == 0.0));
  BOOST_TEST(model.asked()[0].choices == 1u);
}

BOOST_AUTO_TEST_CASE(the_largest_cluster_wins_by_its_first_draw) {
  auto const c = of({several({"y1", "```sql\nSELECT x1\n```", "SELECT broken", "y2 -- second", "x2", "x1"})});
  BOOST_TEST(c.sql == "SELECT x1");
  BOOST_TEST(c.why == "3 of 5 draws give this result");
  BOOST_REQUIRE(c.outcome.has_value());  // must not be paid twice
  BOOST_TEST((c.outcome->rows == gives({"x"}).rows));
  BOOST_TEST((model.asked()[0].temperature == 1.0));
  BOOST_TEST(model.asked()[0].choices == 5u);
}

BOOST_AUTO_TEST_CASE(a_tie_goes_to_the_cluster_founded_first) {
  BOOST_TEST(of({several({"y1", "x1", "x2", "y2"})}).sql == "SELECT y1");
  BOOST_TEST(of({several({"broken", "x1", "y1"})}).sql == "SELECT x1");
}

BOOST_AUTO_TEST_CASE(empty_results_vote_too) { BOOST_TEST(of({several({"x1", "e1", "e2"})}).sql == "SELECT e1"); }

// DISTINCT is removed for the execution only, as published.
BOOST_AUTO_TEST_CASE(distinct_does_not_part_draws_and_stays) {
  auto const c = of({several({"DISTINCT x3", "y1", "x1"})});
  BOOST_TEST(c.sql == "SELECT DISTINCT x3");
  BOOST_TEST(!c.outcome);
  BOOST_TEST(database.asked.front() == "SELECT x3");
  BOOST_TEST(generate::without_distinct("SELECT DISTINCT a, count(DISTINCT b) FROM t WHERE c = 'DISTINCT'", {}) ==
             "SELECT a, count(b) FROM t WHERE c = 'DISTINCT'");
  BOOST_TEST(generate::without_distinct("SELECT DISTINCT FROM", {}) == "SELECT DISTINCT FROM");
}

BOOST_AUTO_TEST_CASE(the_same_text_is_executed_once) {
  (void)of({several({"x1", "x1", "x1", "x1", "x1"})});
  BOOST_TEST(database.asked.size() == 1u);
}

// Of equal results one is kept, however many draws and texts return it.
BOOST_AUTO_TEST_CASE(one_result_a_cluster_is_kept) {
  std::vector<generate::cluster> all;
  db::rows const x{{"c"}, {{value("x")}}}, y{{"c"}, {{value("y")}}};
  BOOST_TEST(generate::cluster_for(all, 0, x) == 0u);
  BOOST_TEST(generate::cluster_for(all, 1, y) == 1u);
  BOOST_TEST(generate::cluster_for(all, 2, x) == 0u);
  BOOST_REQUIRE(all.size() == 2u);
  BOOST_TEST(all[0].first == 0u);
  BOOST_TEST((all[1].rows == y));
}

BOOST_AUTO_TEST_CASE(where_none_executes_they_are_drawn_anew) {
  BOOST_TEST(of({several({"b1", "b2"})}).sql == "SELECT b1");
  BOOST_TEST(model.asked().size() == 1u);
  auto const c =
      of({several({"b1", "b2"}), several({"I am sorry, I cannot help with that.", "b3"}), several({"b4", "x1"})}, {2, std::nullopt, 5});
  BOOST_TEST(c.sql == "SELECT x1");
  BOOST_TEST(model.asked().size() == 3u);
  BOOST_TEST((model.asked()[0].temperature == std::nullopt));
  BOOST_TEST(of({several({"b1", "b2"})}, {2, std::nullopt, 5}).sql == "SELECT b1");
  BOOST_TEST(model.asked().size() == 5u);
}

// Earlier draws have failed already, and are not paid again.
BOOST_AUTO_TEST_CASE(a_round_without_sql_executes_nothing) {
  auto const c = of({several({"b1", "b2"}), several({"I am sorry, I cannot help with that.", ""})}, {2, std::nullopt, 3});
  BOOST_TEST(c.sql == "SELECT b1");
  BOOST_TEST(c.why == "the first draw, since none executes");
  BOOST_TEST((database.asked == std::vector<std::string>{"SELECT b1", "SELECT b2"}));
}

BOOST_AUTO_TEST_CASE(refusals_are_no_draws) {
  BOOST_TEST(of({several({"I am sorry, I cannot help with that.", "", "x1"})}).sql == "SELECT x1");
  auto const none = of({several({"I am sorry, I cannot help with that.", ""})});
  BOOST_TEST(none.sql.empty());
  BOOST_TEST(none.why.starts_with("the model gave no SQL"));
}

BOOST_AUTO_TEST_SUITE_END()
