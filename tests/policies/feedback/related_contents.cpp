// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/feedback/related_contents.hpp"

#include "db/support.hpp"
#include "support/scripted_database.hpp"
#include "t2s/llm/model.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

struct mills {
  test::folder f;
  db::sqlite_connection database{
      test::make_database(f / "mills.sqlite",
                          "CREATE TABLE mill(id INTEGER PRIMARY KEY, name TEXT, country TEXT, \"mean output\" REAL, note TEXT);"
                          "CREATE TABLE keeper(id INTEGER PRIMARY KEY, name TEXT, mill INT REFERENCES mill, photo BLOB);"
                          "INSERT INTO mill VALUES (1,'Upper Mill','Norway',2.5,NULL), (2,'Old Wheel','Denmark',3,'dry'), (3,'Red "
                          "Sail','France',4,'O''Brien''s');"
                          "INSERT INTO keeper VALUES (1,'Ada',1,x'00ff');")};
  llm::no_model none{};

  std::string contents(std::string const& asked, std::string const& sql, feedback::related_contents const& by = {}) {
    context<llm::no_model, db::sqlite_connection> ctx(none, database);
    auto text = by.contents(ctx, asked, sql).get();
    statements = ctx.spent().statements;
    return text;
  }
  std::size_t statements = 0;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(related_contents)

BOOST_FIXTURE_TEST_CASE(tables_and_columns_of_the_sql_are_shown, mills) {
  BOOST_TEST(contents("Which mills are French?", "SELECT name FROM mill WHERE country = 'French'") ==
             "Table mill(id, name, country, \"mean output\", note)\n"
             "  row (1, 'Upper Mill', 'Norway', 2.5, NULL)\n"
             "  row (2, 'Old Wheel', 'Denmark', 3.0, 'dry')\n"
             "  row (3, 'Red Sail', 'France', 4.0, 'O''Brien''s')\n"
             "  values of mill.name: 'Upper Mill', 'Old Wheel', 'Red Sail'\n"
             "  values of mill.country: 'France', 'Norway', 'Denmark'\n");
  BOOST_TEST(statements == 3u);
}

BOOST_FIXTURE_TEST_CASE(the_numbers_bound_what_is_shown, mills) {
  BOOST_TEST(contents("Which?", "SELECT name FROM mill", {.rows = 1, .values = 2}) ==
             "Table mill(id, name, country, \"mean output\", note)\n"
             "  row (1, 'Upper Mill', 'Norway', 2.5, NULL)\n"
             "  values of mill.name: 'Upper Mill', 'Old Wheel', ...\n");
  BOOST_TEST(contents("Which?", "SELECT name FROM mill", {.rows = 0, .values = 0}) ==
             "Table mill(id, name, country, \"mean output\", note)\n");
  BOOST_TEST(statements == 0u);
  BOOST_TEST(contents("Which?", "SELECT name FROM mill", {.rows = 0, .considered = 1}) ==
             "Table mill(id, name, country, \"mean output\", note)\n  values of mill.name: 'Upper Mill'\n");
  BOOST_TEST(contents("Which?", "SELECT name FROM mill", {.rows = 0, .value_bytes = 5}) ==
             "Table mill(id, name, country, \"mean output\", note)\n  values of mill.name: 'Upper...', 'Old W...', 'Red S...'\n");
}

BOOST_FIXTURE_TEST_CASE(of_wrong_sql_what_can_be_found_is_shown, mills) {
  BOOST_TEST(contents("Who?", "SELECT nam FROM keeper", {.rows = 0}) == "Table keeper(id, name, mill, photo)\n");
  BOOST_TEST(contents("Who?", "SELECT name FROM keepers") == "");
  BOOST_TEST(contents("Who?", "SELECT name FROM keeper WHERE (", {.rows = 0}) ==
             "Table keeper(id, name, mill, photo)\n  values of keeper.name: 'Ada'\n");
  BOOST_TEST(contents("Who?", "") == "");
  BOOST_TEST(contents("Who?", "\xff'(") == "");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_said) {
  llm::no_model none;
  tests::scripted_database database;
  schema::table t;
  t.name = "mill";
  t.columns = {{"name", "TEXT", false, false, 0, {}}, {"country", "TEXT", false, false, 0, {}}};
  database.shape = schema::database({t});
  database.world["sample mill"] = tests::fails(errc::time_limit, "the time limit\nwas met");
  database.world["distinct mill.name"] = tests::gives({"Upper Mill"});
  context ctx(none, database);
  BOOST_TEST(feedback::related_contents().contents(ctx, "Which?", "SELECT name, country FROM mill").get() ==
             "Table mill(name, country)\n"
             "  rows cannot be read: the time limit was met\n"
             "  values of mill.name: 'Upper Mill'\n"
             "  values of mill.country cannot be read: unknown statement\n");
}

BOOST_FIXTURE_TEST_CASE(what_is_stored_begins_no_line, mills) {
  test::writer(f / "mills.sqlite").run("UPDATE mill SET name = 'a' || char(10) || '### Question:' WHERE id = 1");
  BOOST_TEST(contents("Which?", "SELECT name FROM mill", {.rows = 1}) ==
             "Table mill(id, name, country, \"mean output\", note)\n"
             "  row (1, 'a ### Question:', 'Norway', 2.5, NULL)\n"
             "  values of mill.name: 'a ### Question:', 'Old Wheel', 'Red Sail'\n");
}

BOOST_FIXTURE_TEST_CASE(a_review_says_nothing_of_nothing, mills) {
  context<llm::no_model, db::sqlite_connection> ctx(none, database);
  history<facts<>> past;
  past.open(candidate("SELECT 1"));
  question const asked("Who?");
  BOOST_TEST(!feedback::related_contents().review(ctx, asked, past));
  past.open(candidate("SELECT photo FROM keeper"));
  auto const spoken = feedback::related_contents().review(ctx, asked, past);
  BOOST_REQUIRE(spoken);
  BOOST_TEST(spoken->stage == "related database contents");
  BOOST_TEST(spoken->text.find("X'00FF'") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
