// SPDX-License-Identifier: BSL-1.0
// One connection on the calling thread: what it answers, and how statements end.
#include "t2s/db/duckdb/connection.hpp"

#include "support.hpp"

#include <chrono>
#include <span>
#include <thread>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;

namespace {

struct connected : shop_file {
  db::duckdb_connection db{file};
};

db::duckdb_options hasty(std::chrono::nanoseconds time) {
  db::duckdb_options o;
  o.limits.time = time;
  return o;
}

std::string const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 - i FROM n) SELECT max(i) FROM n";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(duckdb_connection, connected)

BOOST_AUTO_TEST_CASE(a_query_gives_its_rows) {
  auto const e = db.execute("SELECT name, total FROM customer JOIN purchase ON customer.id = customer ORDER BY purchase.id; -- done");
  BOOST_REQUIRE_MESSAGE(e.ok(), (e.failure ? e.failure->text() : ""));
  BOOST_TEST(e.rows.columns == (std::vector<std::string>{"name", "total"}), boost::test_tools::per_element());
  BOOST_TEST(e.rows.types == (std::vector<std::string>{"VARCHAR", "DECIMAL"}), boost::test_tools::per_element());
  std::vector<std::vector<value>> const expected{{"Ada", 120.5}, {"Ada", 8}, {"Émilie", 1000}};
  BOOST_TEST((e.rows.values == expected));
  BOOST_TEST((e.elapsed > 0ns));
}

