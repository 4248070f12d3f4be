// SPDX-License-Identifier: BSL-1.0
// Rows of the best of another table, rows like another row, question words, shares, years and months that are grouped by, and conditions
// that one word states. The judge is SQLite with SQL written by hand.
#include "offline_support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

/// A boat yard: boats lie in harbours, are rented, and have keepers with superiors.
std::string const yard = R"sql(
CREATE TABLE harbours(harbour_id INTEGER PRIMARY KEY, harbour_name TEXT, population INTEGER, city TEXT, depth REAL);
INSERT INTO harbours VALUES (1, 'Northpier', 12000, 'Vadso', 7.5), (2, 'Sandwick', 800, 'Odda', 4), (3, 'Greyhook', 56000, 'Bergen', 11);
CREATE TABLE keepers(keeper_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, salary INTEGER, hire_date TEXT, birth_date TEXT,
  chief_id INTEGER REFERENCES keepers(keeper_id));
INSERT INTO keepers VALUES (1, 'Ulf', 'Aas', 52000, '2009-05-02', '1970-01-09', NULL), (2, 'Runa', 'Berg', 41000, '2015-03-11', '1988-11-30', 1),
  (3, 'Odd', 'Dahl', 38000, '2004-09-21', '1965-07-17', 1), (4, 'Siv', 'Elle', 45000, '2018-01-30', '1991-02-02', 2);
CREATE TABLE boats(boat_id INTEGER PRIMARY KEY, boat_name TEXT, kind TEXT, length_m REAL, price REAL, retired INTEGER, built_year INTEGER,
  harbour_id INTEGER REFERENCES harbours(harbour_id), keeper_id INTEGER REFERENCES keepers(keeper_id));
INSERT INTO boats VALUES (1, 'Petrel', 'sloop', 9.5, 30000, 0, 1998, 1, 1), (2, 'Fulmar', 'sloop', 11, 42000, 1, 1989, 3, 2),
  (3, 'Gannet', 'ketch', 14.2, 90000, 0, 2004, 3, 2), (4, 'Puffin', 'dinghy', 4.1, 2500, 0, 2011, 2, 3),
  (5, 'Skua', 'dinghy', 4.4, 2500, 1, 2001, 3, 4);
CREATE TABLE rentals(rental_id INTEGER PRIMARY KEY, boat_id INTEGER REFERENCES boats(boat_id), guest TEXT, country TEXT, rented_on TEXT,
  return_date TEXT, amount REAL);
INSERT INTO rentals VALUES (1, 1, 'Mia', 'Chile', '2020-03-04', '2020-03-09', 300), (2, 1, 'Leo', 'Peru', '2020-07-11', NULL, 150),
  (3, 3, 'Ana', 'Chile', '2021-03-20', '2021-04-01', 900), (4, 3, 'Kim', 'Korea', '2021-08-02', NULL, 1100),
  (5, 3, 'Pia', 'Chile', '2021-08-30', '2021-09-03', 450), (6, 4, 'Tom', 'Peru', '2022-05-05', '2022-05-06', 60);
)sql";

