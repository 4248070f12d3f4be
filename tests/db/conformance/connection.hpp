// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_DB_CONFORMANCE_CONNECTION_HPP
#define T2S_TESTS_DB_CONFORMANCE_CONNECTION_HPP

#include "db/conformance/suite.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/limits.hpp"

#include <atomic>
#include <limits>
#include <span>
#include <stop_token>
#include <thread>

namespace t2s::test::conformance {

using namespace std::chrono_literals;

/// The defaults of an engine's fixture. A fixture also has `name`, `connection`, `options`, `connect(options)`, `endless` (a query that
/// runs for hours), `rows_for_ever`, `rows(n)` (a query of n rows), `repeated(n)` (an expression of n times "x"), `denied` (the engine's
/// own statements that must be refused, a query first), the names of its types, and `bytes` (an expression of the bytes 0 and 255). Its
/// database is the shop.
struct engine_defaults {
  static constexpr bool nests = false;                   ///< a connection may be used within its own each_row
  static constexpr bool streams = true;                  ///< rows come before the last one is found
  static constexpr bool names_large_values = true;       ///< a value that is too large is the subject of its failure
  static constexpr bool shows_descriptions = false;      ///< it reads comments of tables and columns
  static constexpr bool names_qualified_columns = true;  ///< the subject of a wrong `c.nam` is that name
  static constexpr bool proposes_tables = true;          ///< the nearest name is the remedy
  static constexpr bool skips_semicolons = true;         ///< also before a query
  static constexpr bool knows_aggregates = true;         ///< a misplaced aggregate has its own code
  static constexpr bool counts_rows_looked_at = true;    ///< `distinct` looks at `distinct_rows` rows and reports it
  static constexpr bool has_decimals = true;             ///< decimals that no double holds are kept as text
  static std::vector<std::string> more_queries() { return {}; }
  static std::string active_statements() { return {}; }  ///< what the server still executes for the connections of the test
};

template <class Engine>
struct connection_demands {
  static auto connect() { return Engine::connect({}); }

  template <class Change>
  static auto connect_with(Change const& change) {
    typename Engine::options o;
    change(o);
    return Engine::connect(o);
  }

  static void a_query_gives_its_rows() {
    auto db = connect();
    auto const e = db.execute("SELECT name, total FROM customer JOIN purchase ON customer.id = customer ORDER BY purchase.id; -- done");
    BOOST_REQUIRE_MESSAGE(e.ok(), text_of(e.failure));
    BOOST_TEST(e.rows.columns == (std::vector<std::string>{"name", "total"}), boost::test_tools::per_element());
    BOOST_REQUIRE(e.rows.values.size() == 3U);
    BOOST_TEST((e.rows.values[2][0] == value("Émilie")));
    for (auto const& [row, total] : {std::pair<std::size_t, std::string>{0, "120.5"}, {1, "8"}, {2, "1000"}}) {
      auto const text = to_string(e.rows.values[row][1]);
      BOOST_TEST((text == total || text == total + ".0"), text);
    }
    BOOST_TEST((e.elapsed > 0ns));
  }

  static void queries_of_all_kinds_run() {
    auto db = connect();
    std::vector<std::string> all{"SELECT 1",
                                 "WITH a AS (SELECT 1 AS x) SELECT x FROM a",
                                 "SELECT 1 /* a; b */ ;;",
                                 "; SELECT 1",
                                 " ;-- a\n; /* ; */ SELECT 1;",
                                 "SELECT ';' -- ;\n",
                                 "  \n SELECT\t1\n;\n",
                                 "SELECT count(*) FROM rich",
                                 "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT * FROM n"};
    for (auto const& more : Engine::more_queries()) all.push_back(more);
    for (auto const& sql : all) {
      auto const e = db.execute(sql);
      BOOST_TEST(e.ok(), sql << ": " << text_of(e.failure));
      BOOST_TEST(!e.rows.empty(), sql);
    }
  }

