// SPDX-License-Identifier: BSL-1.0
// Phrases of order in questions about a kite club, over a database that nobody prepared. The right rows were worked out by hand.
#include "asked_database.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

constexpr char const* script = R"(
CREATE TABLE flyer(flyer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT, joined_on TEXT);
CREATE TABLE kite(kite_id INTEGER PRIMARY KEY, kite_name TEXT NOT NULL, material TEXT, area_sqm REAL, price INTEGER, line_count INTEGER,
 flyer_id INTEGER REFERENCES flyer(flyer_id));
CREATE TABLE flight(flight_id INTEGER PRIMARY KEY, kite_id INTEGER REFERENCES kite(kite_id), flown_on TEXT, minutes INTEGER,
 height_m INTEGER, spot TEXT, wind TEXT);
INSERT INTO flyer VALUES (1,'Ana','Lund','2015-05-01'),(2,'Bea','Malmo','2012-03-09'),(3,'Cai','Lund','2019-08-20'),(4,'Dov','Ystad','2020-01-15');
INSERT INTO kite VALUES (1,'Albatross','silk',4.5,120,2,1),(2,'Bumblebee','nylon',2.0,60,1,1),(3,'Comet','silk',3.0,120,4,2),
(4,'Dragon','paper',6.5,90,1,3),(5,'Eagle','nylon',3.0,200,4,3);
INSERT INTO flight VALUES (1,1,'2022-04-01',30,80,'Dune','strong'),(2,1,'2023-05-02',45,120,'Beach','weak'),(3,2,'2023-06-03',20,50,'Beach','weak'),
(4,3,'2021-07-04',60,150,'Dune','strong'),(5,3,'2023-04-05',15,40,'Hill','weak'),(6,4,'2022-09-06',25,90,'Beach','strong'),
(7,5,'2023-05-20',90,60,'Dune','weak'),(8,1,'2023-08-08',10,30,'Hill','strong');)";

struct kite_club : tests::asked_database {
  kite_club() : asked_database(script) {}

  /// The rows in their order.
  std::string sorted(std::string const& question) { return rows(question, true); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(first_seen_kites, kite_club)

BOOST_AUTO_TEST_CASE(best_of_a_column_first) {
  BOOST_TEST(sorted("Show the kite name and area of all kites, largest area first, then by kite name") ==
             "Dragon, 6.5; Albatross, 4.5; Comet, 3.0; Eagle, 3.0; Bumblebee, 2.0");
  BOOST_TEST(sorted("kite name and line count of the nylon kites, highest line count first") == "Eagle, 4; Bumblebee, 1");
  BOOST_TEST(sorted("Flights in strong wind: spot, minutes and height, greatest height first") ==
             "Dune, 60, 150; Beach, 25, 90; Dune, 30, 80; Hill, 10, 30");
  BOOST_TEST(sorted("Flights in strong wind: spot, minutes and height, longest first") ==
             "Dune, 60, 150; Dune, 30, 80; Beach, 25, 90; Hill, 10, 30");
  BOOST_TEST(sorted("List kites with the largest area first").starts_with("Dragon; Albatross; "));
  BOOST_TEST(is_certain("Flights in strong wind: spot, minutes and height, greatest height first"));
}

BOOST_AUTO_TEST_CASE(best_of_groups_first) {
  BOOST_TEST(sorted("total minutes flown for each spot, highest total first") == "180, Dune; 90, Beach; 25, Hill");
  BOOST_TEST(sorted("What is the average number of minutes for each spot? Lowest average first.") == "12.5, Hill; 30.0, Beach; 60.0, Dune");
  BOOST_TEST(sorted("Number of flights per year, newest year first") == "5, 2023; 2, 2022; 1, 2021");
  BOOST_TEST(sorted("Number of flights per year, in year order") == "1, 2021; 2, 2022; 5, 2023");
  BOOST_TEST(sorted("For each kite, show the kite name and the number of flights, most flights first, then by kite name.") ==
             "Albatross, 3; Comet, 2; Bumblebee, 1; Dragon, 1; Eagle, 1");
  BOOST_TEST(sorted("Average price per material, cheapest first, then by material") == "90.0, paper; 120.0, silk; 130.0, nylon");
  BOOST_TEST(sorted("Which spots have more than two flights? Most flights first, then by spot.") == "Beach; Dune");
  BOOST_TEST(is_certain("For each kite, show the kite name and the number of flights, most flights first, then by kite name."));
}

BOOST_AUTO_TEST_CASE(what_is_chosen_before_stays_chosen) {
  BOOST_TEST(sorted("top three kites by price, highest price first").starts_with("Eagle; "));
  BOOST_TEST(sorted("The two kites with the largest area, largest area first") == "Dragon; Albatross");
  BOOST_TEST(sorted("Show the name and total minutes of the two kites with the most flights, most flights first") ==
             "Albatross, 85; Comet, 75");
  BOOST_TEST(!is_certain("The three largest kites by area, smallest area first"));
  BOOST_TEST(!is_certain("names of kites, highest flight first"));
  BOOST_TEST(!is_certain("flights sorted by wind, then by spot, highest first"));
}

BOOST_AUTO_TEST_CASE(further_keys_have_their_own_direction) {
  auto const expected = "Eagle, 200; Albatross, 120; Comet, 120; Dragon, 90; Bumblebee, 60";
  BOOST_TEST(sorted("kite name and price of the kites, sorted by price descending, then by name") == expected);
  BOOST_TEST(sorted("kite name and price of the kites, sorted by price descending and name") == expected);
  BOOST_TEST(sorted("kite names, ordered by material, then price descending, then name") == "Eagle; Bumblebee; Dragon; Albatross; Comet");
  BOOST_TEST(sorted("kites sorted by line count ascending, price descending") == "Dragon; Bumblebee; Albatross; Eagle; Comet");
  BOOST_TEST(sorted("Number of kites per material, sorted by that number descending, then by material") == "2, nylon; 2, silk; 1, paper");
  BOOST_TEST(sorted("Kites by price, then by name") == "Bumblebee; Dragon; Albatross; Comet; Eagle");
  BOOST_TEST(is_certain("kite name and price of the kites, sorted by price descending, then by name"));
  BOOST_TEST(is_certain("Number of kites per material, sorted by that number descending, then by material"));
}

BOOST_AUTO_TEST_CASE(orders_of_times) {
  BOOST_TEST(sorted("Names of the flyers from Lund, from newest to oldest") == "Cai; Ana");
  BOOST_TEST(sorted("names of the flyers, sorted by join date") == "Bea; Ana; Cai; Dov");
  BOOST_TEST(sorted("Show flights of 2023 by date, newest first") == "8; 3; 7; 2; 5");
  BOOST_TEST(sorted("flights sorted by spot, then by date, newest first") == "3; 2; 6; 7; 1; 4; 8; 5");
}

BOOST_AUTO_TEST_CASE(rows_that_do_both_are_sorted_together) {
  auto const question = "Which kites flew both at the Dune and at the Hill? Show the kite names in descending order.";
  BOOST_TEST(sql(question).find("INTERSECT") != std::string::npos);
  BOOST_TEST(sorted(question) == "Comet; Albatross");
}

BOOST_AUTO_TEST_SUITE_END()
