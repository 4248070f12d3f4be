// SPDX-License-Identifier: BSL-1.0
// t2s link, and t2s evaluate --linking, as users see them.
#include <algorithm>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>

#include "folder.hpp"

namespace json = boost::json;
namespace fs = std::filesystem;
using cli_test::contains;
using cli_test::quoted;
using cli_test::t2s;

namespace {

/// A data set of one database and two questions.
struct data_set : cli_test::folder {
  std::string const shop = make_shop(
      "CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
      "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shops(shop_id), amount REAL);"
      "INSERT INTO shops VALUES (1, 'Corner', 'Oslo'), (2, 'Harbour', 'Bergen');");

  data_set() : folder("link") {
    write("dev.json", R"([{"db_id": "shop", "question": "Which shops are in Oslo?"}, {"db_id": "shop", "question": "How many orders?"}])");
    write("labels.json", R"([{"db_id": "shop", "question": "Which shops are in Oslo?", "tables": ["shops"], "columns": [],
                              "value_columns": ["shops.city"]},
                             {"db_id": "shop", "question": "How many orders?", "tables": ["shops"], "columns": []}])");
  }
  [[nodiscard]] std::string db() const { return shop; }
  [[nodiscard]] std::string data() const { return " --data " + quoted(path.string()) + " "; }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(link_command, data_set)

BOOST_AUTO_TEST_CASE(json_has_exactly_what_is_promised) {
  auto const r = t2s("link --db " + quoted(db()) + " --json 'Which shops are in Oslo?'");
  BOOST_TEST(r.status == 0);
  BOOST_TEST(json::parse(r.out) == json::parse(R"({"tables": ["shops"], "columns": ["shops.city"],
      "values": [{"column": "shops.city", "value": "Oslo", "span": [19, 23]}]})"));
}

BOOST_AUTO_TEST_CASE(text_says_by_which_words) {
  auto const r = t2s("link --db " + quoted(db()) + " 'Which shops are in Oslo?'");
  BOOST_TEST(r.status == 0);
  BOOST_TEST(contains(r.out, "shops  \"shops\", by its name"));
  BOOST_TEST(contains(r.out, "shops.city  \"Oslo\", by a value"));
  BOOST_TEST(contains(r.out, "shops.city = Oslo  \"Oslo\", bytes 19 to 23"));
  BOOST_TEST(contains(t2s("link --db " + quoted(db()) + " 'Why?'").out, "Tables: none\nColumns: none\nValues: none\n"));
}

BOOST_AUTO_TEST_CASE(the_part_of_a_schema_that_fits) {
  auto const r = t2s("link --db " + quoted(db()) + " --schema 40 'Which shops are in Oslo?'");
  BOOST_TEST(r.status == 0);
  BOOST_TEST(contains(r.out, "CREATE TABLE shops ("));
  BOOST_TEST(!contains(r.out, "CREATE TABLE orders"));
  BOOST_TEST(contains(r.out, " tokens: 1 of 2 tables, 3 of 6 columns\n"));
  BOOST_TEST(
      contains(t2s("link --db " + quoted(db()) + " --schema 4000 'Which shops are in Oslo?'").out, ": 2 of 2 tables, 6 of 6 columns\n"));
  BOOST_TEST(t2s("link --db " + quoted(db()) + " --schema 40 --json 'Which shops?'").status == 2);
  BOOST_TEST(t2s("link --db " + quoted(db()) + " --schema few 'Which shops?'").status == 2);
  BOOST_TEST(
      contains(t2s("link --db " + quoted(db()) + " --schema 0 'Which shops?'").err, "--schema needs a whole number from 1 to 1000000000"));
  BOOST_TEST(t2s("link --db " + quoted(db()) + " --schema -5 'Which shops?'").status == 2);
  auto const narrow = t2s("link --db " + quoted(db()) + " --schema 5 'Which shops?'");
  BOOST_TEST(narrow.status != 0);
  BOOST_TEST(contains(narrow.err, "no table fits into 5 tokens; give --schema more"));
}

BOOST_AUTO_TEST_CASE(a_data_set_becomes_json_lines) {
  BOOST_TEST(t2s("link" + data() + "--out " + quoted(file("links.jsonl"))).status == 0);
  auto const lines = read("links.jsonl");
  BOOST_TEST(std::count(lines.begin(), lines.end(), '\n') == 2);
  auto const first = json::parse(lines.substr(0, lines.find('\n')));
  BOOST_TEST(first.at("db_id") == "shop");
  BOOST_TEST(first.at("tables") == json::parse(R"(["shops"])"));
}

BOOST_AUTO_TEST_CASE(mistakes_are_told) {
  auto const refused = [](std::string const& words, int status, std::string_view part) {
    auto const r = t2s("link " + words);
    BOOST_TEST_CONTEXT(words << ": " << r.err) {
      BOOST_TEST(r.status == status);
      BOOST_TEST(r.out.empty());
      BOOST_TEST(contains(r.err, part));
    }
  };
  refused("'Why?'", 2, "--db");
  refused("--db " + quoted(db()), 2, "there is no question");
  refused("--db " + quoted(db()) + " ' '", 2, "the question is empty");
  refused("--db " + quoted(db()) + " \"$(printf 'a\\377')\"", 2, "not UTF-8 from byte 1 on");
  refused("--db " + quoted(file("none.sqlite")) + " 'Why?'", 3, "none.sqlite");
  refused(data(), 2, "--out");
  refused("--data " + quoted(file("none")) + " --out x", 3, "there is no directory");
  write("dev.json", R"([{"db_id": "bank", "question": "Why?"}])");
  refused(data() + "--out " + quoted(file("out.jsonl")), 3, "bank.sqlite; name its folder with --databases");
  BOOST_TEST(!fs::exists(file("out.jsonl")));
}

BOOST_AUTO_TEST_CASE(labels_are_scored) {
  auto const r = t2s("evaluate" + data() + "--linking " + quoted(file("labels.json")) + " --json " + quoted(file("report.json")));
  BOOST_TEST(r.status == 0);
  BOOST_TEST(contains(r.out, "shop\n"));
  auto const report = json::parse(read("report.json"));
  // One of two questions names its table, the other one another; one question has a label for columns, and it is found.
  BOOST_TEST(report.at("tables").at("f1").to_number<double>() == 50.0);
  BOOST_TEST(report.at("columns").at("f1").to_number<double>() == 100.0);
  BOOST_TEST(report.at("databases").at("shop").at("tables").at("questions").to_number<int>() == 2);
  auto const wrong = t2s("evaluate" + data() + "--linking " + quoted(file("none.json")));
  BOOST_TEST(wrong.status == 3);
  BOOST_TEST(contains(wrong.err, "none.json"));
  BOOST_TEST(t2s("evaluate --linking " + quoted(file("labels.json"))).status == 2);
  auto const both = t2s("evaluate" + data() + "--linking " + quoted(file("labels.json")) + " --skeletons --predictions x.sql");
  BOOST_TEST(both.status == 2);
  BOOST_TEST(contains(both.err, "leave one of them out"), both.err);
  BOOST_TEST(r.err.empty(), r.err);
  write("slip.json", R"([{"db_id": "shop", "question": "Which shops?", "tables": ["shops"], "columns": ["shops.nmae"]}])");
  auto const slip = t2s("evaluate" + data() + "--linking " + quoted(file("slip.json")));
  BOOST_TEST(contains(slip.err, "1 name of unknown tables or columns, first shops.nmae of shop"), slip.err);
}

BOOST_AUTO_TEST_SUITE_END()
