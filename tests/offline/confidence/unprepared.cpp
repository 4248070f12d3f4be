// SPDX-License-Identifier: BSL-1.0
// Questions about a yard that hires out boats, over a database as its owner made it: values are missing, rows have several times, codes
// stand beside descriptions, and no key of the log is declared. The right rows were worked out by hand.
#include "asked_database.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

constexpr char const* script = R"(
CREATE TABLE builder(id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT, trade TEXT, started_on TEXT);
CREATE TABLE boat(id INTEGER PRIMARY KEY, name TEXT NOT NULL, builder_id INTEGER REFERENCES builder(id), length_m REAL, weight_kg REAL,
 price REAL NOT NULL, sort TEXT, kind TEXT, launched_on TEXT, scrapped_on TEXT);
CREATE TABLE guest(id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT, email TEXT, mentor_id INTEGER REFERENCES guest(id));
CREATE TABLE trip(id INTEGER PRIMARY KEY, boat_id INTEGER REFERENCES boat(id), guest_id INTEGER REFERENCES guest(id), agreed_on TEXT,
 made_on TEXT, skipper TEXT, deposit_cents INTEGER, crates INTEGER, price_per_km REAL);
CREATE TABLE painting(id INTEGER PRIMARY KEY, boat_id INTEGER REFERENCES boat(id), colour TEXT, painted_on TEXT, painted_by INTEGER);
CREATE TABLE route(route_no INTEGER PRIMARY KEY, from_quay TEXT, to_quay TEXT, season TEXT);
CREATE TABLE PART(PART_CD TEXT, DESCR TEXT, MAKER TEXT);
CREATE TABLE FITTING(FIT_NO INTEGER, PART_CD TEXT, FITTED TEXT);
INSERT INTO builder VALUES (1,'Aune','Moss','painter','2001-01-01'),(2,'Berg','Horten','joiner',NULL),(3,'Dahl','Moss','painter','1999-05-05');
INSERT INTO boat VALUES (1,'Terne',1,8.5,900,100,'yawl','open','2001-05-01',NULL),(2,'Lom',1,NULL,700,90,'yawl',NULL,NULL,NULL),
(3,'Alke',2,6.0,NULL,120,'dinghy','open','1994-06-10','2015-01-01'),(4,'Krykkje',3,11.0,2100,300,'cutter','decked','2010-07-20',NULL);
INSERT INTO guest VALUES (1,'Eva','Moss','eva@yard.example',NULL),(2,'Finn','Horten',NULL,1),(3,'Guro','Moss','guro@yard.example',1);
INSERT INTO trip VALUES (1,1,1,'2021-12-20','2022-01-05','Ulf',5000,3,2.5),(2,1,1,'2022-06-01','2022-06-09','Ulf',2000,2,2.5),
(3,4,1,'2022-07-01','2022-07-02','Vera',9000,1,2.0),(4,4,2,'2023-03-01',NULL,'Vera',NULL,4,3.0),(5,1,2,'2022-08-01','2022-08-02','Vera',1000,9,2.0);
INSERT INTO painting VALUES (1,1,'red','2021-04-01',3),(2,4,'white','2022-04-01',1),(3,4,'white','2023-04-01',1);
INSERT INTO route VALUES (7,'Moss','Horten','summer'),(8,'Moss','Larkollen','winter');
INSERT INTO PART VALUES ('BLK-1','Double block 40','Sel'),('BLK-2','Single block 20','Sel'),
('CLT-1','Horn cleat 150','Rut'),('ANC-9','Plough anchor 7','Rut');
INSERT INTO FITTING VALUES (1,'BLK-1','2022-01-01'),(2,'BLK-1','2022-02-01'),(3,'ANC-9','2022-03-01');)";

