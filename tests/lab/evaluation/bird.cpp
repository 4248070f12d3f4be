// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/detail/bird.hpp"

#include "t2s/core/error.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

using namespace t2s;
namespace bird = t2s::evaluation::bird;
namespace tools = boost::test_tools;

namespace {

using row = std::vector<value>;
using table = std::vector<row>;
using numbers = std::vector<double>;

db::rows result(table values) {
  db::rows r;
  r.columns.resize(values.empty() ? 0 : values.front().size());
  r.values = std::move(values);
  return r;
}
value i(std::int64_t n) { return {n}; }

// The published definitions, written out.
namespace slow {

bool equal(value const& a, value const& b) {
  if (a.integer() && b.real()) return static_cast<long double>(*a.integer()) == static_cast<long double>(*b.real());
  if (a.real() && b.integer()) return equal(b, a);
  return a == b;
}
bool equal_rows(row const& a, row const& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal); }
bool has(table const& t, row const& r) {
  return std::ranges::any_of(t, [&](row const& o) { return equal_rows(o, r); });
}
bool has(row const& r, value const& v) {
  return std::ranges::any_of(r, [&](value const& o) { return equal(o, v); });
}

bool execution_match(table const& a, table const& b) {
  return std::ranges::all_of(a, [&](row const& r) { return has(b, r); }) && std::ranges::all_of(b, [&](row const& r) { return has(a, r); });
}

table without_repeats(table const& t) {
  table out;
  for (auto const& r : t)
    if (!has(out, r)) out.push_back(r);
  return out;
}

double soft_f1(table gold, table predicted) {
  if (gold.empty() && predicted.empty()) return 1;
  gold = without_repeats(gold);
  predicted = without_repeats(predicted);
  double tp = 0, fp = 0, fn = 0;
  for (std::size_t r = 0; r < std::max(gold.size(), predicted.size()); ++r) {
    if (r >= predicted.size()) {
      fn += 1;
      continue;
    }
    if (r >= gold.size()) {
      fp += 1;
      continue;
    }
    auto const columns = static_cast<double>(gold[r].size());
    for (auto const& v : predicted[r]) (has(gold[r], v) ? tp : fp) += 1 / columns;
    for (auto const& v : gold[r])
      if (!has(predicted[r], v)) fn += 1 / columns;
  }
  double const precision = tp + fp > 0 ? tp / (tp + fp) : 0, recall = tp + fn > 0 ? tp / (tp + fn) : 0;
  return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
}

double time_ratio(numbers const& gold, numbers const& predicted) {
  numbers quotients;
  double sum = 0, squares = 0;
  for (std::size_t n = 0; n < gold.size(); ++n) quotients.push_back(gold[n] / predicted[n]);
  for (auto const q : quotients) sum += q;
  auto const n = static_cast<double>(quotients.size()), mean = sum / n;
  for (auto const q : quotients) squares += (q - mean) * (q - mean);
  auto const deviation = std::sqrt(squares / n);
  double kept = 0, total = 0;
  for (auto const q : quotients)
    if (mean - 3 * deviation < q && q < mean + 3 * deviation) {
      ++kept;
      total += q;
    }
  return total / kept;
}

}  // namespace slow

table any_table(std::mt19937& random, std::size_t rows, std::size_t width, std::size_t kinds) {
  static std::vector<value> const some{i(0), i(1), null_t(), 1.0, "1", 0.0, 1.5, "", "None", i(10), -0.0, 10.0, "ab", i(-1)};
  table t(rows);
  for (auto& r : t)
    for (std::size_t c = 0; c < width; ++c) r.push_back(some[random() % kinds]);
  return t;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bird_metrics)

