// SPDX-License-Identifier: BSL-1.0
// The rows that plans read, from rows of EXPLAIN in the servers' forms. Needs no server.
#include "t2s/db/mysql/detail/plan.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace t2s;

namespace {

std::vector<std::string> const columns{"id", "select_type", "table", "rows", "filtered", "Extra"};
using steps = std::vector<std::vector<value>>;

db::statement_cost cost(steps const& rows) { return db::detail::mysql_plan(columns, rows).cost(std::nullopt); }

std::vector<value> step(int id, char const* type, char const* table, value rows, char const* extra = "") {
  return {value(id), value(type), value(table), std::move(rows), value(100.0), value(extra)};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mysql_plans)

BOOST_AUTO_TEST_CASE(a_subquery_without_a_number_has_the_rows_that_it_gives) {
  auto const semijoin = cost({step(1, "SIMPLE", "<subquery2>", value()), step(1, "SIMPLE", "a", value(50)),
                              step(1, "SIMPLE", "c", value(20)), step(2, "MATERIALIZED", "b", value(1000))});
  BOOST_TEST(semijoin.rows_read == 1000 + 1000 + 1000 * 50 + 1000 * 50 * 20);
  BOOST_TEST(semijoin.rows_returned == 1000 * 50 * 20);
}

BOOST_AUTO_TEST_CASE(one_that_gives_nothing_costs_nothing_less_behind_it) {
  auto const empty =
      cost({step(1, "PRIMARY", "<derived2>", value()), step(1, "PRIMARY", "a", value(50)), step(2, "DERIVED", "b", value(0))});
  BOOST_TEST(empty.rows_read == 1 + 50);
}

BOOST_AUTO_TEST_CASE(what_is_known_counts_and_a_number_that_leads_nowhere_is_one) {
  BOOST_TEST(
      cost({step(1, "PRIMARY", "<derived2>", value(7)), step(1, "PRIMARY", "a", value(50)), step(2, "DERIVED", "b", value(9))}).rows_read ==
      7 + 7 * 50 + 9);
  BOOST_TEST(cost({step(1, "PRIMARY", "<derived9>", value()), step(1, "PRIMARY", "a", value(50))}).rows_read == 1 + 50);
  BOOST_TEST(cost({step(1, "PRIMARY", "<derived1>", value()), step(1, "PRIMARY", "a", value(50))}).rows_read == 1 + 50);
}

BOOST_AUTO_TEST_CASE(a_subquery_that_depends_is_run_for_each_row_of_the_first) {
  auto const each = cost({step(1, "PRIMARY", "a", value(30)), step(2, "DEPENDENT SUBQUERY", "b", value(4))});
  BOOST_TEST(each.rows_read == 30 + 30 * 4);
  BOOST_TEST(each.rows_returned == 30);
}

BOOST_AUTO_TEST_CASE(a_union_gives_the_rows_of_its_parts) {
  auto const both = cost({step(1, "PRIMARY", "a", value(30)),
                          step(2, "UNION", "b", value(4)),
                          {value(), value("UNION RESULT"), value("<union1,2>"), value(), value(), value("")}});
  BOOST_TEST(both.rows_read == 34);
  BOOST_TEST(both.rows_returned == 34);
}

BOOST_AUTO_TEST_SUITE_END()
