// SPDX-License-Identifier: BSL-1.0
// t2s transpile, and the column information of t2s explain.
#include "folder.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

namespace {

using cli_test::contains;
using cli_test::t2s;

}  // namespace

BOOST_AUTO_TEST_SUITE(transpile_command)

BOOST_AUTO_TEST_CASE(writes_sql) {
  auto const r = t2s("transpile --from mysql --to postgres 'SELECT `a`, IFNULL(b, 1) FROM t LIMIT 2, 3'");
  BOOST_TEST(r.status == 0);
  BOOST_TEST(r.out == "SELECT a, coalesce(b, 1) FROM t LIMIT 3 OFFSET 2\n");
}

BOOST_AUTO_TEST_CASE(says_what_has_no_equal) {
  auto const r = t2s("transpile --from duckdb --to mysql 'SELECT a,\n [1, 2] FROM t'");
  BOOST_TEST(r.status == 1);
  BOOST_TEST(r.out == "");
  BOOST_TEST(r.err == "t2s: line 2, column 2: MySQL has no lists (no equivalent)\n");
}

BOOST_AUTO_TEST_CASE(with_a_database) {
  cli_test::folder const f("transpile");
  auto const db =
      " --db " + cli_test::quoted(f.make_shop("CREATE TABLE Items (Id INTEGER, Price INTEGER); CREATE TABLE tags (id INTEGER, tag TEXT)")) +
      " ";
  auto const r = t2s("transpile --from sqlite --to mysql" + db + "'select price / 2 from items'");
  BOOST_TEST(r.out == "SELECT Price DIV 2 FROM Items\n");
  auto const file = f.write("statement.sql", "select id\nfrom items");
  BOOST_TEST(t2s("transpile --from sqlite --to postgres" + db + "--file " + cli_test::quoted(file)).out ==
             "SELECT \"Id\" FROM \"Items\"\n");
  BOOST_TEST(t2s("transpile --from sqlite --to postgres --names lower" + db + "< " + cli_test::quoted(file)).out ==
             "SELECT id FROM items\n");
  auto const said = t2s("explain --qualify --lineage" + db + "'SELECT *, price * 2 AS twice FROM items'").out;
  BOOST_TEST(contains(said, "SELECT items.Id, items.Price, items.price * 2 AS twice FROM items"), said);
  BOOST_TEST(contains(said, "  twice comes from: Items.Price"), said);
  BOOST_TEST(contains(said, "  Id is: Items.Id"), said);
}

BOOST_AUTO_TEST_CASE(wrong_usage) {
  BOOST_TEST(t2s("transpile --from mysql 'SELECT 1'").status == 2);
  BOOST_TEST(t2s("transpile --from mysql --to postgrse 'SELECT 1'").err.find("did you mean postgres?") != std::string::npos);
  BOOST_TEST(t2s("transpile --from mysql --to sqlite 'SELEC 1'").status == 1);
  BOOST_TEST(t2s("explain --lineage 'SELECT 1'").status == 2);
}

BOOST_AUTO_TEST_SUITE_END()
