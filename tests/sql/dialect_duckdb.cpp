// SPDX-License-Identifier: BSL-1.0
// DuckDB's dialect, by hand from its manual. Each accepted and rejected line was checked with DuckDB 1.5.6's own parser,
// json_serialize_sql.
#include "dialect_support.hpp"
#include "t2s/sql/duckdb.hpp"

using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

constexpr speaker speaks{duckdb};

}  // namespace

BOOST_AUTO_TEST_SUITE(dialect_duckdb)

BOOST_AUTO_TEST_CASE(takes) {
  for (std::string const sql : {
           "FROM t",
           "SELECT\u00A0a\u2003FROM\u3000t\u00A0WHERE\u00A0a\u00A0=\u00A01\u00A0AND\u00A0b\u00A0> 1.5\u00A0",
           "FROM t SELECT a, b WHERE a > 1 ORDER BY b LIMIT 3",
           "FROM t JOIN u USING (a) SELECT t.b, count(*) GROUP BY ALL ORDER BY ALL DESC",
           "SELECT * FROM (FROM t) AS x, (FROM u SELECT a) AS y",
           "WITH x AS (FROM t) FROM x SELECT max(a)",
           "SELECT a, row_number() OVER (PARTITION BY b ORDER BY c) AS n FROM t QUALIFY n = 1",
           "SELECT * FROM t WINDOW w AS (ORDER BY a) QUALIFY row_number() OVER w = 1",
           "SELECT * EXCLUDE (a, b) FROM t",
           "SELECT * EXCLUDE a REPLACE (b + 1 AS b) FROM t",
           "SELECT t.* EXCLUDE (a) REPLACE (lower(b) AS b), u.c FROM t, u",
           "SELECT * RENAME (a AS x, b AS y) FROM t",
           "SELECT COLUMNS('a.*'), COLUMNS(*) FROM t",
           "SELECT min(COLUMNS(* EXCLUDE (a))) FROM t",
           "SELECT [1, 2, 3], ['a', 'b'][1], [1, 2, 3][2:3], [], [x for x in [1, 2] if x > 1]",
           "SELECT {'a': 1, 'b': {'c': 'x'}}, {a: 1}.a, MAP {'k': 1}, MAP(['a'], [1])",
           "SELECT list_transform([1, 2], x -> x + 1), list_filter(l, lambda x: x > 1), list_reduce([1, 2], lambda x, y: x + y) FROM t",
           "SELECT * FROM a ASOF JOIN b ON a.k = b.k AND a.t >= b.t",
           "SELECT * FROM a ASOF LEFT JOIN b USING (k, t)",
           "SELECT * FROM a POSITIONAL JOIN b",
           "SELECT * FROM a SEMI JOIN b USING (x)",
           "SELECT * FROM a ANTI JOIN b ON a.x = b.x",
           "SELECT 7 // 2, 7 / 2, 7 % 2, 2 ** 3, 2 ^ 3, 5 & 3, 5 | 3, xor(5, 3), ~5, 1 << 2, 'a' || 'b', 'abc' ^@ 'a'",
           "SELECT a::INT, '1'::DECIMAL(10, 2), TRY_CAST(a AS DOUBLE), CAST([1] AS INT[]), x::STRUCT(a INT, b VARCHAR), DATE '2020-01-01' "
           "FROM t",
           "SELECT INTERVAL 1 DAY, INTERVAL '3' MONTH, INTERVAL (a) HOUR, INTERVAL '1 day 2 hours', d + INTERVAL 1 YEAR FROM t",
           "SELECT a SIMILAR TO 'x.*', a NOT SIMILAR TO 'y', a ~ 'z', a !~ 'z', a GLOB 'x*', a ILIKE '%y', a NOT ILIKE 'z' FROM t",
           "SELECT a IS DISTINCT FROM b, a IS NOT DISTINCT FROM b, a ISNULL, a NOTNULL, a BETWEEN 1 AND 2 FROM t",
           "SELECT count(*) FILTER (WHERE a > 1), count(*) FILTER (a > 1), string_agg(a, ', ' ORDER BY b DESC), list(a ORDER BY b) FROM t",
           "SELECT sum(a) OVER (PARTITION BY b ORDER BY c ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE TIES) FROM t",
           "SELECT first(a), any_value(b), arg_max(a, b), quantile_cont(a, 0.5), mode(a), median(a), histogram(a) FROM t",
           "SELECT a, b, sum(c) FROM t GROUP BY ROLLUP (a, b)",
           "SELECT a, b, sum(c) FROM t GROUP BY CUBE (a, b)",
           "SELECT a, b, sum(c) FROM t GROUP BY GROUPING SETS ((a, b), (a), ())",
           "SELECT a, grouping(a), sum(c) FROM t GROUP BY ALL",
           "SELECT DISTINCT ON (a) a, b FROM t ORDER BY a, b DESC",
           "SELECT * FROM t USING SAMPLE 10%",
           "SELECT * FROM t USING SAMPLE reservoir(50 ROWS) REPEATABLE (100)",
           "SELECT * FROM t TABLESAMPLE 10 PERCENT",
           "SELECT * FROM t TABLESAMPLE reservoir(20 ROWS)",
           "SELECT * FROM range(10) AS r(i), generate_series(1, 5) AS g(j)",
           "SELECT * FROM read_csv('a.csv', header = true)",
           "SELECT * FROM 'a.parquet' AS p",
           "SELECT unnest([1, 2, 3]) AS x, unnest({'a': 1}) FROM t",
           "SELECT * FROM t, LATERAL (SELECT t.a + 1 AS b) AS l",
           "SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v(x, y)",
           "VALUES (1, 2), (3, 4)",
           "SELECT 1 UNION BY NAME SELECT 2",
           "SELECT a FROM t UNION ALL BY NAME SELECT b FROM u",
           "SELECT a FROM t INTERSECT ALL SELECT a FROM u",
           "SELECT a FROM t EXCEPT ALL SELECT a FROM u",
           "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT * FROM r",
           "WITH x AS MATERIALIZED (SELECT 1), y AS NOT MATERIALIZED (SELECT 2) SELECT * FROM x, y",
           "SELECT a FROM t LIMIT 10%",
           "SELECT a FROM t LIMIT 10 OFFSET 5",
           "SELECT a FROM t OFFSET 5",
           "SELECT a FROM t ORDER BY a NULLS LAST, b DESC NULLS FIRST",
           "SELECT a FROM t FETCH FIRST 3 ROWS ONLY",
           "SELECT extract(year FROM d), date_part('month', d), date_trunc('week', d), strftime(d, '%Y'), d AT TIME ZONE 'UTC' FROM t",
           "SELECT \"a b\", \"select\" FROM \"my table\" AS \"x y\"",
           "SELECT a AS \"A\", b \"B\", c AS 'text' FROM t",
           "SELECT x: 1 + 2, y: 'a'",
           "SELECT CASE WHEN a THEN 1 ELSE 2 END, CASE a WHEN 1 THEN 'x' END, IF(a, 1, 2), nullif(a, b), coalesce(a, b) FROM t",
           "SELECT a IN (1, 2), a NOT IN (SELECT b FROM u), a = ANY (SELECT b FROM u), a IN [1, 2], EXISTS (SELECT 1) FROM t",
           "SELECT 1_000_000, 1e3, .5, TRUE, FALSE, NULL, 'it''s', E'a\\nb', $$dollar$$, $1",
           "SELECT t.a.b.c, s.t.a, (x).y, f(a).b, l[1].c FROM t",
           "SELECT list_value(1, 2).list_sum(), a.lower().upper() FROM t",
           "SELECT substring('abc' FROM 2 FOR 1), trim(BOTH 'x' FROM 'xax'), position('b' IN 'abc'), overlay('abc' PLACING 'x' FROM 1)",
           "SELECT a, b, FROM t",
           "SELECT #1 FROM t",
           "SELECT a COLLATE NOCASE FROM t ORDER BY b COLLATE DE",
           "SELECT * FROM t AS x(a, b) CROSS JOIN u NATURAL JOIN v LEFT JOIN w ON true FULL OUTER JOIN z USING (a)",
           "SELECT current_date, current_timestamp, today(), now(), localtimestamp",
           "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a) FROM t",
           "SELECT row(1, 2), (1, 2) = (1, 2), struct_pack(a := 1, b := 2)",
           "SELECT max(a) FROM t HAVING max(a) > 1",
           "SELECT * FROM t WHERE a IS NOT NULL AND NOT b OR c",
           "SELECT array_agg(DISTINCT a), group_concat(a, '; ') FROM t",
           "SELECT lag(a, 1, 0) OVER (ORDER BY b), lead(a) OVER w, first_value(a IGNORE NULLS) OVER w FROM t WINDOW w AS (ORDER BY c)",
           "SELECT a FROM db.schema1.t",
           "SELECT a -> '$.x', a ->> 'y', json_extract(a, '$.z') FROM t",
           "SELECT -- comment\n 1 /* another /* within */ */",
           "TABLE t",
           "SELECT ALL a FROM t",
           "SELECT a, b FROM t GROUP BY 1, 2 ORDER BY 1 DESC",
           "SELECT exists(SELECT 1), array(SELECT a FROM t)",
           "(SELECT 1) UNION (SELECT 2) ORDER BY 1",
           "SELECT try(1/0), a.b FROM t AS a",
           "SELECT avg(a) AS average, count(DISTINCT b), sum(c)::DOUBLE / count(*) FROM t",
           "SELECT timestamp '2020-01-01 10:00:00', time '10:00', INTERVAL 5 minutes",
           "SELECT * FROM t WHERE a LIKE 'x!%' ESCAPE '!'",
           "SELECT ?, ? + a FROM t",
           "SELECT $name, $other FROM t",
           "SELECT left('abc', 2), right(a, 1), glob(a, 'x*') FROM t",
       })
    BOOST_TEST_CONTEXT(sql) speaks.survives(speaks.must_parse(sql));
}

