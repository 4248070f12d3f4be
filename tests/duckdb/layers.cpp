// SPDX-License-Identifier: BSL-1.0
// Each layer alone, with the others switched off, against the harm that it prevents.
#include "support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

struct file_with_secret : shop_file {
  file_with_secret() { write_file(folder / "secret.txt", "t2s secret"); }

  /// A connection with these layers, without a list of names.
  db::duckdb_connection with(db::unsafe::duckdb_layers layers, db::statement_guard guard = db::statement_guard(sql::duckdb)) {
    db::duckdb_options o;
    o.layers = layers;
    o.guard = std::move(guard);
    return db::duckdb_connection(file, o);
  }

  std::string const reads = "SELECT content FROM read_text('" + folder / "secret.txt" + "')";
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(duckdb_layers, file_with_secret)

BOOST_AUTO_TEST_CASE(without_any_of_them_harm_is_done) {
  auto db = with({false, false, false, false});
  BOOST_TEST(first_value(db.execute(reads)) == value("t2s secret"));
  BOOST_TEST(db.execute("COMMIT; DELETE FROM remark; UPDATE customer SET code = 'x'; BEGIN").ok());
  BOOST_TEST(first_value(db.execute("SELECT count(*) FROM customer WHERE code = 'x'")) == value(3));
  BOOST_TEST(db.execute("SELECT setseed(0.5)").ok());
}

BOOST_AUTO_TEST_CASE(the_guard_refuses_what_is_no_query_and_what_its_list_names) {
  auto db = with({true, false, false, false}, db::duckdb_guard());
  for (std::string const& sql :
       {reads, std::string("DELETE FROM remark"), std::string("SELECT 1; SELECT 2"), std::string("SELECT nextval('numbers')"),
        std::string("FROM 'x.csv'"), std::string("SET threads = 1"), std::string("SELECT sleep_ms(1)")})
    BOOST_TEST(!db.execute(sql).ok(), sql);
  BOOST_TEST(db.execute("FROM customer").ok());
}

BOOST_AUTO_TEST_CASE(only_one_query_is_run) {
  auto db = with({false, true, false, false});
  for (char const* sql :
       {"DELETE FROM remark", "SELECT 1; SELECT 2", "SELECT 1; DELETE FROM remark", "WITH a AS (SELECT 1) DELETE FROM remark",
        "SET threads = 1", "COPY customer TO 'x.csv'", "CREATE TEMP TABLE x (a INTEGER)", "ATTACH ':memory:' AS m", "CALL enable_logging()",
        "EXPLAIN SELECT 1", "BEGIN", "PRAGMA database_list; DELETE FROM remark"})
    BOOST_TEST(!db.execute(sql).ok(), sql);
  BOOST_TEST(db.execute("FROM customer").ok());
}

BOOST_AUTO_TEST_CASE(the_names_of_the_list_are_found_by_the_parser_of_duckdb_too) {
  auto db = with({false, true, false, false}, db::duckdb_guard());
  for (std::string const& sql :
       {reads, std::string("SELECT (SELECT setseed(0.5))"), std::string("FROM checkpoint()"), "FROM '" + folder / "secret.txt" + "'",
        std::string("SELECT * FROM customer WHERE id = sleep_ms(1)"), std::string("DESCRIBE SELECT nextval('numbers')")})
    BOOST_TEST(db.execute(sql).failure.value_or(failure()).code == errc::statement_denied, sql);
  BOOST_TEST(db.execute("SELECT count(*) FROM customer").ok());
}

BOOST_AUTO_TEST_CASE(a_file_that_is_open_for_reading_only_and_a_transaction_too_write_nothing) {
  auto const before = read_file(file);
  {
    auto db = with({false, false, true, false});
    for (char const* sql :
         {"DELETE FROM remark", "CREATE TABLE x (a INTEGER)", "SELECT nextval('numbers')", "DROP VIEW rich", "COMMIT; DELETE FROM remark",
          "COMMIT; BEGIN TRANSACTION READ WRITE; DELETE FROM remark; COMMIT", "ROLLBACK; DROP TABLE remark"})
      BOOST_TEST(db.execute(sql).failure.value_or(failure()).code == errc::statement_denied, sql);
    BOOST_TEST(db.execute("FROM customer").ok());
  }
  BOOST_TEST((read_file(file) == before));
}

BOOST_AUTO_TEST_CASE(what_is_enclosed_reaches_nothing_and_takes_no_settings) {
  auto db = with({false, false, false, true});
  for (std::string const& sql :
       {reads, "COPY customer TO '" + folder / "out.csv" + "'", "ATTACH '" + folder / "new.duckdb" + "' AS n",
        "EXPORT DATABASE '" + folder / "out" + "'", std::string("SELECT * FROM glob('/*')"), std::string("INSTALL httpfs"),
        std::string("LOAD httpfs"), std::string("SET enable_external_access = true"), std::string("SET lock_configuration = false"),
        std::string("SET memory_limit = '100GB'"), std::string("SET allowed_paths = ['/etc/passwd']"),
        std::string("RESET enable_external_access"), std::string("SELECT * FROM read_csv('http://127.0.0.1:9/x')")})
    BOOST_TEST(db.execute(sql).failure.value_or(failure()).code == errc::statement_denied, sql);
  BOOST_TEST(db.execute("FROM customer").ok());
  BOOST_TEST(std::distance(std::filesystem::directory_iterator(folder.text()), {}) == 2);
}

BOOST_AUTO_TEST_SUITE_END()
