// SPDX-License-Identifier: BSL-1.0
// Faults of predictions, each pair of queries judged by hand, executed on a small database.
#include "t2s/lab/evaluation/detail/fault.hpp"

#include "db/support.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/report/report.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

using namespace t2s;
using namespace t2s::evaluation;
namespace fs = std::filesystem;

namespace {

constexpr char const* library =
    "CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT, country TEXT, born INT);"
    "INSERT INTO author VALUES (1,'Ada','Norway',1950), (2,'Bo','Chile',1960), (3,'Cy','Norway',1970), (4,'Di',NULL,1980);"
    "CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT, author_id INT REFERENCES author, pages INT, price REAL);"
    "INSERT INTO book VALUES (1,'Tide',1,300,10.126), (2,'Moor',1,120,8.5), (3,'Fjord',2,300,12.25), (4,'Salt',3,80,NULL);"
    "CREATE TABLE loan(book_id INT REFERENCES book, reader TEXT, day TEXT);"
    "INSERT INTO loan VALUES (1,'Eve','2024-01-05'), (1,'Finn','2024-02-01'), (3,'Eve','2024-03-01');";

/// Judges pairs of gold SQL and predictions in mode strict, in which DISTINCT counts.
struct shelf {
  test::folder f;

  shelf() {
    fs::create_directories(f / "library");
    test::make_database(f / "library/library.sqlite", library);
  }

  [[nodiscard]] static evaluation_options options() {
    evaluation_options o;
    o.how = mode::strict;
    o.wanted = {.ex = true, .em = false, .faults = true};
    return o;
  }

  [[nodiscard]] report judge(gold_set const& gold, std::vector<std::string> const& files, evaluation_options const& o = options()) const {
    std::vector<prediction_set> sets;
    for (auto const& content : files) sets.push_back(parse_predictions(content, "p.sql", gold));
    return evaluate(gold, sets, {f / "", {}}, o);
  }

