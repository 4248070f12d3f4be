// SPDX-License-Identifier: BSL-1.0
// The targets of names, and the proposals for wrong ones.
#include "resolve_support.hpp"
#include "t2s/sql/mysql.hpp"

#include <algorithm>

using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

using names = std::vector<std::string>;

struct school {
  school() {
    char const* const tables =
        "CREATE TABLE students(id PRIMARY KEY, name, town); CREATE TABLE enrolls(student, course, grade);"
        "CREATE TABLE courses(id PRIMARY KEY, title, hours); CREATE VIEW best AS SELECT student AS who FROM enrolls;";
    sqlite3_exec(db.get(), tables, nullptr, nullptr, nullptr);
    shape = schema_of(db.get());
  }

  /// Each use as "written=table.column", "written=result" or "written=literal"; "-" for a column of no table.
  names uses(std::string const& sql) const {
    auto const q = must_parse(sql);
    auto const r = resolve(q, shape);
    BOOST_TEST(r.ok(), sql << ": " << (r.ok() ? "" : r.problems[0].what.message));
    BOOST_TEST(complaint(db.get(), sql) == "");
    names found;
    for (auto const& use : r.columns) found.push_back(std::string(use.at->name.view()) + "=" + meaning(use));
    return found;
  }

  static std::string meaning(resolved_column const& use) {
    if (use.what == reference::result) return "result";
    if (use.what == reference::literal) return "literal";
    return base(use.base);
  }

  static std::string base(base_column const& b) {
    if (!b) return "-";
    return b.table->name + "." + (b.column ? b.column->name : "rowid");
  }

  problem only_problem(std::string const& sql) const {
    held.push_back(must_parse(sql));
    auto const r = resolve(held.back(), shape);
    BOOST_TEST_REQUIRE(r.problems.size() == 1U, sql);
    return r.problems[0];
  }

