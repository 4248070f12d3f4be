// SPDX-License-Identifier: BSL-1.0
// t2s vote: its choices, its report, and rejected input.
#include "folder.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>

namespace json = boost::json;
namespace fs = std::filesystem;
using cli_test::contains;
using cli_test::quoted;
using cli_test::t2s;

namespace {

/// A data set of four questions over one database.
struct data_set : cli_test::folder {
  std::string const shop = make_shop(
      "CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, shop_name TEXT, city TEXT);"
      "INSERT INTO shops VALUES (1, 'Corner', 'Oslo'), (2, 'Harbour', 'Bergen'), (3, 'Station', 'Oslo');");

  data_set() : folder("vote") {
    write("dev.json", R"([{"db_id": "shop", "question": "How many shops are there?", "query": "SELECT count(*) FROM shops"},
                          {"db_id": "shop", "question": "Which shops are in Oslo?", "query": "SELECT shop_name FROM shops WHERE city = 'Oslo'"},
                          {"db_id": "shop", "question": "List all cities.", "query": "SELECT city FROM shops"},
                          {"db_id": "shop", "question": "Say nothing.", "query": "SELECT NULL"}])");
    // by votes; repaired and then by votes; by the reading; nothing runs
    write("a.sql", "SELECT 7\nSELECT shop_nam FROM shops WHERE city = 'Oslo'\nSELECT shop_name FROM shops\nSELECT\n");
    write("b.sql", "SELECT count(*) FROM shops\nSELECT city FROM shops\nSELECT shop_id FROM shops\nSELECT oops FROM nowhere_at_all\n");
    write("c.sql",
          "SELECT count(shop_id) FROM shops\nSELECT shop_name FROM shops WHERE city = 'Oslo'\nSELECT DISTINCT city FROM shops\nx\n");
  }

  [[nodiscard]] cli_test::said vote(std::string const& files, std::string const& more = "") const {
    std::string words = "vote --data " + quoted(path.string()) + " --out " + quoted(file("out.sql")) + " " + more + " --predictions";
    for (std::size_t i = 0; i < files.size(); ++i) words += " " + quoted(file(std::string(1, files[i]) + ".sql"));
    return t2s(words);
  }
};

