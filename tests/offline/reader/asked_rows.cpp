// SPDX-License-Identifier: BSL-1.0
// Questions as people ask them of their own database: the rows first, and afterwards what to show of them, how much it was in all, and what
// is not to be left out. The answers are worked out by hand from the rows of a small fleet.
#include "support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

struct fixture : read_database {
  fixture()
      : read_database(
            "CREATE TABLE sailor(sailor_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, rank TEXT, daily_wage INT, hired_on DATE,"
            " trained_by_id INT REFERENCES sailor);"
            "CREATE TABLE vessel(vessel_id INTEGER PRIMARY KEY, name TEXT, harbour TEXT, cabin_count INT, length_m INT, launched_on DATE);"
            "CREATE TABLE voyage(voyage_id INTEGER PRIMARY KEY, vessel_id INT REFERENCES vessel, navigator_id INT REFERENCES sailor,"
            " sailed_on DATE, cargo_kg INT, passengers INT, purpose TEXT);"
            "CREATE TABLE refit(refit_id INTEGER PRIMARY KEY, vessel_id INT REFERENCES vessel, refitted_on DATE, cost INT, part TEXT);"
            "INSERT INTO sailor VALUES (1,'Edda','Voss','mate',80,'2011-01-05',NULL),(2,'Jorn','Pahl','cook',60,'2015-06-01',1),"
            "(3,'Tilda','Rehn','mate',95,'2013-03-03',1),(4,'Arno','Beck','cook',70,'2019-09-09',3);"
            "INSERT INTO vessel VALUES (1,'Gannet','Emden',12,40,'1990-05-05'),(2,'Petrel','Leer',20,55,'2001-07-07'),"
            "(3,'Skua','Emden',30,62,'1985-02-02'),(4,'Dunlin','Husum',8,25,'2010-10-10');"
            "INSERT INTO voyage VALUES (1,1,1,'2023-03-01',500,10,'ferry'),(2,1,1,'2023-03-09',700,12,'ferry'),"
            "(3,1,1,'2023-05-01',900,5,'survey'),(4,2,3,'2023-05-02',300,40,'ferry'),(5,3,3,'2022-08-08',100,60,'survey');"
            "INSERT INTO refit VALUES (1,1,'2020-01-01',1000,'engine'),(2,2,'2021-01-01',3000,'engine'),(3,2,'2021-06-01',500,'galley');") {
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(asked_rows, fixture)

BOOST_AUTO_TEST_CASE(a_last_sentence_lists_what_to_show) {
  BOOST_TEST(rows("Which vessels are in Emden? Name and length, please.") == "Gannet, 40; Skua, 62");
  BOOST_TEST(rows("Which sailors are cooks? First and last name.") == "Arno, Beck; Jorn, Pahl");
  BOOST_TEST(rows("Which refits cost more than 900? I'd like the vessel and the part.") == "Gannet, engine; Petrel, engine");
  BOOST_TEST(rows("Which vessels made more than two voyages? Tell me the name and how many.") == "Gannet, 3");
  BOOST_TEST(rows("the first and last names of the mates") == "Edda, Voss; Tilda, Rehn");
}

BOOST_AUTO_TEST_CASE(rows_come_before_what_is_asked_of_them) {
  BOOST_TEST(rows("Vessels in Emden with their length") == "Gannet, 40; Skua, 62");
  BOOST_TEST(rows("The two longest vessels, with their harbours") == "Petrel, Leer; Skua, Emden");
  BOOST_TEST(rows("Which vessel is the longest, and how long is it?") == "Skua, 62");
  BOOST_TEST(rows("Which vessel has the highest cabin count and what is it?") == "Skua, 30");
  BOOST_TEST(rows("What's the phone number of the vessel Skua?").find("count") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(verbs_that_name_a_time_are_not_shown) {
  BOOST_TEST(rows("Which vessels were launched in Emden?") == "Gannet; Skua");
  BOOST_TEST(rows("Who was hired most recently?") == "Arno, Beck");
  BOOST_TEST(rows("When was the Skua launched?") == "1985-02-02");
}

BOOST_AUTO_TEST_CASE(amounts_before_or_more) {
  BOOST_TEST(rows("Which vessels have made three voyages or more?") == "Gannet");
  BOOST_TEST(rows("Vessels with twenty cabins or more") == "Petrel; Skua");
  BOOST_TEST(rows("Which vessels have more cabins than the Gannet?") == "Petrel; Skua");
  BOOST_TEST(rows("Which cooks have a higher wage than Jorn Pahl?") == "Arno, Beck");
  BOOST_TEST(rows("Which cooks earn more than the average cook?") == "Arno, Beck");
}

BOOST_AUTO_TEST_CASE(totals_are_said_afterwards) {
  BOOST_TEST(rows("What did the refits cost altogether?") == "4500");
  BOOST_TEST(rows("How much have we spent on the engine?") == "4000");
  BOOST_TEST(rows("What do the cooks earn on average?") == "?");  // a number with a fraction
  BOOST_TEST(read("What do the cooks earn on average?").sql == "SELECT avg(daily_wage) FROM sailor WHERE rank = 'cook'");
  BOOST_TEST(rows("How many kilos did the Gannet carry in total?") == "2100");
  BOOST_TEST(rows("How many passengers were there for each purpose?") == "62, ferry; 65, survey");
  BOOST_TEST(rows("Vessels per harbour?") == "1, Husum; 1, Leer; 2, Emden");
  BOOST_TEST(rows("What are the shortest and the longest length?") == "25, 62");
}

BOOST_AUTO_TEST_CASE(agents_of_verbs) {
  BOOST_TEST(rows("Who navigated more than two voyages?") == "Edda, Voss");
  BOOST_TEST(rows("Which sailors were trained by Edda Voss?") == "Jorn, Pahl; Tilda, Rehn");
}

BOOST_AUTO_TEST_CASE(clauses_that_leave_nothing_out) {
  BOOST_TEST(rows("How many vessels are there, the retired ones included?") == "4");
  BOOST_TEST(rows("How many voyages were there, whatever their purpose?") == "5");
  BOOST_TEST(rows("How many refits has each vessel had, including those without any?") == "Dunlin, 0; Gannet, 1; Petrel, 2; Skua, 0");
  BOOST_TEST(rows("How many refits has each vessel had? Leave out vessels without refits.") == "Gannet, 1; Petrel, 2");
}

BOOST_AUTO_TEST_CASE(rows_without_or_with_several_others) {
  BOOST_TEST(rows("Which sailors have never navigated a voyage?") == "Arno, Beck; Jorn, Pahl");
  BOOST_TEST(rows("Which vessels have zero refits?") == "Dunlin; Skua");
  BOOST_TEST(rows("Is there a vessel without refits? Which one?") == "Dunlin; Skua");
  BOOST_TEST(rows("Which vessels have multiple refits?") == "Petrel");
  read_database bills(
      "CREATE TABLE guest(guest_id INTEGER PRIMARY KEY, name TEXT);"
      "CREATE TABLE bill(bill_id INTEGER PRIMARY KEY, guest_id INT REFERENCES guest, paid_on DATE, amount INT);"
      "INSERT INTO guest VALUES (1,'Ada'),(2,'Bo'),(3,'Cy'); INSERT INTO bill VALUES (1,1,'2024-01-01',5),(2,2,NULL,7);");
  BOOST_TEST(bills.rows("Which guests haven't paid their bills?") == "Bo");  // and Cy has none
}

BOOST_AUTO_TEST_CASE(first_and_last) {
  BOOST_TEST(rows("When was the Petrel last refitted?") == "2021-06-01");
  BOOST_TEST(rows("Which vessel is the newest, going by the launch date?") == "Dunlin");
  BOOST_TEST(rows("Which vessels were launched after 2000, and when?") == "Dunlin, 2010-10-10; Petrel, 2001-07-07");
  BOOST_TEST(rows("Which voyages carried less than 200 or more than 800 kilos? Show the cargo.") == "100; 900");
}

BOOST_AUTO_TEST_CASE(who_is_no_code) {
  read_database plots("CREATE TABLE plot(code TEXT PRIMARY KEY, place TEXT, owner INT); INSERT INTO plot VALUES ('P1','Mill Lane',3);");
  auto const found = plots.read("Who owns the plot at Mill Lane?");
  BOOST_REQUIRE(!found.unread.empty());
  BOOST_TEST(found.unread.front().matters());
}

BOOST_AUTO_TEST_SUITE_END()
