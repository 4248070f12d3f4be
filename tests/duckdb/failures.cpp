// SPDX-License-Identifier: BSL-1.0
// Wrong SQL, as DuckDB itself refuses it, with the codes that feedback and repair know.
#include "db/conformance/suite.hpp"

#include "support.hpp"

using namespace t2s;
using namespace t2s::test;
using conformance::expect_failures;

namespace {

struct connected : shop_file {
  db::duckdb_connection db{file};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(duckdb_failures, connected)

BOOST_AUTO_TEST_CASE(have_their_codes_names_and_places) {
  expect_failures(db, {
                          {"SELECT * FROM customers", errc::no_such_table, "customers", "customers"},
                          {"SELECT * FROM nowhere.customer", errc::no_such_table, "nowhere.customer"},
                          {"SELECT 'äöü' AS a, Nam FROM customer", errc::no_such_column, "Nam", "Nam"},
                          {"SELECT c.nam FROM customer AS c", errc::no_such_column, "c.nam", "c.nam"},
                          {"SELECT x.name FROM customer", errc::no_such_table, "x.name", "x.name"},
                          {"SELECT nothing(1)", errc::no_such_function, "nothing", "nothing"},
                          {"SELECT round('a', 'b', 'c')", errc::no_such_function, "round", "round"},
                          {"SELECT 1 FROM customer JOIN purchase USING (nam)", errc::no_such_column, "nam"},
                          {"SELECT c.id FROM customer AS c, purchase WHERE id = 1", errc::ambiguous_column, "id", "id = 1"},
                          {"SELECT name FROM customer WHERE count(*) > 1", errc::misuse_of_aggregate, "count", "count"},
                          {"SELECT name, count(*) FROM customer", errc::misuse_of_aggregate, "name", "name"},
                          {"SELECT 1 WHERE row_number() OVER () > 1", errc::misuse_of_aggregate},
                          {"SELECT sum(count(*)) FROM customer", errc::misuse_of_aggregate},
                          {"SELECT 'x'::INTEGER", errc::sql_failed},
                          {"SELECT name FROM customer WHERE name = 1", errc::sql_failed},
                          {"SELECT id FROM customer UNION SELECT name, id FROM customer", errc::sql_failed},
                          {"SELECT DATE '2025-01-01' * 2", errc::sql_failed},
                          {"SELECT 9223372036854775807 + 1", errc::sql_failed},
                          {"SELECT (SELECT id FROM customer)", errc::sql_failed},
                          {"SELECT 1 ORDER BY 3", errc::sql_failed},
                          {"SELECT $1", errc::sql_failed},
                          {"SELECT 'x'::state", errc::sql_failed},
                          // at run time there is a place where values are cast
                          {"SELECT DATE '2025-01-01', CAST(name AS INTEGER) FROM customer", errc::sql_failed, {}, "CAST"},
                          {"SELECT a FROM", errc::sql_syntax},
                      });
  BOOST_TEST(db.execute("SELECT nam FROM customer").failure->remedy.find("name") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(syntax_that_the_parser_does_not_know_or_knows_to_be_wrong) {
  db::duckdb_options o;
  o.guard.pass_unreadable();
  db = db::duckdb_connection(file, o);
  expect_failures(db, {{"SELECT a FROM WHERE b", errc::sql_syntax, "WHERE", "WHERE"},
                       {"SELECT 'abc", errc::sql_syntax},
                       {"SELECT name FROM customer LIMIT 1,", errc::sql_syntax}});
}

BOOST_AUTO_TEST_CASE(later_sessions_of_an_instance_have_the_same_codes) {
  db::duckdb_connection const first(file);
  db = db::duckdb_connection(file);
  expect_failures(db, {{"SELECT c.nam FROM customer AS c", errc::no_such_column, "c.nam"},
                       {"SELECT * FROM customers", errc::no_such_table, "customers", "customers"},
                       {"SELECT nothing(1)", errc::no_such_function, "nothing", "nothing"}});
}

BOOST_AUTO_TEST_CASE(statements_that_are_too_much) {
  db::duckdb_options o;
  o.layers.guard = false;  // which it also finds
  db = db::duckdb_connection(file, o);
  auto const code = db.execute("SELECT " + std::string(20'000, '(') + "1" + std::string(20'000, ')')).failure.value_or(failure()).code;
  BOOST_TEST((code == errc::statement_too_long || code == errc::sql_syntax));
}

BOOST_AUTO_TEST_SUITE_END()
