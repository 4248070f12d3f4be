// SPDX-License-Identifier: BSL-1.0
// Questions about a boatyard as its owner types them, over a database that nobody prepared. The right rows were worked out by hand.
#include "asked_database.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

constexpr char const* script = R"(
CREATE TABLE owner(owner_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT, is_partner INTEGER);
CREATE TABLE yard(yard_id INTEGER PRIMARY KEY, yard_name TEXT NOT NULL, opens_at TEXT);
CREATE TABLE worker(worker_id INTEGER PRIMARY KEY, name TEXT NOT NULL, yard_id INTEGER REFERENCES yard(yard_id), trade TEXT, hired_on TEXT,
 left_on TEXT, hourly_wage_cents INTEGER, tutor_id INTEGER REFERENCES worker(worker_id));
CREATE TABLE task(task_code TEXT PRIMARY KEY, label TEXT, part TEXT, price_cents INTEGER);
CREATE TABLE visit(visit_no INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owner(owner_id), yard_id INTEGER REFERENCES yard(yard_id),
 came_on TEXT, state TEXT, is_urgent INTEGER);
CREATE TABLE visit_task(visit_no INTEGER REFERENCES visit(visit_no), task_code TEXT REFERENCES task(task_code), quantity INTEGER,
 PRIMARY KEY(visit_no, task_code));
CREATE TABLE berth(berth_no TEXT PRIMARY KEY, yard_id INTEGER REFERENCES yard(yard_id), area_sqm INTEGER, rent_cents INTEGER, side TEXT);
CREATE TABLE applicant(applicant_id INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_on TEXT, offered_on TEXT);
CREATE TABLE cover(cover_no INTEGER PRIMARY KEY, fabric TEXT, promised_for TEXT, picked_up_on TEXT);
CREATE TABLE grievance(grievance_no INTEGER PRIMARY KEY, cover_no INTEGER REFERENCES cover(cover_no), reason TEXT);
INSERT INTO cover VALUES (1,'canvas','2024-01-05','2024-01-04'),(2,'nylon','2024-02-05','2024-02-09'),(3,'canvas','2024-03-05',NULL);
INSERT INTO grievance VALUES (1,1,'late'),(2,3,'torn'),(3,3,'late');
INSERT INTO owner VALUES (1,'Ann Dahl','Moss',1),(2,'Bo Lund','Horten',0),(3,'Cid Rask','Moss',1);
INSERT INTO yard VALUES (1,'North Quay','08:00'),(2,'Old Slip','06:30'),(3,'Bay Shed','09:15');
INSERT INTO worker VALUES (1,'Ola Berg',1,'rigger','2001-05-01',NULL,3000,NULL),(2,'Per Holm',1,'painter','2010-03-01','2020-01-01',2000,1),
(3,'Rut Vik',2,'painter','2015-09-01',NULL,2500,1),(4,'Siv Moe',2,'rigger','2019-02-01',NULL,4000,3);
INSERT INTO task VALUES ('MAST','Polish mast','mast',15000),('SAIL','Sew sail','sail',4050),('KEEL','Scrape keel','keel',22000),
('RUDD','Hang rudder','rudder',9900);
INSERT INTO visit VALUES (1,1,1,'2023-11-20','C',0),(2,1,2,'2024-03-01','O',1),(3,2,1,'2024-05-09','O',0),(4,2,2,'2024-06-30','O',1),
(5,1,1,'2024-07-02','C',1);
INSERT INTO visit_task VALUES (1,'SAIL',3),(2,'SAIL',4),(2,'MAST',1),(3,'KEEL',1),(4,'MAST',2),(5,'SAIL',2);
INSERT INTO berth VALUES ('A1',1,24,90000,'west'),('A2',1,36,120000,'west'),('B1',2,60,200000,'east'),('B2',2,20,80000,'east');
INSERT INTO applicant VALUES (1,'Eva','2024-01-01',NULL),(2,'Finn','2024-02-01','2024-04-01'),(3,'Gro','2024-03-01',NULL);)";

