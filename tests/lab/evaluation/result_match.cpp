// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

using namespace t2s;
using evaluation::comparable_result;
using evaluation::same_result;
using evaluation::strictly_same_result;

namespace {

using row = std::vector<value>;
using table = std::vector<row>;

db::rows result(table values, std::size_t width = 0) {
  db::rows r;
  r.columns.resize(values.empty() ? width : values.front().size());
  r.values = std::move(values);
  return r;
}
value i(std::int64_t n) { return {n}; }
blob bytes(std::string const& s) {
  blob b;
  for (char const c : s) b.bytes.push_back(static_cast<std::byte>(c));
  return b;
}

// The steps of the official program, on values that need no decoding.
namespace slow {

bool equal(value const& a, value const& b) {
  if (a.integer() && b.real()) return static_cast<long double>(*a.integer()) == static_cast<long double>(*b.real());
  if (a.real() && b.integer()) return equal(b, a);
  if (a.real() && b.real()) return *a.real() == *b.real();
  return a == b;
}
bool equal_rows(row const& a, row const& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal); }
bool equal_lists(table const& a, table const& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal_rows); }

std::string text_of(value const& v) {
  if (v.is_null()) return "None<class 'NoneType'>";
  if (auto const* n = v.integer()) return std::to_string(*n) + "<class 'int'>";
  if (auto const* s = v.text()) return *s + "<class 'str'>";
  if (auto const* r = v.real()) {  // only those of one decimal occur below
    std::string s = std::to_string(*r);
    return s.substr(0, s.find('.') + 2) + "<class 'float'>";
  }
  std::string s = "b'";
  for (auto const b : v.bytes()->bytes) s += static_cast<char>(b);
  return s + "'<class 'bytes'>";
}

table unordered(table t) {
  for (auto& r : t) std::ranges::sort(r, {}, text_of);
  return t;
}

bool subset(table const& a, table const& b) {
  return std::ranges::all_of(a, [&](row const& r) { return std::ranges::any_of(b, [&](row const& o) { return equal_rows(r, o); }); });
}

bool equal_bags(table const& a, table b) {
  for (auto const& r : a) {
    auto const found = std::ranges::find_if(b, [&](row const& o) { return equal_rows(r, o); });
    if (found == b.end()) return false;
    b.erase(found);
  }
  return b.empty();
}

bool same(table const& a, table const& b, bool ordered) {
  if (a.empty() && b.empty()) return true;
  if (a.size() != b.size() || a[0].size() != b[0].size()) return false;
  auto const ua = unordered(a), ub = unordered(b);
  if (ordered ? !equal_lists(ua, ub) : !(subset(ua, ub) && subset(ub, ua))) return false;
  std::vector<std::size_t> order(a[0].size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    table permuted;
    for (auto const& r : b) {
      permuted.emplace_back();
      for (auto const c : order) permuted.back().push_back(r[c]);
    }
    if (ordered ? equal_lists(a, permuted) : equal_bags(a, permuted)) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

}  // namespace slow

std::size_t below(std::mt19937& random, std::size_t n) { return random() % n; }

value any_value(std::mt19937& random, std::size_t kinds) {
  static std::vector<value> const some{i(0),   i(1),       null_t(), 1.0,  "1",  0.0,  1.5,  "",
                                       "None", bytes("1"), i(10),    -0.0, 10.0, "ab", -1.0, i(-1)};
  return some[below(random, kinds)];
}

table any_table(std::mt19937& random, std::size_t rows, std::size_t width, std::size_t kinds) {
  table t(rows);
  for (auto& r : t)
    for (std::size_t c = 0; c < width; ++c) r.push_back(any_value(random, kinds));
  return t;
}

table permuted(std::mt19937& random, table t, bool rows_too) {
  std::vector<std::size_t> order(t.front().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), random);
  for (auto& r : t) {
    row moved;
    for (auto const c : order) moved.push_back(r[c]);
    r = std::move(moved);
  }
  if (rows_too) std::shuffle(t.begin(), t.end(), random);
  return t;
}

