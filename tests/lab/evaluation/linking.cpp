// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/subtasks.hpp"

#include "t2s/core/error.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <vector>

using namespace t2s;
using names = std::set<std::string>;

BOOST_AUTO_TEST_SUITE(linking)

BOOST_AUTO_TEST_CASE(labels_are_read_and_columns_taken_together) {
  auto const all = evaluation::parse_linking_labels(
      R"([{"index": 7, "db_id": "harbour", "question": "Boats of 1999?", "tables": ["Boat"], "columns": ["Boat.Name"],
           "value_columns": ["Boat.Year", "*"]},
          {"db_id": "harbour", "question": "?", "tables": [], "columns": []}])",
      "labels.json");
  BOOST_REQUIRE(all.size() == 2u);
  BOOST_TEST(all[0].database == "harbour");
  BOOST_TEST((all[0].tables == names{"boat"}));
  BOOST_TEST((all[0].columns == names{"boat.name", "boat.year"}));
  BOOST_TEST(all[1].columns.empty());
}

BOOST_AUTO_TEST_CASE(what_is_no_label_is_named) {
  for (auto const& [text, part] :
       {std::pair{"{}", "not a list"}, std::pair{"[]", "the list is empty"}, std::pair{"[3]", "element 0 is not an object"},
        std::pair{R"([{"db_id": "a"}])", "element 0 has no text \"question\""},
        std::pair{R"([{"db_id": "a", "question": "b", "tables": [1], "columns": []}])", "an item that is not a string"},
        std::pair{"[", "is not JSON"}})
    BOOST_CHECK_EXCEPTION((void)evaluation::parse_linking_labels(text, "labels.json"), error, [&](error const& e) {
      return e.code() == errc::malformed_data && std::string(e.what()).find(part) != std::string::npos;
    });
}

