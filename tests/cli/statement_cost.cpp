// SPDX-License-Identifier: BSL-1.0
// t2s explain --cost and t2s ask --max-rows-read.
#include <boost/test/unit_test.hpp>
#include <string>

#include "folder.hpp"
#include "run_program.hpp"

using cli_test::contains;
using cli_test::quoted;
using cli_test::t2s;

namespace {

struct large : cli_test::folder {
  large() : folder("cost") {
    cli_test::make_database(
        file("large.sqlite"),
        "CREATE TABLE shops(id INTEGER PRIMARY KEY, city TEXT); CREATE TABLE sales(id INTEGER PRIMARY KEY, shop INT, price REAL);"
        "WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 1000) INSERT INTO shops SELECT n, 'Oslo' FROM i;"
        "INSERT INTO sales SELECT id, id, 3.5 FROM shops");
  }
  [[nodiscard]] std::string db() const { return " --db " + quoted(file("large.sqlite")) + " "; }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(statement_cost, large)

BOOST_AUTO_TEST_CASE(explain_says_what_a_statement_would_read) {
  auto const product = t2s("explain --cost" + db() + "'SELECT count(*) FROM shops, sales'");
  BOOST_TEST(product.status == 0);
  BOOST_TEST(contains(product.out, "\nCost\n  rows read: 1001000\n"), product.out);
  BOOST_TEST(contains(product.out, "  most of it: reading about 1,000 rows of "), product.out);
  BOOST_TEST(contains(product.out, "  cheaper: tie these tables"), product.out);
  auto const little = t2s("explain --cost" + db() + "'SELECT * FROM sales LIMIT 5'");
  BOOST_TEST(contains(little.out, "\nCost\n  rows read: 5\n"), little.out);
  BOOST_TEST(!contains(little.out, "cheaper"), little.out);
  auto const wrong = t2s("explain --cost" + db() + "'SELECT colour FROM shops'");
  BOOST_TEST(wrong.status == 1);
  BOOST_TEST(contains(wrong.out, "\nCost\n  fails: no such column: colour"), wrong.out);
  auto const unknown = t2s("explain --cost" + db() + "'WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i) SELECT n FROM i'");
  BOOST_TEST(contains(unknown.out, "\nCost\n  unknown: "), unknown.out);
  BOOST_TEST(t2s("explain --cost 'SELECT 1'").status == 2);
}

BOOST_AUTO_TEST_CASE(a_limit_is_said_to_end_early) {
  auto const found = t2s("explain --cost" + db() + "\"SELECT * FROM shops WHERE city = 'Oslo' LIMIT 10\"");
  BOOST_TEST(contains(found.out, "  rows read: at most 1000, fewer if it reaches its LIMIT first\n  rows returned: 10\n"), found.out);
}

BOOST_AUTO_TEST_CASE(what_would_fail_ends_with_status_1) {
  auto const denied = t2s("explain --cost" + db() + "\"SELECT name FROM pragma_table_info('shops')\"");
  BOOST_TEST(contains(denied.out, "\nCost\n  fails: "), denied.out);
  BOOST_TEST(denied.status == 1);
}

BOOST_AUTO_TEST_CASE(a_statement_that_writes_is_not_explained) {
  struct {
    char const *sql, *word;
  } const writing[] = {{"INSERT INTO sales SELECT id, id, 1 FROM shops", "INSERT"},
                       {"REPLACE INTO shops SELECT * FROM shops", "REPLACE"},
                       {"create table copy AS SELECT * FROM shops", "create"},
                       {"UPDATE shops SET city = 2", "UPDATE"},
                       {"DELETE FROM shops", "DELETE"},
                       {"WITH a AS (SELECT 1) DELETE FROM shops", "DELETE"},
                       {"```sql\nDROP TABLE shops\n```", "DROP"}};
  for (auto const& w : writing)
    for (auto const& with : {" ", " --cost "}) {
      auto const r = t2s(std::string("explain") + with + db() + quoted(w.sql));
      BOOST_TEST(r.status == 1, w.sql);
      auto const begin = std::string("This statement writes (") + w.word + "): only statements that read are explained. It was not run.\n";
      BOOST_TEST(r.out.starts_with(begin), r.out);
    }
  BOOST_TEST(t2s("explain" + db() + "\"SELECT replace(city, 'a', 'b') FROM shops\"").status == 0);
}

BOOST_AUTO_TEST_CASE(ask_runs_nothing_that_would_read_more) {
  auto const question = std::string("'How many shops are in Oslo?'");
  BOOST_TEST(t2s("ask" + db() + "--max-rows-read 1000 " + question).status == 0);
  auto const refused = t2s("ask" + db() + "--max-rows-read 999 " + question);
  BOOST_TEST(refused.status == 1);
  BOOST_TEST(contains(refused.out, "fails: the statement was not run: it would read about 1,000 rows in all, and the limit is 999; "),
             refused.out);
  BOOST_TEST(contains(refused.out, "raise --max-rows-read if it may read more"), refused.out);
  BOOST_TEST(contains(refused.out, "No SQL that runs was found."), refused.out);
  BOOST_TEST(t2s("ask" + db() + "--max-rows-read 0 " + question).status == 2);
}

BOOST_AUTO_TEST_SUITE_END()
