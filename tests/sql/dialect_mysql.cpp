// SPDX-License-Identifier: BSL-1.0
// MySQL's dialect, by hand from the grammar in its manual.
#include "dialect_support.hpp"
#include "t2s/sql/mysql.hpp"

using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

constexpr speaker speaks{mysql};

std::string shape_of(std::string_view expression) {
  auto const q = speaks.must_parse("SELECT " + std::string(expression));
  speaks.survives(q);
  return shape(first_result(q));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(dialect_mysql)

BOOST_AUTO_TEST_CASE(takes) {
  for (std::string const sql : {
           "SELECT `a b`, t.`select`, `x``y` AS `c` FROM `my table` AS t",
           "SELECT a \"an alias\", b 'another', c AS 'third' FROM t # comment\nWHERE a = 1 -- comment\n AND b--1",
           "SELECT a DIV b, a MOD b, a % b, MOD(a, 2), a <=> NULL, a <> b, a != b, !a, NOT a, a XOR b, a && b, a || b, a ^ b, ~a",
           "SELECT a FROM t LIMIT 5, 10",
           "SELECT a FROM t LIMIT 10 OFFSET 5",
           "SELECT d + INTERVAL 1 DAY, d - INTERVAL (1 + 2) MONTH, DATE_ADD(d, INTERVAL -1 YEAR), DATE_SUB(NOW(), INTERVAL '1:30' "
           "HOUR_MINUTE)",
           "SELECT a REGEXP '^x', a NOT RLIKE b, a LIKE 'x%' ESCAPE '!', a NOT LIKE 'y', a REGEXP BINARY_x FROM t",
           "SELECT * FROM a STRAIGHT_JOIN b ON a.x = b.x LEFT JOIN c USING (y) NATURAL JOIN d CROSS JOIN e, f INNER JOIN g",
           "SELECT GROUP_CONCAT(a), GROUP_CONCAT(DISTINCT a, b ORDER BY c DESC SEPARATOR '; '), GROUP_CONCAT(a SEPARATOR '') FROM t",
           "SELECT 'it\\'s', \"say \\\"x\\\"\", 'a''b', \"c\"\"d\", 'tab\\t\\\\ \\% \\_', 'e\\0f', '', N'x'",
           "SELECT CAST(a AS SIGNED), CAST(a AS UNSIGNED INTEGER), CAST(a AS CHAR(10)), CAST(a AS DECIMAL(10, 2)), CAST(a AS DATETIME)",
           "SELECT CONVERT(a, SIGNED), CONVERT(a, CHAR(3)), CONVERT(a USING utf8mb4), CHAR(77, 121 USING utf8mb4)",
           "SELECT a, b, sum(c) FROM t GROUP BY a, b WITH ROLLUP HAVING sum(c) > 1 ORDER BY a DESC LIMIT 3",
           "SELECT @x, @@session.sql_mode, @@version, 0xAF, x'0F', X'1f', b'101', 0b101, ?, 1e3, .5",
           "SELECT IF(a > 1, 'x', 'y'), IFNULL(a, 0), LEFT(a, 2), RIGHT(a, 3), YEAR(d), DATE(d), REPLACE(a, 'x', 'y'), TRUNCATE(a, 2)",
           "SELECT DATE '2020-01-01', TIME '10:00', TIMESTAMP '2020-01-01 10:00', CURRENT_TIMESTAMP(), CURRENT_DATE, CURRENT_TIMESTAMP(6)",
           "SELECT EXTRACT(YEAR FROM d), EXTRACT(DAY_HOUR FROM d), SUBSTRING(a FROM 2 FOR 3), TRIM(LEADING 'x' FROM a), POSITION('x' IN a)",
           "SELECT a -> '$.x', a ->> '$.y', JSON_EXTRACT(a, '$[0]') FROM t WHERE JSON_CONTAINS(a, '1')",
           "SELECT a IS NULL, a IS NOT TRUE, a IS UNKNOWN, a BETWEEN 1 AND 2 AND b, a NOT IN (1, 2), a = b = c, a = ANY (SELECT 1)",
           "SELECT ROW(1, 2) = (1, 2), (a, b) IN ((1, 2)), EXISTS (SELECT 1), a COLLATE utf8mb4_bin = b",
           "SELECT row_number() OVER (PARTITION BY a ORDER BY b DESC), sum(c) OVER w FROM t WINDOW w AS (ORDER BY d ROWS BETWEEN 1 "
           "PRECEDING AND CURRENT ROW)",
           "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT * FROM r",
           "(SELECT a FROM t ORDER BY a LIMIT 1) UNION DISTINCT (SELECT b FROM u) ORDER BY 1 LIMIT 2",
           "SELECT * FROM (SELECT 1 AS a) AS x (y), LATERAL (SELECT x.y) AS z",
           "VALUES ROW(1, 2), ROW(3, 4)",
           "SELECT DISTINCTROW a FROM t WHERE b = \"text\" AND c.d = 'x' OR `e` IN ('a', \"b\")",
           "SELECT CASE a WHEN 1 THEN 'x' ELSE 'y' END AS end, count(*) AS count FROM db1.t AS first",
           "SELECT DATE_FORMAT(d, '%Y-%m') AS m, SUM(x) FROM t WHERE d >= CURDATE() - INTERVAL 30 DAY GROUP BY m ORDER BY NULL",
           "SELECT * FROM t USE INDEX (a, b), u AS x FORCE INDEX FOR JOIN (PRIMARY) IGNORE KEY (c) JOIN v USE INDEX () ON true",
           "SELECT a FROM t WHERE MATCH (a, t.b) AGAINST ('x' IN BOOLEAN MODE) AND MATCH(c) AGAINST (? WITH QUERY EXPANSION) > 0.5",
           "SELECT MATCH (a) AGAINST ('x' IN NATURAL LANGUAGE MODE WITH QUERY EXPANSION) AS score, MATCH(a) AGAINST('y') FROM t ORDER BY "
           "score DESC",
           "SELECT a MEMBER OF (b -> '$.x'), 1 MEMBER OF('[1,2]') AND c, a SOUNDS LIKE 'x', member, sounds FROM t",
           "SELECT BINARY a = 'x', BINARY 'a' , CAST(a AS BINARY(3)), a LIKE BINARY 'x%', - BINARY a, BINARY a + b FROM t",
           "SELECT SQL_NO_CACHE STRAIGHT_JOIN DISTINCT HIGH_PRIORITY SQL_CALC_FOUND_ROWS a FROM t",
           "SELECT DISTINCT SQL_NO_CACHE a FROM t",
           "SELECT (sql_no_cache) FROM t",
           "SELECT _utf8'abc', _utf8mb4 \"x\" 'y', _binary x'0F', _latin1 0xAF, _id 'alias' FROM t",
           "SELECT 'a' 'b' \"c\", a 'alias', 'x' AS 'y' FROM t WHERE b = 'x' 'it\\'s'",
           "SELECT INTERVAL(a, 1, 2), INTERVAL (1 + 2) DAY + d, d + INTERVAL (a) * 2 HOUR, INTERVAL(1, 2) + 3",
           "SELECT x.* FROM t, JSON_TABLE(t.doc, '$[*]' COLUMNS (id FOR ORDINALITY, name VARCHAR(100) PATH '$.name' DEFAULT '\"x\"' ON "
           "EMPTY NULL ON ERROR, e INT EXISTS PATH '$.e', NESTED PATH '$.y[*]' COLUMNS (z DECIMAL(10, 2) PATH '$'))) AS x",
           "SELECT a RLIKE 'x', a NOT REGEXP 'y', a XOR b, a DIV b MOD c FROM t GROUP BY a, b WITH ROLLUP",
           "SELECT GROUP_CONCAT(DISTINCT a ORDER BY b DESC SEPARATOR ','), CONVERT(a USING utf8), CAST(a AS SIGNED), CAST(a AS CHAR(10) "
           "CHARACTER SET utf8mb4), CAST(a AS CHAR CHARSET binary)",
           "TABLE t",
           "TABLE db.t ORDER BY a LIMIT 3",
           "VALUES ROW(1, 2), ROW(3, 4) ORDER BY 1 LIMIT 1",
           "SELECT * FROM t PARTITION (p0, p1) AS x, u PARTITION (p2) USE INDEX (i) WHERE x.a = 1",
           "SELECT /*+ NO_INDEX_MERGE(t) */ a FROM t",
           "SELECT DATABASE(), VERSION(), USER(), DEFAULT(a), SCHEMA(), INSERT('a', 1, 2, 'b'), @x, @@global.y",
           "SELECT db.t.*, t.*, db.t.a FROM db.t",
           "SELECT * FROM a LEFT JOIN b JOIN c ON b.x = c.x ON a.y = b.y",
           "SELECT TIMESTAMPDIFF(MONTH, a, b), SUBSTR(a FROM 2 FOR 3), MID(a, 1, 2), DATE_SUB(CURDATE(), INTERVAL 6 MONTH), "
           "STR_TO_DATE('2020', '%Y')",
           "SELECT a FROM (t1, t2) JOIN t3 USING (x) WHERE NOT a SOUNDS LIKE b",
           "SELECT (BINARY a) LIKE 'x', BINARY (a LIKE b), (a MEMBER OF (b)) MEMBER OF (c), (MATCH (a) AGAINST ('x')) LIKE 'y'",
       }) {
    auto const p = parse(sql, {.grammar = mysql});
    if (!p) {
      BOOST_ERROR(sql << "\n" << to_string(p.error()));
      continue;
    }
    speaks.survives(*p);
  }
}

BOOST_AUTO_TEST_CASE(refuses) {
  for (std::string const sql : {"SELECT [a]",
                                "SELECT a::int",
                                "SELECT a ILIKE b",

                                "SELECT 'a",
                                "SELECT \"a",
                                "SELECT `a",
                                "SELECT a FROM t LIMIT 1, 2, 3",
                                "SELECT a FROM t FETCH FIRST 1 ROWS ONLY",
                                "SELECT a IS b",
                                "SELECT a LIKE b LIKE c",
                                "SELECT a ==",
                                "SELECT INTERVAL 1",
                                "SELECT a == b",

                                "SELECT $1",
                                "SELECT a FROM t ORDER BY a NULLS FIRST",
                                "VALUES (1, 2)",
                                "SELECT GROUP_CONCAT(a SEPARATOR b)",
                                "SELECT /*! 1 */ 2",
                                "SELECT a DIV",
                                "SELECT @",
                                "SELECT 'a\\'",
                                "SELECT member OF FROM t",
                                "SELECT a MEMBER OF b",
                                "SELECT MATCH (a) AGAINST",
                                "SELECT MATCH (a) AGAINST ('x' IN MODE)",
                                "SELECT * FROM t USE INDEX",
                                "SELECT * FROM t USE INDEX a",
                                "SELECT * FROM (SELECT 1) USE INDEX (a)",
                                "SELECT * FROM t PARTITION ()",
                                "SELECT INTERVAL(1)",
                                "SELECT INTERVAL(1 + 2)",
                                "SELECT * FROM JSON_TABLE('[]', '$') AS x",
                                "SELECT * FROM JSON_TABLE('[]', '$' COLUMNS ()) AS x",
                                "SELECT * FROM t, LATERAL (u)",
                                "SELECT * FROM t, LATERAL (u AS v)",
                                "TABLE",
                                "SELECT @x := 1"})
    BOOST_TEST(!speaks.must_fail(sql).message.empty());
}

BOOST_AUTO_TEST_CASE(locks_are_refused_with_advice) {
  for (std::string const sql : {"SELECT a FROM t FOR UPDATE", "SELECT a FROM t LOCK IN SHARE MODE", "SELECT a FROM t LIMIT 1 FOR SHARE"}) {
    auto const message = speaks.must_fail(sql).message;
    BOOST_TEST(message.find("leave it out") != message.npos, message);
  }
}

BOOST_AUTO_TEST_CASE(hints_survive_and_do_not_count) {
  auto const with = speaks.must_parse("SELECT SQL_NO_CACHE a FROM t USE INDEX (i, PRIMARY) WHERE b = 1");
  auto const without = speaks.must_parse("SELECT a FROM t WHERE b = 1");
  BOOST_TEST(print(with) == "SELECT SQL_NO_CACHE a FROM t USE INDEX (i, PRIMARY) WHERE b = 1");
  BOOST_TEST(equivalent(with, without));
  BOOST_TEST(skeleton(with, skeleton_mode::scoped) == skeleton(without, skeleton_mode::scoped));
}

BOOST_AUTO_TEST_CASE(precedence) {
  BOOST_TEST(shape_of("a || b && c") == "(operation || (column a) (operation && (column b) (column c)))");
  BOOST_TEST(shape_of("a OR b XOR c AND d") ==
             "(operation OR (column a) (operation XOR (column b) (operation AND (column c) (column d))))");
  BOOST_TEST(shape_of("!a = b") == "(operation = (prefix (column a)) (column b))");
  BOOST_TEST(shape_of("NOT a = b") == "(prefix (operation = (column a) (column b)))");
  BOOST_TEST(shape_of("a | b & c << d + e * f ^ g") ==
             "(operation | (column a) (operation & (column b) (operation << (column c) (operation + (column d) (operation * (column e) "
             "(operation ^ (column f) (column g)))))))");
  BOOST_TEST(shape_of("a = b LIKE c") == "(operation = (column a) (like (column b) (column c)))");
  BOOST_TEST(shape_of("a = b = c") == "(operation = (operation = (column a) (column b)) (column c))");
}

BOOST_AUTO_TEST_CASE(strings_have_what_they_stand_for) {
  BOOST_TEST(shape_of("'it\\'s'") == "(string it's)");
  BOOST_TEST(shape_of("\"a\\nb\"") == "(string a\nb)");
  BOOST_TEST(shape_of("'50\\%'") == "(string 50\\%)");
  BOOST_TEST(shape_of("'a\\\\b'") == "(string a\\b)");
  BOOST_TEST(shape_of("'a' \"b\" 'it\\'s'") == "(string abit's)");
}

BOOST_AUTO_TEST_CASE(printing) {
  speaks.prints("select a from t limit 5,10", "SELECT a FROM t LIMIT 5, 10");
  speaks.prints("select \"a\", 'b\\\\c' from `t`", "SELECT \"a\", 'b\\\\c' FROM `t`");
  speaks.prints("select convert(a, signed), a||b, a rlike 'x'", "SELECT CAST(a AS signed), a OR b, a REGEXP 'x'");
  speaks.prints("select match(a,b) against('x' in boolean mode)", "SELECT MATCH (a, b) AGAINST ('x' in boolean mode)");
  speaks.prints("select interval(1,2), binary a, a member of(b)", "SELECT interval(1, 2), binary a, a member of (b)");
  speaks.prints("select * from t partition(p) x ignore index(i)", "SELECT * FROM t PARTITION(p) AS x ignore index(i)");
  speaks.prints("select position(!x in b)", "SELECT position((NOT x) in b)");  // NOT x IN b would mean something else (found by fuzzing)
  speaks.prints("select d+interval 1 day", "SELECT d + interval 1 day");
  speaks.prints("select group_concat(distinct a order by b separator '-')", "SELECT group_concat(DISTINCT a ORDER BY b separator '-')");
}

BOOST_AUTO_TEST_CASE(names_are_made_in_backticks) {
  auto q = parse("SELECT a FROM t", {.grammar = mysql});
  BOOST_TEST_REQUIRE(bool(q));
  BOOST_TEST((q->make_name("rank").quoted == quote::backtick));
  BOOST_TEST((q->make_name("Name").quoted == quote::none));
}

BOOST_AUTO_TEST_SUITE_END()
