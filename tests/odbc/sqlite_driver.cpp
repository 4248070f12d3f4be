// SPDX-License-Identifier: BSL-1.0
// ODBC over the driver of SQLite (Debian: libsqliteodbc), against SQLite itself.
#include <boost/test/unit_test.hpp>

#include "t2s/db/odbc/connection.hpp"
#include "t2s/db/sqlite_connection.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <thread>

namespace t2s {
inline std::ostream& boost_test_print_type(std::ostream& out, errc code) { return out << name_of(code); }
inline std::ostream& boost_test_print_type(std::ostream& out, value const& v) { return out << to_sql(v); }
}  // namespace t2s

using namespace t2s;
using namespace std::chrono_literals;

namespace {

constexpr char const* shop_tables = R"sql(
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, code TEXT, "Life Story" TEXT);
CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customer (id), total REAL DEFAULT 0, picture BLOB);
CREATE VIEW rich AS SELECT name, total FROM customer JOIN purchase ON customer.id = purchase.customer WHERE total > 100;
INSERT INTO customer VALUES (1, 'Ada', '10115', 'long'), (2, 'Blaise', NULL, NULL), (3, 'Émilie', '75001', 'longer');
INSERT INTO purchase VALUES (1, 1, 120.5, x'00ff'), (2, 1, 8, NULL), (3, 3, 1000, NULL);
)sql";

struct shop {
  std::filesystem::path folder;
  std::string file, source;

  shop() {
    auto pattern = (std::filesystem::temp_directory_path() / "t2s-odbc-XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(pattern.data()));
    folder = pattern;
    file = (folder / "shop.sqlite").string();
    sqlite3* raw = nullptr;
    BOOST_REQUIRE(sqlite3_open(file.c_str(), &raw) == SQLITE_OK);
    BOOST_REQUIRE(sqlite3_exec(raw, shop_tables, nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(raw);
    source = "Driver=SQLite3;NoCreat=1;Database=" + file;
  }
  shop(shop const&) = delete;
  shop& operator=(shop const&) = delete;
  ~shop() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }

  [[nodiscard]] std::string bytes() const {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

struct connected : shop {
  db::odbc_connection db{source};
};

/// Leaves if there is no driver.
struct driver_of_program {
  driver_of_program() {
    shop const s;
    try {
      db::odbc_connection const db(s.source);
      std::cout << "ODBC: " << db.engine() << std::endl;
    } catch (error const& e) {
      std::cout << "SKIPPED: test_odbc needs SQLite's driver (apt install libsqliteodbc): " << e.what() << std::endl;
      std::exit(77);
    }
  }
};

BOOST_TEST_GLOBAL_FIXTURE(driver_of_program);

template <class F>
failure failure_of(F const& f) {
  try {
    f();
  } catch (error const& e) {
    return e.details();
  }
  BOOST_ERROR("nothing was thrown");
  return {};
}

value first_value(db::execution const& e) {
  BOOST_REQUIRE_MESSAGE(e.ok(), (e.failure ? e.failure->text() : std::string()));
  BOOST_REQUIRE(!e.rows.values.empty());
  return e.rows.values.front().at(0);
}

std::string const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(odbc_sqlite, connected)

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
  BOOST_REQUIRE(db.schema().tables().size() == 3U);
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

BOOST_AUTO_TEST_CASE(samples_and_different_values) {
  BOOST_TEST(db.sample("customer", 2).rows.values.size() == 2U);
  BOOST_TEST(db.sample("nothing", 9).failure->code == errc::no_such_table);
  BOOST_TEST(db.distinct("purchase", "customer", 10).rows.values.size() == 2U);
  BOOST_TEST(db.distinct("customer", "Life Story", 9).rows.values.size() == 2U);
  BOOST_TEST(db.distinct("customer", "nothing", 1).failure->code == errc::no_such_column);
}

BOOST_AUTO_TEST_CASE(failures_have_their_codes_names_and_places) {
  auto const f = db.execute("SELECT nam FROM customer").failure.value();
  BOOST_TEST(f.code == errc::no_such_column);
  BOOST_TEST(f.subject == "nam");
  BOOST_TEST(f.offset.value_or(0) == 7U);
  auto const t = db.execute("SELECT 1 FROM customers").failure.value();
  BOOST_TEST(t.code == errc::no_such_table);
  BOOST_TEST(t.remedy == "there is customer");
  BOOST_TEST(db.execute("SELECT unheard_of(1)").failure->code == errc::no_such_function);
  BOOST_TEST(db.execute("SELECT 1; SELECT 2").failure->code == errc::several_statements);
  BOOST_TEST(first_value(db.execute("SELECT id FROM customer ORDER BY id")) == value(1));
}

BOOST_AUTO_TEST_CASE(limits_and_interruption) {
  db::odbc_options o;
  o.limits.time = 300ms;
  o.limits.rows = 2;
  db::odbc_connection tight(source, o);
  auto const begin = std::chrono::steady_clock::now();
  BOOST_TEST(tight.execute(endless).failure.value_or(failure()).code == errc::time_limit);
  BOOST_TEST((std::chrono::steady_clock::now() - begin < 2s));
  auto const cut = tight.execute("SELECT id FROM customer");
  BOOST_TEST(cut.failure->code == errc::row_limit);
  BOOST_TEST(cut.rows.values.size() == 2U);
  std::stop_source stop;
  std::jthread const later([&] {
    std::this_thread::sleep_for(100ms);
    stop.request_stop();
  });
  BOOST_TEST(failure_of([&] { std::ignore = db.execute(endless, stop.get_token()); }).code == errc::cancelled);
  BOOST_TEST(first_value(db.execute("SELECT id FROM customer ORDER BY id")) == value(1));
  std::size_t rows = 0;
  BOOST_TEST(!db.each_row("SELECT * FROM customer", [&](std::span<value const>) { ++rows; }));
  BOOST_TEST(rows == 3U);
}

BOOST_AUTO_TEST_CASE(nothing_is_written_with_each_layer_off_in_turn) {
  auto const before = bytes();
  for (auto const& layers : {db::unsafe::odbc_layers{}, {.guard = false}, {.read_only = false}, {.rolled_back = false}}) {
    db::odbc_options o;
    o.layers = layers;
    {
      db::odbc_connection other(source, o);
      for (char const* sql :
           {"DELETE FROM purchase", "INSERT INTO customer VALUES (9, 'x', NULL, NULL)", "UPDATE customer SET name = 'x'",
            "DROP TABLE purchase", "CREATE TABLE stolen (a)", "SELECT 1; DELETE FROM purchase", "SELECT load_extension('x')",
            "SELECT writefile('x', 'y')", "WITH a AS (SELECT 1) DELETE FROM purchase", "REPLACE INTO customer VALUES (1, 'x', NULL, NULL)"})
        std::ignore = other.execute(sql);
    }
    BOOST_TEST((bytes() == before));
  }
  db::odbc_options o;
  o.layers = {false, false, false};
  std::ignore = db::odbc_connection(source, o).execute("UPDATE customer SET name = 'x'");
  BOOST_TEST((bytes() != before));  // harm would be seen
}

BOOST_AUTO_TEST_CASE(connections_that_cannot_be_made) {
  BOOST_TEST(failure_of([] { db::odbc_connection("Driver=Nothing of the kind;Database=x"); }).code == errc::database_unreachable);
  BOOST_TEST(failure_of([] { db::odbc_connection("no_such_source_of_data"); }).code == errc::database_unreachable);
}

BOOST_AUTO_TEST_SUITE_END()
