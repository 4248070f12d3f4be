// SPDX-License-Identifier: BSL-1.0
// Where engines differ in NULLs, truth values, zeros and sizes, case by case, by the rules that their manuals give.
#include "transpile_support.hpp"

#include <chrono>

namespace schema = t2s::schema;
using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

schema::database const& tables() {
  static schema::database const made({
      typed_table("t", {{"id", "INTEGER"},
                        {"a", "INTEGER"},
                        {"b", "INTEGER"},
                        {"x", "DOUBLE"},
                        {"n", "DECIMAL(10,2)"},
                        {"s", "VARCHAR(30)"},
                        {"u", "VARCHAR(30)"},
                        {"d", "DATE"},
                        {"ts", "TIMESTAMP"},
                        {"f", "BOOLEAN"},
                        {"j", "JSON"}}),
      typed_table("r", {{"k", "INTEGER"}, {"tid", "INTEGER"}, {"g", "VARCHAR(10)"}, {"v", "INTEGER"}, {"w", "DOUBLE"}}),
  });
  return made;
}

void check(std::initializer_list<translation> all) { test::check(tables(), all); }

}  // namespace

BOOST_AUTO_TEST_SUITE(transpile_differences)

/// Parts that the target must repeat double with each level: they soon end with a report.
BOOST_AUTO_TEST_CASE(deep_calls_end) {
  struct nest {
    std::string_view from, to, before, innermost, after;
  };
  for (auto const& n :
       {nest{"sqlite", "postgres", "max(", "a", ", b)"}, nest{"mysql", "postgres", "GREATEST(", "a", ", b)"},
        nest{"postgres", "sqlite", "least(", "a", ", b)"}, nest{"postgres", "sqlite", "lpad(", "s", ", 5, 'a')"},
        nest{"postgres", "sqlite", "split_part(", "s", ", 'a', 2)"}, nest{"mysql", "postgres", "CONCAT(", "s", " + 0, 'a')"}}) {
    std::string sql(n.innermost);
    for (int i = 0; i < 30; ++i) sql = std::string(n.before).append(sql).append(n.after);
    auto const start = std::chrono::steady_clock::now();
    auto const done = translated(n.from, n.to, "SELECT " + sql + " FROM t", tables());
    auto const took = std::chrono::steady_clock::now() - start;
    BOOST_TEST(!done);
    BOOST_TEST(notes_of(done).find("impossible@") != std::string::npos, n.before);
    BOOST_TEST((took < std::chrono::seconds(5)), n.before);
  }
  check(
      {{"sqlite", "postgres", "SELECT max(a, max(a, b)) FROM t",
        "SELECT CASE WHEN NOT (a IS NULL OR CASE WHEN NOT (a IS NULL OR b IS NULL) THEN greatest(a, b) END IS NULL) THEN greatest(a, CASE "
        "WHEN NOT (a IS NULL OR b IS NULL) THEN greatest(a, b) END) END FROM t"}});
}

/// BINARY has the type of the following value: it is not a number.
BOOST_AUTO_TEST_CASE(binary_is_of_its_part) {
  check({
      {"mysql", "postgres", "SELECT id FROM t WHERE BINARY s = 'text'", "SELECT id FROM t WHERE s = 'text'"},
      {"mysql", "sqlite", "SELECT a FROM t WHERE BINARY s = 'a' AND a = 2", "SELECT a FROM t WHERE s = 'a' AND a = 2"},
  });
}

/// In SQLite a number is less than any text, but NULL is neither.
BOOST_AUTO_TEST_CASE(numbers_beside_texts) {
  check({
      {"sqlite", "postgres", "SELECT id FROM t WHERE strftime('%Y', d) > 2023",
       "SELECT id FROM t WHERE to_char(CAST(d AS TIMESTAMP), 'YYYY') IS NOT NULL OR NULL"},
      {"sqlite", "mysql", "SELECT id FROM t WHERE substr(d, 1, 4) = 2024", "SELECT id FROM t WHERE LEFT(d, 4) IS NULL AND NULL"},
      {"sqlite", "duckdb", "SELECT id FROM t WHERE upper(s) < id", "SELECT id FROM t WHERE TRY_CAST(upper(s) AS DOUBLE) < id", "nearly@23"},
      {"sqlite", "postgres", "SELECT id FROM t WHERE substr(s, 1, 4) NOT IN (2024, 2025)",
       "SELECT id FROM t WHERE left(s, 4) IS NOT NULL OR NULL"},
  });
}

