// SPDX-License-Identifier: BSL-1.0
// Each rule of the lint on statements by hand. SQLite is the reference: it executes the flagged statement and the proposal, and the rows
// are those that the rule predicts; statements without findings are right.
#include "t2s/sql/lint.hpp"

#include "rows_text.hpp"
#include "support/sqlite_file.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/offline/repair/lint_facts.hpp"
#include "t2s/sql/postgres.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

using namespace t2s::sql;

namespace {

/// Hives of beekeepers. Bo has no visits, Ada has two hives; weights are texts, days are texts in a column of numeric affinity.
constexpr char const* shape = R"(
  CREATE TABLE keeper (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born DATE, age INTEGER, boss INTEGER REFERENCES keeper (id));
  CREATE TABLE hive (id INTEGER PRIMARY KEY, keeper_id INTEGER NOT NULL REFERENCES keeper (id), place TEXT, weight TEXT, size INTEGER);
  CREATE TABLE visit (id INTEGER PRIMARY KEY, hive_id INTEGER REFERENCES hive (id), keeper_id INTEGER REFERENCES keeper (id), day TEXT);
  CREATE TABLE weather (day TEXT PRIMARY KEY, rain REAL);
  INSERT INTO keeper VALUES (1, 'Ada', '1950-03-01', 70, NULL), (2, 'Bo', '1962-07-09', 58, 1), (3, 'Cy', '1981-01-30', NULL, 1);
  INSERT INTO hive VALUES (10, 1, 'hill', '9', 4), (11, 1, 'wood', '10', 4), (12, 2, 'hill', '21', 2), (13, 3, 'lake', '100', 1);
  INSERT INTO visit VALUES (100, 10, 1, '2020-05-01'), (101, 10, 3, '2020-06-11'), (102, 13, 3, '2021-05-30'), (103, NULL, NULL, NULL);
  INSERT INTO weather VALUES ('2020-05-01', 1.5), ('2020-06-11', 0), ('2021-05-30', 7);
)";

class bees {
 public:
  [[nodiscard]] t2s::schema::database const& tables() const { return open_.schema(); }

  [[nodiscard]] std::vector<finding> lint(std::string_view sql) {
    auto const facts = t2s::repair::lint_facts_of(open_);
    return t2s::sql::lint(sql, open_.schema(), &facts);
  }

  [[nodiscard]] std::string rows(std::string const& sql) { return t2s::test::rows_text(open_, sql); }

 private:
  t2s::test::folder in_{"lint"};
  t2s::db::sqlite_connection open_{t2s::test::make_database(in_ / "bees.sqlite", shape)};
};

bool has(std::vector<finding> const& found, lint_rule rule) { return std::ranges::count(found, rule, &finding::rule) != 0; }

finding const& one(std::vector<finding> const& found, lint_rule rule, std::string_view sql) {
  auto const at = std::ranges::find(found, rule, &finding::rule);
  BOOST_TEST_REQUIRE((at != found.end()), name_of(rule) << " is not found in " << sql);
  return *at;
}

/// A rule flags a statement with the rows `before`, and its proposal returns `after`.
void corrects(lint_rule rule, std::string const& sql, std::string_view before, std::string_view after) {
  bees b;
  auto const found = b.lint(sql);
  auto const& f = one(found, rule, sql);
  BOOST_TEST(b.rows(sql) == before, sql << "\n  " << b.rows(sql));
  BOOST_TEST_REQUIRE(!f.proposal.empty(), sql);
  BOOST_TEST(b.rows(f.proposal) == after, f.proposal << "\n  " << b.rows(f.proposal));
  BOOST_TEST(!has(b.lint(f.proposal), rule), f.proposal);
}

/// A rule flags a statement without a proposal; `sql` returns `before`, and the intended `meant` returns `after`.
void accuses(lint_rule rule, std::string const& sql, std::string_view before, std::string const& meant, std::string_view after) {
  bees b;
  auto const found = b.lint(sql);
  BOOST_TEST(one(found, rule, sql).proposal == "", sql);
  BOOST_TEST(b.rows(sql) == before, sql << "\n  " << b.rows(sql));
  BOOST_TEST(b.rows(meant) == after, meant << "\n  " << b.rows(meant));
  BOOST_TEST(!has(b.lint(meant), rule), meant);
}

