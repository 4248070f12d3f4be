// SPDX-License-Identifier: BSL-1.0
// Databases on which two queries differ. Each one found is loaded into a plain SQLite, which must give two different results; pairs that
// mean the same, and pairs whose gold has several right answers, must have none. Both kinds are worked out by hand.
#include "t2s/lab/evaluation/detail/counterexample/counterexample.hpp"

#include "db/support.hpp"
#include "t2s/lab/evaluation/detail/counterexample/open_choices.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/sql/parse.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

using namespace t2s;
using namespace t2s::evaluation;

namespace {

constexpr char const* tables =
    "CREATE TABLE owner(id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT);"
    "CREATE TABLE boat(id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owner(id), name TEXT, length REAL NOT NULL, built INTEGER);"
    "CREATE TABLE berth(pier TEXT NOT NULL, place INTEGER NOT NULL, boat_id INTEGER NOT NULL REFERENCES boat(id), PRIMARY KEY (pier, "
    "place));"
    "CREATE VIEW long_boats AS SELECT * FROM boat WHERE length > 10;";
constexpr char const* rows =
    "INSERT INTO owner VALUES (1, 'Ann', 'Oslo'), (2, 'Ben', 'Rome');"
    "INSERT INTO boat VALUES (1, 1, 'Kite', 12.5, 1990), (2, 2, 'Lark', 7, 2004);"
    "INSERT INTO berth VALUES ('north', 1, 1), ('north', 2, 2);";

struct marina {
  test::folder f;
  db::sqlite_connection at;
  counterexample_search search;

  marina()
      : at(test::make_database(f / "marina.sqlite", std::string(tables) + rows)),
        search(at.schema(), [this](std::string const& sql) { return at.execute(sql); }) {}

