// SPDX-License-Identifier: BSL-1.0
// Questions about a toy shop with a hire service and a football side, over a database that nobody prepared. The right rows were worked out
// by hand; where the database does not say what is meant, the answer must not be certain.
#include "asked_database.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

constexpr char const* script = R"(
CREATE TABLE worker(id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, monthly_salary INTEGER, born TEXT, boss_id INTEGER REFERENCES worker(id));
CREATE TABLE firm(id INTEGER PRIMARY KEY, name TEXT NOT NULL, worker_id INTEGER REFERENCES worker(id));
CREATE TABLE toy(id INTEGER PRIMARY KEY, title TEXT NOT NULL, remark TEXT, unit_price REAL, stock INTEGER, minimum_stock INTEGER);
CREATE TABLE purchase(id INTEGER PRIMARY KEY, firm_id INTEGER REFERENCES firm(id), ordered_on TEXT, shipped_on TEXT);
CREATE TABLE purchase_line(id INTEGER PRIMARY KEY, purchase_id INTEGER REFERENCES purchase(id), toy_id INTEGER REFERENCES toy(id),
 quantity INTEGER, price REAL);
CREATE TABLE hire(id INTEGER PRIMARY KEY, toy_id INTEGER REFERENCES toy(id), lent_on TEXT, due_on TEXT, returned_on TEXT);
CREATE TABLE lift(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE maintenance(id INTEGER PRIMARY KEY, lift_id INTEGER REFERENCES lift(id), done_on TEXT);
CREATE TABLE fault(id INTEGER PRIMARY KEY, lift_id INTEGER REFERENCES lift(id), reported_on TEXT, fixed_on TEXT);
CREATE TABLE club(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE player(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE squad(player_id INTEGER REFERENCES player(id), club_id INTEGER REFERENCES club(id), wage INTEGER,
 PRIMARY KEY(player_id, club_id));
CREATE TABLE contest(id INTEGER PRIMARY KEY, title TEXT NOT NULL, max_guests INTEGER, spectators INTEGER, minute INTEGER);
INSERT INTO worker VALUES (1,'Ada Holm',5000,'1960-02-03',NULL),(2,'Ben Ek',3000,'1985-05-06',1),(3,'Cleo Dahl',4000,'1999-07-08',1),
(4,'Dov Lie',2000,'1990-01-01',3);
INSERT INTO firm VALUES (1,'Alfa',2),(2,'Beta',2),(3,'Gamma',3),(4,'Delta',NULL);
INSERT INTO toy VALUES (1,'Kite','red, for windy days at the sea',10,5,8),(2,'Spinning Top','blue',4,0,0),(3,'Doll House',NULL,6,20,10);
INSERT INTO purchase VALUES (1,1,'2022-03-01','2022-03-04'),(2,2,'2023-01-05',NULL),(3,1,'2023-06-07','2023-06-09');
INSERT INTO purchase_line VALUES (1,1,1,2,9),(2,1,2,10,4),(3,2,1,5,10),(4,3,3,1,6);
INSERT INTO hire VALUES (1,1,'2022-01-01','2022-01-10','2022-01-12'),(2,1,'2022-02-01','2022-02-10','2022-02-09'),
(3,3,'2022-03-01','2022-03-10',NULL);
INSERT INTO lift VALUES (1,'North Lift'),(2,'South Lift');
INSERT INTO maintenance VALUES (1,1,'2021-05-01'),(2,1,'2022-05-01'),(3,2,'2023-01-01');
INSERT INTO fault VALUES (1,1,'2021-05-01','2021-05-02'),(2,1,'2022-05-01',NULL);
INSERT INTO club VALUES (1,'Reds'),(2,'Blues');
INSERT INTO player VALUES (1,'Eli'),(2,'Fay'),(3,'Gus');
INSERT INTO squad VALUES (1,1,100),(2,1,120),(3,2,200);
INSERT INTO contest VALUES (1,'Spring Cup',50,40,12),(2,'Autumn Cup',30,20,3);)";

struct toy_shop : tests::asked_database {
  toy_shop() : asked_database(script) {}
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(first_seen_shop, toy_shop)

BOOST_AUTO_TEST_CASE(the_longest_text_has_the_most_letters) {
  BOOST_TEST(rows("Which toy has the longest title?") == "Spinning Top");
  BOOST_TEST(rows("Which toy has the shortest title?") == "Kite");
  BOOST_TEST(rows("Which toy has the longest remark?") == "Kite");
}

BOOST_AUTO_TEST_CASE(revenue_is_price_times_quantity) {
  BOOST_TEST(rows("What is our total revenue?") == "114.0");
  BOOST_TEST(rows("revenue in 2023") == "56.0");
  BOOST_TEST(rows("How many kites were sold?") == "7");
  BOOST_TEST(rows("What is the total stock value of all toys?") == "170.0");
}

BOOST_AUTO_TEST_CASE(limits_of_the_rows_themselves) {
  BOOST_TEST(rows("Which toys are below their minimum stock?") == "Kite");
  BOOST_TEST(!is_certain("How many guests did each contest have?"));  // `max_guests` is what fits in
}

BOOST_AUTO_TEST_CASE(late_and_on_time) {
  BOOST_TEST(rows("How many hires were returned late?") == "1");
  BOOST_TEST(rows("How many hires were returned on time?") == "1");
  BOOST_TEST(rows("Which toys have never been lent?") == "Spinning Top");
}

BOOST_AUTO_TEST_CASE(link_tables_of_players) {
  BOOST_TEST(rows("Which players play for the Reds?") == "Eli; Fay");
  BOOST_TEST(rows("Which club does Gus play for?") == "Blues");
  BOOST_TEST(rows("Which club pays the highest wages in total?") == "Reds");
}

BOOST_AUTO_TEST_CASE(who_is_above_whom) {
  BOOST_TEST(rows("Who is the boss of the most workers?") == "Ada Holm");
  BOOST_TEST(rows("Who earns the most?") == "Ada Holm");
  BOOST_TEST(rows("Who is the youngest worker?") == "Cleo Dahl");
  BOOST_TEST(rows("Which firms have no worker?") == "Delta");
  BOOST_TEST(rows("How many firms does each worker look after?") == "Ben Ek, 2; Cleo Dahl, 1");
}

BOOST_AUTO_TEST_CASE(the_last_time_of_a_deed) {
  BOOST_TEST(rows("When was the North Lift last maintained?") == "2022-05-01");
  BOOST_TEST(rows("Which faults are still open?") == "2");
}

BOOST_AUTO_TEST_CASE(the_number_of_each_row_is_no_group) {
  BOOST_TEST(rows("What is the average number of spectators per contest?") == "30.0");
  BOOST_TEST(rows("In which minute was the earliest contest?") == "3");
}

BOOST_AUTO_TEST_SUITE_END()
