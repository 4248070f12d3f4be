// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"

#include "db/support.hpp"
#include "t2s/db/sqlite/connection.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using evaluation::execution_match;

namespace {

struct shop {
  test::folder f;
  db::sqlite_connection database{test::make_database(f / "shop.sqlite",
                                                     "CREATE TABLE item(name TEXT, price REAL);"
                                                     "INSERT INTO item VALUES ('lamp', 3), ('book', 2), ('book', 2);")};

  [[nodiscard]] bool match(std::string const& gold, std::string const& predicted, evaluation::distinct d = evaluation::distinct::dropped) {
    return execution_match(gold, predicted, [this](std::string const& sql) { return database.execute(sql); }, d);
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(execution_accuracy)

BOOST_FIXTURE_TEST_CASE(a_prediction_with_the_golds_rows_is_right, shop) {
  BOOST_TEST(match("SELECT name FROM item", "SELECT name FROM item ORDER BY price"));
  BOOST_TEST(!match("SELECT name FROM item ORDER BY name", "SELECT name FROM item ORDER BY name DESC"));
  BOOST_TEST(!match("SELECT name FROM item", "SELECT price FROM item"));
}

BOOST_FIXTURE_TEST_CASE(a_prediction_that_fails_or_is_empty_is_wrong, shop) {
  BOOST_TEST(!match("SELECT name FROM item", "SELECT weight FROM item"));
  BOOST_TEST(!match("SELECT name FROM item WHERE 0", ""));
}

BOOST_FIXTURE_TEST_CASE(distinct_counts_if_it_is_kept, shop) {
  BOOST_TEST(match("SELECT DISTINCT name FROM item", "SELECT name FROM item"));
  BOOST_TEST(!match("SELECT DISTINCT name FROM item", "SELECT name FROM item", evaluation::distinct::kept));
}

BOOST_FIXTURE_TEST_CASE(a_gold_query_that_fails_is_an_error, shop) {
  BOOST_CHECK_EXCEPTION((void)match("SELECT weight FROM item", "SELECT 1"), error, [](error const& e) {
    return e.code() == errc::malformed_data && std::string(e.what()).find("SELECT weight FROM item") != std::string::npos;
  });
}

BOOST_AUTO_TEST_SUITE_END()
