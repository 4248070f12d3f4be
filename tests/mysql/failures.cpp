// SPDX-License-Identifier: BSL-1.0
// Wrong SQL, as the server itself refuses it, with the codes that feedback and repair know.
#include "db/conformance/suite.hpp"

#include "support.hpp"

using namespace t2s;
using namespace t2s::test;
using conformance::expect_failures;

namespace {

struct connected {
  db::mysql_connection db{shop().text()};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(mysql_failures, connected)

BOOST_AUTO_TEST_CASE(have_their_codes_names_and_places) {
  expect_failures(db, {
                          {"SELECT * FROM customers", errc::no_such_table, "customers", "customers"},
                          {"SELECT * FROM t2s_shop.customers", errc::no_such_table, "customers", "t2s_shop.customers"},
                          {"SELECT x.* FROM customer", errc::no_such_table, "x", "x"},
                          {"SELECT 'äöü' AS a, Nam FROM customer", errc::no_such_column, "Nam", "Nam"},
                          {"SELECT c.nam FROM customer AS c", errc::no_such_column, "c.nam", "c.nam"},
                          {"SELECT c.`nam` FROM customer AS c", errc::no_such_column, "c.nam", "c.`nam`"},
                          {"SELECT x.name FROM customer", errc::no_such_column, "x.name", "x.name"},
                          {"SELECT id FROM customer WHERE nam = 'nam'", errc::no_such_column, "nam", "nam ="},
                          {"SELECT id FROM customer ORDER BY nam", errc::no_such_column, "nam", "nam"},
                          {"SELECT nothing(1)", errc::no_such_function, "nothing", "nothing"},
                          {"SELECT customer FROM purchase, visit", errc::ambiguous_column, "customer", "customer FROM"},
                          {"SELECT max(count(*)) FROM customer", errc::misuse_of_aggregate},
                          {"SELECT 1 FROM customer WHERE row_number() OVER () > 1", errc::misuse_of_aggregate},
                          {"SELECT round(1, 2, 3)", errc::wrong_argument_count, "round", "round"},
                          {"SELECT id FROM customer UNION SELECT name, id FROM customer", errc::sql_failed, ""},
                          {"SELECT 1 FROM customer JOIN customer", errc::sql_failed, "customer", "customer"},
                          {"SELECT ?", errc::sql_failed, "?"},
                          {"SELECT 1 ORDER BY 3", errc::no_such_column, "3"},
                          {"SELECT * FROM t2s_office.salary", errc::statement_denied, "t2s_office.salary", "t2s_office"},
                          {"SELECT * FROM mysql.user", errc::statement_denied},
                          {"SELECT sleep(100)", errc::statement_denied, "sleep"},
                          {"SELECT a FROM", errc::sql_syntax, ""},
                      });
}

BOOST_AUTO_TEST_CASE(functions_that_do_not_exist_for_who_may_call_all) {
  db = db::mysql_connection(shop_of_admin().text());
  expect_failures(db, {{"SELECT nothing(1)", errc::no_such_function, "nothing", "nothing"},
                       {"SELECT * FROM nowhere.customer", errc::no_such_table, "nowhere.customer", "nowhere.customer"}});
}

BOOST_AUTO_TEST_CASE(grouping_is_the_servers_business) {
  mysql_administrator const admin(shop_of_admin());
  auto const mode = admin.one("SELECT @@GLOBAL.sql_mode");
  admin.run("SET GLOBAL sql_mode = 'ONLY_FULL_GROUP_BY'");
  db = db::mysql_connection(shop().text());
  expect_failures(db, {{"SELECT name, code FROM customer GROUP BY code", errc::misuse_of_aggregate, "customer.name"}});
  admin.run("SET GLOBAL sql_mode = 'STRICT_TRANS_TABLES'");
  db = db::mysql_connection(shop().text());
  BOOST_TEST(db.execute("SELECT name, code FROM customer GROUP BY code").ok());
  admin.run("SET GLOBAL sql_mode = '" + mode + "'");
}

BOOST_AUTO_TEST_CASE(syntax_that_the_server_knows_to_be_wrong) {
  db::mysql_options o;
  o.layers.guard = false;
  db = db::mysql_connection(shop().text(), o);
  expect_failures(db, {{"SELECT a FROM WHERE b", errc::sql_syntax, "WHERE", "WHERE"},
                       {"SELECT a\nFROM customer\nWHER b = 1", errc::sql_syntax, "b", "b = 1"},
                       {"SELECT 'ä', a FROM 7", errc::sql_syntax, "7", "7"},
                       {"SELECT 1; SELECT 2", errc::several_statements, "SELECT", "SELECT 2"},
                       {"SELECT name FROM customer WHERE id = 1 AND AND name IN (SELECT name FROM customer WHERE name LIKE '%a%' OR name "
                        "LIKE '%b%' OR id = 7)",
                        errc::sql_syntax, "AND", "AND name"},
                       {"DELETE FROM line", errc::statement_denied, "line", "line"},
                       {"SET @a = 1", errc::statement_denied, ""}});
  BOOST_TEST(db.execute("SELECT name FROM customer LIMIT 1,").failure->message == "syntax error at end of input");
}

BOOST_AUTO_TEST_CASE(statements_that_are_too_large_to_run) {
  auto const code = db.execute("SELECT " + std::string(20'000, '(') + "1" + std::string(20'000, ')')).failure.value_or(failure()).code;
  BOOST_TEST((code == errc::statement_too_long || code == errc::size_limit || code == errc::sql_syntax));
  std::string joins = "SELECT 1 FROM customer a0";
  for (int i = 1; i < 70; ++i) joins.append(", customer a").append(std::to_string(i));
  expect_failures(db, {{joins, errc::statement_too_long}});
}

BOOST_AUTO_TEST_SUITE_END()
