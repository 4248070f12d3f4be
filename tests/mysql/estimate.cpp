// SPDX-License-Identifier: BSL-1.0
// What a statement would read by the server's plan, against what is known of tables that were made for it.
#include "t2s/db/mysql/pool.hpp"

#include "support.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include <cmath>
#include <string>

using namespace t2s;
using namespace t2s::test;

namespace {

/// m_a and m_b have 1,000 rows, in which `n` is one of ten values; m_big has 100,000, and an index of `of`, in which each value stands ten
/// times.
struct measured {
  mysql_administrator admin{shop_of_root()};

  measured() {
    drop();
    admin.run(
        "CREATE TABLE m_digit (d int); INSERT INTO m_digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);"
        "CREATE TABLE m_a (id int PRIMARY KEY, n int) SELECT x.d + 10 * y.d + 100 * z.d AS id, x.d AS n FROM m_digit x, m_digit y, m_digit "
        "z;"
        "CREATE TABLE m_b SELECT * FROM m_a;"
        "CREATE TABLE m_big (id int PRIMARY KEY, of int, word varchar(20), KEY (of)) SELECT p.id + 1000 * (x.d + 10 * y.d) AS id,"
        " (p.id + 1000 * (x.d + 10 * y.d)) DIV 10 AS of, CONCAT('w', p.id) AS word FROM m_a p, m_digit x, m_digit y;"
        "CREATE VIEW m_view AS SELECT m_a.id, word FROM m_a JOIN m_big ON of = m_a.id; ANALYZE TABLE m_a, m_b, m_big");
  }
  measured(measured const&) = delete;
  measured& operator=(measured const&) = delete;
  ~measured() { drop(); }

  void drop() const { admin.run("DROP VIEW IF EXISTS m_view; DROP TABLE IF EXISTS m_a, m_b, m_big, m_digit"); }

