// SPDX-License-Identifier: BSL-1.0
// ODBC over the driver of PostgreSQL (Debian: odbc-postgresql), against a private server.
#include "support.hpp"
#include "support/settles.hpp"

#ifdef T2S_WITH_POSTGRES

#include "db/conformance/pool.hpp"
#include "support/hostile.hpp"
#include "support/hostile_postgres.hpp"
#include "support/postgres_shop.hpp"

#include <chrono>
#include <cstddef>
#include <iostream>
#include <memory>
#include <span>
#include <stdexcept>
#include <thread>
#include <tuple>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<postgres_shop>& instance() {
  static std::unique_ptr<postgres_shop> the_one;
  return the_one;
}

boost::test_tools::assertion_result has_all(boost::unit_test::test_unit_id) {
  static bool const has = [] {
    if (!has_driver("PostgreSQL Unicode", "odbc-postgresql")) return false;
    try {
      instance() = std::make_unique<postgres_shop>();
    } catch (std::runtime_error const& e) {
      std::cout << "SKIPPED: test_odbc " << e.what() << std::endl;
    }
    return instance() != nullptr;
  }();
  return has;
}

std::string source_of(server_place const& p) {
  return "Driver=PostgreSQL Unicode;Servername=" + p.host + ";Port=" + p.port + ";Database=" + p.database + ";UID=" + p.user +
         ";PWD=" + p.password;
}

struct connected {
  postgres_shop& shop = *instance();
  std::string source = source_of(shop.of_reader());
};

std::string const counts_for_hours = "SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b";

/// The conformance suite, for this driver.
struct engine : conformance::engine_defaults {
  using connection = db::odbc_connection;
  using options = db::odbc_options;
  static constexpr bool streams = false;
  static constexpr bool names_qualified_columns = false;  // the driver's message does not quote them
  static constexpr auto dialect = sql::dialect::postgres;
  static constexpr char const *integer = "bigint", *real = "double precision", *text = "text", *date = "date", *timestamp = "timestamp";
  static constexpr char const* bytes = "'\\x00ff'::bytea";

