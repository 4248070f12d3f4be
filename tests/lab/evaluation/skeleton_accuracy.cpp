// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/subtasks.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <vector>

using namespace t2s;
using skeleton::ranked;

BOOST_AUTO_TEST_SUITE(skeleton_accuracy)

BOOST_AUTO_TEST_CASE(counts_the_place_of_the_gold_skeleton) {
  std::vector<ranked> const two{{"select _ from _", 0.75, {}}, {"select count ( * ) from _", 0.25, {}}};
  std::vector<ranked> many;
  for (int i = 0; i < 12; ++i) many.push_back({std::string("select ") + std::string(static_cast<std::size_t>(i), '-'), 0.05, {}});
  many[4].skeleton = many[11].skeleton = "select max ( _ ) from _";

  evaluation::skeleton_accuracy a;
  BOOST_TEST(a.percent(0) == 0.0);
  a.count("SELECT name FROM shops", two);        // first; names do not matter
  a.count("SELECT COUNT(*) FROM shops", two);    // second
  a.count("SELECT max(age) FROM people", many);  // fifth
  a.count("SELECT min(age) FROM people", many);  // nowhere
  a.count("SELECT name FROM shops", {});
  BOOST_TEST(a.questions() == 5u);
  BOOST_TEST(a.percent(0) == 20.0);
  BOOST_TEST(a.percent(1) == 40.0);
  BOOST_TEST(a.percent(2) == 60.0);
  BOOST_TEST(std::abs(a.confidence() - 100 * (0.75 + 0.75 + 0.05 + 0.05) / 5) < 1e-9);
}

BOOST_AUTO_TEST_CASE(what_follows_the_tenth_place_does_not_count) {
  std::vector<ranked> eleven(11);
  eleven[10].skeleton = "select _ from _";
  evaluation::skeleton_accuracy a;
  a.count("SELECT name FROM shops", eleven);
  BOOST_TEST(a.percent(2) == 0.0);
}

BOOST_AUTO_TEST_CASE(gold_that_does_not_parse_is_left_out) {
  evaluation::skeleton_accuracy a;
  a.count("SELECT FROM", {});
  BOOST_TEST(a.questions() == 0u);
  BOOST_TEST(a.unread() == 1u);
}

// By hand. Drafts: right, wrong, wrong (it does not parse), right. Parsed: right, right, wrong (none), wrong.
BOOST_AUTO_TEST_CASE(recorded_skeletons_are_scored_as_table_6) {
  auto const gold = evaluation::parse_gold(
      "SELECT name FROM shops\td\nSELECT count(*) FROM shops\td\nSELECT name FROM shops\td\nSELECT FROM\td\nSELECT name FROM shops\td\n",
      "gold.txt");
  auto const runs = evaluation::parse_predictions(
      R"({"sql":"SELECT city FROM shop","rounds":["SELECT city FROM shop"],"skeletons":[{"round":0,"skeleton":"select _ from _"}]}
{"sql":"SELECT count(*) FROM t","rounds":["SELECT a FROM t","SELECT b FROM t","SELECT count(*) FROM t"],"skeletons":[{"round":0,"skeleton":"select _ from _"},{"round":1,"skeleton":"select count ( * ) from _"}]}
{"sql":"SELECT a FROM b","rounds":["SELECT nothing at all FROM","SELECT a FROM b"]}
{"sql":"SELECT FROM","skeletons":[{"round":0,"skeleton":""}]}
{"sql":"SELECT a FROM b","skeletons":[{"round":0,"skeleton":"select max ( _ ) from _"}]}
)",
      "runs.jsonl", gold);
  std::vector<std::string> const hardness{"easy", "hard", "hard", "easy", "easy"};
  auto const r = evaluation::recorded_skeleton_accuracy(gold, runs, hardness);
  using share = evaluation::skeleton_share;
  BOOST_TEST((r.all.sql == share{4, 2}));
  BOOST_TEST((r.all.parsed == share{4, 2}));
  BOOST_TEST(r.all.sql.percent() == 50.0);
  BOOST_TEST((r.hardness.at("easy").sql == share{2, 2}));
  BOOST_TEST((r.hardness.at("easy").parsed == share{2, 1}));
  BOOST_TEST((r.hardness.at("hard").sql == share{2, 0}));
  BOOST_TEST((r.hardness.at("hard").parsed == share{2, 1}));
  BOOST_TEST(r.unrecorded == std::vector<std::size_t>{2});
  BOOST_TEST(r.unread == std::vector<std::size_t>{3});

  // A run that ended keeps its SQL; skeletons count in the round that parsed them.
  BOOST_REQUIRE(r.rounds.size() == 3u);
  BOOST_TEST((r.rounds[0].sql == share{4, 2}));
  BOOST_TEST((r.rounds[1].sql == share{4, 3}));
  BOOST_TEST((r.rounds[2].sql == share{4, 4}));
  BOOST_TEST((r.rounds[0].parsed == share{3, 1}));
  BOOST_TEST((r.rounds[1].parsed == share{1, 1}));
  BOOST_TEST((r.rounds[2].parsed == share{0, 0}));
  BOOST_TEST(share{}.percent() == 0.0);

  BOOST_TEST(evaluation::recorded_skeleton_accuracy(gold, runs).hardness.empty());
  std::vector<std::string> const too_few{"easy"};
  BOOST_CHECK_THROW((void)evaluation::recorded_skeleton_accuracy(gold, runs, too_few), error);
}

BOOST_AUTO_TEST_SUITE_END()
