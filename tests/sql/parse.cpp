// SPDX-License-Identifier: BSL-1.0
#include "t2s/sql/parse.hpp"

#include "support.hpp"
#include "t2s/core/detail/text.hpp"

using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

/// The shape of an expression.
void expect(std::string const& expression, std::string_view wanted) {
  auto const q = must_parse("SELECT " + expression);
  BOOST_TEST(shape(first_result(q)) == wanted, expression << " is " << shape(first_result(q)));
}

void expect_error(std::string_view sql, std::size_t offset, std::string_view found, std::vector<std::string> const& expected) {
  auto const e = must_fail(sql);
  BOOST_TEST(e.offset == offset, sql);
  BOOST_TEST(e.found == found, sql);
  BOOST_TEST(e.expected == expected, sql << ": " << e.message);
}

using texts = std::vector<std::string>;

/// Several texts joined.
std::string cat(texts const& parts) { return t2s::text::join(parts, ""); }

std::string repeat(std::string const& part, std::size_t times) { return cat(texts(times, part)); }

}  // namespace

BOOST_AUTO_TEST_SUITE(parsing)

// Precedence as in SQLite's documentation of operators.
BOOST_AUTO_TEST_CASE(precedence) {
  expect("a + b * c", "(operation + (column a) (operation * (column b) (column c)))");
  expect("a - b - c", "(operation - (operation - (column a) (column b)) (column c))");
  expect("a OR b AND c", "(operation OR (column a) (operation AND (column b) (column c)))");
  expect("NOT a = b", "(prefix (operation = (column a) (column b)))");
  expect("-a || b", "(operation || (prefix (column a)) (column b))");
  expect("a = b IN (1)", "(in (operation = (column a) (column b)) (list (number 1)))");
  expect("a < b = c", "(operation = (operation < (column a) (column b)) (column c))");
  expect("a = b < c", "(operation = (column a) (operation < (column b) (column c)))");
  expect("a BETWEEN b AND c AND d", "(operation AND (between (column a) (column b) (column c)) (column d))");
  expect("a || b COLLATE c", "(operation || (column a) (collate c (column b)))");
  expect("a LIKE b || c ESCAPE d", "(like (column a) (operation || (column b) (column c)) (column d))");
  expect("a IS NOT NULL OR b NOTNULL", "(operation OR (operation (column a) (null)) (operation (column b) (null)))");
  expect("a -> b ->> c", "(operation ->> (operation -> (column a) (column b)) (column c))");
  expect("a & b << c", "(operation << (operation & (column a) (column b)) (column c))");
  expect("a = NOT b = c", "(operation = (column a) (prefix (operation = (column b) (column c))))");
}

BOOST_AUTO_TEST_CASE(chains_are_flat) {
  expect("a AND b AND c", "(operation AND (column a) (column b) (column c))");
  expect("(a AND b) AND c", "(operation AND (operation AND (column a) (column b)) (column c))");
  expect("a + b + c - d", "(operation - (operation + (column a) (column b) (column c)) (column d))");
  auto const ors = must_parse(cat({"SELECT a FROM t WHERE ", repeat("a = 1 OR ", 9999), "a = 1"}));
  BOOST_TEST((*ors.root().find(kind::select)->find(kind::where))[0].count == 10000U);
  BOOST_TEST(ors.root().height < 10U);
  auto const unions = must_parse(cat({repeat("SELECT a FROM t UNION ", 9999), "SELECT a FROM t"}));
  BOOST_TEST(unions.root().count == 10000U);
}

