// SPDX-License-Identifier: BSL-1.0
// Wrong SQL, as PostgreSQL itself refuses it, with the codes that feedback and repair know.
#include "db/conformance/suite.hpp"

#include "support.hpp"

using namespace t2s;
using namespace t2s::test;
using conformance::expect_failures;

namespace {

struct connected {
  db::postgres_connection db{shop().text()};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(postgres_failures, connected)

BOOST_AUTO_TEST_CASE(have_their_codes_names_and_places) {
  expect_failures(db, {
                          {"SELECT * FROM customers", errc::no_such_table, "customers", "customers"},
                          {"SELECT * FROM nowhere.customer", errc::no_such_table, "nowhere.customer"},
                          {"SELECT 'äöü' AS a, Nam FROM customer", errc::no_such_column, "nam", "Nam"},
                          {"SELECT c.nam FROM customer AS c", errc::no_such_column, "c.nam", "c.nam"},
                          {"SELECT \"Name\" FROM customer", errc::no_such_column, "Name", "\"Name\""},
                          {"SELECT x.name FROM customer", errc::no_such_table, "x.name", "x.name"},
                          {"SELECT nothing(1)", errc::no_such_function, "nothing", "nothing"},
                          {"SELECT round('a', 'b', 'c')", errc::no_such_function, "round", "round"},
                          {"SELECT customer FROM purchase, visit", errc::ambiguous_column, "customer", "customer FROM"},
                          {"SELECT name FROM customer WHERE count(*) > 1", errc::misuse_of_aggregate, "count", "count"},
                          {"SELECT name, count(*) FROM customer", errc::misuse_of_aggregate, "name", "name"},
                          {"SELECT 1 WHERE row_number() OVER () > 1", errc::misuse_of_aggregate, "row_number"},
                          {"SELECT 1 / 0", errc::sql_failed, ""},
                          {"SELECT name FROM customer WHERE id = 'x'", errc::sql_failed, "'x'", "'x'"},
                          {"SELECT true = 1", errc::sql_failed, "=", "="},
                          {"SELECT id FROM customer UNION SELECT name, id FROM customer", errc::sql_syntax, "name"},  // its own view of it
                          {"SELECT 1 FROM customer JOIN customer ON true", errc::sql_failed, "customer"},
                          {"SELECT 'x'::state", errc::sql_failed, "'x'"},
                          {"SELECT 1 ORDER BY 3", errc::sql_failed, "3"},
                          {"SELECT $1", errc::sql_failed, ""},
                          {"SELECT * FROM hidden.secret", errc::statement_denied, "hidden.secret", "hidden"},
                          {"SELECT * FROM pg_authid", errc::statement_denied, ""},  // where it stands PostgreSQL does not say
                          {"SELECT a FROM", errc::sql_syntax, ""},
                      });
  BOOST_TEST(db.execute("SELECT nam FROM customer").failure->remedy.find("customer.name") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(syntax_that_the_parser_does_not_know_or_knows_to_be_wrong) {
  db::postgres_options o;
  o.guard.pass_unreadable();
  db = db::postgres_connection(shop().text(), o);
  expect_failures(db, {{"SELECT a FROM WHERE b", errc::sql_syntax, "where", "WHERE"}, {"SELECT 'abc", errc::sql_syntax, "'abc"}});
  BOOST_TEST(db.execute("SELECT name FROM customer LIMIT 1,").failure->message == "syntax error at end of input");
}

BOOST_AUTO_TEST_CASE(statements_that_are_too_much_for_the_server) {
  db::postgres_options o;
  o.layers.guard = false;  // which it also finds
  db = db::postgres_connection(shop().text(), o);
  auto const code = db.execute("SELECT " + std::string(20'000, '(') + "1" + std::string(20'000, ')')).failure.value_or(failure()).code;
  BOOST_TEST((code == errc::statement_too_long || code == errc::size_limit || code == errc::sql_syntax));
  std::string wide = "SELECT 1";
  for (int i = 0; i < 2'000; ++i) wide += ", 1";
  expect_failures(db, {{wide, errc::statement_too_long}});
}

BOOST_AUTO_TEST_CASE(messages_in_another_language_have_the_same_codes) {
  administrator const admin(shop_of_admin());
  auto const known = admin.rows("SELECT name FROM pg_settings WHERE name = 'lc_messages'");
  BOOST_REQUIRE(!known.empty());
  try {
    admin.run("ALTER ROLE t2s_reader SET lc_messages = 'de_DE.UTF-8'");
  } catch (std::runtime_error const&) {
    return;  // the system does not have it
  }
  db = db::postgres_connection(shop().text());
  admin.run("ALTER ROLE t2s_reader RESET lc_messages");
  expect_failures(db, {{"SELECT c.nam FROM customer AS c", errc::no_such_column, "c.nam", "c.nam"},
                       {"SELECT * FROM customers", errc::no_such_table, "customers", "customers"}});
}

BOOST_AUTO_TEST_SUITE_END()
