// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/telemetry/detail/metrics.hpp"

#include "t2s/core/error.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <string>
#include <thread>
#include <vector>

using namespace t2s;
using telemetry::metrics;

BOOST_AUTO_TEST_SUITE(telemetry_metrics)

BOOST_AUTO_TEST_CASE(series_are_counted_by_their_labels) {
  metrics all;
  auto const runs = all.counter({"runs", "Runs.", "{run}", {"outcome"}});
  all.add(runs, {"answered"});
  all.add(runs, {"answered"}, 2);
  all.add(runs, {"no_sql"});
  all.add(runs, {"no_sql"}, -5);  // a counter never goes down
  auto const state = all.state();
  BOOST_REQUIRE(state.size() == 1u);
  BOOST_REQUIRE(state[0].points.size() == 2u);
  BOOST_TEST(state[0].points[0].labels == std::vector<std::string>{"answered"});
  BOOST_TEST(state[0].points[0].value == 3);
  BOOST_TEST(state[0].points[1].value == 1);
}

BOOST_AUTO_TEST_CASE(a_value_is_in_the_first_bucket_whose_bound_it_does_not_exceed) {
  metrics all;
  auto const took = all.histogram({"took", "Time.", "s", {}}, {1, 2});
  for (double const v : {0.5, 1.0, 1.5, 2.0, 7.0}) all.observe(took, {}, v);
  all.observe(took, {}, std::numeric_limits<double>::quiet_NaN());
  auto const state = all.state();
  auto const& p = state[0].points.at(0);
  BOOST_TEST(p.count == 5u);
  BOOST_TEST(p.sum == 12.0);
  BOOST_TEST(p.buckets == (std::vector<std::uint64_t>{2, 2, 1}));
}

BOOST_AUTO_TEST_CASE(series_beyond_the_limit_are_counted_together) {
  metrics all(10);
  auto const asked = all.counter({"asked", "Asked.", "", {"who"}});
  for (int i = 0; i < 1000; ++i) all.add(asked, {std::to_string(i)});
  all.add(asked, {"3"});  // an existing series continues
  auto const state = all.state();
  BOOST_TEST(state[0].points.size() == 11u);
  std::int64_t sum = 0, beyond = 0;
  for (auto const& p : state[0].points) (p.is_overflow ? beyond : sum) += p.value;
  BOOST_TEST(sum == 11);
  BOOST_TEST(beyond == 990);
}

BOOST_AUTO_TEST_CASE(long_and_broken_label_values_are_cut_and_mended) {
  metrics all;
  auto const asked = all.counter({"asked", "Asked.", "", {"who"}});
  all.add(asked, {std::string(100'000, 'x')});
  all.add(asked, {"a\xFF"});
  auto const state = all.state();
  BOOST_TEST(state[0].points[0].labels[0] == "a\xEF\xBF\xBD");
  BOOST_TEST(state[0].points[1].labels[0].size() == 200u);
}

BOOST_AUTO_TEST_CASE(the_same_metric_is_added_once_and_another_of_its_name_is_refused) {
  metrics all;
  auto const first = all.counter({"asked", "Asked.", "", {"who"}});
  BOOST_TEST((all.counter({"asked", "Asked.", "", {"who"}}) == first));
  BOOST_CHECK_THROW(static_cast<void>(all.gauge({"asked", "Asked.", "", {"who"}})), error);
  BOOST_CHECK_THROW(static_cast<void>(all.counter({"asked", "Asked.", "", {"why"}})), error);
  BOOST_CHECK_THROW(static_cast<void>(all.histogram({"h", "H.", "", {}}, {2, 1})), error);
}

BOOST_AUTO_TEST_CASE(threads_count_together) {
  metrics all;
  auto const asked = all.counter({"asked", "Asked.", "", {"who"}});
  auto const took = all.histogram({"took", "Time.", "s", {}}, {1});
  auto const active = all.gauge({"active", "Now.", "", {}});
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] {
        for (int i = 0; i < 1000; ++i) {
          all.add(asked, {"a"});
          all.observe(took, {}, 0.5);
          all.add(active, {}, 1);
          all.add(active, {}, -1);
          if (i % 100 == 0) static_cast<void>(all.state());
        }
      });
  }
  auto const state = all.state();
  BOOST_TEST(state[0].points[0].value == 4000);
  BOOST_TEST(state[1].points[0].count == 4000u);
  BOOST_TEST(state[2].points[0].value == 0);
}

BOOST_AUTO_TEST_SUITE_END()