std::vector<json::value> lines_of(std::string const& text) {
  std::vector<json::value> all;
  for (std::size_t at = 0; at < text.size();) {
    auto const end = text.find('\n', at);
    all.push_back(json::parse(text.substr(at, end - at)));
    at = end + 1;
  }
  return all;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(vote_command, data_set)

BOOST_AUTO_TEST_CASE(one_sql_a_line_is_chosen) {
  auto const r = vote("abc");
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(r.out.empty());
  BOOST_TEST(contains(r.err, "4 questions in "), r.err);
  BOOST_TEST(contains(r.err, "1 by reading"), r.err);
  BOOST_TEST(contains(r.err, "1 of the chosen repaired"), r.err);
  BOOST_TEST(read("out.sql") ==
             "SELECT count(*) FROM shops\nSELECT shop_name FROM shops WHERE city = 'Oslo'\nSELECT DISTINCT city FROM shops\nSELECT\n");
}

BOOST_AUTO_TEST_CASE(reasons_are_given_as_json) {
  auto const r = vote("abc", "--json");
  BOOST_TEST(r.status == 0, r.err);
  auto const all = lines_of(r.out);
  BOOST_REQUIRE(all.size() == 4u);
  BOOST_TEST(all[0].at("question").as_int64() == 0);
  BOOST_TEST(all[0].at("db_id").as_string() == "shop");
  BOOST_TEST(all[0].at("decided_by").as_string() == "votes");
  BOOST_TEST(all[0].at("sql").as_string() == "SELECT count(*) FROM shops");
  BOOST_TEST(all[0].at("file").as_string() == file("b.sql"));
  BOOST_TEST(all[0].at("groups").as_array().size() == 2u);
  BOOST_TEST(all[0].at("groups").at(0).at("files").as_array().size() == 2u);
  BOOST_TEST(all[0].at("groups").at(0).at("votes").as_double() == 2);
  BOOST_TEST(all[1].at("candidates").at(0).at("repairs").as_array().size() == 1u);
  BOOST_TEST(all[1].at("candidates").at(0).at("error").is_null());
  BOOST_TEST(all[2].at("decided_by").as_string() == "reading");
  BOOST_TEST(all[2].at("groups").at(0).at("as_read").as_bool());
  BOOST_TEST(all[2].at("reading").is_string());
  BOOST_TEST(all[3].at("decided_by").as_string() == "none runs");
  BOOST_TEST(all[3].at("candidates").at(1).at("error").at("code").is_string());
}

BOOST_AUTO_TEST_CASE(the_plain_vote_leaves_candidates_and_questions_alone) {
  auto const r = vote("abc", "--plain");
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(read("out.sql") == "SELECT count(*) FROM shops\nSELECT city FROM shops\nSELECT shop_name FROM shops\nSELECT\n");
}

BOOST_AUTO_TEST_CASE(weights_are_votes) {
  BOOST_TEST(vote("abc", "--weights 3,1,1").status == 0);
  BOOST_TEST(contains(read("out.sql"), "SELECT 7\n"));
  auto const refused = [this](std::string const& weights, std::string_view says) {
    auto const r = vote("abc", "--weights " + weights);
    BOOST_TEST(r.status == 2, r.err);
    BOOST_TEST(contains(r.err, says), r.err);
  };
  refused("1,2", "2 for 3 files");
  refused("1,x,1", "x is not a number");
  refused("1,0,1", "0 is not a number from 0.001");
  refused("1,nan,1", "nan is not a number");
}

BOOST_AUTO_TEST_CASE(threads_do_not_change_what_is_chosen) {
  auto const one = vote("abc", "--json --jobs 1");
  auto const written = read("out.sql");
  for (auto const* jobs : {"2", "7"}) {
    auto const many = vote("abc", std::string("--json --jobs ") + jobs);
    BOOST_TEST(many.out == one.out);
    BOOST_TEST(read("out.sql") == written);
  }
}

BOOST_AUTO_TEST_CASE(a_file_of_another_length_is_refused) {
  auto const refused = [this](std::string const& content_of_d, std::string_view says) {
    write("d.sql", content_of_d);
    auto const r = vote("abd");
    BOOST_TEST(r.status == 3, r.err);
    BOOST_TEST(contains(r.err, says), r.err);
    BOOST_TEST(contains(r.err, "d.sql"), r.err);
    BOOST_TEST(contains(r.err, "one prediction a question"), r.err);
    BOOST_TEST(!fs::exists(path / "out.sql"));
  };
  refused("SELECT 1\nSELECT 2\nSELECT 3\n", "3 predictions for 4 questions");
  refused("SELECT 1\nSELECT 2\nSELECT 3\nSELECT 4\nSELECT 5\n", "5 predictions for 4 questions");
}

BOOST_AUTO_TEST_CASE(questions_need_no_gold_sql) {
  write("dev.json",
        R"([{"db_id": "shop", "question": "How many shops are there?"}, {"db_id": "shop", "question": "Which shops are in Oslo?"},
                        {"db_id": "shop", "question": "List all cities."}, {"db_id": "shop", "question": "Say nothing."}])");
  BOOST_TEST(vote("abc").status == 0);
  BOOST_TEST(contains(read("out.sql"), "SELECT DISTINCT city FROM shops\n"));
  write("dev.json", R"([{"question": "Which?"}])");
  auto const r = vote("abc");
  BOOST_TEST(r.status == 3);
  BOOST_TEST(contains(r.err, "db_id"), r.err);
}

BOOST_AUTO_TEST_CASE(all_forms_of_predictions_vote_together) {
  write("d.sql", R"({"0": "SELECT count(*) FROM shops\t----- bird -----\tshop", "1": "SELECT 1", "2": "SELECT 1", "3": "SELECT 1"})");
  write("e.sql", "{\"sql\": \"SELECT count(*) FROM shops\"}\n{\"sql\": \"SELECT 1\"}\n{\"sql\": \"SELECT 1\"}\n{\"sql\": \"\"}\n");
  BOOST_TEST(vote("ade").status == 0);
  BOOST_TEST(read("out.sql") == "SELECT count(*) FROM shops\nSELECT 1\nSELECT 1\nSELECT 1\n");
}

BOOST_AUTO_TEST_CASE(wrong_usage_says_what_to_do) {
  auto const one = vote("a");
  BOOST_TEST(one.status == 2);
  BOOST_TEST(contains(one.err, "2 to 10 files"), one.err);
  BOOST_TEST(vote("abcabcabcab").status == 2);
  BOOST_TEST(vote("abc", "--jobs 0").status == 2);
  BOOST_TEST(vote("abc", "--time-limit 0").status == 2);
  BOOST_TEST(contains(vote("abc", "--weigths 1").err, "did you mean --weights?"));
  BOOST_TEST(t2s("vote --help").status == 0);
  auto const over = t2s("vote --data " + quoted(path.string()) + " --out " + quoted(file("a.sql")) + " --predictions " +
                        quoted(file("a.sql")) + " " + quoted(file("b.sql")));
  BOOST_TEST(over.status == 2);
  BOOST_TEST(contains(over.err, "also an input"), over.err);
  fs::remove_all(path / "databases" / "shop");
  auto const gone = vote("abc");
  BOOST_TEST(gone.status == 3);
  BOOST_TEST(contains(gone.err, "--databases"), gone.err);
}

BOOST_AUTO_TEST_SUITE_END()