/// MySQL compares texts without case wherever it compares them.
BOOST_AUTO_TEST_CASE(collations) {
  check({
      {"mysql", "postgres", "SELECT DISTINCT s FROM t WHERE s BETWEEN 'a' AND 'b' ORDER BY s",
       "SELECT DISTINCT s FROM t WHERE s BETWEEN 'a' AND 'b' ORDER BY s NULLS FIRST", "nearly@0 nearly@33 nearly@62"},
      {"mysql", "sqlite", "SELECT s, count(DISTINCT u), max(u), row_number() OVER (PARTITION BY s ORDER BY u) FROM t GROUP BY s",
       "SELECT s, count(DISTINCT u), max(u), row_number() OVER (PARTITION BY s ORDER BY u) FROM t GROUP BY s",
       "nearly@10 nearly@29 nearly@69 nearly@80 nearly@99"},
      {"mysql", "duckdb", "SELECT s FROM t UNION SELECT g FROM r UNION ALL SELECT u FROM t ORDER BY 1",
       "SELECT s FROM t UNION SELECT g FROM r UNION ALL SELECT u FROM t ORDER BY 1 NULLS FIRST", "nearly@16 nearly@73"},
      {"mysql", "postgres", "SELECT CASE s WHEN 'a' THEN 1 END, a FROM t GROUP BY 1, 2 ORDER BY 2, 1",
       "SELECT CASE s WHEN 'a' THEN 1 END, a FROM t GROUP BY 1, 2 ORDER BY 2 NULLS FIRST, 1 NULLS FIRST", "nearly@12"},
      {"mysql", "duckdb", "SELECT a FROM t WHERE a = 2 ORDER BY a DESC", "SELECT a FROM t WHERE a = 2 ORDER BY a DESC"},
  });
}

