// SPDX-License-Identifier: BSL-1.0
#include "t2s/offline/repair/repairer.hpp"

#include "db/support.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::test;

namespace {

struct fixture {
  folder f;
  db::sqlite_connection database{
      make_database(f / "shop.sqlite",
                    "CREATE TABLE Students(StuID INTEGER PRIMARY KEY, FullName TEXT, age INT);"
                    "CREATE TABLE Courses(CourseID INTEGER PRIMARY KEY, title TEXT, credits INT);"
                    "CREATE TABLE Enrolled(student INT REFERENCES Students, course INT REFERENCES Courses, grade INT);"
                    "INSERT INTO Students VALUES (1,'Ada',36),(2,'Alan',41); INSERT INTO Courses VALUES (7,'Logic',5);"
                    "INSERT INTO Enrolled VALUES (1,7,1),(2,7,2);")};

  /// The SQL after all necessary repairs, or the fault that cannot be repaired.
  std::string repaired(std::string sql) {
    for (int round = 0; round < 5; ++round) {
      auto const done = database.execute(sql);
      if (done.ok()) return sql;
      auto const fixed = repair::suggest_repair(sql, *done.failure, database.schema());
      if (!fixed) return "not repaired: " + done.failure->message;
      BOOST_TEST(!fixed->why.empty());
      sql = fixed->sql;
    }
    return sql;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(suggested_repairs, fixture)

BOOST_AUTO_TEST_CASE(misspelt_names_are_put_right) {
  BOOST_TEST(repaired("SELECT agee FROM Students") == "SELECT age FROM Students");
  BOOST_TEST(repaired("SELECT full_name FROM student") == "SELECT FullName FROM Students");
  BOOST_TEST(repaired("SELECT titel FROM Courses") == "SELECT title FROM Courses");
}

BOOST_AUTO_TEST_CASE(a_name_may_leave_out_its_table) {
  BOOST_TEST(repaired("SELECT id FROM Students") == "SELECT StuID FROM Students");
  BOOST_TEST(repaired("SELECT T1.id FROM Courses AS T1") == "SELECT T1.CourseID FROM Courses AS T1");
}

BOOST_AUTO_TEST_CASE(another_table_in_scope_may_have_the_column) {
  BOOST_TEST(repaired("SELECT T2.FullName FROM Students AS T1 JOIN Enrolled AS T2 ON T1.StuID = T2.student") ==
             "SELECT T1.FullName FROM Students AS T1 JOIN Enrolled AS T2 ON T1.StuID = T2.student");
}

BOOST_AUTO_TEST_CASE(the_table_that_has_the_column_is_joined) {
  BOOST_TEST(repaired("SELECT title FROM Enrolled") ==
             "SELECT Courses.title FROM Enrolled JOIN Courses ON Enrolled.course = Courses.CourseID");
}

BOOST_AUTO_TEST_CASE(joins_follow_the_foreign_key) {
  BOOST_TEST(repaired("SELECT T1.FullName FROM Students AS T1 JOIN Enrolled AS T2 ON T1.StuID = T2.StuID") ==
             "SELECT T1.FullName FROM Students AS T1 JOIN Enrolled AS T2 ON T1.StuID = T2.student");
}

BOOST_AUTO_TEST_CASE(ambiguous_columns_are_qualified) {
  writer(f / "shop.sqlite").run("CREATE TABLE Alumni(StuID INT, age INT)");
  database = db::sqlite_connection(f / "shop.sqlite");
  BOOST_TEST(repaired("SELECT age FROM Students JOIN Alumni ON Students.StuID = Alumni.StuID") ==
             "SELECT Students.age FROM Students JOIN Alumni ON Students.StuID = Alumni.StuID");
}

BOOST_AUTO_TEST_CASE(only_the_select_that_is_wrong_is_changed) {
  BOOST_TEST(repaired("SELECT age FROM Students WHERE StuID IN (SELECT StuID FROM Enrolled WHERE gradee > 1)") ==
             "SELECT age FROM Students WHERE StuID IN (SELECT StuID FROM Enrolled WHERE grade > 1)");
}

BOOST_AUTO_TEST_CASE(what_has_no_likely_repair_is_left) {
  BOOST_TEST(repaired("SELECT shoe_size FROM Students") == "not repaired: no such column: shoe_size");
  BOOST_TEST(repaired("SELECT x FROM unicorns") == "not repaired: no such table: unicorns");
  BOOST_TEST(repaired("SELEC age FROM Students").starts_with("not repaired"));
  BOOST_TEST(!repair::suggest_repair("SELECT 1", failure{errc::no_such_column, "x", "", "", {}}, database.schema()));
}

BOOST_AUTO_TEST_SUITE_END()
