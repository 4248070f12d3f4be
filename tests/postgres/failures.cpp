// SPDX-License-Identifier: BSL-1.0
// Wrong SQL, as rejected by PostgreSQL itself, with the codes that feedback and repair know.
#include "support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

struct connected {
  db::postgres_connection db{shop().text()};

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
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(postgres_failures, connected)

BOOST_AUTO_TEST_CASE(names_that_do_not_exist) {
  fails("SELECT * FROM customers", errc::no_such_table, "customers", "customers");
  BOOST_TEST(failed("SELECT * FROM customers").remedy == "there is customer");
  fails("SELECT * FROM nowhere.customer", errc::no_such_table, "nowhere.customer");
  fails("SELECT 'äöü' AS a, Nam FROM customer", errc::no_such_column, "nam", "Nam");
  BOOST_TEST(failed("SELECT nam FROM customer").remedy.find("customer.name") != std::string::npos);
  fails("SELECT c.nam FROM customer AS c", errc::no_such_column, "c.nam", "c.nam");
  fails("SELECT \"Name\" FROM customer", errc::no_such_column, "Name", "\"Name\"");
  fails("SELECT x.name FROM customer", errc::no_such_table, "x.name", "x.name");
  fails("SELECT nothing(1)", errc::no_such_function, "nothing", "nothing");
  fails("SELECT round('a', 'b', 'c')", errc::no_such_function, "round", "round");
}

BOOST_AUTO_TEST_CASE(names_that_are_ambiguous) {
  fails("SELECT customer FROM purchase, visit", errc::ambiguous_column, "customer", "customer FROM");
}

BOOST_AUTO_TEST_CASE(aggregates_where_none_may_stand) {
  fails("SELECT name FROM customer WHERE count(*) > 1", errc::misuse_of_aggregate, "count", "count");
  fails("SELECT name, count(*) FROM customer", errc::misuse_of_aggregate, "name", "name");
  fails("SELECT 1 WHERE row_number() OVER () > 1", errc::misuse_of_aggregate, "row_number");
}

BOOST_AUTO_TEST_CASE(values_and_types_that_do_not_fit) {
  fails("SELECT 1 / 0", errc::sql_failed, "");
  fails("SELECT name FROM customer WHERE id = 'x'", errc::sql_failed, "'x'", "'x'");
  fails("SELECT true = 1", errc::sql_failed, "=", "=");
  fails("SELECT id FROM customer UNION SELECT name, id FROM customer", errc::sql_syntax, "name");  // PostgreSQL's own view of it
  fails("SELECT 1 FROM customer JOIN customer ON true", errc::sql_failed, "customer");
  fails("SELECT 'x'::state", errc::sql_failed, "'x'");
  fails("SELECT 1 ORDER BY 3", errc::sql_failed, "3");
  fails("SELECT $1", errc::sql_failed, "");
}

BOOST_AUTO_TEST_CASE(what_the_role_may_not_read) {
  fails("SELECT * FROM hidden.secret", errc::statement_denied, "hidden.secret", "hidden");
  fails("SELECT * FROM pg_authid", errc::statement_denied, "");  // PostgreSQL does not report its position
}

BOOST_AUTO_TEST_CASE(syntax_that_the_parser_does_not_know_or_knows_to_be_wrong) {
  fails("SELECT a FROM", errc::sql_syntax, "");
  db::postgres_options o;
  o.guard.pass_unreadable();
  db = db::postgres_connection(shop().text(), o);
  fails("SELECT a FROM WHERE b", errc::sql_syntax, "where", "WHERE");
  fails("SELECT 'abc", errc::sql_syntax, "'abc");
  BOOST_TEST(failed("SELECT name FROM customer LIMIT 1,").message == "syntax error at end of input");
}

BOOST_AUTO_TEST_CASE(statements_that_are_too_much_for_the_server) {
  db::postgres_options o;
  o.layers.guard = false;  // which it also finds
  db = db::postgres_connection(shop().text(), o);
  std::string deep = "SELECT ";
  for (int i = 0; i < 20'000; ++i) deep += "(";
  deep += "1";
  for (int i = 0; i < 20'000; ++i) deep += ")";
  auto const code = db.execute(deep).failure.value_or(failure()).code;
  BOOST_TEST((code == errc::statement_too_long || code == errc::size_limit || code == errc::sql_syntax));
  std::string wide = "SELECT 1";
  for (int i = 0; i < 2'000; ++i) wide += ", 1";
  BOOST_TEST(db.execute(wide).failure.value_or(failure()).code == errc::statement_too_long);
}

BOOST_AUTO_TEST_CASE(messages_in_another_language_have_the_same_codes) {
  administrator const admin(shop_of_superuser());
  auto const known = admin.rows("SELECT name FROM pg_settings WHERE name = 'lc_messages'");
  BOOST_REQUIRE(!known.empty());
  try {
    admin.run("ALTER ROLE t2s_reader SET lc_messages = 'de_DE.UTF-8'");
  } catch (std::runtime_error const&) {
    return;  // the system does not have it
  }
  db = db::postgres_connection(shop().text());
  admin.run("ALTER ROLE t2s_reader RESET lc_messages");
  fails("SELECT c.nam FROM customer AS c", errc::no_such_column, "c.nam", "c.nam");
  fails("SELECT * FROM customers", errc::no_such_table, "customers", "customers");
}

BOOST_AUTO_TEST_SUITE_END()