void leaves(lint_rule rule, std::string const& sql) {
  bees b;
  static_cast<void>(b.rows(sql));
  for (auto const& f : b.lint(sql)) BOOST_TEST((f.rule != rule), sql << "\n  " << f.why);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lint_)

BOOST_AUTO_TEST_CASE(limit_cuts_ties) {
  auto const rule = lint_rule::limit_cuts_ties;
  corrects(rule, "SELECT place FROM hive ORDER BY size DESC LIMIT 1", "hill", "hill; wood");
  corrects(rule, "SELECT h.id FROM hive AS h WHERE h.id > 9 ORDER BY h.size DESC LIMIT 1", "10", "10; 11");
  accuses(rule, "SELECT keeper_id FROM visit WHERE keeper_id > 0 GROUP BY keeper_id ORDER BY count(*) > 0 LIMIT 1", "1",
          "SELECT DISTINCT keeper_id FROM visit WHERE keeper_id > 0", "1; 3");
  leaves(rule, "SELECT place FROM hive ORDER BY size LIMIT 1");
  leaves(rule, "SELECT place FROM hive ORDER BY size DESC, id LIMIT 1");
  leaves(rule, "SELECT place FROM hive ORDER BY size DESC LIMIT 2");
  leaves(rule, "SELECT place FROM hive ORDER BY size DESC");
}

BOOST_AUTO_TEST_CASE(nulls_first) {
  auto const rule = lint_rule::nulls_first;
  corrects(rule, "SELECT name FROM keeper ORDER BY age LIMIT 1", "Cy", "Bo");
  corrects(rule, "SELECT name AS n FROM keeper WHERE id > 1 ORDER BY age + 0 LIMIT 1", "Cy", "Bo");
  leaves(rule, "SELECT name FROM keeper ORDER BY age DESC LIMIT 1");
  leaves(rule, "SELECT name FROM keeper ORDER BY age");
  leaves(rule, "SELECT name FROM keeper ORDER BY id LIMIT 1");
  leaves(rule, "SELECT name FROM keeper ORDER BY age NULLS FIRST LIMIT 1");
}

BOOST_AUTO_TEST_CASE(number_as_text) {
  auto const rule = lint_rule::number_as_text;
  corrects(rule, "SELECT id FROM hive WHERE weight > 9", "", "11; 12; 13");
  corrects(rule, "SELECT id FROM hive WHERE '20' < weight", "10; 12", "12; 13");
  corrects(rule, "SELECT id FROM hive ORDER BY weight DESC LIMIT 1", "10", "13");
  corrects(rule, "SELECT max(weight) FROM hive", "9", "100.0");
  corrects(rule, "SELECT id FROM hive WHERE weight BETWEEN '5' AND '9'", "10", "10");
  leaves(rule, "SELECT id FROM hive WHERE weight = '9'");
  leaves(rule, "SELECT id FROM hive WHERE size > 3 ORDER BY size");
  leaves(rule, "SELECT id FROM hive WHERE place > 'k' ORDER BY place");
  leaves(rule, "SELECT id FROM hive WHERE CAST(weight AS REAL) > 9");
}

BOOST_AUTO_TEST_CASE(date_as_number) {
  auto const rule = lint_rule::date_as_number;
  corrects(rule, "SELECT name FROM keeper WHERE born < '1960'", "", "Ada");
  corrects(rule, "SELECT name FROM keeper WHERE born = 1962", "", "Bo");
  leaves(rule, "SELECT name FROM keeper WHERE born < '1960-01-01'");
  leaves(rule, "SELECT name FROM keeper WHERE age < '60'");
  leaves(rule, "SELECT id FROM visit WHERE day < '2021'");
}

BOOST_AUTO_TEST_CASE(text_against_number) {
  auto const rule = lint_rule::text_against_number;
  accuses(rule, "SELECT name FROM keeper WHERE age > 'sixty'", "", "SELECT name FROM keeper WHERE age > 60", "Ada");
  accuses(rule, "SELECT id FROM hive WHERE keeper_id = 'Ada'", "",
          "SELECT hive.id FROM hive JOIN keeper ON keeper_id = keeper.id WHERE name = 'Ada'", "10; 11");
  leaves(rule, "SELECT name FROM keeper WHERE age > '60'");
  leaves(rule, "SELECT id FROM hive WHERE place = 'hill'");
  leaves(rule, "SELECT name FROM keeper WHERE born > 'x'");
}