/// A column that is a boolean in the target is a number beside a number, and in texts.
BOOST_AUTO_TEST_CASE(truth_values_beside_numbers) {
  check({
      {"sqlite", "postgres", "SELECT CASE f WHEN 1 THEN 'y' ELSE 'n' END FROM t",
       "SELECT CASE CAST(f AS INTEGER) WHEN 1 THEN 'y' ELSE 'n' END FROM t"},
      {"mysql", "duckdb", "SELECT coalesce(f, 0), IFNULL(f, 2), CASE WHEN a > 1 THEN f ELSE 0 END, lag(f, 1, 0) OVER (ORDER BY id) FROM t",
       "SELECT coalesce(CAST(f AS INTEGER), 0), coalesce(CAST(f AS INTEGER), 2), CASE WHEN a > 1 THEN CAST(f AS INTEGER) ELSE 0 END, "
       "lag(CAST(f AS INTEGER), 1, 0) OVER (ORDER BY id) FROM t"},
      {"mysql", "postgres", "SELECT max(f), min(f), GROUP_CONCAT(f) FROM t",
       "SELECT max(CAST(f AS INTEGER)), min(CAST(f AS INTEGER)), string_agg(CAST(CAST(f AS INTEGER) AS TEXT), ',') FROM t"},
      {"sqlite", "postgres", "SELECT id FROM t WHERE f IN (SELECT 1)", "SELECT id FROM t WHERE CAST(f AS INTEGER) IN (SELECT 1)"},
      {"sqlite", "postgres", "SELECT id FROM t WHERE 1 IN (SELECT f FROM t)",
       "SELECT id FROM t WHERE 1 IN (SELECT CAST(t2s_rows.t2s_value AS INTEGER) FROM (SELECT f FROM t) AS t2s_rows(t2s_value))"},
      {"sqlite", "postgres", "SELECT f FROM t UNION SELECT 1", "SELECT CAST(f AS INTEGER) AS f FROM t UNION SELECT 1"},
      {"sqlite", "postgres", "SELECT CAST(f AS TEXT), f || 'x' FROM t",
       "SELECT CAST(CAST(f AS INTEGER) AS TEXT), CAST(CAST(f AS INTEGER) AS TEXT) || 'x' FROM t"},
      {"mysql", "postgres", "SELECT CONCAT(f, a), IF(a, f, 2) FROM t",
       "SELECT CAST(CAST(f AS INTEGER) AS TEXT) || CAST(a AS TEXT), CASE WHEN a != 0 THEN CAST(f AS INTEGER) ELSE 2 END FROM t"},
      {"mysql", "postgres", "SELECT id, f FROM t WHERE f AND f = 1 AND coalesce(f, 0)",
       "SELECT id, f FROM t WHERE CAST(f AS INTEGER) != 0 AND CAST(f AS INTEGER) = 1 AND coalesce(CAST(f AS INTEGER), 0) != 0"},
      {"sqlite", "postgres", "SELECT (SELECT f FROM t LIMIT 1) = 1 FROM t",
       "SELECT CAST(CAST((SELECT f FROM t LIMIT 1) AS INTEGER) = 1 AS INTEGER) FROM t"},
      {"sqlite", "postgres", "SELECT x.c = 1 FROM (SELECT coalesce(f, 0) AS c FROM t) AS x WHERE x.c",
       "SELECT CAST(x.c = 1 AS INTEGER) FROM (SELECT coalesce(CAST(f AS INTEGER), 0) AS c FROM t) AS x WHERE x.c != 0"},
      {"mysql", "postgres", "SELECT JSON_OBJECT('a', f) FROM t", "SELECT json_build_object('a', CAST(f AS INTEGER)) FROM t"},
  });
}

/// Parts of a text that begin at 0 or before.
BOOST_AUTO_TEST_CASE(parts_before_the_text) {
  check({
      {"postgres", "sqlite",
       "SELECT substr(s, -1, 4), substr(s, 0, 3), substr(s, 0), substring(s FROM -2 FOR a), substr(s, a), substr(s, strpos(s, 'x') + 1) "
       "FROM t",
       "SELECT substr(s, 1, 2), substr(s, 1, 2), s, substr(s, 1, max(a - 3, 0)), substr(s, a), substr(s, instr(s, 'x') + 1) FROM t",
       "nearly@84"},
      {"mysql", "sqlite", "SELECT SUBSTRING(s, 0, 2), SUBSTRING(s, -2, 1), SUBSTRING(s, 2) FROM t",
       "SELECT substr(s, 1, 0), substr(s, -2, 1), substr(s, 2) FROM t", "nearly@27"},
      {"sqlite", "mysql", "SELECT substr(s, 0, 3), substr(s, 0, a), substr(s, 0) FROM t",
       "SELECT LEFT(s, 2), LEFT(s, greatest(a - 1, 0)), s FROM t"},
      {"postgres", "mysql", "SELECT substr(s, 0, 3) FROM t", "SELECT LEFT(s, 2) FROM t"},
  });
}

/// DuckDB: // and % by zero are NULL, and // keeps fractions.
BOOST_AUTO_TEST_CASE(zero_and_fractions) {
  check({
      {"duckdb", "postgres", "SELECT a // b, a % b, a / b, 7.5 // 2, x // b FROM t",
       "SELECT a / NULLIF(b, 0), a % NULLIF(b, 0), CAST(a AS double precision) / b, CAST(7.5 AS double precision) / 2, x / NULLIF(b, 0) "
       "FROM t",
       "nearly@24"},
      {"duckdb", "sqlite", "SELECT a // b, a % b, a / b, 7.5 // 2 FROM t", "SELECT a / b, a % b, CAST(a AS REAL) / b, 7.5 / 2 FROM t",
       "nearly@24"},
      {"duckdb", "mysql", "SELECT a // b, 7.5 // 2 FROM t", "SELECT a DIV b, 7.5e0 / 2 FROM t"},
      {"mysql", "postgres", "SELECT a DIV b, a % b FROM t", "SELECT a / NULLIF(b, 0), a % NULLIF(b, 0) FROM t"},
  });
}

