// SPDX-License-Identifier: BSL-1.0
#include "t2s/evaluation/linking.hpp"

#include "t2s/core/error.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

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
       {std::pair{"{}", "no list"}, std::pair{"[]", "the list is empty"}, std::pair{"[3]", "element 0 is no object"},
        std::pair{R"([{"db_id": "a"}])", "element 0 has no text \"question\""},
        std::pair{R"([{"db_id": "a", "question": "b", "tables": [1], "columns": []}])", "what is no text"}, std::pair{"[", "is no JSON"}})
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

BOOST_AUTO_TEST_SUITE_END()
