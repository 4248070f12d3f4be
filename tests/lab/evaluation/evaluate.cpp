// SPDX-License-Identifier: BSL-1.0
// Whole evaluations: the official program's verdicts, and harmful predictions.
#include "t2s/lab/evaluation/evaluate.hpp"

#include "db/support.hpp"
#include "t2s/core/detail/file.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/report/report.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::evaluation;
using test::make_database;
namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

std::string const data = T2S_SPIDER_DIR;

bool skipped() {
  if (data.empty()) BOOST_TEST_MESSAGE("skipped: T2S_SPIDER_DIR is not set");
  return data.empty();
}

/// Compares every verdict on a prediction file with that of the official program.
void compare_verdicts(std::string const& predictions, std::string const& verdicts, evaluation_options options,
                      std::string const& databases) {
  options.jobs = 2;
  auto const gold = read_gold(data + "/dev.json");
  std::vector<prediction_set> sets;
  if (predictions.empty()) {
    sets.emplace_back();
    for (auto const& q : gold.questions) sets[0].predictions.push_back({q.sql, {}, {}});
  } else {
    sets.push_back(read_predictions(data + "/predictions/" + predictions, gold));
  }
  auto const r = evaluate(gold, sets, {data + "/" + databases, data + "/tables.json"}, options);
  auto const expected = json::parse(read_file(data + "/verdicts/" + verdicts, "verdicts"));
  BOOST_REQUIRE(r.files[0].verdicts.size() == expected.as_array().size());
  for (std::size_t i = 0; i < r.questions.size(); ++i) {
    auto const& v = r.files[0].verdicts[i];
    auto const& e = expected.as_array()[i];
    auto const said = [&e](char const* key) {
      auto const& value = e.at(key);
      return value.is_bool() ? value.as_bool() : value.to_number<int>() != 0;
    };
    BOOST_REQUIRE(!r.questions[i].skipped);
    if (v.ex != said("ex")) BOOST_ERROR(verdicts << " ex of " << i);
    if (v.em != said("em")) BOOST_ERROR(verdicts << " em of " << i);
    if (v.parsed != said("parsed")) BOOST_ERROR(verdicts << " parsed of " << i);
    if (r.questions[i].hardness != std::string_view(e.at("hardness").as_string())) BOOST_ERROR(verdicts << " hardness of " << i);
  }
}

/// A small shop, and questions over it.
struct shop {
  test::folder f;
  gold_set gold = parse_gold(
      "SELECT name FROM item ORDER BY price\tshop\nSELECT count(*) FROM item\tshop\nSELECT weight FROM item\tshop\n"
      "SELECT name FROM item WHERE price > 2\tshop\n",
      "gold.txt");

  shop() {
    fs::create_directories(f / "shop");
    make_database(f / "shop/shop.sqlite",
                  "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, price REAL);"
                  "INSERT INTO item(name, price) VALUES ('lamp', 3), ('book', 2), ('chair', 10);");
  }

  [[nodiscard]] report judge(std::string const& predictions, evaluation_options o = {}) const { return judge(std::vector{predictions}, o); }
  [[nodiscard]] report judge(std::vector<std::string> const& files, evaluation_options const& o = {}) const {
    std::vector<prediction_set> sets;
    for (auto const& content : files) sets.push_back(parse_predictions(content, "p.sql", gold));
    return evaluate(gold, sets, {f / "", {}}, o);
  }
};

std::vector<bool> right(report const& r, std::size_t file = 0) {
  std::vector<bool> all;
  for (auto const& v : r.files[file].verdicts) all.push_back(v.ex);
  return all;
}
using flags = std::vector<bool>;

constexpr char const* all_right =
    "SELECT name FROM item ORDER BY price\nSELECT count(id) FROM item\nSELECT 1\nSELECT name FROM item WHERE price > 2.5\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(whole_evaluation)

BOOST_AUTO_TEST_CASE(verdicts_are_those_of_the_official_program) {
  if (skipped()) return;
  for (std::string const name : {"dail_gpt4", "c3_gpt35", "graphix", "codex_few"})
    compare_verdicts(name + ".sql", name + ".json", {}, "databases");
  compare_verdicts("", "gold.json", {}, "databases");
}

