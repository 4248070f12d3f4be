// SPDX-License-Identifier: BSL-1.0
// What a statement would read, estimated before it runs. The reference is SQLite's own count of visited rows.
#include "t2s/db/detail/estimate.hpp"

#include "db/support.hpp"
#include "t2s/db/any/open.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/link/detail/narrowed.hpp"

#include <cmath>
#include <string>

using namespace t2s;
using namespace t2s::test;

namespace {

/// a and b have 1,000 rows, big has 100,000; the column `of` of big has an index, with each value ten times.
char const* const large_tables =
    "CREATE TABLE a(id INTEGER PRIMARY KEY, n INT); CREATE TABLE b(id INTEGER PRIMARY KEY, n INT);"
    "CREATE TABLE big(id INTEGER PRIMARY KEY, of INT, word TEXT); CREATE INDEX big_of ON big(of);"
    "CREATE VIEW joined AS SELECT x.id, y.word FROM a AS x JOIN big AS y ON y.of = x.id;"
    "WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 1000) INSERT INTO a SELECT n, n % 10 FROM i;"
    "INSERT INTO b SELECT id, n FROM a;"
    "WITH RECURSIVE i(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM i WHERE n < 99999) INSERT INTO big SELECT n + 1, n / 10, 'w' || n FROM "
    "i;";

struct large {
  folder in{};
  std::filesystem::path file = make_database(in / "large.sqlite", large_tables);
  db::sqlite_connection db{file.string()};

  [[nodiscard]] db::statement_cost cost(std::string const& sql) {
    auto const found = db.estimate(sql);
    BOOST_REQUIRE_MESSAGE(found.cost, sql << ": " << (found.failure ? found.failure->text() : "nothing is known"));
    return *found.cost;
  }

  void analyse() const { writer(file).run("ANALYZE"); }