BOOST_AUTO_TEST_CASE(refuses) {
  // clang-format off
  for (std::string const sql : {
      "SELECT", "SELECT FROM t", "SELECT a FROM", "SELECT a FROM t WHERE", "SELECT a b c FROM t", "SELECT * FROM t QUALIFY",
      "SELECT [1, 2 FROM t", "SELECT {'a' 1}", "SELECT {'a': 1", "SELECT a FROM t LIMIT", "SELECT a FROM t ORDER",
      "SELECT a FROM t GROUP a", "SELECT a[1 FROM t", "SELECT a::", "SELECT CASE a END", "SELECT * EXCLUDE FROM t",
      "SELECT * REPLACE (a) FROM t", "SELECT a FROM t UNION", "FROM", "SELECT f(a FROM t", "SELECT a FROM t JOIN",
      "SELECT INTERVAL FROM", "SELECT * FROM t, LATERAL (u, v)", "SELECT * FROM t, LATERAL u", "SELECT 1 +", "SELECT 'abc", "SELECT (1",
      "SELECT (1e", "SELECT 1e+", "SELECT 1_0e",})
    // clang-format on
    BOOST_TEST_CONTEXT(sql) {
      auto const error = speaks.must_fail(sql);
      BOOST_TEST(error.offset <= sql.size());
      BOOST_TEST(!error.message.empty());
    }
}

