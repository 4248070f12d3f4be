// SPDX-License-Identifier: BSL-1.0
// The stored columns behind a result column, by hand; on Spider's dev questions the columns read are those that SQLite reads.
#include "t2s/sql/lineage.hpp"

#include "resolve_support.hpp"
#include "support/table.hpp"
#include "t2s/sql/duckdb.hpp"
#include "t2s/sql/postgres.hpp"

#include <algorithm>

namespace schema = t2s::schema;
using t2s::test::table;
using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

schema::database const& tables() {
  static schema::database const made({table("t", {"a", "b", "c"}), table("u", {"a", "d"})});
  return made;
}

std::string text_of(std::vector<base_column> const& columns) {
  std::string s;
  for (auto const& c : columns) s.append(s.empty() ? "" : " ").append(c.table->name).append(".").append(c.column->name);
  return s;
}

/// "name: columns" for each result, with `=` for an unchanged column.
std::string lines_of(query_lineage const& found) {
  std::string s;
  for (auto const& c : found.results) s.append(c.name).append(c.unchanged ? "=" : ":").append(text_of(c.from)).append("; ");
  return s;
}

void leads(std::string_view sql, std::string_view wanted, grammar const& in = sqlite) {
  auto const q = parse(sql, {.grammar = in});
  BOOST_TEST_REQUIRE(bool(q), sql);
  auto const said = lines_of(lineage(*q, tables()));
  BOOST_TEST(said == wanted, sql << "\n" << said);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lineage_)

BOOST_AUTO_TEST_CASE(of_expressions) {
  leads("SELECT a, b + c AS s, 1, count(*) FROM t WHERE b > 1", "a=t.a; s:t.b t.c; 1:; count(*):; ");
  leads("SELECT sum(b) AS x, max(a + b) AS y FROM t GROUP BY c", "x:t.b; y:t.a t.b; ");
  leads("SELECT row_number() OVER (PARTITION BY a ORDER BY b) AS n FROM t", "n:t.a t.b; ");
  leads("SELECT b AS x FROM t ORDER BY x", "x=t.b; ");
  leads("SELECT CASE WHEN a > 1 THEN b ELSE 'none' END AS x FROM t", "x:t.a t.b; ");
}

BOOST_AUTO_TEST_CASE(through_queries) {
  leads("SELECT x FROM (SELECT a AS x, b AS y FROM t) AS s", "x=t.a; ");
  leads("WITH w (p, q) AS (SELECT a, b + c FROM t) SELECT q, p FROM w", "q:t.b t.c; p=t.a; ");
  leads("SELECT * FROM t NATURAL JOIN u", "a=t.a; b=t.b; c=t.c; d=u.d; ");
  leads("SELECT s.* FROM (SELECT *, a * 2 AS twice FROM u) AS s", "a=u.a; d=u.d; twice:u.a; ");
  leads("SELECT a FROM t UNION SELECT d FROM u", "a:t.a u.d; ");
  leads("SELECT a FROM t UNION ALL SELECT a FROM t", "a=t.a; ");
  leads("SELECT (SELECT max(d) FROM u WHERE u.a = t.a) AS m FROM t", "m:u.d; ");
  leads("WITH RECURSIVE r (n) AS (SELECT a FROM t UNION ALL SELECT n + d FROM r, u) SELECT n FROM r", "n:t.a u.d; ");
  leads("SELECT column1 FROM (VALUES (1), (2))", "column1:; ");
}

BOOST_AUTO_TEST_CASE(in_other_dialects) {
  leads("SELECT * EXCLUDE (b) REPLACE (b + 1 AS c) FROM t", "a=t.a; c:t.b; ", duckdb);
  leads("SELECT a + 1 AS x, x * 2 AS y FROM t", "x:t.a; y:t.a; ", duckdb);
  leads("SELECT x.one FROM t AS x (one, two)", "one=t.a; ", postgres);
}

BOOST_AUTO_TEST_CASE(what_is_read) {
  auto const found = lineage(*parse("SELECT b FROM t JOIN u ON t.a = u.a WHERE d IN (SELECT c FROM t)"), tables());
  BOOST_TEST(text_of(found.results[0].from) == "t.b");
  auto read = text_of(found.read);
  for (auto const* c : {"t.a", "t.b", "t.c", "u.a", "u.d"}) BOOST_TEST(read.find(c) != read.npos, c);
}

BOOST_AUTO_TEST_CASE(gold_queries_read_what_sqlite_reads, *boost::unit_test::precondition(data_are_here)) {
  for_each_gold([](std::string const& sql, sqlite3* file, schema::database const& shape) {
    auto const found = lineage(must_parse(sql), shape);
    std::vector<std::string> read;
    for (auto const& c : found.read) read.push_back(t2s::text::lower(c.table->name) + "." + t2s::text::lower(c.column->name));
    std::sort(read.begin(), read.end());
    BOOST_TEST(read == columns_read(file, sql), sql);
    for (auto const& result : found.results)
      for (auto const& c : result.from) BOOST_TEST((std::find(found.read.begin(), found.read.end(), c) != found.read.end()), sql);
  });
}

BOOST_AUTO_TEST_SUITE_END()
