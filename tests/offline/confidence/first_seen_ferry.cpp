// SPDX-License-Identifier: BSL-1.0
// Questions about a ferry company whose tables have short names and no declared keys. The right rows were worked out by hand.
#include "asked_database.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

constexpr char const* script = R"(
CREATE TABLE harbour(hbr_cd TEXT, hbr_nm TEXT, town TEXT);
CREATE TABLE pier(pier_id INTEGER, pier_nm TEXT, town TEXT);
CREATE TABLE ferry_rte(rte_no TEXT, rte_nm TEXT, rte_typ TEXT, len_km REAL, hbr_cd TEXT);
CREATE TABLE rte_pier(rte_no TEXT, pier_id INTEGER, seq_no INTEGER);
CREATE TABLE boat_mst(boat_id INTEGER, boat_nm TEXT, hbr_cd TEXT);
CREATE TABLE sailing(sail_id INTEGER, rte_no TEXT, boat_id INTEGER, sail_dt TEXT, pax_cnt INTEGER, delay_min INTEGER);
INSERT INTO harbour VALUES ('AST','Astrand Basin','Astrand'),('BRU','Brunsund Quays','Brunsund');
INSERT INTO pier VALUES (11,'Astrand Church','Astrand'),(12,'Brunsund Mill','Brunsund'),(13,'Skerry Point','Skerry'),
(14,'Old Slip','Brunsund'),(15,'Fuel Dock','Astrand');
INSERT INTO ferry_rte VALUES ('R1','Blue Line','Local',12.5,'AST'),('R2','Skerry Express','Express',30.0,'BRU'),
('R3','Night Hopper','Local',8.0,'BRU');
INSERT INTO rte_pier VALUES ('R1',14,3),('R1',11,1),('R1',12,2),('R2',13,2),('R2',12,1),('R3',12,1),('R3',14,2);
INSERT INTO boat_mst VALUES (1,'Tern','AST'),(2,'Gull','BRU'),(3,'Auk','BRU');
INSERT INTO sailing VALUES (101,'R1',1,'2024-05-01',40,2),(102,'R1',2,'2024-05-02',60,4),(103,'R2',1,'2024-05-01',80,10),
(104,'R3',1,'2024-05-03',5,0),(105,'R3',1,'2024-05-04',10,2);)";

struct ferry : tests::asked_database {
  ferry() : asked_database(script) {}
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(first_seen_ferry, ferry)

BOOST_AUTO_TEST_CASE(over_a_table_of_pairs) {
  BOOST_TEST(rows("Which piers are not served by any route?") == "Fuel Dock");
  BOOST_TEST(rows("piers that no route serves") == "Fuel Dock");
  BOOST_TEST(rows("Which piers are served by more than one route?") == "Brunsund Mill; Old Slip");
  BOOST_TEST(rows("Which piers are served by the Blue Line?") == "Astrand Church; Brunsund Mill; Old Slip");
}

BOOST_AUTO_TEST_CASE(rows_come_in_the_order_of_their_places) {
  BOOST_TEST(rows("Show the piers of the Blue Line in the order they are served", true) == "Astrand Church; Brunsund Mill; Old Slip");
  BOOST_TEST(rows("piers of the Skerry Express in the order in which they are visited", true) == "Brunsund Mill; Skerry Point");
  BOOST_TEST(rows("List the piers of the Blue Line in sequence", true) == "Astrand Church; Brunsund Mill; Old Slip");
}

BOOST_AUTO_TEST_CASE(rows_that_met_rather_than_those_of_one_harbour) {
  BOOST_TEST(rows("boats that sailed on an express route") == "Tern");
  BOOST_TEST(rows("Which boats ran on a local route?") == "Gull; Tern");
}

BOOST_AUTO_TEST_CASE(numbers_that_rows_count) {
  BOOST_TEST(rows("top 2 routes by total passengers", true) == "Blue Line; Skerry Express");
  BOOST_TEST(rows("Total number of passengers carried per route type") == "115, Local; 80, Express");
  BOOST_TEST(rows("How many passengers did the Blue Line carry?") == "100");
}

BOOST_AUTO_TEST_CASE(names_and_what_they_are_the_best_by) {
  BOOST_TEST(rows("Name the longest route and its length in km.") == "Skerry Express, 30.0");
  BOOST_TEST(rows("For each harbour, show its longest route and the length.") ==
             "Astrand Basin, Blue Line, 12.5; Brunsund Quays, Skerry Express, 30.0");
}

BOOST_AUTO_TEST_CASE(averages_of_groups_and_of_all) {  // of all 3.6
  BOOST_TEST(rows("Which routes have an average delay above the overall average delay of all sailings?") == "Skerry Express");
}

BOOST_AUTO_TEST_SUITE_END()
