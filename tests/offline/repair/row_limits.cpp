// SPDX-License-Identifier: BSL-1.0
// Row limits of other dialects in SQLite's syntax. Their meaning is from the manuals of Oracle, SQL Server, Informix and Firebird; the
// results of the translation in SQLite follow from the rows below.
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "db/support.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/sql/dialects.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::test;

namespace {

struct fixture {
  folder f;
  db::sqlite_connection database{
      make_database(f / "port.sqlite",
                    "CREATE TABLE ships(ship_id INTEGER PRIMARY KEY, name TEXT, tons INT, home INT REFERENCES harbours);"
                    "CREATE TABLE harbours(harbour_id INTEGER PRIMARY KEY, name TEXT, captain TEXT);"
                    "INSERT INTO harbours VALUES (1,'Bremen','Ida'),(2,'Kiel','Uwe');"
                    "INSERT INTO ships VALUES (1,'Adler',10,1),(2,'Biene',50,1),(3,'Chamois',30,2),(4,'Dachs',40,2),(5,'Elch',20,1);")};
  repair::repairer repairs{prepared(database).known<knowledge::lexicon>(), {.dialects = sql::other_dialects}};

  /// The first column of the rows of the repaired statement; "fails" if it does.
  std::string rows(std::string const& sql, std::string const& question = {}) {
    auto const done = repairs.repair(database, sql, question);
    if (!done.execution || done.execution->failure) {
      BOOST_TEST(!done.repaired());
      return "fails";
    }
    std::string out;
    for (auto const& row : done.execution->rows.values) out += (out.empty() ? "" : " ") + to_string(row.front());
    return out;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(row_limits, fixture)

BOOST_AUTO_TEST_CASE(row_numbers_of_oracle) {
  BOOST_TEST(rows("SELECT name FROM ships WHERE ROWNUM <= 3") == "Adler Biene Chamois");
  BOOST_TEST(rows("SELECT name FROM ships WHERE rownum < 4") == "Adler Biene Chamois");
  BOOST_TEST(rows("SELECT name FROM ships WHERE ROWNUM = 1") == "Adler");
  BOOST_TEST(rows("SELECT name FROM ships WHERE 2 >= ROWNUM") == "Adler Biene");
  BOOST_TEST(rows("SELECT name FROM ships WHERE 2 > ROWNUM") == "Adler");
  BOOST_TEST(rows("SELECT name FROM ships WHERE ROWNUM BETWEEN 1 AND 2") == "Adler Biene");
  // With conditions before and after it, and the lower of two limits.
  BOOST_TEST(rows("SELECT name FROM ships WHERE tons > 10 AND ROWNUM <= 2") == "Biene Chamois");
  BOOST_TEST(rows("SELECT name FROM ships WHERE ROWNUM <= 2 AND tons > 10 AND home = 2") == "Chamois Dachs");
  BOOST_TEST(rows("SELECT name FROM ships WHERE ROWNUM <= 4 AND ROWNUM < 3") == "Adler Biene");
  BOOST_TEST(rows("SELECT s.name FROM ships s, harbours h WHERE s.home = h.harbour_id AND h.name = 'Kiel' AND ROWNUM <= 1") == "Chamois");
  BOOST_TEST(rows("SELECT name FROM ships WHERE (tons > 10 AND ROWNUM <= 2) AND (home = 1 OR tons = 40)") == "Biene Dachs");
  // For rows that are sorted before.
  BOOST_TEST(rows("SELECT * FROM (SELECT name FROM ships ORDER BY tons DESC) WHERE ROWNUM <= 2") == "Biene Dachs");
  BOOST_TEST(rows("SELECT name FROM ships WHERE home IN (SELECT harbour_id FROM harbours WHERE ROWNUM <= 1)") == "Adler Biene Elch");
  BOOST_TEST(rows("WITH big AS (SELECT name FROM ships WHERE tons > 20) SELECT name FROM big WHERE ROWNUM <= 1") == "Biene");
  // For functions of one row.
  BOOST_TEST(rows("SELECT max(tons, 40) FROM ships WHERE ROWNUM <= 2") == "40 50");
  BOOST_TEST(rows("SELECT NVL(name, 'none') FROM ships WHERE ROWNUM <= 2") == "Adler Biene");
  // Beside other faults.
  BOOST_TEST(rows("SELECT nmae FROM ship WHERE ROWNUM <= 2") == "Adler Biene");
  // No row meets the written condition: this empty result is the answer.
  BOOST_TEST(rows("SELECT name FROM ships WHERE tons > 99 AND ROWNUM <= 2") == "");
}

BOOST_AUTO_TEST_CASE(row_numbers_beside_an_order_limit_what_is_sorted) {
  BOOST_TEST(rows("SELECT name FROM ships WHERE ROWNUM <= 2 ORDER BY tons DESC") == "Biene Dachs");
  BOOST_TEST(rows("SELECT name FROM ships WHERE home = 1 AND ROWNUM < 3 ORDER BY tons") == "Adler Elch");
  BOOST_TEST(rows("SELECT name FROM ships WHERE ROWNUM = 1 ORDER BY tons DESC", "Which ship has the most tons?") == "Biene");
  BOOST_TEST(rows("SELECT name FROM ships WHERE ROWNUM =< 2 AND tons => 20 ORDER BY tons") == "Elch Chamois");
  BOOST_TEST(rows("SELECT name FROM ships WHERE ROWNUM <= 3 ORDER BY tons DESC", "Show the names of the first 3 ships") ==
             "Biene Dachs Chamois");  // not what the question alone says
  BOOST_TEST(rows("WITH big AS (SELECT * FROM ships WHERE tons > 20) SELECT name FROM big WHERE ROWNUM <= 1 ORDER BY tons") == "Chamois");
}

BOOST_AUTO_TEST_CASE(row_numbers_as_columns) {
  BOOST_TEST(rows("SELECT ROWNUM, name FROM ships WHERE ROWNUM <= 2") == "1 2");
  BOOST_TEST(rows("SELECT name FROM (SELECT t.name, ROWNUM rn FROM (SELECT name FROM ships ORDER BY tons) t WHERE ROWNUM <= 4) "
                  "WHERE rn > 2") == "Chamois Dachs");
}

BOOST_AUTO_TEST_CASE(row_numbers_that_say_something_else) {
  // Oracle numbers rows before it groups and counts them, and no row is the second if none is the first.
  for (auto const* sql :
       {"SELECT count(*) FROM ships WHERE ROWNUM <= 2", "SELECT count(*) FROM ships WHERE ROWNUM <= 2 ORDER BY 1",
        "SELECT ROWNUM, name FROM ships WHERE ROWNUM <= 2 ORDER BY tons", "SELECT name FROM ships WHERE ROWNUM <= 2 ORDER BY ROWNUM",
        "SELECT home FROM ships WHERE ROWNUM <= 2 GROUP BY home ORDER BY home",
        "SELECT name FROM ships WHERE ROWNUM <= 2 ORDER BY tons LIMIT 1",
        "SELECT name FROM (SELECT * FROM ships ORDER BY tons) WHERE ROWNUM <= 2 ORDER BY name",
        "SELECT DISTINCT home FROM ships WHERE ROWNUM <= 2", "SELECT home FROM ships WHERE ROWNUM <= 2 GROUP BY home",
        "SELECT name FROM ships WHERE ROWNUM > 2", "SELECT name FROM ships WHERE ROWNUM = 2",
        "SELECT name FROM ships WHERE tons = 10 OR ROWNUM <= 2", "SELECT name FROM ships WHERE NOT ROWNUM <= 2",
        "SELECT name FROM ships WHERE ROWNUM <= 2 UNION SELECT name FROM harbours", "SELECT name FROM ships WHERE ROWNUM < 0",
        "SELECT name FROM ships WHERE ROWNUM <= tons", "SELECT name FROM ships ORDER BY ROWNUM",
        // Aggregates and windows read all rows for one row of the result.
        "SELECT json_group_array(name) FROM ships WHERE ROWNUM <= 2", "SELECT json_group_object(name, tons) FROM ships WHERE ROWNUM <= 2",
        "SELECT sum(tons) FILTER (WHERE home = 1) FROM ships WHERE ROWNUM <= 2",
        "SELECT upper(group_concat(name, '/')) FROM ships WHERE ROWNUM <= 2", "SELECT stddev(tons) FROM ships WHERE ROWNUM <= 2",
        "SELECT listagg(name, ',') FROM ships WHERE ROWNUM <= 2", "SELECT median(tons) FROM ships WHERE ROWNUM <= 2",
        "SELECT rank() OVER (ORDER BY tons DESC) FROM ships WHERE ROWNUM <= 2",
        "SELECT max(tons) OVER w FROM ships WHERE ROWNUM <= 2 WINDOW w AS (PARTITION BY home)"})
    BOOST_TEST(rows(sql) == "fails", sql);
}

BOOST_AUTO_TEST_CASE(a_column_of_that_name_is_a_column) {
  writer(f / "port.sqlite").run("CREATE TABLE berths(row_num INT, depth INT); INSERT INTO berths VALUES (7, 2), (1, 9), (2, 8)");
  database = db::sqlite_connection(f / "port.sqlite");
  repairs.names = prepared(database).known<knowledge::lexicon>();
  BOOST_TEST(rows("SELECT depth FROM berths WHERE ROWNUM <= 2") == "9 8");
}

BOOST_AUTO_TEST_CASE(words_at_the_head) {
  BOOST_TEST(rows("SELECT TOP 2 name FROM ships ORDER BY tons") == "Adler Elch");
  BOOST_TEST(rows("SELECT TOP (2) name FROM ships ORDER BY tons") == "Adler Elch");  // reads as a call with an alias
  BOOST_TEST(rows("SELECT TOP(2) name, tons FROM ships ORDER BY tons") == "Adler Elch");
  BOOST_TEST(rows("SELECT DISTINCT TOP 1 home FROM ships ORDER BY home DESC") == "2");
  BOOST_TEST(rows("SELECT FIRST 2 name FROM ships ORDER BY tons") == "Adler Elch");
  BOOST_TEST(rows("SELECT SKIP 1 FIRST 2 name FROM ships ORDER BY tons") == "Elch Chamois");
  BOOST_TEST(rows("SELECT FIRST 2 SKIP 1 name FROM ships ORDER BY tons") == "Elch Chamois");
  BOOST_TEST(rows("SELECT name FROM ships WHERE home = (SELECT TOP 1 harbour_id FROM harbours ORDER BY name DESC)") == "Chamois Dachs");
}

BOOST_AUTO_TEST_CASE(comments_at_the_end) {
  BOOST_TEST(rows("SELECT TOP 2 name FROM ships ORDER BY tons -- lightest") == "Adler Elch");
  BOOST_TEST(rows("SELECT FIRST 2 name FROM ships ORDER BY tons /* lightest */") == "Adler Elch");
  BOOST_TEST(rows("SELECT SKIP 1 FIRST 2 name FROM ships ORDER BY tons -- two\n-- lines") == "Elch Chamois");
  BOOST_TEST(rows("SELECT name FROM ships ORDER BY tons ROWS 2 -- lightest") == "Adler Elch");
}

BOOST_AUTO_TEST_CASE(words_at_the_end) {
  BOOST_TEST(rows("SELECT name FROM ships ORDER BY tons FETCH FIRST 2 ROWS ONLY") == "Adler Elch");
  BOOST_TEST(rows("SELECT name FROM ships ORDER BY tons FETCH FIRST ROW ONLY") == "Adler");
  BOOST_TEST(rows("SELECT name FROM ships ORDER BY tons OFFSET 1 ROWS FETCH NEXT 2 ROWS ONLY") == "Elch Chamois");
  BOOST_TEST(rows("SELECT name FROM ships ORDER BY tons OFFSET 3 ROWS") == "Dachs Biene");
  BOOST_TEST(rows("SELECT name FROM ships ORDER BY tons LIMIT 1, 2") == "Elch Chamois");
  BOOST_TEST(rows("SELECT name FROM ships ORDER BY tons ROWS 2") == "Adler Elch");
  BOOST_TEST(rows("SELECT name FROM ships ORDER BY home FETCH FIRST 2 ROWS WITH TIES") == "Adler Biene Elch");
  BOOST_TEST(rows("SELECT name FROM ships ORDER BY tons ROWS 2 TO 3;") == "Elch Chamois");
}

BOOST_AUTO_TEST_CASE(words_that_say_something_else) {
  for (auto const* sql :
       {"SELECT TOP 50 PERCENT name FROM ships", "SELECT TOP 2 WITH TIES name FROM ships ORDER BY tons",
        "SELECT name FROM ships FETCH FIRST 40 PERCENT ROWS ONLY", "SELECT TOP 2 name FROM ships UNION SELECT name FROM harbours",
        "SELECT name FROM harbours UNION SELECT TOP 2 name FROM ships", "SELECT name FROM ships ROWS 3 TO 2"})
    BOOST_TEST(rows(sql) == "fails", sql);
  // Beside another fault the words keep their meaning in SQLite.
  BOOST_TEST(repairs.repair(database, "SELECT sum(tns) OVER (ORDER BY tons ROWS 2 PRECEDING) FROM ships").sql ==
             "SELECT sum(tons) OVER (ORDER BY tons ROWS 2 PRECEDING) FROM ships");
  BOOST_TEST(rows("SELECT first, top FROM ships") == "fails");
}

// If a statement cannot be understood, only the question is read. That is no repair if it returns nothing or concerns something else.
BOOST_AUTO_TEST_CASE(a_reading_of_the_question_is_no_better_than_a_refusal) {
  BOOST_TEST(rows("SELECT name FROM ships WHERE heft(name) <= 3", "Show the names of the first 3 ships") == "fails");
  BOOST_TEST(rows("SELECT cargo FROM ships WHERE bulk = 3", "Show captains called 3") == "fails");
  BOOST_TEST(rows("SELECT TOP 40 PERCENT name FROM ships", "first forty percent of the captains' harbours") == "fails");
  BOOST_TEST(rows("SELECT heft(ships) FROM ships", "How many ships are there?") == "5");
  // Nor if it asks for less than the statement: an order, a condition, a limit, or a number that is taken for a text.
  writer(f / "port.sqlite").run("INSERT INTO ships VALUES (6, '3', 5, 1)");
  repairs.names = prepared(database).known<knowledge::lexicon>();
  BOOST_TEST(rows("SELECT home FROM ships WHERE ROWNUM <= 3 GROUP BY home ORDER BY home", "Show the home of the first 3 ships") == "fails");
  BOOST_TEST(rows("SELECT count(*) FROM ships WHERE ROWNUM <= 3", "How many of the first 3 ships are there?") == "fails");
  BOOST_TEST(rows("SELECT name FROM ships WHERE heft(tons) > 3 AND depth < 4", "Which ships have tons over 3?") == "fails");
}

// The limit says whose `+` and days they are.
BOOST_AUTO_TEST_CASE(sums_beside_a_limit_are_of_its_dialect) {
  db::sqlite_connection quays{
      make_database(f / "quays.sqlite",
                    "CREATE TABLE calls(id INT, port TEXT, quay TEXT, berths INT, cranes INT, day DATE, gone DATE);"
                    "INSERT INTO calls VALUES (1,'Kiel','A',3,4,'2024-02-28','2024-03-02'),(2,'Bonn','B',1,1,'2023-12-31',NULL)")};
  repair::repairer const of_quays{prepared(quays).known<knowledge::lexicon>(), {.dialects = sql::other_dialects}};
  auto const value = [&](std::string const& sql) {
    auto const done = of_quays.repair(quays, sql);
    std::string out = done.execution && done.execution->ok() ? "" : "fails";
    if (out.empty())
      for (auto const& row : done.execution->rows.values) out += (out.empty() ? "" : " ") + to_string(row.front());
    return out;
  };
  BOOST_TEST(value("SELECT TOP 1 port + quay FROM calls ORDER BY id") == "KielA");
  BOOST_TEST(value("SELECT TOP (1) port + quay FROM calls ORDER BY id") == "KielA");
  BOOST_TEST(value("SELECT TOP 1 berths + cranes FROM calls ORDER BY id") == "7");
  BOOST_TEST(value("SELECT TOP (1) berths + cranes FROM calls ORDER BY id") == "7");
  BOOST_TEST(value("SELECT TOP (2) day + 2 FROM calls ORDER BY id") == "2024-03-01 2024-01-02");
  BOOST_TEST(value("SELECT TOP 1 gone - day FROM calls ORDER BY id") == "3.0");
  BOOST_TEST(value("SELECT day + 2 FROM calls WHERE ROWNUM <= 2") == "2024-03-01 2024-01-02");
  BOOST_TEST(value("SELECT port + quay FROM calls WHERE ROWNUM <= 2") == "0 0");  // Oracle has no + of texts
  BOOST_TEST(value("SELECT day + 2 FROM calls WHERE gone < SYSDATE") == "2024-03-01");
  BOOST_TEST(value("SELECT port FROM calls WHERE day + 2 < SYSDATE AND ROWNUM <= 1") == "Kiel");
  BOOST_TEST(value("SELECT day + 2 FROM calls") == "2026 2025");  // SQLite's own
}

BOOST_AUTO_TEST_CASE(windows_that_qualify) {
  BOOST_TEST(rows("SELECT name FROM ships QUALIFY row_number() OVER (ORDER BY tons) <= 3") == "Adler Elch Chamois");
  BOOST_TEST(rows("SELECT name, rank() OVER (PARTITION BY home ORDER BY tons DESC) AS place FROM ships QUALIFY place = 1 ORDER BY name") ==
             "Biene Dachs");
  BOOST_TEST(
      rows("SELECT home, count(*) FROM ships WHERE tons > 15 GROUP BY home HAVING count(*) > 1 QUALIFY rank() OVER (ORDER BY home) = 1") ==
      "1");
  BOOST_TEST(rows("SELECT name FROM (SELECT name FROM ships QUALIFY row_number() OVER (ORDER BY tons DESC) = 1)") == "Biene");
  BOOST_TEST(rows("SELECT name FROM ships QUALIFY row_number() OVER (ORDER BY tons) <= 3 ORDER BY tons DESC LIMIT 1") == "Chamois");
}

BOOST_AUTO_TEST_CASE(the_first_row_of_each_group) {
  BOOST_TEST(rows("SELECT DISTINCT ON (home) name FROM ships ORDER BY home, tons DESC") == "Biene Dachs");
  BOOST_TEST(rows("SELECT DISTINCT ON (h.name) s.name, h.name FROM ships s JOIN harbours h ON s.home = h.harbour_id "
                  "ORDER BY h.name DESC, s.tons") == "Chamois Adler");
}

// MySQL numbers rows in the order of the select around the variable.
BOOST_AUTO_TEST_CASE(session_variables) {
  auto const start = ", (SELECT @n := 0) AS v ";
  BOOST_TEST(rows(std::string("SELECT @n := @n + 1 AS place, name FROM ships") + start + "ORDER BY tons DESC") == "1 2 3 4 5");
  BOOST_TEST(rows(std::string("SELECT name, @n := @n + 1 AS place FROM ships") + start + "ORDER BY tons DESC") ==
             "Biene Dachs Chamois Elch Adler");
  BOOST_TEST(rows(std::string("SELECT name FROM (SELECT name, (@n := @n + 1) AS place FROM ships") + start +
                  "ORDER BY tons DESC) AS t WHERE place = 2") == "Dachs");
  BOOST_TEST(rows("SELECT @n:=@n+1 place, name FROM (SELECT name FROM ships ORDER BY tons) s CROSS JOIN (SELECT @n:=10) v") ==
             "11 12 13 14 15");
  BOOST_TEST(rows("SELECT @n := @n + 1, name FROM (SELECT @n := 0) v, ships") == "1 2 3 4 5");
  BOOST_TEST(rows("SET @n := 0; SELECT @n := @n + 1, name FROM ships ORDER BY name LIMIT 2") == "1 2");
  BOOST_TEST(rows("SELECT @n := @n + 1 AS place, name FROM ships, (SELECT @n := 0) v ;") == "1 2 3 4 5");
  // A statement that does more is rejected, with advice.
  for (auto const* sql : {"SELECT name, @s := @s + tons FROM ships, (SELECT @s := 0) v",
                          "SELECT name, @n := IF(@h = home, @n + 1, 1), @h := home FROM ships, (SELECT @n := 0, @h := 0) v"}) {
    BOOST_TEST(rows(sql, "Rank the ships") == "fails", sql);
    auto const done = repairs.repair(database, sql);
    BOOST_TEST((done.execution->failure->remedy.find("ROW_NUMBER() OVER (ORDER BY ...)") != std::string::npos));
  }
}

BOOST_AUTO_TEST_CASE(no_rows_where_the_statement_says_so) {
  BOOST_TEST(rows("SELECT nmae FROM ships WHERE tons > 99") == "");
  BOOST_TEST(rows("SELECT captain FROM ships WHERE tons > 99") == "");  // over a join; its own condition leaves no rows
  writer(f / "port.sqlite").run("UPDATE ships SET home = NULL");
  BOOST_TEST(rows("SELECT tons, captain FROM ships") == "fails");  // the join alone leaves no rows
}

BOOST_AUTO_TEST_SUITE_END()