BOOST_AUTO_TEST_CASE(rows_are_a_set) {
  auto const a = result({{i(1), "x"}, {i(2), "y"}, {i(1), "x"}});
  BOOST_TEST(bird::same_result(a, result({{i(2), "y"}, {1.0, "x"}})));
  BOOST_TEST(!bird::same_result(a, result({{"x", i(1)}, {"y", i(2)}})));  // columns in order
  BOOST_TEST(!bird::same_result(a, result({{i(1), "x"}})));
  BOOST_TEST(!bird::same_result(result({{i(1), "x"}}), a));
  BOOST_TEST(!bird::same_result(a, result({{i(1)}, {i(2)}})));
  BOOST_TEST(bird::same_result(result({}), result({})));
  BOOST_TEST(!bird::same_result(result({}), result({{null_t()}})));
  BOOST_TEST(!bird::same_result(result({{null_t()}}), result({})));
  BOOST_TEST(!bird::same_result(result({{i(1)}}), result({{"1"}})));
  BOOST_TEST(!bird::same_result(result({{0.1 + 0.2}}), result({{0.3}})));
  BOOST_TEST(!bird::same_result(result({{std::nan("")}}), result({{std::nan("")}})));
}

BOOST_AUTO_TEST_CASE(text_that_cannot_be_decoded_is_wrong) {
  auto const bad = result({{"a\xff"}}), good = result({{"a"}});
  BOOST_TEST(!bird::same_result(bad, bad));
  BOOST_TEST(!bird::same_result(bad, good));
  BOOST_TEST(!bird::same_result(good, bad));
  BOOST_TEST(bird::soft_f1(bad, bad) == 0);
  BOOST_TEST(bird::soft_f1(good, bad) == 0);
}

