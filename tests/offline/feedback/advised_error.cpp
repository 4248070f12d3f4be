// SPDX-License-Identifier: BSL-1.0
#include "t2s/offline/feedback/advised_error.hpp"

#include "db/support.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/history.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace t2s;

namespace {

struct apiary {
  test::folder f;
  db::sqlite_connection database{
      test::make_database(f / "apiary.sqlite",
                          "CREATE TABLE keeper(id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
                          "CREATE TABLE hive(id INTEGER PRIMARY KEY, keeper INT REFERENCES keeper(id), frames INT);"
                          "CREATE TABLE inspection(id INTEGER PRIMARY KEY, hive INT REFERENCES hive(id), mites INT);")};

  feedback::error_advice advice(std::string const& sql, feedback::advised_error const& by = {}) {
    auto const done = database.execute(sql);
    BOOST_REQUIRE(!done.ok());
    return by.advice_on(sql, *done.failure, database.schema());
  }
};

using names = std::vector<std::string>;

}  // namespace

BOOST_FIXTURE_TEST_SUITE(advised_error, apiary)

BOOST_AUTO_TEST_CASE(a_column_of_another_table_is_named_with_its_join) {
  auto const known = advice("SELECT city FROM inspection");
  BOOST_TEST(known.unknown == "city");
  BOOST_TEST(known.holders == (names{"keeper.city"}));
  BOOST_TEST(known.join.find("JOIN hive") != std::string::npos, known.join);
  BOOST_TEST(known.join.find("keeper") != std::string::npos, known.join);
  BOOST_TEST(database.execute("SELECT city FROM " + known.join).ok());
}

BOOST_AUTO_TEST_CASE(a_misspelt_column_has_similar_names_and_a_correction) {
  auto const known = advice("SELECT frame FROM hive");
  BOOST_TEST(known.holders.empty());
  BOOST_TEST(known.join == "");
  BOOST_REQUIRE(!known.similar.empty());
  BOOST_TEST(known.similar.front() == "hive.frames");
  BOOST_TEST(known.proposal == "SELECT frames FROM hive");
}

BOOST_AUTO_TEST_CASE(a_qualified_column_of_another_table) {
  auto const known = advice("SELECT T1.mites FROM hive AS T1");
  BOOST_TEST(known.holders == (names{"inspection.mites"}));
  BOOST_TEST(database.execute("SELECT mites FROM " + known.join).ok());
}

BOOST_AUTO_TEST_CASE(a_misspelt_table_has_similar_names) {
  auto const known = advice("SELECT * FROM hives");
  BOOST_TEST(known.unknown == "hives");
  BOOST_REQUIRE(!known.similar.empty());
  BOOST_TEST(known.similar.front() == "hive");
  BOOST_TEST(known.proposal == "SELECT * FROM hive");
}

BOOST_AUTO_TEST_CASE(what_the_schema_does_not_know_is_empty) {
  BOOST_TEST((advice("SELECT zzzzqqq FROM hive") == feedback::error_advice{.unknown = "zzzzqqq"}));
  BOOST_TEST(advice("SELECT count(* FROM hive").holders.empty());
}

BOOST_AUTO_TEST_CASE(a_policy_chooses_what_is_shown) {
  feedback::advised_error const brief{.holders = false, .join = false, .similar = 0, .proposal = false};
  BOOST_TEST((advice("SELECT city FROM inspection", brief) == feedback::error_advice{.unknown = "city"}));
}

BOOST_AUTO_TEST_SUITE_END()
