// SPDX-License-Identifier: BSL-1.0
// Wrong SQL, as rejected by the server itself, with the codes that feedback and repair know.
#include "support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

struct connected {
  db::mysql_connection db{shop().url()};

  failure failed(std::string const& sql) {
    auto const e = db.execute(sql);
    BOOST_REQUIRE_MESSAGE(e.failure, sql);
    BOOST_TEST(e.rows.empty());
    return *e.failure;
  }

  void fails(std::string const& sql, errc code, std::string const& subject, std::string const& at = {}) {
    auto const f = failed(sql);
    BOOST_TEST_CONTEXT(sql << ": " << f.text()) {
      BOOST_TEST(f.code == code);
      BOOST_TEST(f.subject == subject);
      if (!at.empty()) BOOST_TEST(f.offset.value_or(99'999) == sql.find(at));
    }
  }

  void read_by_the_server_alone() {
    db::mysql_options o;
    o.layers.guard = false;
    db = db::mysql_connection(shop().url(), o);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(mysql_failures, connected)

BOOST_AUTO_TEST_CASE(names_that_do_not_exist) {
  fails("SELECT * FROM customers", errc::no_such_table, "customers", "customers");
  BOOST_TEST(failed("SELECT * FROM customers").remedy == "there is customer");
  fails("SELECT * FROM t2s_shop.customers", errc::no_such_table, "customers", "t2s_shop.customers");
  fails("SELECT x.* FROM customer", errc::no_such_table, "x", "x");
  fails("SELECT 'äöü' AS a, Nam FROM customer", errc::no_such_column, "Nam", "Nam");
  fails("SELECT c.nam FROM customer AS c", errc::no_such_column, "c.nam", "c.nam");
  fails("SELECT c.`nam` FROM customer AS c", errc::no_such_column, "c.nam", "c.`nam`");
  fails("SELECT x.name FROM customer", errc::no_such_column, "x.name", "x.name");
  fails("SELECT id FROM customer WHERE nam = 'nam'", errc::no_such_column, "nam", "nam =");
  fails("SELECT id FROM customer ORDER BY nam", errc::no_such_column, "nam", "nam");
  fails("SELECT nothing(1)", errc::no_such_function, "nothing", "nothing");
}

BOOST_AUTO_TEST_CASE(functions_that_do_not_exist_for_who_may_call_all) {
  db = db::mysql_connection(shop_of_root().url());
  fails("SELECT nothing(1)", errc::no_such_function, "nothing", "nothing");
  fails("SELECT * FROM nowhere.customer", errc::no_such_table, "nowhere.customer", "nowhere.customer");
}

BOOST_AUTO_TEST_CASE(names_that_are_ambiguous) {
  fails("SELECT customer FROM purchase, visit", errc::ambiguous_column, "customer", "customer FROM");
}

BOOST_AUTO_TEST_CASE(aggregates_where_none_may_stand) {
  BOOST_TEST(failed("SELECT name FROM customer WHERE count(*) > 1").code == errc::misuse_of_aggregate);
  BOOST_TEST(failed("SELECT max(count(*)) FROM customer").code == errc::misuse_of_aggregate);
  BOOST_TEST(failed("SELECT 1 FROM customer WHERE row_number() OVER () > 1").code == errc::misuse_of_aggregate);
}

BOOST_AUTO_TEST_CASE(grouping_is_the_servers_business) {
  mysql_administrator const admin(shop_of_root());
  auto const mode = admin.one("SELECT @@GLOBAL.sql_mode");
  admin.run("SET GLOBAL sql_mode = 'ONLY_FULL_GROUP_BY'");
  db = db::mysql_connection(shop().url());
  fails("SELECT name, code FROM customer GROUP BY code", errc::misuse_of_aggregate, "customer.name");
  admin.run("SET GLOBAL sql_mode = 'STRICT_TRANS_TABLES'");
  db = db::mysql_connection(shop().url());
  BOOST_TEST(db.execute("SELECT name, code FROM customer GROUP BY code").ok());
  admin.run("SET GLOBAL sql_mode = '" + mode + "'");
}

BOOST_AUTO_TEST_CASE(arguments_and_values_that_do_not_fit) {
  fails("SELECT round(1, 2, 3)", errc::wrong_argument_count, "round", "round");
  fails("SELECT id FROM customer UNION SELECT name, id FROM customer", errc::sql_failed, "");
  fails("SELECT 1 FROM customer JOIN customer", errc::sql_failed, "customer", "customer");
  fails("SELECT ?", errc::sql_failed, "?");
  fails("SELECT 1 ORDER BY 3", errc::no_such_column, "3");
}

BOOST_AUTO_TEST_CASE(what_the_user_may_not_read) {
  fails("SELECT * FROM t2s_office.salary", errc::statement_denied, "t2s_office.salary", "t2s_office");
  BOOST_TEST(failed("SELECT * FROM mysql.user").code == errc::statement_denied);
}

BOOST_AUTO_TEST_CASE(syntax_that_the_server_knows_to_be_wrong) {
  fails("SELECT a FROM", errc::sql_syntax, "");
  read_by_the_server_alone();
  fails("SELECT a FROM WHERE b", errc::sql_syntax, "WHERE", "WHERE");
  fails("SELECT a\nFROM customer\nWHER b = 1", errc::sql_syntax, "b", "b = 1");
  fails("SELECT 'ä', a FROM 7", errc::sql_syntax, "7", "7");
  BOOST_TEST(failed("SELECT name FROM customer LIMIT 1,").message == "syntax error at end of input");
  fails("SELECT 1; SELECT 2", errc::several_statements, "SELECT", "SELECT 2");
  fails(
      "SELECT name FROM customer WHERE id = 1 AND AND name IN (SELECT name FROM customer WHERE name LIKE '%a%' OR name LIKE '%b%' OR id = "
      "7)",
      errc::sql_syntax, "AND", "AND name");
  fails("DELETE FROM line", errc::statement_denied, "line", "line");
  fails("SET @a = 1", errc::statement_denied, "");
}

BOOST_AUTO_TEST_CASE(statements_that_are_too_large_to_run) {
  std::string deep = "SELECT ";
  deep.append(20'000, '(').append("1").append(20'000, ')');
  auto const code = db.execute(deep).failure.value_or(failure()).code;
  BOOST_TEST((code == errc::statement_too_long || code == errc::size_limit || code == errc::sql_syntax));
  std::string joins = "SELECT 1 FROM customer a0";
  for (int i = 1; i < 70; ++i) joins.append(", customer a").append(std::to_string(i));
  BOOST_TEST(db.execute(joins).failure.value_or(failure()).code == errc::statement_too_long);
}

BOOST_AUTO_TEST_SUITE_END()
