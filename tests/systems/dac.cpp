// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/dac.hpp"
#include "t2s/pipeline/detail/gold_answers.hpp"
#include "t2s/retrieve/knowledge/detail/described_schema.hpp"
#include "t2s/systems/dac_local.hpp"

#include "db/support.hpp"
#include "t2s/core/awaitable.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/prepared.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <random>

using namespace t2s;
using llm::scripted_model;

namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// The stage of a request, identified by its instruction in the paper.
std::string stage_of(llm::request const& r) {
  auto const& prompt = r.messages.at(0).text;
  if (contains(prompt, "Hallucinate a SQL")) return "skeleton";
  if (contains(prompt, "Align the tokens")) return "entities";
  if (contains(prompt, "Generate a SQL to answer")) return "draft";
  if (contains(prompt, "mentioned by the question.")) return "fix entities";
  if (contains(prompt, "the SQL skeleton could be like")) return "fix skeleton";
  if (contains(prompt, "Fix the sql")) return "fix error";
  return "?";
}

std::string stages_of(scripted_model const& model) {
  std::string all;
  for (auto const& r : model.asked()) all.append(all.empty() ? "" : ", ").append(stage_of(r));
  return all;
}

llm::scripted_model::predicate at(std::string stage) {
  return [stage = std::move(stage)](llm::request const& r) { return stage_of(r) == stage; };
}

/// A school, and one demonstration about a zoo.
struct school {
  test::folder f;
  db::sqlite_connection database{
      test::make_database(f / "school.sqlite",
                          "CREATE TABLE student(id INTEGER PRIMARY KEY, full_name TEXT, gpa REAL);"
                          "CREATE TABLE enrolment(student INTEGER REFERENCES student, course TEXT);"
                          "INSERT INTO student VALUES (1,'Ann',3.5),(2,'Bob',NULL),(3,'Ann',2.0),(4,'Cid',3.5),(5,'Di',1.25);"
                          "INSERT INTO enrolment VALUES (1,'Law'),(2,'Art');")};
  std::shared_ptr<retrieve::bm25 const> pool = std::make_shared<retrieve::bm25 const>(
      std::vector<demonstration>{{"zoo", "How many lions live in a zoo?", "SELECT count(*) FROM animal WHERE species = 'lion'", {}, {}}});
  systems::dac dac = systems::make_dac(pool);
  scripted_model model{};

  std::string const question = "Name the students in Law";

  answer ask(run_options o = {}) { return dac.run(context(model, database, std::move(o)), question); }
  [[nodiscard]] std::string prompt(std::size_t i) const { return model.asked().at(i).messages.at(0).text; }
};

// The replies of each stage, so that all of them object.
constexpr char const* bad_draft = "Sure!\n```sql\nSELECT gpa FROM student\n```";
constexpr char const* aligned_name =
    "Here you are:\n```python\n[{'token': 'Name', 'schema': 'student.full_name', 'type': 'col'}, {'token': 'the', 'schema': None, 'type': "
    "None}, {'token': 'students', 'schema': 'student', 'type': 'tbl'}]\n```";
constexpr char const* fixed_name = "```sql\nSELECT full_name FROM student\n```";
constexpr char const* hallucinated = "```sql\nSELECT name FROM people WHERE subject = 'law'\n```";
constexpr char const* fixed_skeleton = "```sql\nSELECT full_name FROM student WHERE course = 'Law'\n```";
constexpr char const* fixed_error =
    "```sql\nSELECT T1.full_name FROM student AS T1 JOIN enrolment AS T2 ON T1.id = T2.student WHERE T2.course = 'Law'\n```";

struct all_object : school {
  all_object() { model = scripted_model{bad_draft, aligned_name, fixed_name, hallucinated, fixed_skeleton, fixed_error}; }
};

// The schema in prompts: CREATE TABLE, and three different example values for each column (appendix A).
constexpr char const* school_schema =
    "CREATE TABLE student (\n"
    "  id INTEGER,\n"
    "  full_name TEXT,\n"
    "  gpa REAL,\n"
    "  PRIMARY KEY (id)\n"
    ")\n"
    "/* Example values of the columns:\n"
    "id: 1, 2, 3\n"
    "full_name: 'Ann', 'Bob', 'Cid'\n"
    "gpa: 3.5, 2.0, 1.25\n"
    "*/\n"
    "CREATE TABLE enrolment (\n"
    "  student INTEGER,\n"
    "  course TEXT,\n"
    "  FOREIGN KEY (student) REFERENCES student(id)\n"
    ")\n"
    "/* Example values of the columns:\n"
    "student: 1, 2\n"
    "course: 'Law', 'Art'\n"
    "*/";
constexpr char const* zoo_schema = "CREATE TABLE animal (\n  species\n)";

/// Keeps the names of spans.
struct sink {
  static constexpr bool enabled = true;
  std::vector<std::string>* to;
  void on(events::stage_begun const& e) noexcept { to->emplace_back(e.name); }
};

/// A feedback with another name whose first remark follows from that fact, and whose second one from none.
template <class Fact>
struct objects_twice {
  std::optional<remark> review(auto&, t2s::question const&, auto& past) const {
    if (past.size() > 2) return {};
    return past.size() == 1 ? remark::about<Fact>("another name", "this is wrong") : remark("another name", "that is wrong");
  }
};