  /// "main: all (results)", or "right".
  [[nodiscard]] std::string of(std::string const& gold, std::string const& predicted, evaluation_options const& o = options()) const {
    auto const r = judge(parse_gold(gold + "\tlibrary\n", "gold.txt"), {predicted + "\n"}, o);
    auto const& found = r.files[0].verdicts[0].faults;
    if (!found) return "right";
    std::string all;
    for (auto const one : found->all()) all.append(all.empty() ? "" : " ").append(name_of(one));
    return std::string(name_of(found->main())) + ": " + all + " (" + std::string(name_of(found->results())) + ")";
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(faults_of_predictions, shelf)

BOOST_AUTO_TEST_CASE(what_is_right_has_none) {
  BOOST_TEST(of("SELECT name FROM author", "SELECT name FROM author") == "right");
  BOOST_TEST(of("SELECT count(*) FROM book", "SELECT count(id) FROM book") == "right");
}

BOOST_AUTO_TEST_CASE(what_does_not_execute) {
  BOOST_TEST(of("SELECT name FROM author", "SELECT nome FROM author") == "execution: execution column (failed)");
  BOOST_TEST(of("SELECT name FROM author", "SELECT FROM") == "execution: execution (failed)");
  BOOST_TEST(of("SELECT name FROM author", "[\"\"]") == "execution: execution (failed)");  // as JSON: an empty prediction
}

BOOST_AUTO_TEST_CASE(only_the_format_differs) {
  BOOST_TEST(of("SELECT price FROM book WHERE id = 1", "SELECT round(price, 1) FROM book WHERE id = 1") ==
             "format: format aggregation (format)");
  BOOST_TEST(of("SELECT name FROM author", "SELECT upper(name) FROM author") == "format: format aggregation (format)");
  BOOST_TEST(of("SELECT pages FROM book", "SELECT pages || '' FROM book") == "format: format aggregation (format)");
}

BOOST_AUTO_TEST_CASE(tables_and_joins) {
  BOOST_TEST(of("SELECT count(*) FROM author", "SELECT count(*) FROM loan") == "table: table (rows)");
  BOOST_TEST(of("SELECT a.name FROM author AS a JOIN book AS b ON a.id = b.author_id WHERE b.pages > 200",
                "SELECT name FROM author WHERE born > 200") == "join: join column (more)");
  // Joined by another column: the tables are the same.
  BOOST_TEST(of("SELECT title FROM book JOIN loan ON book.id = loan.book_id",
                "SELECT title FROM book JOIN loan ON book.author_id = loan.book_id") == "join: join (rows)");
  BOOST_TEST(of("SELECT a.name, b.title FROM author AS a LEFT JOIN book AS b ON a.id = b.author_id",
                "SELECT a.name, b.title FROM author AS a JOIN book AS b ON a.id = b.author_id") == "null: join null (nulls)");
}

BOOST_AUTO_TEST_CASE(other_names_and_another_way_of_joining_are_no_fault) {
  BOOST_TEST(of("SELECT T1.name FROM author AS T1 JOIN book AS T2 ON T1.id = T2.author_id WHERE T2.title = 'Tide'",
                "SELECT a.name FROM book b, author a WHERE b.title = 'tide' AND b.author_id = a.id") == "value: value (empty)");
}

BOOST_AUTO_TEST_CASE(set_operations_and_subqueries) {
  BOOST_TEST(of("SELECT id FROM author EXCEPT SELECT author_id FROM book", "SELECT id FROM author INTERSECT SELECT author_id FROM book") ==
             "set_operation: set_operation (rows)");
  BOOST_TEST(of("SELECT name FROM author WHERE id NOT IN (SELECT author_id FROM book)", "SELECT name FROM author WHERE id NOT IN (1)") ==
             "join: join subquery condition (more)");
}

BOOST_AUTO_TEST_CASE(aggregates) {
  BOOST_TEST(of("SELECT max(pages) FROM book", "SELECT min(pages) FROM book") == "aggregation: aggregation (rows)");
  BOOST_TEST(of("SELECT name FROM author WHERE id = (SELECT max(author_id) FROM book)",
                "SELECT name FROM author WHERE id = (SELECT min(author_id) FROM book)") == "aggregation: aggregation (rows)");
  BOOST_TEST(of("SELECT sum(pages) FROM book", "SELECT pages FROM book") == "aggregation: aggregation (rows)");
}

BOOST_AUTO_TEST_CASE(columns) {
  BOOST_TEST(of("SELECT name FROM author", "SELECT country FROM author") == "column: column (rows)");
  BOOST_TEST(of("SELECT name FROM author", "SELECT name, born FROM author") == "column: column (columns)");
  BOOST_TEST(of("SELECT name FROM author WHERE id > 2", "SELECT name FROM author WHERE born > 2") == "column: column (more)");
}

BOOST_AUTO_TEST_CASE(a_superfluous_table_comes_after_what_it_is_there_for) {
  BOOST_TEST(of("SELECT author_id FROM book WHERE pages < 100",
                "SELECT name FROM book JOIN author ON author.id = author_id WHERE pages < 100") == "column: join column (rows)");
  BOOST_TEST(of("SELECT title FROM book", "SELECT title FROM book JOIN loan ON id = book_id") == "join: join (rows)");
}

BOOST_AUTO_TEST_CASE(columns_that_a_join_makes_equal_are_one) {
  BOOST_TEST(of("SELECT author_id FROM book WHERE title = 'Tide'",
                "SELECT author.id FROM author JOIN book ON author.id = author_id WHERE title = 'tide'") == "value: join value (empty)");
}

BOOST_AUTO_TEST_CASE(a_table_that_one_member_of_a_compound_joins) {
  BOOST_TEST(of("SELECT id FROM author UNION SELECT author_id FROM book",
                "SELECT author.id FROM author JOIN book ON author.id = author_id UNION SELECT author_id FROM book") ==
             "join: join (fewer)");
}

BOOST_AUTO_TEST_CASE(conditions_and_values) {
  BOOST_TEST(of("SELECT name FROM author WHERE born > 1960", "SELECT name FROM author WHERE born >= 1960") ==
             "condition: condition (more)");
  BOOST_TEST(of("SELECT name FROM author WHERE born > 1960", "SELECT name FROM author") == "condition: condition (more)");
  BOOST_TEST(of("SELECT name FROM author WHERE country = 'Norway'", "SELECT name FROM author WHERE country = 'norway'") ==
             "value: value (empty)");
  BOOST_TEST(of("SELECT name FROM author WHERE country = 'Norway' OR born = 1960",
                "SELECT name FROM author WHERE country = 'Norway' AND born = 1960") == "condition: condition (empty)");
}

BOOST_AUTO_TEST_CASE(groups) {
  BOOST_TEST(of("SELECT country, count(*) FROM author GROUP BY country", "SELECT country, count(*) FROM author GROUP BY born") ==
             "grouping: grouping (rows)");
}

BOOST_AUTO_TEST_CASE(keys_after_a_primary_key_divide_nothing) {
  BOOST_TEST(of("SELECT name FROM author JOIN book ON author.id = author_id GROUP BY author.id, name",
                "SELECT country FROM author JOIN book ON author.id = author_id GROUP BY author.id") == "column: column (rows)");
  BOOST_TEST(of("SELECT name FROM author ORDER BY id, born", "SELECT country FROM author ORDER BY id") == "column: column (rows)");
  BOOST_TEST(of("SELECT name FROM author ORDER BY born, id", "SELECT country FROM author ORDER BY id") == "column: column order (rows)");
  BOOST_TEST(of("SELECT name FROM author JOIN book ON author.id = author_id GROUP BY author.id, title",
                "SELECT country FROM author JOIN book ON author.id = author_id GROUP BY author.id") == "column: column grouping (rows)");
}

BOOST_AUTO_TEST_CASE(of_several_golds_the_nearest_counts) {
  auto const gold =
      parse_gold(R"([{"db_id":"library","question":"Who is oldest?","query":["SELECT country FROM author ORDER BY born LIMIT 1",
      "SELECT name FROM author WHERE born = 1950"]}])",
                 "gold.json");
  auto const r = judge(gold, {"SELECT name FROM author WHERE born = 1960\n"});
  BOOST_REQUIRE(r.files[0].verdicts[0].faults.has_value());
  BOOST_TEST(r.files[0].verdicts[0].faults->all() == std::vector{fault::value});
}

