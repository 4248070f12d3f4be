// SPDX-License-Identifier: BSL-1.0
// t2s metrics, and --semantics of the commands that answer.
#ifdef T2S_WITH_YAML
#include "folder.hpp"
#include "killed_program.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <string>

namespace json = boost::json;
using cli_test::contains;
using cli_test::quoted;
using cli_test::t2s;

namespace {

constexpr char library[] = R"(semantic_models:
  - name: loans
    model: ref('loan')
    defaults: {agg_time_dimension: lent}
    entities:
      - {name: loan, type: primary, expr: id}
      - {name: branch, type: foreign}
    dimensions:
      - {name: lent, type: time, type_params: {time_granularity: day}}
    measures:
      - {name: loans, agg: count, expr: id, create_metric: true}
  - name: branches
    model: ref('branch')
    entities:
      - {name: branch, type: primary, expr: id}
    dimensions:
      - {name: name, type: categorical}
)";

struct lending : cli_test::folder {
  std::string const db = (path / "lending.sqlite").string(), file = (path / "lending.yml").string();
  std::string const with_all = " --db " + quoted(db) + " --semantics " + quoted(file) + " ";

  lending() : folder("metrics") {
    cli_test::make_database(
        db,
        "CREATE TABLE branch (id INTEGER PRIMARY KEY, name TEXT);"
        "CREATE TABLE loan (id INTEGER PRIMARY KEY, branch INTEGER, lent TEXT);"
        "INSERT INTO branch VALUES (1, 'North'), (2, 'Harbour');"
        "INSERT INTO loan VALUES (1, 1, '2026-01-03'), (2, 1, '2026-04-09'), (3, 2, '2026-05-01'), (4, 2, '2026-06-30');");
    write(library);
  }
  void write(std::string const& text) const { std::ofstream(file) << text; }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(metrics, lending)

BOOST_AUTO_TEST_CASE(metrics_are_listed_with_their_sql_and_dimensions) {
  auto const done = t2s("metrics" + with_all);
  BOOST_TEST(done.status == 0);
  BOOST_TEST(done.out == "loans = count(id)\n  by lent, loan, name, branch\n");
  auto const listed = json::parse(t2s("metrics --json" + with_all).out);
  BOOST_TEST(listed.at(0).at("sql").as_string() == "count(id)");
}

BOOST_AUTO_TEST_CASE(dimensions_of_the_same_name_are_told_apart) {
  std::string text = library;
  std::string const before = "    measures:";
  text.insert(text.find(before), "      - {name: name, type: categorical, expr: lent}\n");
  write(text);
  BOOST_TEST(t2s("metrics" + with_all).out == "loans = count(id)\n  by lent, loan__name, loan, branch__name, branch\n");
}

BOOST_AUTO_TEST_CASE(questions_are_answered_from_definitions) {
  auto const done = t2s("ask --json --today 2026-07-20" + with_all + quoted("loans by branch last quarter"));
  BOOST_TEST(done.status == 0);
  auto const answer = json::parse(done.out);
  BOOST_TEST(answer.at("rows") == json::parse(R"([["Harbour", 2], ["North", 1]])"));
  BOOST_TEST(answer.at("confidence").to_number<double>() > 0.9);
}

BOOST_AUTO_TEST_CASE(mistakes_are_said_with_their_place) {
  BOOST_TEST(contains(t2s("metrics --db " + quoted(db)).err, "metrics needs --semantics FILE"));
  BOOST_TEST(contains(t2s("ask --today 2026-01-01 --db " + quoted(db) + " loans").err, "--today is for --semantics FILE"));
  BOOST_TEST(contains(t2s("ask --today 1.7.2026" + with_all + "loans").err, "--today takes a day such as 2026-07-01"));
  write(std::string(library).replace(std::string(library).find("expr: id, create"), 8, "expr: idd"));
  auto const wrong = t2s("ask" + with_all + "loans");
  BOOST_TEST(wrong.status != 0);
  BOOST_TEST(contains(wrong.err, "line 11 of"));
  BOOST_TEST(contains(wrong.err, "did you mean id?"));
  BOOST_TEST(contains(t2s("ask --db " + quoted(db) + " --semantics nowhere.yml loans").err, "nowhere.yml"));
}

BOOST_AUTO_TEST_SUITE_END()
#endif
