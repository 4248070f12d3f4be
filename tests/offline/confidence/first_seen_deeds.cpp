// SPDX-License-Identifier: BSL-1.0
// Questions about a boarding kennel by somebody who sees it for the first time: verbs for rows of deeds, products, and how long something
// lasts. The right rows were worked out by hand.
#include "asked_database.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

constexpr char const* script = R"(
CREATE TABLE dog(dog_id INTEGER PRIMARY KEY, name TEXT NOT NULL, breed TEXT);
CREATE TABLE carer(carer_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, email TEXT, job_title TEXT);
CREATE TABLE remedy(remedy_id INTEGER PRIMARY KEY, remedy_name TEXT NOT NULL);
CREATE TABLE admission(admission_id INTEGER PRIMARY KEY, dog_id INTEGER REFERENCES dog(dog_id), admit_date TEXT, discharge_date TEXT,
 kind TEXT);
CREATE TABLE prescription(prescription_id INTEGER PRIMARY KEY, admission_id INTEGER REFERENCES admission(admission_id),
 remedy_id INTEGER REFERENCES remedy(remedy_id), doses INTEGER, dose_price REAL);
CREATE TABLE outing(outing_id INTEGER PRIMARY KEY, outing_date TEXT, lead_carer_id INTEGER);
CREATE TABLE outing_assignment(outing_id INTEGER, carer_id INTEGER, minutes INTEGER);
INSERT INTO dog VALUES (1,'Ajax','Poodle'),(2,'Bella','Collie'),(3,'Cosmo','Collie'),(4,'Dora','Beagle');
INSERT INTO carer VALUES (1,'Ann','Dahl','ann@kennel.example','Head Keeper'),(2,'Bo','Lund','bo@kennel.example','Night Keeper'),
(3,'Cid','Rask','cid@kennel.example','Night Keeper'),(4,'Eva','Moe','eva@kennel.example','Groom');
INSERT INTO remedy VALUES (1,'Arnica'),(2,'Cough Drops'),(3,'Worm Paste'),(4,'Eye Balm');
INSERT INTO admission VALUES (1,1,'2024-01-01','2024-01-11','planned'),(2,1,'2024-03-01','2024-03-05','urgent'),(3,1,'2024-06-01',NULL,
'planned'),(4,2,'2024-02-01','2024-02-08','planned'),(5,3,'2024-02-10','2024-02-11','urgent'),(6,3,'2024-07-01','2024-07-04','urgent');
INSERT INTO prescription VALUES (1,1,1,10,2.0),(2,1,2,5,4.0),(3,2,1,3,2.0),(4,4,3,1,50.0),(5,6,1,2,2.5);
INSERT INTO outing VALUES (1,'2024-01-02',1),(2,'2024-01-03',2);
INSERT INTO outing_assignment VALUES (1,1,30),(1,2,30),(2,2,45),(2,4,45);)";

struct kennel : tests::asked_database {
  kennel() : asked_database(script) {}
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(first_seen_deeds, kennel)

BOOST_AUTO_TEST_CASE(what_was_never_done_is_in_no_row_of_the_deed) {
  BOOST_TEST(rows("Which remedies have never been prescribed?") == "Eye Balm");
  BOOST_TEST(rows("Which dogs were never admitted?") == "Dora");
  BOOST_TEST(rows("Which dogs have not been admitted yet?") == "Dora");
  BOOST_TEST(rows("Which night keepers have never been assigned to an outing?") == "Cid, Rask");
  BOOST_TEST(is_certain("Which remedies have never been prescribed?"));
}

BOOST_AUTO_TEST_CASE(rows_of_the_deed_are_counted) {
  BOOST_TEST(rows("Dogs admitted at least twice") == "Ajax; Cosmo");
  BOOST_TEST(rows("Dogs that were admitted more than once, with the number of admissions") == "Ajax, 3; Cosmo, 2");
  BOOST_TEST(rows("Which dog was admitted most often?") == "Ajax");
  BOOST_TEST(rows("Which remedies were prescribed at least twice?") == "Arnica");
  BOOST_TEST(rows("carers who were assigned to more than one outing") == "Bo, Lund");  // who leads an outing is another matter
}

BOOST_AUTO_TEST_CASE(a_deed_and_its_object) {
  BOOST_TEST(rows("Which dogs were prescribed Arnica?") == "Ajax; Cosmo");
  BOOST_TEST(rows("Breeds of the dogs that were prescribed Arnica, each breed once") == "Collie; Poodle");
}

BOOST_AUTO_TEST_CASE(how_long_rows_last) {
  BOOST_TEST(rows("What is the average length of stay of planned admissions?") == "8.5");
  BOOST_TEST(rows("What is the average length of stay in days of urgent admissions?").starts_with("2.66"));
  BOOST_TEST(rows("Which admission had the longest length of stay?") == "1");

  BOOST_TEST(sql("What is the average length of stay in weeks?").find("julianday") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(products_that_are_spelt_out) {
  BOOST_TEST(rows("What is the total of doses times dose price?") == "101.0");
  BOOST_TEST(rows("Total cost (doses times dose price) per remedy") == "Arnica, 31.0; Cough Drops, 20.0; Worm Paste, 50.0");
  BOOST_TEST(rows("Top 2 remedies by total amount spent (doses * dose price)", true) == "Worm Paste; Arnica");
  BOOST_TEST(rows("Which dog has the highest total cost (doses times dose price)?") == "Bella");
  BOOST_TEST(rows("remedies by revenue (doses times dose price), highest first", true) ==
             "Worm Paste, 50.0; Arnica, 31.0; Cough Drops, 20.0");
}

BOOST_AUTO_TEST_CASE(averages_of_groups_and_of_all) {  // of all 12.1
  BOOST_TEST(rows("Which remedies have an average dose price above the overall average dose price?") == "Worm Paste");
}

BOOST_AUTO_TEST_SUITE_END()
