// SPDX-License-Identifier: BSL-1.0
// Replaces names in SQL by others.
#include "t2s/lab/studies/detail/exchange.hpp"

#include "lab/studies/support.hpp"
#include "t2s/db/sqlite/connection.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using studies::detail::exchange;
using studies::detail::exchanged;

namespace {

struct bees : test::apiary {
  db::sqlite_connection database{(path / "databases/bees/bees.sqlite").string()};

  std::string with(std::string const& sql, std::vector<exchange> const& all) { return exchanged(sql, database.schema(), all); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(exchanges, bees)

BOOST_AUTO_TEST_CASE(a_column_takes_the_place_of_another_everywhere) {
  BOOST_TEST(with("SELECT weight FROM hive WHERE weight > 10 ORDER BY hive.weight", {{{"hive", "weight"}, {"hive", "id"}}}) ==
             "SELECT id FROM hive WHERE id > 10 ORDER BY hive.id");
}

BOOST_AUTO_TEST_CASE(aliases_stay) {
  BOOST_TEST(with("SELECT h.name FROM hive AS h", {{{"hive", "name"}, {"hive", "yard"}}}) == "SELECT h.yard FROM hive AS h");
}

BOOST_AUTO_TEST_CASE(a_column_of_another_source_gets_its_qualifier) {
  BOOST_TEST(with("SELECT h.name FROM hive AS h JOIN keeper AS k ON h.id = k.hive_id", {{{"hive", "name"}, {"keeper", "name"}}}) ==
             "SELECT k.name FROM hive AS h JOIN keeper AS k ON h.id = k.hive_id");
}

BOOST_AUTO_TEST_CASE(a_column_of_a_table_that_is_no_source_is_not_taken) {
  BOOST_TEST(with("SELECT yard FROM hive", {{{"hive", "yard"}, {"keeper", "hive_id"}}}) == "SELECT yard FROM hive");
}

BOOST_AUTO_TEST_CASE(a_table_brings_its_columns_with_it) {
  BOOST_TEST(with("SELECT hive.name FROM hive", {{{"hive", {}}, {"keeper", {}}}, {{"hive", "name"}, {"keeper", "name"}}}) ==
             "SELECT keeper.name FROM keeper");
}

BOOST_AUTO_TEST_CASE(subqueries_change_in_their_own_scope) {
  BOOST_TEST(
      with("SELECT name FROM hive WHERE id IN (SELECT hive_id FROM keeper WHERE name = 'Kim')", {{{"keeper", "name"}, {"keeper", "id"}}}) ==
      "SELECT name FROM hive WHERE id IN (SELECT hive_id FROM keeper WHERE id = 'Kim')");
}

BOOST_AUTO_TEST_CASE(what_does_not_parse_stays) { BOOST_TEST(with("SELEC 1", {{{"hive", "name"}, {"hive", "id"}}}) == "SELEC 1"); }

BOOST_AUTO_TEST_CASE(columns_of_the_same_table_are_paired_first) {
  std::vector<align::entity> const from{{"keeper", "name"}, {"hive", "yard"}, {"hive", {}}}, to{{"hive", "name"}, {"keeper", "id"}};
  auto const all = studies::detail::paired(from, to);
  BOOST_REQUIRE(all.size() == 2);
  BOOST_TEST((all[0].to == align::entity{"keeper", "id"}));
  BOOST_TEST((all[1].to == align::entity{"hive", "name"}));
}

BOOST_AUTO_TEST_SUITE_END()
