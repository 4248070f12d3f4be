// SPDX-License-Identifier: BSL-1.0
#include "t2s/sql/skeleton.hpp"

#include "support.hpp"
#include "t2s/sql/postgres.hpp"

using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

void expect(skeleton_mode mode, std::string_view sql, std::string_view wanted) {
  BOOST_TEST(skeleton(must_parse(sql), mode) == wanted, sql << "\n is " << skeleton(must_parse(sql), mode) << "\n not " << wanted);
}

void expect_dac(std::string_view sql, std::string_view wanted, std::size_t length) {
  expect(skeleton_mode::dac, sql, wanted);
  BOOST_TEST(skeleton_length(wanted) == length, wanted);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(skeletons)

// The worked examples of the published rules, on a schema of students, courses, shops and orders.
BOOST_AUTO_TEST_CASE(published_examples) {
  expect_dac("SELECT COUNT(*) FROM students", "select count ( * ) from _", 7);
  expect_dac("SELECT full_name, gpa FROM students WHERE major = 'History'", "select _ , _ from _ where _ = _", 10);
  expect_dac(
      "SELECT T1.full_name FROM students AS T1 JOIN enrolls AS T2 ON T1.stu_id = T2.stu_id JOIN courses AS T3 ON T2.course_id = "
      "T3.course_id "
      "WHERE T3.title = 'Optics' AND T1.gpa > 3",
      "select _ from _ join _ join _ where _ = _ and _ > _", 16);
  expect_dac("SELECT COUNT(DISTINCT major) FROM students WHERE gpa >= 3.5", "select count ( distinct _ ) from _ where _ > = _", 13);
  expect_dac("SELECT shop_name FROM shops WHERE shop_id NOT IN (SELECT shop_id FROM orders)",
             "select _ from _ where _ not in ( select _ from _ )", 14);
  expect_dac(
      "SELECT T2.city, COUNT(*) FROM orders AS T1 JOIN shops AS T2 ON T1.shop_id = T2.shop_id GROUP BY T2.city ORDER BY COUNT(*) DESC "
      "LIMIT 1",
      "select _ , count ( * ) from _ join _ group by _ order by count ( * ) desc limit _", 23);
  expect_dac(
      "SELECT status, SUM(amount) AS total FROM orders WHERE order_date BETWEEN '2020-01-01' AND '2020-12-31' GROUP BY status ORDER BY "
      "total "
      "DESC LIMIT 3",
      "select _ , sum ( _ ) from _ where _ between _ and _ group by _ order by _ desc limit _", 24);
  expect_dac("SELECT city FROM shops WHERE shop_id = 1 UNION SELECT city FROM shops WHERE shop_id = 2",
             "select _ from _ where _ = _ union select _ from _ where _ = _", 17);
  expect_dac("SELECT full_name FROM students WHERE full_name LIKE '%ann%' OR major != 'Law'", "select _ from _ where _ like _ or _ ! = _",
             13);
  expect_dac("SELECT s.city FROM shops s, orders o WHERE s.shop_id = o.shop_id", "select _ from _ , _ where _ = _", 10);
  expect_dac("SELECT CASE WHEN gpa > 3 THEN 'high' ELSE 'low' END FROM students", "select case when _ > _ then _ else _ end from _", 13);
  expect_dac("SELECT shop_name FROM shops WHERE EXISTS (SELECT 1 FROM orders WHERE orders.shop_id = shops.shop_id)",
             "select _ from _ where exists ( select _ from _ where _ = _ )", 16);
  expect_dac("WITH a AS (SELECT shop_id, SUM(amount) AS t FROM orders GROUP BY shop_id) SELECT shop_id FROM a ORDER BY t DESC LIMIT 1",
             "with _ as ( select _ , sum ( _ ) from _ group by _ ) select _ from _ order by _ desc limit _", 27);
  expect_dac("SELECT title FROM courses WHERE credits IN (3, 4)", "select _ from _ where _ in _", 8);
  expect_dac("SELECT title FROM courses WHERE credits IN (3, 4, 5)", "select _ from _ where _ in ( _ , _ , _ )", 14);
  expect_dac("SELECT ROUND(AVG(gpa), 2) FROM students", "select _ ( avg ( _ ) , _ ) from _", 12);
}

// Derived by hand from the ten rules.
BOOST_AUTO_TEST_CASE(published_rules) {
  auto const dac = [](std::string_view sql, std::string_view wanted) { expect(skeleton_mode::dac, sql, wanted); };
  dac("SELECT * FROM t", "select * from _");
  dac("SELECT a.x FROM t a INNER JOIN u b ON a.i = b.i", "select _ from _ join _");
  dac("SELECT x FROM t LEFT JOIN u ON t.i = u.i WHERE y = 1", "select _ from _ join _ where _ = _");
  dac("SELECT x FROM t RIGHT JOIN u ON t.i = u.i", "select _ from _ join _");
  dac("SELECT x FROM t CROSS JOIN u", "select _ from _ join _");
  dac("SELECT x FROM t LEFT OUTER JOIN u ON t.i = u.i", "select _ from _ left outer join _");
  dac("SELECT x FROM t NATURAL JOIN u", "select _ from _ natural join _");
  dac("SELECT x FROM t FULL JOIN u ON t.i = u.i", "select _ from _ full join _");
  dac("SELECT x FROM t JOIN u ON t.i = u.i AND u.j > 3 ORDER BY x", "select _ from _ join _ order by _");
  dac("SELECT x FROM t JOIN (SELECT y FROM u) s ON t.i = s.y", "select _ from _ join ( select _ from _ ) _");
  dac("SELECT x FROM t WHERE y IS NOT NULL", "select _ from _ where _ is _");
  dac("SELECT x FROM t WHERE y IS NULL", "select _ from _ where _ is _");
  dac("SELECT x FROM t WHERE y <> 3", "select _ from _ where _ < > _");
  dac("SELECT x FROM t WHERE y <= 3 AND z < 4", "select _ from _ where _ < = _ and _ < _");
  dac("SELECT max(x), min(x), sum(x), length(x) FROM t", "select max ( _ ) , min ( _ ) , sum ( _ ) , length ( _ ) from _");
  dac("SELECT upper(x) FROM t", "select _ ( _ ) from _");
  dac("SELECT substr(x, 1) FROM t", "select _ from _");
  dac("SELECT strftime('%Y', d) FROM t WHERE a = 1", "select _ from _ where _ = _");
  dac("SELECT substr(x, 1, 4) FROM t", "select _ ( _ , _ , _ ) from _");
  dac("SELECT CAST(x AS INTEGER) FROM t", "select cast ( _ as integer ) from _");
  dac("SELECT CAST(x AS TEXT) FROM t", "select cast ( _ ) from _");
  dac("SELECT x AS y, z w FROM t", "select _ , _ from _");
  dac("SELECT DISTINCT x FROM t", "select distinct _ from _");
  dac("SELECT x FROM t GROUP BY x HAVING count(*) > 2", "select _ from _ group by _ having count ( * ) > _");
  dac("SELECT x FROM t ORDER BY x ASC", "select _ from _ order by _ asc");
  dac("SELECT x FROM t ORDER BY x LIMIT 2 OFFSET 3", "select _ from _ order by _ limit _ offset _");
  dac("SELECT x FROM t LIMIT 2, 3", "select _ from _ limit _ , _");
  dac("SELECT a + b FROM t", "select _ + _ from _");
  dac("SELECT x FROM t WHERE (a = 1 OR b = 2) AND c = 3", "select _ from _ where ( _ = _ or _ = _ ) and _ = _");
  dac("SELECT x FROM t WHERE (a = 1) AND (b = 2)", "select _ from _ where ( _ = _ ) and ( _ = _ )");
  dac("SELECT x FROM t EXCEPT SELECT y FROM u", "select _ from _ except select _ from _");
  dac("SELECT x FROM t INTERSECT SELECT y FROM u", "select _ from _ intersect select _ from _");
  dac("SELECT x FROM t UNION ALL SELECT y FROM u", "select _ from _ union all select _ from _");
  dac("SELECT x FROM (SELECT y AS x FROM u) AS s", "select _ from ( select _ from _ )");
  dac("SELECT x FROM t WHERE y = (SELECT max(y) FROM t)", "select _ from _ where _ = ( select max ( _ ) from _ )");
  dac("SELECT x FROM t WHERE y NOT LIKE 'a%'", "select _ from _ where _ not like _");
  dac("SELECT x FROM t WHERE NOT y = 1", "select _ from _ where not _ = _");
  dac("SELECT x FROM t WHERE y = -1", "select _ from _ where _ = _");
  dac("SELECT count(*) n, x y FROM t", "select count ( * ) _ , _ from _");
  dac("SELECT \"a b\", [c], `d` FROM t", "select _ , _ , _ from _");
  dac("SELECT x FROM t WHERE d > current_date;", "select _ from _ where _ > _");
}

BOOST_AUTO_TEST_CASE(scoped) {
  auto const ours = [](std::string_view sql, std::string_view wanted) { expect(skeleton_mode::scoped, sql, wanted); };
  ours("SELECT T1.a FROM t AS T1 LEFT OUTER JOIN u T2 ON T1.i = T2.i WHERE T2.b IS NOT NULL",
       "select _ from _ join _ on _ = _ where _ is not null");
  ours("SELECT round(a, 2) AS r FROM t WHERE (b <> 3) AND c != 4 AND d >= -1",
       "select round ( _ , _ ) from _ where _ != _ and _ != _ and _ >= _");
  ours("SELECT a FROM t WHERE b IN (1, 2, 3)", "select _ from _ where _ in ( _ )");
  ours("SELECT a FROM t WHERE b IN (1)", "select _ from _ where _ in ( _ )");
  ours("SELECT a FROM t WHERE b IN (SELECT c FROM u) UNION ALL VALUES (1, 2)",
       "select _ from _ where _ in ( select _ from _ ) union all values ( _ , _ )");
  ours("SELECT t.*, count(*) FROM t JOIN u USING (k) LIMIT 2, 3", "select * , count ( * ) from _ join _ using ( _ ) limit _ , _");
  ours("SELECT CASE a WHEN 1 THEN 'x' ELSE NULL END FROM t, u", "select case _ when _ then _ else null end from _ , _");
}

BOOST_AUTO_TEST_CASE(operators_stay_as_they_are) {
  auto const in_postgres = [](std::string_view sql, skeleton_mode mode) { return skeleton(*parse(sql, {.grammar = postgres}), mode); };
  for (auto const* sign : {"^", "@>", "<@", "@@", "#>>", "?|", "|/", "~*"}) {
    auto const sql = std::string("SELECT ").append(sign == std::string_view("|/") ? "" : "a ").append(sign).append(" B FROM t");
    for (auto const mode : {skeleton_mode::scoped, skeleton_mode::dac}) {
      auto words = in_postgres(sql, mode);
      std::erase(words, ' ');
      BOOST_TEST(words.find(sign) != words.npos, words);
    }
  }
  expect(skeleton_mode::scoped, "SELECT a -> 'x', b || C, ~d FROM t", "select _ -> _ , _ || _ , ~ _ from _");
}

BOOST_AUTO_TEST_CASE(casts_of_both_spellings_are_one) {
  auto const scoped = [](std::string_view sql) { return skeleton(*parse(sql, {.grammar = postgres}), skeleton_mode::scoped); };
  BOOST_TEST(scoped("SELECT a::date FROM t") == "select cast ( _ as date ) from _");
  for (auto const& [brief, full] : {std::pair{"SELECT a::date FROM t", "SELECT CAST(a AS date) FROM t"},
                                    std::pair{"SELECT (a + b)::int * 2 FROM t", "SELECT CAST(a + b AS int) * 2 FROM t"},
                                    std::pair{"SELECT a::text::int FROM t", "SELECT CAST(CAST(a AS text) AS int) FROM t"}})
    BOOST_TEST(scoped(brief) == scoped(full));
}

BOOST_AUTO_TEST_CASE(length_counts_words) {
  BOOST_TEST(skeleton_length("") == 0U);
  BOOST_TEST(skeleton_length("select") == 1U);
  BOOST_TEST(skeleton_length("select _ from _") == 4U);
}

BOOST_AUTO_TEST_SUITE_END()