BOOST_AUTO_TEST_CASE(unseen_format) {
  auto const rule = lint_rule::unseen_format;
  accuses(rule, "SELECT id FROM visit WHERE day = '01/05/2020'", "", "SELECT id FROM visit WHERE day = '2020-05-01'", "100");
  corrects(rule, "SELECT rain FROM weather WHERE day = '2021'", "", "7.0");
  accuses(rule, "SELECT name FROM keeper WHERE born > '1/1/1960'", "Ada; Bo; Cy", "SELECT name FROM keeper WHERE born > '1960-01-01'",
          "Bo; Cy");
  leaves(rule, "SELECT id FROM visit WHERE day = '2020-05-02'");
  leaves(rule, "SELECT id FROM visit WHERE day > '2020-06'");
  leaves(rule, "SELECT id FROM hive WHERE weight = '1234'");
  leaves(rule, "SELECT id FROM hive WHERE place = '01/05/2020'");
}

BOOST_AUTO_TEST_CASE(fan_out) {
  auto const rule = lint_rule::fan_out;
  accuses(rule, "SELECT sum(size) FROM hive JOIN visit ON hive.id = visit.hive_id", "9",
          "SELECT sum(size) FROM hive WHERE id IN (SELECT hive_id FROM visit)", "5");
  accuses(rule, "SELECT avg(k.age) FROM keeper AS k, hive AS h WHERE h.keeper_id = k.id", "66.0",
          "SELECT avg(age) FROM keeper WHERE EXISTS (SELECT 1 FROM hive WHERE keeper_id = keeper.id)", "64.0");
  corrects(rule, "SELECT count(h.id) FROM hive AS h JOIN visit AS v ON h.id = v.hive_id", "3", "2");
  corrects(rule, "SELECT count(k.id) FROM keeper AS k JOIN visit AS v ON v.keeper_id = k.id GROUP BY k.boss", "1; 2", "1; 1");
  leaves(rule, "SELECT name, count(keeper.id) FROM keeper JOIN hive ON hive.keeper_id = keeper.id GROUP BY keeper.id");
  leaves(rule, "SELECT count(v.id) FROM hive AS h JOIN visit AS v ON h.id = v.hive_id");
  leaves(rule, "SELECT sum(size) FROM visit JOIN hive ON hive.id = visit.hive_id WHERE visit.day > '2021'");
  leaves(rule, "SELECT name, sum(size) FROM keeper JOIN hive ON hive.keeper_id = keeper.id GROUP BY keeper.id");
  leaves(rule, "SELECT max(k.age) FROM keeper AS k JOIN hive AS h ON h.keeper_id = k.id");
  leaves(rule, "SELECT h.id, sum(k.age) FROM keeper AS k JOIN hive AS h ON h.keeper_id = k.id GROUP BY h.id");
}

BOOST_AUTO_TEST_CASE(join_without_key) {
  auto const rule = lint_rule::join_without_key;
  corrects(rule, "SELECT name, place FROM keeper JOIN hive ON keeper.id = hive.id", "", "Ada|hill; Ada|wood; Bo|hill; Cy|lake");
  corrects(rule, "SELECT name FROM keeper AS k JOIN hive AS h ON k.id = h.size WHERE h.id = 12", "Bo", "Bo");
  corrects(rule, "SELECT v.id FROM visit AS v JOIN keeper AS k ON v.hive_id = k.id AND v.day > '2020'", "", "100; 101; 102");
  leaves(rule, "SELECT name, place FROM keeper JOIN hive ON keeper.id = hive.keeper_id");
  leaves(rule, "SELECT h.id FROM hive AS h JOIN visit AS v ON h.keeper_id = v.keeper_id");
  leaves(rule, "SELECT v.id FROM visit AS v JOIN weather AS w ON v.day = w.day");
  leaves(rule, "SELECT a.name FROM keeper AS a JOIN keeper AS b ON a.age = b.age");
  leaves(rule, "SELECT h.id FROM hive AS h JOIN keeper AS k ON h.keeper_id = k.id AND h.size = k.age");
}

BOOST_AUTO_TEST_CASE(join_without_match) {
  auto const rule = lint_rule::join_without_match;
  accuses(rule, "SELECT count(*) FROM hive JOIN weather ON place = day", "0", "SELECT count(*) FROM visit JOIN weather USING (day)", "3");
  accuses(rule, "SELECT count(*) FROM keeper JOIN visit ON keeper.id = visit.hive_id", "0",
          "SELECT count(*) FROM keeper JOIN visit ON keeper.id = visit.keeper_id", "3");
  leaves(rule, "SELECT count(*) FROM keeper JOIN hive ON keeper.id = hive.size");
  leaves(rule, "SELECT count(*) FROM keeper LEFT JOIN visit ON keeper.id = visit.hive_id");
}

