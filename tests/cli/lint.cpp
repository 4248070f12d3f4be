// SPDX-License-Identifier: BSL-1.0
// t2s lint: a statement, and an audit of questions and predictions.
#include "folder.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

namespace {

using cli_test::contains;
using cli_test::quoted;
using cli_test::t2s;

constexpr char const* hives =
    "CREATE TABLE keeper (id INTEGER PRIMARY KEY, name TEXT);"
    "CREATE TABLE hive (id INTEGER PRIMARY KEY, keeper INTEGER REFERENCES keeper (id), size INTEGER);"
    "INSERT INTO keeper VALUES (1, 'Ada'), (2, 'Bo'); INSERT INTO hive VALUES (10, 1, 4), (11, 1, 4), (12, NULL, 2);";

}  // namespace

BOOST_AUTO_TEST_SUITE(lint_command)

BOOST_AUTO_TEST_CASE(one_statement) {
  cli_test::folder const f("lint");
  auto const db = "lint --db " + quoted(f.make_shop(hives)) + " ";
  auto const wrong = t2s(db + "'SELECT name FROM keeper JOIN hive ON keeper.id = hive.id'");
  BOOST_TEST(wrong.status == 1);
  BOOST_TEST(contains(wrong.out, "line 1, column 48: keeper.id = hive.id follows no foreign key"), wrong.out);
  BOOST_TEST(contains(wrong.out, "  join_without_key\n  perhaps: SELECT name FROM keeper JOIN hive ON keeper.id = hive.keeper\n"),
             wrong.out);
  auto const right = t2s(db + "'SELECT name FROM keeper JOIN hive ON keeper.id = hive.keeper'");
  BOOST_TEST(right.status == 0);
  BOOST_TEST(right.out == "nothing found\n");
  auto const of_data = "'SELECT name FROM keeper WHERE id NOT IN (SELECT keeper FROM hive)'";
  BOOST_TEST(t2s(db + of_data).status == 1);
  BOOST_TEST(t2s(db + "--schema-only " + of_data).status == 0);
  auto const found = boost::json::parse(t2s(db + "--json " + of_data).out).as_array();
  BOOST_TEST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].at("rule").as_string() == "not_in_null");
  BOOST_TEST(found[0].at("severity").as_string() == "wrong_making");
  BOOST_TEST(found[0].at("line").as_int64() == 1);
}

BOOST_AUTO_TEST_CASE(what_cannot_run_is_said_to_be_unchecked) {
  cli_test::folder const f("lint");
  auto const db = "lint --db " + quoted(f.make_shop(hives)) + " ";
  auto const column = t2s(db + "'SELECT nam FROM keeper'");
  BOOST_TEST(column.status == 1);
  BOOST_TEST(contains(column.out, "not checked: no such column: nam"), column.out);
  BOOST_TEST(contains(column.out, "  perhaps: SELECT name FROM keeper\n"), column.out);
  auto const table = t2s(db + "'SELECT x FROM unicorn'");
  BOOST_TEST(table.status == 1);
  BOOST_TEST(contains(table.out, "not checked: no such table: unicorn"), table.out);
  auto const oracle = t2s(db + "'SELECT name FROM keeper WHERE ROWNUM <= 1'");
  BOOST_TEST(oracle.status == 1);
  BOOST_TEST(contains(oracle.out, "  perhaps: SELECT name FROM keeper LIMIT 1\n"), oracle.out);
  auto const found = boost::json::parse(t2s(db + "--json 'SELECT id,\n nam FROM keeper'").out).as_array();
  BOOST_TEST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].at("rule").as_string() == "not_checked");
  BOOST_TEST(found[0].at("line").as_int64() == 2);
  BOOST_TEST(found[0].at("column").as_int64() == 2);
  auto const top = t2s(db + "'SELECT TOP 5 name FROM keeper'");
  BOOST_TEST(top.status == 1);
  BOOST_TEST(contains(top.err, "TOP is SQL Server's word for LIMIT; t2s repair replaces it: t2s repair --db FILE SQL"), top.err);
  auto const commented = t2s(db + "'-- all\nSELECT name FROM keeper'");
  BOOST_TEST(commented.out == "nothing found\n", commented.out << commented.err);
}