/// Changes one cell, swaps two cells of a column, or writes numbers differently.
void disturb(std::mt19937& random, table& t, std::size_t kinds) {
  auto const c = below(random, t.front().size()), r = below(random, t.size()), s = below(random, t.size());
  switch (below(random, 4)) {
    case 0: t[r][c] = any_value(random, kinds); break;
    case 1: std::swap(t[r][c], t[s][c]); break;
    case 2: t[r] = t[s]; break;
    default:
      if (auto const* n = t[r][c].integer()) t[r][c] = static_cast<double>(*n);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(result_match)

BOOST_AUTO_TEST_CASE(agrees_with_the_definition_on_random_tables) {
  std::mt19937 random(1);
  std::size_t equal = 0, tried = 0;
  for (int round = 0; round < 10'000; ++round) {
    auto const width = 1 + below(random, 5), rows = below(random, 7), kinds = 2 + below(random, 15);
    auto const a = any_table(random, rows, width, kinds);
    bool const ordered = below(random, 2) == 0;
    auto b = a.empty() ? a : permuted(random, a, !ordered || below(random, 8) == 0);
    for (auto n = a.empty() ? 0 : below(random, 3); n > 0; --n) disturb(random, b, kinds);
    if (below(random, 10) == 0) b = any_table(random, rows, width, kinds);
    bool const expected = slow::same(a, b, ordered);
    equal += expected ? 1U : 0U;
    ++tried;
    BOOST_REQUIRE_EQUAL(same_result(result(a), result(b), ordered), expected);
  }
  BOOST_TEST(equal > tried / 4);
  BOOST_TEST(equal < tried * 3 / 4);
}

BOOST_AUTO_TEST_CASE(agrees_on_two_valued_tables_of_six_columns) {
  std::mt19937 random(2);
  std::size_t equal = 0;
  for (int round = 0; round < 600; ++round) {
    auto const a = any_table(random, 2 + below(random, 5), 6, 2);
    auto b = permuted(random, a, true);
    for (auto n = below(random, 3); n > 0; --n) disturb(random, b, 2);
    bool const expected = slow::same(a, b, false);
    equal += expected ? 1U : 0U;
    BOOST_REQUIRE_EQUAL(same_result(result(a), result(b), false), expected);
  }
  BOOST_TEST(equal > 100u);
  BOOST_TEST(equal < 500u);
}

// Equal by construction; different because the sum of a column without equals has changed.
BOOST_AUTO_TEST_CASE(wide_tables_as_they_were_made) {
  std::mt19937 random(3);
  for (int round = 0; round < 500; ++round) {
    auto const width = 6 + below(random, 3);
    auto a = any_table(random, 1 + below(random, 40), width, 2 + below(random, 3));
    bool const ordered = below(random, 2) == 0;
    auto b = permuted(random, a, !ordered);
    BOOST_REQUIRE(same_result(result(a), result(b), ordered));
    auto& cell = b[below(random, b.size())][below(random, width)];
    cell = "found nowhere else";
    BOOST_REQUIRE(!same_result(result(a), result(b), ordered));
  }
}

// Rows are the edges of graphs, columns their vertices: no single row or column distinguishes two triangles from a hexagon.
BOOST_AUTO_TEST_CASE(tells_tables_apart_that_look_alike_from_everywhere) {
  using edges = std::vector<std::array<std::size_t, 2>>;
  auto const graph = [](edges const& all, std::size_t corners) {
    table t;
    for (auto const& e : all) {
      t.emplace_back(corners, i(0));
      for (auto const c : e) t.back()[c] = i(1);
    }
    return result(t);
  };
  auto const triangles = graph({{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}}, 6);
  auto const hexagon = graph({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}}, 6);
  auto const other_hexagon = graph({{0, 3}, {3, 1}, {1, 5}, {5, 2}, {2, 4}, {4, 0}}, 6);
  BOOST_TEST(!same_result(triangles, hexagon, false));
  BOOST_TEST(!same_result(hexagon, triangles, false));
  BOOST_TEST(same_result(hexagon, other_hexagon, false));
}

// All rows of twelve bits with an even or an odd number of ones: any eleven columns are equal.
BOOST_AUTO_TEST_CASE(does_not_try_all_orders_of_many_alike_columns) {
  table even, odd;
  for (unsigned bits = 0; bits < 4096; ++bits) {
    row r;
    for (unsigned c = 0; c < 12; ++c) r.push_back(i((bits >> c) & 1U));
    bool const is_odd = std::accumulate(r.begin(), r.end(), 0, [](int n, value const& v) { return n + int(*v.integer()); }) % 2 == 1;
    (is_odd ? odd : even).push_back(r);
  }
  std::mt19937 random(4);
  BOOST_TEST(same_result(result(even), result(permuted(random, even, true)), false));
  BOOST_TEST(!same_result(result(even), result(odd), false));
}

BOOST_AUTO_TEST_CASE(many_equal_columns_are_one) {
  table a, b;
  for (int r = 0; r < 50; ++r) {
    a.emplace_back(200, null_t());
    a.back().insert(a.back().begin() + 7, {i(r), i(r % 2)});
    b.emplace_back(200, null_t());
    b.back().insert(b.back().begin() + 100, i(r % 2));
    b.back().push_back(i(r));
  }
  BOOST_TEST(same_result(result(a), result(b), false));
  BOOST_TEST(same_result(result(a), result(b), true));
  std::swap(b[0][100], b[1][100]);
  BOOST_TEST(!same_result(result(a), result(b), false));
  BOOST_TEST(!same_result(result(a), result(b), true));
}

BOOST_AUTO_TEST_CASE(integers_equal_reals_of_exactly_their_value) {
  auto const one = [](value a, value b) { return same_result(result({{std::move(a)}}), result({{std::move(b)}}), false); };
  BOOST_TEST(one(i(1), 1.0));
  BOOST_TEST(one(0.0, -0.0));
  BOOST_TEST(one(i(0), -0.0));
  BOOST_TEST(one(i(9007199254740992), 9007199254740992.0));
  BOOST_TEST(!one(i(9007199254740993), 9007199254740992.0));
  BOOST_TEST(!one(std::numeric_limits<std::int64_t>::max(), 0x1p63));
  BOOST_TEST(one(std::numeric_limits<std::int64_t>::min(), -0x1p63));
  BOOST_TEST(one(1e300, 1e300));
  BOOST_TEST(!one(i(1), "1"));
  BOOST_TEST(!one(i(1), bytes("1")));
  BOOST_TEST(!one("1", bytes("1")));
  BOOST_TEST(!one(null_t(), i(0)));
  BOOST_TEST(!one("", null_t()));
  BOOST_TEST(!one("", bytes("")));
  BOOST_TEST(!one(std::nan(""), std::nan("")));
  auto const inf = std::numeric_limits<double>::infinity();
  BOOST_TEST(one(inf, inf));
  BOOST_TEST(!one(inf, -inf));
}

// Expected bytes are those of bytes.decode(errors="ignore") in Python 3.11.
BOOST_AUTO_TEST_CASE(text_is_decoded_ignoring_errors) {
  auto const one = [](char const* a, char const* b) { return same_result(result({{a}}), result({{b}}), true); };
  BOOST_TEST(
      one("a\xff"
          "b",
          "ab"));
  BOOST_TEST(
      one("\xe2\x82"
          "A",
          "A"));                              // cut short
  BOOST_TEST(one("\xed\xa0\x80x", "x"));      // a surrogate
  BOOST_TEST(one("\xc0\xaf", ""));            // overlong
  BOOST_TEST(one("\xf4\x90\x80\x80z", "z"));  // beyond U+10FFFF
  BOOST_TEST(one("\xf0\x9f\x98\xc3\xa9", "\xc3\xa9"));
  BOOST_TEST(one("\xc3\xa9", "\xc3\xa9\x80"));
  BOOST_TEST(!one("\xc3\xa9", "e"));
}

// Sorted by text, 1.5 comes before 1 ("." < "<") but after 1.0, and -0.0 before "-" but 0.0 after it.
BOOST_AUTO_TEST_CASE(rows_sorted_by_text_must_be_equal_first) {
  auto const one = [](row a, row b, bool ordered) { return same_result(result({std::move(a)}), result({std::move(b)}), ordered); };
  for (bool const ordered : {false, true}) {
    BOOST_TEST(!one({i(1), 1.5, "x"}, {1.0, 1.5, "x"}, ordered));
    BOOST_TEST(one({i(1), 1.05, "x"}, {1.0, 1.05, "x"}, ordered));
    BOOST_TEST(one({i(1), 2.5, "x"}, {1.0, 2.5, "x"}, ordered));
    BOOST_TEST(!one({0.0, "-"}, {-0.0, "-"}, ordered));
    BOOST_TEST(one({0.0, "x"}, {-0.0, "x"}, ordered));
  }
  // as sets: each sorted row of one is in the other
  BOOST_TEST(same_result(result({{i(1), 1.5}, {1.0, 1.5}}), result({{1.0, 1.5}, {i(1), 1.5}}), false));
  BOOST_TEST(!same_result(result({{i(1), 1.5}, {1.0, 1.5}}), result({{1.0, 1.5}, {i(1), 1.5}}), true));
}

BOOST_AUTO_TEST_CASE(one_prepared_result_serves_many) {
  std::mt19937 random(5);
  auto const gold = any_table(random, 2'000, 4, 16);
  comparable_result const prepared(result(gold));
  std::vector<std::thread> threads;
  std::array<bool, 4> right{};
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t, other = permuted(random, gold, true)] {
      auto wrong = other;
      wrong[t][0] = "elsewhere";
      right[t] = same_result(prepared, result(other), false) && !same_result(prepared, result(wrong), false);
    });
  for (auto& t : threads) t.join();
  BOOST_TEST(std::ranges::all_of(right, [](bool r) { return r; }));
}