BOOST_AUTO_TEST_CASE(cartesian_product) {
  auto const rule = lint_rule::cartesian_product;
  corrects(rule, "SELECT count(*) FROM keeper, hive", "12", "4");
  corrects(rule, "SELECT name FROM keeper JOIN hive WHERE place = 'lake'", "Ada; Bo; Cy", "Cy");
  accuses(rule, "SELECT count(*) FROM hive, weather", "12", "SELECT count(*) FROM hive CROSS JOIN weather", "12");
  leaves(rule, "SELECT count(*) FROM keeper, hive WHERE keeper.id = keeper_id");
  leaves(rule, "SELECT count(*) FROM keeper JOIN hive ON age > size");
  leaves(rule, "SELECT name FROM keeper, (SELECT avg(age) AS mean FROM keeper) WHERE age > mean");
  leaves(rule, "SELECT place, name FROM hive, keeper WHERE keeper.id = 1");
  leaves(rule, "SELECT name FROM keeper, hive WHERE EXISTS (SELECT 1 FROM visit WHERE hive_id = hive.id AND visit.keeper_id = keeper.id)");
}

BOOST_AUTO_TEST_CASE(ungrouped_column) {
  auto const rule = lint_rule::ungrouped_column;
  corrects(rule, "SELECT place, keeper_id, count(*) FROM hive GROUP BY place ORDER BY 1, 2", "hill|1|2; lake|3|1; wood|1|1",
           "hill|1|1; hill|2|1; lake|3|1; wood|1|1");
  accuses(rule, "SELECT name, count(*) FROM keeper", "Ada|3", "SELECT name, count(*) FROM keeper GROUP BY name", "Ada|1; Bo|1; Cy|1");
  leaves(rule, "SELECT name, count(*) FROM keeper JOIN hive ON keeper.id = keeper_id GROUP BY keeper.id");
  leaves(rule, "SELECT name, count(*) FROM keeper JOIN hive ON keeper.id = keeper_id GROUP BY keeper_id");
  leaves(rule, "SELECT name, max(age) FROM keeper");
  leaves(rule, "SELECT place, count(*) FROM hive WHERE place = 'hill'");
  leaves(rule, "SELECT upper(place), count(*) FROM hive GROUP BY upper(place)");
  leaves(rule, "SELECT substr(day, 1, 4) AS y, count(*) FROM visit GROUP BY y");
}

BOOST_AUTO_TEST_CASE(aggregate_of_id) {
  auto const rule = lint_rule::aggregate_of_id;
  corrects(rule, "SELECT sum(id) FROM hive", "46", "4");
  accuses(rule, "SELECT avg(keeper_id) FROM hive", "1.75", "SELECT avg(size) FROM hive", "2.75");
  leaves(rule, "SELECT sum(size), avg(size) FROM hive");
  leaves(rule, "SELECT max(id), count(keeper_id) FROM hive");
}

BOOST_AUTO_TEST_CASE(distinct_beside_aggregate) {
  auto const rule = lint_rule::distinct_beside_aggregate;
  corrects(rule, "SELECT DISTINCT count(place) FROM hive", "4", "3");
  corrects(rule, "SELECT DISTINCT sum(h.size) AS s FROM hive AS h", "11", "7");
  leaves(rule, "SELECT count(DISTINCT place) FROM hive");
  leaves(rule, "SELECT DISTINCT count(name) FROM keeper");
  leaves(rule, "SELECT DISTINCT count(*) FROM hive GROUP BY place");
}

BOOST_AUTO_TEST_CASE(not_in_null) {
  auto const rule = lint_rule::not_in_null;
  corrects(rule, "SELECT name FROM keeper WHERE id NOT IN (SELECT keeper_id FROM visit)", "", "Bo");
  corrects(rule, "SELECT id FROM hive WHERE size NOT IN (1, NULL, 2)", "", "10; 11");
  leaves(rule, "SELECT name FROM keeper WHERE id NOT IN (SELECT keeper_id FROM visit WHERE keeper_id IS NOT NULL)");
  leaves(rule, "SELECT name FROM keeper WHERE id NOT IN (SELECT keeper_id FROM hive)");
  leaves(rule, "SELECT name FROM keeper WHERE id IN (SELECT keeper_id FROM visit)");
}