BOOST_AUTO_TEST_CASE(an_audit_counts_what_is_flagged_and_what_of_it_is_wrong) {
  cli_test::folder const f("lint");
  static_cast<void>(f.make_shop(hives));
  f.write("dev.json",
          R"([{"db_id": "shop", "question": "Whose hives?", "query": "SELECT name FROM keeper JOIN hive ON keeper.id = hive.keeper"},
              {"db_id": "shop", "question": "The largest?", "query": "SELECT id FROM hive ORDER BY size DESC LIMIT 1"}])");
  auto const file = f.write("predicted.sql",
                            "SELECT name FROM keeper JOIN hive ON keeper.id = hive.id\nSELECT id FROM hive ORDER BY size DESC LIMIT 1\n");
  auto const audit = "lint --data " + quoted(f.path.string()) + " --databases " + quoted(f.file("databases")) + " ";
  auto const gold = t2s(audit);
  BOOST_TEST(gold.status == 1);
  BOOST_TEST(contains(gold.out, "limit_cuts_ties *                    1\n"), gold.out << gold.err);
  auto const both = t2s(audit + "--list --predictions " + quoted(file));
  BOOST_TEST(both.status == 1);
  BOOST_TEST(contains(both.out, "join_without_key                     0             1       1    100.0\n"), both.out << both.err);
  BOOST_TEST(contains(both.out, "limit_cuts_ties *                    1             1       0      0.0\n"), both.out);
  BOOST_TEST(contains(both.out, "all statements                       2             2       1     50.0\n"), both.out);
  BOOST_TEST(contains(both.out, ":1 shop, wrong\n  SELECT name FROM keeper JOIN hive ON keeper.id = hive.id\n"), both.out);
}

BOOST_AUTO_TEST_CASE(wrong_usage) {
  BOOST_TEST(t2s("lint 'SELECT 1'").status == 2);
  cli_test::folder const f("lint");
  auto const db = "lint --db " + quoted(f.make_shop(hives)) + " ";
  BOOST_TEST(t2s(db).status == 2);
  BOOST_TEST(t2s(db + "--list 'SELECT 1'").status == 2);
  auto const broken = t2s(db + "'SELECT FROM'");
  BOOST_TEST(broken.status == 1);
  BOOST_TEST(contains(broken.err, "line 1, column 8"), broken.err);
  auto const repairable = t2s(db + "'SELECT name, FROM keeper'");
  BOOST_TEST(repairable.status == 1);
  BOOST_TEST(contains(repairable.err, "t2s repair --db FILE SQL"), repairable.err);
}

BOOST_AUTO_TEST_CASE(what_no_repair_can_mend_gets_other_advice) {
  cli_test::folder const f("lint");
  auto const db = "lint --db " + quoted(f.make_shop(hives)) + " ";
  auto const writing = t2s(db + "'DELETE FROM hive'");
  BOOST_TEST(writing.status == 1);
  BOOST_TEST(contains(writing.err, "t2s lint checks only statements that read"), writing.err);
  BOOST_TEST(!contains(writing.err, "t2s repair"), writing.err);
  auto const deep = "'SELECT " + std::string(1'000, '(') + "1" + std::string(1'000, ')') + "'";
  auto const nested = t2s(db + deep);
  BOOST_TEST(nested.status == 1);
  BOOST_TEST(contains(nested.err, "levels; name its inner parts by WITH"), nested.err);
  auto const found = boost::json::parse(t2s(db + "--json " + deep).out).as_array();
  BOOST_TEST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].at("rule").as_string() == "not_checked");
}

BOOST_AUTO_TEST_SUITE_END()