  [[nodiscard]] db::sqlite_connection limited(std::size_t rows) const { return db::sqlite_connection(file.string(), limit(rows)); }
  [[nodiscard]] static db::sqlite_options limit(std::size_t rows) {
    db::sqlite_options o;
    o.limits.rows_read = rows;
    return o;
  }
};

/// The number of rows that plain SQLite visits for a statement: the steps of its loops over whole tables, which its counter has, and the
/// lookups by a key, which the counter lacks and `searched` counts.
double rows_gone_through(std::filesystem::path const& file, std::string const& sql, double searched) {
  sqlite3* db = nullptr;
  sqlite3_stmt* s = nullptr;
  BOOST_REQUIRE(sqlite3_open(file.c_str(), &db) == SQLITE_OK);
  BOOST_REQUIRE(sqlite3_prepare_v2(db, sql.c_str(), -1, &s, nullptr) == SQLITE_OK);
  while (sqlite3_step(s) == SQLITE_ROW) continue;
  double const steps = sqlite3_stmt_status(s, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0);
  sqlite3_finalize(s);
  sqlite3_close(db);
  return steps + searched;
}

void near(double estimated, double real, std::string const& sql) {
  BOOST_TEST(std::abs(std::log10(std::max(estimated, 1.0) / std::max(real, 1.0))) <= 1, sql << ": " << estimated << " for " << real);
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(estimate, large)

BOOST_AUTO_TEST_CASE(is_of_the_order_of_what_is_read) {
  struct {
    char const* sql;
    double searched;
  } const cases[] = {{"SELECT * FROM big", 0},
                     {"SELECT count(*) FROM a, b WHERE a.n + b.n > 3", 0},
                     {"SELECT count(*) FROM a AS x, a AS y, (SELECT * FROM b WHERE id = 4) AS z WHERE x.n <> y.n", 1},
                     {"SELECT count(*) FROM a, b WHERE b.n = 3", 100'000},
                     {"SELECT * FROM big WHERE id = 7", 1},
                     {"SELECT * FROM big WHERE of = 7", 10},
                     {"SELECT * FROM a JOIN big ON big.of = a.id", 10'000},
                     {"SELECT * FROM joined", 10'000},
                     {"SELECT count(*) FROM joined AS y, b AS x WHERE x.n = 3 AND x.id = y.id", 20'000},
                     {"SELECT * FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.n > a.n + 100)", 0},
                     {"SELECT * FROM a WHERE n IN (SELECT n FROM b)", 1000},
                     {"SELECT count(*) FROM b, a WHERE a.id IN (SELECT id - 1 FROM b WHERE id > 0)", 2000},
                     {"SELECT count(*) FROM b, a WHERE a.id IN (SELECT of FROM big)", 10'000},
                     {"SELECT count(*) FROM b, a WHERE a.id IN (SELECT id FROM b)", 1000},
                     {"SELECT * FROM big WHERE of IN (SELECT id FROM b)", 10'000},
                     {"SELECT * FROM a JOIN big ON big.of = a.id WHERE big.word IN (SELECT n FROM b)", 10'000},
                     {"SELECT * FROM a WHERE id IN (SELECT id + 1 FROM b) OR id = 5", 1001},
                     {"SELECT id FROM a UNION ALL SELECT id FROM big", 0},
                     {"SELECT * FROM a WHERE id = 3 OR id = 5", 2},
                     {"SELECT * FROM big LIMIT 5", 0},
                     {"SELECT word FROM big ORDER BY id LIMIT 5 OFFSET 5", 0},
                     {"SELECT word FROM big ORDER BY word LIMIT 5", 0},
                     {"SELECT max(id) FROM big", 1}};
  for (bool const is_analysed : {false, true}) {
    if (is_analysed) analyse();
    db = db::sqlite_connection(file.string());
    for (auto const& c : cases) near(cost(c.sql).rows_read, rows_gone_through(file, c.sql, c.searched), c.sql);
  }
}

BOOST_AUTO_TEST_CASE(a_limit_of_rows_makes_nothing_cheaper_that_must_find_them) {
  writer(file).run(
      "CREATE VIEW none AS SELECT * FROM big WHERE word = 'none'; CREATE VIEW few AS SELECT word, count(*) AS c FROM big GROUP BY word");
  db = db::sqlite_connection(file.string());
  for (char const* sql : {"SELECT * FROM a JOIN b ON a.n > b.n + 100 LIMIT 1", "SELECT * FROM none LIMIT 1", "SELECT c FROM few LIMIT 1"})
    near(cost(sql).rows_read, rows_gone_through(file, sql, 0), sql);
  for (char const* sql : {"SELECT * FROM a NATURAL JOIN b LIMIT 1", "SELECT * FROM a JOIN b USING (id) LIMIT 1"})
    BOOST_TEST(cost(sql).rows_read == 2000, sql);
  BOOST_TEST(cost("SELECT * FROM a, b LIMIT 1").rows_read < 10);
}

BOOST_AUTO_TEST_CASE(a_part_of_a_key_finds_more_than_one_row) {
  folder other;
  auto const keyed = make_database(
      other / "keyed.sqlite",
      "CREATE TABLE j(a INT, b INT, c INT UNIQUE, d INT DEFAULT (1 + (2)), PRIMARY KEY(a, b), CONSTRAINT \"unique\" UNIQUE (d, c, b));"
      "CREATE TABLE w(a INT, b INT, c INT, PRIMARY KEY(a, b)) WITHOUT ROWID; CREATE TABLE m(a INT, b INT, c INT);"
      "CREATE UNIQUE INDEX m_ab ON m(a, abs(b)); CREATE TABLE one(id INTEGER PRIMARY KEY);"
      "WITH RECURSIVE i(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM i WHERE n < 9999) INSERT INTO j SELECT n / 20, n % 20, n, n / 20 FROM "
      "i;"
      "INSERT INTO w SELECT a, b, c FROM j; INSERT INTO m SELECT a, b, c FROM j;");
  for (bool const is_analysed : {false, true}) {
    if (is_analysed) writer(keyed).run("ANALYZE");
    db = db::sqlite_connection(keyed.string());
    for (char const* table : {"j", "w", "m"}) {
      auto const from = std::string("SELECT c FROM ") + table + " AS x WHERE a = 7";
      BOOST_TEST(cost(from).rows_read == (is_analysed ? 20 : 10), from);
      auto const all = from + (*table == 'm' ? " AND abs(b) = 3" : " AND b = 3");
      BOOST_TEST(cost(all).rows_read == 1, all);
    }
    BOOST_TEST(cost("SELECT a FROM j WHERE c = 3").rows_read == 1);
    BOOST_TEST(cost("SELECT a FROM j WHERE d = 3").rows_read == (is_analysed ? 20 : 10));
  }
}

BOOST_AUTO_TEST_CASE(says_which_step_is_the_costliest_and_what_would_help) {
  auto const product = cost("SELECT count(*) FROM a AS x, b AS y");
  BOOST_TEST(product.costliest == "reading about 1,000 rows of b (as y) for each of about 1,000 rows of a (as x)");
  BOOST_TEST(product.cheaper.find("join condition") != std::string::npos);
  auto const whole = cost("SELECT word FROM big");
  BOOST_TEST(whole.costliest == "reading about 100,000 rows of big");
  BOOST_TEST(whole.cheaper.find("index") != std::string::npos);
  BOOST_TEST(whole.rows_returned == 100'000);
}

BOOST_AUTO_TEST_CASE(no_join_condition_is_asked_for_where_there_is_one) {
  auto const asks = [this](std::string const& sql) { return cost(sql).cheaper.find("join condition") != std::string::npos; };
  for (char const* sql : {"SELECT count(*) FROM a, b", "SELECT count(*) FROM a, b WHERE b.n = 3 AND a.n = 4",
                          "SELECT count(*) FROM a AS x, a AS y, (SELECT * FROM b WHERE id = 4) AS z"})
    BOOST_TEST(asks(sql), sql);
  for (char const* sql :
       {"SELECT count(*) FROM a JOIN big ON big.of = a.id", "SELECT count(*) FROM a JOIN b ON a.n > b.n",
        "SELECT count(*) FROM a JOIN b ON a.n + b.n > 3", "SELECT count(*) FROM a JOIN b USING (n)", "SELECT * FROM joined",
        "SELECT * FROM a WHERE EXISTS (SELECT 1 FROM big WHERE length(word) = a.n)", "SELECT count(*) FROM a AS x JOIN a AS y ON x.n = y.n",
        "SELECT count(*) FROM a AS x, a AS y WHERE x.n BETWEEN y.n AND y.n + 1"})
    BOOST_TEST(!asks(sql), sql << ": " << cost(sql).cheaper);
}

BOOST_AUTO_TEST_CASE(the_costliest_step_of_an_in_is_that_of_its_select) {
  for (char const* values : {"SELECT of FROM big", "SELECT id FROM big", "SELECT of FROM big UNION SELECT id FROM big"}) {
    auto const sql = std::string("SELECT n FROM a WHERE id IN (") + values + ")";
    BOOST_TEST(cost(sql).costliest == "reading about 100,000 rows of big", sql << ": " << cost(sql).costliest);
  }
  auto const two = cost("SELECT n FROM a WHERE id IN (SELECT of FROM big) AND n IN (SELECT of FROM big)");
  near(two.rows_read, 300'000, "two lists, one of which is looked up");
  BOOST_TEST(two.costliest == "reading about 100,000 rows of big");
}

BOOST_AUTO_TEST_CASE(a_limit_that_may_end_early_makes_the_rows_the_most) {
  for (char const* sql : {"SELECT * FROM big WHERE word = 'w5' LIMIT 10", "SELECT * FROM a JOIN b ON a.n > b.n LIMIT 3, 10"}) {
    BOOST_TEST(cost(sql).may_end_early, sql);
    BOOST_TEST(cost(sql).rows_returned == 10, sql);
    BOOST_TEST(rows_gone_through(file, sql, 0) < cost(sql).rows_read, sql);
  }
  for (char const* sql : {"SELECT * FROM big LIMIT 5", "SELECT word FROM big WHERE of > 3 ORDER BY word LIMIT 5", "SELECT * FROM big",
                          "SELECT count(*) FROM a, b LIMIT 5", "SELECT * FROM (SELECT * FROM a WHERE n = 3 LIMIT 5)"})
    BOOST_TEST(!cost(sql).may_end_early, sql);
  auto const refused = limited(1000).execute("SELECT * FROM big WHERE word = 'w5' LIMIT 10").failure;
  BOOST_REQUIRE(refused);
  BOOST_TEST(refused->message.starts_with("the statement was not run: it may read up to about 100,000 rows in all, and the limit is 1,000"),
             refused->message);
}

BOOST_AUTO_TEST_CASE(no_table_is_read_for_it) {
  static constexpr std::int64_t few = 1000;  // reading big takes more than 100,000
  counted_steps const steps;
  auto hasty = limited(1);
  (void)counted_steps::taken();
  auto const e = hasty.execute("SELECT count(*) FROM big AS p, big AS q, big AS r, big AS s");  // 10^20
  BOOST_REQUIRE(e.failure);
  BOOST_TEST(e.failure->code == errc::too_costly);
  auto const asked = counted_steps::taken();
  BOOST_TEST((asked > 0 && asked < few), asked);
  BOOST_REQUIRE(db::sqlite_connection(file.string()).execute("SELECT count(word) FROM big").ok());
  BOOST_TEST(counted_steps::taken() > 100 * few);
}

BOOST_AUTO_TEST_CASE(the_longest_statement_is_limited_too) {
  auto strict = limited(1000);
  auto const most = db::sqlite_options().limits.statement_bytes;
  for (std::size_t const size : {most - 19, most - 18, most}) {
    std::string const begin = "SELECT '", end = "', count(*) FROM a, b";
    auto const sql = begin + std::string(size - begin.size() - end.size(), 'x') + end;
    BOOST_REQUIRE(sql.size() == size);
    BOOST_TEST(strict.execute(sql).failure.value().code == errc::too_costly, size);
    BOOST_TEST(strict.execute(sql + std::string(most - size + 1, ' ')).failure.value().code == errc::statement_too_long, size);
  }
}

BOOST_AUTO_TEST_CASE(a_table_with_few_rows_and_great_numbers_is_no_large_one) {
  folder other;
  auto const sparse =
      make_database(other / "sparse.sqlite", "CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (4000000000);");
  db = db::sqlite_connection(sparse.string());
  BOOST_TEST(cost("SELECT * FROM t").rows_read < 10'000);
}

BOOST_AUTO_TEST_CASE(short_rows_are_not_taken_for_fewer) {
  folder other;
  std::string columns, added;
  for (int i = 0; i < 40; ++i) {
    columns += ", c" + std::to_string(i) + " INT AS (id + 1) VIRTUAL";
    added += "ALTER TABLE grown ADD COLUMN c" + std::to_string(i) + " INT;";
  }
  auto const short_rows = make_database(
      other / "short.sqlite",
      "CREATE TABLE computed(id INTEGER PRIMARY KEY" + columns + "); CREATE TABLE grown(id INTEGER PRIMARY KEY);" +
          "WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 100000) INSERT INTO computed(id) SELECT n FROM i;"
          "INSERT INTO grown SELECT id FROM computed;" +
          added);
  db = db::sqlite_connection(short_rows.string());
  for (char const* sql : {"SELECT * FROM computed", "SELECT * FROM grown"}) BOOST_TEST(cost(sql).rows_read == 100'000, sql);
}

BOOST_AUTO_TEST_CASE(rows_in_a_write_ahead_log_count) {
  folder other;
  auto const logged = make_database(other / "logged.sqlite", "PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY)");
  writer const writing(logged);
  writing.run(
      "PRAGMA wal_autocheckpoint = 0;"
      "WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 100000) INSERT INTO t SELECT n FROM i");
  BOOST_REQUIRE(std::filesystem::file_size(logged) < 10'000);  // all rows are in the log
  db = db::sqlite_connection(logged.string());
  BOOST_TEST(cost("SELECT * FROM t").rows_read == 100'000);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_known_is_not_said) {
  folder other;
  auto const keyed = make_database(other / "keyed.sqlite",
                                   "CREATE TABLE t(k TEXT PRIMARY KEY, v) WITHOUT ROWID; CREATE TABLE e(v);"
                                   "INSERT INTO t VALUES ('a', 1), ('b', 2);");
  db = db::sqlite_connection(keyed.string());
  BOOST_TEST((db.estimate("SELECT * FROM t") == db::estimation()));
  BOOST_TEST((db.estimate("WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i) SELECT * FROM i") == db::estimation()));
  BOOST_TEST(cost("SELECT * FROM t WHERE k = 'a'").rows_read == 1);
  BOOST_TEST(cost("SELECT * FROM e").rows_read == 0);
  writer(keyed).run("ANALYZE");
  db = db::sqlite_connection(keyed.string());
  BOOST_TEST(cost("SELECT * FROM t").rows_read == 2);
}

BOOST_AUTO_TEST_CASE(a_limit_stops_what_reads_more_and_nothing_else) {
  auto strict = limited(500'000);
  auto const e = strict.execute("SELECT count(*) FROM a, b");
  BOOST_REQUIRE(e.failure);
  BOOST_TEST(e.failure->code == errc::too_costly);
  BOOST_TEST(e.rows.empty());
  BOOST_TEST(
      e.failure->message ==
      "the statement was not run: it would read about 1,000,000 rows in all, and the limit is 500,000; most of it is reading about 1,000 "
      "rows of b for each of about 1,000 rows of a; to make it cheaper, tie these tables by a join condition on their keys, or filter "
      "or aggregate them before the join");
  for (char const* sql :
       {"SELECT count(*) FROM a JOIN b ON a.id = b.id", "SELECT count(*) FROM big", "SELECT 1", "EXPLAIN SELECT * FROM a, b"})
    BOOST_TEST(strict.execute(sql).ok(), sql);
  BOOST_TEST(strict.each_row("SELECT * FROM a, b", [](auto) {}).value().code == errc::too_costly);
  BOOST_TEST(strict.each_row("SELECT * FROM a, b", [](auto) {}, db::sqlite_limits{.rows = 3}).value().code == errc::row_limit);
}

BOOST_AUTO_TEST_CASE(samples_and_values_are_not_limited) {
  auto strict = limited(10);
  BOOST_TEST(strict.sample("big", 3).rows.values.size() == 3U);
  BOOST_TEST(strict.distinct("big", "word", 5).rows.values.size() == 5U);
  BOOST_TEST(strict.execute("SELECT * FROM big LIMIT 5").rows.values.size() == 5U);
  BOOST_TEST(strict.execute("SELECT * FROM big").failure.value().code == errc::too_costly);
}

BOOST_AUTO_TEST_CASE(what_is_refused_or_wrong_is_so_as_before) {
  auto const before = in.bytes();
  auto with = limited(1);
  for (char const* sql : {"DELETE FROM a", "EXPLAIN DELETE FROM a", "EXPLAIN QUERY PLAN DELETE FROM a", "SELECT 1; DELETE FROM a",
                          "DROP TABLE a", "PRAGMA page_size = 512", "ATTACH 'x' AS y", "", "SELEC 1", "SELECT nothing FROM a",
                          "SELECT * FROM nothing", "SELECT load_extension('x')"}) {
    auto const expected = db.execute(sql).failure;
    BOOST_REQUIRE_MESSAGE(expected, sql);
    BOOST_TEST((with.execute(sql).failure == expected), sql);
    auto const found = db.estimate(sql);
    BOOST_TEST((found.failure == expected), sql);
    BOOST_TEST(!found.cost, sql);
  }
  BOOST_TEST((in.bytes() == before));
}

BOOST_AUTO_TEST_CASE(goes_through_what_wraps_a_connection) {
  auto const expected = db.estimate("SELECT * FROM a, b");
  auto any = db::open(file.string(), {.limits = {.rows_read = 1000}});
  BOOST_TEST((any.estimate("SELECT * FROM a, b") == expected));
  BOOST_TEST(any.execute("SELECT * FROM a, b").failure.value().code == errc::too_costly);
  BOOST_TEST(any.each_row("SELECT * FROM a, b", [](auto) {}, {.rows_read = 100}).value().code == errc::too_costly);
  prepared known(any);
  BOOST_TEST((known.estimate("SELECT * FROM a, b") == expected));
  link::narrowed part(any);
  BOOST_TEST((part.estimate("SELECT * FROM a, b") == expected));
}

BOOST_AUTO_TEST_SUITE_END()