BOOST_AUTO_TEST_CASE(constant_condition) {
  auto const rule = lint_rule::constant_condition;
  corrects(rule, "SELECT name FROM keeper WHERE age = NULL", "", "Cy");
  corrects(rule, "SELECT name FROM keeper WHERE NULL <> age", "", "Ada; Bo");
  corrects(rule, "SELECT name FROM keeper WHERE age BETWEEN 60 AND 50", "", "Bo");
  corrects(rule, "SELECT id FROM hive WHERE place <> 'hill' OR place != 'lake'", "10; 11; 12; 13", "11");
  accuses(rule, "SELECT id FROM hive WHERE place = 'hill' AND place = 'lake'", "", "SELECT id FROM hive WHERE place IN ('hill', 'lake')",
          "10; 12; 13");
  accuses(rule, "SELECT id FROM hive WHERE size > 3 AND size < 2", "", "SELECT id FROM hive WHERE size > 3 OR size < 2", "10; 11; 13");
  accuses(rule, "SELECT hive.id FROM keeper JOIN hive ON hive.keeper_id = hive.keeper_id WHERE age > 60", "10; 11; 12; 13",
          "SELECT hive.id FROM keeper JOIN hive ON hive.keeper_id = keeper.id WHERE age > 60", "10; 11");
  accuses(rule, "SELECT name FROM keeper WHERE name IS NULL", "", "SELECT name FROM keeper WHERE age IS NULL", "Cy");
  leaves(rule, "SELECT id FROM hive WHERE size > 2 AND size < 4");
  leaves(rule, "SELECT id FROM hive WHERE size >= 4 AND size <= 4");
  leaves(rule, "SELECT id FROM hive WHERE place <> 'hill' AND place <> 'lake'");
  leaves(rule, "SELECT id FROM hive WHERE place = 'hill' OR place = 'lake'");
  leaves(rule, "SELECT a.id FROM hive AS a, hive AS b WHERE a.place = 'hill' AND b.place = 'lake'");
  leaves(rule, "SELECT id FROM hive WHERE place = 'hill' COLLATE NOCASE AND place = 'HILL' COLLATE NOCASE");
  leaves(rule, "SELECT k.name FROM keeper AS k LEFT JOIN hive AS h ON h.keeper_id = k.id WHERE h.id IS NULL");
}

BOOST_AUTO_TEST_CASE(literals_as_conditions) {
  auto const rule = lint_rule::constant_condition;
  corrects(rule, "SELECT id FROM hive WHERE place = 'lake' OR 'wood'", "13", "11; 13");
  corrects(rule, "SELECT id FROM hive WHERE place = 'lake' OR 'wood' OR 'hill'", "13", "10; 11; 12; 13");
  corrects(rule, "SELECT id FROM hive WHERE place = \"lake\" OR \"wood\"", "13", "11; 13");
  corrects(rule, "SELECT id FROM hive WHERE place LIKE 'l%' OR 'w%'", "13", "11; 13");
  corrects(rule, "SELECT id FROM hive WHERE place <> 'hill' AND 'lake'", "", "11");
  corrects(rule, "SELECT id FROM hive WHERE size = 4 OR 2", "10; 11; 12; 13", "10; 11; 12");
  corrects(rule, "SELECT id FROM hive WHERE size = 4 OR 1", "10; 11; 12; 13", "10; 11; 13");
  corrects(rule, "SELECT id FROM hive WHERE id > 11 AND (place = 'lake' OR 'hill')", "13", "12; 13");
  corrects(rule, "SELECT k.name FROM keeper AS k JOIN hive AS h ON h.keeper_id = k.id AND (h.place = 'lake' OR 'wood')", "Cy", "Ada; Cy");
  corrects(rule, "SELECT count(CASE WHEN place = 'lake' OR 'wood' THEN 1 END) FROM hive", "1", "2");
  accuses(rule, "SELECT place FROM hive GROUP BY place HAVING count(*) > 1 AND 'hill'", "",
          "SELECT place FROM hive GROUP BY place HAVING count(*) > 1 AND place = 'hill'", "hill");
  accuses(rule, "SELECT id FROM hive WHERE place = 'hill' AND 'lake'", "", "SELECT id FROM hive WHERE place IN ('hill', 'lake')",
          "10; 12; 13");
  accuses(rule, "SELECT id FROM hive WHERE place = ('hill' OR 'lake')", "", "SELECT id FROM hive WHERE place IN ('hill', 'lake')",
          "10; 12; 13");
  accuses(rule, "SELECT id FROM hive WHERE NOT 'lake'", "10; 11; 12; 13", "SELECT id FROM hive WHERE NOT place = 'lake'", "10; 11; 12");
  accuses(rule, "SELECT id FROM hive WHERE 'lake'", "", "SELECT id FROM hive WHERE place = 'lake'", "13");
  accuses(rule, "SELECT count(*) FROM hive JOIN visit ON 'hive_id'", "0", "SELECT count(*) FROM hive JOIN visit ON hive_id = hive.id", "3");
  for (std::string const sql :
       {"SELECT id FROM hive WHERE 1", "SELECT id FROM hive WHERE 0", "SELECT id FROM hive WHERE TRUE", "SELECT id FROM hive WHERE 1 = 1",
        "SELECT id FROM hive WHERE 1 AND place = 'hill'", "SELECT id FROM hive WHERE 0 OR size = 1",
        "SELECT id FROM hive WHERE size > 3 OR 1", "SELECT id FROM hive WHERE place = 'hill' OR 1",
        "SELECT count(size > 3 OR NULL) FROM hive", "SELECT id FROM hive WHERE size OR FALSE", "SELECT id FROM hive WHERE NOT 0",
        "SELECT k.id FROM keeper AS k JOIN hive ON 1 WHERE k.id = keeper_id", "SELECT id FROM hive WHERE place BETWEEN 'a' AND 'k'",
        "SELECT id FROM hive WHERE place IN ('hill', 'lake') OR size = 4"})
    leaves(rule, sql);
}

