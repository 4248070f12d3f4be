// SPDX-License-Identifier: BSL-1.0
// Questions about a bike hire, and about one with short names, by somebody who sees them for the first time: what is not done yet, who does
// it, what is used most, and how long it takes. The right rows were worked out by hand.
#include "asked_database.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

constexpr char const* script = R"(
CREATE TABLE mechanic(mechanic_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, town TEXT);
CREATE TABLE workshop(workshop_id INTEGER PRIMARY KEY, workshop_name TEXT NOT NULL, lead_id INTEGER REFERENCES mechanic(mechanic_id));
CREATE TABLE depot(depot_id INTEGER PRIMARY KEY, depot_name TEXT NOT NULL, manager_name TEXT);
CREATE TABLE bike_kind(kind_id INTEGER PRIMARY KEY, kind_name TEXT NOT NULL);
CREATE TABLE bike(bike_id INTEGER PRIMARY KEY, bike_name TEXT NOT NULL, kind_id INTEGER REFERENCES bike_kind(kind_id), mass_kg REAL,
 insured INTEGER);
CREATE TABLE member(member_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
CREATE TABLE loan(loan_id INTEGER PRIMARY KEY, member_id INTEGER REFERENCES member(member_id), bike_id INTEGER REFERENCES bike(bike_id),
 check_out TEXT NOT NULL, check_in TEXT);
CREATE TABLE repair(repair_id INTEGER PRIMARY KEY, bike_id INTEGER REFERENCES bike(bike_id), opened_on TEXT, closed_on TEXT, cause TEXT);
CREATE TABLE shift(shift_id INTEGER PRIMARY KEY, repair_id INTEGER REFERENCES repair(repair_id),
 mechanic_id INTEGER REFERENCES mechanic(mechanic_id), hours REAL);
CREATE TABLE part(part_id INTEGER PRIMARY KEY, part_name TEXT NOT NULL);
CREATE TABLE repair_part(repair_id INTEGER REFERENCES repair(repair_id), part_id INTEGER REFERENCES part(part_id),
 PRIMARY KEY(repair_id, part_id));
INSERT INTO mechanic VALUES (1,'Ann Dahl','Oslo'),(2,'Bo Lund','Bergen'),(3,'Cid Rask','Oslo');
INSERT INTO workshop VALUES (1,'Harbour Works',2),(2,'Hill Works',3);
INSERT INTO depot VALUES (1,'North Depot','Eva Moe'),(2,'South Depot','Finn Aas');
INSERT INTO bike_kind VALUES (1,'tandem'),(2,'racer');
INSERT INTO bike VALUES (1,'Swift',1,21.5,1),(2,'Heron',1,18.0,1),(3,'Dart',2,8.5,0),(4,'Arrow',2,9.0,1);
INSERT INTO member VALUES (1,'Gro Berg'),(2,'Hal Vik'),(3,'Ida Sund');
INSERT INTO loan VALUES (1,1,1,'2024-05-01','2024-05-04'),(2,2,3,'2024-05-02',NULL),(3,1,2,'2024-05-10','2024-05-11');
INSERT INTO repair VALUES (1,1,'2024-01-01','2024-01-05','flat'),(2,3,'2024-02-01','2024-02-03','flat'),
(3,2,'2024-03-01','2024-03-11','frame'),(4,2,'2024-04-01',NULL,'frame');
INSERT INTO shift VALUES (1,1,1,5.0),(2,2,2,3.0),(3,3,2,3.5),(4,4,3,1.0);
INSERT INTO part VALUES (1,'Tube'),(2,'Chain'),(3,'Bell');
INSERT INTO repair_part VALUES (1,1),(2,1),(3,2),(4,1),(4,2);)";

struct hire : tests::asked_database {
  hire() : asked_database(script) {}
};

constexpr char const* short_script = R"(
CREATE TABLE clnt(clnt_no INTEGER, clnt_nm TEXT, act_flg TEXT);
CREATE TABLE hire_hdr(hire_no INTEGER, clnt_no INTEGER, out_dt TEXT, due_dt TEXT, ret_dt TEXT);
CREATE TABLE dmg(dmg_no INTEGER, hire_no INTEGER, sev TEXT, cost_amt REAL);
CREATE TABLE crt(crt_cd TEXT, crt_desc TEXT, wgt_kg REAL);
INSERT INTO clnt VALUES (1,'Gro Berg','Y'),(2,'Hal Vik','N'),(3,'Ida Sund','Y');
INSERT INTO hire_hdr VALUES (1,1,'2024-05-01','2024-05-05','2024-05-07'),(2,2,'2024-05-02','2024-05-06','2024-05-06'),
(3,3,'2024-05-03','2024-05-09',NULL),(4,1,'2024-05-08','2024-05-12',NULL);
INSERT INTO dmg VALUES (1,1,'severe',80.0),(2,2,'slight',10.0),(3,1,'severe',45.0);
INSERT INTO crt VALUES ('K1','Oak',12.5),('K2','Pine',7.0),('K3','Steel',31.0);)";

struct short_names : tests::asked_database {
  short_names() : asked_database(short_script) {}
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(first_seen_bikes, hire)

BOOST_AUTO_TEST_CASE(who_does_it_by_a_key_or_a_name) {
  BOOST_TEST(rows("Who leads the workshop Harbour Works?") == "Bo Lund");
  BOOST_TEST(rows("Who manages the North Depot?") == "Eva Moe");
  BOOST_TEST(rows("Who has worked the most hours in total?") == "Bo Lund");
}

BOOST_AUTO_TEST_CASE(what_is_not_done_yet) {
  BOOST_TEST(rows("Who hasn't checked in yet?") == "Hal Vik");
  BOOST_TEST(rows("Which loans have not been checked in yet?") == "2");
}

BOOST_AUTO_TEST_CASE(what_is_used_most) {
  BOOST_TEST(rows("What are the two most used parts?", true) == "Tube; Chain");
  BOOST_TEST(rows("Which part was used most often?") == "Tube");
  BOOST_TEST(rows("the 2 parts with the most repairs, with that number", true) == "Tube, 3; Chain, 2");
}

BOOST_AUTO_TEST_CASE(how_long_it_takes) {
  BOOST_TEST(rows("How many days does it take on average to close a repair?").starts_with("5.33"));
  BOOST_TEST(rows("average number of days of the loans") == "2.0");
}

BOOST_AUTO_TEST_CASE(kinds_and_shares) {
  BOOST_TEST(rows("names of tandems heavier than 20 kg") == "Swift");
  BOOST_TEST(rows("What percentage of all bikes is insured?") == "75.0");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(first_seen_short_names, short_names)

BOOST_AUTO_TEST_CASE(words_for_which_names_are_short) {
  BOOST_TEST(rows("How many hires are not returned yet?") == "2");
  BOOST_TEST(rows("How many hires came back after the due date?") == "1");
  BOOST_TEST(rows("How many severe damages are there?") == "2");
  BOOST_TEST(rows("total cost of severe damages") == "125.0");
  BOOST_TEST(rows("inactive clients") == "Hal Vik");
  BOOST_TEST(rows("Which crate is the heaviest?") == "Steel");
}

BOOST_AUTO_TEST_SUITE_END()
