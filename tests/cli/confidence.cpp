// SPDX-License-Identifier: BSL-1.0
// t2s confidence, and the confidence of t2s ask and t2s predict.
#include "folder.hpp"
#include "pseudo_terminal.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <sstream>
#include <string>

namespace {

using cli_test::contains;
using cli_test::quoted;
using cli_test::t2s;

constexpr char const* hives =
    "CREATE TABLE keeper (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);"
    "CREATE TABLE hive (id INTEGER PRIMARY KEY, keeper_id INTEGER REFERENCES keeper (id), frames INTEGER);"
    "INSERT INTO keeper VALUES (1, 'Ada', 41), (2, 'Bo', 29); INSERT INTO hive VALUES (10, 1, 4), (11, 1, 6), (12, 2, 2);";

/// Trips have two keys to ports, between which the question does not decide.
constexpr char const* trips =
    "CREATE TABLE port (port_id INTEGER PRIMARY KEY, name TEXT);"
    "CREATE TABLE trip (trip_id INTEGER PRIMARY KEY, title TEXT, from_port INTEGER REFERENCES port (port_id),"
    " to_port INTEGER REFERENCES port (port_id));"
    "INSERT INTO port VALUES (1, 'Cadiz'), (2, 'Bergen'), (3, 'Genoa');"
    "INSERT INTO trip VALUES (1, 'North', 1, 2), (2, 'Home', 2, 1), (3, 'Salt', 3, 1), (4, 'Wool', 2, 3);";
constexpr char const* of_cadiz = " 'Show the title of trips with port Cadiz.'";

boost::json::object parsed(std::string const& text) { return boost::json::parse(text).as_object(); }

}  // namespace

BOOST_AUTO_TEST_SUITE(confidence_command)

BOOST_AUTO_TEST_CASE(one_statement) {
  cli_test::folder const f("confidence");
  auto const command = "confidence --db " + quoted(f.make_shop(hives)) + " ";
  auto const right = t2s(command + "--sql 'SELECT count(*) FROM hive' 'How many hives are there?'");
  BOOST_TEST(right.status == 0, right.out << right.err);
  BOOST_TEST(right.out.find("0.") == 0u, right.out);
  auto const wrong = t2s(command + "--sql 'SELECT count(*) FROM beehive' 'How many hives are there?'");
  BOOST_TEST(wrong.status == 1);
  BOOST_TEST(contains(wrong.out, "(uncertain)\n"), wrong.out);
  BOOST_TEST(contains(wrong.out, "the SQL fails: no such table: beehive"), wrong.out);
  auto const found = parsed(t2s(command + "--json --sql 'SELECT name FROM keeper' 'How many hives are there?'").out);
  BOOST_TEST(found.at("uncertain").as_bool());
  BOOST_TEST(found.at("confidence").to_number<double>() < 0.75);
  BOOST_TEST(!found.at("missing").as_array().empty());
}

BOOST_AUTO_TEST_CASE(files_of_predictions_are_judged) {
  cli_test::folder const f("confidence");
  static_cast<void>(f.make_shop(hives));
  f.write("dev.json",
          R"([{"db_id": "shop", "question": "How many hives are there?", "query": "SELECT count(*) FROM hive"},
              {"db_id": "shop", "question": "What are the names of keepers older than 30?", "query": "SELECT name FROM keeper WHERE age > 30"}])");
  auto const good = f.write("good.sql", "SELECT count(*) FROM hive\nSELECT name FROM keeper WHERE age > 30\n");
  auto const bad = f.write("bad.sql", "SELECT count(*) FROM beehive\nSELECT frames FROM hive\n");
  auto const data = "confidence --data " + quoted(f.path.string()) + " --databases " + quoted(f.file("databases")) + " ";
  auto const out = f.file("out.jsonl");
  auto const said = t2s(data + "--predictions " + quoted(good) + " --predictions " + quoted(bad) + " --together --out " + quoted(out));
  BOOST_TEST(said.status == 0, said.err);
  BOOST_TEST(contains(said.out, "AUROC"), said.out);
  BOOST_TEST(contains(said.out, " 100.0 %"), said.out);
  std::istringstream lines(f.read("out.jsonl"));
  std::size_t n = 0;
  for (std::string line; std::getline(lines, line); ++n) {
    auto const one = parsed(line);
    bool const is_good = one.at("file").as_string().ends_with("good.sql");
    BOOST_TEST(one.at("right").as_bool() == is_good);
    BOOST_TEST((one.at("confidence").to_number<double>() > 0.5) == is_good, line);
  }
  BOOST_TEST(n == 4u);
  BOOST_TEST(t2s(data + "--predictions " + quoted(good) + " --together").status == 2);
}

