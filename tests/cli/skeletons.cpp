// SPDX-License-Identifier: BSL-1.0
// Skeletons on the command line: of one question, and scored over a data set.
#include "model_place.hpp"

using namespace cli_test;

namespace {

constexpr char const* zoo =
    R"([{"db_id": "zoo", "question": "How many animals are there?", "query": "SELECT count(*) FROM animal"},
        {"db_id": "zoo", "question": "Show the name of animals.", "query": "SELECT name FROM animal"},
        {"db_id": "zoo", "question": "Show the name of animals by weight.", "query": "SELECT name FROM animal ORDER BY weight"}])";

constexpr char const* questions =
    R"([{"db_id": "shop", "question": "How many shops are there?", "query": "SELECT count(*) FROM shops"},
        {"db_id": "shop", "question": "Show the city of shops.", "query": "SELECT min(city) FROM shops"}])";

struct data_set : place {
  data_set() {
    fs::create_directories(path / "databases" / "shop");
    make_database((path / "databases" / "shop" / "shop.sqlite").string(), "CREATE TABLE shops (name TEXT, city TEXT);");
    write(file("dev.json"), questions);
    write(file("train.json"), zoo);
  }
  [[nodiscard]] std::string words() const { return "--data " + quoted(path.string()) + " "; }
  [[nodiscard]] std::string db() const { return "--db " + quoted((path / "databases" / "shop" / "shop.sqlite").string()) + " "; }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_skeletons)

BOOST_FIXTURE_TEST_CASE(of_one_question, data_set) {
  auto const r = cli_test::t2s("skeleton " + db() + "--pool " + quoted(file("train.json")) + " --json 'How many shops are there?'");
  BOOST_TEST(r.status == 0, r.err);
  auto const found = json::parse(r.out).at("skeletons").as_array();
  BOOST_REQUIRE(found.size() == 3u);
  BOOST_TEST(found[0].at("skeleton").as_string() == "select count ( * ) from _");
  BOOST_TEST(found[0].at("question").as_string() == "How many animals are there?");
  BOOST_TEST(found[0].at("confidence").to_number<double>() > found[1].at("confidence").to_number<double>());

  auto const text = cli_test::t2s("skeleton " + db() + "--pool " + quoted(file("train.json")) + " --most 1 'How many shops are there?'");
  BOOST_TEST(contains(text.out, "%  select count ( * ) from _\n"));
  BOOST_TEST(contains(text.out, "as in: How many animals are there?"));
  BOOST_TEST(!contains(text.out, "order by"));
  BOOST_TEST(cli_test::t2s("skeleton " + db() + "'How many shops are there?'").status == 0);  // the shipped demonstrations
}

BOOST_FIXTURE_TEST_CASE(of_one_question_wrongly_asked, data_set) {
  auto const says = [&](std::string const& words, int status, char const* what) {
    auto const r = cli_test::t2s("skeleton " + words);
    BOOST_TEST(r.status == status, r.err);
    BOOST_TEST(contains(r.err, what), r.err);
  };
  says(db() + "''", 2, "question");
  says(db() + "--most 0 'How many?'", 2, "--most needs a whole number from 1 to 1000000000");
  says(db() + "--pool nowhere.json 'How many?'", 3, "nowhere.json");
  says("--db nowhere.sqlite 'How many?'", 3, "nowhere.sqlite");
  write(file("empty.json"), "[]");
  auto const none = cli_test::t2s("skeleton " + db() + "--pool " + quoted(file("empty.json")) + " 'Whatever?'");
  BOOST_TEST(none.status == 1, none.err);
  BOOST_TEST(contains(none.out, "No skeleton was found"));
}

BOOST_FIXTURE_TEST_CASE(over_a_data_set, data_set) {
  auto const r = cli_test::t2s("evaluate " + words() + "--skeletons");
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(contains(r.out, "3 demonstrations"));
  BOOST_TEST(contains(r.out, "        2     50.0     50.0     50.0"), r.out);
  BOOST_TEST(contains(r.out, "  shop\n"));
  write(file("other.json"), "[]");
  BOOST_TEST(contains(cli_test::t2s("evaluate " + words() + "--skeletons --pool " + quoted(file("other.json"))).out, "0 demonstrations"));
}

BOOST_FIXTURE_TEST_CASE(over_a_data_set_wrongly_asked, data_set) {
  auto const says = [&](std::string const& more, int status, char const* what) {
    auto const r = cli_test::t2s("evaluate " + words() + more);
    BOOST_TEST(r.status == status, r.err);
    BOOST_TEST(contains(r.err, what), r.err);
  };
  says("", 2, "--predictions");
  write(file("plain.sql"), "SELECT 1\nSELECT 2\n");
  says("--skeletons --predictions " + quoted(file("plain.sql")), 3, "no run has recorded a parsed skeleton");
  says("--skeletons --linking " + quoted(file("dev.json")), 2, "leave one of them out");
  says("--skeletons --pool nowhere.json", 3, "nowhere.json");
  write(file("elsewhere.json"), R"([{"db_id": "moon", "question": "How many?", "query": "SELECT 1"}])");
  says("--skeletons --gold " + quoted(file("elsewhere.json")), 3, "there is no database");
  write(file("gold.sql"), "SELECT 1\tshop\n");
  says("--skeletons --gold " + quoted(file("gold.sql")), 3, "there are no questions beside the SQL");
}

BOOST_AUTO_TEST_SUITE_END()
