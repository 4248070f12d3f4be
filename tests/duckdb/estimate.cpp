// SPDX-License-Identifier: BSL-1.0
// The estimate by DuckDB's plan, compared with the known content of test tables.
#include "t2s/db/duckdb/pool.hpp"

#include "support.hpp"
#include "support/estimates.hpp"

#include <string>

using namespace t2s;
using namespace t2s::test;
using namespace t2s::tests;

namespace {

/// m_a and m_b have 1,000 rows, in which `n` is one of ten values; m_big has 100,000.
struct measured : scratch {
  std::string file = *this / "measured.duckdb";

  measured() {
    administrator(file).run(
        "CREATE TABLE m_a AS SELECT range AS id, range % 10 AS n FROM range(1000); CREATE TABLE m_b AS FROM m_a;"
        "CREATE TABLE m_big AS SELECT range AS id, range // 10 AS of, 'w' || range AS word FROM range(100000);"
        "CREATE VIEW m_view AS SELECT m_a.id, word FROM m_a JOIN m_big ON of = m_a.id");
  }

  [[nodiscard]] db::duckdb_connection open(std::size_t rows_read = db::unlimited_rows) const {
    return db::duckdb_connection(file, limit(rows_read));
  }
  [[nodiscard]] std::string place() const { return file; }
  [[nodiscard]] std::string state() const { return bytes_of(file); }
  static db::duckdb_options limit(std::size_t rows_read) {
    db::duckdb_options o;
    o.limits.rows_read = rows_read;
    return o;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(duckdb_estimate, measured)

BOOST_AUTO_TEST_CASE(is_of_the_order_of_what_is_read) {
  auto db = open();
  expect_costs(db, common_costs({
                       {"SELECT count(*) FROM m_a JOIN m_b ON m_a.n = m_b.n", 102'000},
                       {"SELECT count(*) FROM m_view", 100'000},
                   }));
}

BOOST_AUTO_TEST_CASE(a_limit_stops_what_reads_more_and_nothing_else) { expect_limit(open(500'000), open(10)); }

BOOST_AUTO_TEST_CASE(what_is_refused_or_wrong_is_so_as_before) {
  auto const before = state();
  expect_same_failures(open(), open(1));
  BOOST_TEST(state() == before);
}

BOOST_AUTO_TEST_CASE(a_pool_does_the_same) {
  db::duckdb pool(place(), limit(500'000));
  expect_same_of_pool(pool, open());
}

BOOST_AUTO_TEST_SUITE_END()