BOOST_AUTO_TEST_CASE(null_values) {
  BOOST_TEST(of("SELECT name, country FROM author", "SELECT name, country FROM author WHERE country IS NOT NULL") == "null: null (nulls)");
  BOOST_TEST(of("SELECT count(*) FROM book", "SELECT count(price) FROM book") == "null: null (rows)");
}

BOOST_AUTO_TEST_CASE(order_and_limit) {
  BOOST_TEST(of("SELECT name FROM author ORDER BY born DESC", "SELECT name FROM author ORDER BY born") == "order: order (order)");
  BOOST_TEST(of("SELECT name FROM author ORDER BY born", "SELECT name FROM author ORDER BY born LIMIT 2") == "limit: limit (fewer)");
  BOOST_TEST(of("SELECT title FROM book ORDER BY pages DESC LIMIT 1",
                "SELECT title FROM book WHERE pages = (SELECT max(pages) FROM book)") == "limit: subquery condition order limit (more)");
  BOOST_TEST(of("SELECT title, price FROM book ORDER BY id DESC LIMIT 1", "SELECT title, price FROM book ORDER BY id DESC LIMIT 2") ==
             "limit: limit (more)");
  BOOST_TEST(of("SELECT title, price FROM book ORDER BY id LIMIT 3", "SELECT title, price FROM book ORDER BY id") ==
             "limit: limit (nulls)");
  // The gold has no order, so the prediction's is none that matters.
  BOOST_TEST(of("SELECT name FROM author", "SELECT country FROM author ORDER BY name") == "column: column (rows)");
}

BOOST_AUTO_TEST_CASE(repeated_rows) {
  BOOST_TEST(of("SELECT DISTINCT pages FROM book", "SELECT pages FROM book") == "distinct: distinct (repetitions)");
  BOOST_TEST(of("SELECT title FROM book WHERE id IN (SELECT book_id FROM loan)", "SELECT title FROM book JOIN loan ON id = book_id") ==
             "subquery: subquery condition (repetitions)");
  BOOST_TEST(of("SELECT title FROM book WHERE id < 4", "SELECT title FROM book JOIN author ON 1 = 1 WHERE book.id < 4") ==
             "join: join condition (repetitions)");
}

BOOST_AUTO_TEST_CASE(distinct_that_the_mode_drops_is_no_fault) {
  auto o = options();
  o.how = mode::official;
  BOOST_TEST(of("SELECT DISTINCT pages FROM book", "SELECT price FROM book", o) == "column: column (rows)");
}

BOOST_AUTO_TEST_CASE(a_wrong_variant_alone) {
  test::make_database(f / "library/other.sqlite",
                      "CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT, country TEXT, born INT);"
                      "INSERT INTO author VALUES (1,'Ada','Norway',1950), (2,'Bo','Chile',1940);");
  BOOST_TEST(of("SELECT count(*) FROM author WHERE born > 1955", "SELECT count(*) FROM author WHERE id > 1") ==
             "column: column value (equal)");
  BOOST_TEST(of("SELECT name FROM author WHERE born > 1955", "SELECT name FROM author WHERE born > 1965") == "value: value (fewer)");
}