BOOST_AUTO_TEST_CASE(much_is_cut_short) {
  cli_test::folder const f("confidence");
  auto const db = quoted(f.make_shop(hives));
  std::string list = "'Ada'";
  for (int i = 0; i < 500; ++i) list += ", 'Nobody" + std::to_string(i) + "'";
  auto const said =
      t2s("confidence --json --db " + db + " --sql \"-- who?\nSELECT age FROM keeper WHERE name IN (" + list + ")\" 'How old are they?'");
  auto const missing = parsed(said.out).at("missing").as_array();
  BOOST_TEST_REQUIRE(missing.size() == 21u, said.out << said.err);
  BOOST_TEST(missing.back().as_string().starts_with("and "));
  auto const longer = std::string(20'000, 'x');
  BOOST_TEST(contains(t2s("confidence --db " + db + " --sql 'SELECT 1' " + longer).err, "the question has 20000 bytes"));
  f.write("dev.json",
          R"([{"db_id": "shop", "question": ")" + longer + R"("}, {"db_id": "shop", "question": "How many hives are there?"}])");
  auto const good = f.write("good.sql", "SELECT count(*) FROM hive\nSELECT count(*) FROM hive\n");
  auto const many = t2s("confidence --data " + quoted(f.path.string()) + " --databases " + quoted(f.file("databases")) + " --predictions " +
                        quoted(good) + " --out " + quoted(f.file("out.jsonl")));
  BOOST_TEST(many.status == 0, many.err);
  BOOST_TEST(contains(many.err, "dev.json: question #0 (xxx"), many.err);
  BOOST_TEST(contains(many.err, "its answers get confidence 0\n"), many.err);
  auto const lines = f.read("out.jsonl");
  BOOST_TEST(parsed(lines.substr(0, lines.find('\n'))).at("confidence").to_number<double>() == 0);
  BOOST_TEST(parsed(lines.substr(lines.find('\n') + 1)).at("confidence").to_number<double>() > 0.5);
}

BOOST_AUTO_TEST_CASE(an_answer_below_the_minimum_is_withheld) {
  cli_test::folder const f("confidence");
  auto const ask = "ask --db " + quoted(f.make_shop(hives)) + " ";
  auto const question = std::string("'How many purple hives are there?'");
  for (auto const* form : {"", "--csv ", "--min-confidence usual "}) {
    auto const refused = t2s(ask + form + question);
    BOOST_TEST(refused.status == 4);
    BOOST_TEST(refused.out == "", refused.out);
    BOOST_TEST(contains(refused.err, "no rows are given: confidence 0."), refused.err);
    BOOST_TEST(contains(refused.err, "not read: \"purple\""), refused.err);
    BOOST_TEST(contains(refused.err, "  SELECT count(*) FROM hive\n"), refused.err);
    BOOST_TEST(contains(refused.err, "--min-confidence 0 gives its rows"), refused.err);
  }
  auto const refused = t2s(ask + "--json " + question);
  BOOST_TEST(refused.status == 4);
  BOOST_TEST(contains(refused.err, "--min-confidence 0 gives its rows"), refused.err);
  auto const json = parsed(refused.out);
  BOOST_TEST(json.at("sql").is_null());
  BOOST_TEST(json.at("rows").as_array().empty());
  BOOST_TEST(json.at("withheld").as_string() == "SELECT count(*) FROM hive");
  BOOST_TEST(json.at("confidence").is_number());
  BOOST_TEST(json.at("not_read").at(0).at("text").as_string() == "purple");
  BOOST_TEST(json.at("revisions").as_array().empty());
  BOOST_TEST(json.at("uncertain").as_bool());
  BOOST_TEST(t2s(ask + "--min-confidence usual 'How many hives are there?'").status == 0);
}

BOOST_AUTO_TEST_CASE(a_doubtful_answer_is_given_on_demand) {
  cli_test::folder const f("confidence");
  auto const ask = "ask --db " + quoted(f.make_shop(hives)) + " --min-confidence 0 ";
  auto const question = std::string("'How many purple hives are there?'");
  auto const given = t2s(ask + question);
  BOOST_TEST(given.status == 0);
  BOOST_TEST(contains(given.out, ", uncertain\n"), given.out);
  BOOST_TEST(contains(t2s(ask + "--csv " + question).out, "3\r\n"));
  BOOST_TEST(parsed(t2s(ask + "--json " + question).out).at("sql").as_string() == "SELECT count(*) FROM hive");
}

BOOST_AUTO_TEST_CASE(an_uncertain_answer_asks_back_on_demand) {
  cli_test::folder const f("asking");
  auto const command = "ask --min-confidence 0 --db " + quoted(f.make_shop(trips));
  auto const silent = t2s(command + of_cadiz), asking = t2s(command + " --ask-back" + of_cadiz);
  BOOST_TEST(silent.status == 0);
  BOOST_TEST(!contains(silent.err, "is meant?"), silent.err);
  BOOST_TEST(asking.status == 0);
  BOOST_TEST(asking.out == silent.out);
  BOOST_TEST(contains(asking.err, "Which relation of the tables is meant?\n  1: "), asking.err);
  BOOST_TEST(contains(asking.err, "\n  2: "), asking.err);
  auto const as_json = parsed(t2s(command + " --ask-back --json" + of_cadiz).out);
  BOOST_TEST(as_json.at("ask_back").at("options").as_array().size() == 2U);
  BOOST_TEST(as_json.at("ask_back").at("options").at(0).at("sql") == as_json.at("sql"));
  BOOST_TEST(parsed(t2s(command + " --json" + of_cadiz).out).at("ask_back").is_null());

  auto const typed = [&](char const* line) {
    return cli_test::on_terminal(quoted(T2S_CLI) + " " + command + " --ask-back" + of_cadiz, "dumb", "1", line).text;
  };
  BOOST_TEST(contains(typed("2\n"), "chosen by the user: "));
  BOOST_TEST(!contains(typed("\n"), "chosen by the user: "));
  BOOST_TEST(!contains(typed("7\n"), "chosen by the user: "));
}

BOOST_AUTO_TEST_CASE(predict_records_what_is_asked_back) {
  cli_test::folder const f("asking");
  static_cast<void>(f.make_shop(trips));
  f.write("dev.json", R"([{"db_id": "shop", "question": "Show the title of trips with port Cadiz.", "ambiguous": true,
                           "query": ["SELECT title FROM trip WHERE from_port = 1", "SELECT title FROM trip WHERE to_port = 1"]},
                          {"db_id": "shop", "question": "How many ports are there?", "query": "SELECT count(*) FROM port"}])");
  auto const command = [&f](std::string const& out) {
    return "predict --data " + quoted(f.path.string()) + " --out " + quoted(f.file(out));
  };
  auto const r = t2s(command("out.jsonl") + " --ask-back");
  BOOST_TEST(r.status == 0, r.err);
  auto const lines = f.read("out.jsonl");
  auto const first = parsed(lines.substr(0, lines.find('\n')));
  BOOST_TEST(first.at("ask_back").at("question").as_string() == "Which relation of the tables is meant?");
  BOOST_TEST(first.at("ask_back").at("options").as_array().size() == 2U);
  BOOST_TEST(first.at("ask_back").at("options").at(0).at("sql") == first.at("sql"));
  BOOST_TEST(!parsed(lines.substr(lines.find('\n') + 1)).contains("ask_back"));

  auto const scored = t2s("evaluate --data " + quoted(f.path.string()) + " --predictions " + quoted(f.file("out.jsonl")) + " --json " +
                          quoted(f.file("out.json")));
  BOOST_TEST(scored.status == 0, scored.err);
  BOOST_TEST(contains(scored.out, "reliability score RS(10)"), scored.out);
  BOOST_TEST(contains(f.read("out.json"), R"("ambiguous":1,"asked_back":1,"clarified":1)"), f.read("out.json"));

  auto const silent = t2s(command("silent.jsonl"));
  BOOST_TEST(silent.status == 0, silent.err);
  BOOST_TEST(!contains(f.read("silent.jsonl"), "ask_back"));
  auto const text = t2s(command("out.sql") + " --ask-back");
  BOOST_TEST(text.status == 2);
  BOOST_TEST(contains(text.err, "--ask-back needs an --out that ends in .jsonl"), text.err);
}

