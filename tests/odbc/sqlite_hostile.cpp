// SPDX-License-Identifier: BSL-1.0
// Harmful statements over SQLite's ODBC driver: with all layers and with each of them switched off, none changes a byte, creates a file,
// loads a program, reads another file or exceeds the limit. Also shows what each single layer does not prevent.
#include "support.hpp"
#include "support/hostile.hpp"
#include "support/hostile_sqlite.hpp"

#include "t2s/db/odbc/detail/denied_functions.hpp"
#include "t2s/sql/parse.hpp"

#include <sqlite3.h>

#include <chrono>
#include <initializer_list>
#include <memory>
#include <set>
#include <string>
#include <tuple>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;

namespace {

using statements = std::set<std::string>;

/// Calls of driver functions that reach beyond the database. Only the guard prevents them.
statements const reaching_out{"SELECT load_extension('{dir}/evil.so')",
                              "SELECT load_extension('{dir}/evil')",
                              "SELECT load_extension('{dir}/evil.so', 'sqlite3_evil_init')",
                              "SELECT Load_Extension('{dir}/evil.so')",
                              "SELECT \"load_extension\"('{dir}/evil.so')",
                              "SELECT [load_extension]('{dir}/evil.so')",
                              "SELECT load_extension/**/('{dir}/evil.so')",
                              "SELECT load_extension ('{dir}' || '/evil.so')",
                              "SELECT id FROM customer WHERE load_extension('{dir}/evil.so') IS NULL",
                              "SELECT (SELECT load_extension('{dir}/evil.so'))",
                              "WITH a AS (SELECT load_extension('{dir}/evil.so')) SELECT * FROM a",
                              "VALUES (load_extension('{dir}/evil.so'))",
                              "SELECT * FROM customer ORDER BY load_extension('{dir}/evil.so')",
                              "SELECT max(load_extension('{dir}/evil.so')) OVER () FROM customer",
                              "SELECT {fn load_extension('{dir}/evil.so')}",
                              "SELECT blob_export(x'41', '{dir}/out')"};

/// Changes of the file's header outside of transactions, disguised as queries.
statements const changing_the_journal{"PRAGMA journal_mode = WAL", "PRAGMA journal_mode(WAL)", "PRAGMA main.journal_mode = WAL"};

/// Writes of files outside of the database. With `query_only` the file is empty.
statements const copying{"VACUUM INTO '{dir}/copy.sqlite'", "VACUUM main INTO '{dir}/copy.sqlite'", "VACUUM INTO '{dir}' || '/copy.sqlite'",
                         "VACUUM INTO 'file:{dir}/copy.sqlite?mode=rwc'", "VACUUM INTO '{dir}/after.sqlite'"};

statements const reading_another_file{"SELECT * FROM o.t"};  // behind ATTACH

/// A write after the end of the transaction, if the driver executes the whole text; and the first write after `journal_mode = OFF`.
statements const leaving_the_transaction{"COMMIT; DELETE FROM purchase", "/* reads */ PRAGMA user_version = 7"};

statements all_of(std::initializer_list<statements> parts) {
  statements all;
  for (auto const& part : parts) all.insert(part.begin(), part.end());
  return all;
}

/// The targets of the layers: also views that write, indexes, search, other files and a program.
constexpr char const* besides = R"sql(
CREATE INDEX by_name ON customer (name);
CREATE TABLE visit (id INTEGER PRIMARY KEY AUTOINCREMENT, day TEXT);
INSERT INTO visit (day) VALUES ('2025-05-05');
CREATE VIEW gate AS SELECT name FROM customer;
CREATE TRIGGER through_the_gate INSTEAD OF INSERT ON gate BEGIN DELETE FROM purchase; END;
CREATE VIRTUAL TABLE search USING fts5(word);
INSERT INTO search VALUES ('needle');
ANALYZE;
)sql";

struct besieged : sqlite_shop {
  std::string const dir = in.text();

