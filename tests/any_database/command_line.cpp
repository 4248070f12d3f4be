// SPDX-License-Identifier: BSL-1.0
// The command line over every available engine; its output for an SQLite file is the reference.
#include <algorithm>
#include <string>

#include "support.hpp"

using namespace t2s::test;
using cli_test::contains;
using cli_test::quoted;

namespace {

cli_test::said program(std::string const& words) { return cli_test::t2s(words); }

constexpr char const* zoo =
    "CREATE TABLE keepers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER);"
    "CREATE TABLE animals (id INTEGER PRIMARY KEY, name TEXT, species TEXT, weight REAL, \"Born In\" INTEGER,"
    " keeper INTEGER REFERENCES keepers(id));"
    "INSERT INTO keepers VALUES (1, 'Anna', 41), (2, 'Boris', 29), (3, 'Chloe', 35);"
    "INSERT INTO animals VALUES (1, 'Leo', 'lion', 190.5, 2012, 1), (2, 'Nala', 'lion', 126, 2014, 1), (3, 'Pip', 'penguin', 4.25, 2019, "
    "2),"
    " (4, 'Dot', 'penguin', 3.75, 2020, 2), (5, 'Rex', 'tortoise', 210, 1974, 3);";

constexpr char const* questions =
    R"([{"db_id": "t2s_zoo", "question": "How many animals are there?", "query": "SELECT count(*) FROM animals"},
        {"db_id": "t2s_zoo", "question": "What is the name of the oldest keeper?", "query": "SELECT name FROM keepers ORDER BY age DESC LIMIT 1"}])";

/// A file of SQLite, and its copy.
struct copied_zoo {
  explicit copied_zoo(place_of_copies const& engine) : to(quoted(engine.of("t2s_zoo"))), pattern(quoted(engine.pattern)) {
    cli_test::make_database(place.file("t2s_zoo.sqlite"), zoo);
    auto const made = program("copy " + from + " " + to + " --create --replace --check");
    BOOST_REQUIRE_MESSAGE(made.status == 0, engine.engine + ": " + made.err);
    BOOST_TEST(contains(made.out, "2 tables, 8 rows, 1 foreign key in "));
    BOOST_TEST(contains(made.out, "every row is there as it was written"));
  }

  cli_test::folder place{"zoo"};
  std::string from = quoted(place.file("t2s_zoo.sqlite")), to, pattern;
};

/// Removes the first line, the names of the columns: engines differ in naming unnamed columns.
std::string rows_of(std::string const& csv) { return csv.substr(std::min(csv.find('\n'), csv.size())); }

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_over_engines)

BOOST_AUTO_TEST_CASE(questions_have_the_rows_that_they_have_in_sqlite) {
  for (auto const& engine : places()) {
    copied_zoo const both(engine);
    for (auto const* question :
         {"How many animals are there?", "What is the name of the oldest keeper?", "Which animals are of the species lion?",
          "What are the names of animals born in 2019?", "How many animals does each keeper have?",
          "What is the average weight of animals?", "Which animals weigh more than 100?"}) {
      auto const wanted = program("ask --csv --db " + both.from + " " + quoted(question));
      auto const got = program("ask --csv --db " + both.to + " " + quoted(question));
      BOOST_TEST(got.status == wanted.status, engine.engine + ": " + question + ": " + got.err);
      BOOST_TEST(rows_of(got.out) == rows_of(wanted.out), engine.engine + ": " + question + ": " + got.err);
    }
  }
}

BOOST_AUTO_TEST_CASE(linking_and_skeletons_are_the_same) {
  for (auto const& engine : places()) {
    copied_zoo const both(engine);
    for (auto const* question : {"Which keeper looks after Leo?", "How heavy is the heaviest tortoise?"}) {
      BOOST_TEST(program("link --json --db " + both.to + " " + quoted(question)).out ==
                     program("link --json --db " + both.from + " " + quoted(question)).out,
                 engine.engine);
      BOOST_TEST(program("skeleton --json --db " + both.to + " " + quoted(question)).out ==
                     program("skeleton --json --db " + both.from + " " + quoted(question)).out,
                 engine.engine);
    }
  }
}

