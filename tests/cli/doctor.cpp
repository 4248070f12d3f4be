// SPDX-License-Identifier: BSL-1.0
// The report of t2s doctor about a database.
#include "folder.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

BOOST_AUTO_TEST_SUITE(doctor_of_databases)

// A schema of that many columns of 100 letters each is far too large for a prompt of 32,768 tokens.
BOOST_AUTO_TEST_CASE(says_how_large_the_schema_is_and_who_copes) {
  cli_test::folder const place("doctor");
  cli_test::make_database(place.file("small.sqlite"),
                          "CREATE TABLE hives (id INTEGER PRIMARY KEY, place TEXT); CREATE VIEW v AS SELECT 1;"
                          "CREATE TABLE bees (id INTEGER PRIMARY KEY, hive INTEGER REFERENCES hives(id));");
  auto const small = cli_test::t2s("doctor --db " + cli_test::quoted(place.file("small.sqlite")));
  BOOST_TEST(small.status == 0);
  BOOST_TEST(cli_test::contains(small.out, "2 tables, 1 view ("));
  BOOST_TEST(cli_test::contains(small.out, "ok    schema: 5 columns, 1 foreign key\n"));
  BOOST_TEST(cli_test::contains(small.out, "ok    no prompt: offline reads the schema itself"));
  BOOST_TEST(cli_test::contains(small.out, "ok    CREATE TABLE: "));
  BOOST_TEST(cli_test::contains(small.out, "few-shot"));
  BOOST_TEST(!cli_test::contains(small.out, "cannot take the whole schema"));

  std::string sql = "CREATE TABLE wide (id INTEGER";
  for (int i = 0; i < 1'900; ++i) sql += ", " + std::string(100, 'x') + std::to_string(i) + " TEXT";
  cli_test::make_database(place.file("large.sqlite"), (sql + ")").c_str());
  auto const large = cli_test::t2s("doctor --db " + cli_test::quoted(place.file("large.sqlite")));
  BOOST_TEST(large.status == 0);
  BOOST_TEST(cli_test::contains(large.out, "ok    schema: 1901 columns\n"));
  BOOST_TEST(cli_test::contains(large.out, "note  CREATE TABLE: "));
  BOOST_TEST(cli_test::contains(large.out, "cannot take the whole schema"));
  BOOST_TEST(cli_test::contains(large.out, "of a window of 32768"));
  auto const wide = cli_test::t2s("doctor --context-window 10000000 --db " + cli_test::quoted(place.file("large.sqlite")));
  BOOST_TEST(!cli_test::contains(wide.out, "cannot take the whole schema"));
  BOOST_TEST(cli_test::t2s("doctor --context-window 0 --db " + cli_test::quoted(place.file("large.sqlite"))).status == 2);
}

BOOST_AUTO_TEST_SUITE_END()