BOOST_AUTO_TEST_CASE(all_kinds_of_queries_are_queries) {
  for (char const* sql :
       {"SELECT 1", "(SELECT 1)", "VALUES (1), (2)", "TABLE customer", "WITH a AS (SELECT 1 AS x) SELECT x FROM a",
        "SELECT 1 /* a; b */ ;;", "SELECT ';' -- ;\n", "  \n SELECT\t1\n;\n", "SELECT count(*) FROM rich", "FROM customer",
        "FROM customer SELECT name", "SELECT * FROM range(3)", "SELECT [1, 2], {'a': 1}", "SELECT date '2025-01-01' -- end",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT * FROM n"}) {
    auto const e = db.execute(sql);
    BOOST_TEST(e.ok(), sql << ": " << (e.ok() ? "" : e.failure->text()));
    BOOST_TEST(!e.rows.empty());
  }
}

BOOST_AUTO_TEST_CASE(a_result_without_rows_has_its_columns) {
  auto const e = db.execute("SELECT id, bought FROM purchase WHERE false");
  BOOST_REQUIRE(e.ok());
  BOOST_TEST(e.rows.empty());
  BOOST_TEST(e.rows.columns.size() == 2U);
  BOOST_TEST(e.rows.types.at(1) == "TIMESTAMP WITH TIME ZONE");
}

BOOST_AUTO_TEST_CASE(what_is_no_query_is_refused) {
  BOOST_TEST(db.execute("").failure->code == errc::no_statement);
  BOOST_TEST(db.execute("; -- nothing\n;").failure->code == errc::no_statement);
  BOOST_TEST(db.execute("SELECT 1; SELECT 2").failure->code == errc::several_statements);
  BOOST_TEST(db.execute(std::string("SELECT 1\0", 9)).failure->code == errc::sql_syntax);
  auto long_one = std::string("SELECT 1").append(70'000, ' ');
  BOOST_TEST(db.execute(long_one).failure->code == errc::statement_too_long);
  BOOST_TEST(db.execute("DROP TABLE customer").failure->code == errc::statement_denied);
  BOOST_TEST(db.execute("SELECT * FROM read_csv('/etc/passwd')").failure->subject == "read_csv");
  BOOST_TEST(db.execute("SELECT * FROM '/etc/passwd'").failure->code == errc::statement_denied);
}

BOOST_AUTO_TEST_CASE(a_connection_is_usable_after_every_failure) {
  for (char const* sql : {"SELECT nothing FROM customer", "SELECT 'x'::INTEGER", "SELECT", "SELECT 1 FROM range(1000000000)"}) {
    BOOST_TEST(db.execute(sql).failure.has_value());
    BOOST_TEST(first_value(db.execute("SELECT 41 + 1")) == value(42));
  }
}

BOOST_AUTO_TEST_CASE(samples_and_different_values) {
  BOOST_TEST(db.sample("customer", 2).rows.values.size() == 2U);
  BOOST_TEST(db.sample("CUSTOMER", 9).rows.values.size() == 3U);
  BOOST_TEST(db.sample("rich", 9).rows.columns.size() == 2U);
  BOOST_TEST(db.sample("nothing", 9).failure->code == errc::no_such_table);
  BOOST_TEST(db.distinct("purchase", "customer", 10).rows.values.size() == 2U);
  BOOST_TEST(db.distinct("customer", "code", 10).rows.values.size() == 2U);  // without NULL
  BOOST_TEST(db.distinct("customer", "Life Story", 1).rows.values.size() == 1U);
  BOOST_TEST(db.distinct("line", "note", 10).rows.values.size() == 1U);
  BOOST_TEST((db.distinct("line", "tags", 10).rows.values.at(0).at(0) == value("[x, y]")));
  BOOST_TEST(db.distinct("customer", "nothing", 1).failure->code == errc::no_such_column);
  db::duckdb_options o;
  o.distinct_rows = 1;
  auto const first = db::duckdb_connection(file, o).distinct("customer", "name", 10);
  BOOST_TEST(first.rows.values.size() == 1U);
  BOOST_TEST(first.rows.columns.size() == 1U);
  BOOST_REQUIRE(first.failure);
  BOOST_TEST(first.failure->message == "only the first 1 rows were looked at");
}

BOOST_AUTO_TEST_CASE(rows_one_by_one) {
  std::int64_t sum = 0;
  auto const ended = db.each_row("SELECT i FROM range(200000) AS r(i)", [&](std::span<value const> row) { sum += *row[0].integer(); });
  BOOST_TEST(!ended);
  BOOST_TEST(sum == std::int64_t{199'999} * 200'000 / 2);

  struct enough {};
  BOOST_CHECK_THROW(db.each_row("SELECT i FROM range(200000) AS r(i)", [](std::span<value const>) { throw enough(); }), enough);
  BOOST_TEST(first_value(db.execute("SELECT 1")) == value(1));

  db::statement_limits few;
  few.rows = 10;
  std::size_t rows = 0;
  auto const cut = db.each_row("SELECT * FROM range(10000000000)", [&](std::span<value const>) { ++rows; }, few);
  BOOST_REQUIRE(cut);
  BOOST_TEST(cut->code == errc::row_limit);
  BOOST_TEST(rows == 10U);

  few.time = 200ms;
  few.rows = 1'000'000'000;
  BOOST_TEST(db.each_row(endless, [](std::span<value const>) {}, few)->code == errc::time_limit);
}

BOOST_AUTO_TEST_CASE(many_rows_need_no_memory) {
  db::duckdb_options o;
  o.memory_bytes = 200 * 1024 * 1024;
  o.limits.time = 60s;
  db::duckdb_connection small(file, o);
  std::size_t rows = 0;
  auto const ended = small.each_row("SELECT i, 'text ' || i FROM range(20000000) AS r(i)", [&](std::span<value const>) { ++rows; });
  BOOST_TEST(!ended, (ended ? ended->text() : ""));
  BOOST_TEST(rows == 20'000'000U);  // 460 MB of text, of 200
}

BOOST_AUTO_TEST_CASE(a_connection_is_not_used_within_itself) {
  auto const inner = [&](std::span<value const>) { std::ignore = db.execute("SELECT 1"); };
  BOOST_TEST(failure_of([&] { db.each_row("SELECT 1", inner); }).code == errc::invalid_argument);
  BOOST_TEST(first_value(db.execute("SELECT 1")) == value(1));
}

BOOST_AUTO_TEST_CASE(limits_of_rows_and_bytes_keep_what_was_read) {
  db::duckdb_options o;
  o.limits.rows = 100;
  o.limits.bytes = 100'000;
  o.limits.value_bytes = 10'000;
  db::duckdb_connection tight(file, o);
  auto const rows = tight.execute("SELECT * FROM range(10000000000)");
  BOOST_TEST(rows.failure->code == errc::row_limit);
  BOOST_TEST(rows.rows.values.size() == 100U);
  auto const bytes = tight.execute("SELECT lpad('', 5000, 'x') AS r FROM range(1000)");
  BOOST_TEST(bytes.failure->code == errc::size_limit);
  BOOST_TEST(bytes.rows.values.size() == 19U);
  auto const one = tight.execute("SELECT 1, lpad('', 20000, 'x') AS r");
  BOOST_TEST(one.failure->code == errc::size_limit);
  BOOST_TEST(one.failure->subject == "r");
  BOOST_TEST(first_value(tight.execute("SELECT 1")) == value(1));
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_into_the_memory_fails_and_writes_no_file) {
  db::duckdb_options o;
  o.memory_bytes = 64 * 1024 * 1024;
  o.limits.time = 60s;
  db::duckdb_connection small(file, o);
  auto const e = small.execute("SELECT count(*) FROM (SELECT DISTINCT i, md5(i::VARCHAR) FROM range(20000000) AS r(i))");
  BOOST_REQUIRE(e.failure);
  BOOST_TEST(e.failure->code == errc::size_limit);
  BOOST_TEST(first_value(small.execute("SELECT 1")) == value(1));
  BOOST_TEST(std::distance(std::filesystem::directory_iterator(folder.text()), {}) == 1);
}

BOOST_AUTO_TEST_CASE(a_statement_ends_at_its_time_limit) {
  db::duckdb_connection quick(file, hasty(300ms));
  for (std::string const& sql :
       {endless, std::string("SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range % 7 = 1")}) {
    db::execution e;
    auto const took = time_of([&] { e = quick.execute(sql); });
    BOOST_REQUIRE_MESSAGE(e.failure, sql);
    BOOST_TEST(e.failure->code == errc::time_limit, e.failure->text());
    BOOST_TEST((took >= 300ms && took < 1300ms));
    BOOST_TEST(first_value(quick.execute("SELECT 1")) == value(1));
  }
}

BOOST_AUTO_TEST_CASE(a_stop_token_ends_a_statement_at_once) {
  std::stop_source stop;
  std::jthread const later([&] {
    std::this_thread::sleep_for(100ms);
    stop.request_stop();
  });
  auto const took =
      time_of([&] { BOOST_TEST(failure_of([&] { std::ignore = db.execute(endless, stop.get_token()); }).code == errc::cancelled); });
  BOOST_TEST((took < 2s));
  BOOST_TEST(failure_of([&] { std::ignore = db.execute("SELECT 1", stop.get_token()); }).code == errc::cancelled);
  BOOST_TEST(first_value(db.execute("SELECT 1")) == value(1));
}

BOOST_AUTO_TEST_CASE(interrupt_ends_a_statement_and_no_later_one) {
  db.interrupt();
  BOOST_TEST(first_value(db.execute("SELECT 1")) == value(1));
  for (int i = 0; i < 20; ++i) {
    std::jthread const later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(1 + 5 * i));
      db.interrupt();
    });
    auto const slow = "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range % 7 = " + std::to_string(i);
    BOOST_TEST(failure_of([&] { std::ignore = db.execute(slow); }).code == errc::cancelled);
    BOOST_TEST(first_value(db.execute("SELECT 1 FROM customer LIMIT 1")) == value(1));
  }
}