BOOST_AUTO_TEST_CASE(levels_of_hardness_need_no_predictions) {
  if (skipped()) return;
  auto const levels = hardness_of(read_gold(data + "/dev.json"), {data + "/databases", data + "/tables.json"});
  auto const expected = json::parse(read_file(data + "/verdicts/gold.json", "verdicts")).as_array();
  BOOST_REQUIRE(levels.size() == expected.size());
  for (std::size_t i = 0; i < levels.size(); ++i) BOOST_TEST(expected[i].at("hardness").as_string() == levels[i]);
  BOOST_TEST(groups_of(levels) == (std::vector<std::string>{"easy", "medium", "hard", "extra", "all"}));
}

BOOST_AUTO_TEST_CASE(test_suite_accuracy_is_that_of_the_official_program) {
  if (skipped()) return;
  for (std::string const name : {"dail_gpt4", "codex_few"}) compare_verdicts(name + ".sql", "suite_" + name + ".json", {}, "suite");
}

BOOST_AUTO_TEST_CASE(options_mean_what_they_mean_to_the_official_program) {
  if (skipped()) return;
  evaluation_options kept, plugged;
  kept.keep_distinct = distinct::kept;
  plugged.plug_value = true;
  compare_verdicts("c3_gpt35.sql", "keep_distinct_c3_gpt35.json", kept, "databases");
  compare_verdicts("dail_gpt4.sql", "plug_value_dail_gpt4.json", plugged, "databases");
}