BOOST_AUTO_TEST_CASE(a_prepared_result_is_small) {
  table t;
  for (int r = 0; r < 10'000; ++r) t.push_back({i(r), "a text of some length that occurs in every row", i(r % 10), null_t()});
  BOOST_TEST(comparable_result(result(t)).bytes() < 2'000'000u);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(strict_result_match)

namespace {

// By trying all orders of columns and, row by row, any free partner: values in the tables below are either very close or far apart.
bool close(value const& a, value const& b) {
  auto const number = [](value const& v) { return v.integer() ? static_cast<double>(*v.integer()) : *v.real(); };
  bool const numbers = (a.integer() || a.real()) && (b.integer() || b.real());
  return numbers ? std::fabs(number(a) - number(b)) < 1e-10 : a == b;
}
bool slowly_same(table const& a, table const& b, bool ordered) {
  if (a.size() != b.size()) return false;
  std::vector<std::size_t> order(a[0].size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    auto const fits = [&](row const& r, row const& o) {
      for (std::size_t c = 0; c < r.size(); ++c)
        if (!close(r[c], o[order[c]])) return false;
      return true;
    };
    auto rest = b;
    bool good = true;
    for (std::size_t r = 0; good && r < a.size(); ++r) {
      auto const found = std::ranges::find_if(rest, [&](row const& o) { return fits(a[r], o); });
      good = found != rest.end() && (!ordered || found == rest.begin() || fits(a[r], rest.front()));
      if (good) rest.erase(ordered ? rest.begin() : found);
    }
    if (good) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

bool one(value a, value b) { return strictly_same_result(result({{std::move(a)}}), result({{std::move(b)}}), false); }

}  // namespace

BOOST_AUTO_TEST_CASE(agrees_with_a_slow_reference) {
  std::mt19937 random(6);
  std::size_t equal = 0;
  for (int round = 0; round < 5'000; ++round) {
    auto const width = 1 + below(random, 4), rows = 1 + below(random, 6);
    bool const ordered = below(random, 2) == 0;
    auto const a = any_table(random, rows, width, 16);
    auto b = permuted(random, a, !ordered);
    for (auto& r : b)
      for (auto& v : r)
        if (v.real()) v = *v.real() + static_cast<double>(below(random, 3)) * 1e-14;
    for (auto n = below(random, 3); n > 0; --n) disturb(random, b, 16);
    bool const expected = slowly_same(a, b, ordered);
    equal += expected ? 1U : 0U;
    BOOST_REQUIRE_EQUAL(strictly_same_result(result(a), result(b), ordered), expected);
  }
  BOOST_TEST(equal > 1'000u);
  BOOST_TEST(equal < 4'000u);
}

BOOST_AUTO_TEST_CASE(numbers_may_lie_a_little_apart) {
  BOOST_TEST(one(0.1 + 0.2, 0.3));
  BOOST_TEST(one(i(1), 1.0));
  BOOST_TEST(one(i(1), 1.0 + 1e-12));
  BOOST_TEST(one(1e20, 1e20 * (1 + 1e-10)));
  BOOST_TEST(one(0.0, 1e-17));
  BOOST_TEST(!one(1.0, 1.00001));
  BOOST_TEST(!one(0.0, 1e-6));
  BOOST_TEST(!one(i(1), "1"));
  BOOST_TEST(!strictly_same_result(result({{1.5}}), result({{1.51}}), false));
  BOOST_TEST(strictly_same_result(result({{1.5}}), result({{1.51}}), false, {.relative = 0.01, .absolute = 0}));
}

BOOST_AUTO_TEST_CASE(whole_numbers_are_meant_as_they_are) {
  BOOST_TEST(!one(i(5'000'000'000), i(5'000'000'001)));
  BOOST_TEST(!one(5e9, 5e9 + 1));
  BOOST_TEST(!one(i(5'000'000'000), 5e9 + 1));
  BOOST_TEST(one(i(5'000'000'000), 5e9 + 0.25));
  BOOST_TEST(!strictly_same_result(result({{i(5'000'000'000)}, {5e9 + 0.25}, {i(5'000'000'001)}}),
                                   result({{i(5'000'000'000)}, {5e9 + 0.75}, {i(5'000'000'001)}}), false));
  BOOST_TEST(!one(i(9007199254740993), i(9007199254740992)));
  BOOST_TEST(one(3e17, 3e17 + 64));
  BOOST_TEST(one(i(9007199254740993), 9007199254740992.0));  // a real from 2^53 on may stand for its neighbours
  BOOST_TEST(!one(i(9007199254740990), 9007199254740991.0));
}

BOOST_AUTO_TEST_CASE(what_else_differs_from_the_official_program) {
  BOOST_TEST(strictly_same_result(result({}, 2), result({}, 2), false));
  BOOST_TEST(!strictly_same_result(result({}, 1), result({}, 2), false));
  BOOST_TEST(!one("a\xff", "a"));
  BOOST_TEST(one("a\xff", "a\xff"));
  BOOST_TEST(one(std::nan(""), -std::nan("")));
  BOOST_TEST(!one(std::nan(""), null_t()));
  BOOST_TEST(strictly_same_result(result({{i(1), 1.05}}), result({{1.0, 1.05}}), false));
}

BOOST_AUTO_TEST_SUITE_END()