BOOST_AUTO_TEST_CASE(a_connection_can_be_moved) {
  auto other = std::move(db);
  BOOST_TEST(first_value(other.execute("SELECT 1")) == value(1));
  db = std::move(other);
  BOOST_TEST(first_value(db.execute("SELECT 1")) == value(1));
}

BOOST_AUTO_TEST_CASE(two_threads_at_the_same_time_are_noticed) {
  std::stop_source stop;
  std::jthread const busy([&] {
    try {
      std::ignore = db.execute(endless, stop.get_token());
    } catch (error const&) {
    }
  });
  std::this_thread::sleep_for(100ms);
  BOOST_TEST(failure_of([&] { std::ignore = db.execute("SELECT 1"); }).code == errc::invalid_argument);
  stop.request_stop();
}

BOOST_AUTO_TEST_CASE(connections_share_an_instance_and_not_their_limits) {
  db::duckdb_connection other(file, hasty(200ms));
  BOOST_TEST(other.execute(endless).failure->code == errc::time_limit);
  db::duckdb_options o;
  o.guard.deny("upper");
  BOOST_TEST(db::duckdb_connection(file, o).execute("SELECT upper('a')").failure->code == errc::statement_denied);
  BOOST_TEST(first_value(db.execute("SELECT upper('a')")) == value("A"));
  o.guard = db::duckdb_guard();
  o.threads = 1;
  db::duckdb_connection alone(file, o);  // another instance of the same file
  BOOST_TEST(first_value(alone.execute("SELECT current_setting('threads')")) == value(1));
}

