// SPDX-License-Identifier: BSL-1.0
// Questions that need tables whose keys nobody declared. The judge is SQLite with SQL written by hand.
#include "offline_support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

constexpr char const* parishes =
    "CREATE TABLE parish(parish_name TEXT, population INTEGER, chief_village TEXT, density REAL);"
    "INSERT INTO parish VALUES ('aby',900,'lund',4.5), ('boda',400,'ekeby',2.5), ('ceda',700,'ceda',9.5), ('dala',300,'norrby',1.5), "
    "('edsta',10,'edsta',3.5);"
    "CREATE TABLE village(village_name TEXT, population INTEGER, parish_name TEXT);"
    "INSERT INTO village VALUES ('lund',90,'aby'), ('ekeby',40,'boda'), ('ceda',60,'ceda'), ('norrby',10,'dala'), ('vik',70,'aby');"
    "CREATE TABLE stream(stream_name TEXT, length INTEGER, crosses TEXT);"
    "INSERT INTO stream VALUES ('tinna',31,'aby'), ('tinna',31,'boda'), ('svarta',55,'aby'), ('lilla',9,'dala'), ('svarta',55,'ceda');"
    "CREATE TABLE border(parish_name TEXT, neighbour TEXT);"
    "INSERT INTO border VALUES ('aby','boda'), ('boda','aby'), ('aby','ceda'), ('ceda','aby'), ('aby','dala'), ('dala','aby'),"
    "('ceda','dala'), ('dala','ceda');";

}  // namespace

BOOST_AUTO_TEST_SUITE(offline_joins)

BOOST_AUTO_TEST_CASE(tables_are_joined_by_their_values) {
  answered k(parishes);
  k.expect("What is the chief village of boda?", "SELECT chief_village FROM parish WHERE parish_name = 'boda'");
  k.expect("What is the population of aby?", "SELECT population FROM parish WHERE parish_name = 'aby'");
  k.expect("Which streams run through the parish with the chief village norrby?",
           "SELECT stream_name FROM stream WHERE crosses IN (SELECT parish_name FROM parish WHERE chief_village = 'norrby')");
  k.expect("Which parish has the lowest population density?", "SELECT parish_name FROM parish ORDER BY density LIMIT 1");
  k.expect("Which parish has the most streams?", "SELECT crosses FROM stream GROUP BY crosses ORDER BY count(*) DESC LIMIT 1");
  k.expect("Show the parishes without streams.", "SELECT parish_name FROM parish WHERE parish_name NOT IN (SELECT crosses FROM stream)");
}

BOOST_AUTO_TEST_CASE(links_lead_to_rows_of_the_same_table) {
  answered k(parishes);
  k.expect("Which parishes border boda?", "SELECT neighbour FROM border WHERE parish_name = 'boda'");
  k.expect("How many parishes border aby?", "SELECT count(*) FROM border WHERE parish_name = 'aby'");
  k.expect("Which parish borders the most parishes?", "SELECT parish_name FROM border GROUP BY parish_name ORDER BY count(*) DESC LIMIT 1");
  k.expect("What is the total population of the parishes that border ceda?",
           "SELECT sum(population) FROM parish WHERE parish_name IN (SELECT neighbour FROM border WHERE parish_name = 'ceda')");
}

BOOST_AUTO_TEST_CASE(links_have_a_direction) {
  answered k(
      "CREATE TABLE rider(rider_name TEXT, age INTEGER); INSERT INTO rider VALUES ('Ada',30), ('Bo',20), ('Cy',25), ('Dov',41);"
      "CREATE TABLE friend(rider_name TEXT, friend TEXT); INSERT INTO friend VALUES ('Bo','Ada'), ('Bo','Cy'), ('Ada','Dov'), "
      "('Cy','Bo');");
  k.expect("Show the age of the friends of Bo.",
           "SELECT age FROM rider WHERE rider_name IN (SELECT friend FROM friend WHERE rider_name = 'Bo')");
  k.expect("Which riders are friends with Bo?", "SELECT rider_name FROM friend WHERE friend = 'Bo'");
}

BOOST_AUTO_TEST_CASE(either_of_two_tables_is_asked_about) {
  answered k(
      "CREATE TABLE customer(customer_no INTEGER, name TEXT, town TEXT);"
      "INSERT INTO customer VALUES (11,'Ada','Oslo'), (12,'Bo','Moss'), (13,'Cy','Oslo');"
      "CREATE TABLE supplier(supplier_no INTEGER, name TEXT, town TEXT);"
      "INSERT INTO supplier VALUES (21,'Dov','Oslo'), (22,'Eva','Moss');"
      "CREATE TABLE sale(cust_no INTEGER, goods TEXT); INSERT INTO sale VALUES (11,'tea'), (13,'rum'), (13,'rum');");
  k.expect("Which customers or suppliers are in Oslo?",
           "SELECT name FROM customer WHERE town = 'Oslo' UNION SELECT name FROM supplier WHERE town = 'Oslo'");
  k.expect("Show the names of customers with a sale of tea.",
           "SELECT name FROM customer WHERE customer_no IN (SELECT cust_no FROM sale WHERE goods = 'tea')");
}

BOOST_AUTO_TEST_CASE(people_are_shown_by_their_names) {
  answered k(
      "CREATE TABLE clerk(clerk_id INTEGER, last_name TEXT, first_name TEXT, title TEXT, wage INTEGER);"
      "INSERT INTO clerk VALUES (1,'Berg','Ada','Head',9), (2,'Dal','Bo','Aide',5);"
      "CREATE TABLE book(book_id INTEGER, shelf TEXT, title TEXT, name TEXT); INSERT INTO book VALUES (1,'a','Tides','T1'), "
      "(2,'b','Sand','S1')");
  k.expect("Which clerks have a wage above 6?", "SELECT first_name, last_name FROM clerk WHERE wage > 6");
  k.expect("Show the books whose shelf is 'b'.", "SELECT name FROM book WHERE shelf = 'b'");
}

BOOST_AUTO_TEST_SUITE_END()
