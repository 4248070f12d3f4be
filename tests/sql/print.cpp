// SPDX-License-Identifier: BSL-1.0
#include "t2s/sql/print.hpp"

#include "support.hpp"

using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

void expect(std::string_view sql, std::string_view wanted) {
  auto const q = must_parse(sql);
  BOOST_TEST(print(q) == wanted);
  BOOST_TEST((must_parse(print(q)) == q), sql);
  BOOST_TEST((must_parse(print(q, {true})) == q), print(q, {true}));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(printing)

BOOST_AUTO_TEST_CASE(canonical) {
  expect("select a,b c from t x where a<>1 and(b==2)", "SELECT a, b AS c FROM t AS x WHERE a != 1 AND b = 2");
  expect("select count( * ),f( distinct a , b )from t", "SELECT count(*), f(DISTINCT a, b) FROM t");
  expect("select \"a\"\"b\", `c d`, [e], 'it''s'", "SELECT \"a\"\"b\", `c d`, [e], 'it''s'");
  expect("select - - 1, -(-a), +-1, ~ a, - (a + b)", "SELECT - -1, - -a, +-1, ~a, -(a + b)");
  expect("select (a + b) * c, a + (b * c), a - (b - c), (a + b) + c, (a - b) - c",
         "SELECT (a + b) * c, a + b * c, a - (b - c), (a + b) + c, a - b - c");
  expect("select not (a = 1), not a is null, (not a) is null", "SELECT NOT a = 1, NOT a IS NULL, (NOT a) IS NULL");
  expect("select a = (not b), a in ((select 1)), a in (select 1)", "SELECT a = (NOT b), a IN ((SELECT 1)), a IN (SELECT 1)");
  expect("select a notnull, a not null, a isnull", "SELECT a IS NOT NULL, a IS NOT NULL, a IS NULL");
  expect("select a from t natural left join u, (v cross join w) limit 1,2",
         "SELECT a FROM t NATURAL LEFT JOIN u, (v CROSS JOIN w) LIMIT 1, 2");
  expect("select sum(a)filter(where b)over(partition by c order by d rows 1 preceding) from t window w as (order by e)",
         "SELECT sum(a) FILTER (WHERE b) OVER (PARTITION BY c ORDER BY d ROWS 1 PRECEDING) FROM t WINDOW w AS (ORDER BY e)");
  expect(
      "with a(b,c) as not materialized (values(1,2)) select cast(b as text),case when c then 1 else 2 end from a order by b desc nulls "
      "last",
      "WITH a(b, c) AS NOT MATERIALIZED (VALUES (1, 2)) SELECT CAST(b AS text), CASE WHEN c THEN 1 ELSE 2 END FROM a ORDER BY b DESC NULLS "
      "LAST");
  expect("select a between 1 and 2 and b, a like 'x' escape 'y' collate nocase",
         "SELECT a BETWEEN 1 AND 2 AND b, a LIKE 'x' ESCAPE 'y' COLLATE nocase");
  expect("select (1,2)=(3,4)", "SELECT (1, 2) = (3, 4)");
}

// SQLite takes `with` for a column's name, but after a bracket for the beginning of a query (found by fuzzing).
BOOST_AUTO_TEST_CASE(a_column_called_with) {
  auto const q = *parse("select with notnull + 0");
  BOOST_TEST(print(q) == "SELECT (`with` IS NOT NULL) + 0");
  BOOST_TEST((*parse(print(q)) == q));
  BOOST_TEST(print(*parse("select with + 1, [with], a.with")) == "SELECT with + 1, [with], a.with");
  BOOST_TEST((*parse("select [a]") == *parse("select `a`")));
  BOOST_TEST(!(*parse("select \"a\"") == *parse("select a")));
}

BOOST_AUTO_TEST_CASE(pretty) {
  BOOST_TEST(
      print(must_parse("select a from t join u on t.i = u.i where a in (select b from v where c) union select 1 order by 1"), {true}) ==
      "SELECT a\n"
      "FROM t\n"
      "JOIN u ON t.i = u.i\n"
      "WHERE a IN (SELECT b\n"
      "  FROM v\n"
      "  WHERE c)\n"
      "UNION\n"
      "SELECT 1\n"
      "ORDER BY 1");
}

BOOST_AUTO_TEST_CASE(parts) {
  auto const q = must_parse("SELECT a + 1 FROM t WHERE b = 2 ORDER BY c DESC");
  BOOST_TEST(print(first_result(q)) == "a + 1");
  BOOST_TEST(print(*q.root().find(kind::select)->find(kind::where)) == "WHERE b = 2");
}

BOOST_AUTO_TEST_SUITE_END()