// By hand: F1 of 1 of 2 right of 2 labelled is 0.5; of 2 right of 3 found for 2 labelled it is 2 * (2/3) / (2/3 + 1) = 0.8.
BOOST_AUTO_TEST_CASE(scores_are_means_over_the_labelled_questions) {
  evaluation::linking_score s;
  BOOST_TEST(s.f1() == 0.0);
  s.add({"a", "b"}, {"a", "c"});
  BOOST_TEST(s.f1() == 0.5);
  s.add({}, {"x"});
  BOOST_TEST(s.questions() == 1u);
  s.add({"a", "b"}, {"a", "b", "c"});
  BOOST_TEST(s.f1() == 0.65, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(s.precision() == (0.5 + 2.0 / 3) / 2, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(s.recall() == 0.75, boost::test_tools::tolerance(1e-12));
  s.add({"a"}, {});
  BOOST_TEST(s.questions() == 3u);
  BOOST_TEST(s.recall() == 0.5, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(databases_are_scored_apart) {
  evaluation::linking_report r;
  r.add({"one", "?", {"a"}, {"a.x"}}, {"a"}, {});
  r.add({"two", "?", {"b"}, {}}, {}, {"b.y"});
  BOOST_TEST(r.all.tables.f1() == 0.5);
  BOOST_TEST(r.databases.at("one").tables.f1() == 1.0);
  BOOST_TEST(r.databases.at("two").tables.f1() == 0.0);
  BOOST_TEST(r.all.columns.questions() == 1u);
}

namespace {

evaluation::gold_set harbour() {
  return evaluation::parse_gold(R"([{"db_id":"harbour","question":"Boats?","query":"SELECT 1"},
                                    {"db_id":"harbour","question":"Names of boats?","query":"SELECT 1"},
                                    {"db_id":"airport","question":"Boats?","query":"SELECT 1"},
                                    {"db_id":"harbour","question":"Captains?","query":"SELECT 1"}])",
                                "dev.json");
}

std::vector<evaluation::linking_label> const harbour_labels{{"harbour", "Boats?", {"boat"}, {}},
                                                            {"harbour", "Names of boats?", {"boat", "crew"}, {"boat.name"}},
                                                            {"harbour", "Captains?", {"crew"}, {"crew.rank", "crew.name"}},
                                                            {"harbour", "Nobody asks this?", {"boat"}, {}}};

bool near(double found, double expected) { return std::abs(found - expected) < 1e-12; }

}  // namespace

// By hand, tables: precision 1, 1/3 and 0, recall 1, 1/2 and 0, F1 1, 2/5 and 0; columns, of two questions: 1/2 and 0, 1 and 0, 2/3 and 0.
BOOST_AUTO_TEST_CASE(recorded_links_are_scored_as_table_5) {
  auto const gold = harbour();
  auto const runs = evaluation::parse_predictions(
      R"({"sql":"A","linked":[{"round":0,"tables":["Boat"],"columns":["boat.id"]}]}
{"sql":"A","rounds":["A","B"],"linked":[{"round":0,"tables":["crew","boat"],"columns":[]},{"round":1,"tables":["boat","port","pier"],"columns":["Boat.Name","name"]}]}
{"sql":"A","linked":[{"round":0,"tables":["boat"],"columns":[]}]}
{"sql":"A"}
)",
      "runs.jsonl", gold);
  std::vector<std::string> const hardness{"easy", "hard", "easy", "hard"};
  auto const r = evaluation::recorded_linking(gold, runs, harbour_labels, hardness);
  BOOST_TEST(r.questions == 3u);
  BOOST_TEST(r.unrecorded == std::vector<std::size_t>{3});
  BOOST_TEST(r.unlabelled == std::vector<std::size_t>{2});  // the label belongs to a question over another database
  BOOST_TEST(r.all.tables.questions() == 3u);
  BOOST_TEST(near(r.all.tables.precision(), (1 + 1.0 / 3) / 3));
  BOOST_TEST(near(r.all.tables.recall(), (1 + 0.5) / 3));
  BOOST_TEST(near(r.all.tables.f1(), (1 + 0.4) / 3));
  BOOST_TEST(r.all.columns.questions() == 2u);
  BOOST_TEST(near(r.all.columns.precision(), 0.25));
  BOOST_TEST(near(r.all.columns.recall(), 0.5));
  BOOST_TEST(near(r.all.columns.f1(), 1.0 / 3));

  BOOST_TEST(r.hardness.size() == 2u);
  BOOST_TEST(near(r.hardness.at("easy").tables.f1(), 1));
  BOOST_TEST(near(r.hardness.at("hard").tables.f1(), 0.2));
  BOOST_TEST(near(r.databases.at("harbour").tables.f1(), 1.4 / 3));
  BOOST_TEST(!r.databases.contains("airport"));

  // A round contains the runs that linked in it: the first two in round 0, both right; the second in round 1.
  BOOST_REQUIRE(r.rounds.size() == 2u);
  BOOST_TEST(r.rounds[0].tables.questions() == 2u);
  BOOST_TEST(near(r.rounds[0].tables.f1(), 1));
  BOOST_TEST(r.rounds[0].columns.questions() == 1u);
  BOOST_TEST(near(r.rounds[0].columns.f1(), 0));
  BOOST_TEST(r.rounds[1].tables.questions() == 1u);
  BOOST_TEST(near(r.rounds[1].tables.recall(), 0.5));

  auto const plain = evaluation::recorded_linking(gold, runs, harbour_labels);
  BOOST_TEST(plain.hardness.empty());
  BOOST_TEST(near(plain.all.tables.f1(), 1.4 / 3));
}

BOOST_AUTO_TEST_CASE(questions_without_a_prediction_do_not_count) {
  auto const gold = harbour();
  auto const runs = evaluation::parse_predictions(
      "{\"sql\":\"A\",\"linked\":[{\"round\":0,\"tables\":[\"boat\"],\"columns\":[]}]}\n{\"sql\":\"A\"}\n", "runs.jsonl", gold);
  auto const r = evaluation::recorded_linking(gold, runs, harbour_labels);
  BOOST_TEST(r.questions == 2u);
  BOOST_TEST(near(r.all.tables.f1(), 0.5));
  BOOST_TEST(r.unrecorded == std::vector<std::size_t>{1});
}

BOOST_AUTO_TEST_CASE(levels_are_those_of_all_questions) {
  auto const gold = harbour();
  std::vector<std::string> const too_few{"easy"};
  BOOST_CHECK_EXCEPTION((void)evaluation::recorded_linking(gold, {}, harbour_labels, too_few), error, [](error const& e) {
    return e.code() == errc::invalid_argument && std::string(e.what()).find("1 levels of hardness for 4 questions") != std::string::npos;
  });
}

BOOST_AUTO_TEST_SUITE_END()
