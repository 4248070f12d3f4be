// SPDX-License-Identifier: BSL-1.0
// SQL that leaves out a part of its question is uncertain, whoever wrote it; right SQL, also with other words than the question's, is not.
#include "t2s/offline/confidence/in_run.hpp"

#include "db/support.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/context.hpp"
#include "t2s/pipeline/prepared.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace t2s;

namespace {

constexpr char const* rental =
    "CREATE TABLE bikes(id INTEGER PRIMARY KEY, brand TEXT, colour TEXT, state TEXT, gears INTEGER, price REAL, bought DATE);"
    "CREATE TABLE riders(id INTEGER PRIMARY KEY, name TEXT, city TEXT, birth_year INTEGER);"
    "CREATE TABLE rides(id INTEGER PRIMARY KEY, bike_id INTEGER NOT NULL REFERENCES bikes, rider_id INTEGER NOT NULL REFERENCES riders,"
    " minutes INTEGER, started DATE);"
    "INSERT INTO bikes VALUES (1,'Koga','red','ok',8,900,'2021-03-01'), (2,'Batavus','blue','S',3,450,'2020-05-09'),"
    " (3,'Koga','green','ok',21,1500,'2022-01-15'), (4,'Gazelle','red','B',7,600,'2021-07-20');"
    "INSERT INTO riders VALUES (1,'Mina','Ghent',1990), (2,'Otto','Breda',1985), (3,'Pia','Ghent',2001);"
    "INSERT INTO rides VALUES (1,1,1,30,'2022-05-01'), (2,1,2,12,'2022-06-11'), (3,3,1,55,'2022-06-12'), (4,4,2,41,'2022-07-01');";

struct fixture {
  test::folder f;
  db::sqlite_connection connection{test::make_database(f / "rental.sqlite", rental)};
  prepared<db::sqlite_connection> database{connection};
  llm::no_model none{};