BOOST_AUTO_TEST_CASE(ex_and_soft_f1_agree_with_the_definitions) {
  std::mt19937 random(1);
  std::size_t equal = 0, between = 0;
  for (int round = 0; round < 5'000; ++round) {
    auto const width = 1 + random() % 4, kinds = 2 + random() % 13;
    auto const a = any_table(random, random() % 7, width, kinds);
    auto b = random() % 3 == 0 ? any_table(random, random() % 7, 1 + random() % 4, kinds) : a;
    std::shuffle(b.begin(), b.end(), random);
    if (!b.empty() && random() % 2 == 0) b.push_back(b[random() % b.size()]);
    if (!b.empty() && random() % 3 == 0) b[random() % b.size()][0] = "another";
    bool const match = slow::execution_match(a, b);
    auto const f1 = slow::soft_f1(a, b);
    equal += match ? 1U : 0U;
    between += f1 > 0 && f1 < 1 ? 1U : 0U;
    BOOST_REQUIRE_EQUAL(bird::same_result(result(a), result(b)), match);
    BOOST_TEST_REQUIRE(bird::soft_f1(result(a), result(b)) == f1, tools::tolerance(1e-12));
  }
  BOOST_TEST(equal > 1'000u);
  BOOST_TEST(equal < 4'000u);
  BOOST_TEST(between > 1'000u);
}

BOOST_AUTO_TEST_CASE(soft_f1_by_hand) {
  auto const gold = result({{"Apple", i(325)}, {"Orange", null_t()}, {"Banana", i(119)}});
  // both 1/2 + 1/2 + 1, predicted only 1/2 + 0 + 0, gold only 1/2 + 1/2 + 0: 2 * 2 / (2 * 2 + 1.5)
  BOOST_TEST(bird::soft_f1(gold, result({{i(325), "Pear"}, {"Orange", "Orange"}, {i(119), "Banana"}})) == 5.0 / 6.5,
             tools::tolerance(1e-12));
  BOOST_TEST(bird::soft_f1(gold, gold) == 1);
  BOOST_TEST(bird::soft_f1(gold, result({})) == 0);
  BOOST_TEST(bird::soft_f1(result({}), gold) == 0);
  BOOST_TEST(bird::soft_f1(result({{"a"}, {"b"}}), result({{"b"}, {"a"}})) == 0);  // the order of rows decides
  BOOST_TEST(bird::soft_f1(result({{"a"}, {"b"}}), result({{"a"}})) == 2.0 / 3, tools::tolerance(1e-12));
  BOOST_TEST(bird::soft_f1(result({{"a"}}), result({{"a", "a"}})) == 1);  // both found: no difference
}

BOOST_AUTO_TEST_CASE(time_ratios_agree_with_the_definition) {
  std::mt19937 random(2);
  std::lognormal_distribution<double> noise(0, 0.3);
  for (int round = 0; round < 500; ++round) {
    numbers gold, predicted;
    for (auto n = 2 + random() % 300; n > 0; --n) {
      gold.push_back(noise(random));
      predicted.push_back(noise(random) * (random() % 40 == 0 ? 0.05 : 1));
    }
    BOOST_TEST(bird::time_ratio(gold, predicted) == slow::time_ratio(gold, predicted), tools::tolerance(1e-12));
  }
}

BOOST_AUTO_TEST_CASE(time_ratios_by_hand) {
  BOOST_TEST(bird::time_ratio(numbers{2, 4}, numbers{1, 1}) == 3);
  numbers gold(20, 1.0), predicted(20, 1.0);
  gold[0] = 2;
  gold[1] = 100;  // mean 6.0, deviation 21.6: 100 is left out, 2 is not
  BOOST_TEST(bird::time_ratio(gold, predicted) == 20.0 / 19, tools::tolerance(1e-12));
  // where the official program divides by zero
  BOOST_TEST(bird::time_ratio(numbers{}, numbers{}) == 0);
  BOOST_TEST(bird::time_ratio(numbers{3}, numbers{1}) == 0);
  BOOST_TEST(bird::time_ratio(numbers{1, 1, 1}, numbers{1, 1, 1}) == 0);
  BOOST_TEST(bird::time_ratio(numbers{1, 2}, numbers{1, 0}) == 0);
  // equal quotients have a deviation, or none, as NumPy 2.4 adds them
  BOOST_TEST(bird::time_ratio(numbers(16, 0.001), numbers(16, 1)) == 0);
  BOOST_TEST(bird::time_ratio(numbers(128, 0.001), numbers(128, 1)) == 0.001, tools::tolerance(1e-12));
  BOOST_TEST(bird::time_ratio(numbers(128, 0.009), numbers(128, 1)) == 0);
  BOOST_CHECK_THROW((void)bird::time_ratio(numbers{1}, numbers{1, 2}), error);

  BOOST_TEST(bird::median_time_ratio(numbers{1, 9, 2}, numbers{4, 4, 4, 400}) == 0.5);
  BOOST_TEST(bird::median_time_ratio(numbers{1}, numbers{1}) == 1);
  BOOST_CHECK_THROW((void)bird::median_time_ratio(numbers{}, numbers{1}), error);
  BOOST_CHECK_THROW((void)bird::median_time_ratio(numbers{1}, numbers{0}), error);
}

BOOST_AUTO_TEST_CASE(rewards_go_by_steps) {
  numbers const ratios{0, 0.1, 0.2499, 0.25, 0.4999, 0.5, 0.9999, 1, 1.9999, 2, 50};
  numbers const rewards{0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1, 1, 1.25, 1.25};
  for (std::size_t n = 0; n < ratios.size(); ++n) BOOST_TEST(bird::reward(ratios[n]) == rewards[n]);
}

BOOST_AUTO_TEST_CASE(scores_of_many) {
  numbers const ratios{4, 0, 1, 0.25};
  BOOST_TEST(bird::valid_efficiency_score(ratios) == 87.5, tools::tolerance(1e-12));  // (2 + 0 + 1 + 0.5) / 4
  BOOST_TEST(bird::mean_reward(ratios) == 68.75, tools::tolerance(1e-12));            // (1.25 + 0 + 1 + 0.5) / 4
  BOOST_TEST(bird::reward_efficiency_score(ratios) == 25 * (std::sqrt(1.25) + 1 + std::sqrt(0.5)), tools::tolerance(1e-12));
  BOOST_TEST(bird::valid_efficiency_score(numbers{}) == 0);

  std::mt19937 random(3);
  for (int round = 0; round < 150; ++round) {
    numbers some;
    double ves = 0, rves = 0;
    for (auto n = 1 + random() % 50; n > 0; --n) {
      auto const quarters = static_cast<double>(random() % 12);  // of 1
      some.push_back(quarters / 4);
      ves += std::sqrt(quarters) / 2;
      rves += quarters == 0 ? 0 : std::sqrt(quarters >= 8 ? 1.25 : quarters >= 4 ? 1 : quarters >= 2 ? 0.75 : 0.5);
    }
    auto const n = static_cast<double>(some.size());
    BOOST_TEST(bird::valid_efficiency_score(some) == 100 * ves / n, tools::tolerance(1e-12));
    BOOST_TEST(bird::reward_efficiency_score(some) == 100 * rves / n, tools::tolerance(1e-12));
  }
}

BOOST_AUTO_TEST_SUITE_END()
