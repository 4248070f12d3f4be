// SPDX-License-Identifier: BSL-1.0
// t2s evaluate with several golds, with results in the place of SQL, and with the ways to compare them.
#include "folder.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace cli_test;

namespace {

struct golds : folder {
  golds() : folder("comparisons") {
    static_cast<void>(
        make_shop("CREATE TABLE shops(name TEXT, city TEXT, size INTEGER);"
                  "INSERT INTO shops VALUES ('Nuts', 'Oslo', 40), ('Tea', 'Rome', 25), ('Wool', 'Oslo', 31);"));
    write("dev.json", R"([{"db_id": "shop", "question": "Which city has most shops?",
                           "query": ["SELECT city FROM shops GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
                                     "SELECT city, count(*) FROM shops GROUP BY 1 ORDER BY 2 DESC LIMIT 1"]},
                          {"db_id": "shop", "question": "How large are they?", "query": "SELECT name, size FROM shops"}])");
    write("p.sql", "SELECT 'Oslo', 2\nSELECT size FROM shops\n");
    write("instances.jsonl", R"({"instance_id": "local1", "db": "shop", "question": "Which city has most shops?"}
{"instance_id": "local2", "db": "shop", "question": "How large are they?"})");
    std::filesystem::create_directories(path / "results");
    std::filesystem::create_directories(path / "answers");
    write("results/local1_a.csv", "city\nOslo\n");
    write("results/local1_b.csv", "city,shops\nOslo,2\n");
    write("results/local2.csv", "name,size\nNuts,40\nTea,25\nWool,31\n");
    write("conditions.jsonl", R"({"instance_id": "local1", "condition_cols": [[0], [1]], "ignore_order": false}
{"instance_id": "local2", "condition_cols": [1], "ignore_order": true})");
    write("answers/local1.csv", "n\n2.004\n");
    write("answers/local2.csv", "s\n25\n40\n31\n");
  }

  [[nodiscard]] said on_data(std::string const& more) const {
    return cli_test::t2s("evaluate --data " + quoted(path.string()) + " --predictions " + quoted(file("p.sql")) + " --metric ex --json " +
                         quoted(file("out.json")) + " " + more);
  }
  [[nodiscard]] std::string results() const {
    return "evaluate --gold " + quoted(file("instances.jsonl")) + " --gold-results " + quoted(file("results")) + " --gold-conditions " +
           quoted(file("conditions.jsonl")) + " --compare spider2 --json " + quoted(file("out.json")) + " --predictions ";
  }
  /// The verdicts of the written JSON, as "10".
  [[nodiscard]] std::string verdicts() const {
    std::string all;
    auto const text = read("out.json");
    for (auto at = text.find("\"hardness\""); at != text.npos; at = text.find("\"hardness\"", at + 1))
      all += text.substr(text.find("\"ex\":", at) + 5, 1);
    return all;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(ways_to_compare)

BOOST_FIXTURE_TEST_CASE(a_prediction_is_right_if_it_equals_one_gold, golds) {
  auto const r = on_data("");
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(verdicts() == "10");
  BOOST_TEST(!contains(r.out, "compared by"), r.out);
  BOOST_TEST(!contains(read("out.json"), "\"comparison\""));
}

BOOST_FIXTURE_TEST_CASE(the_comparison_is_chosen_and_shown, golds) {
  auto const subset = on_data("--compare subset");
  BOOST_TEST(subset.status == 0, subset.err);
  BOOST_TEST(contains(subset.out, "results compared by subset"), subset.out);
  BOOST_TEST(contains(read("out.json"), R"("comparison":"subset")"));
  BOOST_TEST(verdicts() == "11");
  BOOST_TEST(on_data("--compare superset").status == 0);
  BOOST_TEST(verdicts() == "10");
  auto const wrong = on_data("--compare spider3");
  BOOST_TEST(wrong.status == 2);
  BOOST_TEST(contains(wrong.err, "--compare: there is no comparison spider3; did you mean spider"), wrong.err);
  auto const plugged = on_data("--compare bird --plug-value");
  BOOST_TEST(plugged.status == 2);
  BOOST_TEST(contains(plugged.err, "belong to --compare spider"), plugged.err);
}

BOOST_FIXTURE_TEST_CASE(results_stand_in_the_place_of_sql, golds) {
  auto const r = cli_test::t2s(results() + quoted(file("answers")));
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(verdicts() == "11");
  std::filesystem::rename(path / "databases/shop/shop.sqlite", path / "databases/shop.sqlite");
  auto const sql = cli_test::t2s(results() + quoted(file("p.sql")) + " --databases " + quoted(file("databases/{db}.sqlite")));
  BOOST_TEST(sql.status == 0, sql.err);
  BOOST_TEST(verdicts() == "11");
  write("answers/local2.csv", "s\n25\n40\n30\n");
  auto const changed = cli_test::t2s(results() + quoted(file("answers")));
  BOOST_TEST(changed.status == 0, changed.err);
  BOOST_TEST(verdicts() == "10");
}

BOOST_FIXTURE_TEST_CASE(the_page_shows_results_in_the_place_of_sql, golds) {
  write("answers/local2.csv", "s\n25\n40\n30\n");
  auto const both = cli_test::t2s(results() + quoted(file("answers")) + " --html " + quoted(file("out.html")));
  BOOST_TEST(both.status == 0, both.err);
  auto const page = read("out.html");
  BOOST_TEST(contains(page, "answers/local2.csv"), page);
  BOOST_TEST(contains(page, "results/local2.csv"));
  BOOST_TEST(contains(page, "<td>Wool</td>"));
  BOOST_TEST(contains(page, "results in the place of SQL"));
  auto const sql = cli_test::t2s(results() + quoted(write("wrong.sql", "SELECT 'Oslo'\nSELECT 41\n")) + " --databases " +
                                 quoted(file("databases")) + " --html " + quoted(file("out.html")));
  BOOST_TEST(sql.status == 0, sql.err);
  BOOST_TEST(contains(read("out.html"), "results/local2.csv"));
  BOOST_TEST(contains(read("out.html"), "<td class=\"number\">41</td>"));
}

BOOST_FIXTURE_TEST_CASE(what_is_wrong_with_results_is_named, golds) {
  auto const em = cli_test::t2s(results() + quoted(file("answers")) + " --metric ex,em");
  BOOST_TEST(em.status == 2);
  BOOST_TEST(contains(em.err, "need SQL, and predictions are results"), em.err);
  auto const none = cli_test::t2s("evaluate --gold " + quoted(file("instances.jsonl")) + " --databases " + quoted(file("databases")) +
                                  " --predictions " + quoted(file("p.sql")));
  BOOST_TEST(none.status == 3);
  BOOST_TEST(contains(none.err, "question #0 has no gold SQL"), none.err);
  write("conditions.jsonl", "{\"instance_id\": \"local2\", \"condition_cols\": [5]}\n");
  auto const column = cli_test::t2s(results() + quoted(file("answers")));
  BOOST_TEST(column.status == 3);
  BOOST_TEST(contains(column.err, "conditions.jsonl: line 1: \"condition_cols\" names column 5"), column.err);
  std::filesystem::remove_all(path / "databases");
  auto const sql = cli_test::t2s("evaluate --gold " + quoted(file("instances.jsonl")) + " --gold-results " + quoted(file("results")) +
                                 " --predictions " + quoted(file("p.sql")));
  BOOST_TEST(sql.status == 3);
  BOOST_TEST(contains(sql.err, "shop.sqlite"), sql.err);
}

BOOST_FIXTURE_TEST_CASE(right_by_luck, golds) {
  auto const robust = cli_test::t2s("evaluate --data " + quoted(path.string()) + " --predictions " +
                                    quoted(write("lucky.sql", "SELECT 'Oslo'\nSELECT name, size FROM shops WHERE size > 20\n")) +
                                    " --metric robust --json " + quoted(file("robust.json")));
  BOOST_TEST(robust.status == 0, robust.err);
  BOOST_TEST(contains(robust.out, "robust: EX, and no database was found that refutes it"), robust.out);
  BOOST_TEST(contains(read("robust.json"), R"("luck":{"none":2)"), read("robust.json"));
  auto const pair = [&](std::string const& sql, std::string const& more = {}) {
    return cli_test::t2s("counterexample --db " + quoted(file("databases/shop/shop.sqlite")) +
                         " --gold 'SELECT name FROM shops WHERE size > 30' --sql " + quoted(sql) + " " + more);
  };
  auto const found = pair("SELECT name FROM shops WHERE size >= 31");
  BOOST_TEST(found.status == 0, found.out + found.err);  // the column holds whole numbers
  auto const other = pair("SELECT name FROM shops WHERE city = 'Oslo'");
  BOOST_TEST(other.status == 1);
  BOOST_TEST(contains(other.out, "They differ on a database with usual values"), other.out);
  BOOST_TEST(contains(other.out, "INSERT INTO shops (name, city, size) VALUES "), other.out);
  BOOST_TEST(contains(other.out, "The gold query returns "));
  BOOST_TEST(contains(pair("SELECT name FROM shops", "--json").out, R"("found":true)"));
  BOOST_TEST(pair("SELECT nam FROM shops").status == 3);
  BOOST_TEST(contains(pair("SELECT nam FROM shops").err, "the prediction: no such column: nam"));
  BOOST_TEST(cli_test::t2s("counterexample --db x.sqlite --gold 'SELECT 1'").status == 2);
}

BOOST_FIXTURE_TEST_CASE(questions_without_an_answer, golds) {
  write("label.json", R"({"a": "SELECT count(*) FROM shops", "b": "null", "c": "SELECT size FROM shops WHERE name = 'Tea'"})");
  write("prediction.json", R"({"a": "SELECT 3", "b": "null", "c": "null"})");
  auto const all = "evaluate --gold " + quoted(file("label.json")) + " --databases " + quoted(file("databases")) + " --predictions " +
                   quoted(file("prediction.json")) + " --compare ehrsql --json " + quoted(file("out.json"));
  auto const r = cli_test::t2s(all + " --database shop");
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(contains(r.out, "reliability score RS(10)"), r.out);
  BOOST_TEST(contains(read("out.json"), R"("questions":3)"), read("out.json"));
  auto const nowhere = cli_test::t2s(all);
  BOOST_TEST(nowhere.status == 2);
  BOOST_TEST(contains(nowhere.err, "--database"), nowhere.err);
}

BOOST_AUTO_TEST_SUITE_END()
