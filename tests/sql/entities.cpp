// SPDX-License-Identifier: BSL-1.0
#include "t2s/sql/entities.hpp"

#include "resolve_support.hpp"

using namespace t2s::sql;
using namespace t2s::sql::test;

using names = std::vector<std::string>;

namespace {

struct school {
  school() {
    char const* const tables =
        "CREATE TABLE students(id, name); CREATE TABLE enrolls(student, course, grade); CREATE TABLE courses(id, title);";
    sqlite3_exec(db.get(), tables, nullptr, nullptr, nullptr);
    shape = schema_of(db.get());
  }

  /// The columns of the entities, which must be those that SQLite reads.
  names columns(std::string const& sql) const {
    auto const q = must_parse(sql);
    auto const found = entities_of(q, shape).column_names();
    BOOST_TEST(found == columns_read(db.get(), sql), sql);
    return found;
  }

  database db = open_empty();
  t2s::schema::database shape{};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(entity_extraction, school)

BOOST_AUTO_TEST_CASE(aliases_are_resolved) {
  auto const q =
      must_parse("SELECT T1.Name FROM Students AS T1 JOIN enrolls T2 ON T1.id = T2.student WHERE T2.grade = 'A' AND t2.grade > 1");
  auto const e = entities_of(q);
  BOOST_TEST(e.table_names() == (names{"enrolls", "students"}));
  BOOST_TEST(e.column_names() == (names{"enrolls.grade", "enrolls.student", "students.id", "students.name"}));
  BOOST_TEST((e.columns[0].where == clause::on));
  BOOST_TEST((e.columns[2].where == clause::select));
  BOOST_TEST((e.columns[3].where == clause::where));
  BOOST_TEST(name_of(e.columns[0].where) == "on");
}

BOOST_AUTO_TEST_CASE(unqualified_columns) {
  auto const one = must_parse("SELECT name FROM students ORDER BY id");
  BOOST_TEST(entities_of(one).column_names() == (names{"students.id", "students.name"}));
  auto const two = must_parse("SELECT name FROM students JOIN enrolls");
  auto const open = entities_of(two);
  BOOST_TEST(open.column_names() == (names{"name"}));
  BOOST_TEST(open.candidates(open.columns[0]).count == 2U);
  BOOST_TEST(open.tables[open.candidates(open.columns[0]).first + 1].name == "enrolls");
  BOOST_TEST(entities_of(two, shape).column_names() == (names{"students.name"}));
}

BOOST_AUTO_TEST_CASE(scopes) {
  auto const q = must_parse("SELECT name FROM students WHERE EXISTS (SELECT 1 FROM enrolls WHERE student = students.id AND name = 'x')");
  auto const e = entities_of(q, shape);
  BOOST_TEST(e.column_names() == (names{"enrolls.student", "students.id", "students.name"}));
  BOOST_TEST(e.scopes.size() == 2U);
  BOOST_TEST(e.scopes[1].parent == 0U);
}

BOOST_AUTO_TEST_CASE(ctes_and_subqueries_are_no_tables) {
  auto const q = must_parse(
      "WITH best(s) AS (SELECT student FROM enrolls) SELECT b.s, x.title FROM best b JOIN (SELECT title FROM courses) x WHERE b.s IN "
      "students");
  auto const e = entities_of(q);
  BOOST_TEST(e.table_names() == (names{"courses", "enrolls", "students"}));
  BOOST_TEST(e.column_names() == (names{"courses.title", "enrolls.student"}));
}

BOOST_AUTO_TEST_CASE(names_of_results_and_strings) {
  auto const q = must_parse("SELECT count(*) AS n, name FROM students WHERE name = \"Ann\" GROUP BY name HAVING n > 1 AND true ORDER BY n");
  auto const e = entities_of(q, shape);
  BOOST_TEST(e.column_names() == (names{"students.name"}));
  std::vector<reference> what;
  for (auto const& c : e.columns) what.push_back(c.what);
  BOOST_TEST((what == std::vector{reference::column, reference::column, reference::literal, reference::column, reference::result,
                                  reference::literal, reference::result}));
}

BOOST_AUTO_TEST_CASE(scopes_are_those_of_sqlite) {
  BOOST_TEST(columns("SELECT name FROM students WHERE id IN (SELECT id FROM enrolls)") == (names{"students.id", "students.name"}));
  BOOST_TEST(columns("SELECT name FROM students WHERE id IN (SELECT id FROM courses)") ==
             (names{"courses.id", "students.id", "students.name"}));
  BOOST_TEST(columns("SELECT grade AS course FROM enrolls WHERE course > 1") == (names{"enrolls.course", "enrolls.grade"}));
  BOOST_TEST(columns("SELECT id AS name FROM students ORDER BY name") == (names{"students.id"}));
  BOOST_TEST(columns("WITH a AS (SELECT n FROM b), b(n) AS (SELECT name FROM students) SELECT n FROM a") == (names{"students.name"}));
  BOOST_TEST(columns("SELECT \"name\", \"nothing\" FROM students") == (names{"students.name"}));
  BOOST_TEST(columns("SELECT t.name FROM students AS t WHERE EXISTS (SELECT 1 FROM courses AS t WHERE t.title = 'x')") ==
             (names{"courses.title", "students.name"}));
}

BOOST_AUTO_TEST_CASE(results_of_stars_are_columns) {
  auto const q = must_parse("SELECT * FROM students ORDER BY name");
  auto const e = entities_of(q, shape);
  BOOST_TEST_REQUIRE(e.columns.size() == 1U);
  BOOST_TEST((e.columns[0].what == reference::column));
  BOOST_TEST((e.columns[0].where == clause::order_by));
  BOOST_TEST(e.table_of(e.columns[0]) == "students");
  auto const several = must_parse("SELECT * FROM students FULL JOIN courses USING (id) ORDER BY id");
  BOOST_TEST((entities_of(several, shape).columns.back().what == reference::result));
}

BOOST_AUTO_TEST_CASE(names_after_using_are_of_the_right_table) {
  auto const q = must_parse("SELECT title FROM students JOIN courses USING (id)");
  BOOST_TEST(entities_of(q, shape).column_names() == (names{"courses.id", "courses.title"}));
}

BOOST_AUTO_TEST_CASE(what_sqlite_refuses_stays_open) {
  auto const missing = must_parse("SELECT grade, students.grade FROM students");
  auto const e = entities_of(missing, shape);
  BOOST_TEST(e.columns[0].source == column_use::unknown);
  BOOST_TEST(e.table_of(e.columns[1]) == "students");
  auto const ambiguous = must_parse("SELECT id FROM students, courses");
  auto const both = entities_of(ambiguous, shape);
  BOOST_TEST(both.columns[0].source == column_use::unknown);
  BOOST_TEST(both.candidates(both.columns[0]).count == 2U);
}

BOOST_AUTO_TEST_CASE(what_sqlite_never_looks_at_is_as_without_a_schema) {
  auto const q = must_parse("WITH unused AS (SELECT title FROM courses) SELECT name FROM students");
  BOOST_TEST(entities_of(q, shape).column_names() == (names{"courses.title", "students.name"}));
}

BOOST_AUTO_TEST_SUITE_END()