  besieged() {
    make_database(file, besides);
    make_database(dir + "/other.sqlite", "CREATE TABLE t AS SELECT 't2s secret' AS word");
    write_file(dir + "/secret.txt", "t2s secret");
    std::filesystem::copy_file(T2S_EVIL_EXTENSION, dir + "/evil.so");
    std::filesystem::copy(dir, dir + "-as-it-was", std::filesystem::copy_options::recursive);
  }
  ~besieged() {
    std::error_code ignored;
    std::filesystem::remove_all(dir + "-as-it-was", ignored);
    sqlite3_hard_heap_limit64(0);  // a statement may have lowered a setting of the whole process
  }

  void restore() const {
    for (auto const& entry : std::filesystem::directory_iterator(dir)) std::filesystem::remove(entry.path());
    std::filesystem::copy(dir + "-as-it-was", dir);
  }

  [[nodiscard]] db::odbc_connection connection(db::unsafe::odbc_layers layers, std::string const& to = {}) const {
    db::odbc_options o;
    o.limits.time = 20ms;
    o.limits.bytes = std::size_t{8} << 20U;
    o.layers = layers;
    return db::odbc_connection(to.empty() ? source : to, o);
  }

  /// Whether it returned no content of another file, and ended in time.
  static bool is_kept_in(db::odbc_connection& db, std::string const& sql) {
    auto const begin = std::chrono::steady_clock::now();
    db::execution e;
    try {
      e = db.execute(sql);
    } catch (error const& thrown) {  // from the driver, not from the statement
      e.failure = thrown.details();
    }
    BOOST_TEST((std::chrono::steady_clock::now() - begin < 2s));
    for (auto const& row : e.rows.values)
      for (auto const& v : row)
        if (to_string(v).find("t2s secret") != std::string::npos) return false;
    return true;
  }

  /// The statements that did harm, each executed by a new connection.
  [[nodiscard]] statements harm_of(db::unsafe::odbc_layers layers) const {
    statements harm;
    auto const before = in.bytes();
    auto db = std::make_unique<db::odbc_connection>(connection(layers));
    for (std::string const pattern : hostile_sqlite_statements) {
      auto const sql = with(pattern, "{dir}", dir);
      BOOST_TEST_CONTEXT(sql) {
        auto const kept_in = is_kept_in(*db, sql);
        if (kept_in && in.bytes() == before) continue;
        harm.insert(pattern);
        db.reset();
        restore();
        db = std::make_unique<db::odbc_connection>(connection(layers));
      }
    }
    BOOST_TEST(first_value(db->execute("SELECT count(*) FROM customer")) == value(3));
    db.reset();
    BOOST_TEST((in.bytes() == before));
    return harm;
  }

  /// Executes every statement with a connection of such layers: only these do harm.
  void withstands(db::unsafe::odbc_layers layers, statements const& but = {}) const {
    for (auto const& sql : harm_of(layers)) BOOST_TEST(but.contains(sql), sql);
  }
};