struct yard : tests::asked_database {
  yard() : asked_database(script) {}
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(unprepared, yard)

BOOST_AUTO_TEST_CASE(the_least_has_a_value) {
  BOOST_TEST(rows("Which boat is the shortest?") == "Alke");  // not that of which no length is known
  BOOST_TEST(rows("What is the lightest boat?") == "Lom");
  BOOST_TEST(rows("Which boat has the lowest weight?") == "Lom");
  BOOST_TEST(rows("Which boat has the lowest price?") == "Lom");
  BOOST_TEST(sql("Which boat has the lowest weight?").find("IS NOT NULL") != std::string::npos);
  BOOST_TEST(sql("Which boat has the lowest price?").find("IS NOT NULL") == std::string::npos);  // each has one
  BOOST_TEST(sql("Which boat has the highest weight?").find("IS NOT NULL") == std::string::npos);
  BOOST_TEST(is_certain("Which boat has the lowest weight?"));
}

BOOST_AUTO_TEST_CASE(one_of_two_dates) {
  BOOST_TEST(rows("How many trips were agreed in 2022?") == "3");
  BOOST_TEST(rows("How many trips were made in 2022?") == "4");
  BOOST_TEST(is_certain("How many trips were agreed in 2022?"));
  BOOST_TEST(!is_certain("How many trips were there in 2022?"));  // agreed or made?
}

BOOST_AUTO_TEST_CASE(different_ones_count_once) {
  BOOST_TEST(rows("Which guests were on trips with 2 different boats?") == "Eva; Finn");
  BOOST_TEST(rows("Which guests sailed with at least 2 different boats?") == "Eva; Finn");
  BOOST_TEST(rows("Which boats have 2 different colours?") == "");
  BOOST_TEST(rows("Which boats have 2 paintings?") == "Krykkje");
}

BOOST_AUTO_TEST_CASE(what_is_missing) { BOOST_TEST(rows("Which boats have no length?") == "Lom"); }

BOOST_AUTO_TEST_CASE(what_was_done) {
  BOOST_TEST(rows("Which boats did we scrap?") == "Alke");
  BOOST_TEST(rows("How many boats have we scrapped?") == "1");
  BOOST_TEST(rows("Which boats did we launch in 2001?") == "Terne");
  BOOST_TEST(rows("Which trips did we make in 2022?") == "1; 2; 3; 5");
  BOOST_TEST(!is_certain("Which boats did we sink?"));
}

BOOST_AUTO_TEST_CASE(none_within_a_time) {
  BOOST_TEST(rows("Which guests had no trips made in 2022?") == "Guro");
  BOOST_TEST(rows("Which guests had no trips agreed in 2023?") == "Eva; Guro");
  BOOST_TEST(rows("Which boats weren't painted in 2022?") == "Alke; Lom; Terne");
}

BOOST_AUTO_TEST_CASE(a_last_sentence_adds_to_the_results) {
  BOOST_TEST(rows("What is the email of Eva? Also show the town.") == "eva@yard.example, Moss");
  BOOST_TEST(rows("What is the length of Terne? Also show its kind.") == "8.5, open");
}

BOOST_AUTO_TEST_CASE(rows_are_called_by_what_identifies_them) {
  BOOST_TEST(rows("Which parts are by Rut?") == "Horn cleat 150; Plough anchor 7");
  BOOST_TEST(rows("Which trips have a deposit over 40 euros?") == "1; 3");  // neither Ulf nor Vera, and 40 euros are 4000 cents
  BOOST_TEST(rows("Which trips have more than 3 crates?") == "4; 5");
  BOOST_TEST(rows("Which routes run in summer?") == "7");
}

BOOST_AUTO_TEST_CASE(orders_from_one_end_to_the_other) {
  BOOST_TEST(sql("List the boats from shortest to longest").find("ORDER BY length_m") != std::string::npos);
  BOOST_TEST(sql("List the boats from heaviest to lightest").find("ORDER BY weight_kg DESC") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(values_once) {
  BOOST_TEST(rows("What sorts do we have?") == "cutter; dinghy; yawl");
  BOOST_TEST(rows("Which kinds do we have?") == "decked; open");  // nothing is no kind
}

BOOST_AUTO_TEST_CASE(results_of_another_kind_are_not_certain) {
  for (auto const* question :
       {"How many painters do we have?", "Which boats are of the same sort as Terne?", "How many guests does Eva mentor?",
        "Where was Terne launched? Also show the price.", "How many boats are yawls? Also list them.", "How many paintings did Aune paint?",
        "Which guests are still on trips?"})
    BOOST_TEST_CONTEXT(question << ": " << sql(question)) { BOOST_TEST(!is_certain(question)); }
}

BOOST_AUTO_TEST_SUITE_END()
