// SPDX-License-Identifier: BSL-1.0
// Questions over a database whose owner confirmed what its schema does not say. The right rows are written by hand beside each question.
#include "support.hpp"
#include "t2s/retrieve/knowledge/descriptions.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

/// A hire of boats, as a legacy program keeps it.
constexpr char boats[] =
    "CREATE TABLE tbl_cst (cst_no INTEGER, cst_nm TEXT, stat TEXT);"
    "CREATE TABLE tbl_bt (bt_id INTEGER, bt_nm TEXT, lgth INTEGER, cond INTEGER);"
    "CREATE TABLE tbl_hr (hr_id INTEGER, hirer INTEGER, vessel INTEGER, dt TEXT, back TEXT, paid_at INTEGER);"
    "INSERT INTO tbl_cst VALUES (11, 'Ann', 'A'), (12, 'Bob', 'C'), (13, 'Cem', 'A');"
    "INSERT INTO tbl_bt VALUES (1, 'Tern', 900, 1), (2, 'Gull', 450, 2), (3, 'Skua', 700, 1);"
    "INSERT INTO tbl_hr VALUES (1, 11, 1, '31.01.2023', '02/28/2023', 1675209600), (2, 12, 2, '02.05.2024', '05/04/2024', 1714694400),"
    " (3, 11, 3, '15.03.2024', '03/16/2024', 1710547200), (4, 13, 1, '01.12.2022', '12/02/2022', 1669939200);";

constexpr char owner[] =
    "confirmed words tbl_cst = customer\n"
    "confirmed words tbl_cst.cst_nm = name\n"
    "confirmed code tbl_cst.stat 'A' = active\n"
    "confirmed code tbl_cst.stat 'C' = closed, lapsed\n"
    "confirmed words tbl_bt = boat\n"
    "confirmed words tbl_bt.bt_nm = name\n"
    "confirmed words tbl_bt.lgth = length\n"
    "confirmed unit tbl_bt.lgth = cm\n"
    "confirmed code tbl_bt.cond 1 = new\n"
    "confirmed code tbl_bt.cond 2 = leaking\n"
    "confirmed words tbl_hr = hire\n"
    "confirmed words tbl_hr.dt = date\n"
    "confirmed words tbl_hr.back = return date\n"
    "confirmed words tbl_hr.paid_at = payment time\n"
    "confirmed key tbl_hr.hirer = tbl_cst.cst_no\n"
    "confirmed key tbl_hr.vessel = tbl_bt.bt_id\n"
    "confirmed time tbl_hr.dt = DD.MM.YYYY\n"
    "confirmed time tbl_hr.back = MM/DD/YYYY\n"
    "confirmed time tbl_hr.paid_at = seconds since 1970\n";

struct fixture : read_database {
  fixture() : read_database(boats) {
    auto const confirmed = std::make_shared<knowledge::learned const>(knowledge::parse_learned(owner, "owner"));
    prepared known(database, knowledge::lexicon_options{.confirmed = confirmed}, knowledge::with_learned({}, *confirmed));
    names = known.known<knowledge::lexicon>();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(learned, fixture)

BOOST_AUTO_TEST_CASE(words_name_tables_and_columns) {
  BOOST_TEST(rows("How many boats are there?") == "3");
  BOOST_TEST(rows("What are the names of all customers?") == "Ann; Bob; Cem");
  BOOST_TEST(rows("Which boat has the greatest length?") == "Tern");
}

BOOST_AUTO_TEST_CASE(codes_are_found_by_their_meaning) {
  BOOST_TEST(rows("How many active customers are there?") == "2");
  BOOST_TEST(rows("Show the names of lapsed customers.") == "Bob");
  BOOST_TEST(rows("Show the names of customers that are not active.") == "Bob");
  BOOST_TEST(rows("Show the names of leaking boats.") == "Gull");
}

BOOST_AUTO_TEST_CASE(keys_join) {
  BOOST_TEST(rows("How many hires does Ann have?") == "2");
  BOOST_TEST(rows("Show the names of the boats that Cem hired.") == "Tern");
  BOOST_TEST(rows("How many hires of leaking boats are there?") == "1");
}

BOOST_AUTO_TEST_CASE(units_convert_amounts) { BOOST_TEST(rows("Show the names of boats with a length over 6 m.") == "Skua; Tern"); }

BOOST_AUTO_TEST_CASE(days_that_do_not_sort_are_compared_rightly) {
  BOOST_TEST(rows("How many hires have a date after 2023?") == "2");
  BOOST_TEST(rows("How many hires have a date before 1 May 2024?") == "3");
  BOOST_TEST(rows("How many hires have a date in March 2024?") == "1");
  BOOST_TEST(rows("How many hires have a date in 2024?") == "2");
  BOOST_TEST(rows("How many hires have a date between 1 January 2023 and 31 March 2024?") == "2");
  BOOST_TEST(rows("How many hires have the date 15 March 2024?") == "1");
  BOOST_TEST(rows("How many hires have a return date after 1 May 2024?") == "1");
  BOOST_TEST(rows("How many hires have a payment time after 2023?") == "2");
}

BOOST_AUTO_TEST_CASE(days_that_do_not_sort_are_ordered_and_grouped_rightly) {
  BOOST_TEST(rows("Which hire is the latest?") == "2");
  BOOST_TEST(rows("When was the earliest hire?") == "01.12.2022");
  BOOST_TEST(rows("What is the maximum date of hires?") == "2024-05-02");
  BOOST_TEST(rows("How many hires are there per year of the date?") == "1, 2022; 1, 2023; 2, 2024");
}

BOOST_AUTO_TEST_CASE(without_the_owner_none_of_it_is_read) {
  names = prepared(database).known<knowledge::lexicon>();
  auto const found = reader::fill_skeletons(link::linked_question(names, "How many active customers are there?"), {});
  for (auto const& filled : found) BOOST_TEST(filled.sql.find("'A'") == std::string::npos, filled.sql);
}

BOOST_AUTO_TEST_SUITE_END()
