// SPDX-License-Identifier: BSL-1.0
// Checks of every engine's estimates. Each engine has the tables m_a and m_b of 1,000 rows, in which `n` has ten values, m_big of 100,000,
// in which each value of `of` occurs ten times, and m_view, a join of m_a and m_big.
#ifndef T2S_TESTS_SUPPORT_ESTIMATES_HPP
#define T2S_TESTS_SUPPORT_ESTIMATES_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/limits.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace t2s::test {

/// What opens connections and a pool that allow so many rows.
template <class Connection, class Pool, class Options>
struct of_limited_rows {
  std::string place;

  [[nodiscard]] static Options limit(std::size_t rows) {
    Options o;
    o.limits.rows_read = rows;
    return o;
  }
  [[nodiscard]] Connection open(std::size_t rows = db::unlimited_rows) const { return Connection(place, limit(rows)); }
  [[nodiscard]] Pool pool(std::size_t rows) const { return Pool(place, limit(rows)); }
};

/// A statement and the number of rows that it reads.
struct known_cost {
  char const* sql;
  double rows;
};

/// The statements that all engines' plans estimate alike.
inline std::vector<known_cost> common_costs(std::vector<known_cost> const& more) {
  std::vector<known_cost> all{
      {"SELECT * FROM m_big", 100'000},
      {"SELECT * FROM m_big WHERE word = 'w5'", 100'000},
      {"SELECT count(*) FROM m_a, m_b", 1'000'000},
      {"SELECT count(*) FROM m_a JOIN m_b ON m_a.n * m_b.n = 7 OR m_a.id + m_b.id < 3", 1'000'000},
      {"SELECT count(*) FROM m_a AS x, m_a AS y, m_b AS z", 1'000'000'000},
      {"SELECT count(*) FROM m_a JOIN m_b ON m_a.id = m_b.id", 2000},
      {"SELECT id FROM m_a UNION ALL SELECT id FROM m_big", 101'000},
      {"SELECT * FROM m_big LIMIT 5", 5},
      {"SELECT * FROM m_big ORDER BY word LIMIT 5", 100'000},
      {"SELECT word, count(*) FROM m_big GROUP BY word", 100'000},
      {"SELECT 1", 1},
  };
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Each estimate is between a tenth and ten times of the rows read, and the costliest step is named.
template <class Database>
void expect_costs(Database& db, std::vector<known_cost> const& known) {
  for (auto const& c : known) {
    auto const found = db.estimate(c.sql);
    BOOST_REQUIRE_MESSAGE(found.cost, c.sql << ": " << (found.failure ? found.failure->text() : "nothing is known"));
    auto const orders = std::log10(std::max(found.cost->rows_read, 1.0) / std::max(c.rows, 1.0));
    BOOST_TEST(std::abs(orders) <= 1, c.sql << ": " << found.cost->rows_read << " for " << c.rows);
  }
  auto const product = *db.estimate("SELECT count(*) FROM m_a, m_b").cost;
  BOOST_TEST((product.costliest.find("m_a") != std::string::npos && product.costliest.find("m_b") != std::string::npos), product.costliest);
  BOOST_TEST(product.cheaper.find("join condition") != std::string::npos);
}

/// For a connection that allows 500,000 rows, and one that allows 10.
template <class Database>
void expect_limit(Database db, Database strict) {
  auto const e = db.execute("SELECT count(*) FROM m_a, m_b");
  BOOST_REQUIRE(e.failure);
  BOOST_TEST(e.failure->code == errc::too_costly);
  BOOST_TEST(e.failure->message.find("the limit is 500,000") != std::string::npos);
  BOOST_TEST(db.each_row("SELECT * FROM m_a, m_b", [](auto) {}).value().code == errc::too_costly);
  for (char const* sql : {"SELECT count(*) FROM m_a JOIN m_b ON m_a.id = m_b.id", "SELECT count(*) FROM m_big", "SELECT 1"})
    BOOST_TEST(db.execute(sql).ok(), sql);
  BOOST_TEST(strict.sample("m_big", 3).rows.values.size() == 3U);
  BOOST_TEST(strict.distinct("m_big", "word", 5).rows.values.size() == 5U);
}

/// A statement that fails without a limit fails in the same way with one, and has no estimate.
template <class Database>
void expect_same_failures(Database db, Database strict) {
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
}

template <class T>
T wait_for(awaitable<T> what) {
  boost::asio::io_context io;
  auto given = boost::asio::co_spawn(io, std::move(what), boost::asio::use_future);
  io.run();
  return given.get();
}

/// For a pool that allows 500,000 rows.
template <class Pool, class Database>
void expect_same_of_pool(Pool& pool, Database db) {
  for (char const* sql :
       {"SELECT count(*) FROM m_a, m_b", "SELECT * FROM m_a WHERE id = 3", "SELECT nothing FROM m_a", "DELETE FROM m_a"}) {
    auto const found = wait_for(pool.estimate(sql)), expected = db.estimate(sql);
    BOOST_TEST((found == expected), sql);
  }
  BOOST_TEST(wait_for(pool.execute("SELECT count(*) FROM m_a, m_b")).failure.value().code == errc::too_costly);
  BOOST_TEST(wait_for(pool.execute("SELECT count(*) FROM m_a")).ok());
}

/// What all do alike, of a fixture that is `of_limited_rows` and has `state()`, what is in the tables.
template <class Measured>
void expect_estimates(Measured const& of) {
  expect_limit(of.open(500'000), of.open(10));
  auto const before = of.state();
  expect_same_failures(of.open(), of.open(1));
  BOOST_TEST(of.state() == before);
  auto pool = of.pool(500'000);
  expect_same_of_pool(pool, of.open());
}

}  // namespace t2s::test

#endif
