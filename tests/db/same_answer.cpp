// SPDX-License-Identifier: BSL-1.0
#include "t2s/db/detail/same_answer.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>

using namespace t2s;

namespace {

using table = std::vector<std::vector<value>>;

bool same(table a, table b) { return db::same_answer({{}, std::move(a)}, {{}, std::move(b)}); }

/// The definition, by trying all orders of b's columns: in one of them the rows are the same bag. For whole numbers.
bool same_by_trial(table const& a, table const& b) {
  auto const sorted = [](table t) {
    std::sort(t.begin(), t.end(), [](auto const& x, auto const& y) {
      return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end(),
                                          [](value const& u, value const& v) { return *u.integer() < *v.integer(); });
    });
    return t;
  };
  std::vector<std::size_t> order(a.front().size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  do {
    table turned;
    for (auto const& row : b) {
      turned.emplace_back();
      for (auto const i : order) turned.back().push_back(row[i]);
    }
    if (sorted(a) == sorted(turned)) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(same_answer)

// As in the published code of C3.
BOOST_AUTO_TEST_CASE(what_counts) {
  BOOST_TEST(same({{1, "a"}, {2, "b"}}, {{2, "b"}, {1, "a"}}));
  BOOST_TEST(same({{1, "a"}, {2, "b"}}, {{"a", 1}, {"b", 2}}));
  BOOST_TEST(!same({{1, "a"}, {2, "b"}}, {{1, "b"}, {2, "a"}}));
  BOOST_TEST(!same({{1}}, {{1}, {1}}));
  BOOST_TEST(!same({{1}}, {{1, 1}}));
  BOOST_TEST(same({{1}}, {{1.0}}));
  BOOST_TEST(!same({{1}}, {{"1"}}));
  BOOST_TEST(!same({{1.5}}, {{1}}));
  BOOST_TEST(same({{null_t()}}, {{null_t()}}));
  for (int i = -1; i <= 100; ++i) BOOST_TEST(!same({{null_t()}}, {{i}}), i);
  BOOST_TEST(same({{std::int64_t{1} << 62}}, {{0x1p62}}));
  BOOST_TEST(same({{std::numeric_limits<std::int64_t>::min()}}, {{-0x1p63}}));
  BOOST_TEST(db::same_answer({{"a"}, {}}, {{"a", "b"}, {}}));  // empty results are equal at any width
}

BOOST_AUTO_TEST_CASE(against_the_definition) {
  std::mt19937 random(3);
  int equal = 0;
  for (int i = 0; i < 4000; ++i) {
    std::size_t const rows = 1 + random() % 4, columns = 1 + random() % 4;
    table a(rows), b;
    for (auto& row : a)
      for (std::size_t c = 0; c < columns; ++c) row.emplace_back(static_cast<int>(random() % 3));
    b = a;
    std::vector<std::size_t> order(columns);
    for (std::size_t c = 0; c < columns; ++c) order[c] = c;
    std::shuffle(order.begin(), order.end(), random);
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < columns; ++c) b[r][c] = a[r][order[c]];
    std::shuffle(b.begin(), b.end(), random);
    if (random() % 2 == 0) b[random() % rows][random() % columns] = value(static_cast<int>(random() % 3));
    bool const expected = same_by_trial(a, b);
    equal += expected ? 1 : 0;
    BOOST_REQUIRE(same(a, b) == expected);
  }
  BOOST_TEST(equal > 1000);
}

BOOST_AUTO_TEST_CASE(wide_results_of_equal_columns_take_no_time) {
  table a(2, std::vector<value>(60)), b = a;
  for (std::size_t c = 0; c < 60; ++c) {
    a[0][c] = b[1][c] = value(1);
    a[1][c] = b[0][c] = value(2);
  }
  BOOST_TEST(same(a, b));
  std::swap(b[0][7], b[1][7]);  // the columns have equal values, but the rows differ
  BOOST_TEST(!same(a, b));
}

BOOST_AUTO_TEST_SUITE_END()
