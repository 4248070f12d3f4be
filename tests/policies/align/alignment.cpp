// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/align/detail/alignment.hpp"
#include "t2s/pipeline/detail/gold_answers.hpp"
#include "t2s/policies/align/detail/mentioned.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "db/support.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/policies/align/labels.hpp"
#include "t2s/policies/align/local.hpp"
#include "t2s/policies/align/prompted.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

struct school {
  test::folder f;
  db::sqlite_connection database{
      test::make_database(f / "school.sqlite",
                          "CREATE TABLE student(id INTEGER PRIMARY KEY, full_name TEXT, city TEXT);"
                          "CREATE TABLE course(code TEXT, title TEXT, city TEXT, \"page count\" INT);"
                          "INSERT INTO student VALUES (1,'Ann','Rome'); INSERT INTO course VALUES ('L','Law','Oslo',9);")};
  schema::database const& shape = database.schema();

  /// "token>schema:type" of the tokens that stand for something.
  static std::string shown(align::alignment const& a) {
    std::string all;
    for (auto const& t : a)
      if (t.to != align::aligned::nothing)
        all.append(all.empty() ? "" : " ")
            .append(t.token)
            .append(">")
            .append(align::to_text(t.schema))
            .append(t.to == align::aligned::table    ? ":tbl"
                    : t.to == align::aligned::column ? ":col"
                                                     : ":val");
    return all;
  }
  [[nodiscard]] std::string read(std::string_view completion, std::string_view question, std::string_view sql = "SELECT 1") const {
    return shown(align::read_alignment(completion, question, sql, shape).tokens);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(alignment, school)

BOOST_AUTO_TEST_CASE(types_and_names_are_read_tolerantly) {
  auto const question = "Which students live in Rome?";
  for (auto const* type : {"tab", "tbl", "table", "TBL", "", "col"})
    BOOST_TEST(read(std::string("[{'token': 'students', 'schema': 'STUDENT', 'type': '").append(type).append("'}]"), question) ==
               "students>student:tbl");
  for (auto const* name : {"student.city", "Student.City", "\\\"student\\\".`city`", "[student].city", "main.student.city"})
    BOOST_TEST(read(std::string("[{\"token\": \"Rome\", \"schema\": \"").append(name).append("\", \"type\": \"val\"}]"), question) ==
                   (std::string_view(name).starts_with("main") ? "" : "Rome>student.city:val"),
               name);
  BOOST_TEST(read("[{'token': 'live', 'schema': 'full_name', 'type': 'col'}]", question) == "live>student.full_name:col");
  BOOST_TEST(read("[{'token': 'live', 'schema': 'page count', 'type': 'column'}]", question) == "live>course.page count:col");
  BOOST_TEST(read("[{'token': 'live', 'schema': 'student.*', 'type': 'col'}]", question).empty());
  BOOST_TEST(read("[{'token': 'live', 'schema': 'None', 'type': 'None'}]", question).empty());
}

BOOST_AUTO_TEST_CASE(a_column_of_several_tables_is_one_that_the_sql_uses) {
  auto const reply = "[{'token': 'city', 'schema': 'city', 'type': 'col'}]";
  BOOST_TEST(read(reply, "which city", "SELECT code FROM course") == "city>course.city:col");
  BOOST_TEST(read(reply, "which city", "SELECT 1") == "city>city:col");
  auto const open = align::read_alignment(reply, "which city", "SELECT 1", shape);
  BOOST_TEST(align::missing_in("SELECT city FROM student", shape, open).empty());
  BOOST_TEST(align::to_text(align::missing_in("SELECT id FROM student", shape, open)) == "columns city");
}

BOOST_AUTO_TEST_CASE(tokens_are_found_again_in_the_question) {
  auto const question = "Show the full names, please.";
  BOOST_TEST(read("[{'token': 'full names', 'schema': 'student.full_name', 'type': 'col'}]", question) ==
             "full>student.full_name:col names>student.full_name:col");
  BOOST_TEST(
      read("[{'token': 'list', 'schema': 'course'}, {'token': 'NAMES', 'schema': 'student.full_name', 'type': 'col'}, {'token': 'x'}]",
           question) == "names>student.full_name:col");
  BOOST_TEST(read("[{'schema': 'course'}, 'names', {'token': '', 'schema': 'course'}]", question).empty());
}

BOOST_AUTO_TEST_CASE(what_is_left_out_is_said) {
  auto const unknown = align::read_alignment("[{'token': 'names', 'schema': 'pupil.name', 'type': 'col'}]", "the names", "SELECT 1", shape);
  BOOST_TEST(unknown.columns.empty());
  BOOST_TEST(unknown.why == "the schema has no pupil.name");
  auto const rambling = align::read_alignment("I would rather not.", "the names", "SELECT 1", shape);
  BOOST_TEST(rambling.tokens.size() == 2u);
  BOOST_TEST(rambling.why.find("I would rather not.") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(aligned_by_the_sql_that_answers) {
  BOOST_TEST(shown(align::align_by_sql("Name students in 'Rome' older than 30",
                                       "SELECT full_name FROM student WHERE city = 'Rome' AND id > 30", shape)) ==
             "Name>student.full_name:col students>student:tbl 'Rome'>student.city:val 30>student.id:val");
  BOOST_TEST(shown(align::align_by_sql("titles of courses with law", "SELECT title FROM course WHERE title LIKE '%law%'", shape)) ==
             "titles>course.title:col courses>course:tbl law>course.title:val");
  BOOST_TEST(shown(align::align_by_sql("Which students?", "SELECT oops FROM", shape)).empty());
  BOOST_TEST(align::to_text(align::align_by_sql("\"a\\b\"?", "SELECT 1", shape)) ==
             "[\n  {\"token\": \"\\\"a\\\\b\\\"\", \"schema\": null, \"type\": null},\n  {\"token\": \"?\", \"schema\": null, \"type\": "
             "null}\n]");
  BOOST_TEST(align::to_text(align::alignment()) == "[]");
}

// "of" is a part of the name and means nothing by itself; a name of such words alone, and a value, keep them.
BOOST_AUTO_TEST_CASE(function_words_of_a_name_mean_nothing) {
  db::sqlite_connection registry{test::make_database(f / "registry.sqlite",
                                                     "CREATE TABLE keeper(name TEXT, date_of_birth TEXT, in_use INT, \"to\" TEXT);"
                                                     "INSERT INTO keeper VALUES ('Ann of the Hill', '1990', 1, 'x');")};
  auto const of = [&](char const* question, char const* sql) { return shown(align::align_by_sql(question, sql, registry.schema())); };
  BOOST_TEST(of("What is the date of birth of the keeper?", "SELECT date_of_birth FROM keeper") ==
             "date>keeper.date_of_birth:col birth>keeper.date_of_birth:col keeper>keeper:tbl");
  BOOST_TEST(of("Which keepers are in use?", "SELECT name FROM keeper WHERE in_use = 1") == "keepers>keeper:tbl use>keeper.in_use:col");
  BOOST_TEST(of("Where does Ann of the Hill live?", "SELECT \"to\" FROM keeper WHERE name = 'Ann of the Hill'") ==
             "Ann>keeper.name:val of>keeper.name:val the>keeper.name:val Hill>keeper.name:val");
}

namespace {

std::string refusal(char const* labels) {
  try {
    (void)align::parse_labels(labels, "labels.json");
  } catch (error const& e) {
    BOOST_TEST((e.details().code == errc::malformed_data));
    return e.what();
  }
  return {};
}

}  // namespace

// DAC, 4.1: the demonstrations of linking have labels of people.
BOOST_AUTO_TEST_CASE(demonstrations_show_the_labels_of_people) {
  auto const labels = align::parse_labels(R"([{"db_id": "school", "question": "Who is Roman?", "alignments":
      [{"token": "Who", "schema": "student.full_name", "type": "col"}, {"token": "is", "schema": null, "type": null},
       {"token": "Roman", "schema": "student.city", "type": "val"}]}])",
                                          "labels.json");
  align::prompted linker;
  linker.labels = std::make_shared<align::labelled_alignments const>(labels);
  auto schemas = std::make_shared<retrieve::pool_schemas>();
  schemas->emplace("school", retrieve::pool_schema(shape, "the school"));
  linker.schemas = schemas;
  llm::scripted_model model{"[]"};
  context ctx(model, database);
  samples shown_samples;
  for (auto const* question : {"Who is Roman?", "Who is a student?"}) {
    demonstration like;
    like.database = "school";
    like.question = question;
    like.sql = "SELECT full_name FROM student WHERE city = 'Rome'";
    shown_samples.demonstrations.push_back({like, 1});
  }
  (void)linker.link(ctx, question("Which courses?"), shown_samples, "SELECT 1").get();
  auto const& prompt = model.asked().back().messages[0].text;
  BOOST_TEST(prompt.find("{\"token\": \"Who\", \"schema\": \"student.full_name\", \"type\": \"col\"},\n"
                         "  {\"token\": \"is\", \"schema\": null, \"type\": null},\n"
                         "  {\"token\": \"Roman\", \"schema\": \"student.city\", \"type\": \"val\"},\n"
                         "  {\"token\": \"?\", \"schema\": null, \"type\": null}\n]") != std::string::npos,
             prompt);
  BOOST_TEST(prompt.find("{\"token\": \"student\", \"schema\": \"student\", \"type\": \"tbl\"}") != std::string::npos, prompt);
}

BOOST_AUTO_TEST_CASE(labels_are_refused_with_their_element) {
  BOOST_TEST(refusal("[]").find("labels.json: the list is empty") != std::string::npos);
  BOOST_TEST(refusal("[{\"db_id\": \"a\", \"question\": \"b\"}]").find("element 0 (a) has no list \"alignments\"") != std::string::npos);
  BOOST_TEST(refusal(R"([{"db_id": "a", "question": "b", "alignments": [{"schema": "c"}]}])").find("\"token\" is no text") !=
             std::string::npos);
  BOOST_TEST(refusal(R"([{"db_id": "a", "question": "b", "alignments": [{"token": "t", "type": 3}]}])").find("\"type\" is no text") !=
             std::string::npos);
}

// Base methods, 4.4: the direction of the comparison, and join keys.
BOOST_AUTO_TEST_CASE(only_what_is_linked_can_be_missing) {
  align::linked_entities linked;
  linked.tables = {"student", "course"};
  linked.columns = {{"student", "full_name"}, {"course", "page count"}};
  BOOST_TEST(align::to_text(align::missing_in("SELECT T1.full_name FROM student AS T1", shape, linked)) ==
             "tables course and columns course.\"page count\"");
  BOOST_TEST(
      align::missing_in("SELECT s.full_name, c.\"page count\", c.code FROM student s JOIN course c ON s.city = c.city", shape, linked)
          .empty());
  BOOST_TEST(align::to_text(align::missing_in("SELECT full_name FROM FROM student", shape, linked)) ==
             "tables course and columns course.\"page count\"");
}

// Base methods, 4.4: join keys are absent from the entities of SQL; section 3.4: columns that only join tables are not mentioned.
BOOST_AUTO_TEST_CASE(the_question_need_not_name_join_keys) {
  db::sqlite_connection const campus(
      test::make_database(f / "campus.sqlite",
                          "CREATE TABLE students(stu_id INTEGER PRIMARY KEY, full_name TEXT, mentor INT);"
                          "CREATE TABLE enrolls(stu_id INT, course_id INT, grade TEXT); CREATE TABLE courses(course_id INT, title TEXT);"));
  auto const used = [&](std::string_view sql) {
    auto const found = align::entities_used(sql, campus.schema());
    std::string all = text::join(found.tables, " ") + " |";
    for (auto const& c : found.columns) all.append(" ").append(align::to_text(c));
    return all;
  };
  BOOST_TEST(used("SELECT T1.full_name FROM students AS T1 JOIN enrolls AS T2 ON T1.stu_id = T2.stu_id WHERE T2.grade = 'A'") ==
             "students enrolls | students.full_name enrolls.grade");  // the first example of 4.4
  BOOST_TEST(used("SELECT full_name FROM students JOIN enrolls USING (stu_id)") == "students enrolls | students.full_name");
  BOOST_TEST(used("SELECT full_name FROM students s, enrolls e WHERE s.stu_id = e.stu_id AND e.grade = 'A'") ==
             "students enrolls | students.full_name enrolls.grade");
  BOOST_TEST(used("SELECT b.full_name FROM students a JOIN students b ON a.mentor = b.stu_id") == "students | students.full_name");
  BOOST_TEST(used("SELECT title FROM courses c WHERE EXISTS (SELECT 1 FROM enrolls e WHERE e.course_id = c.course_id)") ==
             "courses enrolls | courses.title");
  // A key that the SQL also uses for something else is named, and so are the other parts of an ON.
  BOOST_TEST(used("SELECT s.stu_id FROM students s JOIN enrolls e ON s.stu_id = e.stu_id AND e.grade = 'A'") ==
             "students enrolls | students.stu_id enrolls.grade");
  BOOST_TEST(used("SELECT full_name FROM students WHERE mentor = stu_id") ==
             "students | students.full_name students.mentor students.stu_id");
  BOOST_TEST(used("SELECT title FROM courses WHERE course_id NOT IN (SELECT course_id FROM enrolls)") ==
             "courses enrolls | courses.title courses.course_id enrolls.course_id");
}

BOOST_AUTO_TEST_CASE(the_oracle_aligns_by_the_gold_sql) {
  llm::scripted_model model{};
  context ctx(model, database);
  align::oracle by;
  by.gold = std::make_shared<gold_answers const>(gold_answers{{"Who is in Rome?", "SELECT full_name FROM student WHERE city = 'Rome'"}});
  auto const found = by.link(ctx, question("Who is in Rome?"), samples(), "");
  BOOST_TEST((found.columns == std::vector<align::entity>{{"student", "full_name"}, {"student", "city"}}));
  BOOST_TEST(found.tokens.empty());
  by.aligns_tokens = true;
  BOOST_TEST(shown(by.link(ctx, question("Who is in Rome?"), samples(), "").tokens) == "Rome>student.city:val");
}

BOOST_AUTO_TEST_CASE(names_may_have_dots) {
  db::sqlite_connection const dotted(
      test::make_database(f / "dotted.sqlite", "CREATE TABLE \"a.b\"(c TEXT, \"d.e\" TEXT); CREATE TABLE a(\"b.c\" TEXT, x TEXT);"));
  auto const& d = dotted.schema();
  auto const linked = [&](std::string const& name, std::string const& type) {
    auto const reply = "[{\"token\": \"it\", \"schema\": \"" + name + "\", \"type\": \"" + type + "\"}]";
    return align::read_alignment(reply, "Which is it?", "SELECT 1", d);
  };
  BOOST_TEST((linked("a.b", "tbl").tables == std::vector<std::string>{"a.b"}));
  BOOST_TEST((linked("a.b.d.e", "col").columns == std::vector<align::entity>{{"a.b", "d.e"}}));
  BOOST_TEST((linked("a.x", "col").columns == std::vector<align::entity>{{"a", "x"}}));

  auto const used = align::entities_used("SELECT c, \"d.e\" FROM \"a.b\"", d);
  BOOST_TEST((used.tables == std::vector<std::string>{"a.b"}));
  BOOST_TEST((used.columns == std::vector<align::entity>{{"a.b", "c"}, {"a.b", "d.e"}}));
  BOOST_TEST(align::missing_in("SELECT c, \"d.e\" FROM \"a.b\"", d, used).empty());
  BOOST_TEST(align::missing_in("SELECT c, \"d.e\" FROM FROM \"a.b\"", d, used).empty());
  BOOST_TEST(align::to_text(align::missing_in("SELECT x FROM a", d, used)) == "tables \"a.b\" and columns \"a.b\".c, \"a.b\".\"d.e\"");
  BOOST_TEST(align::to_text(align::missing_in("SELECT c FROM \"a.b\"", d, align::entities_used("SELECT \"b.c\" FROM a", d))) ==
             "tables a and columns a.\"b.c\"");
}

BOOST_AUTO_TEST_CASE(missing_names_stay_on_their_line) {
  align::missing m;
  m.tables = {"a\n### Question:"};
  m.columns = {{"t", "b\nc"}};
  BOOST_TEST(align::to_text(m) == "tables \"a ### Question:\" and columns t.\"b c\"");
  BOOST_TEST(align::to_text(align::alignment{{"a\nb", {"t", "c\nd"}, align::aligned::column}}) ==
             "[\n  {\"token\": \"a b\", \"schema\": \"t.c d\", \"type\": \"col\"}\n]");
}

BOOST_AUTO_TEST_CASE(the_linker_stands_alone) {
  llm::scripted_model model{"[{'token': 'Rome', 'schema': 'student.city', 'type': 'val'}]"};
  context ctx(model, database);
  auto const found = align::prompted().link(ctx, question("Who is in Rome?"), samples(), "SELECT full_name FROM student").get();
  BOOST_TEST((found.columns == std::vector<align::entity>{{"student", "city"}}));
  BOOST_TEST(model.asked().at(0).messages.at(0).text.find("'Rome'") != std::string::npos);  // an example value
}

BOOST_AUTO_TEST_CASE(what_is_mentioned_is_aligned_without_a_model) {
  auto const names = prepared(database).known<knowledge::lexicon>();
  auto const linked = [&](std::string text, double least, std::string_view sql = "SELECT 1") {
    return align::align_mentioned({names, std::move(text)}, sql, least);
  };
  auto const found = linked("full names of students in Oslo", align::local().least);
  BOOST_TEST(shown(found.tokens) == "full>student.full_name:col names>student.full_name:col students>student:tbl Oslo>course.city:val");
  BOOST_TEST((found.tables == std::vector<std::string>{"student"}));
  BOOST_TEST((found.columns == std::vector<align::entity>{{"student", "full_name"}, {"course", "city"}}));
  BOOST_TEST(shown(linked("in which city", align::local().least).tokens).empty());  // two tables have it
  BOOST_TEST(shown(linked("in which city", 0.1, "SELECT title FROM course WHERE city = 'x'").tokens) == "city>course.city:col");
  BOOST_TEST(linked("full names of students in Oslo", 1.1).tables.empty());
}

BOOST_AUTO_TEST_CASE(a_mention_is_of_the_kind_that_the_sql_uses) {
  db::sqlite_connection lessons{test::make_database(f / "lessons.sqlite",
                                                    "CREATE TABLE student(id INTEGER PRIMARY KEY, full_name TEXT);"
                                                    "CREATE TABLE enrolment(code TEXT, student TEXT, room TEXT);"
                                                    "CREATE TABLE room(id INTEGER PRIMARY KEY, floor INT);")};
  auto const names = prepared(lessons).known<knowledge::lexicon>();
  auto const linked = [&](std::string text, std::string_view sql) { return align::align_mentioned({names, std::move(text)}, sql, 0.3); };
  auto const column = linked("How many students are there?", "SELECT count(student) FROM enrolment");
  BOOST_TEST(shown(column.tokens) == "students>enrolment.student:col");
  BOOST_TEST((column.columns == std::vector<align::entity>{{"enrolment", "student"}}));
  auto const table = linked("Which student is in which room?", "SELECT * FROM room");
  BOOST_TEST(shown(table.tokens) == "student>enrolment.student:col room>room:tbl");
  BOOST_TEST((table.tables == std::vector<std::string>{"student", "room"}));  // "student" names both a table and a column
}

namespace {

/// Abbreviations of places, with what they stand for in a description of their column.
struct coded {
  test::folder f;
  db::sqlite_connection file{test::make_database(f / "ports.sqlite",
                                                 "CREATE TABLE port(name TEXT, region TEXT, kind TEXT);"
                                                 "INSERT INTO port VALUES ('Bergen','VL','F'),('Vigo','GA','C');")};
  prepared<db::sqlite_connection> database{file, described()};

