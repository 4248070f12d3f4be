// SPDX-License-Identifier: BSL-1.0
// Columns with their tables, by hand, and on Spider's dev questions: SQLite returns the same rows and names, and reads the same columns.
#include "t2s/sql/lineage.hpp"

#include "resolve_support.hpp"
#include "support/table.hpp"
#include "t2s/sql/duckdb.hpp"

namespace schema = t2s::schema;
using t2s::test::table;
using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

schema::database const& tables() {
  static schema::database const made({table("t", {"a", "b", "c"}), table("u", {"a", "d"}), table("Order", {"id", "a b"})});
  return made;
}

void becomes(std::string_view sql, std::string_view wanted, grammar const& in = sqlite) {
  auto const q = parse(sql, {.grammar = in});
  BOOST_TEST_REQUIRE(bool(q), sql);
  auto const done = qualify(*q, tables());
  BOOST_TEST(done.result.text() == wanted, sql << "\n" << done.result.text());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(qualify_)

BOOST_AUTO_TEST_CASE(columns) {
  becomes("SELECT b, d FROM t JOIN u ON t.a = u.a WHERE c > 1 ORDER BY d",
          "SELECT t.b, u.d FROM t JOIN u ON t.a = u.a WHERE t.c > 1 ORDER BY u.d");
  becomes("SELECT b FROM t AS x", "SELECT x.b FROM t AS x");
  becomes("SELECT b AS e FROM t ORDER BY e", "SELECT t.b AS e FROM t ORDER BY e");
  becomes("SELECT (SELECT max(d) FROM u WHERE a = b) FROM t", "SELECT (SELECT max(u.d) FROM u WHERE u.a = t.b) FROM t");
  becomes("SELECT e FROM (SELECT b AS e FROM t) AS s", "SELECT s.e FROM (SELECT t.b AS e FROM t) AS s");
  becomes("SELECT e FROM (SELECT b AS e FROM t)", "SELECT e FROM (SELECT t.b AS e FROM t)");
  becomes("WITH w AS (SELECT a FROM t) SELECT a FROM w", "WITH w AS (SELECT t.a FROM t) SELECT w.a FROM w");
  becomes("SELECT b, d FROM t JOIN u USING (a) WHERE a = 1", "SELECT t.b, u.d FROM t JOIN u USING (a) WHERE t.a = 1");
  becomes("SELECT a FROM t FULL JOIN u USING (a)", "SELECT a FROM t FULL JOIN u USING (a)");
  becomes("SELECT \"a b\" FROM \"Order\"", "SELECT \"Order\".\"a b\" FROM \"Order\"");
  becomes("SELECT z FROM t", "SELECT z FROM t");
  becomes("SELECT \"x\" FROM t", "SELECT \"x\" FROM t");
}

BOOST_AUTO_TEST_CASE(stars) {
  becomes("SELECT * FROM t", "SELECT t.a, t.b, t.c FROM t");
  becomes("SELECT u.*, b FROM t, u", "SELECT u.a, u.d, t.b FROM t, u");
  becomes("SELECT * FROM t NATURAL JOIN u", "SELECT t.a, t.b, t.c, u.d FROM t NATURAL JOIN u");
  becomes("SELECT count(*) FROM t", "SELECT count(*) FROM t");
  becomes("SELECT * FROM (SELECT * FROM u) AS s", "SELECT s.a, s.d FROM (SELECT u.a, u.d FROM u) AS s");
  becomes("SELECT * FROM nowhere", "SELECT * FROM nowhere");
  becomes("FROM t", "SELECT t.a, t.b, t.c FROM t", duckdb);
  becomes("SELECT * EXCLUDE (a) REPLACE (b + 1 AS b) RENAME (c AS e) FROM t", "SELECT t.b + 1 AS b, t.c AS e FROM t", duckdb);
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_said) {
  auto const done = qualify(*parse("SELECT z, b FROM t"), tables());
  BOOST_TEST_REQUIRE(done.problems.size() == 1u);
  BOOST_TEST(done.problems[0].what.subject == "z");
  BOOST_TEST(done.result.text() == "SELECT z, t.b FROM t");
}

BOOST_AUTO_TEST_CASE(gold_queries_mean_the_same, *boost::unit_test::precondition(data_are_here)) {
  for_each_gold([](std::string const& sql, sqlite3* file, schema::database const& shape) {
    auto const done = qualify(must_parse(sql), shape);
    std::string const after(done.result.text());
    BOOST_TEST(done.problems.empty(), sql);
    BOOST_TEST(columns_read(file, after) == columns_read(file, sql), sql << "\n" << after);
    BOOST_TEST(rows(file, after) == rows(file, sql), sql << "\n" << after);
    for (auto const* columns : all_of(done.result.root(), kind::columns)) BOOST_TEST(!columns->find(kind::star), after);
    auto const names = resolve(done.result, shape);
    for (auto const& use : names.columns) {
      bool const stored = use.what == reference::column && use.base && use.at->kind == kind::column;
      BOOST_TEST((!stored || !use.at->qualifier.empty()), after);
    }
  });
}

BOOST_AUTO_TEST_SUITE_END()
