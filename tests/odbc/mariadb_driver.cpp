// SPDX-License-Identifier: BSL-1.0
// ODBC over the driver of MariaDB (Debian: odbc-mariadb), against a private server.
#include "support.hpp"

#ifdef T2S_WITH_MYSQL

#include "db/conformance/pool.hpp"
#include "support/hostile.hpp"
#include "support/hostile_mysql.hpp"
#include "support/mysql_shop.hpp"

#include <sys/stat.h>

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

std::unique_ptr<mysql_shop>& instance() {
  static std::unique_ptr<mysql_shop> the_one;
  return the_one;
}

boost::test_tools::assertion_result has_all(boost::unit_test::test_unit_id) {
  static bool const has = [] {
    if (!has_driver("MariaDB Unicode", "odbc-mariadb")) return false;
    try {
      instance() = std::make_unique<mysql_shop>();
    } catch (std::runtime_error const& e) {
      std::cout << "SKIPPED: test_odbc " << e.what() << std::endl;
    }
    return instance() != nullptr;
  }();
  return has;
}

std::string source_of(mysql_server_place const& p) {
  auto const where = p.socket.empty() ? "Server=" + p.host + ";Port=" + p.port : "Socket=" + p.socket;
  return "Driver=MariaDB Unicode;" + where + ";Database=" + p.database + ";UID=" + p.user + ";PWD=" + p.password;
}

struct connected {
  mysql_shop& shop = *instance();
  std::string source = source_of(shop.of_reader());
};

std::string const counts_for_hours =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT count(*) FROM n a, n b, n c, n d";

/// The conformance suite, for this driver.
struct engine : conformance::engine_defaults {
  using connection = db::odbc_connection;
  using options = db::odbc_options;
  static constexpr bool streams = false;
  static constexpr auto dialect = sql::dialect::mysql;
  static constexpr char const *integer = "signed", *real = "double", *text = "char", *date = "date", *timestamp = "datetime";
  static constexpr char const* bytes = "x'00ff'";

