// SPDX-License-Identifier: BSL-1.0
// One connection on the calling thread: its answers, and how statements end.
#include "t2s/db/duckdb/connection.hpp"

#include "support.hpp"

#include <chrono>
#include <span>

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

BOOST_AUTO_TEST_CASE(columns_of_a_result_without_rows_have_types) {
  BOOST_TEST(db.execute("SELECT id, bought FROM purchase WHERE false").rows.types.at(1) == "TIMESTAMP WITH TIME ZONE");
}

BOOST_AUTO_TEST_CASE(different_values_of_lists) {
  BOOST_TEST((db.distinct("line", "tags", 10).rows.values.at(0).at(0) == value("[x, y]")));
}

BOOST_AUTO_TEST_CASE(many_rows_need_no_memory) {
  db::duckdb_options o;
  o.memory_bytes = 32 * 1024 * 1024;
  o.limits.time = 60s;
  db::duckdb_connection small(file, o);
  std::size_t rows = 0;
  auto const ended = small.each_row("SELECT i, 'text ' || i FROM range(2000000) AS r(i)", [&](std::span<value const>) { ++rows; });
  BOOST_TEST(!ended, (ended ? ended->text() : ""));
  BOOST_TEST(rows == 2'000'000U);  // 42 MB of text and 16 of numbers, of 32
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_into_the_memory_fails_and_writes_no_file) {
  db::duckdb_options o;
  o.memory_bytes = 64 * 1024 * 1024;
  o.limits.time = 60s;
  db::duckdb_connection small(file, o);
  auto const e = small.execute("SELECT count(*) FROM (SELECT DISTINCT i, md5(i::VARCHAR) FROM range(3000000) AS r(i))");
  BOOST_REQUIRE(e.failure);
  BOOST_TEST(e.failure->code == errc::size_limit);
  BOOST_TEST(first_value(small.execute("SELECT 1")) == value(1));
  BOOST_TEST(std::distance(std::filesystem::directory_iterator(folder.text()), {}) == 1);
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
    BOOST_TEST(d.execute("DESCRIBE read_csv_log").ok() == passes);  // which this library's parser cannot read
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
  auto const before = read_file(file);
  auto const time = std::filesystem::last_write_time(file);
  {
    db::duckdb_connection other(file);
    BOOST_TEST(other.execute("SELECT count(*) FROM customer").ok());
    BOOST_TEST(!other.execute("INSERT INTO customer VALUES (9, 'x', NULL, NULL)").ok());
  }
  BOOST_TEST((read_file(file) == before));
  BOOST_TEST((std::filesystem::last_write_time(file) == time));
  BOOST_TEST(std::distance(std::filesystem::directory_iterator(folder.text()), {}) == 1);
}

BOOST_AUTO_TEST_SUITE_END()
