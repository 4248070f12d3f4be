// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/reforce.hpp"

#include "db/support.hpp"
#include "t2s/llm/scripted_model.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace t2s;
using namespace t2s::test;

namespace {

auto has(std::string text) {
  return [text = std::move(text)](llm::request const& r) { return r.messages.front().text.find(text) != std::string::npos; };
}

struct shops {
  folder f;
  db::sqlite_connection database{make_database(f / "shops.sqlite",
                                               "CREATE TABLE shops(name TEXT, city TEXT);"
                                               "INSERT INTO shops VALUES ('Kiosk','Oslo'),('Bazaar','Bergen'),('Corner','Oslo');")};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(reforce, shops)

BOOST_AUTO_TEST_CASE(candidates_that_agree_are_not_explored) {
  llm::scripted_model model;
  model.on(has("Say what the answer"), {"name\none row"});
  model.on(has("Write one SQLite query"), {"SELECT name FROM shops WHERE city = 'Bergen'", "SELECT nam FROM shops",
                                           "SELECT name FROM shops WHERE city LIKE 'Bergen'", "SELECT name FROM shops"});
  systems::reforce const system;
  auto const a = system.run(context(model, database), "Which shop is in Bergen?");
  BOOST_TEST(a.sql() == "SELECT name FROM shops WHERE city = 'Bergen'");
  BOOST_TEST(a.asked.clear == "Which shop is in Bergen?\nExpected answer: name\none row");
  BOOST_TEST(a.stopped == "2 of 3 candidates give this result");
  BOOST_TEST(a.spent.calls == 5u);  // the format, three drafts, a revision
  BOOST_TEST(a.shown.knowledge.empty());
}

BOOST_AUTO_TEST_CASE(without_consensus_columns_are_explored_and_candidates_drafted_again) {
  llm::scripted_model model;
  model.on(has("Say what the answer"), {"name"});
  model.on(has("it is not certain"), {"```sql\nSELECT DISTINCT city FROM shops ORDER BY city\n```"});
  model.on(has("SELECT DISTINCT city FROM shops ORDER BY city\ncity\nBergen\nOslo"),
           {"SELECT name FROM shops WHERE city = 'Bergen'", "SELECT name FROM shops WHERE city = 'Bergen'",
            "SELECT name FROM shops WHERE city = 'Bergen'"});
  model.on(has("Write one SQLite query"), {"SELECT name FROM shops", "SELECT city FROM shops", "SELECT count(*) FROM shops"});
  systems::reforce const system;
  auto const a = system.run(context(model, database), "Which shop is in Bergen?");
  BOOST_TEST(a.sql() == "SELECT name FROM shops WHERE city = 'Bergen'");
  BOOST_TEST(a.stopped == "3 of 6 candidates give this result");
  BOOST_TEST(a.spent.calls == 8u);
  BOOST_TEST(a.shown.knowledge.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