/// The state of a session, which statements of the list can set.
std::string state_of_session(db::odbc_connection& db) {
  std::string state;
  for (std::string const name : {"foreign_keys", "journal_mode", "synchronous", "temp_store", "cache_size", "locking_mode", "query_only",
                                 "trusted_schema", "recursive_triggers", "busy_timeout"}) {
    auto const e = db.execute("SELECT * FROM pragma_" + name);
    BOOST_REQUIRE_MESSAGE(e.ok(), (e.failure ? e.failure->text() : std::string()));
    for (auto const& row : e.rows.values)
      for (auto const& v : row) state.append(to_string(v)).append(" ");
  }
  for (char const* others : {"SELECT count(*) FROM sqlite_temp_schema", "SELECT count(*) FROM pragma_database_list WHERE name <> 'temp'"})
    state.append(to_string(first_value(db.execute(others)))).append(" ");
  return state;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(odbc_sqlite_hostile, besieged, *boost::unit_test::precondition(has_sqlite_driver))

BOOST_AUTO_TEST_CASE(there_are_enough_of_them) { BOOST_TEST(std::size(hostile_sqlite_statements) >= 300U); }

BOOST_AUTO_TEST_CASE(harm_would_be_seen) { BOOST_TEST(harm_of({false, false, false, false}).size() > 100U); }

BOOST_AUTO_TEST_CASE(with_every_layer) { withstands({}); }

BOOST_AUTO_TEST_CASE(without_the_guard) { withstands({.guard = false}, reaching_out); }

BOOST_AUTO_TEST_CASE(without_only_queries) { withstands({.only_queries = false}); }

BOOST_AUTO_TEST_CASE(without_reading_only) { withstands({.read_only = false}); }

BOOST_AUTO_TEST_CASE(without_rolling_back) { withstands({.rolled_back = false}); }

BOOST_AUTO_TEST_CASE(the_guard_alone) { withstands({true, false, false, false}); }

BOOST_AUTO_TEST_CASE(only_queries_alone) { withstands({false, true, false, false}, all_of({reaching_out, changing_the_journal})); }

BOOST_AUTO_TEST_CASE(reading_only_alone) {
  withstands({false, false, true, false}, all_of({reaching_out, changing_the_journal, copying, reading_another_file}));
}

BOOST_AUTO_TEST_CASE(rolling_back_alone) {
  withstands({false, false, false, true}, all_of({reaching_out, reading_another_file, leaving_the_transaction}));
}

BOOST_AUTO_TEST_CASE(without_any_layer_a_file_that_is_opened_for_reading_only_stays_as_it_is) {
  auto const before = read_file(file);
  auto db = connection({false, false, false, false}, "Driver=SQLite3;NoCreat=1;Database=file:" + file + "?mode=ro");
  for (std::string const pattern : hostile_sqlite_statements) {
    auto const sql = with(pattern, "{dir}", dir);
    is_kept_in(db, sql);
    BOOST_TEST((read_file(file) == before), sql);
  }
}

BOOST_AUTO_TEST_CASE(with_a_guard_that_passes_what_it_cannot_read) {
  db::odbc_options o;
  o.limits.time = 20ms;
  o.guard = db::odbc_guard(sql::sqlite).pass_unreadable();
  auto const before = in.bytes();
  db::odbc_connection db(source, o);
  for (std::string const pattern : hostile_sqlite_statements) BOOST_TEST(is_kept_in(db, with(pattern, "{dir}", dir)));
  BOOST_TEST((in.bytes() == before));
}

BOOST_AUTO_TEST_CASE(the_session_stays_as_it_is) {
  db::odbc_options o;
  o.limits.time = 20ms;
  o.guard = db::odbc_guard(sql::sqlite);
  for (char const* name : {"foreign_keys", "journal_mode", "synchronous", "temp_store", "cache_size", "locking_mode", "query_only",
                           "trusted_schema", "recursive_triggers", "busy_timeout", "database_list"})
    o.guard->allow(std::string("pragma_") + name);
  db::odbc_connection db(source, o);
  auto const before = state_of_session(db);
  for (std::string const pattern : hostile_sqlite_statements) is_kept_in(db, with(pattern, "{dir}", dir));
  BOOST_TEST(state_of_session(db) == before);
}

BOOST_AUTO_TEST_CASE(a_statement_that_ends_its_transaction_leaves_the_next_one_in_one) {
  auto db = connection({false, false, false, true});
  auto const before = read_file(file);
  for (char const* sql : {"COMMIT", "DELETE FROM purchase", "ROLLBACK", "UPDATE customer SET name = 'x'", "END", "DROP TABLE purchase"})
    std::ignore = db.execute(sql);
  BOOST_TEST((read_file(file) == before));
}

BOOST_AUTO_TEST_SUITE_END()