BOOST_AUTO_TEST_CASE(unused_table) {
  auto const rule = lint_rule::unused_table;
  corrects(rule, "SELECT place FROM hive JOIN keeper ON keeper_id = keeper.id WHERE size > 3", "hill; wood", "hill; wood");
  leaves(rule, "SELECT place FROM hive JOIN keeper ON keeper_id = keeper.id WHERE age > 60");
  leaves(rule, "SELECT day FROM visit JOIN keeper ON keeper_id = keeper.id");  // some visits have no keeper
  leaves(rule, "SELECT name FROM keeper JOIN hive ON keeper_id = keeper.id");  // keepers with hives, once for each
  leaves(rule, "SELECT * FROM hive JOIN keeper ON keeper_id = keeper.id");
}

BOOST_AUTO_TEST_CASE(class_in_like) {
  auto const rule = lint_rule::class_in_like;
  corrects(rule, "SELECT name FROM keeper WHERE name LIKE '[A-B]%'", "", "Ada; Bo");
  corrects(rule, "SELECT name FROM keeper WHERE name NOT LIKE '[^C]%'", "Ada; Bo; Cy", "Cy");
  corrects(rule, "SELECT name FROM keeper WHERE name LIKE '_[x-z]' OR age > 60", "Ada", "Ada; Cy");
  leaves(rule, "SELECT name FROM keeper WHERE name LIKE '%[abc]%'");
  leaves(rule, "SELECT name FROM keeper WHERE name LIKE '%[A-b]%'");
  leaves(rule, "SELECT name FROM keeper WHERE name LIKE '[A-B]%' ESCAPE '!'");
  leaves(rule, "SELECT name FROM keeper WHERE name GLOB '[A-B]*'");
}

BOOST_AUTO_TEST_CASE(clause_as_name) {
  auto const rule = lint_rule::clause_as_name;
  accuses(rule, "SELECT name FROM keeper LIMIT2", "Ada; Bo; Cy", "SELECT name FROM keeper LIMIT 2", "Ada; Bo");
  accuses(rule, "SELECT name FROM keeper WHEREage", "Ada; Bo; Cy", "SELECT name FROM keeper WHERE age", "Ada; Bo");
  accuses(rule, "SELECT name FROM keeper ORDERBYage", "Ada; Bo; Cy", "SELECT name FROM keeper ORDER BY age", "Cy; Bo; Ada");
  accuses(rule, "SELECT count(*) FROM keeper k JOIN hive ONk", "12", "SELECT count(*) FROM keeper k JOIN hive ON keeper_id = k.id", "4");
  leaves(rule, "SELECT name FROM keeper limitless");
  leaves(rule, "SELECT name FROM keeper AS limit2");
  leaves(rule, "SELECT limit2.name FROM keeper limit2");
  leaves(rule, "SELECT name FROM keeper wherever");
}

