// SPDX-License-Identifier: BSL-1.0
// ODBC over the driver of SQLite (Debian: libsqliteodbc), compared with SQLite itself.
#include "support.hpp"

#include "db/conformance/pool.hpp"

#include "t2s/db/sqlite/connection.hpp"

#include <chrono>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;

namespace {

struct connected : sqlite_shop {
  db::odbc_connection db{source};
};

std::string const counts_for_hours = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";

/// The conformance suite, for this driver.
struct engine : conformance::engine_defaults {
  using connection = db::odbc_connection;
  using options = db::odbc_options;
  static constexpr bool streams = false;
  static constexpr bool has_decimals = false;
  static constexpr auto dialect = sql::dialect::sqlite;
  static constexpr char const *integer = "INTEGER", *real = "REAL", *text = "TEXT", *date = "TEXT", *timestamp = "TEXT";
  static constexpr char const* bytes = "x'00ff'";

  static connection connect(options const& o) {
    static sqlite_shop const shop;
    return connection(shop.source, o);
  }
  static std::string endless() { return counts_for_hours; }
  static std::string rows(std::size_t n) {
    return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n LIMIT " + std::to_string(n);
  }
  static std::string rows_for_ever() { return rows(300'000); }  // the driver may read all of them first
  static std::string repeated(std::size_t n) { return "printf('%.*c', " + std::to_string(n) + ", 'x')"; }
  static std::vector<std::string> denied() { return {"VACUUM", "PRAGMA user_version = 7", "ATTACH '/tmp/t2s_stolen' AS s"}; }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(odbc_sqlite_conformance, *boost::unit_test::precondition(has_sqlite_driver))
conformance::registered const tests("ODBC, SQLite", conformance::demands_without_pool<engine>(), __FILE__);
BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(odbc_sqlite, connected, *boost::unit_test::precondition(has_sqlite_driver))

BOOST_AUTO_TEST_CASE(rows_are_those_of_sqlite_itself) {
  db::sqlite_connection itself(file);
  for (std::string const sql : {"SELECT id, name, code FROM customer ORDER BY id", "SELECT * FROM purchase ORDER BY id",
                                "SELECT name FROM rich ORDER BY 1", "SELECT id FROM customer WHERE id > 9"}) {
    auto const there = itself.execute(sql), here = db.execute(sql);
    BOOST_REQUIRE_MESSAGE(here.ok(), sql << ": " << (here.failure ? here.failure->text() : ""));
    BOOST_TEST((here.rows.columns == there.rows.columns));
    BOOST_TEST((here.rows.values == there.rows.values), sql);
  }
  BOOST_TEST(db.engine().starts_with("SQLite"), db.engine());
}

BOOST_AUTO_TEST_CASE(the_schema_is_that_of_sqlite_itself) {
  db::sqlite_connection const itself(file);
  BOOST_REQUIRE(db.schema().tables().size() == itself.schema().tables().size());
  for (auto const& t : itself.schema().tables()) {
    auto const* here = db.schema().find_table(t.name);
    BOOST_REQUIRE_MESSAGE(here, t.name);
    BOOST_TEST(here->is_view == t.is_view);
    BOOST_REQUIRE(here->columns.size() == t.columns.size());
    for (std::size_t i = 0; i < t.columns.size(); ++i) BOOST_TEST(here->columns[i].name == t.columns[i].name);
    BOOST_TEST((here->primary_key() == t.primary_key()));
    BOOST_REQUIRE(here->foreign_keys.size() == t.foreign_keys.size());
    for (std::size_t i = 0; i < t.foreign_keys.size(); ++i) BOOST_TEST((here->foreign_keys[i] == t.foreign_keys[i]));
  }
}

BOOST_AUTO_TEST_CASE(connections_that_cannot_be_made) {
  BOOST_TEST(failure_of([] { db::odbc_connection("Driver=Nothing of the kind;Database=x"); }).code == errc::database_unreachable);
  BOOST_TEST(failure_of([] { db::odbc_connection("no_such_source_of_data"); }).code == errc::database_unreachable);
}

BOOST_AUTO_TEST_SUITE_END()