  static schema::descriptions described() {
    schema::descriptions known;
    known.columns = {{"port", "region", "where it lies; VL: Vestland, GA: Galicia"}, {"port", "kind", "F is for fishing, C for cruises"}};
    return known;
  }
};

}  // namespace

// The word is not stored; a text says what stands for it.
BOOST_AUTO_TEST_CASE(a_literal_of_another_form_is_aligned_by_the_evidence) {
  db::sqlite_connection ports{test::make_database(f / "ports.sqlite", "CREATE TABLE port(name TEXT, region TEXT, grade INT);")};
  auto const of = [&](char const* question, char const* sql, char const* evidence) {
    return shown(align::align_by_sql(question, sql, ports.schema(), evidence));
  };
  auto const* const sql = "SELECT name FROM port WHERE region = 'VL'";
  BOOST_TEST(of("Which ports are in Vestland?", sql, "") == "ports>port:tbl");
  BOOST_TEST(of("Which ports are in Vestland?", sql, "Vestland refers to region = 'VL'; large means grade = 3") ==
             "ports>port:tbl Vestland>port.region:val");
  BOOST_TEST(of("Which ports are in Upper Galicia?", "SELECT name FROM port WHERE region = 'UG'",
                "\"UG\" stands for the region Upper Galicia") == "ports>port:tbl Upper>port.region:val Galicia>port.region:val");
  BOOST_TEST(of("Which large ports are there?", "SELECT name FROM port WHERE grade = 3", "Vestland is VL; large means grade = 3") ==
             "large>port.grade:val ports>port:tbl");
  BOOST_TEST(of("Which ports are in Vestland?", sql, "Vestland is in the west") == "ports>port:tbl");  // says nothing of VL
  BOOST_TEST(of("Which ports are in VL?", sql, "VL is for ports in Vestland") == "ports>port:tbl VL>port.region:val");
  BOOST_TEST(
      of("Which ports are in Vestland? Evidence: Vestland is region 'VL'", sql, "").starts_with("ports>port:tbl Vestland>port.region:val"));
}

BOOST_AUTO_TEST_CASE(a_value_of_another_form_is_found_by_what_is_known) {
  coded c;
  auto const names = c.database.known<knowledge::lexicon>();
  auto const linked = [&](std::string text, std::vector<std::string> const& knowledge = {}, std::string_view sql = "SELECT 1") {
    return align::align_mentioned({names, std::move(text)}, sql, align::local().least, knowledge);
  };
  BOOST_TEST(shown(linked("ports in Galicia").tokens) == "Galicia>port.region:val");
  BOOST_TEST((linked("ports in Galicia").columns == std::vector<align::entity>{{"port", "region"}}));
  BOOST_TEST(shown(linked("ports for fishing").tokens) == "fishing>port.kind:val");
  BOOST_TEST(shown(linked("where ports lie").tokens) == "");  // in a description, without a value
  BOOST_TEST(shown(linked("ports of the fjords", {"the fjords are region 'VL'"}).tokens) == "fjords>port.region:val");
  BOOST_TEST(shown(linked("ports of the fjords", {"the fjords are region 'XX'"}).tokens) == "");
  BOOST_TEST(shown(linked("ports of the fjords Evidence: the fjords are 'VL'").tokens).find("fjords>port.region:val") != std::string::npos);
}

// DAC objects to SQL that does not use the column of such a value.
BOOST_AUTO_TEST_CASE(the_column_of_a_value_of_another_form_may_be_missing) {
  coded c;
  auto const linked =
      align::align_mentioned({c.database.known<knowledge::lexicon>(), "Which ports are in Vestland?"}, "SELECT name FROM port", 0.5);
  BOOST_TEST(align::to_text(align::missing_in("SELECT name FROM port", c.file.schema(), linked)) == "columns port.region");
  BOOST_TEST(align::missing_in("SELECT name FROM port WHERE region = 'VL'", c.file.schema(), linked).empty());
}

BOOST_AUTO_TEST_SUITE_END()
