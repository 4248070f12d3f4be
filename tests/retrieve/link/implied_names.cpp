// SPDX-License-Identifier: BSL-1.0
// Columns that words mean although they have other names.
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include "db/support.hpp"
#include "t2s/pipeline/prepared.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <string>

using namespace t2s;
using namespace t2s::test;

namespace {

/// A post office: each table has other words for the same things.
struct fixture {
  folder f;
  db::sqlite_connection database{
      make_database(f / "post.sqlite",
                    "CREATE TABLE parcel(parcel_id INTEGER PRIMARY KEY, handed_in DATE, grams INT, label TEXT, office_id INT);"
                    "CREATE TABLE office(office_id INTEGER PRIMARY KEY, name TEXT, opening_date DATE, x_rent INT, x_staff INT);"
                    "INSERT INTO parcel VALUES (1,'2020-02-03',250,'books',1);"
                    "INSERT INTO office VALUES (1,'Harbour','1999-01-01',900,4);")};
  std::shared_ptr<knowledge::lexicon const> names = prepared(database).known<knowledge::lexicon>();

  /// The columns that some words may name.
  [[nodiscard]] std::set<std::string> columns(std::string_view question) const {
    std::set<std::string> out;
    for (auto const& l : link::link_question(*names, question).found)
      if (l.is == link::link::kind::column && l.score >= 0.5) out.insert(names->table(l.where).name + "." + names->column(l.where).name);
    return out;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(implied_names, fixture)

BOOST_AUTO_TEST_CASE(a_word_of_another_table_has_a_synonym_in_the_table_that_is_named) {
  BOOST_TEST(columns("Show the name of each parcel.").contains("parcel.label"));
  BOOST_TEST(!columns("Show the name of each office.").contains("parcel.label"));  // it is a name there
  BOOST_TEST(!columns("Show the name.").contains("parcel.label"));                 // and no table is named here
}

BOOST_AUTO_TEST_CASE(the_name_of_something_else_is_no_column_of_the_table) {
  BOOST_TEST(!columns("Show the name of the sender of each parcel.").contains("parcel.label"));
}

BOOST_AUTO_TEST_CASE(a_date_is_the_only_column_of_dates) {
  BOOST_TEST(columns("Show the date of each parcel.").contains("parcel.handed_in"));
  BOOST_TEST(!columns("Show the date of each office.").contains("parcel.handed_in"));
}

BOOST_AUTO_TEST_CASE(what_is_calculated_is_the_only_column_of_numbers) {
  BOOST_TEST(columns("What is the average heft of all parcels?").contains("parcel.grams"));
  BOOST_TEST(!columns("What is the average heft of all offices?").contains("office.x_rent"));  // or x_staff
  BOOST_TEST(!columns("What is the heft of all parcels?").contains("parcel.grams"));
}

BOOST_AUTO_TEST_CASE(a_letter_before_every_name_says_nothing) {
  BOOST_TEST(columns("What is the rent of each office?") == std::set<std::string>{"office.x_rent"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
