// SPDX-License-Identifier: BSL-1.0
// Uncertain answers ask back where the question has readings with other results.
#include "t2s/pipeline/detail/ask_back.hpp"

#include "db/support.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/systems/cross_checked.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/systems/with_confidence.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace t2s;

namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// Trips have two keys to ports, between which "the trips of Cadiz" does not decide.
struct ports {
  test::folder f;
  db::sqlite_connection file{
      test::make_database(f / "ports.sqlite",
                          "CREATE TABLE port(port_id INTEGER PRIMARY KEY, name TEXT);"
                          "CREATE TABLE trip(trip_id INTEGER PRIMARY KEY, title TEXT, from_port INTEGER REFERENCES port(port_id),"
                          " to_port INTEGER REFERENCES port(port_id), days INTEGER);"
                          "INSERT INTO port VALUES (1,'Cadiz'),(2,'Bergen'),(3,'Genoa');"
                          "INSERT INTO trip VALUES (1,'North',1,2,9),(2,'Home',2,1,8),(3,'Salt',3,1,4),(4,'Wool',2,3,5);")};
  prepared<db::sqlite_connection> database{file};

  template <class System, class Model>
  answer ask(System const& system, Model& model, std::string const& question) {
    return system.run(context(model, database), question);
  }
  template <class System = systems::with_confidence<systems::offline>>
  answer offline(std::string const& question, System const& system) {
    llm::no_model model;
    return ask(system, model, question);
  }
};

systems::with_confidence<systems::offline> asking() {
  systems::with_confidence<systems::offline> system;
  system.asks_back = true;
  return system;
}

std::string const of_cadiz = "Show the title of trips with port Cadiz.";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ask_back_tests, ports)

BOOST_AUTO_TEST_CASE(two_roles_of_a_table_are_asked_for) {
  auto const found = offline(of_cadiz, asking());
  auto const* const asked = asked_back(found);
  BOOST_REQUIRE(asked);
  BOOST_TEST(asked->question == "Which relation of the tables is meant?");
  BOOST_REQUIRE(asked->options.size() == 2u);
  BOOST_TEST(asked->options[0].sql() == found.sql());
  for (auto const* key : {"from_port", "to_port"})
    BOOST_TEST((contains(asked->options[0].text, key) != contains(asked->options[1].text, key)), key);
  auto const rows = [](reading_option const& o) { return o.made.outcome->rows.values.size(); };
  BOOST_TEST(rows(asked->options[0]) + rows(asked->options[1]) == 3u);
}

BOOST_AUTO_TEST_CASE(rows_once_or_as_often_as_they_occur_are_asked_for) {
  using confidence::detail::once_or_often;
  auto const& d = database.schema();
  BOOST_TEST(once_or_often("SELECT days FROM trip", d) == "SELECT DISTINCT days FROM trip");
  BOOST_TEST(once_or_often("SELECT DISTINCT title, days FROM trip ORDER BY days", d) == "SELECT title, days FROM trip ORDER BY days");
  for (auto const* other : {"SELECT count(*) FROM trip", "SELECT days FROM trip LIMIT 1", "SELECT days FROM trip GROUP BY days",
                            "SELECT days FROM trip UNION SELECT port_id FROM port", "SELECT days + 1 FROM trip", "VALUES (1)",
                            "WITH t AS (SELECT 1 AS a) SELECT a FROM t", "no SQL"})
    BOOST_TEST(once_or_often(other, d) == "", other);

  answer a;
  attempt last(candidate("SELECT from_port FROM trip"));
  last.outcome = file.execute(last.tried.sql);
  last.recorded.emplace_back(estimated(0.6));
  a.revisions.push_back(last);
  llm::no_model model;
  auto const given = context(model, database);
  run_context<std::remove_const_t<decltype(given)>, confidence::states> ctx(given);
  auto const asked = confidence::ask_back_in(ctx, a, {}).get();
  BOOST_REQUIRE(asked.has_value());
  BOOST_TEST(asked->question == "Which result is meant?");
  BOOST_REQUIRE(asked->options.size() == 2u);
  BOOST_TEST(asked->options[0].text == "gives from_port (gives 4 rows)");
  BOOST_TEST(asked->options[1].text == "gives, each combination once, from_port (gives 3 rows)");
}