BOOST_AUTO_TEST_CASE(operands) {
  expect("a.b.c", "(column b. c (name a))");
  expect("'a'.b", "(column a. b)");
  expect("count(*) FILTER (WHERE a) OVER w", "(call count (star) (filter (column a)) (window_name w))");
  expect("f(DISTINCT a, b)", "(call f (column a) (column b))");
  expect("group_concat(a ORDER BY b DESC)", "(call group_concat (column a) (order_by (sort (column b))))");
  expect("sum(a) OVER (w PARTITION BY b ORDER BY c ROWS BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE TIES)",
         "(call sum (column a) (window w (partition_by (column b)) (order_by (sort (column c))) (frame (bound (number 1)) (bound))))");
  expect("CASE a WHEN 1 THEN 2 ELSE 3 END", "(case (column a) (when (number 1) (number 2)) (else (number 3)))");
  expect("CASE WHEN a THEN b END", "(case (when (column a) (column b)))");
  expect("CAST(a AS DECIMAL(10, 2))", "(cast DECIMAL(10, 2) (column a))");
  expect("(1, 2) = (SELECT 1, 2)", "(operation = (row (number 1) (number 2)) (subquery (query (select (columns (number 1) (number 2))))))");
  expect("((a))", "(column a)");
  expect("a IN ()", "(in (column a) (list))");
  expect("a NOT IN main.t", "(in (column a) (table main. t))");
  expect("a IN f(1)", "(in (column a) (table f (list (number 1))))");
  expect("EXISTS (VALUES (1), (2))", "(exists (query (values (list (number 1)) (list (number 2)))))");
  expect("x'0aFF'", "(blob x'0aFF')");
  expect("1.5e-3", "(number 1.5e-3)");
  expect("0xFF", "(number 0xFF)");
  expect(".5", "(number .5)");
  expect("'it''s'", "(string it's)");
  expect("?1 + :a + @b + $c::d(e)", "(operation + (parameter ?1) (parameter :a) (parameter @b) (parameter $c::d(e)))");
  expect("current_date", "(now current_date)");
  expect("a IS NOT DISTINCT FROM b", "(operation (column a) (column b))");
  expect("a ISNULL", "(operation (column a) (null))");
}

BOOST_AUTO_TEST_CASE(names) {
  expect("\"a\"\"b\"", "(column a\"b)");
  expect("[a b]", "(column a b)");
  expect("`a``b`.`c`", "(column a`b. c)");
  expect("año", "(column año)");
  BOOST_TEST((first_result(must_parse("SELECT \"Fall\"")).name.quoted == quote::twofold));
  expect("year", "(column year)");
  expect("t.cast", "(column t. cast)");
  expect("match", "(column match)");
  expect("replace(a, b, c)", "(call replace (column a) (column b) (column c))");
  expect("a desc", "(alias desc (column a))");
  expect("a 'b c'", "(alias b c (column a))");
  expect("over", "(column over)");
  expect("count(*) filter", "(alias filter (call count (star)))");
  for (auto const* word :
       {"date", "text", "format", "share", "range", "show", "year", "key", "row", "end", "first", "offset", "like", "left"})
    must_parse("SELECT t." + std::string(word) + " FROM " + word + " AS t");
}

BOOST_AUTO_TEST_CASE(sources) {
  auto const from = [](std::string const& sql, std::string_view wanted) {
    auto const q = must_parse("SELECT * FROM " + sql);
    BOOST_TEST(shape(*q.root().find(kind::select)->find(kind::from)) == wanted, sql << " is " << shape(q.root()));
  };
  from("t", "(from (table t))");
  from("main.t AS a, u b", "(from (alias a (table main. t)) (join (alias b (table u))))");
  from("t JOIN u ON t.a = u.a JOIN v USING (b, c)",
       "(from (table t) (join (table u) (on (operation = (column t. a) (column u. a)))) (join (table v) (using (name b) (name c))))");
  from("t JOIN u JOIN v ON a", "(from (table t) (join (table u)) (join (table v) (on (column a))))");
  from("(t JOIN u) NATURAL LEFT OUTER JOIN v", "(from (from (table t) (join (table u))) (join (table v)))");
  from("(SELECT 1) AS a", "(from (alias a (subquery (query (select (columns (number 1)))))))");
  from("f(1, a) x", "(from (alias x (table f (list (number 1) (column a)))))");
  from("t AS a INDEXED BY i", "(from (indexed i (alias a (table t))))");
  from("t NOT INDEXED", "(from (indexed (table t)))");
  must_fail("SELECT * FROM t LEFT INNER JOIN u");
  must_fail("SELECT * FROM t OUTER JOIN u");
  must_fail("SELECT * FROM f(1) INDEXED BY i");
}

