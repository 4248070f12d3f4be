// SPDX-License-Identifier: BSL-1.0
// Kept verdicts: an evaluation that continues from them reports the same as one run.
#include "t2s/lab/evaluation/detail/verdict_json.hpp"

#include "db/support.hpp"
#include "t2s/core/error.hpp"
#include "t2s/lab/report/report.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::evaluation;
namespace fs = std::filesystem;

namespace {

/// Two shops with five questions, one of which has gold SQL that fails, and two files of predictions.
struct shops {
  test::folder f;
  gold_set gold = parse_gold(
      "SELECT name FROM item ORDER BY price\tone\nSELECT count(*) FROM item\ttwo\nSELECT weight FROM item\tone\n"
      "SELECT name FROM item WHERE price > 2\ttwo\nSELECT name, price FROM item\tone\n",
      "gold.txt");
  std::vector<prediction_set> files;
  evaluation_options options{.wanted = {.ex = true, .em = true, .partial = true, .structure = true, .bird = true, .faults = true}, .jobs = 2};

  shops() {
    for (std::string const id : {"one", "two"}) {
      fs::create_directories(f / id);
      test::make_database(f / id / (id + ".sqlite"),
                          "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, price REAL);"
                          "INSERT INTO item(name, price) VALUES ('lamp', 3), ('book', 2), ('chair', 10);");
    }
    files.push_back(
        parse_predictions("SELECT name FROM item ORDER BY price\nSELECT count(id) FROM item\nSELECT 1\nSELECT nome FROM item\n"
                          "SELECT name, id FROM item\n",
                          "a.sql", gold));
    files.push_back(parse_predictions(R"({"sql": "SELECT name FROM item", "rounds": ["SELECT 1", "SELECT name FROM item"]})"
                                      "\n"
                                      R"({"sql": "SELECT 3"})"
                                      "\n",
                                      "b.jsonl", gold));
  }

  [[nodiscard]] report judge(evaluation_hooks const& hooks = {}) const { return evaluate(gold, files, {f / "", {}}, options, hooks); }
  [[nodiscard]] std::string text(report const& r) const {
    auto const whole = boost::json::serialize(report_json(r, gold));
    std::string pieces;
    write_report_json(r, gold, [&pieces](std::string_view piece) { pieces += piece; });
    BOOST_TEST(pieces == whole);
    return report_text(r) + whole;
  }
};

using kept = std::map<std::size_t, std::string>;

evaluation_hooks keeping(kept& in) {
  evaluation_hooks h;
  h.made = [&in](std::size_t i, question_verdicts const& found) { in[i] = to_json(found); };
  h.known = [&in](std::size_t i) { return in.contains(i) ? std::optional(read_question_verdicts(in.at(i))) : std::nullopt; };
  return h;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(kept_verdicts)

BOOST_FIXTURE_TEST_CASE(what_is_read_writes_the_same_text, shops) {
  kept found;
  static_cast<void>(judge(keeping(found)));
  BOOST_TEST(found.size() == 5u);
  for (auto const& [i, text] : found) BOOST_TEST(to_json(read_question_verdicts(text)) == text);
}

BOOST_FIXTURE_TEST_CASE(any_part_that_is_known_gives_the_same_report, shops) {
  auto const whole = text(judge());
  kept all;
  BOOST_TEST(text(judge(keeping(all))) == whole);
  for (unsigned part = 0; part < 32; ++part) {
    kept some;
    for (std::size_t i = 0; i < 5; ++i)
      if ((part >> i & 1U) != 0) some[i] = all[i];
    BOOST_TEST(text(judge(keeping(some))) == whole, part);
    BOOST_TEST((some == all), part);
  }
}

BOOST_FIXTURE_TEST_CASE(numbers_come_back_to_the_last_bit, shops) {
  question_verdicts q;
  q.about.hardness = "easy";
  for (double const x : {1.0 / 3, 2.0 / 7, std::nextafter(0.1, 1.0), 5e-324, 0.30000000000000004}) {
    q.verdicts.assign(1, {});
    q.verdicts[0].soft_f1 = x;
    BOOST_TEST(read_question_verdicts(to_json(q)).verdicts.at(0).soft_f1 == x);
  }
  q.verdicts[0].failure = failure{errc::no_such_column, "no such column: \"\xff\"", "nome", "look", 7};
  BOOST_TEST((read_question_verdicts(to_json(q)).verdicts.at(0).failure == q.verdicts[0].failure));
}

BOOST_FIXTURE_TEST_CASE(it_stops_between_questions, shops) {
  kept found;
  std::stop_source stop;
  options.jobs = 1;
  auto hooks = keeping(found);
  hooks.stop = stop.get_token();
  hooks.made = [&](std::size_t i, question_verdicts const& v) {
    found[i] = to_json(v);
    if (found.size() == 2) stop.request_stop();
  };
  BOOST_TEST(test::thrown_by([&] { static_cast<void>(judge(hooks)); }) == errc::cancelled);
  BOOST_TEST(found.size() == 2u);
  BOOST_TEST(text(judge(keeping(found))) == text(judge()));
}

BOOST_AUTO_TEST_CASE(other_texts_are_refused) {
  for (auto const* other : {"", "[]", "{}", R"({"hardness":"easy"})", "{"})
    BOOST_TEST(test::thrown_by([&] { static_cast<void>(read_question_verdicts(other)); }) == errc::malformed_data, other);
}

BOOST_AUTO_TEST_SUITE_END()