  static connection connect(options const& o) { return connection(source_of(instance()->of_reader()), o); }
  static std::string endless() { return counts_for_hours; }
  static std::string rows(std::size_t n) { return "SELECT generate_series(1, " + std::to_string(n) + ") AS i"; }
  static std::string rows_for_ever() { return rows(1'000'000); }  // the driver reads all of them first
  static std::string repeated(std::size_t n) { return "repeat('x', " + std::to_string(n) + ")"; }
  static std::vector<std::string> denied() { return {"SELECT pg_sleep(100)", "TRUNCATE remark"}; }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(odbc_postgres_conformance, *boost::unit_test::precondition(has_all))
conformance::registered const tests("ODBC, PostgreSQL", conformance::demands_without_pool<engine>(), __FILE__);
BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(odbc_postgres, connected, *boost::unit_test::precondition(has_all))

BOOST_AUTO_TEST_CASE(the_catalogue_is_the_servers) {
  db::odbc_connection const db(source);
  BOOST_TEST(db.engine().starts_with("PostgreSQL"), db.engine());
  administrator const admin(shop.of_superuser());
  auto const names = admin.rows(
      "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name IN ('customer',"
      " 'purchase', 'line', 'remark', 'rich') ORDER BY table_name, ordinal_position");
  BOOST_REQUIRE(names.size() > 10U);
  for (auto const& row : names) {
    auto const* t = db.schema().find_table(row[0]);
    BOOST_REQUIRE_MESSAGE(t, row[0]);
    BOOST_TEST(t->find_column(row[1]), row[0] << "." << row[1]);
  }
  BOOST_TEST(db.schema().find_table("rich")->is_view);
  BOOST_TEST(!db.schema().find_table("salary"));
  BOOST_TEST((db.schema().find_table("line")->primary_key() == std::vector<std::string>{"purchase", "number"}));
  auto const& keys = db.schema().find_table("remark")->foreign_keys;
  BOOST_REQUIRE(keys.size() == 1U);
  BOOST_TEST(keys[0].table == "line");
  BOOST_TEST((keys[0].columns == std::vector<std::string>{"purchase", "number"}));
  BOOST_TEST((keys[0].referenced == std::vector<std::string>{"purchase", "number"}));
}

BOOST_AUTO_TEST_CASE(other_schemas_are_shown_if_they_are_named) {
  db::odbc_options o;
  o.schemas = {"public", "back_office"};
  db::odbc_connection db(source, o);
  BOOST_REQUIRE(db.schema().find_table("salary"));
  BOOST_TEST(first_value(db.sample("salary", 1)) == value(1));
}

BOOST_AUTO_TEST_CASE(values_are_what_they_are) {
  db::odbc_connection db(source);
  auto const bytes = blob{{std::byte{0}, std::byte{255}}};
  for (auto const& [sql, expected] : {
           std::pair<std::string, value>("1::int2", value(1)),
           {"2147483647", value(2147483647)},
           {"9223372036854775807::int8", value(std::int64_t{9223372036854775807})},
           {"(-9223372036854775807 - 1)::int8", value(std::int64_t{-9223372036854775807 - 1})},
           {"1.5::float8", value(1.5)},
           {"0.25::float4", value(0.25)},
           {"'Infinity'::float8", value(std::numeric_limits<double>::infinity())},
           {"1.50::numeric(10, 2)", value(1.5)},
           {"120::numeric", value(120)},
           {"12345678901234567890.12345678901234567890::numeric", value("12345678901234567890.1234567890123456789")},
           {"true", value(1)},
           {"1 > 2", value(0)},
           {"'text'::text", value("text")},
           {"'Émilie, 東京'::varchar(40)", value("Émilie, 東京")},
           {"'ab'::char(5)", value("ab")},
           {"''::text", value("")},
           {"NULL::int", value()},
           {"NULL::text", value()},
           {"'\\x00ff'::bytea", value(bytes)},
           {"''::bytea", value(blob{})},
           {"date '2025-03-01'", value("2025-03-01")},
           {"time '12:30:00'", value("12:30:00")},
           {"timestamp '2025-03-01 12:00:00'", value("2025-03-01 12:00:00")},
           {"timestamp '2025-03-01 12:00:00.125'", value("2025-03-01 12:00:00.125")},
           {"'paid'::state", value("paid")},
           {"'{\"a\": 1}'::json", value("{\"a\": 1}")},
           {"'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid", value("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")},
           {"ARRAY[1, 2]", value("{1,2}")},
           {"repeat('x', 100000)", value(std::string(100000, 'x'))},
           {"'{fn now()}'", value("{fn now()}")},
           {"'?'", value("?")},
       })
    BOOST_TEST(first_value(db.execute("SELECT " + sql)) == expected, sql);
  std::string accents;
  for (int i = 0; i < 5000; ++i) accents += "é";
  BOOST_TEST((first_value(db.execute("SELECT 'x' || repeat('é', 5000)")) == value("x" + accents)));
  BOOST_TEST((first_value(db.execute("SELECT decode(repeat('00ff', 5000), 'hex')")).bytes()->bytes.size() == 10000U));
}

BOOST_AUTO_TEST_CASE(failures_have_their_codes_names_and_places) {
  db::odbc_connection db(source);
  for (auto const& [sql, code, subject] : {
           std::tuple("SELECT nam FROM customer", errc::no_such_column, "nam"),
           std::tuple("SELECT 1 FROM customers", errc::no_such_table, "customers"),
           std::tuple("SELECT id FROM customer, purchase", errc::ambiguous_column, "id"),
           std::tuple("SELECT unheard_of(1)", errc::no_such_function, ""),
           std::tuple("SELECT name, count(*) FROM customer", errc::misuse_of_aggregate, "customer.name"),
           std::tuple("SELECT FROM WHERE", errc::sql_syntax, ""),
           std::tuple("SELECT 1; SELECT 2", errc::several_statements, ""),
           std::tuple("SELECT 1 / 0", errc::sql_failed, ""),
           std::tuple("DELETE FROM line", errc::statement_denied, ""),
           std::tuple("SELECT * FROM hidden.secret", errc::statement_denied, ""),
       }) {
    auto const f = db.execute(sql).failure.value_or(failure());
    BOOST_TEST(f.code == code, sql << ": " << f.text());
    if (*subject) BOOST_TEST(f.subject == subject, sql << ": " << f.text());
  }
  BOOST_TEST(db.execute("SELECT nam FROM customer").failure->offset.value_or(0) == 7U);
  BOOST_TEST(db.execute("SELECT 1 FROM customers").failure->remedy == "there is customer");
  BOOST_TEST(first_value(db.execute("VALUES (3)")) == value(3));
  BOOST_TEST(first_value(db.execute(" ; SELECT 4 ; -- that is all")) == value(4));
}

BOOST_AUTO_TEST_CASE(connections_that_cannot_be_made_or_break) {
  auto const place = shop.of_reader();
  BOOST_TEST(failure_of([&] { db::odbc_connection(source_of(place.as("no_such_role", "x"))); }).code == errc::database_login_failed);
  BOOST_TEST(failure_of([&] { db::odbc_connection(source_of(place.in("no_such_database"))); }).code == errc::database_not_found);
  BOOST_TEST(failure_of([&] { db::odbc_connection(source_of(place.at("127.0.0.1", "1"))); }).code == errc::database_unreachable);
  db::odbc_connection db(source);
  administrator const admin(shop.of_superuser());
  admin.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 't2s_reader'");
  for (int i = 0; i < 400 && admin.one("SELECT count(*) FROM pg_stat_activity WHERE usename = 't2s_reader'") != "0"; ++i)
    std::this_thread::sleep_for(5ms);
  BOOST_TEST(failure_of([&] { std::ignore = db.execute("SELECT 1"); }).code == errc::database_lost);
  BOOST_TEST(first_value(db.execute("SELECT 2")) == value(2));
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

struct besieged : connected {
  administrator admin{shop.of_superuser()};
  std::string folder = shop.server().folder();
  closed_door door{};
  evil_postgres_functions functions{admin};

  /// Executes every statement with such a connection, as the read-only role or as one with all rights.
  void withstands(db::unsafe::odbc_layers layers, bool is_superuser = false) const {
    db::odbc_options o;
    o.limits.time = 20ms;
    o.limits.bytes = std::size_t{8} << 20U;
    o.layers = layers;
    auto const victim = admin.one("SELECT pg_backend_pid()");
    auto const before = state_of_postgres(admin, folder);
    auto const place = is_superuser ? shop.of_superuser() : shop.of_reader();
    std::unique_ptr<db::odbc_connection> db;
    auto const connect = [&] {
      db.reset();
      db = std::make_unique<db::odbc_connection>(source_of(place), o);
      for (int i = 0; i < 100 && admin.one("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") != "0"; ++i)
        std::this_thread::sleep_for(5ms);
    };
    connect();
    std::size_t sent = 0;
    for (std::string const pattern : hostile_postgres_statements) {
      auto const sql = with(with(with(pattern, "{dir}", folder), "{port}", door.port()), "{pid}", victim);
      BOOST_TEST_CONTEXT(sql) {
        is_kept_in(*db, sql);
        if (sql.find("evil_lock") != sql.npos || sql.find("advisory") != sql.npos) connect();  // a lock ends with the session
        if (++sent % 100 == 0)
          BOOST_REQUIRE((settles_at(before, [&] { return state_of_postgres(admin, folder); })));  // what the last 100 did
        BOOST_TEST(!door.was_knocked_at());
      }
    }
    BOOST_TEST((settles_at(before, [&] { return state_of_postgres(admin, folder); })));
  }

  static void is_kept_in(db::odbc_connection& db, std::string const& sql) {
    auto const begin = std::chrono::steady_clock::now();
    db::execution e;
    try {
      e = db.execute(sql);
    } catch (error const& thrown) {  // a session may end itself
      BOOST_TEST(thrown.code() == errc::database_lost, thrown.what());
    }
    BOOST_TEST((std::chrono::steady_clock::now() - begin < 5s));
    for (auto const& row : e.rows.values)
      for (auto const& v : row) BOOST_TEST(to_string(v).find("t2s secret") == std::string::npos);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(odbc_postgres_hostile, besieged, *boost::unit_test::precondition(has_all))

BOOST_AUTO_TEST_CASE(with_every_layer) { withstands({}); }

BOOST_AUTO_TEST_CASE(without_the_guard) { withstands({.guard = false}); }

BOOST_AUTO_TEST_CASE(without_only_queries) { withstands({.only_queries = false}); }

BOOST_AUTO_TEST_CASE(without_reading_only) { withstands({.read_only = false}); }

BOOST_AUTO_TEST_CASE(without_rolling_back) { withstands({.rolled_back = false}); }

BOOST_AUTO_TEST_CASE(without_a_role_that_can_only_read) { withstands({}, true); }

BOOST_AUTO_TEST_SUITE_END()

#endif
