// SPDX-License-Identifier: BSL-1.0
// ODBC over the driver of PostgreSQL (Debian: odbc-postgresql), against a private server.
#include "support.hpp"

#ifdef T2S_WITH_POSTGRES

#include "server_driver.hpp"
#include "support/hostile_postgres.hpp"
#include "support/postgres_shop.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

boost::test_tools::assertion_result has_all(boost::unit_test::test_unit_id) {
  static bool const has = starts_behind<postgres_shop>("PostgreSQL Unicode", "odbc-postgresql");
  return has;
}

/// What every engine must do, over this driver.
struct engine : driver_defaults<engine, postgres_shop> {
  static constexpr bool names_qualified_columns = false;  // the driver's message does not quote them
  static constexpr auto dialect = sql::dialect::postgres;
  static constexpr char const *integer = "bigint", *real = "double precision", *text = "text", *date = "date", *timestamp = "timestamp";
  static constexpr char const* bytes = "'\\x00ff'::bytea";

  static std::string source_of(server_place const& p) {
    return "Driver=PostgreSQL Unicode;Servername=" + p.host + ";Port=" + p.port + ";Database=" + p.database + ";UID=" + p.user +
           ";PWD=" + p.password;
  }
  static std::string endless() { return "SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b"; }
  static std::string rows(std::size_t n) { return "SELECT generate_series(1, " + std::to_string(n) + ") AS i"; }
  static std::vector<std::string> denied() { return {"SELECT pg_sleep(100)", "TRUNCATE remark"}; }
};

struct under_attack : driver_under_attack<engine> {
  static auto const& statements() { return hostile_postgres_statements; }
  static bool keeps_a_lock(std::string const& sql) { return sql.find("evil_lock") != sql.npos || sql.find("advisory") != sql.npos; }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(odbc_postgres_conformance, *boost::unit_test::precondition(has_all))
conformance::registered const tests("ODBC, PostgreSQL", conformance::demands_without_pool<engine>(), __FILE__);
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(odbc_postgres, *boost::unit_test::precondition(has_all))

BOOST_AUTO_TEST_CASE(the_catalogue_is_the_servers) {
  auto const db = engine::connect();
  BOOST_TEST(db.engine().starts_with("PostgreSQL"), db.engine());
  expect_columns(db.schema(), administrator(engine::service().of_admin())
                                  .rows("SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND "
                                        "table_name IN ('customer', 'purchase', 'line', 'remark', 'rich') ORDER BY 1, ordinal_position"));
  BOOST_TEST(!db.schema().find_table("salary"));
}

BOOST_AUTO_TEST_CASE(other_schemas_are_shown_if_they_are_named) {
  db::odbc_options o;
  o.schemas = {"public", "back_office"};
  auto db = engine::connect(o);
  BOOST_REQUIRE(db.schema().find_table("salary"));
  BOOST_TEST(first_value(db.sample("salary", 1)) == value(1));
}

BOOST_AUTO_TEST_CASE(values_are_what_they_are) {
  auto db = engine::connect();
  std::string accents;
  for (int i = 0; i < 5000; ++i) accents += "é";
  expect_values(db, {{"1::int2", 1},
                     {"2147483647", 2147483647},
                     {"0.25::float4", 0.25},
                     {"'Infinity'::float8", std::numeric_limits<double>::infinity()},
                     {"12345678901234567890.12345678901234567890::numeric", "12345678901234567890.1234567890123456789"},
                     {"'Émilie, 東京'::varchar(40)", "Émilie, 東京"},
                     {"'ab'::char(5)", "ab"},
                     {"''::bytea", blob{}},
                     {"time '12:30:00'", "12:30:00"},
                     {"timestamp '2025-03-01 12:00:00.125'", "2025-03-01 12:00:00.125"},
                     {"'paid'::state", "paid"},
                     {"'{\"a\": 1}'::json", "{\"a\": 1}"},
                     {"'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
                     {"ARRAY[1, 2]", "{1,2}"},
                     {"'?'", "?"},
                     {"'x' || repeat('é', 5000)", "x" + accents}});
  BOOST_TEST((first_value(db.execute("SELECT decode(repeat('00ff', 5000), 'hex')")).bytes()->bytes.size() == 10000U));
}

BOOST_AUTO_TEST_CASE(failures_have_their_codes_names_and_places) {
  auto db = engine::connect();
  conformance::expect_failures(db, {{"SELECT nam FROM customer", errc::no_such_column, "nam", "nam"},
                                    {"SELECT 1 FROM customers", errc::no_such_table, "customers"},
                                    {"SELECT id FROM customer, purchase", errc::ambiguous_column, "id"},
                                    {"SELECT name, count(*) FROM customer", errc::misuse_of_aggregate, "customer.name"},
                                    {"SELECT 1 / 0", errc::sql_failed},
                                    {"DELETE FROM line", errc::statement_denied},
                                    {"SELECT * FROM hidden.secret", errc::statement_denied}});
  BOOST_TEST(first_value(db.execute("VALUES (3)")) == value(3));
}

BOOST_AUTO_TEST_CASE(connections_that_cannot_be_made_or_break) {
  auto const place = engine::service().of_reader();
  expect_lost_and_found<engine>(place.as("no_such_role", "x"), place.in("no_such_database"));
}

BOOST_AUTO_TEST_SUITE_END()

using besieged = conformance::besieged<under_attack>;

BOOST_FIXTURE_TEST_SUITE(odbc_postgres_hostile, besieged, *boost::unit_test::precondition(has_all))

BOOST_AUTO_TEST_CASE(with_every_layer) { withstands({}); }

BOOST_AUTO_TEST_CASE(without_the_guard) { withstands({.layers = {.guard = false}}); }

BOOST_AUTO_TEST_CASE(without_only_queries) { withstands({.layers = {.only_queries = false}}); }

BOOST_AUTO_TEST_CASE(without_reading_only) { withstands({.layers = {.read_only = false}}); }

BOOST_AUTO_TEST_CASE(without_rolling_back) { withstands({.layers = {.rolled_back = false}}); }

BOOST_AUTO_TEST_CASE(without_a_role_that_can_only_read) { withstands({}, true); }

BOOST_AUTO_TEST_SUITE_END()

#endif