template <class Fact>
std::vector<llm::request> corrections_after(school& of) {
  pipeline<none, none, generate::decomposed, objects_twice<Fact>, terminate::nothing_left> const p;
  of.model = scripted_model{bad_draft, fixed_name, fixed_error};
  (void)p.run(context(of.model, of.database), of.question);
  auto asked = of.model.asked();
  asked.erase(asked.begin());
  return asked;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(dac)

BOOST_FIXTURE_TEST_CASE(the_prompt_of_a_correction_follows_the_fact_of_the_remark, school) {
  auto const entities = corrections_after<align::linked_entities>(*this);
  BOOST_REQUIRE(entities.size() == 2u);
  BOOST_TEST(contains(entities[0].messages[0].text, "based on the above database and the alignment."));
  BOOST_TEST(contains(entities[1].messages[0].text, "the sql is not right yet: that is wrong"));
  auto const skeletons = corrections_after<skeleton::parsed>(*this);
  BOOST_REQUIRE(skeletons.size() == 2u);
  BOOST_TEST(contains(skeletons[0].messages[0].text, "It should be noticed that this is wrong.\n"));
  BOOST_TEST(contains(skeletons[1].messages[0].text, "the sql is not right yet: that is wrong"));
}

// Figure 3: generation, linking, comparison and correction, parsing, comparison and correction, execution error.
BOOST_FIXTURE_TEST_CASE(every_stage_objects_once, all_object) {
  auto const a = ask();
  BOOST_TEST(stages_of(model) == "draft, entities, fix entities, skeleton, fix skeleton, fix error");
  BOOST_TEST(a.stopped == "nothing left to say");
  BOOST_REQUIRE(a.revisions.size() == 4u);
  BOOST_TEST(a.revisions[0].remarks.at(0).text == "columns student.full_name are mentioned by the question");
  BOOST_TEST(a.revisions[1].remarks.at(0).text ==
             "the SQL skeleton could be like \"select _ from _ where _ = _\", where each '_' can only be replaced with one single table, "
             "column or value");
  BOOST_TEST(contains(a.revisions[2].remarks.at(0).text, "no such column: course"));
  BOOST_TEST(a.revisions[3].remarks.empty());
  BOOST_REQUIRE(a.outcome());
  BOOST_TEST(a.outcome()->rows.values.size() == 1u);
  for (auto const& r : model.asked()) {
    BOOST_TEST((r.temperature == 0.0));
    BOOST_TEST(r.messages.size() == 1u);
    BOOST_TEST(r.choices == 1u);
  }
}

BOOST_FIXTURE_TEST_CASE(links_and_skeletons_are_in_the_answer_with_their_round, all_object) {
  auto const a = ask();
  BOOST_REQUIRE(a.revisions.size() == 4u);
  auto const* linked = a.revisions[0].known<align::linked_entities>();
  BOOST_REQUIRE(linked);
  BOOST_TEST((linked->tables == std::vector<std::string>{"student"}));
  BOOST_TEST((linked->columns == std::vector<align::entity>{{"student", "full_name"}}));
  BOOST_TEST(!a.revisions[0].known<skeleton::parsed>());
  auto const* parsed = a.revisions[1].known<skeleton::parsed>();
  BOOST_REQUIRE(parsed);
  BOOST_TEST(parsed->skeleton == "select _ from _ where _ = _");
  for (std::size_t round = 1; round < 4; ++round) BOOST_TEST(!a.revisions[round].known<align::linked_entities>());
}

BOOST_FIXTURE_TEST_CASE(a_model_that_fails_later_leaves_what_was_recorded, school) {
  model.on("", {bad_draft, aligned_name, failure{errc::rate_limited, "too often", {}, {}, {}}});
  auto const a = ask({.keep_attempts_if_model_fails = true});
  BOOST_TEST(a.failed.has_value());
  BOOST_REQUIRE(a.revisions.size() == 1u);
  BOOST_TEST(a.revisions[0].known<align::linked_entities>());
}

namespace {

/// A user's own linker and parser, which know no records.
struct names_gpa {
  [[nodiscard]] align::linked_entities link(auto&, t2s::question const&, samples const&, std::string const& sql) const {
    align::linked_entities found;
    found.tables = {"student"};
    found.columns = {{"student", contains(sql, "gpa") ? "id" : "gpa"}};
    return found;
  }
};
struct no_parser {
  [[nodiscard]] skeleton::parsed parse(auto&, t2s::question const&, samples const&) const { return {{}, {}, "it never finds any"}; }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(sub_tasks_of_a_users_own_are_recorded, school) {
  systems::dac_with<names_gpa, no_parser> system;
  model = scripted_model{"SELECT full_name FROM student", "SELECT gpa FROM student"};
  auto const a = system.run(context(model, database), question);
  BOOST_REQUIRE(a.revisions.size() == 2u);
  BOOST_TEST((a.revisions[0].known<align::linked_entities>()->columns == std::vector<align::entity>{{"student", "gpa"}}));
  BOOST_REQUIRE(a.revisions[1].known<skeleton::parsed>());
  BOOST_TEST(a.revisions[1].known<skeleton::parsed>()->skeleton == "");

  // A pipeline that links again in each round.
  pipeline<none, none, generate::decomposed, feedback::missing_entities<names_gpa>, terminate::nothing_left> each_round;
  model = scripted_model{"SELECT full_name FROM student", "SELECT gpa FROM student", "SELECT id, gpa FROM student"};
  auto const b = each_round.run(context(model, database), question);
  BOOST_REQUIRE(b.revisions.size() == 3u);
  for (auto const& [round, column] : {std::pair{0U, "gpa"}, std::pair{1U, "id"}, std::pair{2U, "id"}}) {
    auto const* linked = b.revisions[round].known<align::linked_entities>();
    BOOST_REQUIRE(linked);
    BOOST_TEST(linked->columns.at(0).column == column);
  }
}

// The golden prompts follow tables 9 to 13, with "—" between the examples.
BOOST_FIXTURE_TEST_CASE(prompts_are_those_of_the_paper, all_object) {
  (void)ask();
  BOOST_REQUIRE(model.asked().size() == 6u);
  BOOST_TEST(prompt(0) == std::string("Generate a SQL to answer the question with the given schema.\n"
                                      "Quote your answer with:\n"
                                      "```sql\n"
                                      "<answer sql>\n"
                                      "```\n"
                                      "\n"
                                      "---\n"
                                      "\n"
                                      "For example:\n"
                                      "\n"
                                      "```sql\n")
                              .append(zoo_schema)
                              .append("\n```\n"
                                      "Question: How many lions live in a zoo?\n"
                                      "```sql\n"
                                      "SELECT count(*) FROM animal WHERE species = 'lion'\n"
                                      "```\n"
                                      "\n"
                                      "---\n"
                                      "\n"
                                      "Based on the instruction and the examples, answer the following question:\n"
                                      "\n"
                                      "```sql\n")
                              .append(school_schema)
                              .append("\n```\n"
                                      "Question: Name the students in Law\n"));
  BOOST_TEST(prompt(1) ==
             std::string(
                 "Align the tokens in the given question to the table entities or the column entities of the schema above, considering the "
                 "given SQL.\n"
                 "Present the aligned tokens in the python format `List[Dict[str, str]]`, where each `Dict[str, str]` denoting each token "
                 "in the question containing the following keys:\n"
                 "{\n"
                 "  \"token\": the token in the question\n"
                 "  \"schema\": the schema entity aligned to the token\n"
                 "  \"type\": the type of the entity aligned to the token\n"
                 "}\n"
                 "The \"type\" can be one of the following:\n"
                 "* \"tbl\": the table name\n"
                 "* \"col\": the column name\n"
                 "* \"val\": the value\n"
                 "\"schema\" and \"type\" are either both null or not null at the same time.\n"
                 "\n"
                 "Here are some examples.\n"
                 "\n"
                 "---\n"
                 "\n")
                 .append(zoo_schema)
                 .append("\nSQL: SELECT count(*) FROM animal WHERE species = 'lion'\n"
                         "Question: How many lions live in a zoo ?\n"
                         "Alignments: [\n"
                         "  {\"token\": \"How\", \"schema\": null, \"type\": null},\n"
                         "  {\"token\": \"many\", \"schema\": null, \"type\": null},\n"
                         "  {\"token\": \"lions\", \"schema\": \"animal.species\", \"type\": \"val\"},\n"
                         "  {\"token\": \"live\", \"schema\": null, \"type\": null},\n"
                         "  {\"token\": \"in\", \"schema\": null, \"type\": null},\n"
                         "  {\"token\": \"a\", \"schema\": null, \"type\": null},\n"
                         "  {\"token\": \"zoo\", \"schema\": null, \"type\": null},\n"
                         "  {\"token\": \"?\", \"schema\": null, \"type\": null}\n"
                         "]\n"
                         "\n"
                         "---\n"
                         "\n"
                         "Based on the instruction and the examples above, solve the following question:\n"
                         "\n")
                 .append(school_schema)
                 .append("\nSQL: SELECT gpa FROM student\n"
                         "Question: Name the students in Law\n"
                         "Alignments:"));
  BOOST_TEST(prompt(2) == std::string("```sql\n")
                              .append(school_schema)
                              .append("\n```\n"
                                      "Fix the sql \"SELECT gpa FROM student\" to answer the question \"Name the students in Law\" based "
                                      "on the above database and the alignment.\n"
                                      "Present your sql in the format:\n"
                                      "```sql\n"
                                      "<your sql>\n"
                                      "```\n"
                                      "It should be noticed that columns student.full_name are mentioned by the question. Your sql must "
                                      "contain the tables and columns mentioned by the question.\n"));
  BOOST_TEST(prompt(3) ==
             "Hallucinate a SQL to answer the question.\n"
             "Quote your answer with:\n"
             "```sql\n"
             "<answer sql>\n"
             "```\n"
             "\n"
             "---\n"
             "\n"
             "For example:\n"
             "\n"
             "Question: How many lions live in a zoo?\n"
             "```sql\n"
             "SELECT count(*) FROM animal WHERE species = 'lion'\n"
             "```\n"
             "\n"
             "---\n"
             "\n"
             "Based on the instruction and the examples, answer the following question:\n"
             "\n"
             "Question: Name the students in Law\n");
  BOOST_TEST(prompt(4) == std::string("```sql\n")
                              .append(school_schema)
                              .append("\n```\n"
                                      "Fix the sql \"SELECT full_name FROM student\" to answer the question \"Name the students in Law\" "
                                      "with the above schema.\n"
                                      "Present your sql in the format:\n"
                                      "```sql\n"
                                      "<your sql>\n"
                                      "```\n"
                                      "It should be noticed that the SQL skeleton could be like \"select _ from _ where _ = _\", where "
                                      "each '_' can only be replaced with one single table, column or value.\n"));
  // Not printed by the paper: database, question, SQL and error message (section 3.5).
  for (auto const* part :
       {school_schema, "\"SELECT full_name FROM student WHERE course = 'Law'\"", "\"Name the students in Law\"", "no such column: course"})
    BOOST_TEST(contains(prompt(5), part), part);
}

BOOST_FIXTURE_TEST_CASE(a_draft_that_agrees_costs_three_calls, school) {
  model.on(at("draft"), {"SELECT full_name FROM student"})
      .on(at("entities"), {"[{\"token\": \"Name\", \"schema\": \"student.full_name\", \"type\": \"col\"}]"})
      .on(at("skeleton"), {"SELECT a FROM b"});
  auto const a = ask();
  BOOST_TEST(stages_of(model) == "draft, entities, skeleton");
  BOOST_TEST(a.revisions.size() == 1u);
  BOOST_TEST(a.stopped == "nothing left to say");
}

// Section 3.4: further names in the SQL are not a mistake.
BOOST_FIXTURE_TEST_CASE(entities_that_only_the_sql_has_are_no_mistake, school) {
  model.on(at("draft"), {"SELECT T1.full_name FROM student T1 JOIN enrolment T2 ON T1.id = T2.student"})
      .on(at("entities"), {"[{\"token\": \"students\", \"schema\": \"student\", \"type\": \"tab\"}]"})
      .on(at("skeleton"), {"SELECT a FROM b JOIN c ON b.x = c.y"});
  BOOST_TEST(ask().revisions.size() == 1u);
}

// Section 3.5: the linker sees the draft, the parser only the question, the second comparison the corrected SQL.
BOOST_FIXTURE_TEST_CASE(the_skeleton_is_compared_with_the_corrected_sql, school) {
  model.on(at("draft"), {"SELECT full_name, gpa FROM student"})
      .on(at("entities"), {"[{'token': 'Law', 'schema': 'enrolment.course', 'type': 'val'}]"})
      .on(at("fix entities"), {"SELECT course FROM enrolment"})
      .on(at("skeleton"), {"SELECT x FROM y"});
  auto const a = ask();
  BOOST_TEST(stages_of(model) == "draft, entities, fix entities, skeleton");
  BOOST_TEST(contains(prompt(1), "SQL: SELECT full_name, gpa FROM student\n"));
  BOOST_TEST(!contains(prompt(3), "student("));
  BOOST_TEST(a.sql() == "SELECT course FROM enrolment");
}

// A linked value requires its column, not the literal.
BOOST_FIXTURE_TEST_CASE(a_value_requires_its_column, school) {
  model.on(at("draft"), {"SELECT student FROM enrolment WHERE course LIKE 'L%'"})
      .on(at("entities"), {"[{'token': 'Law', 'schema': 'enrolment.course', 'type': 'val'}]"})
      .on(at("skeleton"), {"SELECT a FROM b WHERE c LIKE 'd'"});
  BOOST_TEST(ask().revisions.size() == 1u);
}

// Table 3.
BOOST_FIXTURE_TEST_CASE(without_entity, all_object) {
  model = scripted_model{bad_draft, hallucinated, fixed_error};
  dac.feedback.get<systems::dac_entities>().enabled = false;
  (void)ask();
  BOOST_TEST(stages_of(model) == "draft, skeleton, fix skeleton");
}

BOOST_FIXTURE_TEST_CASE(without_skeleton, all_object) {
  model = scripted_model{bad_draft, aligned_name, fixed_name};
  dac.feedback.get<systems::dac_skeleton>().enabled = false;
  (void)ask();
  BOOST_TEST(stages_of(model) == "draft, entities, fix entities");
}

// Table 7.
BOOST_FIXTURE_TEST_CASE(oracles_ask_nothing, school) {
  systems::dac_oracles system = systems::make_dac<align::oracle, skeleton::oracle>(pool);
  auto const gold = std::make_shared<gold_answers const>(gold_answers{
      {question, "SELECT T1.full_name FROM student AS T1 JOIN enrolment AS T2 ON T1.id = T2.student WHERE T2.course = 'Law'"}});
  system.feedback.get<feedback::missing_entities<align::oracle>>().linker.gold = gold;
  system.feedback.get<feedback::skeleton_mismatch<skeleton::oracle>>().parser.gold = gold;
  model = scripted_model{bad_draft, fixed_name, fixed_error};
  auto const a = system.run(context(model, database), question);
  BOOST_TEST(stages_of(model) == "draft, fix entities, fix skeleton");
  BOOST_TEST(a.revisions.at(0).remarks.at(0).text ==  // student.id and enrolment.student only join the tables
             "tables enrolment and columns student.full_name, enrolment.course are mentioned by the question");
  BOOST_TEST(contains(prompt(2), "\"select _ from _ join _ where _ = _\""));

  model = scripted_model{bad_draft};
  BOOST_CHECK_EXCEPTION((void)system.run(context(model, database), "Who?"), error,
                        [](error const& e) { return e.code() == errc::invalid_argument && contains(e.what(), "Who?"); });
}

// Table 12: "based on the above database and the alignment".
BOOST_FIXTURE_TEST_CASE(a_correction_of_entities_may_show_the_alignment, all_object) {
  constexpr char const* alignment =
      "Alignments: [\n"
      "  {\"token\": \"Name\", \"schema\": \"student.full_name\", \"type\": \"col\"},\n"
      "  {\"token\": \"the\", \"schema\": null, \"type\": null},\n"
      "  {\"token\": \"students\", \"schema\": \"student\", \"type\": \"tbl\"},\n"
      "  {\"token\": \"in\", \"schema\": null, \"type\": null},\n"
      "  {\"token\": \"Law\", \"schema\": null, \"type\": null}\n"
      "]\n"
      "Fix the sql \"SELECT gpa FROM student\"";
  dac.generator.show_alignment = true;
  (void)ask();
  BOOST_TEST(stages_of(model) == "draft, entities, fix entities, skeleton, fix skeleton, fix error");
  BOOST_TEST(contains(prompt(2), std::string(school_schema) + "\n```\n" + alignment), prompt(2));
  BOOST_TEST(!contains(prompt(4), "Alignments"));
  BOOST_TEST(!contains(prompt(5), "Alignments"));

  model = scripted_model{bad_draft, aligned_name, fixed_name, hallucinated, fixed_skeleton, fixed_error};
  dac.generator.show_alignment = false;
  (void)ask();
  BOOST_TEST(!contains(prompt(2), "Alignments"));
}

// The published code's debug.py: a correction shows the tables of the SQL and those that are mentioned but missing.
BOOST_FIXTURE_TEST_CASE(corrections_may_show_the_tables_in_use_alone, all_object) {
  auto const student = std::string(school_schema).substr(0, std::string_view(school_schema).find("\nCREATE TABLE enrolment"));
  dac.generator.used_tables_alone = true;
  (void)ask();
  BOOST_TEST(stages_of(model) == "draft, entities, fix entities, skeleton, fix skeleton, fix error");
  BOOST_TEST(contains(prompt(0), school_schema));
  for (std::size_t const i : {2U, 4U, 5U}) BOOST_TEST(contains(prompt(i), "```sql\n" + student + "\n```\nFix the sql"), prompt(i));

  model = scripted_model{bad_draft, "[{'token': 'Law', 'schema': 'enrolment.course', 'type': 'val'}]", fixed_error, fixed_error};
  (void)ask();
  BOOST_TEST(contains(prompt(2), "columns enrolment.course are mentioned"));
  BOOST_TEST(contains(prompt(2), std::string("```sql\n") + school_schema + "\n```\nFix the sql"), prompt(2));
}

// Appendix A: {schema} of a demonstration has the same form as {schema}, with example values.
BOOST_FIXTURE_TEST_CASE(demonstrations_show_the_values_that_their_schemas_have, all_object) {
  db::sqlite_connection zoo(test::make_database(f / "zoo.sqlite", "CREATE TABLE animal(species TEXT); INSERT INTO animal VALUES ('lion')"));
  auto const shown = prepared(zoo).known<knowledge::described_schema>(dac.generator.schema)->text;
  BOOST_TEST(contains(shown, "species: 'lion'"));
  dac = systems::make_dac(
      pool, std::make_shared<retrieve::pool_schemas const>(retrieve::pool_schemas{{"zoo", retrieve::pool_schema(zoo.schema(), shown)}}));
  (void)ask();
  BOOST_TEST(contains(prompt(0), "```sql\n" + shown + "\n```\nQuestion: How many lions live in a zoo?"), prompt(0));
  BOOST_TEST(contains(prompt(1), shown));
}

BOOST_FIXTURE_TEST_CASE(local_twins_ask_nothing, school) {
  auto system = systems::make_dac_local(pool);
  model = scripted_model{"SELECT gpa FROM student", fixed_error, fixed_error};
  auto const a = system.run(context(model, database), "How many students take the course Law?");
  BOOST_TEST(stages_of(model) == "draft, fix entities, fix skeleton");
  BOOST_TEST(contains(a.revisions.at(0).remarks.at(0).text, "enrolment.course"));
  BOOST_TEST(contains(prompt(2), "\"select count ( * ) from _ where _ = _\""));
}

// If all agree, the paper's system sends three requests: draft, entities, skeleton.
BOOST_FIXTURE_TEST_CASE(local_twins_save_two_calls_a_question, school) {
  constexpr char const* sql = "SELECT count(*) FROM enrolment WHERE course = 'Law'";
  constexpr char const* asked = "How many enrolments have the course Law?";
  model = scripted_model{sql, "[{\"token\": \"Law\", \"schema\": \"enrolment.course\", \"type\": \"val\"}]", sql};
  BOOST_TEST(dac.run(context(model, database), asked).sql() == sql);
  BOOST_TEST(stages_of(model) == "draft, entities, skeleton");

  prepared known(database);
  auto const statements = [&](systems::dac_local const& system, auto& over) {
    model = scripted_model{sql};
    auto const a = system.run(context(model, over), asked);
    BOOST_TEST(a.sql() == sql);
    BOOST_TEST(stages_of(model) == "draft");
    BOOST_TEST(a.stopped == "nothing left to say");
    return a.spent.statements;
  };
  for (auto const& system : {systems::make_dac_local(pool), systems::make_dac_local(nullptr)})
    BOOST_TEST(statements(system, database) > 1u);  // the schema's text and the lexicon, in every run
  BOOST_TEST(statements(systems::make_dac_local(pool), known) > 1u);
  for (auto const& system : {systems::make_dac_local(pool), systems::make_dac_local(nullptr)})
    BOOST_TEST(statements(system, known) == 1u);  // only the SQL
}

BOOST_FIXTURE_TEST_CASE(an_unlikely_skeleton_corrects_nothing, school) {
  auto system = systems::make_dac_local(pool);
  system.feedback.get<systems::dac_local_entities>().enabled = false;
  model = scripted_model{"SELECT gpa FROM student", "SELECT count(*) FROM student"};
  (void)system.run(context(model, database), "How many students are there?");
  BOOST_TEST(stages_of(model) == "draft, fix skeleton");
  system.feedback.get<systems::dac_local_skeleton>().parser.least = 1.1;
  model = scripted_model{"SELECT gpa FROM student"};
  (void)system.run(context(model, database), "How many students are there?");
  BOOST_TEST(stages_of(model) == "draft");
}

BOOST_FIXTURE_TEST_CASE(a_refused_draft_ends_the_run, school) {
  model = scripted_model{"I am sorry, I cannot help with that."};
  auto const a = ask();
  BOOST_TEST(!a.has_sql());
  BOOST_TEST(contains(a.stopped, "the model gave no SQL"));
  BOOST_TEST(model.asked().size() == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_refused_correction_lets_the_sql_stand, school) {
  for (auto const* refusal : {"I am sorry, I cannot help with that.", "", "<think>hm"}) {
    model = scripted_model{bad_draft, aligned_name, refusal, hallucinated, refusal};
    auto const a = ask();
    BOOST_TEST(stages_of(model) == "draft, entities, fix entities, skeleton, fix skeleton");
    BOOST_TEST(a.sql() == "SELECT gpa FROM student");
    BOOST_TEST(contains(a.revisions.at(1).tried.why, "the SQL stands"));
    BOOST_TEST(a.stopped == "nothing left to say");
  }
}

BOOST_FIXTURE_TEST_CASE(what_cannot_be_read_corrects_nothing, school) {
  for (auto const* rambling :
       {"", "I cannot say which tokens are meant.", "[]", "{", "[{\"token\": \"Name\", \"schema\": \"nowhere.at_all\"}]"}) {
    model = scripted_model{bad_draft, rambling, "There is no SQL for that."};
    auto const a = ask();
    BOOST_TEST(stages_of(model) == "draft, entities, skeleton", rambling);
    BOOST_TEST(a.revisions.size() == 1u);
  }
}

BOOST_FIXTURE_TEST_CASE(a_model_that_repeats_itself_stops_all_the_same, school) {
  model.on(at("entities"), {aligned_name}).on(at("skeleton"), {hallucinated}).on("", {"SELECT wrong FROM nowhere"});
  auto const a = ask();
  BOOST_TEST(stages_of(model) == "draft, entities, fix entities, skeleton, fix skeleton, fix error");
  BOOST_TEST(!a.outcome()->ok());
  BOOST_TEST(a.stopped == "nothing left to say");
}

// Also if the account must be paid first (HTTP 402): no request is repeated, at any stage.
BOOST_FIXTURE_TEST_CASE(a_failing_model_ends_the_run, school) {
  scripted_model::replies const good{bad_draft, aligned_name, fixed_name, hallucinated, fixed_skeleton, fixed_error};
  for (auto const code : {errc::rate_limited, errc::request_rejected, errc::authentication_failed})
    for (std::size_t stage = 0; stage < good.size(); ++stage) {
      auto replies = good;
      replies[stage] = failure{code, "the account is empty", {}, "pay first", {}};
      model = scripted_model{};
      model.on("", replies);
      BOOST_CHECK_EXCEPTION((void)ask(), error,
                            [&](error const& e) { return e.code() == code && contains(e.what(), "the account is empty; pay first"); });
      BOOST_TEST(model.asked().size() == stage + 1);
    }
}

BOOST_FIXTURE_TEST_CASE(a_model_that_is_never_right_costs_what_the_budget_allows, school) {
  std::string const wrong = "SELECT gpa FROM nowhere";
  for (std::size_t calls = 0; calls < 8; ++calls) {
    model = scripted_model{};
    model.on("", {wrong, aligned_name, wrong, hallucinated, wrong});
    run_options o;
    o.allowed.calls = calls;
    if (calls == 0) {
      BOOST_CHECK_EXCEPTION((void)ask(o), error, [](error const& e) { return e.code() == errc::budget_calls; });
    } else {
      auto const a = ask(o);
      BOOST_TEST(contains(a.stopped, calls < 6 ? "budget" : "nothing left to say"), a.stopped);
      BOOST_TEST(a.sql() == wrong);
      BOOST_REQUIRE(a.outcome());
      BOOST_TEST(!a.outcome()->ok());
    }
    BOOST_TEST(model.asked().size() == std::min<std::size_t>(calls, 6));
  }
}

BOOST_FIXTURE_TEST_CASE(a_rambling_model_costs_no_more_calls, school) {
  std::string prose, list = "[";
  for (int i = 0; i < 20'000; ++i) {
    prose += "I could select a name, or from somewhere else. ";
    list.append("{'token': 'students', 'schema': 'student', 'type': 'tbl'}, {'token': 'x")
        .append(std::to_string(i))
        .append("', 'schema': 'y'},\n");
  }
  model.on(at("draft"), {"```sql\nSELECT gpa FROM student\n```\n" + prose})
      .on(at("entities"), {prose + list})
      .on(at("skeleton"), {prose})
      .on("", {prose});
  auto const a = ask();
  BOOST_TEST(stages_of(model) == "draft, entities, skeleton");
  BOOST_TEST(a.sql() == "SELECT gpa FROM student");
  for (auto const& r : model.asked()) BOOST_TEST(r.messages.at(0).text.size() < 10'000u);
}

BOOST_FIXTURE_TEST_CASE(sql_that_does_not_parse_is_compared_by_its_words, school) {
  model.on(at("draft"), {"```sql\nSELECT full_name FROM student WHERE WHERE\n```"})
      .on(at("entities"),
          {"[{'token': 'Name', 'schema': 'student.full_name'}, {'token': 'Law', 'schema': 'enrolment.course', 'type': 'val'}]"})
      .on(at("fix entities"), {"```sql\nSELECT full_name FROM student WHERE WHERE\n```"})
      .on(at("skeleton"), {hallucinated})
      .on(at("fix skeleton"), {fixed_name});
  auto const a = ask();
  BOOST_TEST(a.revisions.at(0).remarks.at(0).text == "columns enrolment.course are mentioned by the question");
  BOOST_TEST(stages_of(model) == "draft, entities, fix entities, skeleton, fix skeleton");
}

// Rules of the published code (base methods, 4.1), off by default.
BOOST_FIXTURE_TEST_CASE(longer_skeletons_can_be_dropped, school) {
  dac.feedback.get<systems::dac_skeleton>().drop_longer = true;
  model = scripted_model{bad_draft, "[]", hallucinated};
  (void)ask();
  BOOST_TEST(stages_of(model) == "draft, entities, skeleton");
}

BOOST_FIXTURE_TEST_CASE(longer_corrections_can_be_refused, all_object) {
  dac.generator.refuse_longer = true;
  model = scripted_model{bad_draft, aligned_name, fixed_name, hallucinated, fixed_skeleton};
  auto const a = ask();
  BOOST_TEST(a.sql() == "SELECT full_name FROM student");
  BOOST_TEST(contains(a.revisions.back().tried.why, "longer skeleton"));
}

BOOST_FIXTURE_TEST_CASE(the_draft_can_be_restored, all_object) {
  dac.generator.restore_draft = true;
  model = scripted_model{bad_draft, aligned_name, fixed_name, hallucinated, fixed_skeleton};
  auto const a = ask();
  BOOST_TEST(a.sql() == "SELECT gpa FROM student");
  BOOST_TEST(contains(a.revisions.back().tried.why, "no such column: course"));
}

BOOST_FIXTURE_TEST_CASE(a_correction_that_was_tried_is_not_executed_again, school) {
  dac.generator.restore_draft = true;
  model = scripted_model{bad_draft, aligned_name, fixed_name, "SELECT a FROM b"};
  prepared known(database);
  (void)known.known<knowledge::described_schema>();
  auto const a = dac.run(context(model, known), question);
  BOOST_TEST(a.sql() == "SELECT full_name FROM student");
  BOOST_REQUIRE(a.outcome());
  BOOST_TEST(a.outcome()->rows.values.size() == 5u);
  BOOST_TEST(a.spent.statements == 1u);
}

BOOST_FIXTURE_TEST_CASE(five_demonstrations_of_the_pool, school) {
  std::vector<demonstration> many;
  for (int i = 0; i < 9; ++i) many.push_back({"zoo", "Name beast number " + std::to_string(i), "SELECT " + std::to_string(i), {}, {}});
  dac = systems::make_dac(std::make_shared<retrieve::bm25 const>(many));
  model = scripted_model{"SELECT 1", "[]", "SELECT 1"};
  (void)ask();
  for (std::size_t i = 0; i < 3; ++i) {
    std::size_t shown = 0;
    auto const text = prompt(i);
    for (auto place = text.find("beast number"); place != text.npos; place = text.find("beast number", place + 1)) ++shown;
    BOOST_TEST(shown == 5u);
  }
}

BOOST_FIXTURE_TEST_CASE(without_a_pool, school) {
  dac = systems::make_dac(nullptr);
  model = scripted_model{"SELECT 1", "[]", "SELECT 1"};
  BOOST_TEST(ask().has_sql());
}

BOOST_FIXTURE_TEST_CASE(a_described_schema_is_not_read_again, school) {
  prepared known(database);
  BOOST_TEST(known.known<knowledge::described_schema>()->text == school_schema);
  model = scripted_model{"SELECT 1", "[]", "SELECT 1"};
  auto const a = dac.run(context(model, known), question);
  BOOST_TEST(a.revisions.at(0).spent.statements == 1u);
  BOOST_TEST(contains(prompt(0), school_schema));
}

BOOST_FIXTURE_TEST_CASE(prompts_can_be_replaced, all_object) {
  dac.generator.entity_prompt = llm::prompt_template(std::string("{{question}}|{{remark}}|{{sql}}|{{schema}}"));
  dac.feedback.get<systems::dac_entities>().notification = llm::prompt_template(std::string("use {{entities}}"));
  (void)ask();
  BOOST_TEST(prompt(2) ==
             std::string("Name the students in Law|use columns student.full_name|SELECT gpa FROM student|").append(school_schema));
}

BOOST_FIXTURE_TEST_CASE(same_bytes_in_every_run, all_object) {
  (void)ask();
  auto const first = model.asked();
  model = scripted_model{bad_draft, aligned_name, fixed_name, hallucinated, fixed_skeleton, fixed_error};
  (void)ask();
  BOOST_TEST((model.asked() == first));
}

BOOST_FIXTURE_TEST_CASE(the_trace_has_the_terms_of_the_paper, all_object) {
  std::vector<std::string> names;
  (void)dac.run(context(model, database, {}, sink{&names}), question);
  for (auto const* term : {"SQL generation", "entity linking", "skeleton parsing", "comparison", "correction"})
    BOOST_TEST((std::ranges::find(names, term) != names.end()), term);
}

BOOST_FIXTURE_TEST_CASE(awaited_it_is_the_same, all_object) {
  llm::scripted_async_model later(model);
  std::vector<std::string> names;
  boost::asio::io_context io;
  auto future = boost::asio::co_spawn(io, dac.run(context(later, database, {}, sink{&names}), question), boost::asio::use_future);
  io.run();
  auto const a = future.get();
  BOOST_TEST(stages_of(later.script()) == "draft, entities, fix entities, skeleton, fix skeleton, fix error");
  BOOST_TEST(a.sql() == ask().sql());
  BOOST_TEST((std::ranges::find(names, "entity linking") != names.end()));

  auto twins = systems::make_dac_local(pool);
  llm::scripted_async_model other(scripted_model{bad_draft, fixed_error, fixed_error});
  auto of_twins = boost::asio::co_spawn(io, twins.run(context(other, database), "How many take the course Law?"), boost::asio::use_future);
  io.restart();
  io.run();
  BOOST_TEST(of_twins.get().has_sql());
}

namespace {

/// A random behaviour of a model, and the truth about each SQL that it may return.
struct behaviour {
  struct sql {
    std::string text;
    bool has_name, runs;
    std::string skeleton;
  };
  static inline std::array<sql, 5> const world{{
      {"SELECT gpa FROM student", false, true, "one"},
      {"SELECT full_name FROM student", true, true, "one"},
      {"SELECT full_name FROM student WHERE gpa = 3", true, true, "two"},
      {"SELECT full_name FROM student WHERE missing = 3", true, false, "two"},
      {"SELECT gpa FROM nowhere", false, false, "one"},
  }};

  std::size_t draft, fix_entities, fix_skeleton, fix_error;  // place in `world`; at its end a refusal
  std::size_t entities, skeleton;                            // 0 asks for the name or "two", 1 for nothing or "one", 2 is unreadable

  explicit behaviour(std::mt19937& random) {
    auto const one_of = [&](std::size_t n) { return random() % n; };
    draft = one_of(6), fix_entities = one_of(6), fix_skeleton = one_of(6), fix_error = one_of(6);
    entities = one_of(3), skeleton = one_of(3);
  }

  static std::string reply(std::size_t i) { return i < world.size() ? world[i].text : "I cannot."; }

  void script(scripted_model& m) const {
    static constexpr std::array linking{"[{'token': 'Name', 'schema': 'student.full_name', 'type': 'col'}]", "[]", "Which one?"};
    static constexpr std::array parsing{"SELECT a FROM b WHERE c = 1", "SELECT a FROM b", "No idea."};
    m.on(at("draft"), {reply(draft)}).on(at("entities"), {linking[entities]}).on(at("skeleton"), {parsing[skeleton]});
    m.on(at("fix entities"), {reply(fix_entities)}).on(at("fix skeleton"), {reply(fix_skeleton)}).on(at("fix error"), {reply(fix_error)});
  }

  /// The algorithm of section 3 as a plain loop; shares no code with the policies.
  [[nodiscard]] std::pair<std::string, std::string> simulate() const {
    std::string calls = "draft";
    if (draft >= world.size()) return {calls, ""};
    auto now = draft;
    auto const correct = [&](std::string_view by, std::size_t with) {
      calls.append(", fix ").append(by);
      if (with < world.size()) now = with;
    };
    calls += ", entities";
    if (entities == 0 && !world[now].has_name) correct("entities", fix_entities);
    calls += ", skeleton";
    bool const differs = (skeleton == 0 && world[now].skeleton != "two") || (skeleton == 1 && world[now].skeleton != "one");
    if (differs) correct("skeleton", fix_skeleton);
    if (!world[now].runs) correct("error", fix_error);
    return {calls, world[now].text};
  }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(calls_are_those_of_a_simulation, school) {
  prepared known(database);
  for (unsigned seed = 0; seed < 2000; ++seed) {
    std::mt19937 random(seed);
    behaviour const b(random);
    scripted_model scripted;
    b.script(scripted);
    auto const a = dac.run(context(scripted, known), question);
    auto const [calls, sql] = b.simulate();
    BOOST_REQUIRE_MESSAGE(stages_of(scripted) == calls, "seed " << seed << ": " << stages_of(scripted) << " and not " << calls);
    BOOST_REQUIRE_MESSAGE(a.sql() == sql, "seed " << seed << ": " << a.sql() << " and not " << sql);
  }
}

BOOST_AUTO_TEST_SUITE_END()