BOOST_AUTO_TEST_CASE(statements_are_explained_and_repaired_in_the_engines_dialect) {
  for (auto const& engine : places()) {
    copied_zoo const both(engine);
    auto const explained = program("explain --db " + both.to + " 'SELECT nmae FROM animals'");
    BOOST_TEST(explained.status == 1);
    BOOST_TEST(contains(explained.out, "no such column: nmae"), engine.engine);
    BOOST_TEST(contains(explained.out, "animals.name"), engine.engine);
    BOOST_TEST(program("explain --db " + both.to + " 'SELECT name FROM animals'").status == 0);
    for (auto const* sql : {"SELECT nmae FROM animals WHERE species = 'lion'", "SELECT name FROM animals WHERE species = 'Lion'",
                            "SELECT species, name, count(*) FROM animals GROUP BY species"}) {
      auto const repaired = program("repair --json --db " + both.to + " " + quoted(sql));
      BOOST_TEST(repaired.status == 0, engine.engine + ": " + sql + ": " + repaired.out);
      BOOST_TEST(contains(repaired.out, "\"error\":null"), engine.engine + ": " + sql + ": " + repaired.out);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_data_set_is_predicted_over_a_server) {
  for (auto const& engine : places()) {
    copied_zoo const both(engine);
    auto const asked = quoted(both.place.write("dev.json", questions)), out = both.place.file("out.sql");
    auto const words = " --data " + quoted(both.place.path.string()) + " --databases " + both.pattern;
    auto const made = program("predict --out " + quoted(out) + words);
    BOOST_TEST(made.status == 0, engine.engine + ": " + made.err);
    auto const sql = both.place.read("out.sql");
    BOOST_TEST(contains(sql, "SELECT count(*) FROM animals\n"), sql);
    auto const repaired = program("repair --predictions " + quoted(out) + " --out " + quoted(both.place.file("repaired.sql")) + words);
    BOOST_TEST(repaired.status == 0, engine.engine + ": " + repaired.err);
    auto const linked = program("link --out " + quoted(both.place.file("links.jsonl")) + words);
    BOOST_TEST(linked.status == 0, engine.engine + ": " + linked.err);
    auto const verdicts = both.place.file("verdicts.json");
    auto const evaluated = program("evaluate --metric ex --json " + quoted(verdicts) + " --predictions " + quoted(out) + words);
    BOOST_TEST(evaluated.status == 0, engine.engine + ": " + evaluated.err);
    BOOST_TEST(contains(both.place.read("verdicts.json"), "\"ex\":1,\"error\""), both.place.read("verdicts.json"));
    BOOST_TEST(!contains(both.place.read("verdicts.json"), "\"ex\":0,\"error\""), engine.engine + ": " + sql);
    both.place.write("wrong.sql", "SELECT count(*) FROM keepers\nSELECT nmae FROM keepers\n");
    auto const wrong =
        program("evaluate --metric ex --json " + quoted(verdicts) + " --predictions " + quoted(both.place.file("wrong.sql")) + words);
    BOOST_TEST(wrong.status == 0, engine.engine + ": " + wrong.err);
    BOOST_TEST(!contains(both.place.read("verdicts.json"), "\"ex\":1,\"error\""), both.place.read("verdicts.json"));
    auto const page = program("evaluate --metric ex --html " + quoted(both.place.file("page.html")) + " --predictions " +
                              quoted(both.place.file("wrong.sql")) + words);
    BOOST_TEST(page.status == 0, engine.engine + ": " + page.err);
    BOOST_TEST(contains(both.place.read("page.html"), "class=\"result\""), engine.engine);
  }
}

// As BIRD's Mini-Dev has its eleven databases on a server.
BOOST_AUTO_TEST_CASE(one_database_may_have_the_tables_of_all) {
  for (auto const& engine : places()) {
    if (!contains(engine.pattern, "://")) continue;
    copied_zoo const both(engine);
    auto const gold = both.place.write("mini_dev_postgresql.json", R"([{"question_id": 7, "db_id": "zoo", "question": "How many?",
      "evidence": "", "SQL": "SELECT count(*) FROM animals", "difficulty": "simple"}])");
    auto const predicted = both.place.write("p.json", R"({"7": "SELECT count(name) FROM animals\t----- bird -----\tzoo"})");
    auto const r = program("evaluate --data " + quoted(both.place.path.string()) + " --gold " + quoted(gold) + " --databases " + both.to +
                           " --predictions " + quoted(predicted) + " --json " + quoted(both.place.file("out.json")));
    BOOST_TEST(r.status == 0, engine.engine + ": " + r.err);
    BOOST_TEST(contains(both.place.read("out.json"), R"("bird_ex":1)"), engine.engine + ": " + both.place.read("out.json"));
  }
}

