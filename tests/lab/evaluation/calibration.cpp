// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/statistics.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

using namespace t2s::evaluation;

namespace {

using judged = std::vector<judged_confidence>;
auto const tolerance = boost::unit_test::tolerance(1e-9);

}  // namespace

BOOST_AUTO_TEST_SUITE(calibration)

// By hand: in 3 of the 2 * 2 pairs of a right and a wrong answer, the right one has the higher confidence.
BOOST_AUTO_TEST_CASE(area_under_roc_is_the_share_of_pairs_in_order, *tolerance) {
  BOOST_TEST(area_under_roc(judged{{0.9, true}, {0.7, false}, {0.6, true}, {0.2, false}}) == 0.75);
  BOOST_TEST(area_under_roc(judged{{0.9, true}, {0.2, false}}) == 1.0);
  BOOST_TEST(area_under_roc(judged{{0.2, true}, {0.9, false}}) == 0.0);
}

BOOST_AUTO_TEST_CASE(equal_confidences_count_half_whatever_their_order, *tolerance) {
  BOOST_TEST(area_under_roc(judged{{0.5, true}, {0.5, false}}) == 0.5);
  BOOST_TEST(area_under_roc(judged{{0.5, false}, {0.5, true}, {0.5, true}}) == 0.5);
}

BOOST_AUTO_TEST_CASE(no_number_counts_as_none) {
  double const none = std::nan("");
  BOOST_TEST(area_under_roc(judged{{none, false}, {0.5, true}}) == 1.0);
  BOOST_TEST(expected_calibration_error(judged{{none, false}}) == 0.0);
}

BOOST_AUTO_TEST_CASE(area_under_roc_of_one_kind_says_nothing) {
  BOOST_TEST(area_under_roc(judged{}) == 0.5);
  BOOST_TEST(area_under_roc(judged{{0.1, true}, {0.9, true}}) == 0.5);
}

// Bins of a tenth: 0.8 and 0.8 with one right (off by 0.3, two of three answers), and 0.15 with none (off by 0.15, one of three).
BOOST_AUTO_TEST_CASE(calibration_error_weighs_the_bins, *tolerance) {
  BOOST_TEST(expected_calibration_error(judged{{0.8, true}, {0.8, false}, {0.15, false}}) == (2 * 0.3 + 0.15) / 3);
  BOOST_TEST(expected_calibration_error(judged{{1.0, true}, {0.0, false}}) == 0.0);
  BOOST_TEST(expected_calibration_error(judged{}) == 0.0);
  BOOST_TEST(expected_calibration_error(judged{{0.9, true}, {0.1, false}}, 1) == 0.0);
}

BOOST_AUTO_TEST_CASE(risk_rises_with_coverage, *tolerance) {
  judged const all{{0.3, false}, {0.9, true}, {0.6, true}, {0.6, false}};
  auto const curve = risk_coverage(all);
  BOOST_TEST_REQUIRE(curve.size() == 3u);
  BOOST_TEST(curve[0].confidence == 0.9);
  BOOST_TEST(curve[0].coverage == 0.25);
  BOOST_TEST(curve[0].risk == 0.0);
  BOOST_TEST(curve[1].coverage == 0.75);
  BOOST_TEST(curve[1].risk == 1.0 / 3);
  BOOST_TEST(curve[2].coverage == 1.0);
  BOOST_TEST(curve[2].risk == 0.5);
  BOOST_TEST(area_under_risk_coverage(all) == 0.25 * 0 + 0.5 / 3 + 0.25 * 0.5);
}

BOOST_AUTO_TEST_CASE(questions_without_an_answer_lower_the_coverage, *tolerance) {
  judged const all{{0.9, true}, {0.6, false}};
  BOOST_TEST(risk_coverage(all, 4).back().coverage == 0.5);
  BOOST_TEST(point_of_risk(all, 0.15, 4).coverage == 0.25);
  BOOST_TEST(point_of_minimum(all, 0.6, 4).coverage == 0.5);
}

BOOST_AUTO_TEST_CASE(points_of_the_curve, *tolerance) {
  judged const all{{0.9, true}, {0.8, false}, {0.7, true}, {0.6, true}, {0.5, true}, {0.4, true}, {0.3, true}};
  BOOST_TEST(point_of_risk(all, 0.15).coverage == 1.0);  // 1 of 7 is wrong
  BOOST_TEST(point_of_risk(all, 0.1).coverage == 1.0 / 7);
  BOOST_TEST(point_of_risk(judged{{0.9, false}}, 0.1).coverage == 0.0);
  auto const at = point_of_minimum(all, 0.8);
  BOOST_TEST(at.coverage == 2.0 / 7);
  BOOST_TEST(at.risk == 0.5);
  BOOST_TEST(point_of_minimum(all, 0.95).risk == 0.0);
}

BOOST_AUTO_TEST_SUITE_END()
