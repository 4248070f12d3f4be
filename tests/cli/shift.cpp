// SPDX-License-Identifier: BSL-1.0
// t2s study shift: the commands of its page, and mistakes in them.
#include "folder.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>

namespace json = boost::json;
using cli_test::contains;
using cli_test::quoted;
using cli_test::t2s;

namespace {

struct shop : cli_test::folder {
  std::string const other = file("other");
  std::string const command = "study shift --data " + quoted(path.string()) + " --out " + quoted(other);

  shop() : folder("shift") {
    (void)make_shop(
        "CREATE TABLE jar (jar_id INTEGER PRIMARY KEY, label TEXT, state TEXT);"
        "INSERT INTO jar VALUES (1, 'Heather', 'full'), (2, 'Clover', 'empty'), (3, 'Lime', 'full'), (4, 'Rape', 'empty');");
    write("dev.json",
          R"([{"db_id": "shop", "question": "How many jars are there?", "query": "SELECT count(*) FROM jar"},
              {"db_id": "shop", "question": "Which jars are full?", "query": "SELECT label FROM jar WHERE state = 'full'"},
              {"db_id": "shop", "question": "What is broken?", "query": "SELECT nothing FROM jar"}])");
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(command_line_shift, shop)

BOOST_AUTO_TEST_CASE(a_shifted_set_is_a_data_set) {
  auto const shifted = t2s(command + " --kinds legacy,keys,codes --seed 7");
  BOOST_TEST(shifted.status == 0, shifted.err);
  BOOST_TEST(contains(shifted.out, "2 of 3 questions kept"), shifted.out);
  auto const said = json::parse(read("other/shift.json"));
  BOOST_TEST(said.at("kinds").as_array().size() == 3U);
  auto const& jar = said.at("databases").at("shop").at("tables").at("jar");
  BOOST_TEST(jar.at("name").as_string() != "jar");
  BOOST_TEST(jar.at("values").at("state").as_object().size() == 2U);
  BOOST_TEST(!contains(read("other/dev.json"), "'full'"));

  auto const predictions = quoted(file("other.sql"));
  BOOST_TEST(t2s("predict --data " + quoted(other) + " --pipeline offline --out " + predictions).status == 0);
  auto const evaluated = t2s("evaluate --data " + quoted(other) + " --predictions " + predictions);
  BOOST_TEST(evaluated.status == 0, evaluated.err);
  BOOST_TEST(contains(evaluated.out, "execution accuracy (EX)"), evaluated.out);
}

BOOST_AUTO_TEST_CASE(mistakes_are_refused) {
  auto const unknown = t2s(command + " --kinds keys,cods");
  BOOST_TEST(unknown.status == 2);
  BOOST_TEST(contains(unknown.err, "--kinds knows no \"cods\": it takes synonyms, "), unknown.err);
  BOOST_TEST(!std::filesystem::exists(other));
  BOOST_TEST(t2s("study shift --data " + quoted(path.string())).status == 2);
  std::filesystem::create_directory(other);
  write("other/mine.txt", "mine");
  auto const taken = t2s(command);
  BOOST_TEST(taken.status == 2);
  BOOST_TEST(contains(taken.err, "exists and is not an empty folder"), taken.err);
  BOOST_TEST(read("other/mine.txt") == "mine");
}

BOOST_AUTO_TEST_SUITE_END()
