// SPDX-License-Identifier: BSL-1.0
// Intervals compared with the plain bootstrap, which draws each question, and with the normal distribution.
#include "t2s/lab/evaluation/detail/bootstrap.hpp"

#include "t2s/core/error.hpp"
#include "t2s/lab/evaluation/statistics.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace t2s::evaluation;

namespace {

double share(std::span<std::size_t const> drawn, std::size_t cell) {
  std::size_t all = 0;
  for (auto const n : drawn) all += n;
  return static_cast<double>(drawn[cell]) / static_cast<double>(all);
}

/// By definition: draws each question with replacement.
interval plain(std::vector<std::size_t> const& cells, std::size_t cell) {
  std::vector<std::size_t> questions;
  for (std::size_t c = 0; c < cells.size(); ++c) questions.insert(questions.end(), cells[c], c);
  std::mt19937_64 random(5);
  std::vector<double> found;
  for (int i = 0; i < 20'000; ++i) {
    std::size_t hits = 0;
    for (std::size_t n = 0; n < questions.size(); ++n) hits += questions[random() % questions.size()] == cell;
    found.push_back(static_cast<double>(hits) / static_cast<double>(questions.size()));
  }
  return {quantile(found, 0.025), quantile(found, 0.975)};
}

}  // namespace

BOOST_AUTO_TEST_CASE(intervals_are_those_of_drawing_questions) {
  std::vector<std::vector<std::size_t>> const sets{{3, 5}, {40, 10, 50}, {300, 1, 99}, {700, 300}};
  for (auto const& cells : sets)
    for (std::size_t c = 0; c < cells.size(); ++c) {
      auto const found = bootstrap(cells).of([&](auto drawn) { return share(drawn, c); });
      auto const expected = plain(cells, c);
      std::size_t all = 0;
      for (auto const n : cells) all += n;
      auto const error = std::max(1.0 / static_cast<double>(all), 0.12 * (expected.high - expected.low));
      BOOST_TEST(std::abs(found.low - expected.low) <= error);
      BOOST_TEST(std::abs(found.high - expected.high) <= error);
    }
}

BOOST_AUTO_TEST_CASE(a_million_questions_have_the_normal_interval) {
  std::vector<std::size_t> const cells{800'000, 200'000};
  auto const found = bootstrap(cells).of([](auto drawn) { return share(drawn, 0); });
  auto const half = 1.96 * std::sqrt(0.8 * 0.2 / 1e6);
  BOOST_TEST(std::abs(found.low - (0.8 - half)) < 0.1 * half);
  BOOST_TEST(std::abs(found.high - (0.8 + half)) < 0.1 * half);
}

BOOST_AUTO_TEST_CASE(all_draws_have_all_questions_and_differ_from_seed_to_seed) {
  std::vector<std::size_t> const cells{2, 0, 700, 31};
  (void)bootstrap(cells).of([](auto drawn) {
    BOOST_TEST(drawn[0] + drawn[1] + drawn[2] + drawn[3] == 733U);
    BOOST_TEST(drawn[1] == 0U);
    return 0.0;
  });
  auto const first = [&](std::uint64_t seed) { return bootstrap(cells, seed).of([](auto drawn) { return share(drawn, 3); }); };
  BOOST_TEST((first(1) == first(1)));
  BOOST_TEST((first(1) != first(2)));
}

BOOST_AUTO_TEST_CASE(shares_of_nothing_do_not_count) {
  std::vector<std::size_t> const cells{1, 1};
  auto const f = bootstrap(cells).of([](auto drawn) { return static_cast<double>(drawn[0]) / static_cast<double>(drawn[0]); });
  BOOST_TEST(f.low == 1.0);
  BOOST_TEST(bootstrap(std::vector<std::size_t>{}).of([](auto) { return std::nan(""); }).high == 0.0);
}

/// Brown, Cai, DasGupta (2001) and any table of Wilson's interval.
BOOST_AUTO_TEST_CASE(shares_have_wilsons_interval) {
  BOOST_TEST(interval_of_share(0, 10).low == 0.0);
  BOOST_TEST(std::abs(interval_of_share(0, 10).high - 0.2775) < 0.0001);
  BOOST_TEST(std::abs(interval_of_share(0.5, 10).low - 0.2366) < 0.0001);
  BOOST_TEST(std::abs(interval_of_share(0.5, 10).high - 0.7634) < 0.0001);
  BOOST_TEST(interval_of_share(0, 0).high == 1.0);
}

BOOST_AUTO_TEST_CASE(means_have_the_normal_interval) {
  // By hand: 1, 2, 3, 4 have mean 2.5 and standard error sqrt(5/3/4).
  auto const f = interval_of_mean(4, 10, 30);
  BOOST_TEST(f.low == 2.5 - 1.959963984540054 * std::sqrt(5.0 / 12), boost::test_tools::tolerance(1e-12));
  BOOST_TEST(interval_of_mean(1, 7, 49).high == 7.0);
  BOOST_TEST(interval_of_mean(0, 0, 0).low == 0.0);
}

BOOST_AUTO_TEST_CASE(two_runs_differ_by_whole_groups) {
  // Two groups of two questions, of which one was fixed: a draw has the first group never, once or twice.
  std::vector<std::string> const groups{"a", "a", "b", "b"};
  auto const d = difference_of_runs({true, false, false, false}, {true, true, false, false}, groups);
  BOOST_TEST(d.difference == 0.25);
  BOOST_TEST(d.range.low == 0.0);
  BOOST_TEST(d.range.high == 0.5);
  BOOST_TEST(d.groups == 2u);
}

BOOST_AUTO_TEST_CASE(questions_of_one_group_are_no_evidence_of_each_other) {
  // The same differences of 100 questions, once in ten groups that are each of one kind, once mixed: only the first varies.
  std::vector<bool> before(100, false), alike(100, false), mixed(100, false);
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < 100; ++i) {
    groups.push_back(std::to_string(i / 10));
    alike[i] = i < 50;
    mixed[i] = i % 2 == 0;
  }
  auto const wide = difference_of_runs(before, alike, groups), narrow = difference_of_runs(before, mixed, groups);
  BOOST_TEST(wide.difference == narrow.difference);
  BOOST_TEST(narrow.range.high - narrow.range.low < 1e-9);
  // By hand: the share of ten draws that are of the first five groups has the standard deviation sqrt(0.25 / 10) = 0.158.
  BOOST_TEST(std::abs(wide.range.low - 0.2) < 0.11);
  BOOST_TEST(std::abs(wide.range.high - 0.8) < 0.11);
}

BOOST_AUTO_TEST_CASE(one_group_and_none_have_no_interval) {
  std::vector<std::string> const one{"a", "a"};
  auto const d = difference_of_runs({true, true}, {true, false}, one);
  BOOST_TEST(d.range.low == -0.5);
  BOOST_TEST(d.range.high == -0.5);
  BOOST_TEST(difference_of_runs({}, {}, std::vector<std::string>{}).groups == 0u);
  BOOST_CHECK_THROW((void)difference_of_runs({true}, {true, false}, one), t2s::error);
}
