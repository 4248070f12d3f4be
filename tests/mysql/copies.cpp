// SPDX-License-Identifier: BSL-1.0
// Copies that replace tables, where the server cannot undo DDL.
#include "t2s/db/copy/copy.hpp"

#include "support.hpp"
#include "support/sqlite_file.hpp"
#include "t2s/db/any/open.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

/// An SQLite file with the tables `city` and `street`, and a database on the server for each test.
struct two_databases {
  two_databases() {
    admin.run("DROP DATABASE IF EXISTS t2s_copies; CREATE DATABASE t2s_copies; USE t2s_copies");
    source(
        "CREATE TABLE city(id INTEGER PRIMARY KEY); INSERT INTO city VALUES (2);"
        "CREATE TABLE street(city INTEGER REFERENCES city(id)); INSERT INTO street VALUES (2);");
  }
  ~two_databases() { admin.run("DROP DATABASE t2s_copies"); }
  two_databases(two_databases const&) = delete;
  two_databases& operator=(two_databases const&) = delete;

  void source(std::string const& sql) const { make_database(file, sql); }

  db::copy_report copy(db::copy_options const& how) {
    auto source = db::open(file.string());
    auto const target = db::open_target(server().place().in("t2s_copies").text());
    return db::copy_database(source, *target, how);
  }

  [[nodiscard]] std::string tables() const {
    return admin.one("SELECT GROUP_CONCAT(table_name ORDER BY 1) FROM information_schema.tables WHERE table_schema = 't2s_copies'");
  }

  folder in{"copies"};
  std::filesystem::path file = in / "copies.sqlite";
  mysql_administrator admin{server().place().in("")};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(mysql_copies)

BOOST_FIXTURE_TEST_CASE(a_connection_that_is_lost_loses_no_table, two_databases) {
  admin.run("CREATE TABLE city(id integer); INSERT INTO city VALUES (1)");
  db::copy_options how{.replace = true};
  how.progress = [&](std::string const& table, std::size_t, std::size_t) {
    if (table == "street")
      admin.run("KILL " + admin.one("SELECT id FROM information_schema.processlist WHERE db = 't2s_copies' AND id <> CONNECTION_ID()"));
  };
  BOOST_CHECK_THROW((void)copy(how), error);
  BOOST_TEST(tables() == "city");
  BOOST_TEST(admin.one("SELECT id FROM city") == "1");
}

BOOST_FIXTURE_TEST_CASE(a_table_outside_that_refers_to_one_ends_the_copy, two_databases) {
  admin.run(
      "CREATE TABLE city(id integer PRIMARY KEY); INSERT INTO city VALUES (1);"
      "CREATE TABLE mayor(city integer, CONSTRAINT of_city FOREIGN KEY (city) REFERENCES city(id))");
  auto const why = failure_of([&] { (void)copy({.replace = true}); });
  BOOST_TEST(why.code == errc::invalid_argument);
  BOOST_TEST(why.subject == "mayor");
  BOOST_TEST(tables() == "city,mayor");
  BOOST_TEST(admin.one("SELECT id FROM city") == "1");
  BOOST_TEST(admin.one("SELECT referenced_table_name FROM information_schema.referential_constraints WHERE constraint_name = 'of_city'") ==
             "city");
}

BOOST_FIXTURE_TEST_CASE(keys_have_the_names_that_the_server_gives_them, two_databases) {
  for (int i = 0; i < 2; ++i) BOOST_TEST(copy({.replace = true}).keys == 1U);
  BOOST_TEST(tables() == "city,street");
  BOOST_TEST(admin.one("SELECT constraint_name FROM information_schema.referential_constraints WHERE constraint_schema = 't2s_copies'") ==
             "street_ibfk_1");
}

BOOST_FIXTURE_TEST_CASE(names_may_be_as_long_as_the_server_takes_them, two_databases) {
  std::string const longest(64, 'x');
  source("CREATE TABLE " + longest + "(city INTEGER REFERENCES city(id)); INSERT INTO " + longest + " VALUES (2)");
  for (int i = 0; i < 2; ++i) BOOST_TEST(copy({.replace = true}).tables.size() == 3U);
  BOOST_TEST(tables() == "city,street," + longest);
  BOOST_TEST(admin.one("SELECT city FROM " + longest) == "2");
}

BOOST_FIXTURE_TEST_CASE(a_view_is_replaced, two_databases) {
  admin.run("CREATE TABLE town(id integer); INSERT INTO town VALUES (7); CREATE VIEW city AS SELECT id FROM town");
  BOOST_TEST(copy({.replace = true}).tables.size() == 2U);
  BOOST_TEST(tables() == "city,street,town");
  BOOST_TEST(admin.one("SELECT id FROM city") == "2");
}

BOOST_FIXTURE_TEST_CASE(messages_have_the_names_that_the_user_knows, two_databases) {
  db::copy_options how{};
  how.progress = [&](std::string const& table, std::size_t, std::size_t) {
    if (table == "city") admin.run("CREATE TABLE street(x integer)");  // between the check and the renaming
  };
  auto const why = failure_of([&] { (void)copy(how); });
  BOOST_TEST(why.text().find("t2s_new") == std::string::npos, why.text());
  BOOST_TEST(why.text().find("street") != std::string::npos, why.text());
  BOOST_TEST(tables() == "street");
}

BOOST_AUTO_TEST_SUITE_END()