BOOST_AUTO_TEST_CASE(statements) {
  auto const whole = [](std::string_view sql, std::string_view wanted) {
    auto const q = must_parse(sql);
    BOOST_TEST(shape(q.root()) == wanted, sql << " is " << shape(q.root()));
  };
  whole("WITH RECURSIVE a(x) AS MATERIALIZED (SELECT 1), b AS (VALUES (1)) SELECT * FROM a;;",
        "(query (with (cte a (names (name x)) (query (select (columns (number 1))))) (cte b (query (values (list (number 1)))))) (select "
        "(columns (star)) (from (table a))))");
  whole("SELECT 1 UNION ALL SELECT 2 ORDER BY 1 NULLS LAST LIMIT 3, 4",
        "(query (select (columns (number 1))) (select (columns (number 2))) (order_by (sort (number 1))) (limit (number 4) (number 3)))");
  whole("SELECT t.* -- comment\nFROM t /* one */ WHERE a GROUP BY b, c HAVING d WINDOW w AS (ORDER BY e), v AS (w)",
        "(query (select (columns (star t.)) (from (table t)) (where (column a)) (group_by (column b) (column c)) (having (column d)) "
        "(window_definition w (window (order_by (sort (column e))))) (window_definition v (window w))))");
  auto const compound = must_parse("SELECT 1 UNION SELECT 2 UNION ALL SELECT 3 INTERSECT SELECT 4 EXCEPT VALUES (5)");
  std::vector<op> found;
  for (auto const* member : compound.root().children()) found.push_back(member->op);
  BOOST_TEST((found == std::vector{op::none, op::union_, op::union_all, op::intersect, op::except}));
}

BOOST_AUTO_TEST_CASE(errors_say_where_and_what) {
  expect_error("SELEC a FROM t", 0, "SELEC", {"';'", "WITH", "SELECT", "VALUES"});
  expect_error("SELECT FROM t", 7, "FROM", {"DISTINCT", "ALL", "'*'", "an expression"});
  expect_error("SELECT a FROM t WHERE", 21, "", {"an expression"});
  expect_error("SELECT a FROM t WHERE a = )", 26, ")", {"an expression"});
  expect_error("SELECT (a FROM t", 10, "FROM", {"'.'", "an operator", "','", "')'"});
  expect_error("SELECT a FROM t WHERE a NOT 3", 28, "3", {"LIKE", "GLOB", "REGEXP", "MATCH", "IN", "BETWEEN", "NULL"});
  expect_error("SELECT a FROM t GROUP a", 22, "a", {"BY"});
  auto const e = must_fail("SELECT é,\n  ñ FROM t WHERE ñ = = 1");
  BOOST_TEST(e.line == 2U);
  BOOST_TEST(e.column == 22U);
  BOOST_TEST(to_string(e) == "line 2, column 22: there is = where an expression is expected");
  BOOST_TEST(must_fail("SELECT 'abc").found == "'abc");
  BOOST_TEST(must_fail("SELECT 1; SELECT 2").offset == 10U);
  BOOST_TEST(must_fail("").message == "the text ends where ';', WITH, SELECT or VALUES is expected");
}

