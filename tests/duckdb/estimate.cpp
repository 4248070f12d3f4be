// SPDX-License-Identifier: BSL-1.0
// The estimate by DuckDB's plan, compared with the known content of test tables.
#include "t2s/db/duckdb/pool.hpp"

#include "support.hpp"
#include "support/estimates.hpp"

#include <string>

using namespace t2s;
using namespace t2s::test;

namespace {

/// m_a and m_b have 1,000 rows, in which `n` is one of ten values; m_big has 100,000.
struct measured : scratch, of_limited_rows<db::duckdb_connection, db::duckdb, db::duckdb_options> {
  measured() : of_limited_rows{*this / "measured.duckdb"} {
    administrator(place).run(
        "CREATE TABLE m_a AS SELECT range AS id, range % 10 AS n FROM range(1000); CREATE TABLE m_b AS FROM m_a;"
        "CREATE TABLE m_big AS SELECT range AS id, range // 10 AS of, 'w' || range AS word FROM range(100000);"
        "CREATE VIEW m_view AS SELECT m_a.id, word FROM m_a JOIN m_big ON of = m_a.id");
  }

  [[nodiscard]] std::string state() const { return read_file(place); }
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

BOOST_AUTO_TEST_CASE(limits_failures_and_pools) { expect_estimates(*this); }

BOOST_AUTO_TEST_SUITE_END()