  estimated of(std::string question, std::string sql) {
    return confidence::estimate_sql(context(none, database), std::move(question), std::move(sql));
  }
};

/// A question, and SQL that leaves out a part of it.
struct demand {
  std::string question;
  std::vector<std::string> shorter;
};

std::vector<demand> const questions{
    {"How many stolen bikes are there?", {"SELECT count(*) FROM bikes"}},
    {"How many bikes are stolen?", {"SELECT count(*) FROM bikes"}},
    {"How many bikes were bought last month?", {"SELECT count(*) FROM bikes"}},
    {"How many red bikes are there?", {"SELECT count(*) FROM bikes"}},
    {"List the brands of red bikes with more than 5 gears.",
     {"SELECT brand FROM bikes WHERE colour = 'red'", "SELECT brand FROM bikes WHERE gears > 5", "SELECT brand FROM bikes"}},
    {"What are the names of riders from Ghent?", {"SELECT name FROM riders"}},
    {"What are the names of riders from Antwerp?", {"SELECT name FROM riders"}},
    {"Show the names of riders who have not taken any ride.",
     {"SELECT name FROM riders", "SELECT riders.name FROM riders JOIN rides ON rides.rider_id = riders.id"}},
    {"How many riders have no rides?", {"SELECT count(DISTINCT riders.id) FROM riders JOIN rides ON rides.rider_id = riders.id"}},
    {"What is the brand of the most expensive bike?", {"SELECT brand FROM bikes"}},
    {"What is the average price of Koga bikes?", {"SELECT avg(price) FROM bikes"}},
    {"How many bikes cost more than 500?", {"SELECT count(*) FROM bikes"}},
    {"How many overdue rides are there?", {"SELECT count(*) FROM rides"}},
    {"Show the names of all married riders.", {"SELECT name FROM riders"}},
    {"How many electric bikes are there with baskets?", {"SELECT count(*) FROM bikes"}},
    {"What is the total of minutes of rides by retired riders?",
     {"SELECT sum(rides.minutes) FROM rides JOIN riders ON rides.rider_id = riders.id"}},
    {"How many riders need a helmet?", {"SELECT count(*) FROM riders"}},
    {"How many riders own a car?", {"SELECT count(*) FROM riders"}},
    {"How many bikes have lights?", {"SELECT count(*) FROM bikes"}},
    {"How many bikes in storage are there?", {"SELECT count(*) FROM bikes"}},
    {"How many bikes are under warranty?", {"SELECT count(*) FROM bikes"}},
    {"Which bikes are on display?", {"SELECT brand FROM bikes"}},
    {"How many bikes for children are there?", {"SELECT count(*) FROM bikes"}},
    {"How many red bikes for children are there?", {"SELECT count(*) FROM bikes WHERE colour = 'red'"}},
    {"How many riders swim?", {"SELECT count(*) FROM riders"}},
    {"How many riders from Ghent smoke?", {"SELECT count(*) FROM riders WHERE city = 'Ghent'"}},
    {"Which riders have insurance?", {"SELECT name FROM riders"}},
    {"Which riders from Ghent have a license?", {"SELECT name FROM riders WHERE city = 'Ghent'"}},
    {"Which riders from Ghent have retired?", {"SELECT name FROM riders WHERE city = 'Ghent'"}},
    {"How many used red bikes are there?", {"SELECT count(*) FROM bikes WHERE colour = 'red'"}},
    {"List the brands of the repaired bikes with more than 5 gears.", {"SELECT brand FROM bikes WHERE gears > 5"}},
    {"How many rides by tourists were there?", {"SELECT count(*) FROM rides"}},
    {"What is the average price of bikes with baskets?", {"SELECT avg(price) FROM bikes"}},
    {"How many riders speak French?", {"SELECT count(*) FROM riders"}},
    {"How many Koga bikes at the workshop are there?", {"SELECT count(*) FROM bikes WHERE brand = 'Koga'"}},
    {"Which riders rode the Koga twice?",
     {"SELECT DISTINCT riders.name FROM riders JOIN rides ON rides.rider_id = riders.id JOIN bikes ON bikes.id = rides.bike_id WHERE "
      "bikes.brand = 'Koga'"}},
    {"Which riders rode only red bikes?",
     {"SELECT DISTINCT riders.name FROM riders JOIN rides ON rides.rider_id = riders.id JOIN bikes ON bikes.id = rides.bike_id WHERE "
      "bikes.colour = 'red'"}},
    {"How many different colours are there?", {"SELECT count(colour) FROM bikes"}},
    {"What are the distinct cities of riders?", {"SELECT city FROM riders"}},
    {"List the unique brands.", {"SELECT brand FROM bikes"}},
    {"What is the average number of minutes per rider?", {"SELECT avg(minutes) FROM rides"}},
    {"What is the average price per colour?", {"SELECT avg(price) FROM bikes"}},
    {"What are the total minutes of each rider?", {"SELECT sum(minutes) FROM rides"}},
    {"What is the number of rides per bike?", {"SELECT count(*) FROM rides"}},
    {"List the names of riders in alphabetical order.", {"SELECT name FROM riders"}},
    {"List the prices of bikes in descending order.", {"SELECT price FROM bikes"}},
    {"What percentage of bikes are red?", {"SELECT count(*) FROM bikes WHERE colour = 'red'"}},
    {"What proportion of riders live in Ghent?", {"SELECT count(*) FROM riders WHERE city = 'Ghent'"}},
    {"What is the second highest price?", {"SELECT max(price) FROM bikes"}},
    {"Which rider has the third longest ride?",
     {"SELECT riders.name FROM riders JOIN rides ON rides.rider_id = riders.id ORDER BY minutes DESC LIMIT 1"}},
    {"How many motorbikes are there?", {"SELECT count(*) FROM bikes"}},
    {"Which bikes are still there?", {"SELECT brand FROM bikes"}},
    {"What is the brand of the cheapest bike?", {"SELECT brand FROM bikes ORDER BY price DESC LIMIT 1"}},
    {"How many bikes cause accidents?", {"SELECT count(*) FROM bikes"}},
    {"How many bikes are in need of repair?", {"SELECT count(*) FROM bikes"}},
};

/// SQL whose result is not of the kind that the question asks for.
std::vector<demand> const other_forms{
    {"Who took the longest ride?",
     {"SELECT started FROM rides ORDER BY minutes DESC LIMIT 1", "SELECT rider_id FROM rides ORDER BY minutes DESC LIMIT 1",
      "SELECT max(minutes) FROM rides"}},
    {"Which bikes are red?", {"SELECT price FROM bikes WHERE colour = 'red'", "SELECT count(*) FROM bikes WHERE colour = 'red'"}},
    {"Which riders rode the Koga?",
     {"SELECT rides.rider_id FROM rides JOIN bikes ON bikes.id = rides.bike_id WHERE bikes.brand = 'Koga'",
      "SELECT riders.birth_year FROM riders JOIN rides ON rides.rider_id = riders.id JOIN bikes ON bikes.id = rides.bike_id WHERE "
      "bikes.brand = 'Koga'"}},
    {"List the riders with their cities.", {"SELECT city FROM riders", "SELECT name FROM riders"}},
    {"How long did all rides take in hours?", {"SELECT sum(minutes) FROM rides", "SELECT minutes FROM rides"}},
    {"How many different people took a ride?", {"SELECT count(*) FROM rides"}},
    {"Are there red bikes?", {"SELECT count(*) FROM bikes WHERE colour = 'red'"}},
    {"How many bikes are there?", {"SELECT colour, count(*) FROM bikes GROUP BY colour", "SELECT sum(id) FROM bikes"}},
};

/// Right SQL for questions whose other words mean no condition.
struct {
  char const *question, *sql;
} const whole[] = {
    {"How many bikes are there?", "SELECT count(*) FROM bikes"},
    {"Please show me the names of all riders.", "SELECT name FROM riders"},
    {"List the brand and the price of every bike.", "SELECT brand, price FROM bikes"},
    {"How many red bikes are there?", "SELECT count(*) FROM bikes WHERE colour = 'red'"},
    {"What are the names of riders from Ghent?", "SELECT name FROM riders WHERE city = 'Ghent'"},
    {"What is the average price of all bikes?", "SELECT avg(price) FROM bikes"},
    {"How many bikes cost more than 500?", "SELECT count(*) FROM bikes WHERE price > 500"},
    {"What is the brand of the bike with the highest price?", "SELECT brand FROM bikes ORDER BY price DESC LIMIT 1"},
    {"Which riders have no ride? Give their names.", "SELECT name FROM riders WHERE id NOT IN (SELECT rider_id FROM rides)"},
    {"Show the number of bikes for each colour.", "SELECT colour, count(*) FROM bikes GROUP BY colour"},
    {"List the names of riders sorted by birth year.", "SELECT name FROM riders ORDER BY birth_year"},
    {"Which colours have at least two bikes?", "SELECT colour FROM bikes GROUP BY colour HAVING count(*) >= 2"},
};

/// The same for words that need a clause, or that look as if they restricted. The confidence of some is lower for other reasons.
struct {
  char const *question, *sql;
} const accounted[] = {
    {"How many bikes have more than 5 gears?", "SELECT count(*) FROM bikes WHERE gears > 5"},
    {"How many riders live in Ghent?", "SELECT count(*) FROM riders WHERE city = 'Ghent'"},
    {"What is the average price per colour?", "SELECT colour, avg(price) FROM bikes GROUP BY colour"},
    {"What is the average price per bike?", "SELECT avg(price) FROM bikes"},
    {"What is the average number of gears per bike?", "SELECT avg(gears) FROM bikes"},
    {"How many different colours are there?", "SELECT count(DISTINCT colour) FROM bikes"},
    {"What are the distinct cities of riders?", "SELECT DISTINCT city FROM riders"},
    {"How many different riders are there?", "SELECT count(*) FROM riders"},
    {"What are the names of the different riders?", "SELECT name FROM riders"},
    {"List the names of riders in alphabetical order.", "SELECT name FROM riders ORDER BY name"},
    {"What percentage of bikes are red?", "SELECT 100.0 * sum(colour = 'red') / count(*) FROM bikes"},
    {"What is the second highest price?", "SELECT price FROM bikes ORDER BY price DESC LIMIT 1 OFFSET 1"},
    {"Which bikes were bought in 2021?", "SELECT brand FROM bikes WHERE bought LIKE '2021%'"},
    {"How many bikes were bought in 2021?", "SELECT count(*) FROM bikes WHERE bought LIKE '2021%'"},
    {"How many rides took more than 20 minutes?", "SELECT count(*) FROM rides WHERE minutes > 20"},
    {"Which riders rode a red bike?",
     "SELECT DISTINCT riders.name FROM riders JOIN rides ON rides.rider_id = riders.id JOIN bikes ON bikes.id = rides.bike_id WHERE "
     "bikes.colour = 'red'"},
    {"Which riders took a ride longer than 40 minutes?",
     "SELECT DISTINCT riders.name FROM riders JOIN rides ON rides.rider_id = riders.id WHERE minutes > 40"},
    {"What are the names of all people from Ghent?", "SELECT name FROM riders WHERE city = 'Ghent'"},
    {"How many bikes does the company own?", "SELECT count(*) FROM bikes"},
    {"Who took the longest ride?",
     "SELECT riders.name FROM riders JOIN rides ON rides.rider_id = riders.id ORDER BY rides.minutes DESC LIMIT 1"},
    {"List the names of riders with their cities.", "SELECT name, city FROM riders"},
    {"Who is the youngest rider?", "SELECT name FROM riders ORDER BY birth_year DESC LIMIT 1"},
    {"How many riders were born before 1990?", "SELECT count(*) FROM riders WHERE birth_year < 1990"},
    {"Could you tell me the total number of minutes of all rides?", "SELECT sum(minutes) FROM rides"},
    {"What is the total number of minutes that Mina rode?",
     "SELECT sum(rides.minutes) FROM rides JOIN riders ON rides.rider_id = riders.id WHERE riders.name = 'Mina'"},
    {"I need the names of riders who have taken more than one ride.",
     "SELECT riders.name FROM riders JOIN rides ON rides.rider_id = riders.id GROUP BY riders.id HAVING count(*) > 1"},
    {"How many bikes are in our database?", "SELECT count(*) FROM bikes"},
    {"How many Koga bikes do we have?", "SELECT count(*) FROM bikes WHERE brand = 'Koga'"},
    {"Which bikes cost between 500 and 1000 euros?", "SELECT brand FROM bikes WHERE price BETWEEN 500 AND 1000"},
    {"Show the brand of bikes together with the number of rides.",
     "SELECT bikes.brand, count(*) FROM bikes JOIN rides ON rides.bike_id = bikes.id GROUP BY bikes.id"},
    {"How many rides did each rider make?",
     "SELECT riders.name, count(*) FROM riders JOIN rides ON rides.rider_id = riders.id GROUP BY riders.id"},
    {"On average, how long are the rides in minutes?", "SELECT avg(minutes) FROM rides"},
    {"What is the average price of bikes for each brand?", "SELECT brand, avg(price) FROM bikes GROUP BY brand"},
};

bool speaks_of(estimated const& e, std::string_view word) {
  return std::ranges::any_of(e.missing, [&](auto const& m) { return m.find(word) != m.npos; });
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(confidence_of_shorter_sql, fixture)

BOOST_AUTO_TEST_CASE(sql_that_leaves_out_a_condition_is_uncertain) {
  for (auto const& q : questions)
    for (auto const& sql : q.shorter) {
      auto const e = of(q.question, sql);
      BOOST_TEST(e.confidence < estimated::usual_minimum, q.question << "\n  " << sql << "\n  " << e.confidence);
      BOOST_TEST(!e.missing.empty(), q.question);
    }
}

BOOST_AUTO_TEST_CASE(a_result_of_another_form_is_uncertain) {
  for (auto const& q : other_forms)
    for (auto const& sql : q.shorter) {
      auto const e = of(q.question, sql);
      BOOST_TEST(e.confidence < estimated::usual_minimum, q.question << "\n  " << sql << "\n  " << e.confidence);
    }
  BOOST_TEST(speaks_of(of("Who took the longest ride?", "SELECT started FROM rides ORDER BY minutes DESC LIMIT 1"), "names nobody"));
}

BOOST_AUTO_TEST_CASE(right_sql_is_certain) {
  for (auto const& q : whole) {
    auto const e = of(q.question, q.sql);
    BOOST_TEST(e.confidence >= 0.9,
               q.question << "\n  " << q.sql << "\n  " << e.confidence << (e.missing.empty() ? "" : e.missing.front()));
  }
}

BOOST_AUTO_TEST_CASE(words_that_change_nothing_do_not_count) {
  for (auto const& q : accounted) {
    auto const e = of(q.question, q.sql);
    BOOST_TEST(!speaks_of(e, "nothing in the SQL stands for"), q.question << "\n  " << (e.missing.empty() ? "" : e.missing.back()));
    BOOST_TEST(e.confidence >= estimated::usual_minimum, q.question << "\n  " << q.sql << "\n  " << e.confidence);
  }
}

BOOST_AUTO_TEST_CASE(the_word_that_is_left_out_is_named) {
  BOOST_TEST(speaks_of(of("How many riders need a helmet?", "SELECT count(*) FROM riders"), "\"helmet\""));
  BOOST_TEST(speaks_of(of("How many bikes are under warranty?", "SELECT count(*) FROM bikes"), "\"warranty\""));
  BOOST_TEST(speaks_of(of("List the unique brands.", "SELECT brand FROM bikes"), "\"unique\""));
  BOOST_TEST(speaks_of(of("What is the average price per colour?", "SELECT avg(price) FROM bikes"), "\"per\""));
  BOOST_TEST(speaks_of(of("How many stolen bikes are there?", "SELECT count(*) FROM bikes"), "\"stolen\""));
  BOOST_TEST(speaks_of(of("How many bikes are there without baskets?", "SELECT count(*) FROM bikes"), "\"baskets\""));
  BOOST_TEST(speaks_of(of("How many bikes are not red?", "SELECT count(*) FROM bikes"), "\"not\""));
}

/// It may also mean the number of rides.
BOOST_AUTO_TEST_CASE(a_superlative_of_an_unnamed_amount_is_accounted_for) {
  auto const e =
      of("Which rider travelled the most?",
         "SELECT riders.name FROM riders JOIN rides ON rides.rider_id = riders.id GROUP BY riders.id ORDER BY sum(minutes) DESC LIMIT 1");
  BOOST_TEST(!speaks_of(e, "nothing in the SQL stands for"));
  BOOST_TEST(e.confidence >= estimated::default_minimum);
}

BOOST_AUTO_TEST_CASE(a_misspelt_value_is_accounted_for) {
  auto const e = of("What are the names of riders from Bredda?", "SELECT name FROM riders WHERE city = 'Breda'");
  BOOST_TEST(!speaks_of(e, "nothing in the SQL stands for"));
}

/// A condition that the question does not name may be what its unknown word means: the state "S" of stolen bikes.
BOOST_AUTO_TEST_CASE(a_code_may_stand_for_an_unknown_word) {
  auto const coded = of("How many stolen bikes are there?", "SELECT count(*) FROM bikes WHERE state = 'S'");
  BOOST_TEST(!speaks_of(coded, "stolen"));
  auto const both = of("How many stolen electric bikes are there?", "SELECT count(*) FROM bikes WHERE state = 'S'");
  BOOST_TEST(both.confidence < estimated::usual_minimum);
}

BOOST_AUTO_TEST_SUITE_END()
