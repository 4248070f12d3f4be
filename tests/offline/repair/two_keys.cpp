// SPDX-License-Identifier: BSL-1.0
// Joins of tables that several foreign keys connect: the nearest name decides, and a guess is not made.
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "db/support.hpp"
#include "t2s/pipeline/prepared.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::test;

namespace {

struct fixture {
  folder f;
  db::sqlite_connection database{make_database(
      f / "rail.sqlite",
      "CREATE TABLE stop(id INTEGER PRIMARY KEY, title TEXT);"
      "CREATE TABLE trip(id INTEGER PRIMARY KEY, first_stop_id INT REFERENCES stop(id), terminal_stop_id INT REFERENCES stop(id), day "
      "TEXT);"
      "CREATE TABLE person(id INTEGER PRIMARY KEY, title TEXT);"
      "CREATE TABLE lesson(id INTEGER PRIMARY KEY, teacher_id INT REFERENCES person(id), replacement_id INT REFERENCES person(id));"
      "CREATE TABLE invoice(id INTEGER PRIMARY KEY, person_id INT REFERENCES person(id), paying_person_id INT REFERENCES person(id));"
      "INSERT INTO stop VALUES (1,'North'),(2,'South');"
      "INSERT INTO trip VALUES (1,1,2,'2024-01-02'),(2,2,1,'2024-01-03');"
      "INSERT INTO person VALUES (1,'Ada'),(2,'Ben');"
      "INSERT INTO lesson VALUES (1,1,2),(2,1,2);"
      "INSERT INTO invoice VALUES (1,1,2);")};
  repair::repairer repairs{prepared(database).known<knowledge::lexicon>()};
};

struct named {
  std::string_view typed, meant;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(two_keys, fixture)

BOOST_AUTO_TEST_CASE(the_nearest_name_wins) {
  for (auto const& n :
       {named{"terminal_stop", "terminal_stop_id"}, named{"terminal_id", "terminal_stop_id"}, named{"terminal", "terminal_stop_id"},
        named{"term_stop_id", "terminal_stop_id"}, named{"terminl_stop_id", "terminal_stop_id"}, named{"terminalstop", "terminal_stop_id"},
        named{"first_stop", "first_stop_id"}, named{"first", "first_stop_id"}, named{"frist_stop_id", "first_stop_id"}}) {
    auto const from = "SELECT s.title FROM trip AS t JOIN stop AS s ON t.";
    auto const broken = from + std::string(n.typed) + " = s.id", whole = from + std::string(n.meant) + " = s.id";
    BOOST_TEST(repairs.repair(database, broken).sql == whole);
    auto const why = database.execute(broken).failure;
    auto const meant = why ? repairs.suggest(broken, &*why) : std::nullopt;
    BOOST_TEST((meant && meant->sql == whole), broken);
  }
  BOOST_TEST(repairs.repair(database, "SELECT title FROM person JOIN lesson ON person.id = lesson.replacement").sql ==
             "SELECT title FROM person JOIN lesson ON person.id = lesson.replacement_id");
  BOOST_TEST(repairs.repair(database, "SELECT title FROM person JOIN lesson ON person.id = replacement").sql ==
             "SELECT title FROM person JOIN lesson ON person.id = replacement_id");
  BOOST_TEST(repairs.repair(database, "SELECT p.title FROM lesson l JOIN person p ON l.replacementid = p.person_id").sql ==
             "SELECT p.title FROM lesson AS l JOIN person AS p ON l.replacement_id = p.id");
  BOOST_TEST(repairs.repair(database, "SELECT p.title FROM invoice i JOIN person p ON i.personid = p.id").sql ==
             "SELECT p.title FROM invoice AS i JOIN person AS p ON i.person_id = p.id");
  BOOST_TEST(repairs.repair(database, "SELECT p.title FROM invoice i JOIN person p ON i.paying_id = p.id").sql ==
             "SELECT p.title FROM invoice AS i JOIN person AS p ON i.paying_person_id = p.id");
}

BOOST_AUTO_TEST_CASE(each_of_two_joins_has_its_own_key) {
  std::string const whole =
      "SELECT a.title, z.title FROM trip AS t JOIN stop AS a ON t.first_stop_id = a.id JOIN stop AS z ON "
      "t.terminal_stop_id = z.id";
  for (auto const& n : {named{"first", "terminal"}, named{"first_stop", "terminal_stop"}, named{"first_stop_id", "stop_id"},
                        named{"first_stop_id", "last_stop_id"}}) {
    auto const broken = "SELECT a.title, z.title FROM trip t JOIN stop a ON t." + std::string(n.typed) + " = a.id JOIN stop z ON t." +
                        std::string(n.meant) + " = z.id";
    BOOST_TEST(repairs.repair(database, broken).sql == whole);
  }
  BOOST_TEST(repairs
                 .repair(database,
                         "SELECT first.title, term.title FROM trip t JOIN stop first ON t.stop_id = first.id JOIN stop term ON "
                         "t.stop_id = term.id")
                 .sql ==
             "SELECT first.title, term.title FROM trip AS t JOIN stop AS first ON t.first_stop_id = first.id JOIN stop AS term "
             "ON t.terminal_stop_id = term.id");
}

/// The message names the keys.
BOOST_AUTO_TEST_CASE(a_name_that_is_near_to_none_stays) {
  for (auto const* typed : {"stop_id", "stop", "arrival_stop_id", "goal_id"}) {
    auto const broken = "SELECT s.title FROM trip t JOIN stop s ON t." + std::string(typed) + " = s.id";
    auto const done = repairs.repair(database, broken);
    BOOST_TEST(!done.repaired(), done.sql);
    BOOST_REQUIRE((done.execution && done.execution->failure));
    BOOST_TEST(done.execution->failure->remedy ==
               "the keys are t.first_stop_id = s.id or t.terminal_stop_id = s.id; the name does not say which");
    BOOST_TEST(!repairs.suggest(broken, &*done.execution->failure));
  }
  BOOST_TEST(!repairs.repair(database, "SELECT title FROM trip JOIN stop ON stop_id = stop.id").repaired());
  BOOST_TEST(!repairs.repair(database, "SELECT s.title FROM trip t JOIN stop s ON t.id = s.title").repaired());
}

/// Unless the question names one of the keys.
BOOST_AUTO_TEST_CASE(the_question_may_decide) {
  auto const done = repairs.repair(database, "SELECT s.title FROM trip t JOIN stop s ON t.stop_id = s.id",
                                   "What is the title of the terminal stop of each trip?");
  BOOST_TEST(done.sql == "SELECT s.title FROM trip AS t JOIN stop AS s ON t.terminal_stop_id = s.id");
}

BOOST_AUTO_TEST_SUITE_END()