BOOST_AUTO_TEST_CASE(values_are_kept_in_an_index_at_a_place_of_their_own) {
  for (auto const& engine : places()) {
    copied_zoo const both(engine);
    auto const index = quoted(both.place.file("zoo.values"));
    BOOST_TEST(program("index --db " + both.to).status == 2);
    auto const made = program("index --json --db " + both.to + " --out " + index);
    BOOST_TEST(made.status == 0, engine.engine + ": " + made.err);
    BOOST_TEST(contains(made.out, "\"values\":11,"), engine.engine + ": " + made.out);
    auto const answered = program("ask --csv --db " + both.to + " --index " + index + " 'Which animals are of the species penguin?'");
    BOOST_TEST(answered.status == 0, engine.engine + ": " + answered.err);
    BOOST_TEST(contains(answered.out, "Pip"), answered.out);
    auto const other = program("ask --db " + both.from + " --index " + index + " 'How many animals are there?'");
    BOOST_TEST(other.status == 3);
    BOOST_TEST(contains(other.err, "is of another database"), other.err);
  }
}

BOOST_AUTO_TEST_CASE(doctor_says_what_it_is_and_whether_it_could_write) {
  for (auto const& engine : places()) {
    copied_zoo const both(engine);
    auto const seen = program("doctor --db " + both.to);
    BOOST_TEST(seen.status == 0, seen.out);
    BOOST_TEST(contains(seen.out, "2 tables"), seen.out);
    auto const name =
        engine.engine == "MySQL" ? contains(seen.out, "MariaDB") || contains(seen.out, "MySQL") : contains(seen.out, engine.engine);
    BOOST_TEST(name, seen.out);
    if (engine.engine == "DuckDB") continue;
    BOOST_TEST(contains(seen.out, "the rights of the connection allow writing"), seen.out);
    BOOST_TEST(contains(seen.out, "docs/any_database.md"), seen.out);
  }
  cli_test::folder const place("doctor");
  cli_test::make_database(place.file("a.sqlite"), zoo);
  BOOST_TEST(contains(program("doctor --db " + quoted(place.file("a.sqlite"))).out, "ok    access: the file is opened for reading only"));
}

BOOST_AUTO_TEST_CASE(copies_do_not_overwrite_and_say_what_is_not_as_it_was) {
  for (auto const& engine : places()) {
    copied_zoo const both(engine);
    auto const again = program("copy " + both.from + " " + both.to);
    BOOST_TEST(again.status == 2, engine.engine);
    BOOST_TEST(contains(again.err, "--replace"), again.err);
    cli_test::make_database(both.place.file("t2s_zoo.sqlite"),
                            "CREATE TABLE loose(x INTEGER); INSERT INTO loose VALUES (1), ('one'); CREATE VIEW v AS SELECT 1");
    auto const loose = program("copy " + both.from + " " + both.to + " --replace --check");
    BOOST_TEST(loose.status == 0, engine.engine + ": " + loose.err);
    BOOST_TEST(contains(loose.err, "loose.x: declared INTEGER, it holds 1 texts and 1 numbers: it became text"), loose.err);
    BOOST_TEST(contains(loose.err, "v: it is a view and was left out"), loose.err);
    auto const home = program("copy " + both.to + " " + quoted(both.place.file("home.sqlite")) + " --table animals --check");
    BOOST_TEST(home.status == 0, engine.engine + ": " + home.err);
    BOOST_TEST(contains(home.out, "1 table, 5 rows"), home.out);
    BOOST_TEST(program("copy " + both.from + " " + both.from).status == 2);
  }
}

BOOST_AUTO_TEST_CASE(passwords_are_never_shown) {
  for (auto const* url :
       {"postgresql://me:hidden-word@127.0.0.1:1/db", "mysql://me:hidden-word@127.0.0.1:1/db", "odbc:DSN=none;PWD=hidden-word",
        "oracle://me:hidden-word@h/db", "postgresql://127.0.0.1:1/db?password=hidden-word"})
    for (auto const* command :
         {"ask 'How many?' --db ", "doctor --db ", "explain 'SELECT 1' --db ", "copy nothing.sqlite ", "index --db "}) {
      auto const said = program(command + quoted(url));
      BOOST_TEST(said.status != 0, std::string(command) + url);
      BOOST_TEST(!contains(said.out + said.err, "hidden-word"), std::string(command) + url + said.out + said.err);
    }
}

BOOST_AUTO_TEST_SUITE_END()
