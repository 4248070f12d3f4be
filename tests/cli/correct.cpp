// SPDX-License-Identifier: BSL-1.0
// t2s correct: corrections are kept, found again, listed, exported and forgotten.
#include "folder.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>

namespace json = boost::json;
namespace fs = std::filesystem;
using cli_test::contains;
using cli_test::quoted;
using cli_test::t2s;

namespace {

struct orchard : cli_test::folder {
  std::string const db = (path / "orchard.sqlite").string();
  std::string const with_db = " --db " + quoted(db) + " ";
  std::string const question = quoted("How much did the grove bring in?");
  std::string const sql = quoted("SELECT sum(kilos) FROM harvest");

  orchard() : folder("correct") {
    cli_test::make_database(db,
                            "CREATE TABLE tree (id INTEGER PRIMARY KEY, sort TEXT);"
                            "CREATE TABLE harvest (id INTEGER PRIMARY KEY, tree_id INTEGER REFERENCES tree(id), kilos INTEGER);"
                            "INSERT INTO tree VALUES (1, 'Boskoop'), (2, 'Elstar'); INSERT INTO harvest VALUES (1, 1, 30), (2, 2, 12);");
  }

  [[nodiscard]] auto correct(std::string const& words) const { return t2s("correct" + with_db + words); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(corrections, orchard)

BOOST_AUTO_TEST_CASE(the_same_question_gets_the_sql_with_confidence) {
  auto const before = t2s("ask --json" + with_db + question);
  BOOST_TEST(!contains(before.out, "sum(kilos)"));
  auto const kept = correct("--question " + question + " --sql " + sql);
  BOOST_TEST(kept.status == 0);
  BOOST_TEST(contains(kept.out, "kept; the SQL returns 1 row"));
  BOOST_TEST(contains(kept.out, "1 correction"));
  auto const after = t2s("ask --json" + with_db + quoted("how much did the grove bring in"));
  BOOST_TEST(after.status == 0);
  auto const found = json::parse(after.out);
  BOOST_TEST(found.at("sql").as_string() == "SELECT sum(kilos) FROM harvest");
  BOOST_TEST(found.at("confidence").to_number<double>() > 0.9);
  BOOST_TEST(!contains(t2s("ask --json --corrections none" + with_db + question).out, "sum(kilos)"));
}

BOOST_AUTO_TEST_CASE(sql_that_does_not_run_is_not_kept) {
  auto const refused = correct("--question " + question + " --sql " + quoted("SELECT sum(tons) FROM harvest"));
  BOOST_TEST(refused.status == 1);
  BOOST_TEST(contains(refused.err, "nothing was kept"));
  BOOST_TEST(!fs::exists(db + ".t2s-corrections"));
}

BOOST_AUTO_TEST_CASE(a_question_that_needs_the_one_before_it_is_not_kept) {
  auto const refused = correct("--question " + quoted("And of Elstar?") + " --sql " + sql);
  BOOST_TEST(refused.status == 1);
  BOOST_TEST(contains(refused.err, "this question needs the one before it: ask it whole"));
  BOOST_TEST(!fs::exists(db + ".t2s-corrections"));
}

BOOST_AUTO_TEST_CASE(they_are_listed_replaced_exported_and_forgotten) {
  BOOST_TEST(contains(correct("--list").out, "no corrections"));
  (void)correct("--question " + question + " --sql " + quoted("SELECT 1"));
  (void)correct("--question " + quoted("Which \"sorts\" are there?") + " --sql " + quoted("SELECT sort FROM tree"));
  (void)correct("--question " + question + " --sql " + sql);  // a better one
  auto const all = json::parse(correct("--list --json").out).at("corrections").as_array();
  BOOST_REQUIRE(all.size() == 2U);
  BOOST_TEST(all[0].at("query").as_string() == "SELECT sum(kilos) FROM harvest");
  BOOST_TEST(all[1].at("question").as_string() == "Which \"sorts\" are there?");
  BOOST_TEST(contains(correct("--list").out, "2  Which \"sorts\" are there?"));

  auto const exported = (path / "pool.json").string();
  BOOST_TEST(correct("--export " + quoted(exported)).status == 0);
  BOOST_TEST(json::parse(read("pool.json")).as_array() == all);
  BOOST_TEST(contains(t2s("ask --min-confidence 0 --json --corrections none --demonstrations " + quoted(exported) + with_db + question).out,
                      "sum(kilos)"));

  BOOST_TEST(correct("--remove 1").status == 0);
  BOOST_TEST(correct("--remove " + quoted("which \"sorts\" are there")).status == 0);
  BOOST_TEST(contains(correct("--list").out, "no corrections"));
  auto const none = correct("--remove 3");
  BOOST_TEST(none.status == 2);
  BOOST_TEST(contains(none.err, "there are no corrections"));
}

BOOST_AUTO_TEST_SUITE_END()
