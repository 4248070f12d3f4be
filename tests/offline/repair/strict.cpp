// SPDX-License-Identifier: BSL-1.0
// What stricter engines than SQLite refuse. tests/any_database/strict.cpp has the repaired statements executed.
#include "support/table.hpp"
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/sql/mysql.hpp"
#include "t2s/sql/postgres.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace t2s;
using test::column;

namespace {

schema::database shop(sql::grammar const& dialect) {
  schema::table staff, shops;
  staff.name = "staff";
  staff.columns = {column("id", "bigint", 1), column("name", "text"),   column("age", "character varying(20)"),
                   column("pay", "numeric"),  column("shop", "bigint"), column("active", "boolean"),
                   column("born", "date")};
  staff.foreign_keys = {{{"shop"}, "shops", {"id"}}};
  shops.name = "shops";
  shops.columns = {column("id", "bigint", 1), column("city", "text"), column("code", "text")};
  return schema::database({staff, shops}, &dialect);
}

std::string repaired(std::string const& sql, errc code, sql::grammar const& dialect = sql::postgres) {
  auto const d = shop(dialect);
  auto const step = repair::suggest_repair(sql, failure{code, "as the engine says"}, d);
  if (!step) return "not repaired";
  BOOST_TEST(!step->why.empty());
  return step->sql;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(strict_engines)

BOOST_AUTO_TEST_CASE(what_is_neither_grouped_nor_aggregated_is_grouped_by) {
  auto const wrong = errc::misuse_of_aggregate;
  BOOST_TEST(repaired("SELECT city, code, count(*) FROM shops GROUP BY city", wrong) ==
             "SELECT city, code, count(*) FROM shops GROUP BY city, code");
  BOOST_TEST(repaired("SELECT shop, max(pay) FROM staff GROUP BY shop ORDER BY age DESC", wrong) ==
             "SELECT shop, max(pay) FROM staff GROUP BY shop ORDER BY max(age) DESC");
  BOOST_TEST(repaired("SELECT s.city, count(*) FROM staff AS t JOIN shops AS s ON t.shop = s.id", wrong) ==
             "SELECT s.city, count(*) FROM staff AS t JOIN shops AS s ON t.shop = s.id GROUP BY s.city");
  BOOST_TEST(repaired("SELECT count(*) FROM staff ORDER BY pay", wrong) == "SELECT count(*) FROM staff ORDER BY min(pay)");
  auto const d = shop(sql::postgres);
  auto const step = repair::suggest_repair("SELECT city, count(*) FROM shops", failure{wrong, "as the engine says"}, d);
  BOOST_REQUIRE(step);
  BOOST_TEST(step->why == "city is neither grouped nor aggregated: it is added to GROUP BY");
}

BOOST_AUTO_TEST_CASE(the_row_of_an_extreme_is_the_first) {
  BOOST_TEST(repaired("SELECT name, max(pay) FROM staff", errc::misuse_of_aggregate) ==
             "SELECT name, pay FROM staff ORDER BY pay DESC NULLS LAST LIMIT 1");
  BOOST_TEST(repaired("SELECT name, min(pay) FROM staff", errc::misuse_of_aggregate, sql::mysql) ==
             "SELECT name, pay FROM staff ORDER BY pay ASC LIMIT 1");
}

BOOST_AUTO_TEST_CASE(different_rows_are_sorted_by_what_is_not_shown) {
  BOOST_TEST(repaired("SELECT DISTINCT name FROM staff ORDER BY pay DESC", errc::sql_failed) ==
             "SELECT name FROM staff GROUP BY name ORDER BY max(pay) DESC");
  BOOST_TEST(repaired("SELECT DISTINCT name FROM staff ORDER BY name", errc::sql_failed) == "not repaired");
}

BOOST_AUTO_TEST_CASE(texts_among_numbers_are_read_as_numbers) {
  auto const unknown = errc::no_such_function;
  BOOST_TEST(repaired("SELECT avg(age) FROM staff", unknown) == "SELECT avg(CAST(age AS double precision)) FROM staff");
  BOOST_TEST(repaired("SELECT name FROM staff WHERE age > 30", errc::sql_failed) ==
             "SELECT name FROM staff WHERE CAST(age AS double precision) > 30");
  BOOST_TEST(repaired("SELECT age + 1 FROM staff", errc::sql_failed) == "SELECT CAST(age AS double precision) + 1 FROM staff");
  BOOST_TEST(repaired("SELECT name FROM staff WHERE age < (SELECT avg(pay) FROM staff)", errc::sql_failed) ==
             "SELECT name FROM staff WHERE CAST(age AS double precision) < (SELECT avg(pay) FROM staff)");
  BOOST_TEST(repaired("SELECT s.city FROM staff AS t JOIN shops AS s ON t.shop = s.code", errc::sql_failed) ==
             "SELECT s.city FROM staff AS t JOIN shops AS s ON CAST(t.shop AS text) = s.code");
  BOOST_TEST(repaired("SELECT name FROM staff WHERE pay > 30", errc::sql_failed) == "not repaired");
}

BOOST_AUTO_TEST_CASE(flags_are_no_numbers_and_patterns_are_of_texts) {
  BOOST_TEST(repaired("SELECT name FROM staff WHERE active = 1", errc::sql_failed) == "SELECT name FROM staff WHERE active = 'true'");
  BOOST_TEST(repaired("SELECT name FROM staff WHERE active = 0", errc::sql_failed) == "SELECT name FROM staff WHERE active = 'false'");
  BOOST_TEST(repaired("SELECT sum(active) FROM staff", errc::no_such_function) == "SELECT sum(CAST(active AS integer)) FROM staff");
  BOOST_TEST(repaired("SELECT name FROM staff WHERE born LIKE '1990%'", errc::sql_failed) ==
             "SELECT name FROM staff WHERE CAST(born AS text) LIKE '1990%'");
}

BOOST_AUTO_TEST_CASE(texts_in_quotes_of_names_are_texts) {
  BOOST_TEST(repaired("SELECT city FROM shops WHERE code = \"A 1\" AND city <> \"code\"", errc::no_such_column) ==
             "SELECT city FROM shops WHERE code = 'A 1' AND city != \"code\"");
}

BOOST_AUTO_TEST_CASE(names_that_are_wrong_come_first_and_other_failures_are_not_answered) {
  BOOST_TEST(repaired("SELECT avg(agee) FROM staff", errc::no_such_function) == "not repaired");
  BOOST_TEST(repaired("SELECT agee FROM staff", errc::no_such_column) == "SELECT age FROM staff");
  BOOST_TEST(repaired("SELECT avg(age) FROM staff", errc::time_limit) == "not repaired");
}

BOOST_AUTO_TEST_SUITE_END()
