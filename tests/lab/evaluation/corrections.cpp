// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/statistics.hpp"

#include "t2s/core/error.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using evaluation::compare_runs;

BOOST_AUTO_TEST_SUITE(corrections)

BOOST_AUTO_TEST_CASE(every_example_counts_once) {
  //                                     1 to 6: fixed     broken  kept
  auto const c =
      compare_runs({false, false, false, false, false, true, true, true, false}, {true, true, true, true, true, false, true, true, false});
  BOOST_TEST(c.fixed == 5u);
  BOOST_TEST(c.broken == 1u);
  BOOST_TEST(c.right == 2u);
  BOOST_TEST(c.wrong == 1u);
  BOOST_TEST(c.size() == 9u);
  BOOST_TEST(c.p == 0.21875, boost::test_tools::tolerance(1e-12));  // 2 (1 + 6) / 2^6
}

BOOST_AUTO_TEST_CASE(nothing_changed) {
  BOOST_TEST((compare_runs({}, {}) == evaluation::corrections()));
  auto const c = compare_runs({true, false}, {true, false});
  BOOST_TEST(c.fixed + c.broken == 0u);
  BOOST_TEST(c.p == 1);
}

BOOST_AUTO_TEST_CASE(runs_must_be_over_the_same_examples) {
  BOOST_CHECK_EXCEPTION((void)compare_runs({true}, {}), error, [](error const& e) { return e.code() == errc::invalid_argument; });
}

BOOST_AUTO_TEST_SUITE_END()
