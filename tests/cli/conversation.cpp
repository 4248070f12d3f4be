// SPDX-License-Identifier: BSL-1.0
// Several questions in one conversation, from standard input and from a file in SParC's form. The right rows are written by hand.
#include "folder.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <string>

using namespace cli_test;

namespace {

constexpr char stalls[] = R"(CREATE TABLE stall (stall_id INTEGER PRIMARY KEY, name TEXT, town TEXT, rent INTEGER);
INSERT INTO stall VALUES (1, 'Ash', 'Lindow', 40), (2, 'Birch', 'Lindow', 50), (3, 'Cedar', 'Alderly', 60);)";

struct market : folder {
  std::string db = (path / "market.sqlite").string();

  market() : folder("conversation") { make_database(db, stalls); }
  said typed(std::string const& lines, std::string const& options) const {
    auto said = run("/bin/sh", "-c " + quoted("printf '" + lines + "' | " + quoted(T2S_CLI) + " ask --db " + cli_test::quoted(db) +
                                              " --conversation " + options));
    std::erase(said.out, '\r');  // of CSV
    return said;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(command_line_conversations, market)

BOOST_AUTO_TEST_CASE(each_line_may_refer_to_those_before_it) {
  auto const r = typed("Only those in Lindow.\\n\\nHow many are there?\\n", "--csv 'List the names of the stalls.'");
  BOOST_TEST(r.status == 0);
  BOOST_TEST(r.out == "name\nAsh\nBirch\nCedar\nname\nAsh\nBirch\ncount(*)\n2\n");
}

BOOST_AUTO_TEST_CASE(a_line_that_is_not_understood_does_not_end_it) {
  auto const r = typed(
      "List the names of the stalls.\\nAnd the other thing?\\nSELECT name FROM stall\\nList the names of stalls in Alderly.\\n", "--csv");
  BOOST_TEST(r.status == 2);
  BOOST_TEST(r.out == "name\nAsh\nBirch\nCedar\nname\nCedar\n");
  BOOST_TEST(r.err.find("refers to the one before it") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_line_after_one_without_an_answer_has_nothing_to_go_on) {
  auto const r = typed("List the names of the stalls.\\nAnd the other thing?\\nOnly those in Alderly.\\n", "--csv");
  BOOST_TEST(r.status == 1);
  BOOST_TEST(r.out == "name\nAsh\nBirch\nCedar\n");
}

BOOST_AUTO_TEST_CASE(a_question_or_a_conversation_is_needed) {
  auto const none = cli_test::t2s("ask --db " + cli_test::quoted(db));
  BOOST_TEST(none.status == 2);
  BOOST_TEST(none.err.find("there is no question") != std::string::npos);
  auto const both = cli_test::t2s("ask --db " + cli_test::quoted(db) + " --conversation --ask-back </dev/null");
  BOOST_TEST(both.status == 2);
}

BOOST_AUTO_TEST_CASE(turns_of_a_data_set_are_asked_in_order) {
  std::filesystem::create_directories(path / "set/databases/market");
  make_database((path / "set/databases/market/market.sqlite").string(), stalls);
  std::ofstream(path / "set/dev.json") << R"([{"database_id": "market", "interaction": [
    {"utterance": "List the names of the stalls.", "query": "SELECT name FROM stall"},
    {"utterance": "Only those in Lindow.", "query": "SELECT name FROM stall WHERE town = 'Lindow'"},
    {"utterance": "And the other thing?", "query": "SELECT 1"}]},
    {"database_id": "market", "interaction": [{"utterance": "How many stalls are there?", "query": "SELECT count(*) FROM stall"}]}])";
  auto const data = " --data " + cli_test::quoted((path / "set").string()), out = (path / "runs.jsonl").string();
  auto const made = cli_test::t2s("predict" + data + " --pipeline offline --out " + cli_test::quoted(out));
  BOOST_TEST(made.status == 0, made.err);
  auto const judged = cli_test::t2s("evaluate" + data + " --metric ex --predictions " + cli_test::quoted(out));
  BOOST_TEST(judged.status == 0, judged.err);
  auto const wanted = "EX: first questions 100.0 % (2 of 2), follow-up questions  50.0 % (1 of 2), whole conversations  50.0 % (1 of 2)";
  BOOST_TEST(judged.out.find(wanted) != std::string::npos, judged.out);
  BOOST_TEST(cli_test::t2s("predict" + data + " --pipeline offline --out " + cli_test::quoted((path / "runs.sql").string())).status == 2);
}

BOOST_AUTO_TEST_SUITE_END()