  database db = open_empty();
  t2s::schema::database shape{};
  mutable std::vector<query> held{};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(resolution_meanings, school)

BOOST_AUTO_TEST_CASE(columns_lead_to_their_tables) {
  BOOST_TEST(uses("SELECT name, T2.Grade FROM students JOIN enrolls AS t2 ON id = student") ==
             (names{"name=students.name", "Grade=enrolls.grade", "id=students.id", "student=enrolls.student"}));
  BOOST_TEST(uses("SELECT rowid, who FROM best") == (names{"rowid=best.rowid", "who=best.who"}));
  BOOST_TEST(uses("SELECT main.students.name FROM students") == (names{"name=students.name"}));
}

BOOST_AUTO_TEST_CASE(through_subqueries_and_ctes) {
  BOOST_TEST(uses("SELECT s.n, s.c FROM (SELECT name AS n, count(*) AS c FROM students) AS s") ==
             (names{"name=students.name", "n=students.name", "c=-"}));
  BOOST_TEST(uses("WITH a(x) AS (SELECT title FROM courses), b AS (SELECT * FROM a) SELECT x FROM b") ==
             (names{"title=courses.title", "x=courses.title"}));
  BOOST_TEST(uses("SELECT hours FROM (students JOIN courses USING (id)) JOIN enrolls ON course = courses.id") ==
             (names{"hours=courses.hours", "id=courses.id", "course=enrolls.course", "id=courses.id"}));
}

BOOST_AUTO_TEST_CASE(joins_make_one_column_of_several) {
  BOOST_TEST(uses("SELECT id FROM students JOIN courses USING (id)") == (names{"id=students.id", "id=courses.id"}));
  BOOST_TEST(uses("SELECT id FROM students RIGHT JOIN courses USING (id)")[0] == "id=courses.id");
  BOOST_TEST(uses("SELECT id FROM students NATURAL JOIN courses") == (names{"id=students.id"}));
}

BOOST_AUTO_TEST_CASE(correlated_references) {
  auto const q = must_parse("SELECT name FROM students WHERE EXISTS (SELECT 1 FROM enrolls WHERE student = id)");
  auto const r = resolve(q, shape);
  std::vector<bool> outer;
  for (auto const& use : r.columns) outer.push_back(use.outer);
  BOOST_TEST((outer == std::vector<bool>{false, false, true}));
  BOOST_TEST(r.find(*r.columns[2].at) == &r.columns[2]);
  BOOST_TEST(r.find(q.root()) == nullptr);
}

BOOST_AUTO_TEST_CASE(results_and_literals) {
  BOOST_TEST(uses("SELECT town AS t, count(*) AS n FROM students WHERE name = \"Ann\" AND TRUE GROUP BY t HAVING n > 1 ORDER BY n") ==
                 (names{"town=students.town", "n=result", "name=students.name", "Ann=literal", "TRUE=literal", "n=result", "t=result"}),
             boost::test_tools::per_element());
  BOOST_TEST(uses("SELECT name AS n FROM students UNION SELECT title FROM courses ORDER BY title") ==
             (names{"title=courses.title", "name=students.name", "title=result"}));
}

BOOST_AUTO_TEST_CASE(the_result_of_a_statement) {
  auto const q = must_parse("SELECT c.*, c.title AS t, count( * ), hours + 1 FROM courses AS c UNION SELECT 1, 2, 3, 4, 5, 6");
  auto const r = resolve(q, shape);
  BOOST_TEST_REQUIRE(r.ok());
  names found;
  for (auto const& o : r.output) found.push_back(o.name + "=" + base(o.base));
  BOOST_TEST(found ==
             (names{"id=courses.id", "title=courses.title", "hours=courses.hours", "t=courses.title", "count( * )=-", "hours + 1=-"}));
}

BOOST_AUTO_TEST_CASE(proposals) {
  auto const misspelt = only_problem("SELECT s.nmae FROM students s");
  BOOST_TEST((misspelt.what.code == t2s::errc::no_such_column));
  BOOST_TEST(misspelt.what.message == "no such column: s.nmae");
  BOOST_TEST(misspelt.in_scope == (names{"s.name"}));
  BOOST_TEST(misspelt.what.offset.value() == 7U);
  auto const elsewhere = only_problem("SELECT title FROM students");
  BOOST_TEST(elsewhere.elsewhere == (names{"courses.title"}));
  BOOST_TEST(elsewhere.what.remedy == "courses.title is not in scope; join its table");
  BOOST_TEST(only_problem("SELECT * FROM student").in_scope == (names{"students"}));
  auto const absent = only_problem("SELECT courses.* FROM students");
  BOOST_TEST(absent.what.message == "no such table: courses");
  BOOST_TEST(absent.what.remedy == "the table courses is not in FROM, or has another name there");
  BOOST_TEST(absent.in_scope.empty());
  BOOST_TEST(only_problem("SELECT uper(name) FROM students").in_scope == (names{"upper"}));
}

BOOST_AUTO_TEST_CASE(ambiguity_names_the_tables) {
  auto const p = only_problem("SELECT id FROM students, courses");
  BOOST_TEST((p.what.code == t2s::errc::ambiguous_column));
  BOOST_TEST((p.between == std::vector<std::uint32_t>{0, 1}));
  BOOST_TEST(p.in_scope == (names{"students.id", "courses.id"}));
}

BOOST_AUTO_TEST_CASE(all_problems_are_found) {
  auto const q = must_parse("SELECT nope(nmae), id, max(id) FROM students, courses WHERE count(*) > 1 AND hour = 1 ORDER BY 9");
  auto const r = resolve(q, shape);
  std::vector<std::string_view> codes;
  for (auto const& p : r.problems) codes.push_back(name_of(p.what.code));
  std::ranges::sort(codes);
  BOOST_TEST(codes == (std::vector<std::string_view>{"ambiguous_column", "ambiguous_column", "misuse_of_aggregate", "no_such_column",
                                                     "no_such_column", "no_such_function", "sql_failed"}),
             boost::test_tools::per_element());
  BOOST_TEST(complaint(db.get(), std::string(q.text())) == r.problems[0].what.message);
}

BOOST_AUTO_TEST_CASE(sources_past_the_64th_are_refused) {
  std::string from = "SELECT 1 FROM students AS s1";
  for (int i = 2; i <= 64; ++i) from.append(", students AS s").append(std::to_string(i));
  BOOST_TEST(complaint(db.get(), from) == "");
  auto const most = must_parse(from);
  BOOST_TEST(resolve(most, shape).ok());
  from += ", students";
  BOOST_TEST(complaint(db.get(), from) == only_problem(from).what.message);
  BOOST_TEST((only_problem(from).what.code == t2s::errc::statement_too_long));
}

BOOST_AUTO_TEST_CASE(too_many_arguments_of_a_source) {
  auto const sql = "SELECT value FROM json_each('[]', '$', 1)";
  auto const p = only_problem(sql);
  BOOST_TEST((p.what.code == t2s::errc::wrong_argument_count));
  BOOST_TEST(p.what.subject == "json_each");
  BOOST_TEST(complaint(db.get(), sql) == p.what.message);
}

BOOST_AUTO_TEST_CASE(what_was_changed_resolves_anew) {
  auto q = must_parse("SELECT name FROM students");
  auto* const column = q.root().find(kind::select)->find(kind::columns)->items[0];
  column->name = q.make_name("town");
  auto const r = resolve(q, shape);
  BOOST_TEST(base(r.output.at(0).base) == "students.town");
}

// SQLite has no brackets around the members of a compound: there the same is written as a select from them.
BOOST_AUTO_TEST_CASE(members_in_brackets) {
  struct one {
    std::string mysql, sqlite;
  };
  for (auto const& [sql, same] :
       {one{"(SELECT name FROM students) ORDER BY name", "SELECT * FROM (SELECT name FROM students) ORDER BY name"},
        one{"(SELECT name FROM students) UNION (SELECT title FROM courses LIMIT 1)",
            "SELECT * FROM (SELECT name FROM students) UNION SELECT * FROM (SELECT title FROM courses LIMIT 1)"},
        one{"(SELECT name FROM students) UNION (SELECT id, title FROM courses)",
            "SELECT * FROM (SELECT name FROM students) UNION SELECT * FROM (SELECT id, title FROM courses)"},
        one{"SELECT 1 IN ((SELECT nmae FROM students) LIMIT 1)", "SELECT 1 IN (SELECT * FROM (SELECT nmae FROM students) LIMIT 1)"},
        one{"SELECT x.name FROM ((SELECT name FROM students) LIMIT 1) AS x WHERE x.town = 1",
            "SELECT x.name FROM (SELECT * FROM (SELECT name FROM students) LIMIT 1) AS x WHERE x.town = 1"}}) {
    auto const q = parse(sql, {.grammar = mysql});
    BOOST_TEST_REQUIRE(bool(q), sql);
    auto const r = resolve(*q, shape);
    BOOST_TEST((r.ok() ? "" : r.problems[0].what.message) == complaint(db.get(), same), sql);
  }
  auto const q = parse("(SELECT name FROM students) UNION (SELECT title FROM courses)", {.grammar = mysql});
  BOOST_TEST(base(resolve(*q, shape).output.at(0).base) == "students.name");
}

BOOST_AUTO_TEST_CASE(long_and_deep_statements) {
  std::string chain = "WITH c0 AS (SELECT name AS n FROM students)";
  for (int i = 1; i <= 1000; ++i) chain += ", c" + std::to_string(i) + " AS (SELECT n FROM c" + std::to_string(i - 1) + ")";
  auto const deep = must_parse(chain + " SELECT n FROM c1000");
  BOOST_TEST((resolve(deep, shape).problems.at(0).what.code == t2s::errc::statement_too_long));
  auto const enough = must_parse(chain + " SELECT n FROM c200");
  BOOST_TEST(resolve(enough, shape).ok());

  std::string any = "SELECT name FROM students WHERE id = 1";
  for (int i = 0; i < 20000; ++i) any += " OR id = " + std::to_string(i);
  auto const wide = must_parse(any);
  BOOST_TEST(resolve(wide, shape).columns.size() == 20002U);

  std::string wrong = "SELECT 1 FROM students, enrolls, courses WHERE nope";
  for (int i = 0; i < 50000; ++i) wrong += " OR nope";
  auto const q = must_parse(wrong);
  BOOST_TEST(resolve(q, shape).problems.size() == 50001U);
}

BOOST_AUTO_TEST_SUITE_END()