BOOST_AUTO_TEST_CASE(the_choice_is_the_answer) {
  auto const found = offline(of_cadiz, asking());
  BOOST_REQUIRE(asked_back(found));
  auto const other = asked_back(found)->options[1];
  auto const chosen = with_choice(found, 1);
  BOOST_TEST(chosen.sql() == other.sql());
  BOOST_REQUIRE(chosen.outcome());
  BOOST_TEST((chosen.outcome()->rows.values == other.made.outcome->rows.values));
  BOOST_TEST(chosen.stopped == "chosen by the user: " + other.text);
  BOOST_TEST(!asked_back(chosen));
  BOOST_TEST(!chosen.estimate());
  BOOST_TEST(chosen.revisions.size() == found.revisions.size() + 1);
  BOOST_CHECK_EXCEPTION((void)with_choice(found, 2), error, [](error const& e) { return e.code() == errc::invalid_argument; });
  BOOST_CHECK_EXCEPTION((void)with_choice(answer(), 0), error, [](error const& e) { return e.code() == errc::invalid_argument; });
}

BOOST_AUTO_TEST_CASE(a_choice_gives_what_was_withheld) {
  auto careful = asking();
  careful.minimum = 0.99;
  auto const found = offline(of_cadiz, careful);
  BOOST_TEST(!found.has_sql());
  BOOST_REQUIRE(asked_back(found));
  auto const chosen = with_choice(found, 0);
  BOOST_TEST(chosen.has_sql());
  BOOST_TEST(!chosen.withheld.has_value());
}

BOOST_AUTO_TEST_CASE(nothing_is_asked_unless_it_is_wanted_and_results_differ) {
  BOOST_TEST(!asked_back(offline(of_cadiz, systems::with_confidence<systems::offline>())));
  BOOST_TEST(!asked_back(offline("How many trips are there?", asking())));
  BOOST_TEST(!asked_back(offline("Show the title of trips with more than 7 days.", asking())));
  BOOST_TEST(!asked_back(offline("Why?", asking())));
  BOOST_TEST(!asked_back(answer()));
}

BOOST_AUTO_TEST_CASE(asking_executes_only_what_else_may_be_meant) {
  systems::with_confidence<systems::offline> const plain;
  static_cast<void>(offline(of_cadiz, plain));  // reads the names and values of the database
  auto const without = offline(of_cadiz, plain), with = offline(of_cadiz, asking());
  BOOST_TEST(with.spent.statements > without.spent.statements);
  BOOST_TEST(with.spent.statements <= without.spent.statements + 2);  // the other join, and the same rows once
  BOOST_TEST(offline("How many trips are there?", asking()).spent.statements ==
             offline("How many trips are there?", plain).spent.statements);
}

BOOST_AUTO_TEST_CASE(two_readers_that_differ_are_two_options) {
  systems::with_confidence<systems::cross_checked> system;
  system.asks_back = true;
  std::string const fast = "SELECT title FROM trip WHERE days < 5", slow = "SELECT title FROM trip WHERE days > 5";
  llm::scripted_model model{fast, slow};
  auto const found = ask(system, model, "Show the fast trips.");
  auto const* const asked = asked_back(found);
  BOOST_REQUIRE(asked);
  BOOST_TEST(asked->options[0].sql() == found.sql());
  bool other = false;
  for (auto const& o : asked->options) other |= o.sql() == fast && contains(o.text, "days < 5");
  BOOST_TEST(other);
}

BOOST_AUTO_TEST_SUITE_END()