/// The null of JSON, and its numbers.
BOOST_AUTO_TEST_CASE(json_and_null) {
  check({
      {"postgres", "mysql", "SELECT j->>'a' IS NULL FROM t",
       "SELECT CASE WHEN JSON_TYPE(JSON_EXTRACT(j, '$.a')) != 'NULL' THEN JSON_UNQUOTE(JSON_EXTRACT(j, '$.a')) END IS NULL FROM t"},
      {"sqlite", "postgres", "SELECT id FROM t WHERE json_extract(j, '$.a') = 1",
       "SELECT id FROM t WHERE CASE WHEN CAST(j AS jsonb) #>> '{a}' ~ '^\\s*[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?\\s*$' THEN "
       "CAST(CAST(j AS jsonb) #>> '{a}' AS numeric) END = 1",
       "nearly@23"},
      {"sqlite", "duckdb", "SELECT id FROM t WHERE j ->> '$.a' > 1 AND json_extract(j, '$.a') = 'x'",
       "SELECT id FROM t WHERE TRY_CAST(json_extract_string(j, '$.a') AS DOUBLE) > 1 AND json_extract_string(j, '$.a') = 'x'", "nearly@25"},
      {"mysql", "postgres", "SELECT id FROM t WHERE JSON_EXTRACT(j, '$.a') = 1",
       "SELECT id FROM t WHERE CASE WHEN CAST(j AS jsonb) #>> '{a}' ~ '^\\s*[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?\\s*$' THEN "
       "CAST(CAST(j AS jsonb) #>> '{a}' AS numeric) END = 1",
       "nearly@23"},
  });
}

/// LIMIT in a recursive query and in a value.
BOOST_AUTO_TEST_CASE(limits_in_subqueries) {
  check({
      {"sqlite", "postgres", "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c LIMIT 5) SELECT n FROM c", "", "impossible@15"},
      {"sqlite", "postgres",
       "SELECT (SELECT v FROM r ORDER BY k LIMIT 5), (SELECT v FROM r LIMIT -1), (SELECT v FROM r LIMIT 3 OFFSET 2), (SELECT v FROM r "
       "LIMIT 1)",
       "SELECT (SELECT v FROM r ORDER BY k LIMIT 1), (SELECT v FROM r LIMIT 1), (SELECT v FROM r LIMIT 1 OFFSET 2), (SELECT v FROM r LIMIT "
       "1)"},
  });
}

/// NULLs in an order by place.
BOOST_AUTO_TEST_CASE(nulls_of_compounds) {
  check({
      {"mysql", "postgres", "(SELECT a FROM t) UNION ALL (SELECT v FROM r) ORDER BY 1",
       "(SELECT a FROM t) UNION ALL (SELECT v FROM r) ORDER BY 1 NULLS FIRST"},
      {"postgres", "mysql", "(SELECT a FROM t) UNION ALL (SELECT v FROM r) ORDER BY 1",
       "(SELECT a FROM t) UNION ALL (SELECT v FROM r) ORDER BY 1", "nearly@55"},
      {"sqlite", "postgres", "SELECT id FROM t UNION SELECT v FROM r ORDER BY 1",
       "SELECT id FROM t UNION SELECT v FROM r ORDER BY 1 NULLS FIRST"},
  });
}

