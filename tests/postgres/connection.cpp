// SPDX-License-Identifier: BSL-1.0
// One connection on the calling thread: its answers, and how statements end.
#include "t2s/db/postgres/connection.hpp"

#include "support.hpp"

#include <chrono>
#include <set>
#include <thread>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;

namespace {

struct connected {
  db::postgres_connection db{shop().text()};
};

std::string const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(postgres_connection, connected)

BOOST_AUTO_TEST_CASE(columns_have_types) {
  BOOST_TEST(
      db.execute("SELECT name, total FROM customer, purchase").rows.types == (std::vector<std::string>{"character varying", "numeric"}),
      boost::test_tools::per_element());
  BOOST_TEST(db.execute("SELECT id, name FROM customer WHERE false").rows.types.at(0) == "integer");
}

BOOST_AUTO_TEST_CASE(samples_of_materialized_views) { BOOST_TEST(db.sample("totals", 9).rows.columns.size() == 2U); }

BOOST_AUTO_TEST_CASE(a_time_limit_of_one_statement_is_not_that_of_the_next) {
  db::statement_limits few;
  few.time = 200ms;
  BOOST_TEST(db.each_row(endless, [](std::span<value const>) {}, few)->code == errc::time_limit);
  BOOST_TEST(first_value(db.execute("SELECT setting::integer FROM pg_settings WHERE name = 'statement_timeout'")) == value(5000));
}

BOOST_AUTO_TEST_CASE(a_value_of_many_megabytes_is_refused) {
  auto const giant = db.execute("SELECT repeat('x', 200000000)");
  BOOST_TEST(giant.failure->code == errc::size_limit);
  BOOST_TEST(first_value(db.execute("SELECT 1")) == value(1));
}

BOOST_AUTO_TEST_CASE(different_values_of_types_that_cannot_be_compared) {
  auto const notes = db.distinct("line", "note", 10);
  BOOST_REQUIRE(notes.ok());
  BOOST_TEST(notes.rows.values.size() == 1U);
}

BOOST_AUTO_TEST_CASE(of_a_large_table_with_statistics_pages_from_all_over_are_read) {
  administrator const admin(shop_of_admin());
  admin.run(
      "CREATE TABLE large AS SELECT i % 3 AS few, i AS many FROM generate_series(1, 1000000) AS i; ANALYZE large;"
      "GRANT SELECT ON large TO t2s_reader");
  db::postgres_options o;
  o.distinct_rows = 20'000;
  db::postgres_connection other(shop().text(), o);
  auto const few = other.distinct("large", "few", 10);
  BOOST_TEST(few.rows.values.size() == 3U);
  BOOST_REQUIRE(few.failure);
  BOOST_TEST((few.failure->code == errc::row_limit));
  BOOST_TEST(few.failure->message.ends_with(" of about 1,000,000 rows were looked at"), few.failure->message);
  auto const many = other.distinct("large", "many", 100'000);
  BOOST_TEST(many.rows.values.size() > 10'000U);
  BOOST_TEST(many.rows.values.size() <= 20'000U);
  std::set<std::int64_t> tenths;
  for (auto const& row : many.rows.values) tenths.insert((*row[0].integer() - 1) / 100'000);
  BOOST_TEST(tenths.size() == 10U);
  admin.run("DROP TABLE large");
}

BOOST_AUTO_TEST_CASE(settings_of_the_session_are_the_same_whatever_the_servers) {
  administrator const admin(shop_of_admin());
  admin.run(
      "ALTER ROLE t2s_reader SET datestyle = 'German'; ALTER ROLE t2s_reader SET intervalstyle = iso_8601;"
      "ALTER ROLE t2s_reader SET bytea_output = escape; ALTER ROLE t2s_reader SET extra_float_digits = -10;"
      "ALTER ROLE t2s_reader SET timezone = 'Asia/Tokyo'; ALTER ROLE t2s_reader SET standard_conforming_strings = off");
  db::postgres_connection other(shop().text());
  admin.run("ALTER ROLE t2s_reader RESET ALL; ALTER ROLE t2s_reader SET default_transaction_read_only = on");
  auto const e =
      other.execute("SELECT timestamptz '2025-01-02 03:04:05+00', interval '1 year 2 days 3:04', bytea '\\x0a', float8 '0.1', 'a\\'");
  BOOST_REQUIRE(e.ok());
  std::vector<value> const expected{"2025-01-02 03:04:05+00", "1 year 2 days 03:04:00", blob{{std::byte{10}}}, 0.1, "a\\"};
  BOOST_TEST((e.rows.values.front() == expected));
}

BOOST_AUTO_TEST_CASE(roles_that_can_only_read_and_others) {
  BOOST_TEST(db.can_write().empty());
  db::postgres_connection mighty(shop_of_admin().text());
  auto const reasons = mighty.can_write();
  BOOST_REQUIRE(!reasons.empty());
  BOOST_TEST(reasons.front() == "the role " + server().place().user + " is a superuser");
  administrator const admin(shop_of_admin());
  admin.run(
      "GRANT UPDATE (name) ON customer TO t2s_reader; GRANT USAGE ON SEQUENCE numbers TO t2s_reader; GRANT pg_read_server_files TO "
      "t2s_reader");
  auto const now = db.can_write();
  admin.run(
      "REVOKE UPDATE (name) ON customer FROM t2s_reader; REVOKE USAGE ON SEQUENCE numbers FROM t2s_reader; REVOKE pg_read_server_files "
      "FROM t2s_reader");
  BOOST_TEST(now == (std::vector<std::string>{"it may become pg_read_server_files", "it may write to public.customer",
                                              "it may advance the sequence public.numbers"}),
             boost::test_tools::per_element());  // NOINHERIT keeps the rights of the first until SET ROLE
}

BOOST_AUTO_TEST_SUITE_END()
