// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SQL_POSTGRES_QUERIES_HPP
#define T2S_TESTS_SQL_POSTGRES_QUERIES_HPP

#include <string>
#include <vector>

namespace t2s::sql::test {

/// Queries that PostgreSQL's own parser takes, and so must we.
inline std::vector<std::string> const postgres_takes{
    // casts and types
    "SELECT a::int, b::text, c::numeric(10,2), d::varchar(20), e::int[], f::double precision FROM t",
    "SELECT a::timestamp with time zone, b::time(3) without time zone, c::character varying(10), d::bit varying(5)",
    "SELECT -1::int, (a + b)::float8, a::text::int, '{1,2}'::int[][], x::pg_catalog.int4, y::public.mood",
    "SELECT CAST(a AS double precision), CAST(b AS timestamp(3) with time zone), CAST(c AS interval day to second)",
    "SELECT a::int ARRAY, b::text[3], c::interval year to month, d::interval(3), e::interval second(2)",
    "SELECT a::date b, c::int d FROM t WHERE e::date = '2020-01-01' AND f::boolean",
    "SELECT sum(a)::numeric / count(*)::numeric AS share FROM t",
    "SELECT '2020-01-01'::date + 1, (now() - '1 day'::interval)::date",
    // typed literals
    "SELECT DATE '2020-01-01', TIMESTAMP '2020-01-01 10:00', TIME '10:00', TIMESTAMPTZ '2020-01-01'",
    "SELECT INTERVAL '1 day', INTERVAL '1' YEAR, INTERVAL '1-2' YEAR TO MONTH, INTERVAL '3' DAY, INTERVAL(2) '1.234'",
    "SELECT now() - INTERVAL '30 days', d + INTERVAL '1' MONTH * 3 FROM t",
    "SELECT TIMESTAMP WITH TIME ZONE '2020-01-01', TIME WITHOUT TIME ZONE '10:00', double precision '1.5'",
    "SELECT jsonb '{\"a\": 1}', point '(1,2)', uuid 'a0ee'",
    "SELECT a FROM t WHERE d BETWEEN DATE '2020-01-01' AND DATE '2020-12-31' AND e >= DATE '2021-01-01'",
    // operators
    "SELECT a FROM t WHERE b ILIKE '%x%' OR c NOT ILIKE 'y%' ESCAPE '!'",
    "SELECT a FROM t WHERE b ~ '^x' AND c ~* 'y' AND d !~ 'z' AND e !~* 'w'",
    "SELECT a SIMILAR TO '(a|b)%', a NOT SIMILAR TO 'x' ESCAPE '#', a NOT LIKE 'b', a LIKE b || '%'",
    "SELECT a -> 'x', a ->> 'y', a #> '{x,y}', a #>> '{x}', a -> 0 ->> 'z' FROM t",
    "SELECT a @> b, a <@ b, a ? 'k', a ?| ARRAY['x'], a ?& ARRAY['y'], a && b, a - 'k', a #- '{x}' FROM t",
    "SELECT a || b || c, a ^ 2, 2 ^ 3 ^ 2, a % 3, a & b | c # d, ~ a, a << 1 >> 2, |/ 25, @ -5, !! 5",
    "SELECT a <-> b, a ->> 'x' = 'y', a + b @> c, a || b = c, a = b IS TRUE",
    "SELECT a IS TRUE, a IS NOT FALSE, a IS UNKNOWN, a IS NOT UNKNOWN, a IS NULL, a IS NOT NULL, a ISNULL, a NOTNULL",
    "SELECT a IS DISTINCT FROM b, a IS NOT DISTINCT FROM b + 1",
    "SELECT a BETWEEN SYMMETRIC 2 AND 1, a NOT BETWEEN SYMMETRIC 2 AND 1, a BETWEEN ASYMMETRIC 1 AND 2",
    "SELECT NOT a = b, NOT a AND b, a = (NOT b), a AND NOT b OR c",
    "SELECT a FROM t WHERE (a, b) = (1, 2) AND (a, b) IN ((1, 2), (3, 4)) AND (a, b) < (SELECT 1, 2)",
    "SELECT (a, b) OVERLAPS (c, d), (DATE '2020-01-01', INTERVAL '1 day') OVERLAPS (e, f) FROM t",
    "SELECT - a, + a, - - a, -(a), a - -1, 2 - - 3, - a ^ 2, a * - b",
    "SELECT a = ANY (b), a = ANY(ARRAY[1, 2]), a <> ALL (SELECT b FROM u), a > SOME (SELECT 1), a = ANY('{1,2}'::int[])",
    "SELECT a FROM t WHERE name LIKE ANY (ARRAY['x%', 'y%']) AND b ILIKE ALL ('{a,b}') OR c !~ ANY (d)",
    "SELECT a AT TIME ZONE 'UTC', a::timestamptz AT TIME ZONE 'UTC' AT TIME ZONE 'Europe/Berlin', (b AT TIME ZONE c)::date FROM t",
    "SELECT a COLLATE \"C\", a COLLATE pg_catalog.\"default\" < b FROM t ORDER BY a COLLATE \"de_DE\" DESC",
    "SELECT a !=-1, a<-1, a>=-2, a*-1, 1+-1",
    // functions with words
    "SELECT EXTRACT(year FROM d), EXTRACT(EPOCH FROM a - b), EXTRACT('month' FROM d), extract(dow from now())",
    "SELECT EXTRACT(day FROM d)::int, EXTRACT(hour FROM ts AT TIME ZONE 'UTC') FROM t GROUP BY EXTRACT(day FROM d)",
    "SELECT SUBSTRING(a FROM 1 FOR 2), SUBSTRING(a FROM 2), SUBSTRING(a FOR 3), substring(a, 1, 2), substring(a from '[a-z]+')",
    "SELECT POSITION('x' IN a), POSITION(a || b IN c) > 0",
    "SELECT TRIM(a), TRIM(BOTH FROM a), TRIM(BOTH 'x' FROM a), TRIM(LEADING '0' FROM a), TRIM(TRAILING FROM a), TRIM('x' FROM a)",
    "SELECT OVERLAY(a PLACING 'x' FROM 2 FOR 3), overlay(a placing b from 1)",
    "SELECT make_interval(days => 10), f(a, b => 1, c := 2), schema1.f(a), pg_catalog.lower('A')",
    "SELECT coalesce(a, b, 0), nullif(a, 0), greatest(a, b), least(a, b, c), left(a, 2), right(b, 3)",
    "SELECT date_trunc('month', d)::date, to_char(d, 'YYYY-MM'), date_part('year', d), age(a, b)",
    "SELECT CURRENT_DATE, CURRENT_TIMESTAMP, CURRENT_TIME, LOCALTIME, current_user, CURRENT_DATE - 7",
    // aggregates
    "SELECT count(*) FILTER (WHERE a > 1), sum(b) FILTER (WHERE c) OVER (PARTITION BY d) FROM t",
    "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a), mode() WITHIN GROUP (ORDER BY b DESC) FROM t",
    "SELECT percentile_disc(ARRAY[0.25, 0.5]) WITHIN GROUP (ORDER BY a) FILTER (WHERE a > 0) FROM t",
    "SELECT string_agg(a, ', ' ORDER BY b DESC, c), array_agg(DISTINCT a ORDER BY a), json_object_agg(k, v) FROM t",
    "SELECT count(DISTINCT a), count(ALL b), bool_and(c), array_agg(x ORDER BY y NULLS LAST) FROM t",
    // windows
    "SELECT row_number() OVER (PARTITION BY a ORDER BY b DESC NULLS LAST), rank() OVER w, lag(a, 1, 0) OVER w FROM t WINDOW w AS (ORDER BY "
    "c)",
    "SELECT sum(a) OVER (ORDER BY b ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM t",
    "SELECT avg(a) OVER (ORDER BY b ROWS 6 PRECEDING), sum(a) OVER (ORDER BY b RANGE BETWEEN INTERVAL '7 days' PRECEDING AND CURRENT ROW) "
    "FROM t",
    "SELECT sum(a) OVER (ORDER BY b GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW) FROM t",
    "SELECT sum(a) OVER (ORDER BY b GROUPS UNBOUNDED PRECEDING EXCLUDE TIES), sum(a) OVER (ROWS CURRENT ROW EXCLUDE GROUP) FROM t",
    "SELECT sum(a) OVER (w ROWS BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE NO OTHERS) FROM t WINDOW w AS (PARTITION BY c), v AS "
    "(w ORDER BY d)",
    "SELECT a - lag(a) OVER (PARTITION BY b ORDER BY c) AS delta, 100.0 * a / sum(a) OVER () AS pct FROM t",
    "SELECT ntile(4) OVER (ORDER BY a), first_value(a) OVER (PARTITION BY b, c ORDER BY d), nth_value(a, 2) OVER w FROM t WINDOW w AS ()",
    // arrays, rows and fields
    "SELECT ARRAY[1, 2, 3], ARRAY[[1, 2], [3, 4]], ARRAY[]::int[], ARRAY(SELECT a FROM t ORDER BY b), ARRAY[a, b] || c",
    "SELECT a[1], a[1][2], a[1:2], a[:2], a[1:], a[:], t.a[i + 1], (ARRAY[1, 2])[1], (f(x))[1:2] FROM t",
    "SELECT ROW(1, 2), ROW(), ROW(a), (1, 2), ROW(t.*, 1), (ROW(1, 2)).f1, (c).x, (c).x.y, (t.c).*, (f(a)).* FROM t",
    "SELECT $1, $2::int + 1, $1[1], ($3).x FROM t WHERE a = $1 LIMIT $2",
    "SELECT a[b[1]], a[array_length(a, 1)], (regexp_matches(a, 'x'))[1], (string_to_array(a, ','))[2]::int FROM t",
    // strings and names
    "SELECT E'a\\nb', E'it\\'s', E'\\x41\\u0042\\103', 'plain \\ backslash', 'it''s', e'tab\\t'",
    "SELECT U&'d\\0061t\\+000061', U&\"d\\0061t\" FROM t",
    "SELECT $$it's$$, $tag$a $$ b$tag$, $$$$, $a$line\nline$a$",
    "SELECT B'101', X'1F', b'0', N'abc'",
    "SELECT \"Mixed Case\", t.\"select\", \"a\"\"b\" AS \"c d\" FROM \"My Table\" AS t",
    "SELECT a /* outer /* inner */ still */ , b -- end\nFROM t",
    "SELECT a AS select, b AS from, t.order, t.user, c AS limit FROM t",
    "SELECT a value, b name, c type, d date, e text, f count, g status, h key, i level FROM t",
    "SELECT year, month, day, date, time, timestamp, rank, position_id, value, key, role FROM events",
    "SELECT 1e10, .5, 5., 1.5e-3, 0001",
    "SELECT größe, \"straße\", 'ü' FROM städte",
    // distinct on, group by
    "SELECT DISTINCT ON (a, b) a, b, c FROM t ORDER BY a, b, c DESC",
    "SELECT DISTINCT ON (lower(a)) * FROM t",
    "SELECT ALL a FROM t",
    "SELECT a, b, sum(c) FROM t GROUP BY GROUPING SETS ((a, b), (a), ())",
    "SELECT a, b, sum(c) FROM t GROUP BY ROLLUP (a, b), CUBE (c, (d, e)), f",
    "SELECT a, GROUPING(a), count(*) FROM t GROUP BY a, GROUPING SETS (ROLLUP (b), CUBE (c), GROUPING SETS ((d), ())) HAVING count(*) > 1",
    "SELECT a FROM t GROUP BY DISTINCT ROLLUP (a, b)",
    "SELECT a FROM t GROUP BY ALL a, b",
    "SELECT count(*) FROM t GROUP BY ()",
    "SELECT date_trunc('day', a) AS day, count(*) FROM t GROUP BY 1 ORDER BY 1",
    // limits
    "SELECT a FROM t LIMIT ALL",
    "SELECT a FROM t LIMIT 10 OFFSET 5",
    "SELECT a FROM t OFFSET 5 LIMIT 10",
    "SELECT a FROM t OFFSET 5",
    "SELECT a FROM t OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY",
    "SELECT a FROM t ORDER BY a FETCH FIRST 5 ROWS ONLY",
    "SELECT a FROM t ORDER BY a FETCH FIRST ROW ONLY",
    "SELECT a FROM t ORDER BY a FETCH FIRST 3 ROWS WITH TIES",
    "SELECT a FROM t ORDER BY a OFFSET 1 ROW FETCH FIRST (1 + 2) ROWS WITH TIES",
    "SELECT a FROM t LIMIT (SELECT count(*) / 2 FROM t) OFFSET 1 + 1",
    "SELECT a FROM t LIMIT NULL OFFSET 2",
    "SELECT a FROM t LIMIT ALL OFFSET 3",
    // sources
    "SELECT * FROM generate_series(1, 10) AS g",
    "SELECT * FROM generate_series(1, 10) AS g(n), generate_series('2020-01-01'::date, now(), '1 day') AS d(day)",
    "SELECT * FROM unnest(ARRAY[1, 2]) WITH ORDINALITY AS t(a, n)",
    "SELECT * FROM unnest(a, b) WITH ORDINALITY, u",
    "SELECT * FROM t, LATERAL (SELECT * FROM u WHERE u.a = t.a LIMIT 1) AS x",
    "SELECT * FROM t CROSS JOIN LATERAL unnest(t.a) AS x(y)",
    "SELECT * FROM t LEFT JOIN LATERAL (SELECT 1) AS x ON true JOIN LATERAL f(t.a) g ON g.b = t.b",
    "SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v(id, name) JOIN t USING (id)",
    "SELECT * FROM jsonb_to_recordset('[]') AS x(a int, b text, c numeric(10, 2), d timestamp with time zone)",
    "SELECT * FROM json_to_record('{}') AS (a int, b text[])",
    "SELECT * FROM t TABLESAMPLE BERNOULLI (10) REPEATABLE (42)",
    "SELECT * FROM t AS x TABLESAMPLE SYSTEM (0.1), u",
    "SELECT * FROM public.t AS x (a, b) NATURAL JOIN schema2.u",
    "SELECT * FROM a JOIN b ON a.i = b.i LEFT OUTER JOIN c USING (j, k) FULL JOIN d ON true RIGHT JOIN e ON false CROSS JOIN f",
    "SELECT * FROM a JOIN (b JOIN c ON b.x = c.x) ON a.y = b.y",
    "SELECT * FROM (a CROSS JOIN b) AS j, ((SELECT 1)) AS s",
    "SELECT * FROM ((SELECT 1 UNION SELECT 2) UNION ALL SELECT 3) AS u(n)",
    "SELECT * FROM ((SELECT a FROM t) EXCEPT (SELECT a FROM u)) AS x",
    "SELECT t.*, u.a FROM t, u WHERE t.id = u.id",
    "SELECT json_each.key FROM t, json_each(t.a) WHERE json_each.value IS NOT NULL",
    // compounds
    "SELECT 1 UNION ALL SELECT 2 UNION DISTINCT SELECT 3 INTERSECT ALL SELECT 4 EXCEPT ALL SELECT 5 ORDER BY 1 LIMIT 2",
    "(SELECT a FROM t ORDER BY b LIMIT 1) UNION ALL (SELECT a FROM u ORDER BY b LIMIT 1) ORDER BY a",
    "(SELECT 1)",
    "SELECT a IN (1) IN (true), a IS NULL IS NULL, (a = b) = c, (a LIKE b) LIKE c, (a < b) IS TRUE, a::double",
    "((SELECT 1) UNION (SELECT 2)) LIMIT 1",

    "SELECT ((SELECT 1) UNION (SELECT 2))",
    "SELECT (SELECT 1) + 1, ((SELECT 1)), ((SELECT 1) + 1), ((SELECT 1), 2)",
    "SELECT a IN ((SELECT 1) UNION (SELECT 2)), a IN (SELECT 1), a NOT IN (VALUES (1), (2)), a IN (1, 2)",
    "SELECT EXISTS (SELECT 1 FROM t), NOT EXISTS ((SELECT 1) UNION SELECT 2)",
    "VALUES (1, 'a'), (2, 'b') ORDER BY 1 DESC",
    "SELECT 1 UNION VALUES (2), (3)",
    // with
    "WITH a AS (SELECT 1), b (x, y) AS MATERIALIZED (SELECT 1, 2), c AS NOT MATERIALIZED (VALUES (1)) SELECT * FROM a, b, c",
    "WITH RECURSIVE r (n, path) AS (SELECT 1, ARRAY[1] UNION ALL SELECT n + 1, path || n FROM r WHERE n < 10) SELECT * FROM r",
    "WITH a AS ((SELECT 1) UNION (SELECT 2)) (SELECT * FROM a) ORDER BY 1",
    "SELECT (WITH x AS (SELECT 1) SELECT * FROM x), (WITH y AS (SELECT 2) SELECT max(z) FROM y AS y(z))",
    // order
    "SELECT a FROM t ORDER BY a NULLS FIRST, b DESC NULLS LAST, lower(c) ASC, 4",
    "SELECT CASE WHEN a > 1 THEN 'x' WHEN b IS NULL THEN 'y' ELSE 'z' END, CASE a WHEN 1 THEN 2 END FROM t",
    // analytics
    "WITH daily AS (SELECT date_trunc('day', created_at)::date AS day, user_id, sum(amount) AS total FROM orders WHERE status = 'paid' AND "
    "created_at >= now() - INTERVAL '90 days' GROUP BY 1, 2), ranked AS (SELECT *, row_number() OVER (PARTITION BY day ORDER BY total "
    "DESC) AS rn "
    "FROM daily) SELECT day, user_id, total FROM ranked WHERE rn <= 3 ORDER BY day, rn",
    "WITH first_seen AS (SELECT user_id, min(ts)::date AS cohort FROM events GROUP BY user_id), activity AS (SELECT DISTINCT e.user_id, "
    "f.cohort, "
    "(e.ts::date - f.cohort) / 7 AS week FROM events e JOIN first_seen f USING (user_id)) SELECT cohort, count(*) FILTER (WHERE week = 0) "
    "AS w0, "
    "round(100.0 * count(*) FILTER (WHERE week = 1) / nullif(count(*) FILTER (WHERE week = 0), 0), 1) AS w1 FROM activity GROUP BY cohort",
    "WITH sessions AS (SELECT *, sum(CASE WHEN gap > INTERVAL '30 minutes' THEN 1 ELSE 0 END) OVER (PARTITION BY user_id ORDER BY ts) AS "
    "session "
    "FROM (SELECT *, ts - lag(ts) OVER (PARTITION BY user_id ORDER BY ts) AS gap FROM hits) x) SELECT user_id, session, max(ts) - min(ts) "
    "FROM "
    "sessions GROUP BY user_id, session HAVING count(*) > 1",
    "SELECT d.day, coalesce(s.n, 0) AS n, avg(coalesce(s.n, 0)) OVER (ORDER BY d.day ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS ma7 FROM "
    "generate_series(DATE '2024-01-01', DATE '2024-12-31', INTERVAL '1 day') AS d(day) LEFT JOIN (SELECT ts::date AS day, count(*) AS n "
    "FROM "
    "signups GROUP BY 1) s ON s.day = d.day::date",
    "SELECT p.name, x.tag, x.ord FROM products p CROSS JOIN LATERAL jsonb_array_elements_text(p.data -> 'tags') WITH ORDINALITY AS x(tag, "
    "ord) "
    "WHERE p.data @> '{\"active\": true}' AND (p.data ->> 'price')::numeric > 10",
    "SELECT region, quarter, sum(sales), grouping(region, quarter) FROM facts GROUP BY ROLLUP (region, quarter) ORDER BY grouping(region), "
    "1 NULLS LAST",
    "WITH RECURSIVE tree AS (SELECT id, parent_id, name, 1 AS depth, ARRAY[id] AS path FROM nodes WHERE parent_id IS NULL UNION ALL SELECT "
    "n.id, "
    "n.parent_id, n.name, t.depth + 1, t.path || n.id FROM nodes n JOIN tree t ON n.parent_id = t.id WHERE NOT n.id = ANY (t.path)) SELECT "
    "repeat('  ', depth - 1) || name FROM tree ORDER BY path",
};

/// Queries that neither takes.
inline std::vector<std::string> const postgres_refuses{
    "SELECT * FROM t, LATERAL (u, v)",
    "SELECT a = b = c",
    "SELECT a < b < c",
    "SELECT a IS b",
    "SELECT a LIKE b LIKE c",
    "SELECT `a`",
    "SELECT [a]",
    "SELECT a FROM t LIMIT 1, 2",
    "SELECT a FROM t INDEXED BY i",
    "SELECT a NOT NULL",
    "SELECT a GLOB 'x'",
    "SELECT a FROM user u WHERE",
    "SELECT 'a",
    "SELECT \"a",
    "SELECT $$a",
    "SELECT /* a",
    "SELECT a /* /* */",
    "SELECT E'a\\'",
    "SELECT a FROM t ORDER BY a UNION SELECT b FROM u",
    "SELECT a FROM t LIMIT 1 UNION SELECT b",
    "SELECT DISTINCT ON a FROM t",
    "SELECT a FROM select",
    "SELECT a FROM t WHERE order = 1",
    "SELECT a FROM t AS select",
    "SELECT a from",
    "SELECT a b c",
    "SELECT (1",
    "SELECT 1)",
    "SELECT ARRAY[1",
    "SELECT a[",
    "SELECT f(a)[1]",
    "SELECT a::",
    "SELECT CAST(a int)",
    "SELECT CAST(a AS)",
    "SELECT a IN ()",
    "SELECT EXTRACT(year d)",
    "SELECT EXTRACT(FROM d)",

    "SELECT count(*) FILTER (a > 1)",
    "SELECT f(a) WITHIN GROUP (a)",
    "SELECT sum(a) OVER (PARTITION a)",
    "SELECT sum(a) OVER (ROWS BETWEEN 1 PRECEDING)",
    "SELECT a FROM t WINDOW w (ORDER BY a)",
    "SELECT a FROM t GROUP BY GROUPING SETS",
    "SELECT a FROM t GROUP BY",
    "SELECT a FROM t HAVING",
    "SELECT a FROM t WHERE",
    "SELECT * FROM",
    "SELECT * FROM t JOIN",
    "SELECT * FROM t LEFT u",
    "SELECT * FROM t JOIN u USING a",
    "SELECT * FROM LATERAL",
    "SELECT * FROM t AS",
    "SELECT a FROM t FETCH 1 ROWS",
    "SELECT a FROM t FETCH FIRST 1 ROWS",
    "SELECT a FROM t OFFSET",
    "SELECT a FROM t LIMIT",
    "VALUES",
    "VALUES ()",
    "WITH a SELECT 1",
    "WITH a AS SELECT 1 SELECT 2",
    "WITH SELECT 1",
    "SELECT CASE a END",
    "SELECT CASE WHEN a THEN",
    "SELECT a BETWEEN 1",
    "SELECT a BETWEEN 1 AND",
    "SELECT NOT",
    "SELECT -",
    "SELECT a +",
    "SELECT * FROM t WHERE a = ANY 1",
    "SELECT a AT TIME 'UTC'",
    "SELECT a IS NOT",
    "SELECT a IS DISTINCT b",
    "SELECT a SIMILAR 'x'",
    "SELECT INTERVAL '1' DAY TO",
    "SELECT 1a",
    "SELECT a ** ",
    "SELECT t.",
    "SELECT .a FROM t",
    "SELECT a FROM t; SELECT 2 FROM",
    "SELECT a,, b",
    "SELECT , a",
    "SELECT a FROM t,",
    "SELECT a FROM t ORDER a",
    "SELECT a FROM t ORDER BY a NULLS",
    "SELECT a FROM t GROUP a",
    "FROM t SELECT a",
    "SELECT ROW(1,)",
    "SELECT a.*.b FROM t",
    "(SELECT 1",
    "SELECT 1 UNION",
    "SELECT 1 UNION ALL ALL SELECT 2",
};

}  // namespace t2s::sql::test

#endif