BOOST_FIXTURE_TEST_CASE(a_gold_query_that_fails_is_skipped_by_name, shop) {
  auto const r = judge(all_right);
  BOOST_TEST(right(r) == (flags{true, true, false, true}));
  BOOST_REQUIRE(r.questions[2].skipped.has_value());
  BOOST_TEST(r.questions[2].skipped->message.starts_with("no such column: weight, on "));
  BOOST_TEST(r.questions[2].skipped->message.ends_with("shop.sqlite, in SELECT weight FROM item"));
  BOOST_TEST(scores_of(r, r.files[0]).count == 3u);
  BOOST_TEST(scores_of(r, r.files[0]).ex == 1.0);
  auto const text = report_text(r);
  BOOST_TEST(text.find("question #2 is skipped, its gold SQL fails: no such column: weight") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(harmful_predictions_end_and_harm_nothing, shop) {
  auto const before = read_file((f / "shop/shop.sqlite").string(), "a database");
  evaluation_options o;
  o.time = std::chrono::milliseconds(300);
  o.rows = 10'000;
  auto const r =
      judge(std::vector<std::string>{"DROP TABLE item\n"
                                     "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n\n"
                                     "SELECT 1\n"
                                     "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n LIMIT 1000000000\n",
                                     all_right},
            o);
  BOOST_TEST(right(r, 0) == (flags{false, false, false, false}));
  BOOST_TEST(right(r, 1) == (flags{true, true, false, true}));
  auto const code = [&r](std::size_t i) { return r.files[0].verdicts[i].failure.value().code; };
  BOOST_TEST((code(0) == errc::statement_denied));
  BOOST_TEST((code(1) == errc::time_limit));
  BOOST_TEST((code(3) == errc::row_limit));
  BOOST_TEST(read_file((f / "shop/shop.sqlite").string(), "a database") == before);
  BOOST_TEST(std::distance(fs::directory_iterator(f / "shop"), {}) == 1);
}

BOOST_FIXTURE_TEST_CASE(an_order_counts_where_the_gold_orders, shop) {
  BOOST_TEST(
      right(judge(
          "SELECT name FROM item ORDER BY price DESC\nSELECT 3\nSELECT 1\nSELECT name FROM item WHERE id IN (3, 1) ORDER BY id DESC\n")) ==
      (flags{false, true, false, true}));
}

BOOST_FIXTURE_TEST_CASE(modes_part_where_the_documentation_says, shop) {
  std::string const predictions =
      "SELECT name FROM item ORDER BY price; SELECT 1\nSELECT DISTINCT count(*) FROM item\nSELECT 1\nSELECT name, name FROM item WHERE 0\n";
  evaluation_options strict;
  strict.how = mode::strict;
  BOOST_TEST(right(judge(predictions)) == (flags{true, true, false, false}));
  BOOST_TEST(right(judge(predictions, strict)) == (flags{false, true, false, false}));
}

BOOST_FIXTURE_TEST_CASE(all_files_of_a_folder_count, shop) {
  make_database(f / "shop/other.sqlite",
                "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, price REAL);"
                "INSERT INTO item(name, price) VALUES ('lamp', 3), ('stool', 2.2);");
  auto const r = judge(all_right);
  BOOST_TEST(r.database_files == 2u);
  BOOST_TEST(right(r) == (flags{true, true, false, false}));
  BOOST_TEST(r.files[0].verdicts[3].ex_single);
}

BOOST_FIXTURE_TEST_CASE(sqlites_own_files_are_no_variants, shop) {
  for (auto const* name : {"shop.sqlite-shm", "shop.sqlite-journal"}) std::ofstream(f / "shop" / name) << "none";
  BOOST_TEST(judge(all_right).database_files == 1u);
  std::ofstream(f / "shop/old.sqlite.bak") << "a letter";
  evaluation_options strict;
  strict.how = mode::strict;
  BOOST_TEST(judge(all_right, strict).database_files == 1u);
  BOOST_CHECK_EXCEPTION((void)judge(all_right), error, [](error const& e) {
    return std::string_view(e.what()).find("old.sqlite.bak") != std::string_view::npos &&
           e.details().remedy.find("move it away") != std::string::npos;
  });
}

BOOST_FIXTURE_TEST_CASE(a_variant_on_which_the_gold_fails_is_named, shop) {
  make_database(f / "shop/other.sqlite", "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT);");
  auto const r = judge(all_right);
  BOOST_TEST(r.questions[0].skipped.value().text().find("other.sqlite") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(missing_foreign_keys_are_said, shop) {
  auto const r = judge(all_right);
  BOOST_TEST(r.warnings.size() == 1u);
  BOOST_TEST(r.warnings[0].find("shop") != std::string::npos);
  BOOST_TEST(report_text(r).find(r.warnings[0]) != std::string::npos);
  BOOST_TEST(report_json(r, gold).at("warnings").at(0).as_string() == r.warnings[0]);
  evaluation_options ex;
  ex.wanted.em = false;
  BOOST_TEST(judge(all_right, ex).warnings.empty());
}

BOOST_FIXTURE_TEST_CASE(gold_that_em_does_not_read_is_said, shop) {
  gold = parse_gold("SELECT \"name\" FROM item\tshop\nSELECT name FROM item\tshop\n", "gold.txt");
  auto const both = "SELECT \"name\" FROM item\nSELECT name FROM item\n";
  auto const r = judge(both);
  BOOST_TEST(r.warnings.back().starts_with("EM is 0 whatever is predicted for 1 of 2 questions: "), r.warnings.back());
  evaluation_options strict;
  strict.how = mode::strict;
  BOOST_TEST(judge(both, strict).warnings.empty());
}

BOOST_FIXTURE_TEST_CASE(files_of_one_name_are_named_by_their_folders, shop) {
  auto r = judge(std::vector<std::string>{all_right, "SELECT name FROM item ORDER BY price\n"});
  r.files[0].name = "runs/a/out/p.sql";
  r.files[1].name = "runs/b/out/p.sql";
  auto const text = report_text(r);
  BOOST_TEST(text.find("  a/out/p.sql") != std::string::npos);
  BOOST_TEST(text.find("  b/out/p.sql") != std::string::npos);
  BOOST_TEST(text.find("; over the 1 question of both") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(a_group_without_questions_has_no_shares, shop) {
  gold = parse_gold("SELECT name FROM item ORDER BY price\tshop\nSELECT weight FROM item JOIN item AS b ON item.id = b.id\tshop\n",
                    "gold.txt");
  auto const text = report_text(judge("SELECT name FROM item ORDER BY price\nSELECT 1\n"));
  BOOST_TEST(text.find("-   100.0\n") != std::string::npos, text);
}

BOOST_FIXTURE_TEST_CASE(threads_change_no_verdict, shop) {
  evaluation_options o;
  o.jobs = 4;
  o.wanted.structure = o.wanted.bird = true;
  auto one = o;
  one.jobs = 1;
  BOOST_TEST(report_json(judge(all_right, o), gold) == report_json(judge(all_right, one), gold));
}

// Each statement takes about 12 MB, so SQLite's memory suffices for two of them at once.
BOOST_FIXTURE_TEST_CASE(memory_that_others_hold_changes_no_verdict, shop) {
  std::string questions, predictions;
  for (auto const* rows : {"5", "6", "7", "8", "9", "10", "11", "12"}) {
    auto const heavy = std::string("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ").append(rows);
    questions.append("SELECT ").append(rows).append("\tshop\n");
    predictions.append(heavy).append(") SELECT sum(length(hex(randomblob(4000000))) = 8000000) FROM n\n");
  }
  gold = parse_gold(questions, "gold.txt");
  evaluation_options o;
  sqlite3_hard_heap_limit64(sqlite3_memory_used() + 30'000'000);
  for (o.jobs = 1; o.jobs <= 8; o.jobs *= 8) BOOST_TEST(right(judge(predictions, o)) == flags(8, true));
  sqlite3_hard_heap_limit64(0);
}

BOOST_FIXTURE_TEST_CASE(more_variants_than_files_stay_open, shop) {
  for (char c = 'a'; c < 'p'; ++c) fs::copy_file(f / "shop/shop.sqlite", f / (std::string("shop/") + c + ".sqlite"));
  evaluation_options o;
  o.jobs = 64;  // which leaves eight files for each
  BOOST_TEST(right(judge(all_right, o)) == (flags{true, true, false, true}));
}

BOOST_FIXTURE_TEST_CASE(exact_set_match_alone_executes_nothing, shop) {
  evaluation_options o;
  o.wanted.ex = false;
  auto const r = judge("SELECT name FROM item ORDER BY price\nSELECT nothing FROM item\nSELECT weight FROM item\nSELECT 1\n", o);
  for (auto const& q : r.questions) BOOST_TEST(!q.skipped);
  for (auto const& v : r.files[0].verdicts) BOOST_TEST(!v.failure);
  BOOST_TEST(scores_of(r, r.files[0]).count == 4u);
  BOOST_TEST(r.files[0].verdicts[0].em);
}

BOOST_FIXTURE_TEST_CASE(gold_fails_only_for_the_metrics_that_need_its_text, shop) {
  std::string const without_rows = "SELECT name FROM item WHERE price IS DISTINCT FROM price";  // `official` drops DISTINCT
  gold = parse_gold(without_rows + "\tshop\nSELECT 2020 - YEAR(CURDATE())\tshop\nSELECT 3\tshop\n", "gold.txt");
  std::string const predictions = without_rows + "\nSELECT 0\nSELECT 3\n";
  evaluation_options o;
  o.wanted.ex = o.wanted.em = false;
  o.wanted.bird = true;
  auto const bird = judge(predictions, o);
  BOOST_TEST(!bird.questions[0].skipped);
  BOOST_TEST(bird.questions[1].skipped.has_value());
  BOOST_TEST(scores_of(bird, bird.files[0]).bird_ex == 1.0);
  o.wanted.ex = true;
  auto const both = judge(predictions, o);
  BOOST_TEST(!both.questions[0].skipped);
  BOOST_TEST(both.questions[0].no_ex.has_value());
  BOOST_TEST(both.questions[1].no_bird.has_value());
  BOOST_TEST(scores_of(both, both.files[0]).count == 3u);
  BOOST_TEST(scores_of(both, both.files[0]).ex == 1.0);
  BOOST_TEST(scores_of(both, both.files[0]).bird_ex == 1.0);
  BOOST_TEST(report_text(both).find("question #0 does not count for EX") != std::string::npos);
  o.wanted.bird = false;
  BOOST_TEST(judge(predictions, o).questions[0].skipped.has_value());
}

BOOST_FIXTURE_TEST_CASE(without_tables_json_the_keys_of_the_file_count, shop) {
  fs::create_directories(f / "club");
  make_database(f / "club/club.sqlite",
                "CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT);"
                "CREATE TABLE member(person_id INTEGER REFERENCES person, since INTEGER);");
  gold = parse_gold("SELECT T1.id FROM person AS T1 JOIN member AS T2 ON T1.id = T2.person_id\tclub\n", "gold.txt");
  BOOST_TEST(judge("SELECT T2.person_id FROM person AS T1 JOIN member AS T2 ON T1.id = T2.person_id\n").files[0].verdicts[0].em);
  BOOST_TEST(!judge("SELECT T2.since FROM person AS T1 JOIN member AS T2 ON T1.id = T2.person_id\n").files[0].verdicts[0].em);
}

BOOST_FIXTURE_TEST_CASE(plugging_values_in_comes_to_an_end, shop) {
  gold = parse_gold("SELECT name FROM item WHERE price > 2 AND id > 0 AND name != 'x'\tshop\n", "gold.txt");
  evaluation_options o;
  o.plug_value = true;
  o.time = std::chrono::milliseconds(100);
  std::string slow = "SELECT count(*) FROM item AS a";
  for (char c = 'b'; c < 'r'; ++c) slow.append(" JOIN item AS ").append(1, c);
  auto const r = judge(slow + " WHERE a.price + b.price + q.price != 1000 AND a.id != 77 AND a.name != 'y'\n", o);
  BOOST_TEST(r.files[0].verdicts[0].unfinished);
  BOOST_TEST(!r.files[0].verdicts[0].ex);
  BOOST_TEST(report_text(r).find("of 1 prediction not all ways to plug values in were tried") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(a_prediction_of_megabytes_is_refused_unread, shop) {
  auto const r = judge("SELECT 1" + std::string(std::size_t{2} << 20U, '(') + "\nSELECT 3\nSELECT 1\nSELECT 1\n");
  BOOST_TEST((r.files[0].verdicts[0].failure.value().code == errc::statement_too_long));
  BOOST_TEST(r.files[0].verdicts[1].ex);
}

BOOST_FIXTURE_TEST_CASE(files_are_compared_by_the_metric_that_was_asked_for, shop) {
  evaluation_options o;
  o.wanted.ex = o.wanted.em = false;
  o.wanted.bird = true;
  std::vector<std::string> const files{"SELECT 1\nSELECT 2\nSELECT 1\nSELECT 1\n", "SELECT 1\nSELECT 3\nSELECT 1\nSELECT 1\n"};
  auto const text = report_text(judge(files, o));
  BOOST_TEST(text.find("BIRD's EX against") != std::string::npos);
  BOOST_TEST(text.find("fixed 1, broken 0, right in both 0, wrong in both 2") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(where_nothing_counts_all_scores_are_zero, shop) {
  gold = parse_gold("SELECT weight FROM item\tshop\n", "gold.txt");
  auto const r = judge("SELECT 1\n");
  auto const s = scores_of(r, r.files[0]);
  BOOST_TEST(s.count == 0u);
  for (auto const& part : s.parts) BOOST_TEST(part.f1 == 0);
}

BOOST_FIXTURE_TEST_CASE(rounds_are_judged_each, shop) {
  std::vector sets{parse_predictions(
      "{\"sql\":\"SELECT name FROM item ORDER BY price\",\"rounds\":[\"SELECT x\",\"SELECT name FROM item ORDER BY price\"]}\n"
      "{\"sql\":\"SELECT 3\",\"rounds\":[\"SELECT 3\"]}\n{\"sql\":\"SELECT 1\"}\n{\"sql\":\"SELECT 'lamp'\"}\n",
      "p.jsonl", gold)};
  auto const r = evaluate(gold, sets, {f / "", {}});
  BOOST_TEST(ex_by_round(r, r.files[0]) == (std::vector<double>{1 / 3., 2 / 3.}));
}

BOOST_FIXTURE_TEST_CASE(times_of_right_predictions_are_measured, shop) {
  evaluation_options o;
  o.wanted.timing = true;  // this needs BIRD's EX
  o.timing_runs = 3;
  auto const r = judge("SELECT name FROM item\nSELECT 3\nSELECT 1\nSELECT 'nothing'\n", o);
  BOOST_TEST(r.files[0].verdicts[1].times.has_value());
  BOOST_TEST(!r.files[0].verdicts[3].times.has_value());
  BOOST_TEST(r.files[0].verdicts[1].times->predicted_seconds > 0);
}

BOOST_FIXTURE_TEST_CASE(a_database_that_is_missing_is_named, shop) {
  gold = parse_gold("SELECT 1\tmarket\n", "gold.txt");
  try {
    (void)judge("SELECT 1\n");
    BOOST_ERROR("was accepted");
  } catch (error const& e) {
    BOOST_TEST((e.code() == errc::file_not_found));
    BOOST_TEST(std::string(e.what()).find("market/market.sqlite") != std::string::npos);
  }
}

BOOST_FIXTURE_TEST_CASE(json_has_what_it_promises, shop) {
  auto const out = report_json(judge(all_right), gold);
  BOOST_TEST(out.at("mode").as_string() == "official");
  auto const& file = out.at("files").at(0);
  BOOST_TEST(file.at("scores").at("ex").as_double() == 1.0);
  BOOST_TEST(file.at("scores").at("by_hardness").at("easy").at("count").to_number<int>() == 3);
  auto const& example = file.at("examples").at(3);
  for (auto const* key : {"index", "db_id", "hardness", "ex", "em", "parsed", "error"}) BOOST_TEST(example.as_object().contains(key), key);
  BOOST_TEST(example.at("ex").as_int64() == 1);
  BOOST_TEST(file.at("examples").at(2).as_object().contains("skipped"));
}

BOOST_AUTO_TEST_SUITE_END()
