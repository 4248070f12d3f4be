// SPDX-License-Identifier: BSL-1.0
#include "db/support.hpp"
#include "t2s/db/sqlite_connection.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>
#include <vector>

using namespace t2s;
using namespace t2s::test;

BOOST_AUTO_TEST_SUITE(each_row)

BOOST_AUTO_TEST_CASE(hands_over_every_row_whatever_the_limits_of_rows_and_bytes) {
  folder f;
  auto const file = make_database(f / "small world", small_world);
  db::sqlite_options few;
  few.limits.rows = 1;
  few.limits.bytes = 1;
  db::sqlite_connection database(file, few);
  std::vector<value> codes;
  BOOST_TEST(!database.each_row("SELECT code, name FROM country ORDER BY code", [&](std::span<value const> row) {
    BOOST_TEST(row.size() == 2U);
    codes.push_back(row.front());
  }));
  BOOST_TEST(codes == (std::vector<value>{value("AT"), value("PE"), value("TO")}), boost::test_tools::per_element());
  BOOST_TEST(database.file() == std::filesystem::absolute(file));
}

BOOST_AUTO_TEST_CASE(gives_what_ended_the_statement_and_throws_what_is_thrown) {
  folder f;
  db::sqlite_connection database(make_database(f / "w.sqlite", small_world));
  auto const none = [](std::span<value const>) { BOOST_ERROR("there is no row"); };
  BOOST_TEST((database.each_row("SELECT nmae FROM country", none).value().code == errc::no_such_column));
  BOOST_TEST((database.each_row("DELETE FROM country", none).value().code == errc::statement_denied));
  BOOST_CHECK_THROW((void)database.each_row("SELECT 1", [](std::span<value const>) { throw std::logic_error("enough"); }),
                    std::logic_error);
  std::size_t rows = 0;
  BOOST_TEST(!database.each_row("SELECT 1 UNION SELECT 2", [&](std::span<value const>) { ++rows; }));
  BOOST_TEST(rows == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