/// DuckDB accepts these; the message names the part that is not supported.
BOOST_AUTO_TEST_CASE(refuses_by_name) {
  struct {
    std::string_view sql, named;
  } const cases[] = {
      {"PIVOT t ON a USING sum(b)", "PIVOT is not read"},
      {"SELECT * FROM t PIVOT (sum(b) FOR a IN (1, 2))", "PIVOT is not read"},
      {"FROM (PIVOT t ON a USING sum(b))", "PIVOT is not read"},
      {"UNPIVOT t ON a, b INTO NAME x VALUE y", "UNPIVOT is not read"},
      {"SUMMARIZE t", "SUMMARIZE is not read"},
      {"DESCRIBE t", "DESCRIBE and SHOW are not read"},
      {"SHOW TABLES", "DESCRIBE and SHOW are not read"},
      {"WITH RECURSIVE r(a) USING KEY (a) AS (SELECT 1 UNION SELECT 2) SELECT * FROM r", "USING KEY"},
  };
  for (auto const& c : cases) {
    auto const error = speaks.must_fail(c.sql);
    BOOST_TEST(error.message.find(c.named) != error.message.npos, c.sql << ": " << error.message);
  }
}

BOOST_AUTO_TEST_CASE(prints) {
  speaks.prints("FROM t", "SELECT * FROM t");
  speaks.prints("FROM t SELECT a WHERE b", "SELECT a FROM t WHERE b");
  speaks.prints("select 7 // 2 ** 3", "SELECT 7 // 2 ^ 3");
  speaks.prints("SELECT x: 1 FROM y: t", "SELECT 1 AS x FROM t AS y");
  speaks.prints("SELECT a, FROM t,", "SELECT a FROM t");
  speaks.prints("SELECT * EXCLUDE a REPLACE (b + 1 AS b) RENAME (c AS d) FROM t",
                "SELECT * EXCLUDE (a) REPLACE (b + 1 AS b) RENAME (c AS d) FROM t");
  speaks.prints("SELECT [1,2][1], {'a':1}, a[2:3]", "SELECT ([1, 2])[1], {'a':1}, a[2:3]");
  speaks.prints("SELECT a IN [1, 2], a NOT IN l FROM t", "SELECT contains([1, 2], a), NOT contains(l, a) FROM t");
  speaks.prints("SELECT count(*) FILTER (a > 1) FROM t", "SELECT count(*) FILTER (WHERE a > 1) FROM t");
  speaks.prints("SELECT a FROM t QUALIFY rank() OVER (ORDER BY b) < 3", "SELECT a FROM t QUALIFY rank() OVER (ORDER BY b) < 3");
}

/// Operator precedence in DuckDB: values of `SELECT a - b - c` and the like, by hand.
BOOST_AUTO_TEST_CASE(precedence) {
  auto const same = [](std::string_view a, std::string_view b) {
    BOOST_TEST((speaks.must_parse(a) == speaks.must_parse(b)), a << " | " << b);
  };
  same("SELECT 1 + 2 * 3", "SELECT 1 + (2 * 3)");
  same("SELECT 2 ^ 3 ^ 2", "SELECT (2 ^ 3) ^ 2");
  same("SELECT -2 ^ 2", "SELECT (-2) ^ 2");
  same("SELECT NOT a = b", "SELECT NOT (a = b)");
  same("SELECT a || b LIKE c", "SELECT (a || b) LIKE c");
  same("SELECT a OR b AND c", "SELECT a OR (b AND c)");
  same("SELECT a::INT + b", "SELECT (a::INT) + b");
  same("SELECT a = b IS NULL", "SELECT (a = b) IS NULL");
}

BOOST_AUTO_TEST_SUITE_END()
