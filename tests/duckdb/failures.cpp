// SPDX-License-Identifier: BSL-1.0
// Wrong SQL, as rejected by DuckDB itself, with the codes that feedback and repair know.
#include "support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

struct connected : shop_file {
  db::duckdb_connection db{file};

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

BOOST_FIXTURE_TEST_SUITE(duckdb_failures, connected)

BOOST_AUTO_TEST_CASE(names_that_do_not_exist) {
  fails("SELECT * FROM customers", errc::no_such_table, "customers", "customers");
  BOOST_TEST(failed("SELECT * FROM customers").remedy == "there is customer");
  fails("SELECT * FROM nowhere.customer", errc::no_such_table, "nowhere.customer");
  fails("SELECT 'äöü' AS a, Nam FROM customer", errc::no_such_column, "Nam", "Nam");
  BOOST_TEST(failed("SELECT nam FROM customer").remedy.find("name") != std::string::npos);
  fails("SELECT c.nam FROM customer AS c", errc::no_such_column, "c.nam", "c.nam");
  fails("SELECT x.name FROM customer", errc::no_such_table, "x.name", "x.name");
  fails("SELECT nothing(1)", errc::no_such_function, "nothing", "nothing");
  fails("SELECT round('a', 'b', 'c')", errc::no_such_function, "round", "round");
  fails("SELECT 1 FROM customer JOIN purchase USING (nam)", errc::no_such_column, "nam");
}

BOOST_AUTO_TEST_CASE(names_that_are_ambiguous) {
  fails("SELECT c.id FROM customer AS c, purchase WHERE id = 1", errc::ambiguous_column, "id", "id = 1");
}

BOOST_AUTO_TEST_CASE(aggregates_where_none_may_stand) {
  fails("SELECT name FROM customer WHERE count(*) > 1", errc::misuse_of_aggregate, "count", "count");
  fails("SELECT name, count(*) FROM customer", errc::misuse_of_aggregate, "name", "name");
  BOOST_TEST(failed("SELECT 1 WHERE row_number() OVER () > 1").code == errc::misuse_of_aggregate);
  BOOST_TEST(failed("SELECT sum(count(*)) FROM customer").code == errc::misuse_of_aggregate);
}

BOOST_AUTO_TEST_CASE(values_and_types_that_do_not_fit) {
  BOOST_TEST(failed("SELECT 'x'::INTEGER").code == errc::sql_failed);
  BOOST_TEST(failed("SELECT name FROM customer WHERE name = 1").code == errc::sql_failed);
  BOOST_TEST(failed("SELECT id FROM customer UNION SELECT name, id FROM customer").code == errc::sql_failed);
  BOOST_TEST(failed("SELECT DATE '2025-01-01' * 2").code == errc::sql_failed);
  BOOST_TEST(failed("SELECT 9223372036854775807 + 1").code == errc::sql_failed);
  BOOST_TEST(failed("SELECT (SELECT id FROM customer)").code == errc::sql_failed);
  BOOST_TEST(failed("SELECT 1 ORDER BY 3").code == errc::sql_failed);
  BOOST_TEST(failed("SELECT $1").code == errc::sql_failed);
  BOOST_TEST(failed("SELECT 'x'::state").code == errc::sql_failed);
}

BOOST_AUTO_TEST_CASE(a_failure_at_run_time_has_its_place_where_values_are_cast) {
  std::string const sql = "SELECT DATE '2025-01-01', CAST(name AS INTEGER) FROM customer";
  auto const f = failed(sql);
  BOOST_TEST(f.code == errc::sql_failed);
  BOOST_TEST(f.offset.value_or(0) == sql.find("CAST"));
}

BOOST_AUTO_TEST_CASE(syntax_that_the_parser_does_not_know_or_knows_to_be_wrong) {
  BOOST_TEST(failed("SELECT a FROM").code == errc::sql_syntax);
  db::duckdb_options o;
  o.guard.pass_unreadable();
  db = db::duckdb_connection(file, o);
  fails("SELECT a FROM WHERE b", errc::sql_syntax, "WHERE", "WHERE");
  BOOST_TEST(failed("SELECT 'abc").code == errc::sql_syntax);
  BOOST_TEST(failed("SELECT name FROM customer LIMIT 1,").code == errc::sql_syntax);
}

BOOST_AUTO_TEST_CASE(later_sessions_of_an_instance_have_the_same_codes) {
  db::duckdb_connection const first(file);
  db = db::duckdb_connection(file);
  fails("SELECT c.nam FROM customer AS c", errc::no_such_column, "c.nam");
  fails("SELECT * FROM customers", errc::no_such_table, "customers", "customers");
  fails("SELECT nothing(1)", errc::no_such_function, "nothing", "nothing");
}

BOOST_AUTO_TEST_CASE(statements_that_are_too_much) {
  db::duckdb_options o;
  o.layers.guard = false;  // which it also finds
  db = db::duckdb_connection(file, o);
  std::string deep = "SELECT ";
  for (int i = 0; i < 20'000; ++i) deep += "(";
  deep += "1";
  for (int i = 0; i < 20'000; ++i) deep += ")";
  auto const code = db.execute(deep).failure.value_or(failure()).code;
  BOOST_TEST((code == errc::statement_too_long || code == errc::sql_syntax));
}

BOOST_AUTO_TEST_SUITE_END()