/// Digits before the point, and halves of doubles.
BOOST_AUTO_TEST_CASE(rounding) {
  check({
      {"sqlite", "postgres", "SELECT round(x, -2), round(x, 2) FROM t",
       "SELECT round(CAST(x AS numeric)), round(CAST(x AS numeric), 2) FROM t"},
      {"mysql", "postgres", "SELECT round(x), round(n) FROM t", "SELECT round(x), round(CAST(n AS numeric)) FROM t"},
      {"postgres", "sqlite", "SELECT round(x), round(n) FROM t", "SELECT round(x), round(n) FROM t", "nearly@7"},
      {"duckdb", "mysql", "SELECT round(x), round(n) FROM t", "SELECT round(x), round(n) FROM t", "nearly@7"},
  });
}

/// Regular expressions, digits of numbers, and collations that PostgreSQL lacks.
BOOST_AUTO_TEST_CASE(texts_and_digits) {
  check({
      {"postgres", "mysql", "SELECT regexp_replace(s, 'a', 'b', 'g'), regexp_replace(s, 'a', 'b') FROM t",
       "SELECT regexp_replace(s, '(?-i)a', 'b'), regexp_replace(s, '(?-i)a', 'b') FROM t", "nearly@7 nearly@41 nearly@41"},
      {"mysql", "postgres", "SELECT HEX(255), HEX(s) FROM t",
       "SELECT upper(to_hex(CAST(255 AS bigint))), upper(encode(convert_to(s, 'UTF8'), 'hex')) FROM t"},
      {"mysql", "sqlite", "SELECT HEX(255), HEX(s) FROM t", "SELECT printf('%X', 255), hex(s) FROM t"},
      {"sqlite", "postgres", "SELECT id FROM t WHERE s = 'Apple' COLLATE NOCASE AND s COLLATE NOCASE IN ('A', 'b')",
       "SELECT id FROM t WHERE lower(s) = lower('Apple') AND lower(s) IN (lower('A'), lower('b'))"},
  });
}

/// In DuckDB, NULL in a row is the greatest value.
BOOST_AUTO_TEST_CASE(rows_with_null) {
  check({
      {"postgres", "duckdb", "SELECT id FROM t WHERE (a, b) >= (5, 1)", "SELECT id FROM t WHERE a > 5 OR a = 5 AND b >= 1"},
      {"mysql", "duckdb", "SELECT id FROM t WHERE (a, b) <> (5, 1)", "SELECT id FROM t WHERE a != 5 OR b != 1"},
      {"sqlite", "duckdb", "SELECT id FROM t WHERE (1, 2) < (3, 4)", "SELECT id FROM t WHERE (1, 2) < (3, 4)"},
      {"postgres", "sqlite", "SELECT id FROM t WHERE (a, b) >= (5, 1)", "SELECT id FROM t WHERE (a, b) >= (5, 1)"},
      {"duckdb", "postgres", "SELECT id FROM t WHERE (a, b) > (5, 1)", "SELECT id FROM t WHERE (a, b) > (5, 1)", "nearly@30"},
      {"postgres", "duckdb", "SELECT id FROM t WHERE (a, b) IN ((1, 2))", "SELECT id FROM t WHERE (a, b) IN ((1, 2))", "nearly@30"},
  });
}

/// Dates that are not of the form 2020-01-31: SQLite compares texts, the others read a date.
BOOST_AUTO_TEST_CASE(dates_in_other_forms) {
  check({
      {"sqlite", "mysql", "SELECT id FROM t WHERE d > '2020-06'", "SELECT id FROM t WHERE CAST(d AS CHAR) > '2020-06'"},
      {"mysql", "sqlite", "SELECT id FROM t WHERE d = '2020-1-31'", "SELECT id FROM t WHERE d = '2020-01-31'"},
      {"postgres", "sqlite", "SELECT id FROM t WHERE ts < '2020-1-5'", "SELECT id FROM t WHERE ts < '2020-01-05 00:00:00'"},
      {"postgres", "sqlite", "SELECT id FROM t WHERE d < '20200131'", "SELECT id FROM t WHERE d < '20200131'", "nearly@27"},
  });
}

BOOST_AUTO_TEST_SUITE_END()
