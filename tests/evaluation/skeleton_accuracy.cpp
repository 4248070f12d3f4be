// SPDX-License-Identifier: BSL-1.0
#include "t2s/evaluation/skeleton_accuracy.hpp"

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

BOOST_AUTO_TEST_SUITE_END()
