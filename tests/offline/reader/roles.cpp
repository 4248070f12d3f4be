// SPDX-License-Identifier: BSL-1.0
// Two keys of one table to another: the words of the question decide which row plays which part. The right rows are written by hand.
#include "support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

struct parcels : read_database {
  parcels()
      : read_database(
            "CREATE TABLE depot(depot_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT);"
            "CREATE TABLE courier(courier_id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
            "CREATE TABLE parcel(parcel_id INTEGER PRIMARY KEY, pickup_depot_id INTEGER NOT NULL REFERENCES depot, "
            "delivery_depot_id INTEGER REFERENCES depot, courier_id INTEGER REFERENCES courier, weight_kg REAL);"
            "CREATE TABLE ride(ride_id INTEGER PRIMARY KEY, from_depot INTEGER NOT NULL REFERENCES depot, "
            "to_depot INTEGER NOT NULL REFERENCES depot, km INTEGER);"
            "INSERT INTO depot VALUES (1,'Alder','Graz'),(2,'Birch','Linz'),(3,'Cedar','Wels');"
            "INSERT INTO courier VALUES (1,'Jo'),(2,'Kim');"
            "INSERT INTO parcel VALUES (1,1,2,1,2.5),(2,2,1,1,4.0),(3,1,3,2,1.0),(4,1,2,2,9.0),(5,3,NULL,2,3.0);"
            "INSERT INTO ride VALUES (1,1,2,200),(2,2,1,200),(3,1,3,160),(4,3,2,40);") {}
};

struct games : read_database {
  games()
      : read_database(
            "CREATE TABLE club(club_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);"
            "CREATE TABLE fixture(fixture_id INTEGER PRIMARY KEY, home_club_id INTEGER NOT NULL REFERENCES club, "
            "away_club_id INTEGER NOT NULL REFERENCES club, home_points INTEGER, away_points INTEGER, round INTEGER);"
            "INSERT INTO club VALUES (1,'Lynx','Basel'),(2,'Moles','Bern'),(3,'Newts','Zug'),(4,'Owls','Chur'),(5,'Pumas','Sion');"
            "INSERT INTO fixture VALUES (1,1,2,3,1,1),(2,2,1,0,0,2),(3,1,3,2,2,3),(4,3,1,1,4,4),(5,5,1,0,1,5);") {}
};

}  // namespace

BOOST_AUTO_TEST_SUITE(roles)

BOOST_FIXTURE_TEST_CASE(each_value_has_its_role, parcels) {
  BOOST_TEST(rows("Which parcels were picked up in Graz and delivered to Linz?") == "1; 4");
  BOOST_TEST(rows("Which parcels were delivered to Linz and picked up in Graz?") == "1; 4");
  BOOST_TEST(rows("How many parcels have the pickup depot Alder and the delivery depot Cedar?") == "1");
  BOOST_TEST(rows("How many parcels were delivered to Graz but picked up in Linz?") == "1");
}

BOOST_FIXTURE_TEST_CASE(one_role_is_one_key, parcels) {
  BOOST_TEST(rows("How many parcels were delivered to Linz?") == "2");
  BOOST_TEST(rows("How many parcels have the pickup depot Alder?") == "3");
  auto const one = read("How many parcels were delivered to Linz?");
  BOOST_TEST(one.other_joins.empty());
  BOOST_TEST(one.sql.find(" AS ") == std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(a_list_of_values_has_one_role, parcels) {
  BOOST_TEST(rows("How many parcels were delivered to Linz or Wels?") == "3");
}

BOOST_FIXTURE_TEST_CASE(prepositions_decide_between_an_origin_and_a_destination, parcels) {
  BOOST_TEST(rows("How many rides go from Graz to Linz?") == "1");
  BOOST_TEST(rows("How many rides go to Graz from Linz?") == "1");
  BOOST_TEST(rows("What is the total km of rides to Linz?") == "240");
}

BOOST_FIXTURE_TEST_CASE(several_roles_are_shown, parcels) {
  BOOST_TEST(rows("Show the pickup depot and the delivery depot of each parcel.") ==
             "Alder, Birch; Alder, Birch; Alder, Cedar; Birch, Alder; Cedar, ?");
  BOOST_TEST(rows("Show the pickup town and the delivery town of each parcel.") ==
             "Graz, Linz; Graz, Linz; Graz, Wels; Linz, Graz; Wels, ?");
}

BOOST_FIXTURE_TEST_CASE(without_words_that_decide_the_other_key_is_reported, parcels) {
  BOOST_TEST(!read("How many parcels are in Linz?").other_joins.empty());
  BOOST_TEST(!read("Which couriers have parcels in Graz?").other_joins.empty());
}

BOOST_FIXTURE_TEST_CASE(home_and_away, games) {
  BOOST_TEST(rows("Which fixtures have home club Lynx and away club Newts?") == "3");
  BOOST_TEST(rows("How many fixtures did the Lynx play away?") == "3");
  BOOST_TEST(rows("In which fixtures was the home club Newts and the away club Lynx?") == "4");
  BOOST_TEST(!read("How many fixtures did the Lynx play?").other_joins.empty());
}

BOOST_FIXTURE_TEST_CASE(the_other_of_two_roles, games) { BOOST_TEST(rows("Which fixtures of the Lynx have the away club Moles?") == "1"); }

BOOST_FIXTURE_TEST_CASE(what_has_no_rows_has_none_of_any_role, games) {
  BOOST_TEST(rows("Which clubs have no fixtures?") == "Owls");
  BOOST_TEST(rows("Which clubs have no away fixtures?") == "Owls; Pumas");
}

BOOST_FIXTURE_TEST_CASE(roles_without_their_table, parcels) {
  BOOST_TEST(rows("Show the pickup and the delivery of each parcel.") ==
             "Alder, Birch; Alder, Birch; Alder, Cedar; Birch, Alder; Cedar, ?");
}

BOOST_AUTO_TEST_SUITE_END()