  [[nodiscard]] counterexample_report find(std::string const& gold, std::string const& other, counterexample_options const& o = {}) {
    return search.find(gold, other, o);
  }
};

/// The rows of a query as lines, sorted: on the tables with the rows of a script, in plain SQLite.
std::vector<std::string> rows_in_sqlite(std::string const& script, std::string const& sql) {
  sqlite3* db = nullptr;
  BOOST_REQUIRE(sqlite3_open(":memory:", &db) == SQLITE_OK);
  auto const all = "PRAGMA foreign_keys = ON;" + std::string(tables) + script;
  char* why = nullptr;
  sqlite3_exec(db, all.c_str(), nullptr, nullptr, &why);
  BOOST_TEST(!why, (why ? why : "") << std::string(": ") << script);
  std::vector<std::string> lines;
  auto const note = [](void* to, int n, char** cells, char**) {
    auto& line = static_cast<std::vector<std::string>*>(to)->emplace_back();
    for (int i = 0; i < n; ++i) line.append(cells[i] ? cells[i] : "NULL").append("|");
    return 0;
  };
  BOOST_TEST(sqlite3_exec(db, sql.c_str(), note, &lines, nullptr) == SQLITE_OK);
  sqlite3_close(db);
  std::ranges::sort(lines);
  return lines;
}

struct two_queries {
  char const *gold, *other;
  oddity most = oddity::none;  ///< the least usual database that is needed
};
std::ostream& operator<<(std::ostream& out, two_queries const& q) { return out << q.gold << " | " << q.other; }

/// Equal on the two rows of each table, and not meant to be.
constexpr two_queries lucky[] = {
    {"SELECT name FROM boat WHERE length > 10", "SELECT name FROM boat WHERE length >= 12.5"},
    {"SELECT name FROM boat WHERE built < 2000", "SELECT name FROM boat WHERE built <= 1990"},
    {"SELECT name FROM boat", "SELECT DISTINCT name FROM boat"},
    {"SELECT count(*) FROM boat", "SELECT count(DISTINCT owner_id) FROM boat"},
    {"SELECT count(*) FROM owner", "SELECT count(*) FROM owner JOIN boat ON boat.owner_id = owner.id"},
    {"SELECT name FROM owner WHERE id NOT IN (SELECT owner_id FROM boat WHERE owner_id IS NOT NULL)",
     "SELECT name FROM owner WHERE id > 2"},
    {"SELECT name FROM boat WHERE length = (SELECT max(length) FROM boat)", "SELECT name FROM boat ORDER BY length DESC LIMIT 1"},
    {"SELECT T1.name FROM owner T1 JOIN boat T2 ON T1.id = T2.owner_id WHERE T2.built > 2000 AND T1.town = 'Rome'",
     "SELECT T1.name FROM owner T1 JOIN boat T2 ON T1.id = T2.owner_id WHERE T2.built > 2000 OR T1.town = 'Rome'"},
    {"SELECT owner_id FROM boat GROUP BY owner_id HAVING count(*) > 4", "SELECT owner_id FROM boat GROUP BY owner_id HAVING count(*) > 5"},
    {"SELECT pier FROM berth GROUP BY pier HAVING count(*) > 20", "SELECT pier FROM berth GROUP BY pier HAVING count(*) > 14"},
    {"SELECT name FROM boat ORDER BY length DESC LIMIT 3", "SELECT name FROM boat ORDER BY length DESC LIMIT 5"},
    {"SELECT town FROM owner JOIN boat ON owner.id = owner_id WHERE built < 2000 INTERSECT "
     "SELECT town FROM owner JOIN boat ON owner.id = owner_id WHERE length < 8",
     "SELECT town FROM owner JOIN boat ON owner.id = owner_id WHERE built < 2000 AND length < 8"},
    {"SELECT name FROM boat WHERE name LIKE '%it%'", "SELECT name FROM boat WHERE name LIKE '%ite'"},
    {"SELECT sum(length) FROM boat",
     "SELECT total(length) FROM boat WHERE built < 2050 AND length < 50 AND owner_id = 1 OR 1 = 1 AND built <> 3"},
    {"SELECT pier FROM berth GROUP BY pier HAVING count(*) = 2", "SELECT pier FROM berth GROUP BY pier"},
    {"SELECT name FROM long_boats", "SELECT name FROM boat WHERE length > 11"},
    {"SELECT count(*) FROM boat WHERE built <> 1990", "SELECT count(*) - 1 FROM boat"},
    {"SELECT name FROM owner WHERE town = 'Oslo'", "SELECT name FROM owner WHERE town LIKE 'Oslo'", oddity::near},
    {"SELECT count(*) FROM boat", "SELECT count(built) FROM boat", oddity::null},
    {"SELECT name FROM owner WHERE id NOT IN (SELECT owner_id FROM boat)",
     "SELECT name FROM owner WHERE NOT EXISTS (SELECT 1 FROM boat WHERE owner_id = owner.id)", oddity::null},
    {"SELECT sum(place) FROM berth", "SELECT coalesce(sum(place), 0) FROM berth", oddity::empty},
};

/// The same on every database that obeys the keys.
constexpr two_queries same_meaning[] = {
    {"SELECT name FROM boat WHERE length BETWEEN 7 AND 10", "SELECT name FROM boat WHERE length >= 7 AND length <= 10"},
    {"SELECT count(*) FROM berth", "SELECT count(boat_id) FROM berth"},
    {"SELECT count(*) FROM berth", "SELECT count(*) FROM berth JOIN boat ON boat.id = berth.boat_id"},
    {"SELECT DISTINCT pier FROM berth", "SELECT pier FROM berth GROUP BY pier"},
    {"SELECT name FROM owner WHERE id IN (SELECT owner_id FROM boat)",
     "SELECT owner.name FROM owner JOIN boat ON owner.id = boat.owner_id GROUP BY owner.id"},
    {"SELECT max(built) FROM boat", "SELECT built FROM boat WHERE built IS NOT NULL UNION SELECT NULL ORDER BY 1 DESC LIMIT 1"},
    {"SELECT name, length FROM boat", "SELECT length, name FROM boat"},
};

/// The gold leaves open which row comes, where these differ.
constexpr two_queries several_answers[] = {
    {"SELECT name FROM boat ORDER BY length DESC LIMIT 1", "SELECT name FROM boat ORDER BY length DESC, name LIMIT 1"},
    {"SELECT owner_id FROM boat GROUP BY owner_id ORDER BY count(*) DESC LIMIT 1",
     "SELECT owner_id FROM boat GROUP BY owner_id ORDER BY count(*) DESC, owner_id DESC LIMIT 1"},
    {"SELECT name FROM boat LIMIT 1", "SELECT name FROM boat ORDER BY id DESC LIMIT 1"},
    {"SELECT name FROM boat LIMIT 1 OFFSET 2", "SELECT name FROM boat ORDER BY name LIMIT 1 OFFSET 2"},
    {"SELECT name, count(*) FROM boat GROUP BY owner_id", "SELECT max(name), count(*) FROM boat GROUP BY owner_id"},
    {"SELECT * FROM berth ORDER BY boat_id LIMIT 1", "SELECT * FROM berth ORDER BY boat_id, place DESC LIMIT 1"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(counterexamples)

BOOST_DATA_TEST_CASE_F(marina, right_by_luck_is_refuted, boost::unit_test::data::make(lucky), q) {
  BOOST_TEST(rows_in_sqlite(rows, q.gold) == rows_in_sqlite(rows, q.other));  // the luck
  auto const r = find(q.gold, q.other, {.statements = 3000});
  BOOST_REQUIRE(!r.no_search);
  BOOST_REQUIRE(r.found);
  BOOST_TEST((r.found->needs <= q.most));
  auto const script = inserts_of(*r.found);
  BOOST_TEST(rows_in_sqlite(script, q.gold) != rows_in_sqlite(script, q.other), script);  // the script also obeys the keys
}

BOOST_DATA_TEST_CASE_F(marina, the_same_meaning_is_not_refuted, boost::unit_test::data::make(same_meaning), q) {
  auto const r = find(q.gold, q.other, {.statements = 3000});
  BOOST_TEST(!r.no_search);
  BOOST_TEST(!r.found, (r.found ? inserts_of(*r.found) : ""));
  BOOST_TEST(r.statements >= 2990U);
}

BOOST_DATA_TEST_CASE_F(marina, one_of_several_right_answers_is_not_refuted, boost::unit_test::data::make(several_answers), q) {
  auto const r = find(q.gold, q.other, {.statements = 3000});
  BOOST_TEST(!r.no_search);
  BOOST_TEST(!r.found, (r.found ? inserts_of(*r.found) : ""));
}

BOOST_FIXTURE_TEST_CASE(a_database_is_small, marina) {
  auto const r = find("SELECT count(*) FROM boat", "SELECT count(DISTINCT owner_id) FROM boat");
  BOOST_REQUIRE(r.found);
  BOOST_REQUIRE(r.found->tables.size() == 2U);              // no berths
  BOOST_TEST(r.found->tables[0].rows.values.size() == 1U);  // the owner that both boats refer to
  BOOST_TEST(r.found->tables[1].rows.values.size() == 2U);  // two boats of one owner: no smaller database differs
  BOOST_TEST(r.statements < 100U);
}

BOOST_FIXTURE_TEST_CASE(the_same_seed_finds_the_same, marina) {
  auto const q = lucky[7];
  auto const first = find(q.gold, q.other, {.seed = 7}), again = find(q.gold, q.other, {.seed = 7});
  BOOST_REQUIRE((first.found && again.found));
  BOOST_TEST(inserts_of(*first.found) == inserts_of(*again.found));
}

BOOST_FIXTURE_TEST_CASE(without_a_given_database_values_come_from_the_queries, marina) {
  counterexample_search alone(at.schema());
  auto const r = alone.find("SELECT name FROM boat WHERE built < 2000", "SELECT name FROM boat WHERE built <= 2000");
  BOOST_REQUIRE(r.found);
  BOOST_TEST(inserts_of(*r.found).find("2000") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(queries_that_do_not_compile_are_named, marina) {
  auto const wrong_gold = find("SELECT nam FROM boat", "SELECT name FROM boat"), wrong = find("SELECT name FROM boat", "SELECT x");
  BOOST_REQUIRE((wrong_gold.no_search && wrong.no_search));
  BOOST_TEST(wrong_gold.no_search->message == "the gold query: no such column: nam");
  BOOST_TEST(wrong.no_search->message == "the prediction: no such column: x");
  BOOST_TEST(find("SELECT 1", "SELECT 2").no_search.has_value());
  auto const several = find("SELECT name FROM boat", "SELECT name FROM boat; SELECT 1");
  BOOST_REQUIRE(several.no_search);
  BOOST_TEST(several.no_search->message == "the prediction: there are several statements");
}

BOOST_FIXTURE_TEST_CASE(sql_that_writes_or_never_ends_is_harmless, marina) {
  auto const writes = find("SELECT name FROM boat", "DELETE FROM boat");
  BOOST_REQUIRE(writes.no_search);
  BOOST_TEST((writes.no_search->code == errc::statement_denied));
  auto const endless =
      find("SELECT name FROM boat",
           "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT name FROM boat WHERE (SELECT count(*) FROM n)",
           {.statements = 20});
  BOOST_TEST(!endless.found);
  BOOST_TEST(endless.not_compared == endless.databases);
}

BOOST_FIXTURE_TEST_CASE(open_choices_are_made_both_ways, marina) {
  auto const choices = [this](char const* sql) {
    auto const q = sql::parse(sql);
    return evaluation::detail::made_choices(*q, at.schema());
  };
  using texts = std::vector<std::string>;
  BOOST_TEST(choices("SELECT name, town FROM owner ORDER BY id LIMIT 2") ==
                 (texts{"SELECT name, town FROM owner ORDER BY id, 1, 2 LIMIT 2",
                        "SELECT name, town FROM owner ORDER BY id, 1 DESC, 2 DESC LIMIT 2"}),
             boost::test_tools::per_element());
  BOOST_TEST(choices("SELECT * FROM owner LIMIT 1") ==
                 (texts{"SELECT * FROM owner ORDER BY 1, 2, 3 LIMIT 1", "SELECT * FROM owner ORDER BY 1 DESC, 2 DESC, 3 DESC LIMIT 1"}),
             boost::test_tools::per_element());
  BOOST_TEST(
      choices("SELECT name, count(*) FROM boat GROUP BY owner_id") ==
          (texts{"SELECT min(name), count(*) FROM boat GROUP BY owner_id", "SELECT max(name), count(*) FROM boat GROUP BY owner_id"}),
      boost::test_tools::per_element());
  BOOST_TEST(choices("SELECT name, max(length) FROM boat").empty());  // from the row of the maximum
  BOOST_TEST(choices("SELECT name FROM owner").empty());
}

BOOST_AUTO_TEST_CASE(circles_shared_columns_and_indexes_are_obeyed) {
  constexpr char const* circle =
      "CREATE TABLE staff(id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit_id INTEGER NOT NULL REFERENCES unit(id));"
      "CREATE TABLE unit(id INTEGER PRIMARY KEY, head INTEGER REFERENCES staff(id), code TEXT);"
      "CREATE UNIQUE INDEX unit_code ON unit(code);"
      "INSERT INTO unit VALUES (1, NULL, 'a'); INSERT INTO staff VALUES (1, 'Ann', 1);";
  test::folder f;
  db::sqlite_connection at(test::make_database(f / "circle.sqlite", circle));
  counterexample_search search(at.schema(), [&](std::string const& sql) { return at.execute(sql); });
  auto const is_refuted = [&](char const* gold, char const* other) {
    auto const r = search.find(gold, other);
    BOOST_TEST(!r.no_search);
    return r.found.has_value();
  };
  BOOST_TEST(!is_refuted("SELECT staff.name FROM staff", "SELECT staff.name FROM staff JOIN unit ON unit.id = staff.unit_id"));
  BOOST_TEST(!is_refuted("SELECT code FROM unit WHERE code IS NOT NULL", "SELECT DISTINCT code FROM unit WHERE code IS NOT NULL"));
  BOOST_TEST(is_refuted("SELECT count(*) FROM unit", "SELECT count(*) FROM unit JOIN staff ON unit.head = staff.id"));
}

BOOST_FIXTURE_TEST_CASE(evaluation_counts_luck, marina) {
  std::filesystem::create_directories(f / "marina");
  std::filesystem::copy_file(f / "marina.sqlite", f / "marina/marina.sqlite");
  std::ofstream(f / "gold.json") << R"([{"db_id": "marina", "question": "a", "query": "SELECT name FROM boat WHERE length > 10"},
    {"db_id": "marina", "question": "b", "query": "SELECT name FROM boat WHERE length > 10"},
    {"db_id": "marina", "question": "c", "query": "SELECT name FROM boat WHERE length > 10"},
    {"db_id": "marina", "question": "d", "query": ["SELECT name FROM boat WHERE length > 10", "SELECT name FROM boat WHERE built < 2000"]}])";
  auto const gold = read_gold((f / "gold.json").string());
  auto const predicted = parse_predictions(
      "SELECT boat.name FROM boat WHERE boat.length > 10\nSELECT name FROM boat WHERE id = 1\nSELECT name FROM boat\n"
      "SELECT name FROM boat WHERE 2000 > built\n",
      "p.sql", gold);
  evaluation_options o;
  o.wanted = {.em = false, .robust = true};
  auto const r = evaluate(gold, std::vector{predicted}, {f / "", {}}, o);
  auto const& verdicts = r.files[0].verdicts;
  BOOST_TEST((verdicts[0].ex && verdicts[0].searched && !verdicts[0].luck));
  BOOST_TEST((verdicts[1].ex && verdicts[1].luck));
  BOOST_TEST((!verdicts[2].ex && !verdicts[2].searched && !verdicts[2].luck));
  BOOST_TEST((verdicts[3].ex && !verdicts[3].luck));  // the second gold stands
  auto const s = scores_of(r, r.files[0]);
  BOOST_TEST(s.ex == 0.75);
  BOOST_TEST(s.robust == 0.5);
  BOOST_TEST(s.luck[0] == 1U);
  BOOST_TEST(s.unsearched == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
