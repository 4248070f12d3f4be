// SPDX-License-Identifier: BSL-1.0
// One database with its names written in the ways of different teams: the questions have the same answers. The right rows were worked out
// by hand.
#include "asked_database.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

constexpr char const* together = R"(
CREATE TABLE GUEST(GUESTID INTEGER PRIMARY KEY, FIRSTNAME TEXT, LASTNAME TEXT, PHONENUMBER TEXT, ISACTIVE INTEGER);
CREATE TABLE STAYHEADER(STAYID INTEGER PRIMARY KEY, GUESTID INTEGER REFERENCES GUEST(GUESTID), STAYDATE TEXT, TOTALAMOUNT INTEGER,
 DURATIONMINUTES INTEGER);
INSERT INTO GUEST VALUES (1,'Ada','Moen','555-1',1),(2,'Bo','Lie','555-2',0),(3,'Eli','Dahl','555-3',1);
INSERT INTO STAYHEADER VALUES (1,1,'2023-02-03',400,90),(2,1,'2024-03-04',250,45),(3,2,'2024-05-06',300,120);)";

constexpr char const* typed = R"(
CREATE TABLE tblGuest(pkGuestID INTEGER PRIMARY KEY, strFirstName TEXT, strLastName TEXT, strPhoneNumber TEXT, blnActive INTEGER);
CREATE TABLE tblStay(pkStayID INTEGER PRIMARY KEY, fkGuest INTEGER REFERENCES tblGuest(pkGuestID), dtmStayDate TEXT, curTotalAmount INTEGER,
 intDurationMinutes INTEGER);
INSERT INTO tblGuest VALUES (1,'Ada','Moen','555-1',1),(2,'Bo','Lie','555-2',0),(3,'Eli','Dahl','555-3',1);
INSERT INTO tblStay VALUES (1,1,'2023-02-03',400,90),(2,1,'2024-03-04',250,45),(3,2,'2024-05-06',300,120);)";

constexpr char const* shortened = R"(
CREATE TABLE T_GST(GST_ID INTEGER PRIMARY KEY, FST_NM TEXT, LST_NM TEXT, PH_NBR TEXT, ACTV_FLG TEXT);
CREATE TABLE T_STAY_HDR(STAY_ID INTEGER PRIMARY KEY, GST_ID INTEGER REFERENCES T_GST(GST_ID), STAY_DT TEXT, TTL_AMNT INTEGER,
 DUR_MIN INTEGER);
INSERT INTO T_GST VALUES (1,'Ada','Moen','555-1','Y'),(2,'Bo','Lie','555-2','N'),(3,'Eli','Dahl','555-3','Y');
INSERT INTO T_STAY_HDR VALUES (1,1,'2023-02-03',400,90),(2,1,'2024-03-04',250,45),(3,2,'2024-05-06',300,120);)";

}  // namespace

BOOST_AUTO_TEST_SUITE(first_seen_names)

BOOST_AUTO_TEST_CASE(names_of_any_team_are_read_as_the_same_words) {
  for (auto const* script : {together, typed, shortened}) {
    tests::asked_database hotel(script);
    BOOST_TEST(hotel.rows("List the first and last names of the guests.") == "Ada, Moen; Bo, Lie; Eli, Dahl");
    BOOST_TEST(hotel.rows("How many guests are active?") == "2");
    BOOST_TEST(hotel.rows("Show the phone numbers of the guests.") == "555-1; 555-2; 555-3");
    BOOST_TEST(hotel.rows("What is the total amount of all stays?") == "950");
    BOOST_TEST(hotel.rows("How many stays last longer than 1 hour?") == "2");
    BOOST_TEST(hotel.rows("Which guests have had no stay? Show the last name.") == "Dahl");
  }
}

// Columns that leave the name of their table out: `Number` is a room's, and no count.
BOOST_AUTO_TEST_CASE(the_name_of_a_table_before_a_column_belongs_to_it) {
  tests::asked_database hotel(R"(
CREATE TABLE Rooms(Id INTEGER PRIMARY KEY, Number INTEGER, BedCount INTEGER);
CREATE TABLE Payments(Id INTEGER PRIMARY KEY, RoomID INTEGER REFERENCES Rooms(Id), Amount INTEGER, Method TEXT);
INSERT INTO Rooms VALUES (1,101,2),(2,102,3),(3,103,4);
INSERT INTO Payments VALUES (1,1,50,'cash'),(2,1,70,'card'),(3,2,30,'cash');)");
  BOOST_TEST(hotel.rows("List the room numbers of the rooms with a bed count above 2.") == "102; 103");
  BOOST_TEST(hotel.rows("What is the total payment amount for each payment method?") == "70, card; 80, cash");
}

BOOST_AUTO_TEST_SUITE_END()
