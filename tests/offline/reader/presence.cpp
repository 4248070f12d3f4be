// SPDX-License-Identifier: BSL-1.0
// Questions about a small library of tools: what rows have or lack, who stands above whom, verbs that times are called by, keys that may be
// empty. The right rows are written by hand beside each question and compared with what SQLite returns.
#include "support.hpp"

#include <algorithm>
#include <string>

using namespace t2s;
using namespace t2s::test;

namespace {

struct fixture : read_database {
  fixture()
      : read_database(
            "CREATE TABLE branch(branch_id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
            "CREATE TABLE keeper(keeper_id INTEGER PRIMARY KEY, name TEXT NOT NULL, wage INTEGER, pager TEXT, reports_to INTEGER "
            "REFERENCES "
            "keeper);"
            "CREATE TABLE borrower(borrower_id INTEGER PRIMARY KEY, name TEXT NOT NULL, home_town TEXT, work_town TEXT, email TEXT, points "
            "INTEGER);"
            "CREATE TABLE tool(tool_id INTEGER PRIMARY KEY, title TEXT NOT NULL, branch_id INTEGER REFERENCES branch, weight INTEGER);"
            "CREATE TABLE loan(loan_id INTEGER PRIMARY KEY, tool_id INTEGER REFERENCES tool, borrower_id INTEGER REFERENCES borrower, "
            "borrowed_on "
            "TEXT, returned_on TEXT);"
            "CREATE VIEW tool_weight AS SELECT title, weight AS grams FROM tool;"
            "INSERT INTO branch VALUES (1,'North'),(2,'South'),(3,'Quay');"
            "INSERT INTO keeper VALUES (1,'Olga Brandt',40,'11',NULL),(2,'Piet Vos',30,NULL,1),(3,'Rosa Lind',20,'13',2);"
            "INSERT INTO borrower VALUES "
            "(1,'Ada','Lund','Malmo','a@x',5),(2,'Bo','Malmo','Lund',NULL,15),(3,'Cleo','Lund','Ystad','c@x',25);"
            "INSERT INTO tool VALUES (1,'Saw',1,900),(2,'Drill',1,1500),(3,'Ladder',2,NULL),(4,'Spare',NULL,10);"
            "INSERT INTO loan VALUES (1,1,1,'2020-01-01','2020-01-05'),(2,2,2,'2020-02-01',NULL),(3,3,2,'2020-03-01','2020-03-02'),"
            "(4,NULL,3,'2020-04-01',NULL);") {}
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(presence, fixture)

BOOST_AUTO_TEST_CASE(what_rows_have) {
  BOOST_TEST(rows("Which keepers have a pager?") == "Olga Brandt; Rosa Lind");
  BOOST_TEST(rows("Show the borrowers with an email address.") == "Ada; Cleo");
}

BOOST_AUTO_TEST_CASE(what_rows_lack) {
  BOOST_TEST(rows("Which keepers do not have a pager?") == "Piet Vos");
  BOOST_TEST(rows("Which keepers don't have a pager?") == "Piet Vos");
  BOOST_TEST(rows("Which keepers have no pager?") == "Piet Vos");
  BOOST_TEST(rows("Which borrowers have not got an email?") == "Bo");
  BOOST_TEST(rows("Show borrowers without an email address.") == "Bo");
}

BOOST_AUTO_TEST_CASE(a_table_that_is_called_by_the_verb) {
  read_database school(
      "CREATE TABLE faculty(faculty_id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
      "CREATE TABLE tutor(tutor_id INTEGER PRIMARY KEY, name TEXT NOT NULL, faculty_id INTEGER REFERENCES faculty);"
      "CREATE TABLE course(course_id INTEGER PRIMARY KEY, title TEXT NOT NULL, faculty_id INTEGER REFERENCES faculty);"
      "CREATE TABLE teaches(tutor_id INTEGER REFERENCES tutor, course_id INTEGER REFERENCES course, PRIMARY KEY(tutor_id, course_id));"
      "INSERT INTO faculty VALUES (1,'Arts'),(2,'Law');"
      "INSERT INTO tutor VALUES (1,'Kim',1),(2,'Lou',2),(3,'Rut',1);"
      "INSERT INTO course VALUES (1,'Drawing',1),(2,'Contracts',2),(3,'Weaving',1);"
      "INSERT INTO teaches VALUES (1,1),(1,3),(2,2);");
  BOOST_TEST(school.rows("Which tutors do not teach any courses?") == "Rut");
  BOOST_TEST(school.rows("Which tutors have taught the Drawing course?") == "Kim");  // and not all of its faculty
}

BOOST_AUTO_TEST_CASE(what_is_compared_is_not_only_there) {
  BOOST_TEST(rows("Which tools have a weight above 1000?") == "Drill");
  BOOST_TEST(rows("Which tool has the largest weight?") == "Drill");
}

BOOST_AUTO_TEST_CASE(a_verb_that_a_time_is_called_by) {
  BOOST_TEST(rows("Which borrower borrowed the most tools?") == "Bo");
  BOOST_TEST(rows("Who borrowed the most tools?") == "Bo");
}

BOOST_AUTO_TEST_CASE(the_name_of_who_is_referred_to) {
  BOOST_TEST(rows("Who does Rosa Lind report to?") == "Piet Vos");
  BOOST_TEST(rows("Whom does Piet Vos report to?") == "Olga Brandt");
  BOOST_TEST(rows("Who is Rosa Lind's boss?") == "Piet Vos");
  BOOST_TEST(rows("Who reports to Olga Brandt?") == "Piet Vos");
}

BOOST_AUTO_TEST_CASE(exclusion_of_keys_that_may_be_empty) {
  BOOST_TEST(rows("Which branches have no tools?") == "Quay");
  BOOST_TEST(rows("Which tools have no loans?") == "Spare");
}

BOOST_AUTO_TEST_CASE(a_text_of_two_columns_of_one_table) {
  auto const says = [this](std::string const& question) {
    auto const all = read(question).assumed;
    return std::any_of(all.begin(), all.end(), [](std::string const& s) { return s.find("is also in") != std::string::npos; });
  };
  BOOST_TEST(says("How many borrowers are in Lund?"));
  BOOST_TEST(!says("How many borrowers have the home town Lund?"));
  BOOST_TEST(!says("How many borrowers are in Ystad?"));
}

BOOST_AUTO_TEST_CASE(a_view_takes_no_words_of_a_column) {
  BOOST_TEST(rows("What is the weight of the Saw?") == "900");
  BOOST_TEST(read("What is the average weight of tools?").sql.find("tool_weight") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(brackets_around_alternatives) {
  BOOST_TEST(rows("Which borrowers have the home town Lund or Malmo and more than 10 points?") == "Bo; Cleo");
}

BOOST_AUTO_TEST_CASE(what_is_negated_is_not_late) {
  read_database lent(
      "CREATE TABLE loan(loan_id INTEGER PRIMARY KEY, due_on TEXT NOT NULL, returned_on TEXT);"
      "INSERT INTO loan VALUES "
      "(1,'2020-01-10','2020-01-05'),(2,'2020-02-10',NULL),(3,'2020-03-10','2020-03-12'),(4,'2020-03-10','2020-03-11');");
  BOOST_TEST(lent.rows("How many loans were returned late?") == "2");
  BOOST_TEST(lent.rows("How many loans were returned on time?") == "1");
  BOOST_TEST(lent.rows("How many loans have been returned too late?") == "2");
  for (auto const* question : {"How many loans were not returned late?", "How many loans weren't returned on time?"}) {
    auto const found = lent.read(question);
    BOOST_TEST(found.sql.find("IS NULL") == std::string::npos, found.sql);
    auto const says = [](link::unread_part const& part) { return part.matters() && part.text.find("returned") != std::string::npos; };
    BOOST_TEST(std::ranges::any_of(found.unread, says), found.sql);
  }
  BOOST_TEST(lent.rows("How many loans were not returned?") == "1");
}

BOOST_AUTO_TEST_CASE(a_revenue_that_nothing_adds_up_to_is_not_read) {
  read_database shop(
      "CREATE TABLE sale(id INTEGER PRIMARY KEY, price REAL NOT NULL, discount REAL NOT NULL);"
      "CREATE TABLE loan(id INTEGER PRIMARY KEY, lent_on TEXT NOT NULL);"
      "INSERT INTO sale VALUES (1,10,2),(2,20,5); INSERT INTO loan VALUES (1,'2020-01-01');");
  for (auto const* question : {"What is the revenue?", "Income from loans", "What is the turnover?"})
    for (auto const& found : reader::fill_skeletons(link::linked_question(shop.names, question), {}))
      BOOST_TEST(std::ranges::any_of(found.unread, [](auto const& part) { return part.matters(); }), question << ": " << found.sql);
}

BOOST_AUTO_TEST_SUITE_END()
