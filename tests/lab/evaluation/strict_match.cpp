// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/detail/exact_match.hpp"

#include "structure_support.hpp"
#include "support/rest_of.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <fstream>

using namespace t2s;
using evaluation::strict_match;
using evaluation::strict_match_options;
namespace test = t2s::evaluation::test;

namespace {

schema::database const& library() {
  static schema::database const shape = test::schema_of({{"author", {"id", "name", "born", "country"}},
                                                         {"book", {"id", "title", "author_id", "year", "price"}},
                                                         {"loan", {"book_id", "reader", "day"}},
                                                         {"person", {"id", "name", "boss_id"}}});
  return shape;
}

bool equal(std::string_view gold, std::string_view predicted, strict_match_options const& options = {}) {
  return strict_match(gold, predicted, library(), options).equal;
}

/// Compares both ways, since equality is symmetric, and each with itself.
void same(std::string_view a, std::string_view b, strict_match_options const& options = {}) {
  BOOST_TEST(equal(a, b, options), a << "\n  is not " << b);
  BOOST_TEST(equal(b, a, options), b << "\n  is not " << a);
  BOOST_TEST(equal(a, a, options), a);
  BOOST_TEST(equal(b, b, options), b);
}

void differ(std::string_view a, std::string_view b, strict_match_options const& options = {}) {
  BOOST_TEST(!equal(a, b, options), a << "\n  is " << b);
  BOOST_TEST(!equal(b, a, options), b << "\n  is " << a);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(strict_match_test)

BOOST_AUTO_TEST_CASE(what_does_not_parse_equals_nothing) {
  BOOST_TEST((strict_match("SELECT 1", "SELECT FROM", library()) == evaluation::strict_verdict{false, false}));
  BOOST_TEST((strict_match("SELECT FROM", "SELECT FROM", library()) == evaluation::strict_verdict{false, false}));
  BOOST_TEST((strict_match("SELECT FROM", "SELECT 1", library()) == evaluation::strict_verdict{true, false}));
  BOOST_TEST((strict_match("SELECT 1", "SELECT 1;", library()) == evaluation::strict_verdict{true, true}));
  BOOST_TEST(!strict_match("SELECT 1", "", library()).parsed);
}

BOOST_AUTO_TEST_CASE(values_are_what_something_is_compared_with) {
  differ("VALUES (1)", "VALUES (2)");
  differ("SELECT id FROM (VALUES (1), (2))", "SELECT id FROM (VALUES (1), (3))");
  same("SELECT name FROM author WHERE (id, born) = (1, 2)", "SELECT name FROM author WHERE (id, born) = (1, 3)");
  differ("SELECT name FROM author WHERE (id, born) = (1, 2)", "SELECT name FROM author WHERE (id, born) = (1, 3)", {.values = true});
  same("SELECT name FROM author WHERE (id, born) IN ((1, 2))", "SELECT name FROM author WHERE (id, born) IN ((1, 3))");
  same("SELECT name FROM author WHERE id + 1 IN (1, 2)", "SELECT name FROM author WHERE id + 1 IN (3, 4)");
}

BOOST_AUTO_TEST_CASE(queries_made_to_be_large_end_soon) {
  std::string stars = "SELECT book.*", tables = "SELECT * FROM book", copies = "SELECT a.id FROM book AS a";
  std::string keys = "SELECT 1 FROM book AS a, loan AS b WHERE 1";
  for (int i = 0; i < 20'000; ++i) stars += ", book.*";
  for (int i = 0; i < 2'000; ++i) tables += ", book";
  for (char c = 'b'; c < 'o'; ++c) copies.append(", book AS ").append(1, c);
  for (int i = 0; i < 20'000; ++i) keys.append(" AND a.x").append(std::to_string(i)).append(" = b.y").append(std::to_string(i));
  stars += " FROM book, loan";
  for (auto const& sql : {stars, tables, copies, keys}) BOOST_TEST(equal(sql, sql), sql.substr(0, 60));
}

BOOST_AUTO_TEST_CASE(names_count_as_what_they_lead_to) {
  same("SELECT name FROM author", "select T1.NAME from AUTHOR as T1");
  same("SELECT name AS n FROM author ORDER BY n", "SELECT name FROM author ORDER BY author.name");
  same("SELECT name, born FROM author ORDER BY 2", "SELECT name, born FROM author ORDER BY born");
  same("SELECT country, count(*) FROM author GROUP BY 1", "SELECT country, count(*) FROM author GROUP BY country");
  same("SELECT country AS c, count(*) AS n FROM author GROUP BY c HAVING n > 2",
       "SELECT country, count(*) FROM author GROUP BY country HAVING count(*) > 3");
  same("SELECT name FROM author WHERE EXISTS (SELECT * FROM book WHERE author_id = author.id)",
       "SELECT a.name FROM author a WHERE EXISTS (SELECT 1 FROM book b WHERE a.id = b.author_id)");
  same("SELECT [title] FROM `book`", "SELECT \"title\" FROM \"book\"");
  differ("SELECT name FROM author", "SELECT born FROM author");
  differ("SELECT name FROM author", "SELECT name FROM person");
  differ("SELECT name, born FROM author ORDER BY 1", "SELECT name, born FROM author ORDER BY 2");
}

BOOST_AUTO_TEST_CASE(stars_are_written_out) {
  same("SELECT * FROM loan", "SELECT book_id, reader, day FROM loan");
  same("SELECT l.* FROM loan l JOIN book b ON b.id = l.book_id", "SELECT book_id, reader, day FROM book JOIN loan ON book.id = book_id");
  same("SELECT * FROM loan JOIN person ON reader = person.id",
       "SELECT book_id, reader, day, person.id, name, boss_id FROM loan, person WHERE reader = person.id");
  differ("SELECT * FROM loan", "SELECT book_id, reader FROM loan");
  differ("SELECT loan.* FROM loan, book", "SELECT book.* FROM loan, book");
  differ("SELECT * FROM book JOIN author ON book.id = author.id", "SELECT * FROM book JOIN author USING (id)");
}

BOOST_AUTO_TEST_CASE(inner_joins_are_compared_by_tables_and_conditions) {
  auto const* const gold = "SELECT title FROM book JOIN author ON book.author_id = author.id WHERE country = 'FR'";
  same(gold, "SELECT title FROM author AS a INNER JOIN book AS b ON a.id = b.author_id WHERE a.country = 'DE'");
  same(gold, "SELECT title FROM book, author WHERE country = 'x' AND author.id = author_id");
  same(gold, "SELECT title FROM book CROSS JOIN author WHERE author.id = author_id AND country = 'x'");
  same(gold, "SELECT title FROM book JOIN author ON book.author_id = author.id AND country = 'x'");
  differ(gold, "SELECT title FROM book JOIN author ON book.id = author.id WHERE country = 'FR'");
  differ(gold, "SELECT title FROM book JOIN author WHERE country = 'FR'");
  differ(gold, "SELECT title FROM book LEFT JOIN author ON book.author_id = author.id WHERE country = 'FR'");
  differ(gold, "SELECT title FROM book JOIN person ON book.author_id = person.id WHERE country = 'FR'");

  same("SELECT title, reader FROM book JOIN person USING (id) JOIN loan ON id = book_id",
       "SELECT title, reader FROM book JOIN person ON book.id = person.id JOIN loan ON book.id = book_id");
  same("SELECT title FROM book NATURAL JOIN person", "SELECT title FROM book JOIN person ON person.id = book.id");
  same("SELECT born FROM author NATURAL JOIN person",
       "SELECT born FROM author JOIN person ON person.id = author.id AND person.name = author.name");
  same("SELECT title FROM loan, (book JOIN author ON author_id = author.id) WHERE book_id = book.id",
       "SELECT title FROM loan JOIN book ON book_id = book.id JOIN author ON author_id = author.id");
}

BOOST_AUTO_TEST_CASE(columns_that_an_inner_join_equates_are_one) {
  same("SELECT author.id, count(*) FROM author JOIN book ON author.id = author_id GROUP BY author.id",
       "SELECT author_id, count(*) FROM author JOIN book ON author.id = author_id GROUP BY book.author_id");
  same("SELECT 1 FROM book JOIN loan ON book.id = book_id JOIN person ON person.id = book_id",
       "SELECT 1 FROM book JOIN loan ON book.id = book_id JOIN person ON person.id = book.id");
  same("SELECT b.id FROM book b JOIN loan ON b.id = book_id ORDER BY b.id",
       "SELECT book_id FROM book JOIN loan ON id = book_id ORDER BY book_id");
  differ("SELECT author.id FROM author LEFT JOIN book ON author.id = author_id",
         "SELECT author_id FROM author LEFT JOIN book ON author.id = author_id");
  differ("SELECT author.id FROM author, book WHERE author.id < author_id",
         "SELECT author_id FROM author, book WHERE author.id < author_id");
  differ("SELECT author.id FROM author, book WHERE author.id = author_id OR born = year",
         "SELECT author_id FROM author, book WHERE author.id = author_id OR born = year");
}

BOOST_AUTO_TEST_CASE(sides_of_a_self_join_differ_by_their_use) {
  auto const* const gold = "SELECT p.name, b.name FROM person p JOIN person b ON p.boss_id = b.id WHERE b.name = 'x'";
  same(gold, "SELECT q.name, p.name FROM person p, person q WHERE q.boss_id = p.id AND p.name = 'y'");
  differ(gold, "SELECT p.name, b.name FROM person p JOIN person b ON p.boss_id = b.id WHERE p.name = 'x'");
  differ(gold, "SELECT p.name, b.id FROM person p JOIN person b ON p.boss_id = b.id WHERE b.name = 'x'");
  same("SELECT a.name FROM person a JOIN person b ON a.boss_id = b.id JOIN person c ON b.boss_id = c.id",
       "SELECT c.name FROM person a JOIN person b ON b.boss_id = a.id JOIN person c ON c.boss_id = b.id");
  differ("SELECT a.name FROM person a JOIN person b ON a.boss_id = b.id JOIN person c ON b.boss_id = c.id",
         "SELECT b.name FROM person a JOIN person b ON b.boss_id = a.id JOIN person c ON c.boss_id = b.id");
}

BOOST_AUTO_TEST_CASE(outer_joins_keep_their_place) {
  auto const* const gold = "SELECT title FROM book LEFT JOIN loan ON book.id = book_id WHERE reader IS NULL";
  same(gold, "SELECT b.title FROM book AS b LEFT OUTER JOIN loan AS l ON l.book_id = b.id WHERE l.reader IS NULL");
  differ(gold, "SELECT title FROM loan LEFT JOIN book ON book.id = book_id WHERE reader IS NULL");
  differ(gold, "SELECT title FROM book LEFT JOIN loan ON book.id = book_id AND reader IS NULL");
  same("SELECT born FROM author JOIN (book LEFT JOIN loan ON book.id = book_id) ON author.id = author_id",
       "SELECT born FROM author JOIN book LEFT JOIN loan ON book.id = book_id WHERE author.id = author_id");
  differ("SELECT born FROM author JOIN (book LEFT JOIN loan ON book.id = book_id) ON author.id = author_id",
         "SELECT born FROM author JOIN (book LEFT JOIN loan ON book.id = book_id) ON author.id = book.id");
  same("SELECT title FROM book LEFT JOIN person USING (id)", "SELECT title FROM book LEFT JOIN person ON person.id = book.id");
  differ("SELECT title FROM book RIGHT JOIN loan ON book.id = book_id", "SELECT title FROM book LEFT JOIN loan ON book.id = book_id");
  differ("SELECT title FROM book FULL JOIN loan ON book.id = book_id", "SELECT title FROM book JOIN loan ON book.id = book_id");
  differ("SELECT title FROM book JOIN person ON book.id = person.id RIGHT JOIN loan ON book.id = book_id",
         "SELECT title FROM book JOIN person RIGHT JOIN loan ON book.id = book_id WHERE book.id = person.id");
}

BOOST_AUTO_TEST_CASE(order_of_what_commutes_does_not_count) {
  same("SELECT title, year FROM book WHERE price > 3 AND year = 4", "SELECT year, title FROM book WHERE year = 4 AND 3 < price");
  same("SELECT 1 FROM book WHERE price > 3 AND (year = 4 AND id = 5)", "SELECT 1 FROM book WHERE id = 5 AND price > 3 AND year = 4");
  same("SELECT count(*) FROM book GROUP BY year, price", "SELECT count(*) FROM book GROUP BY price, year");
  same("SELECT id FROM book UNION SELECT id FROM author", "SELECT id FROM author UNION SELECT id FROM book");
  differ("SELECT id FROM book EXCEPT SELECT id FROM author", "SELECT id FROM author EXCEPT SELECT id FROM book");
  differ("SELECT title, title FROM book", "SELECT title FROM book");
  differ("SELECT id, year FROM book UNION SELECT born, id FROM author", "SELECT id, year FROM book UNION SELECT id, born FROM author");
  differ("SELECT title FROM book ORDER BY year, price", "SELECT title FROM book ORDER BY price, year");
  differ("SELECT title, year FROM book", "SELECT year, title FROM book", {.column_order = true});
}

BOOST_AUTO_TEST_CASE(conditions_are_compared_by_what_they_say) {
  auto const where = [](std::string_view condition) { return std::string("SELECT title FROM book WHERE ").append(condition); };
  same(where("year BETWEEN 1 AND 2"), where("year >= 1 AND year <= 2"));
  same(where("year NOT BETWEEN 1 AND 2"), where("year < 1 OR year > 2"));
  same(where("NOT (year = 1 OR price > 2)"), where("year != 1 AND price <= 2"));
  same(where("NOT year IS NULL"), where("year IS NOT NULL"));
  same(where("NOT title LIKE 'a'"), where("title NOT LIKE 'b'"));
  same(where("NOT NOT year = 1"), where("year = 1"));
  same(where("year IN (1, 2)"), where("year = 2 OR year = 1"));
  same(where("year NOT IN (1)"), where("year <> 1"));
  same(where("NOT id IN (SELECT book_id FROM loan)"), where("id NOT IN (SELECT DISTINCT book_id FROM loan)"));
  differ(where("year IN (1, 2)"), where("year IN (1, 2, 3)"));
  differ(where("year = 1 AND price = 2"), where("year = 1 OR price = 2"));
  differ(where("year > 1"), where("year >= 1"));
  differ(where("year IS NULL"), where("year IS NOT NULL"));
  differ(where("year = NULL"), where("year = 1"));
  differ(where("id IN (SELECT book_id FROM loan)"), where("id NOT IN (SELECT book_id FROM loan)"));
  differ(where("EXISTS (SELECT 1 FROM loan)"), where("NOT EXISTS (SELECT 1 FROM loan)"));
}

BOOST_AUTO_TEST_CASE(values_count_on_demand) {
  strict_match_options const with_values{.values = true};
  same("SELECT title FROM book WHERE year = 1999", "SELECT title FROM book WHERE year = '2000'");
  same("SELECT title FROM book WHERE year = -1", "SELECT title FROM book WHERE year = 1");
  differ("SELECT title FROM book WHERE year = 1999", "SELECT title FROM book WHERE year = 2000", with_values);
  differ("SELECT title FROM book WHERE title = 'a'", "SELECT title FROM book WHERE title = 'A'", with_values);
  same("SELECT title FROM book WHERE title = 'a'", "SELECT title FROM book WHERE title = \"a\"", with_values);
  same("SELECT title FROM book WHERE year IN (1, 2)", "SELECT title FROM book WHERE year IN (2, 1)", with_values);
  // values that are not operands of a comparison always count
  differ("SELECT title FROM book LIMIT 1", "SELECT title FROM book LIMIT 2");
  differ("SELECT round(price, 1) FROM book", "SELECT round(price, 2) FROM book");
  differ("SELECT price + 1 FROM book", "SELECT price + 2 FROM book");
  differ("SELECT title FROM book WHERE year = author_id", "SELECT title FROM book WHERE year = 1");
}

BOOST_AUTO_TEST_CASE(distinct_order_and_limit_count) {
  differ("SELECT title FROM book", "SELECT DISTINCT title FROM book");
  differ("SELECT count(title) FROM book", "SELECT count(DISTINCT title) FROM book");
  same("SELECT title FROM book ORDER BY year", "SELECT title FROM book ORDER BY year ASC");
  differ("SELECT title FROM book ORDER BY year", "SELECT title FROM book ORDER BY year DESC");
  differ("SELECT title FROM book ORDER BY year DESC, id", "SELECT title FROM book ORDER BY year DESC, id DESC");
  differ("SELECT title FROM book ORDER BY year", "SELECT title FROM book");
  differ("SELECT title FROM book ORDER BY year LIMIT 1", "SELECT title FROM book ORDER BY year");
  same("SELECT title FROM book LIMIT 2, 3", "SELECT title FROM book LIMIT 3 OFFSET 2");
  same("SELECT DISTINCT id FROM book UNION SELECT id FROM author", "SELECT id FROM book UNION SELECT DISTINCT id FROM author");
  differ("SELECT DISTINCT id FROM book UNION ALL SELECT id FROM author", "SELECT id FROM book UNION ALL SELECT id FROM author");
}

BOOST_AUTO_TEST_CASE(subqueries_and_ctes_have_no_names_of_their_own) {
  same("SELECT s.n FROM (SELECT count(*) AS n FROM book GROUP BY year) AS s",
       "SELECT m FROM (SELECT count(*) AS m FROM book GROUP BY year)");
  same("WITH a AS (SELECT year AS y FROM book) SELECT y FROM a", "WITH b AS (SELECT year AS z FROM book) SELECT z FROM b");
  differ("WITH a AS (SELECT year AS y FROM book) SELECT y FROM a", "WITH a AS (SELECT price AS y FROM book) SELECT y FROM a");
  differ("SELECT n FROM (SELECT count(*) AS n, max(id) AS m FROM book)", "SELECT m FROM (SELECT count(*) AS n, max(id) AS m FROM book)");
}

BOOST_AUTO_TEST_CASE(names_that_do_not_exist_equal_nothing_that_does) {
  differ("SELECT name FROM author", "SELECT nmae FROM author");
  differ("SELECT author.name FROM author, person", "SELECT name FROM author, person");
  differ("SELECT name FROM author", "SELECT name FROM authors");
}

BOOST_AUTO_TEST_CASE(no_query_takes_memory_without_bound) {
  std::string sum = "price", names = "x";
  for (int i = 0; i < 5000; ++i) sum += "+price";
  for (int i = 0; i < 5000; ++i) names += ",x";
  auto const sql = "SELECT " + sum + " AS x FROM book ORDER BY " + names;
  same(sql, sql);
  std::string tables = "person p0";
  for (int i = 1; i < 64; ++i) tables += ", person p" + std::to_string(i);
  same("SELECT p0.name FROM " + tables, "SELECT p0.name FROM " + tables);
}

BOOST_AUTO_TEST_CASE(every_gold_query_equals_itself_in_other_words) {
  for (auto const& e : test::spider_examples()) {
    auto const gold = evaluation::strict_fingerprint(e.gold, *e.shape, {.values = true});
    BOOST_TEST(strict_match(gold, gold).equal, e.gold);
    auto const rewritten = test::in_other_words(e.gold);
    BOOST_TEST(strict_match(gold, evaluation::strict_fingerprint(rewritten, *e.shape, {.values = true})).equal,
               e.gold << "\n  is not " << rewritten);
  }
}

BOOST_AUTO_TEST_CASE(no_gold_query_equals_itself_with_a_change) {
  std::size_t changes = 0;
  for (auto const& e : test::spider_examples()) {
    for (auto const& changed : test::changed(e)) {
      ++changes;
      BOOST_TEST(!strict_match(e.gold, changed, *e.shape).equal, e.gold << "\n  is " << changed);
    }
  }
  BOOST_TEST_MESSAGE(changes << " changes");
}

// Predictions that are equal including their values have official EX 1.
BOOST_AUTO_TEST_CASE(predictions_that_are_equal_with_their_values_are_correct) {
  auto const& examples = test::spider_examples();
  if (examples.empty()) return;
  std::string const data = T2S_SPIDER_DIR;
  for (auto const* name : {"dail_gpt4", "c3_gpt35", "graphix", "codex_few"}) {
    std::ifstream predictions(data + "/predictions/" + name + ".sql"), file(data + "/verdicts/" + name + ".json");
    auto const verdicts = boost::json::parse(streams::rest_of(file));
    std::string prediction;
    for (std::size_t i = 0; i < examples.size() && std::getline(predictions, prediction); ++i) {
      if (!strict_match(examples[i].gold, prediction, *examples[i].shape, {.values = true}).equal) continue;
      BOOST_TEST(verdicts.at(i).at("ex").to_number<int>() == 1, name << " " << i << ": " << examples[i].gold << "\n  is " << prediction);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