BOOST_AUTO_TEST_CASE(limits_give_clear_errors) {
  must_parse(cat({"SELECT ", repeat("(", 200), "1", repeat(")", 200)}));
  must_parse(cat({"SELECT ", repeat("(SELECT ", 200), "1", repeat(")", 200)}));
  BOOST_TEST(must_fail(cat({"SELECT ", repeat("(", 201), "1", repeat(")", 201)})).message == "nested deeper than 200 levels");
  BOOST_TEST(must_fail(cat({"SELECT ", repeat("(", 100000)})).message == "nested deeper than 200 levels");
  BOOST_TEST(must_fail(cat({"SELECT ", repeat("NOT ", 100000), "a"})).message == "nested deeper than 200 levels");
  BOOST_TEST(must_fail(cat({"SELECT ", repeat("- ", 100000), "a"})).message == "nested deeper than 200 levels");
  BOOST_TEST(must_fail(repeat("SELECT (", 100000)).message == "nested deeper than 200 levels");
  BOOST_TEST(must_fail(cat({"SELECT ", repeat("CASE WHEN ", 50000)})).message == "nested deeper than 200 levels");
  BOOST_TEST(must_fail(cat({"SELECT * FROM ", repeat("(", 100000)})).message == "nested deeper than 200 levels");
  BOOST_TEST(must_fail(cat({"SELECT a", repeat(" - 1", 100000)})).message == "operators nested deeper than 2000 levels");
  BOOST_TEST(must_fail(cat({"SELECT a", repeat(" ISNULL", 100000)})).message == "operators nested deeper than 2000 levels");
  auto const literal = cat({"SELECT '", std::string(1U << 20U, 'x'), "'"});
  BOOST_TEST(must_fail(literal).message == "longer than 1048576 bytes");
  options wide;
  wide.max_length = 2U << 20U;
  BOOST_TEST(bool(parse(literal, wide)));
  options shallow;
  shallow.max_nesting = 2;
  BOOST_TEST(must_fail("SELECT (((1)))", shallow).message == "nested deeper than 2 levels");
  BOOST_TEST(bool(parse("SELECT ((1))", shallow)));
}

BOOST_AUTO_TEST_CASE(every_byte_and_odd_texts) {
  for (int c = 0; c < 256; ++c)
    for (auto const* before : {"", "SELECT ", "SELECT a", "SELECT 'a", "SELECT a FROM t WHERE a "})
      (void)parse(std::string(before) + static_cast<char>(c));
  BOOST_TEST(!parse(std::string("SELECT 1\0", 9)));
  BOOST_TEST(bool(parse("\xEF\xBB\xBFSELECT 1")));
  BOOST_TEST(bool(parse("SELECT 1 /* open")));
}

// Each bracket could begin a row, a subquery or an expression; trying them in turn would double the time with every level.
BOOST_AUTO_TEST_CASE(nothing_is_read_twice) {
  options deep;
  deep.max_nesting = 500;
  deep.max_height = 100000;
  for (auto const* opening : {"(", "(SELECT ", "f(", "CASE WHEN ", "a IN (", "EXISTS (SELECT ", "1 + (", "NOT (", "(1, ", "1 + 2 * (",
                              "1 + 2 + (", "1 OR a AND b = c LIKE (", "f(a - b * (c + - "})
    (void)parse(cat({"SELECT ", repeat(opening, 400), "1"}), deep);
  (void)parse(cat({"SELECT * FROM ", repeat("(", 400), "t"}), deep);
  (void)parse(cat({"SELECT * FROM ", repeat("(SELECT * FROM ", 400), "t"}), deep);
}

BOOST_AUTO_TEST_CASE(a_query_can_be_used_again) {
  query q;
  BOOST_TEST(q.empty());
  BOOST_TEST(!parse_into(q, "SELECT a FROM t"));
  auto const copy = q.clone();
  BOOST_TEST((copy == q));
  BOOST_TEST(!parse_into(q, "SELECT b, c FROM u"));
  BOOST_TEST(q.text() == "SELECT b, c FROM u");
  BOOST_TEST(!(copy == q));
  BOOST_TEST(shape(copy.root()) == "(query (select (columns (column a)) (from (table t))))");
  BOOST_TEST(bool(parse_into(q, "SELECT")));
  BOOST_TEST(q.empty());
  auto const moved = std::move(*parse("SELECT a"));
  BOOST_TEST(!moved.empty());
}

BOOST_AUTO_TEST_SUITE_END()