struct fixture : answered {
  fixture() : answered(yard) { in_any_columns = true; }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(offline_related, fixture)

BOOST_AUTO_TEST_CASE(all_rows_of_the_best_of_another_table) {
  expect("Which boats lie in the deepest harbour?", "SELECT boat_name FROM boats WHERE harbour_id = 3");
  expect("How many boats are in the harbour with the highest population?", "SELECT count(*) FROM boats WHERE harbour_id = 3");
  expect("What is the average length of boats in the harbour with the most boats?", "SELECT avg(length_m) FROM boats WHERE harbour_id = 3");
  expect("What is the name of the harbour of the longest boat?", "SELECT harbour_name FROM harbours WHERE harbour_id = 3");
}

BOOST_AUTO_TEST_CASE(all_rows_of_the_best_group) {
  expect("Show the guests of rentals from the country with the most rentals.", "SELECT guest FROM rentals WHERE country = 'Chile'");
}

BOOST_AUTO_TEST_CASE(the_second_and_third) {
  expect("What is the second longest boat?", "SELECT boat_name FROM boats ORDER BY length_m DESC LIMIT 1 OFFSET 1");
  expect("What is the third highest salary?", "SELECT salary FROM keepers ORDER BY salary DESC LIMIT 1 OFFSET 2");
}

BOOST_AUTO_TEST_CASE(compared_with_a_row) {
  expect("Which boats are longer than the Petrel?", "SELECT boat_name FROM boats WHERE length_m > 9.5");
  expect("Which boats are cheaper than the Fulmar?", "SELECT boat_name FROM boats WHERE price < 42000");
  expect("Which keepers earn more than Runa Berg?", "SELECT first_name, last_name FROM keepers WHERE salary > 41000");
  expect("Which boats are cheaper than the average price?", "SELECT boat_name FROM boats WHERE price < (SELECT avg(price) FROM boats)");
  expect("Which harbours are deeper than Sandwick?", "SELECT harbour_name FROM harbours WHERE depth > 4");
  expect("Which boats have the same price as the Skua?", "SELECT boat_name FROM boats WHERE price = 2500");
  expect("Which keepers report to Ulf Aas?", "SELECT first_name, last_name FROM keepers WHERE chief_id = 1");
}

BOOST_AUTO_TEST_CASE(question_words) {
  expect("How many people live in Sandwick?", "SELECT population FROM harbours WHERE harbour_name = 'Sandwick'");
  expect("How long is the Gannet?", "SELECT length_m FROM boats WHERE boat_name = 'Gannet'");
  expect("How much does the Puffin cost?", "SELECT price FROM boats WHERE boat_name = 'Puffin'");
  expect("Where is Greyhook?", "SELECT city FROM harbours WHERE harbour_name = 'Greyhook'");
  expect("When was Siv Elle hired?", "SELECT hire_date FROM keepers WHERE first_name = 'Siv'");
  expect("Who was hired first?", "SELECT first_name, last_name FROM keepers ORDER BY hire_date LIMIT 1");
  expect_unread("How heavy is the Gannet?", "How heavy");
}

BOOST_AUTO_TEST_CASE(shares_and_differences) {
  expect("What percentage of boats are dinghies?", "SELECT 40.0");
  expect("What percentage of rentals were returned?", "SELECT 100.0 * 4 / 6");
  expect("What is the difference between the highest and the lowest salary?", "SELECT 14000");
  expect("What is the average number of rentals per boat?", "SELECT 2.0");
  expect("How many rentals does each boat have on average?", "SELECT 2.0");
  expect("Show the top 2 boats by revenue.", "SELECT boat_name FROM boats WHERE boat_id IN (1, 3)");
  expect("How much is the total revenue per country?", "SELECT country, sum(amount) FROM rentals GROUP BY country");
}

BOOST_AUTO_TEST_CASE(a_share_of_what_is_not_understood_is_reported) { expect_unread("What is the share of the boats?", "share"); }

BOOST_AUTO_TEST_CASE(years_and_months) {
  expect("How many rentals were there per year?", "SELECT '2020', 2 UNION SELECT '2021', 3 UNION SELECT '2022', 1");
  expect("How many rentals were there in each month of 2021?", "SELECT '03', 1 UNION SELECT '08', 2");
  expect("How many rentals were there in March?", "SELECT 2");
  expect("Which keepers were hired before 2010?", "SELECT first_name, last_name FROM keepers WHERE hire_date < '2010'");
}

BOOST_AUTO_TEST_CASE(conditions_of_one_word) {
  expect("List the retired boats.", "SELECT boat_name FROM boats WHERE retired = 1");
  expect("How many boats are not retired?", "SELECT count(*) FROM boats WHERE retired = 0");
  expect("How many rentals have not been returned?", "SELECT count(*) FROM rentals WHERE return_date IS NULL");
  expect("How many unreturned rentals are there?", "SELECT count(*) FROM rentals WHERE return_date IS NULL");
  expect("Which harbours have no retired boats?", "SELECT harbour_name FROM harbours WHERE harbour_id IN (1, 2)");
  expect("Which boats have never been rented?", "SELECT boat_name FROM boats WHERE boat_id IN (2, 5)");
  expect("Which keepers have no chief?", "SELECT first_name, last_name FROM keepers WHERE chief_id IS NULL");
}

BOOST_AUTO_TEST_CASE(what_today_decides_is_reported) {
  expect_unread("Which keepers were hired in the last year?", "last year");
  expect_unread("Show the boats built this decade.", "decade");
}

BOOST_AUTO_TEST_CASE(first_and_last_rows) {
  expect("Show the guests of the last 2 rentals.", "SELECT guest FROM rentals WHERE rental_id IN (5, 6)");
}

BOOST_AUTO_TEST_CASE(who_does_it_is_no_group) { expect("How many boats are owned by keepers?", "SELECT count(*) FROM boats"); }

BOOST_AUTO_TEST_CASE(letters) {
  expect("Which boats have a name that starts with the letter P?", "SELECT boat_name FROM boats WHERE boat_name LIKE 'P%'");
  expect("Which boats have a boat name without the letter U?", "SELECT boat_name FROM boats WHERE boat_name NOT LIKE '%U%'");
}

BOOST_AUTO_TEST_CASE(several_values_are_excluded_together) {
  std::string const rest = "SELECT guest FROM rentals WHERE country NOT IN ('Chile', 'Peru')";
  expect("Which guests are neither from Chile nor Peru?", rest);
  expect("Which guests are not from Chile or Peru?", rest);
}

BOOST_AUTO_TEST_CASE(a_flag_is_no_amount) { expect_unread("What is the average weight of boats?", "weight"); }

BOOST_AUTO_TEST_CASE(a_view_that_does_not_run_is_no_crash) {
  db::sqlite_connection broken(
      make_database(f / "broken.sqlite",
                    "CREATE TABLE t(id INTEGER, name TEXT); CREATE VIEW gone AS SELECT nope FROM missing; INSERT INTO t VALUES (1, 'a');"));
  prepared known(broken);
  auto const found = system.run(context(model, known), "What is in gone?");
  BOOST_TEST((!found.outcome() || !found.outcome()->ok()));
}

BOOST_AUTO_TEST_SUITE_END()