  [[nodiscard]] static db::mysql_connection open(std::size_t rows_read = db::unlimited_rows) {
    return db::mysql_connection(place(), limit(rows_read));
  }
  [[nodiscard]] static std::string place() { return shop().url(); }
  [[nodiscard]] std::string state() const {
    return admin.one("SELECT concat((SELECT sum(id) FROM m_a), ' ', (SELECT count(*) FROM m_big))");
  }
  static db::mysql_options limit(std::size_t rows_read) {
    db::mysql_options o;
    o.limits.rows_read = rows_read;
    return o;
  }
};

void near(double estimated, double real, std::string const& sql) {
  BOOST_TEST(std::abs(std::log10(std::max(estimated, 1.0) / std::max(real, 1.0))) <= 1, sql << ": " << estimated << " for " << real);
}

template <class T>
T wait_for(awaitable<T> what) {
  boost::asio::io_context io;
  auto given = boost::asio::co_spawn(io, std::move(what), boost::asio::use_future);
  io.run();
  return given.get();
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(mysql_estimate, measured)

BOOST_AUTO_TEST_CASE(is_of_the_order_of_what_is_read) {
  auto db = open();
  struct {
    char const* sql;
    double rows;
  } const cases[] = {
      {"SELECT * FROM m_big", 100'000},
      {"SELECT * FROM m_big WHERE word = 'w5'", 100'000},
      {"SELECT count(*) FROM m_a, m_b", 1'000'000},
      {"SELECT count(*) FROM m_a JOIN m_b ON m_a.n * m_b.n = 7 OR m_a.id + m_b.id < 3", 1'000'000},
      {"SELECT count(*) FROM m_a AS x, m_a AS y, m_b AS z", 1'000'000'000},
      {"SELECT count(*) FROM m_a JOIN m_b ON m_a.id = m_b.id", 2000},
      {"SELECT * FROM m_big WHERE id = 7", 1},
      {"SELECT * FROM m_big WHERE of = 7", 10},
      {"SELECT * FROM m_a JOIN m_big ON m_big.of = m_a.id WHERE m_a.id = 3", 11},
      {"SELECT * FROM m_a WHERE n > (SELECT max(m_b.n) FROM m_b WHERE m_b.id < m_a.id AND m_b.n < m_a.n)", 1'001'000},
      {"SELECT count(*) FROM m_view", 11'000},
      {"SELECT id FROM m_a UNION ALL SELECT id FROM m_big", 101'000},
      {"SELECT * FROM m_big LIMIT 5", 5},
      {"SELECT * FROM m_big ORDER BY word LIMIT 5", 100'000},
      {"SELECT word, count(*) FROM m_big GROUP BY word", 100'000},
      {"SELECT 1", 1},
  };
  for (auto const& c : cases) {
    auto const found = db.estimate(c.sql);
    BOOST_REQUIRE_MESSAGE(found.cost, c.sql << ": " << (found.failure ? found.failure->text() : "nothing is known"));
    near(found.cost->rows_read, c.rows, c.sql);
  }
  auto const product = *db.estimate("SELECT count(*) FROM m_a, m_b").cost;
  BOOST_TEST((product.costliest.find("m_a") != std::string::npos && product.costliest.find("m_b") != std::string::npos), product.costliest);
  BOOST_TEST(product.cheaper.find("join condition") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_limit_stops_what_reads_more_and_nothing_else) {
  auto db = open(500'000);
  auto const e = db.execute("SELECT count(*) FROM m_a, m_b");
  BOOST_REQUIRE(e.failure);
  BOOST_TEST(e.failure->code == errc::too_costly);
  BOOST_TEST(e.failure->message.find("the limit is 500,000") != std::string::npos);
  BOOST_TEST(db.each_row("SELECT * FROM m_a, m_b", [](auto) {}).value().code == errc::too_costly);
  for (char const* sql : {"SELECT count(*) FROM m_a JOIN m_b ON m_a.id = m_b.id", "SELECT count(*) FROM m_big", "SELECT 1"})
    BOOST_TEST(db.execute(sql).ok(), sql);
  auto strict = open(10);
  BOOST_TEST(strict.sample("m_big", 3).rows.values.size() == 3U);
  BOOST_TEST(strict.distinct("m_big", "word", 5).rows.values.size() == 5U);
}

BOOST_AUTO_TEST_CASE(what_is_refused_or_wrong_is_so_as_before) {
  auto db = open(), strict = open(1);
  auto const before = state();
  for (char const* sql :
       {"DELETE FROM m_a", "EXPLAIN DELETE FROM m_a", "EXPLAIN ANALYZE SELECT * FROM m_a", "SELECT 1; DELETE FROM m_a", "DROP TABLE m_a",
        "", "SELEC 1", "SELECT nothing FROM m_a", "SELECT * FROM nothing", "SELECT 1 FROM m_a WHERE nothing = 3"}) {
    auto const expected = db.execute(sql).failure;
    BOOST_REQUIRE_MESSAGE(expected, sql);
    auto const refused = strict.execute(sql).failure;
    BOOST_TEST((refused == expected), sql << ": " << (refused ? refused->text() : "") << " for " << expected->text());
    auto const found = db.estimate(sql);
    BOOST_TEST(!found.cost, sql);
    BOOST_TEST((found.failure == expected), sql << ": " << (found.failure ? found.failure->text() : "") << " for " << expected->text());
  }
  BOOST_TEST(state() == before);
}

BOOST_AUTO_TEST_CASE(a_view_that_may_be_read_but_not_explained_has_no_estimate) {
  admin.run("CREATE USER t2s_seer@'%'; GRANT SELECT ON m_view TO t2s_seer@'%'");
  db::mysql_connection seer(shop().as("t2s_seer", "").url(), limit(10));
  auto const found = seer.estimate("SELECT * FROM m_view");
  BOOST_TEST((found == db::estimation()), (found.failure ? found.failure->text() : "a cost"));
  BOOST_TEST(seer.execute("SELECT count(*) FROM m_view").ok());
  auto const hidden = seer.estimate("SELECT * FROM m_a");
  BOOST_TEST(((hidden.failure == seer.execute("SELECT * FROM m_a").failure) && hidden.failure));
  admin.run("DROP USER t2s_seer@'%'");
}

BOOST_AUTO_TEST_CASE(a_pool_does_the_same) {
  db::mysql pool(place(), limit(500'000));
  auto db = open();
  for (char const* sql :
       {"SELECT count(*) FROM m_a, m_b", "SELECT * FROM m_a WHERE id = 3", "SELECT nothing FROM m_a", "DELETE FROM m_a"}) {
    auto const found = wait_for(pool.estimate(sql)), expected = db.estimate(sql);
    BOOST_TEST((found == expected), sql);
  }
  BOOST_TEST(wait_for(pool.execute("SELECT count(*) FROM m_a, m_b")).failure.value().code == errc::too_costly);
  BOOST_TEST(first_value(wait_for(pool.execute("SELECT count(*) FROM m_a"))) == value(1000));
}

BOOST_AUTO_TEST_SUITE_END()