struct boatyard : tests::asked_database {
  boatyard() : asked_database(script) {}
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(first_seen_yard, boatyard)

BOOST_AUTO_TEST_CASE(results_in_the_unit_that_is_asked_for) {
  BOOST_TEST(rows("average hourly wage per trade, in euros") == "22.5, painter; 35.0, rigger");
  BOOST_TEST(rows("total rent of the berths in euros") == "4900.0");
  BOOST_TEST(rows("total rent of the berths in cents") == "490000");
  BOOST_TEST(is_certain("total rent of the berths in euros"));
}

BOOST_AUTO_TEST_CASE(what_something_costs) {
  BOOST_TEST(rows("What does it cost in euros to polish a mast?") == "150.0");
  BOOST_TEST(rows("What does it cost to scrape a keel?") == "22000");
  BOOST_TEST(rows("What does a keel cost in euros?") == "220.0");
}

BOOST_AUTO_TEST_CASE(brackets_explain_the_word_before_the_rows) {  // `opens_at` is a yard's
  BOOST_TEST(rows("open urgent visits (state O)") == "2; 4");
  BOOST_TEST(!is_certain("open urgent visits"));
}

BOOST_AUTO_TEST_CASE(what_was_done_is_counted_in_pieces) {
  BOOST_TEST(rows("How many sails did we sew in total?") == "9");
  BOOST_TEST(rows("How many sails did we sew?") == "9");
  BOOST_TEST(!is_certain("How many tasks did we do?"));
}

BOOST_AUTO_TEST_CASE(what_nobody_did) {
  BOOST_TEST(rows("tasks that nobody has ordered so far") == "Hang rudder");
  BOOST_TEST(rows("tasks no one has ever ordered") == "Hang rudder");
  BOOST_TEST(rows("Which owners have never brought anything in?") == "Cid Rask");
  BOOST_TEST(rows("Which owners have never given us anything?") == "Cid Rask");
  BOOST_TEST(!is_certain("tasks that nobody has criticised"));
  BOOST_TEST(!is_certain("owners that nobody has complained about"));
  BOOST_TEST(!is_certain("Which owners have never paid anything?"));
}

BOOST_AUTO_TEST_CASE(sizes_are_areas) {
  BOOST_TEST(rows("berths that are bigger than 30 square metres") == "A2; B1");
  BOOST_TEST(rows("berths smaller than 24 sqm") == "B2");
  BOOST_TEST(rows("berths with side west that are bigger than 30 square metres") == "A2");
  BOOST_TEST(rows("average size of the berths with side west") == "30.0");
}

BOOST_AUTO_TEST_CASE(ranges_of_days_with_one_year) {
  BOOST_TEST(rows("How many visits were there between 1 March and 30 June 2024?") == "3");
  BOOST_TEST(!is_certain("How many visits were there between 1 November and 31 March 2024?"));  // of 2023?
  BOOST_TEST(rows("How many visits were there from May to July 2024?") == "3");
}

BOOST_AUTO_TEST_CASE(first_ones) {
  BOOST_TEST(rows("Who is our longest-serving worker?") == "Ola Berg");
  BOOST_TEST(rows("the two longest-serving workers", true) == "Ola Berg; Per Holm");
  BOOST_TEST(rows("the cheapest berth, with its rent in euros") == "B2, 800.0");
  BOOST_TEST(rows("Which yard opens earliest?") == "Old Slip");
  BOOST_TEST(rows("Which yard opens the latest?") == "Bay Shed");
}

BOOST_AUTO_TEST_CASE(deeds_and_their_objects) {
  BOOST_TEST(rows("Who has left the company?") == "Per Holm");
  BOOST_TEST(rows("How many applicants have not been offered a berth yet?") == "2");
}

BOOST_AUTO_TEST_CASE(late_is_a_comparison_of_times) {  // although grievances have the reason `late`
  BOOST_TEST(rows("How many covers were picked up late?") == "1");
  BOOST_TEST(rows("How many covers were picked up late, i.e. after the promised date?") == "1");
}

BOOST_AUTO_TEST_CASE(rows_that_a_flag_describes) { BOOST_TEST(rows("Which partner firms had a visit?") == "Ann Dahl"); }

BOOST_AUTO_TEST_CASE(who_did_something_for_somebody) {
  BOOST_TEST(rows("Who tutored Siv Moe?") == "Rut Vik");
  BOOST_TEST(rows("Who tutors Per Holm?") == "Ola Berg");
  BOOST_TEST(!is_certain("Who manages Per Holm?"));
}

BOOST_AUTO_TEST_SUITE_END()