  static void a_result_without_rows_has_its_columns() {
    auto db = connect();
    auto const e = db.execute("SELECT id, name FROM customer WHERE id > 99");
    BOOST_REQUIRE(e.ok());
    BOOST_TEST(e.rows.empty());
    BOOST_TEST(e.rows.columns == (std::vector<std::string>{"id", "name"}), boost::test_tools::per_element());
  }

  static void what_is_no_query_is_refused() {
    auto db = connect();
    std::string const with_nul("SELECT 1\0", 9);
    for (auto const& [sql, code] : {std::pair<std::string, errc>{"", errc::no_statement},
                                    {"; -- nothing\n;", errc::no_statement},
                                    {"SELECT 1; SELECT 2", errc::several_statements},
                                    {with_nul, errc::sql_syntax},
                                    {std::string(70'000, ' ') + "SELECT 1", errc::statement_too_long}})
      BOOST_TEST(code_of(db.execute(sql).failure) == std::string(name_of(code)), sql.substr(0, 40));
  }

  /// The contents stay too.
  static void what_writes_is_refused() {
    auto db = connect();
    auto const before = db.execute("SELECT * FROM customer ORDER BY id").rows;
    std::vector<std::string> all{"INSERT INTO customer (id, name) VALUES (9, 'x')",
                                 "UPDATE customer SET name = 'x'",
                                 "DELETE FROM remark",
                                 "DROP TABLE remark",
                                 "DROP VIEW rich",
                                 "ALTER TABLE customer ADD COLUMN stolen integer",
                                 "CREATE TABLE stolen (a integer)",
                                 "CREATE TABLE stolen AS SELECT * FROM customer",
                                 "CREATE VIEW stolen AS SELECT 1 AS a",
                                 "CREATE INDEX stolen ON customer (name)",
                                 "BEGIN",
                                 "COMMIT",
                                 "ROLLBACK",
                                 "WITH a AS (SELECT 1) DELETE FROM remark",
                                 "/* SELECT */ DELETE FROM remark",
                                 "-- SELECT\nDELETE FROM remark"};
    for (auto const& more : Engine::denied()) all.push_back(more);
    for (auto const& sql : all) {
      auto const e = db.execute(sql);
      BOOST_TEST((code_of(e.failure) == "statement_denied" || code_of(e.failure) == "sql_syntax"), sql << ": " << text_of(e.failure));
    }
    for (std::string const second : {"DELETE FROM remark", "COMMIT; DELETE FROM remark; BEGIN", "DROP TABLE remark"})
      BOOST_TEST(!db.execute("SELECT 1; " + second).ok(), second);
    BOOST_TEST((db.execute("SELECT * FROM customer ORDER BY id").rows == before));
    BOOST_TEST(!connect().schema().find_table("stolen"));
    BOOST_TEST(db.execute("SELECT * FROM remark").ok());
  }

  static void a_connection_is_usable_after_every_failure() {
    auto db = connect_with([](auto& o) { o.limits.rows = 1000; });
    for (std::string const& sql :
         {std::string("SELECT nothing FROM customer"), std::string("SELECT FROM WHERE"), std::string("SELECT nothing(1)"),
          std::string("SELECT 1; SELECT 2"), std::string("SELECT CAST('x' AS json"),
          std::string("SELECT 1 FROM customer UNION SELECT 1, 2"), Engine::rows_for_ever()}) {
      BOOST_TEST(db.execute(sql).failure.has_value(), sql);
      BOOST_TEST((first_value(db.execute("SELECT id FROM customer WHERE name = 'Blaise'")) == value(2)), sql);
    }
  }

  static void samples_are_rows_of_a_table() {
    auto db = connect();
    BOOST_TEST(db.sample("customer", 2).rows.values.size() == 2U);
    BOOST_TEST(db.sample("CUSTOMER", 9).rows.values.size() == 3U);
    BOOST_TEST(db.sample("customer", 0).rows.empty());
    BOOST_TEST(db.sample("customer", std::numeric_limits<std::size_t>::max()).rows.values.size() == 3U);
    BOOST_TEST(db.sample("rich", 9).rows.columns.size() == 2U);
    BOOST_TEST(code_of(db.sample("nothing", 9).failure) == "no_such_table");
  }

  static void different_values_of_a_column() {
    auto db = connect();
    BOOST_TEST(db.distinct("purchase", "customer", 10).rows.values.size() == 2U);
    BOOST_TEST(db.distinct("customer", "code", 10).rows.values.size() == 2U);  // without NULL
    auto const some = db.distinct("CUSTOMER", "Life Story", 1);
    BOOST_TEST(some.rows.values.size() == 1U);
    BOOST_TEST(some.rows.columns.size() == 1U);
    BOOST_TEST(db.distinct("customer", "name", 10).rows.values.size() == 3U);
    BOOST_TEST(code_of(db.distinct("nothing", "name", 1).failure) == "no_such_table");
    auto const missing = db.distinct("customer", "nothing", 1);
    BOOST_TEST(code_of(missing.failure) == "no_such_column");
    BOOST_TEST(missing.failure->subject == "nothing");
  }

  static void different_values_say_when_rows_were_left_out() {
    auto db = connect_with([](auto& o) { o.distinct_rows = 1; });
    auto const e = db.distinct("customer", "name", 10);
    BOOST_TEST(e.rows.values.size() == 1U);
    BOOST_REQUIRE(e.failure);
    BOOST_TEST(code_of(e.failure) == "row_limit");
    BOOST_TEST(e.failure->message == "only the first 1 rows were looked at");
    BOOST_TEST(!db.distinct("customer", "name", 1).failure);  // as many as requested
  }

  static void rows_come_one_by_one() {
    auto db = connect_with([](auto& o) {
      o.limits.rows = 10;
      o.limits.bytes = 1000;
    });
    std::size_t rows = 0;
    auto const count = [&rows](std::span<value const>) { ++rows; };
    auto const ended = db.each_row(Engine::rows(50'000), count);
    BOOST_TEST(!ended, text_of(ended));
    BOOST_TEST(rows == 50'000U);

    struct enough {};
    BOOST_CHECK_THROW(db.each_row(Engine::rows(50'000), [](std::span<value const>) { throw enough(); }), enough);
    BOOST_TEST(db.execute("SELECT 1").ok());
    auto const none = [](std::span<value const>) { BOOST_ERROR("there is no row"); };
    BOOST_TEST(code_of(db.each_row("SELECT nmae FROM customer", none)) == "no_such_column");
    BOOST_TEST(code_of(db.each_row("DELETE FROM remark", none)) == "statement_denied");

    auto few = typename Engine::options().limits;
    few.rows = 10;
    rows = 0;
    BOOST_TEST(code_of(db.each_row(Engine::rows_for_ever(), count, few)) == "row_limit");
    BOOST_TEST(rows == 10U);
    few.rows = 1'000'000'000;
    few.bytes = 10'000;
    BOOST_TEST(code_of(db.each_row(Engine::rows_for_ever(), count, few)) == "size_limit");
    few = typename Engine::options().limits;
    few.value_bytes = 1000;
    BOOST_TEST(code_of(db.each_row("SELECT " + Engine::repeated(2000), count, few)) == "size_limit");
    BOOST_TEST(db.execute("SELECT " + Engine::repeated(900)).ok());

    few.time = 200ms;
    few.rows = 1'000'000'000;
    BOOST_TEST(code_of(db.each_row(Engine::endless(), count, few)) == "time_limit");
    BOOST_TEST(db.execute("SELECT 1").ok());
    BOOST_TEST(Engine::active_statements() == "");
  }

  static void a_connection_is_not_used_within_itself() {
    auto db = connect();
    auto const inner = [&](std::span<value const>) { std::ignore = db.execute("SELECT 1"); };
    BOOST_TEST(code_thrown_by([&] { db.each_row("SELECT 1", inner); }) == "invalid_argument");
    BOOST_TEST(db.execute("SELECT 1").ok());
  }

  static void limits_of_rows_and_bytes_keep_what_was_read() {
    auto tight = connect_with([](auto& o) {
      o.limits.rows = 100;
      o.limits.bytes = 100'000;
      o.limits.value_bytes = 10'000;
      o.limits.time = 60s;
    });
    auto const rows = tight.execute(Engine::rows_for_ever());
    BOOST_TEST(code_of(rows.failure) == "row_limit");
    BOOST_TEST(rows.rows.values.size() == 100U);
    auto const bytes = tight.execute("SELECT " + Engine::repeated(5000) + " AS r FROM (" + Engine::rows(1000) + ") AS many");
    BOOST_TEST(code_of(bytes.failure) == "size_limit");
    BOOST_TEST(bytes.rows.values.size() == 19U);
    auto const one = tight.execute("SELECT 1, " + Engine::repeated(20'000) + " AS long_one");
    BOOST_TEST(code_of(one.failure) == "size_limit");
    if (Engine::names_large_values) BOOST_TEST(one.failure->subject == "long_one");
    BOOST_TEST(tight.execute("SELECT 1").ok());
  }

  static void a_statement_ends_at_its_time_limit() {
    auto quick = connect_with([](auto& o) { o.limits.time = 200ms; });
    db::execution e;
    auto const took = time_of([&] { e = quick.execute(Engine::endless()); });
    BOOST_TEST(code_of(e.failure) == "time_limit");
    BOOST_TEST((took >= 200ms && took < 2s));
    BOOST_TEST(quick.execute("SELECT 1").ok());
    BOOST_TEST(Engine::active_statements() == "");
    auto const some = quick.execute(Engine::rows_for_ever());
    BOOST_TEST((code_of(some.failure) == "row_limit" || code_of(some.failure) == "time_limit"), text_of(some.failure));
    if (Engine::streams) BOOST_TEST(!some.rows.empty());
  }

  static void a_stop_token_ends_a_statement_at_once() {
    auto db = connect();
    std::stop_source stop;
    std::jthread const later([&] {
      std::this_thread::sleep_for(100ms);
      stop.request_stop();
    });
    auto const run = [&] { std::ignore = db.execute(Engine::endless(), stop.get_token()); };
    std::string code;
    BOOST_TEST((time_of([&] { code = code_thrown_by(run); }) < 2s));
    BOOST_TEST(code == "cancelled");
    BOOST_TEST(code_thrown_by([&] { std::ignore = db.execute("SELECT 1", stop.get_token()); }) == "cancelled");
    BOOST_TEST(db.execute("SELECT 1").ok());
    BOOST_TEST(Engine::active_statements() == "");
  }

  static void interrupt_ends_a_statement_and_no_later_one() {
    auto db = connect();
    db.interrupt();
    BOOST_TEST(db.execute("SELECT 1").ok());
    for (auto after = 1ms; after < 200ms; after *= 2) {
      {
        std::atomic<bool> done = false;
        std::jthread const later([&] {
          std::this_thread::sleep_for(after);
          db.interrupt();
          for (int waited = 1; !done; ++waited) {  // it may have come before the statement
            std::this_thread::sleep_for(5ms);
            if (!done && waited % 100 == 0) db.interrupt();
          }
        });
        auto const code = code_thrown_by([&] { std::ignore = db.execute(Engine::endless()); });
        done = true;
        BOOST_TEST(code == "cancelled");
      }
      BOOST_TEST(db.execute("SELECT id FROM customer").rows.values.size() == 3U);
    }
  }

  static void a_connection_can_be_moved() {
    auto db = connect();
    auto other = std::move(db);
    BOOST_TEST(other.execute("SELECT 1").ok());
    db = std::move(other);
    BOOST_TEST(db.execute("SELECT 1").ok());
    BOOST_TEST(db.schema().find_table("customer"));
  }

  static void two_threads_at_the_same_time_are_noticed() {
    auto db = connect();
    std::stop_source stop;
    std::jthread const busy([&] {
      try {
        std::ignore = db.execute(Engine::endless(), stop.get_token());
      } catch (error const&) {
      }
    });
    std::this_thread::sleep_for(200ms);
    BOOST_TEST(code_thrown_by([&] { std::ignore = db.execute("SELECT 1"); }) == "invalid_argument");
    stop.request_stop();
  }

  static std::string cast(std::string const& what, char const* type) { return "CAST(" + what + " AS " + type + ")"; }

  static void gives(typename Engine::connection& db, std::string const& expression, value const& expected) {
    auto const found = first_value(db.execute("SELECT " + expression + " AS v"));
    BOOST_TEST((found == expected), expression << ": " << to_sql(found).substr(0, 80));
  }

  static void numbers_come_without_loss() {
    auto db = connect();
    gives(db, cast("1", Engine::integer), 1);
    gives(db, cast("-1", Engine::integer), -1);
    gives(db, cast("9223372036854775807", Engine::integer), std::int64_t{9223372036854775807});
    gives(db, cast("-9223372036854775807", Engine::integer) + " - 1", std::int64_t{-9223372036854775807 - 1});
    gives(db, cast("1.5", Engine::real), 1.5);
    gives(db, cast("0.1", Engine::real), 0.1);
    gives(db, cast("1e300", Engine::real), 1e300);
    gives(db, cast("1.50", "decimal(10, 2)"), 1.5);
  }

  static void great_decimals_come_as_text() {
    auto db = connect();
    gives(db, cast("120.00", "decimal(10, 2)"), 120);
    gives(db, cast("'12345678901234567890.123456789'", "decimal(38, 9)"), "12345678901234567890.123456789");
  }

  static void truth_comes_as_a_number() {
    auto db = connect();
    gives(db, "1 < 2", 1);
    gives(db, "1 > 2", 0);
  }

  static void null_is_not_an_empty_text() {
    auto db = connect();
    gives(db, "NULL", value());
    gives(db, cast("NULL", Engine::text), value());
    gives(db, cast("NULL", Engine::integer), value());
    gives(db, "''", "");
  }

  static void texts_come_in_utf_8() {
    auto db = connect();
    gives(db, "'Émilie, 東京, 🐝'", "Émilie, 東京, 🐝");
    gives(db, "'it''s {fn now()} ?'", "it's {fn now()} ?");
    gives(db, Engine::repeated(100'000), std::string(100'000, 'x'));
    auto const found = db.execute("SELECT id FROM customer WHERE name = 'Émilie'");
    BOOST_TEST((first_value(found) == value(3)));
  }

  static void bytes_come_as_they_are() {
    auto db = connect();
    gives(db, Engine::bytes, blob{{std::byte{0}, std::byte{255}}});
  }

  static void dates_come_as_iso_texts() {
    auto db = connect();
    gives(db, cast("'2025-03-01'", Engine::date), "2025-03-01");
    gives(db, cast("'2025-03-01 12:34:56'", Engine::timestamp), "2025-03-01 12:34:56");
  }

  static void the_schema_has_tables_views_and_columns() {
    auto const db = connect();
    auto const& d = db.schema();
    for (auto const& [name, is_view] :
         {std::pair("customer", false), {"purchase", false}, {"line", false}, {"remark", false}, {"rich", true}})
      BOOST_TEST(table_of(d, name).is_view == is_view, name);
    BOOST_TEST(table_of(d, "rich").columns.size() == 2U);
    std::vector<std::string> names;
    for (auto const& c : table_of(d, "customer").columns) names.push_back(c.name);
    BOOST_TEST(names == (std::vector<std::string>{"id", "name", "code", "Life Story"}), boost::test_tools::per_element());
    BOOST_TEST(table_of(d, "customer").columns[1].not_null);
    BOOST_TEST(!table_of(d, "customer").columns[2].not_null);
    BOOST_TEST((d.sql_dialect() == Engine::dialect));
  }

  static void the_schema_has_keys() {
    auto const db = connect();
    BOOST_TEST(table_of(db.schema(), "line").primary_key() == (std::vector<std::string>{"purchase", "number"}),
               boost::test_tools::per_element());
    auto const& keys = table_of(db.schema(), "remark").foreign_keys;
    BOOST_REQUIRE(keys.size() == 1U);
    BOOST_TEST(keys[0].resolved);
    BOOST_TEST(keys[0].table == "line");
    BOOST_TEST(keys[0].columns == (std::vector<std::string>{"purchase", "number"}), boost::test_tools::per_element());
    BOOST_TEST(keys[0].referenced == (std::vector<std::string>{"purchase", "number"}), boost::test_tools::per_element());
    BOOST_TEST(table_of(db.schema(), "purchase").foreign_keys.at(0).referenced.at(0) == "id");
  }

  static void comments_are_descriptions() {
    auto const db = connect();
    auto const& t = table_of(db.schema(), "purchase");
    BOOST_TEST(t.description == "what was bought");
    BOOST_TEST(t.find_column("total")->description == "in euros");
  }

  static void fails(typename Engine::connection& db, std::string const& sql, errc code, std::string const& subject, std::string const& at) {
    auto const e = db.execute(sql);
    BOOST_TEST_CONTEXT(sql << ": " << text_of(e.failure)) {
      BOOST_REQUIRE(e.failure);
      BOOST_TEST(e.rows.empty());
      BOOST_TEST(code_of(e.failure) == std::string(name_of(code)));
      if (!subject.empty()) BOOST_TEST(e.failure->subject.ends_with(subject));
      if (!at.empty()) BOOST_TEST(e.failure->offset.value_or(99'999) == sql.find(at));
    }
  }

  static void wrong_sql_has_a_code_a_name_and_a_place() {
    auto db = connect();
    fails(db, "SELECT nam FROM customer", errc::no_such_column, "nam", "nam");
    fails(db, "SELECT c.nam FROM customer AS c", errc::no_such_column, Engine::names_qualified_columns ? "nam" : "", "");
    fails(db, "SELECT * FROM customers", errc::no_such_table, "customers", "");
    fails(db, "SELECT id FROM customer, purchase", errc::ambiguous_column, "id", "");
    fails(db, "SELECT unheard_of(1)", errc::no_such_function, "", "");
    fails(db, "SELECT a FROM", errc::sql_syntax, "", "");
    fails(db, "SELECT FROM WHERE", errc::sql_syntax, "", "");
  }

  static void the_nearest_table_is_proposed() {
    auto db = connect();
    BOOST_TEST(db.execute("SELECT * FROM customers").failure.value().remedy == "there is customer");
  }

  static void semicolons_before_a_query_do_not_count() {
    auto db = connect();
    BOOST_TEST((first_value(db.execute(" ; /* a */ ; SELECT id FROM customer WHERE id = 2 ; -- that is all")) == value(2)));
  }

  static void a_misplaced_aggregate_has_a_code() {
    auto db = connect();
    fails(db, "SELECT name FROM customer WHERE count(*) > 1", errc::misuse_of_aggregate, "", "");
  }

  static std::vector<demand> all() {
    using d = connection_demands;
    std::vector<demand> const demands{
        {"a_query_gives_its_rows", "a query gives its rows, columns and time", d::a_query_gives_its_rows},
        {"queries_of_all_kinds_run", "queries of all kinds run, with comments and semicolons around them", d::queries_of_all_kinds_run},
        {"semicolons_before_a_query_do_not_count", "semicolons before a query do not count",
         Engine::skips_semicolons ? d::semicolons_before_a_query_do_not_count : nullptr},
        {"a_result_without_rows_has_its_columns", "a result without rows has its columns", d::a_result_without_rows_has_its_columns},
        {"what_is_no_query_is_refused", "what is not one query, or too long, is refused", d::what_is_no_query_is_refused},
        {"what_writes_is_refused", "what writes is refused, and nothing is written", d::what_writes_is_refused},
        {"a_connection_is_usable_after_every_failure", "a connection is usable after every failure",
         d::a_connection_is_usable_after_every_failure},
        {"samples_are_rows_of_a_table", "`sample`", d::samples_are_rows_of_a_table},
        {"different_values_of_a_column", "`distinct`", d::different_values_of_a_column},
        {"different_values_say_when_rows_were_left_out", "`distinct` says when it looked at the first `distinct_rows` rows alone",
         Engine::counts_rows_looked_at ? d::different_values_say_when_rows_were_left_out : nullptr},
        {"rows_come_one_by_one", "`each_row`, with and without limits", d::rows_come_one_by_one},
        {"a_connection_is_not_used_within_itself", "a connection that is used within its own `each_row` says so",
         Engine::nests ? nullptr : d::a_connection_is_not_used_within_itself},
        {"limits_of_rows_and_bytes_keep_what_was_read", "limits of rows and bytes keep what was read",
         d::limits_of_rows_and_bytes_keep_what_was_read},
        {"a_statement_ends_at_its_time_limit", "a statement ends at its time limit", d::a_statement_ends_at_its_time_limit},
        {"a_stop_token_ends_a_statement_at_once", "a stop token ends a statement at once, on the server too",
         d::a_stop_token_ends_a_statement_at_once},
        {"interrupt_ends_a_statement_and_no_later_one", "`interrupt` ends a statement and no later one",
         d::interrupt_ends_a_statement_and_no_later_one},
        {"a_connection_can_be_moved", "a connection can be moved", d::a_connection_can_be_moved},
        {"two_threads_at_the_same_time_are_noticed", "two threads at the same time are noticed",
         d::two_threads_at_the_same_time_are_noticed},
        {"numbers_come_without_loss", "numbers come without loss, 64-bit integers too", d::numbers_come_without_loss},
        {"great_decimals_come_as_text", "decimals beyond a double come as text",
         Engine::has_decimals ? d::great_decimals_come_as_text : nullptr},
        {"truth_comes_as_a_number", "true and false come as 1 and 0", d::truth_comes_as_a_number},
        {"null_is_not_an_empty_text", "NULL is not an empty text", d::null_is_not_an_empty_text},
        {"texts_come_in_utf_8", "texts come in UTF-8, long ones too", d::texts_come_in_utf_8},
        {"bytes_come_as_they_are", "bytes come as they are", d::bytes_come_as_they_are},
        {"dates_come_as_iso_texts", "dates and times come as ISO 8601 has them", d::dates_come_as_iso_texts},
        {"the_schema_has_tables_views_and_columns", "the schema has tables, views and columns", d::the_schema_has_tables_views_and_columns},
        {"the_schema_has_keys", "the schema has primary and foreign keys", d::the_schema_has_keys},
        {"comments_are_descriptions", "comments of the database are descriptions",
         Engine::shows_descriptions ? d::comments_are_descriptions : nullptr},
        {"wrong_sql_has_a_code_a_name_and_a_place", "wrong SQL has a code, a name and a place", d::wrong_sql_has_a_code_a_name_and_a_place},
        {"the_nearest_table_is_proposed", "the nearest name is proposed for a table that does not exist",
         Engine::proposes_tables ? d::the_nearest_table_is_proposed : nullptr},
        {"a_misplaced_aggregate_has_a_code", "a misplaced aggregate has a code of its own",
         Engine::knows_aggregates ? d::a_misplaced_aggregate_has_a_code : nullptr},
    };
    return demands;
  }
};

}  // namespace t2s::test::conformance

#endif