BOOST_AUTO_TEST_CASE(what_the_schema_does_not_say_is_not_said) {
  bees b;
  auto const quiet = [&](std::string_view sql) { return lint(sql, b.tables()).empty(); };
  BOOST_TEST(quiet("SELECT place FROM hive ORDER BY size DESC LIMIT 1"));
  BOOST_TEST(quiet("SELECT id FROM hive WHERE weight > 9"));
  BOOST_TEST(quiet("SELECT name FROM keeper WHERE id NOT IN (SELECT keeper_id FROM visit)"));
  auto const found = lint("SELECT sum(size) FROM hive JOIN visit ON hive.id = visit.hive_id", b.tables());
  BOOST_TEST((one(found, lint_rule::fan_out, "").how == severity::style));
}

BOOST_AUTO_TEST_CASE(places) {
  bees b;
  auto const found = b.lint("SELECT name -- \xC3\xA4\nFROM keeper\nWHERE '\xC3\xA4' <> name AND age = NULL");
  BOOST_TEST_REQUIRE(found.size() == 1);
  BOOST_TEST(found[0].line == 3);
  BOOST_TEST(found[0].column == 27);  // of the operator, as elsewhere
  BOOST_TEST(to_string(found[0]).starts_with("line 3, column 27: "));
}

BOOST_AUTO_TEST_CASE(names_and_severities) {
  BOOST_TEST(lint_rules().size() == 21);
  for (std::size_t i = 0; i < lint_rules().size(); ++i) BOOST_TEST((static_cast<std::size_t>(lint_rules()[i]) == i));
  BOOST_TEST(name_of(lint_rule::not_in_null) == "not_in_null");
  BOOST_TEST(name_of(severity_of(lint_rule::unused_table)) == "style");
  BOOST_TEST(name_of(severity_of(lint_rule::join_without_key)) == "wrong_making");
}

/// SQL that does not run, or that concerns other rules, has no findings and causes no crash.
BOOST_AUTO_TEST_CASE(odd_statements) {
  bees b;
  for (auto const* sql : {"", "SELECT", "DELETE FROM hive", "SELECT nothing FROM hive WHERE a = NULL", "SELECT 1", "VALUES (1), (2)",
                          "SELECT id FROM hive LIMIT 0", "SELECT id FROM hive ORDER BY 1 LIMIT 99999999999999999999",
                          "SELECT id FROM hive ORDER BY size LIMIT ?1", "SELECT id FROM missing, hive",
                          "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT n FROM r ORDER BY n LIMIT 1",
                          "SELECT (SELECT max(v.id) FROM visit AS v WHERE v.hive_id = h.id) FROM hive AS h ORDER BY 1 DESC LIMIT 1",
                          "SELECT id FROM hive UNION SELECT id FROM keeper ORDER BY 1 LIMIT 1"})
    BOOST_TEST(b.lint(sql).empty(), sql);
}

BOOST_AUTO_TEST_CASE(long_statements_take_no_square_of_time) {
  bees b;
  std::string sql = "SELECT id FROM hive WHERE size = NULL";
  for (int i = 0; i < 20'000; ++i) sql.append(" OR size = NULL");
  auto const begin = std::chrono::steady_clock::now();
  BOOST_TEST(lint(sql, b.tables()).size() == 100);
  std::string sums = "SELECT sum(size)";
  for (int i = 0; i < 1'900; ++i) sums.append(", sum(size)");
  BOOST_TEST(!b.lint(sums + " FROM hive JOIN visit ON hive.id = visit.hive_id").empty());
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(20)));
}

BOOST_AUTO_TEST_CASE(other_dialects) {
  bees b;
  t2s::schema::database const postgres_tables(b.tables().tables(), &postgres);
  auto const found = lint("SELECT id FROM hive WHERE size = NULL AND place ILIKE 'h%'", postgres_tables);
  BOOST_TEST_REQUIRE(found.size() == 1);
  BOOST_TEST(found[0].proposal == "SELECT id FROM hive WHERE size IS NULL AND place ILIKE 'h%'");
}

BOOST_AUTO_TEST_SUITE_END()
