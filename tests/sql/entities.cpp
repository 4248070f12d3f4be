// SPDX-License-Identifier: BSL-1.0
#include "t2s/sql/entities.hpp"

#include "support.hpp"

using namespace t2s::sql;
using namespace t2s::sql::test;

using names = std::vector<std::string>;

namespace {

bool known(std::string_view table, std::string_view column) {
  if (table == "students") return column == "id" || column == "name";
  if (table == "enrolls") return column == "student" || column == "course" || column == "grade";
  return table == "courses" && (column == "id" || column == "title");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(entity_extraction)

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
  BOOST_TEST(entities_of(two, known).column_names() == (names{"students.name"}));
}

BOOST_AUTO_TEST_CASE(scopes) {
  auto const q = must_parse("SELECT name FROM students WHERE EXISTS (SELECT 1 FROM enrolls WHERE student = students.id AND name = 'x')");
  auto const e = entities_of(q, known);
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
  auto const e = entities_of(q, known);
  BOOST_TEST(e.column_names() == (names{"students.name"}));
  std::vector<reference> what;
  for (auto const& c : e.columns) what.push_back(c.what);
  BOOST_TEST((what == std::vector{reference::column, reference::column, reference::literal, reference::column, reference::result,
                                  reference::literal, reference::result}));
}

BOOST_AUTO_TEST_SUITE_END()