BOOST_AUTO_TEST_CASE(predict_counts_withheld_answers_apart) {
  cli_test::folder const f("confidence");
  static_cast<void>(f.make_shop(hives));
  f.write("dev.json", R"([{"db_id": "shop", "question": "How many hives are there?"},
                          {"db_id": "shop", "question": "How many purple hives are there?"},
                          {"db_id": "shop", "question": "How many sour hives are there?"},
                          {"db_id": "shop", "question": "Xyzzy plugh?"}])");
  auto const command = "predict --data " + quoted(f.path.string()) + " --out " + quoted(f.file("out.sql"));
  auto const all = t2s(command);
  BOOST_TEST(contains(all.err, ", 1 without SQL, written to"), all.err);
  auto const certain = t2s(command + " --min-confidence usual");
  BOOST_TEST(contains(certain.err, ", 1 without SQL, 2 withheld as too uncertain, written to"), certain.err);
  BOOST_TEST(f.read("out.sql") == "SELECT count(*) FROM hive\nSELECT NULL\nSELECT NULL\nSELECT NULL\n");
}

BOOST_AUTO_TEST_CASE(mistakes_are_explained) {
  cli_test::folder const f("confidence");
  auto const db = quoted(f.make_shop(hives));
  auto const wrong = t2s("ask --db " + db + " --min-confidence 75 'How many hives are there?'");
  BOOST_TEST(wrong.status == 2);
  BOOST_TEST(contains(wrong.err, "give a probability from 0 to 1, such as 0.75, or usual"), wrong.err);
  BOOST_TEST(t2s("confidence --db " + db + " 'How many hives are there?'").status == 2);
  BOOST_TEST(t2s("confidence 'How many hives are there?'").status == 2);
  BOOST_TEST(t2s("confidence --data " + quoted(f.path.string())).status == 2);
}

BOOST_AUTO_TEST_SUITE_END()