  static connection connect(options const& o) { return connection(source_of(instance()->of_reader()), o); }
  static std::string endless() { return counts_for_hours; }
  static std::string rows(std::size_t n) {
    return "SELECT a.id AS i FROM information_schema.collations a, information_schema.collations b, information_schema.collations c "
           "LIMIT " +
           std::to_string(n);
  }
  static std::string rows_for_ever() { return rows(1'000'000); }  // the driver reads all of them first
  static std::string repeated(std::size_t n) { return "repeat('x', " + std::to_string(n) + ")"; }
  static std::vector<std::string> denied() { return {"SELECT sleep(100)", "TRUNCATE remark"}; }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(odbc_mariadb_conformance, *boost::unit_test::precondition(has_all))
conformance::registered const tests("ODBC, MariaDB", conformance::demands_without_pool<engine>(), __FILE__);
BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(odbc_mariadb, connected, *boost::unit_test::precondition(has_all))

BOOST_AUTO_TEST_CASE(the_catalogue_is_the_servers) {
  db::odbc_connection const db(source);
  BOOST_TEST((db.engine().starts_with("MariaDB") || db.engine().starts_with("MySQL")), db.engine());
  mysql_administrator const admin(shop.of_root());
  auto const names = admin.rows(
      "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 't2s_shop' AND table_name <> 'numbers'"
      " ORDER BY table_name, ordinal_position");
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

BOOST_AUTO_TEST_CASE(root_sees_the_tables_of_its_database_alone) {
  db::odbc_connection const db(source_of(shop.of_root()));
  auto const tables = mysql_administrator(shop.of_root())
                          .rows(
                              "SELECT table_name FROM information_schema.tables WHERE table_schema = 't2s_shop'"
                              " AND table_type IN ('BASE TABLE', 'VIEW')");
  BOOST_TEST(db.schema().tables().size() == tables.size());
  for (auto const& t : db.schema().tables())
    BOOST_TEST((std::ranges::count(tables, std::vector<std::string>{t.name}) == 1), t.schema << "." << t.name);
}

BOOST_AUTO_TEST_CASE(values_are_what_they_are) {
  db::odbc_connection db(source);
  auto const bytes = blob{{std::byte{0}, std::byte{255}}};
  for (auto const& [sql, expected] : {
           std::pair<std::string, value>("1", value(1)),
           {"-9223372036854775807 - 1", value(std::int64_t{-9223372036854775807 - 1})},
           {"9223372036854775807", value(std::int64_t{9223372036854775807})},
           {"18446744073709551615", value("18446744073709551615")},
           {"1.5e0", value(1.5)},
           {"1e300", value(1e300)},
           {"1.50", value(1.5)},
           {"CAST(120 AS decimal(10, 2))", value(120)},
           {"12345678901234567890.12345678901234567890", value("12345678901234567890.1234567890123456789")},
           {"true", value(1)},
           {"1 > 2", value(0)},
           {"'text'", value("text")},
           {"'Émilie, 東京'", value("Émilie, 東京")},
           {"''", value("")},
           {"NULL", value()},
           {"CAST(NULL AS char)", value()},
           {"x'00ff'", value(bytes)},
           {"CAST('2025-03-01' AS date)", value("2025-03-01")},
           {"CAST('12:30:00' AS time)", value("12:30:00")},
           {"CAST('2025-03-01 12:00:00' AS datetime)", value("2025-03-01 12:00:00")},
           {"repeat('x', 100000)", value(std::string(100000, 'x'))},
           {"'{fn now()}'", value("{fn now()}")},
           {"'?'", value("?")},
           {"state FROM purchase WHERE id = 1", value("paid")},
           {"total FROM purchase WHERE id = 1", value(120.5)},
           {"since FROM member", value(2020)},
       })
    BOOST_TEST(first_value(db.execute("SELECT " + sql)) == expected, sql);
  std::string accents;
  for (int i = 0; i < 5000; ++i) accents += "é";
  BOOST_TEST((first_value(db.execute("SELECT concat('x', repeat('é', 5000))")) == value("x" + accents)));
}

BOOST_AUTO_TEST_CASE(failures_have_their_codes_names_and_places) {
  db::odbc_connection db(source);
  for (auto const& [sql, code, subject] : {
           std::tuple("SELECT nam FROM customer", errc::no_such_column, "nam"),
           std::tuple("SELECT 1 FROM customers", errc::no_such_table, "t2s_shop.customers"),
           std::tuple("SELECT id FROM customer, purchase", errc::ambiguous_column, "id"),
           std::tuple("SELECT unheard_of(1)", errc::no_such_function, ""),
           std::tuple("SELECT FROM WHERE", errc::sql_syntax, ""),
           std::tuple("SELECT 1; SELECT 2", errc::several_statements, ""),
           std::tuple("DELETE FROM line", errc::statement_denied, ""),
           std::tuple("SELECT * FROM t2s_office.salary", errc::statement_denied, ""),
       }) {
    auto const f = db.execute(sql).failure.value_or(failure());
    BOOST_TEST(f.code == code, sql << ": " << f.text());
    if (*subject) BOOST_TEST(f.subject == subject, sql << ": " << f.text());
  }
  BOOST_TEST(db.execute("SELECT nam FROM customer").failure->offset.value_or(0) == 7U);
  BOOST_TEST(db.execute("SELECT 1 FROM customers").failure->remedy == "there is customer");
  BOOST_TEST(first_value(db.execute(" ; SELECT 4 ; -- that is all")) == value(4));
}

BOOST_AUTO_TEST_CASE(connections_that_cannot_be_made_or_break) {
  auto const place = shop.of_reader();
  BOOST_TEST(failure_of([&] { db::odbc_connection(source_of(place.as("t2s_reader", "wrong"))); }).code == errc::database_login_failed);
  BOOST_TEST(failure_of([&] { db::odbc_connection(source_of(shop.of_root().in("no_such_database"))); }).code == errc::database_not_found);
  BOOST_TEST(failure_of([&] { db::odbc_connection(source_of(place.at("127.0.0.1", "1"))); }).code == errc::database_unreachable);
  db::odbc_connection db(source);
  mysql_administrator const admin(shop.of_root());
  admin.run("KILL USER t2s_reader");
  for (int i = 0; i < 400 && admin.one("SELECT COUNT(*) FROM information_schema.processlist WHERE user = 't2s_reader'") != "0"; ++i)
    std::this_thread::sleep_for(5ms);
  BOOST_TEST(failure_of([&] { std::ignore = db.execute("SELECT 1"); }).code == errc::database_lost);
  BOOST_TEST(first_value(db.execute("SELECT 2")) == value(2));
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

struct besieged : connected {
  mysql_administrator admin{shop.of_root()};
  std::string folder = shop.server().folder();
  std::filesystem::path here = std::filesystem::temp_directory_path() / ("t2s_odbc_here_" + std::to_string(getpid()));
  closed_door door{};
  evil_mysql_functions functions{admin};

  besieged() {
    std::filesystem::create_directory(here);
    std::ofstream(here / "local.txt") << "t2s secret";
    if (folder.empty()) return;
    std::ofstream(folder + "/secret.txt") << "t2s secret";
    chmod((folder + "/secret.txt").c_str(), 0644);
  }
  ~besieged() { std::filesystem::remove_all(here); }
  besieged(besieged const&) = delete;
  besieged& operator=(besieged const&) = delete;

  /// Executes every statement with such a connection, as the read-only user or as one with all rights.
  void withstands(db::unsafe::odbc_layers layers, bool is_root = false) const {
    db::odbc_options o;
    o.limits.time = 20ms;
    o.limits.bytes = std::size_t{8} << 20U;
    o.layers = layers;
    auto const victim = admin.one("SELECT CONNECTION_ID()");
    auto const before = state_of_mysql(admin, folder, shop.is_mariadb());
    std::unique_ptr<db::odbc_connection> db;
    auto const connect = [&] {
      db.reset();
      db = std::make_unique<db::odbc_connection>(source_of(is_root ? shop.of_root() : shop.of_reader()), o);
      for (int i = 0; i < 100 && admin.one("SELECT IS_USED_LOCK('evil')") != "NULL"; ++i) std::this_thread::sleep_for(5ms);
    };
    connect();
    std::size_t sent = 0;
    for (std::string const pattern : hostile_mysql_statements) {
      // No reader may end a statement that runs with its definer's rights: docs/odbc.md says so.
      if (!is_root && pattern.find("evil_sleep") != pattern.npos) continue;
      auto const sql = with(with(with(with(pattern, "{dir}", folder), "{here}", here.string()), "{port}", door.port()), "{id}", victim);
      BOOST_TEST_CONTEXT(sql) {
        is_kept_in(*db, sql);
        if (keeps_a_lock(sql)) connect();                                                                    // it ends with the session
        if (++sent % 100 == 0) BOOST_REQUIRE((state_of_mysql(admin, folder, shop.is_mariadb()) == before));  // what the last 100 did
        BOOST_TEST(!door.was_knocked_at());
      }
    }
    BOOST_TEST((state_of_mysql(admin, folder, shop.is_mariadb()) == before));
  }

  /// Functions of the database itself, which a view may call.
  static bool keeps_a_lock(std::string const& sql) {
    return sql.find("_LOCK(") != sql.npos || sql.find("evil_lock") != sql.npos || sql.find("evil_settings") != sql.npos ||
           sql.find("evil_view") != sql.npos;
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

BOOST_FIXTURE_TEST_SUITE(odbc_mariadb_hostile, besieged, *boost::unit_test::precondition(has_all))

BOOST_AUTO_TEST_CASE(with_every_layer) { withstands({}); }

BOOST_AUTO_TEST_CASE(without_the_guard) { withstands({.guard = false}); }

BOOST_AUTO_TEST_CASE(without_only_queries) { withstands({.only_queries = false}); }

BOOST_AUTO_TEST_CASE(without_reading_only) { withstands({.read_only = false}); }

BOOST_AUTO_TEST_CASE(without_rolling_back) { withstands({.rolled_back = false}); }

BOOST_AUTO_TEST_CASE(without_a_user_that_can_only_read) { withstands({}, true); }

BOOST_AUTO_TEST_CASE(a_function_of_the_database_does_not_change_how_the_next_statement_is_read_nor_that_it_only_reads) {
  db::odbc_connection db(source_of(shop.of_root()));
  for (char const* sql : {"SELECT evil_settings()", "SELECT * FROM evil_view"}) {
    std::ignore = db.execute(sql);
    BOOST_TEST(first_value(db.execute("SELECT \"a\"")) == value("a"), sql);
    BOOST_TEST(first_value(db.execute("SELECT 'a\\'b'")) == value("a'b"), sql);
  }
  BOOST_TEST(db.execute("SELECT evil_commit()").ok());
  BOOST_TEST(db.execute("SELECT evil_write()").failure.value_or(failure()).code == errc::statement_denied);
}

BOOST_AUTO_TEST_SUITE_END()

#endif
