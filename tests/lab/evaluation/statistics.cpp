// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/statistics.hpp"

#include "t2s/core/error.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

using namespace t2s;
using namespace t2s::evaluation;
namespace tools = boost::test_tools;

namespace {

using numbers = std::vector<double>;

double share(double part, double all) { return part / all; }

/// U by counting pairs.
double pairs_won(numbers const& a, numbers const& b) {
  double u = 0;
  for (auto const x : a)
    for (auto const y : b) u += x > y ? 1 : x == y ? 0.5 : 0;
  return u;
}

/// The share of all divisions of the values into samples of these sizes in which U is at least as far from its middle.
double p_by_enumeration(numbers const& a, numbers const& b) {
  auto all = a;
  all.insert(all.end(), b.begin(), b.end());
  auto const middle = static_cast<double>(a.size() * b.size()) / 2, seen = std::fabs(pairs_won(a, b) - middle);
  std::vector<bool> chosen(all.size());
  std::fill_n(chosen.begin(), a.size(), true);
  double far = 0, ways = 0;
  do {
    numbers first, second;
    for (std::size_t i = 0; i < all.size(); ++i) (chosen[i] ? first : second).push_back(all[i]);
    far += std::fabs(pairs_won(first, second) - middle) >= seen ? 1 : 0;
    ++ways;
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return share(far, ways);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(statistics)

BOOST_AUTO_TEST_CASE(means_and_quantiles) {
  numbers const v{7, 1, 3, 10};
  BOOST_TEST(mean(v) == 5.25);
  BOOST_TEST(median(v) == 5);
  BOOST_TEST(median(numbers{4, 9, 1}) == 4);
  BOOST_TEST(median(numbers{2}) == 2);
  BOOST_TEST(quantile(v, 0) == 1);
  BOOST_TEST(quantile(v, 1) == 10);
  BOOST_TEST(quantile(v, 0.25) == 2.5);   // at 0.75 between 1 and 3
  BOOST_TEST(quantile(v, 0.75) == 7.75);  // at 2.25 between 7 and 10
  BOOST_CHECK_THROW((void)mean(numbers{}), error);
  BOOST_CHECK_THROW((void)median(numbers{}), error);
  BOOST_CHECK_THROW((void)quantile(v, 1.5), error);
}

// Computed in exact rational arithmetic.
BOOST_AUTO_TEST_CASE(mcnemar_is_exact) {
  struct known {
    std::uint64_t fixed, broken;
    double p;
  };
  for (auto const& k : std::vector<known>{{0, 0, 1},
                                          {0, 1, 1},
                                          {5, 0, 0.0625},
                                          {1, 5, 0.21875},
                                          {2, 10, 0.03857421875},
                                          {10, 2, 0.03857421875},
                                          {8, 9, 1},
                                          {7, 7, 1},
                                          {25, 40, 0.08168153394154005},
                                          {59, 121, 4.434449263755176e-06},
                                          {100, 150, 0.001883300935076157},
                                          {499, 501, 0.9747749818216392},
                                          {400, 600, 2.7284641560660184e-10},
                                          {4800, 5200, 6.593515598672442e-05},
                                          {1000, 0, 1.8665272370064378e-301},
                                          {10, 1000, 5.359574874624727e-281},
                                          {499'000, 501'000, 0.04560829986538208},
                                          {495'000, 505'000, 1.538155504390735e-23},
                                          {490'000, 510'000, 5.5443632876992246e-89}}) {
    BOOST_TEST_CONTEXT(k.fixed << " fixed, " << k.broken << " broken")
    BOOST_TEST(mcnemar_p(k.fixed, k.broken) == k.p, tools::tolerance(1e-11));
  }
  BOOST_TEST(mcnemar_p(480'000, 520'000) < 1e-300);
  BOOST_TEST(mcnemar_p(0, 1'000'000) == 0);
}

// By the recurrence of Pascal's triangle, halved in every step.
BOOST_AUTO_TEST_CASE(mcnemar_follows_from_pascals_triangle) {
  numbers chances{1};
  for (std::uint64_t n = 1; n <= 200; ++n) {
    numbers next(n + 1);
    for (std::size_t k = 0; k < n; ++k) {
      next[k] += chances[k] / 2;
      next[k + 1] += chances[k] / 2;
    }
    chances = next;
    double tail = 0;
    for (std::uint64_t k = 0; 2 * k < n; ++k) {
      tail += chances[k];
      BOOST_TEST(mcnemar_p(k, n - k) == std::min(1.0, 2 * tail), tools::tolerance(1e-12));
      BOOST_TEST(mcnemar_p(n - k, k) == std::min(1.0, 2 * tail), tools::tolerance(1e-12));
    }
  }
}

BOOST_AUTO_TEST_CASE(mann_whitney_is_exact_for_few_values_without_ties) {
  std::mt19937 random(1);
  for (int round = 0; round < 150; ++round) {
    numbers all(2 + random() % 10);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<double>(i * i);
    std::shuffle(all.begin(), all.end(), random);
    auto const cut = static_cast<std::ptrdiff_t>(1 + random() % (all.size() - 1));
    numbers const a(all.begin(), all.begin() + cut), b(all.begin() + cut, all.end());
    auto const m = mann_whitney(a, b);
    BOOST_TEST(m.exact);
    BOOST_TEST(m.u == pairs_won(a, b));
    BOOST_TEST(m.p == p_by_enumeration(a, b), tools::tolerance(1e-12));
  }
}

// The ages of men and women at the diagnosis of diabetes, SciPy's example for mannwhitneyu: U = 17, p = 1/9.
BOOST_AUTO_TEST_CASE(mann_whitney_on_a_published_example) {
  auto const m = mann_whitney(numbers{19, 22, 16, 29, 24}, numbers{20, 11, 17, 12});
  BOOST_TEST(m.u == 17);
  BOOST_TEST(m.p == 1.0 / 9, tools::tolerance(1e-12));
}

// The normal approximation, with sums computed separately.
BOOST_AUTO_TEST_CASE(mann_whitney_approximates_with_ties_or_many_values) {
  auto const tied = mann_whitney(numbers{1, 2, 2, 3, 4, 4, 4}, numbers{2, 3, 3, 5, 6, 6, 7, 8});
  BOOST_TEST(!tied.exact);
  BOOST_TEST(tied.u == 12);
  BOOST_TEST(tied.p == 0.06952902357800361, tools::tolerance(1e-12));

  numbers a, b;
  for (int i = 0; i < 10; ++i) {
    a.push_back(i * 7 % 31);
    b.push_back(i * 11 % 37 + 0.5);
  }
  auto const many = mann_whitney(a, b);
  BOOST_TEST(!many.exact);
  BOOST_TEST(many.u == 38);
  BOOST_TEST(many.p == 0.3846730627355087, tools::tolerance(1e-12));

  auto const ten = mann_whitney(numbers{70, 72, 74, 75, 76, 78, 79, 80, 81, 82}, numbers{75, 77, 79, 81, 82, 83, 84, 85, 86, 88});
  BOOST_TEST(ten.u == 17);
  BOOST_TEST(ten.p == 0.013875446882842861, tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(mann_whitney_at_its_limits) {
  BOOST_TEST(mann_whitney(numbers{1, 1, 1}, numbers{1, 1}).p == 1);
  BOOST_TEST(mann_whitney(numbers{1}, numbers{2}).p == 1);
  numbers many(5'000);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<double>(i);
  BOOST_TEST(!mann_whitney(many, numbers{-1, -2, -3, -4, -5, -6, -7, -8}).exact);  // too many arrangements to count
  BOOST_TEST(mann_whitney(many, numbers{-1, -2}).exact);
  BOOST_CHECK_THROW((void)mann_whitney(numbers{}, numbers{1}), error);
}

BOOST_AUTO_TEST_SUITE_END()