BOOST_AUTO_TEST_CASE(bird_decides_where_ex_is_not_measured) {
  auto o = options();
  o.how = mode::official;
  o.wanted.ex = false;
  o.wanted.bird = true;
  BOOST_TEST(of("SELECT pages FROM book", "SELECT DISTINCT pages FROM book", o) == "right");
  BOOST_TEST(of("SELECT name, born FROM author", "SELECT born, name FROM author", o) == "format: format (format)");
}

BOOST_AUTO_TEST_CASE(nothing_is_looked_for_unless_asked) {
  auto o = options();
  o.wanted.faults = false;
  BOOST_TEST(of("SELECT max(pages) FROM book", "SELECT min(pages) FROM book", o) == "right");
  auto const r = judge(parse_gold("SELECT 1\tlibrary\n", "gold.txt"), {"SELECT 2\n"}, o);
  BOOST_TEST(!r.files[0].verdicts[0].ex);
  BOOST_TEST(report_text(r).find("main faults") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(reports_count_them) {
  auto gold = parse_gold(R"([{"db_id":"library","question":"Who was born after 1960?","query":"SELECT name FROM author WHERE born > 1960"},
      {"db_id":"library","question":"How many books?","query":"SELECT count(*) FROM book"},
      {"db_id":"library","question":"Longest book?","query":"SELECT max(pages) FROM book"}])",
                         "gold.json");
  auto const r = judge(gold, {"SELECT name FROM author WHERE born > 1950\nSELECT count(*) FROM loan\nSELECT max(pages) FROM book\n"});
  auto const s = scores_of(r, r.files[0]);
  BOOST_TEST(s.faults.wrong == 2u);
  BOOST_TEST(s.faults.with_main(fault::value) == 1u);
  BOOST_TEST(s.faults.with(fault::table) == 1u);
  BOOST_TEST(s.faults.with(fault::join) == 0u);

  auto const file = report_json(r, gold).at("files").at(0);
  auto const& figures = file.at("scores").as_object();
  BOOST_TEST(figures.at("faults").at("main").at("table").to_number<int>() == 1);
  BOOST_TEST(figures.at("faults_by_database").at("library").at("count").to_number<int>() == 3);
  BOOST_TEST(figures.at("faults_by_question").at("date").at("wrong").to_number<int>() == 1);
  BOOST_TEST(figures.at("faults_by_question").at("superlative").at("wrong").to_number<int>() == 0);
  auto const& first = file.at("examples").at(0).as_object();
  BOOST_TEST(first.at("fault").as_string() == "value");
  BOOST_TEST(first.at("results").as_string() == "more");
  BOOST_TEST(first.at("question").as_array().at(0).as_string() == "date");
  BOOST_TEST(!file.at("examples").at(2).as_object().contains("fault"));

  auto const text = report_text(r);
  BOOST_TEST(text.find("main faults of 2 wrong predictions, p.sql") != std::string::npos, text);
  BOOST_TEST(text.find("  wrong table ") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(runs_are_compared_with_an_interval_over_databases) {
  fs::create_directories(f / "second");
  test::make_database(f / "second/second.sqlite", library);
  auto const gold = parse_gold("SELECT 1\tlibrary\nSELECT 2\tlibrary\nSELECT 3\tsecond\nSELECT 4\tsecond\n", "gold.txt");
  auto const r = judge(gold, {"SELECT 1\nSELECT 0\nSELECT 0\nSELECT 0\n", "SELECT 1\nSELECT 2\nSELECT 0\nSELECT 0\n"});
  auto const c = report_json(r, gold).at("comparisons").at(0).as_object();
  BOOST_TEST(c.at("fixed").to_number<int>() == 1);
  BOOST_TEST(c.at("difference").as_double() == 0.25);
  // Drawn are both databases, or one of them twice: 0, 25 or 50 points.
  BOOST_TEST(c.at("low").as_double() == 0.0);
  BOOST_TEST(c.at("high").as_double() == 0.5);
  BOOST_TEST(c.at("databases").to_number<int>() == 2);
  BOOST_TEST(report_text(r).find("+25.0 points, 95 % interval 0.0 to 50.0 (bootstrap over 2 databases)") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