BOOST_AUTO_TEST_CASE(a_table_or_cte_may_have_the_name_of_a_denied_function) {
  auto const named = folder / "named.duckdb";
  administrator(named).run(
      "CREATE TABLE read_csv_log AS SELECT 7 AS a; CREATE TABLE repeat AS SELECT 8 AS a; CREATE TABLE \"old.csv\" AS SELECT 9 AS a");
  db::duckdb_options o;
  o.guard.deny("repeat_*");
  auto denied_too = o;
  denied_too.guard.deny("old.csv");
  for (bool const passes : {false, true}) {
    if (passes) o.guard.pass_unreadable();
    db::duckdb_connection d(named, o);
    BOOST_TEST(first_value(d.execute("SELECT a FROM read_csv_log")) == value(7));
    BOOST_TEST(d.execute("DESCRIBE read_csv_log").ok() == passes);  // which this library's parser does not read
    BOOST_TEST(first_value(d.execute("SELECT a FROM repeat")) == value(8));
    BOOST_TEST(first_value(d.execute("SELECT a FROM 'old.csv'")) == value(9));
    BOOST_TEST(first_value(d.execute("WITH pg_sleep AS (SELECT 5 AS a) FROM pg_sleep")) == value(5));
    for (char const* sql : {"FROM read_csv_log('x.csv')", "FROM repeat(1, 2)", "SELECT repeat('a', 3)", "FROM 'other.csv'",
                            "WITH checkpoint AS (SELECT 1) FROM checkpoint()", "WITH sniff_csv AS (SELECT 1) FROM sniff_csv('*')"})
      BOOST_TEST(d.execute(sql).failure.value_or(failure()).code == errc::statement_denied, sql);
  }
  BOOST_TEST(db::duckdb_connection(named, denied_too).execute("FROM 'old.csv'").failure.value_or(failure()).code == errc::statement_denied);
}

BOOST_AUTO_TEST_CASE(what_could_be_written_without_this_library) {
  auto const reasons = db.can_write();
  BOOST_REQUIRE(reasons.size() == 2U);
  BOOST_TEST(reasons[0] == "this user may write to " + file);
  BOOST_TEST(reasons[1] == "this user may make files in " + folder.text());
}

BOOST_AUTO_TEST_CASE(the_file_stays_as_it_is) {
  auto const before = bytes_of(file);
  auto const time = std::filesystem::last_write_time(file);
  {
    db::duckdb_connection other(file);
    BOOST_TEST(other.execute("SELECT count(*) FROM customer").ok());
    BOOST_TEST(!other.execute("INSERT INTO customer VALUES (9, 'x', NULL, NULL)").ok());
  }
  BOOST_TEST((bytes_of(file) == before));
  BOOST_TEST((std::filesystem::last_write_time(file) == time));
  BOOST_TEST(std::distance(std::filesystem::directory_iterator(folder.text()), {}) == 1);
}

BOOST_AUTO_TEST_SUITE_END()
