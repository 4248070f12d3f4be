// SPDX-License-Identifier: BSL-1.0
// The estimate by PostgreSQL's plan, compared with the known content of test tables.
#include "t2s/db/postgres/pool.hpp"

#include "support.hpp"
#include "support/estimates.hpp"

#include <string>

using namespace t2s;
using namespace t2s::test;

namespace {

/// m_a and m_b have 1,000 rows, in which `n` is one of ten values; m_big has 100,000, and an index of `of`, in which each value stands ten
/// times.
struct measured : of_limited_rows<db::postgres_connection, db::postgres, db::postgres_options> {
  administrator admin{shop_of_admin()};

  measured() : of_limited_rows{shop().text()} {
    drop();
    admin.run(
        "CREATE TABLE m_a AS SELECT i AS id, i % 10 AS n FROM generate_series(1, 1000) AS s(i); CREATE TABLE m_b AS SELECT * FROM m_a;"
        "CREATE TABLE m_big AS SELECT i AS id, i / 10 AS of, 'w' || i AS word FROM generate_series(1, 100000) AS s(i);"
        "ALTER TABLE m_a ADD PRIMARY KEY (id); ALTER TABLE m_big ADD PRIMARY KEY (id); CREATE INDEX m_of ON m_big (of);"
        "CREATE VIEW m_view AS SELECT m_a.id, word FROM m_a JOIN m_big ON of = m_a.id;"
        "GRANT SELECT ON m_a, m_b, m_big, m_view TO t2s_reader; ANALYZE m_a; ANALYZE m_b; ANALYZE m_big");
  }
  measured(measured const&) = delete;
  measured& operator=(measured const&) = delete;
  ~measured() { drop(); }

  void drop() const { admin.run("DROP VIEW IF EXISTS m_view; DROP TABLE IF EXISTS m_a, m_b, m_big"); }

  [[nodiscard]] std::string state() const {
    return admin.one("SELECT concat((SELECT sum(id) FROM m_a), ' ', (SELECT count(*) FROM m_big))");
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(postgres_estimate, measured)

BOOST_AUTO_TEST_CASE(is_of_the_order_of_what_is_read) {
  auto db = open();
  expect_costs(db, common_costs({
                       {"SELECT count(*) FROM m_a JOIN m_b ON m_a.n = m_b.n", 102'000},
                       {"SELECT * FROM m_big WHERE id = 7", 1},
                       {"SELECT * FROM m_big WHERE of = 7", 10},
                       {"SELECT * FROM m_a JOIN m_big ON m_big.of = m_a.id WHERE m_a.id = 3", 11},
                       {"SELECT * FROM m_a WHERE n > (SELECT max(m_b.n) FROM m_b WHERE m_b.id < m_a.id AND m_b.n < m_a.n)", 1'001'000},
                       {"SELECT max(n) FROM (SELECT n FROM m_a OFFSET 0) AS x WHERE n IN (SELECT m_b.n FROM m_b)", 2000},
                       {"SELECT count(*) FROM m_view", 100'000},
                   }));
}

BOOST_AUTO_TEST_CASE(limits_failures_and_pools) { expect_estimates(*this); }

BOOST_AUTO_TEST_SUITE_END()
