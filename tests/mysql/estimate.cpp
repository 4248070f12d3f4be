// SPDX-License-Identifier: BSL-1.0
// The estimate by the server's plan, compared with the known content of test tables.
#include "t2s/db/mysql/pool.hpp"

#include "support.hpp"
#include "support/estimates.hpp"

#include <string>

using namespace t2s;
using namespace t2s::test;

namespace {

/// m_a and m_b have 1,000 rows, in which `n` is one of ten values; m_big has 100,000, and an index of `of`, in which each value stands ten
/// times.
struct measured : of_limited_rows<db::mysql_connection, db::mysql, db::mysql_options> {
  mysql_administrator admin{shop_of_admin()};

  measured() : of_limited_rows{shop().text()} {
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

  [[nodiscard]] std::string state() const {
    return admin.one("SELECT concat((SELECT sum(id) FROM m_a), ' ', (SELECT count(*) FROM m_big))");
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(mysql_estimate, measured)

BOOST_AUTO_TEST_CASE(is_of_the_order_of_what_is_read) {
  auto db = open();
  expect_costs(db, common_costs({
                       {"SELECT * FROM m_big WHERE id = 7", 1},
                       {"SELECT * FROM m_big WHERE of = 7", 10},
                       {"SELECT * FROM m_a JOIN m_big ON m_big.of = m_a.id WHERE m_a.id = 3", 11},
                       {"SELECT * FROM m_a WHERE n > (SELECT max(m_b.n) FROM m_b WHERE m_b.id < m_a.id AND m_b.n < m_a.n)", 1'001'000},
                       {"SELECT count(*) FROM m_view", 11'000},
                   }));
}

BOOST_AUTO_TEST_CASE(a_view_that_may_be_read_but_not_explained_has_no_estimate) {
  admin.run("CREATE USER t2s_seer@'%'; GRANT SELECT ON m_view TO t2s_seer@'%'");
  db::mysql_connection seer(shop().as("t2s_seer", "").text(), limit(10));
  auto const found = seer.estimate("SELECT * FROM m_view");
  BOOST_TEST((found == db::estimation()), (found.failure ? found.failure->text() : "a cost"));
  BOOST_TEST(seer.execute("SELECT count(*) FROM m_view").ok());
  auto const hidden = seer.estimate("SELECT * FROM m_a");
  BOOST_TEST(((hidden.failure == seer.execute("SELECT * FROM m_a").failure) && hidden.failure));
  admin.run("DROP USER t2s_seer@'%'");
}

BOOST_AUTO_TEST_CASE(limits_failures_and_pools) { expect_estimates(*this); }

BOOST_AUTO_TEST_SUITE_END()
