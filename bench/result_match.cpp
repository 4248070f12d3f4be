// SPDX-License-Identifier: BSL-1.0
// What it costs to compare results of 100,000 rows and 6 columns.
//
//   result_match [--times N] [--only NAME]
//
// Prints for each kind of table the median, least and greatest time of N comparisons (default 9) in milliseconds: from two results, and
// from a gold result made ready once. Each comparison finds equal tables equal (=) or tables of which one differs at the end different (x).
#include "t2s/evaluation/result_match.hpp"
#include "t2s/evaluation/bird.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <random>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace t2s;
using row = std::vector<value>;

constexpr std::size_t height = 100'000;

db::rows made(std::size_t width, std::function<value(std::size_t, std::size_t)> const& cell) {
  db::rows r;
  r.columns.resize(width);
  for (std::size_t y = 0; y < height; ++y) {
    row cells;
    for (std::size_t x = 0; x < width; ++x) cells.push_back(cell(y, x));
    r.values.push_back(std::move(cells));
  }
  return r;
}

db::rows reordered(db::rows r, std::mt19937_64& random, bool rows_too) {
  std::vector<std::size_t> order(r.columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), random);
  for (auto& cells : r.values) {
    row moved;
    for (auto const x : order) moved.push_back(std::move(cells[x]));
    cells = std::move(moved);
  }
  if (rows_too) std::shuffle(r.values.begin(), r.values.end(), random);
  return r;
}

struct contest {
  std::string_view name;
  db::rows gold, predicted;
  bool ordered = false, equal = true;
};

std::vector<contest> contests() {
  std::mt19937_64 random(1);
  auto const integer = [&](std::uint64_t below) { return static_cast<std::int64_t>(random() % below); };
  auto const mixed = made(6, [&](std::size_t y, std::size_t x) -> value {
    switch (x) {
      case 0: return static_cast<std::int64_t>(y);
      case 1: return "name " + std::to_string(random() % 50'000);
      case 2: return static_cast<double>(random() % 1'000'000) / 64;  // one in 64 is whole
      case 3: return integer(10);
      case 4: return integer(20) == 0 ? value(null_t()) : value(integer(1'000));
      default: return "a text of more than a few letters, " + std::to_string(random());
    }
  });
  auto const integers = made(6, [&](std::size_t, std::size_t) { return integer(1'000'000'000); });
  auto const alike = made(6, [&](std::size_t y, std::size_t x) { return static_cast<std::int64_t>((y * (2 * x + 1)) % height); });
  auto const bits = made(6, [&](std::size_t, std::size_t) { return integer(2); });
  auto const balanced = made(8, [](std::size_t y, std::size_t x) { return static_cast<std::int64_t>((y >> x) & 1U); });
  // all rows of eight out of five values, as far as they go and whatever the order: no column stands out
  auto const symmetric = [](std::size_t without) {
    db::rows r;
    r.columns.resize(8);
    for (std::size_t n = 0; r.values.size() < height && n < 390'625; ++n) {
      row cells;
      std::size_t sum = 0;
      for (std::size_t x = 0, rest = n; x < 8; ++x, rest /= 5) {
        cells.emplace_back(static_cast<std::int64_t>(rest % 5));
        sum += rest % 5;
      }
      if (sum % 4 == without) r.values.push_back(std::move(cells));
    }
    return r;
  };
  auto const constant = made(6, [](std::size_t, std::size_t) { return "the same"; });
  auto const copies = made(6, [](std::size_t y, std::size_t) { return static_cast<std::int64_t>(y); });

  // Two values of the first column change places, in rows that differ elsewhere too: every column keeps its values.
  auto const swapped = [](db::rows r) {
    auto const other = std::ranges::find_if(r.values, [&](row const& o) {
      return o.front() != r.values.front().front() && !std::ranges::equal(o | std::views::drop(1), r.values.front() | std::views::drop(1));
    });
    std::swap(r.values.front().front(), other->front());
    return r;
  };
  std::vector<contest> all;
  auto const add = [&](std::string_view name, db::rows const& gold) {
    all.push_back({name, gold, reordered(gold, random, true), false, true});
    all.push_back({name, gold, reordered(swapped(gold), random, true), false, false});
  };
  add("mixed", mixed);
  all.push_back({"mixed, ordered", mixed, reordered(mixed, random, false), true, true});
  all.push_back({"mixed, ordered", mixed, reordered(swapped(mixed), random, false), true, false});
  add("integers", integers);
  add("columns of the same values", alike);
  add("random bits", bits);
  add("8 balanced bits", balanced);
  all.push_back({"8 columns, symmetric", symmetric(0), reordered(symmetric(0), random, true), false, true});
  all.push_back({"one value", constant, reordered(constant, random, true), false, true});
  add("equal columns", copies);
  return all;
}

struct spread {
  double median, least, greatest;
};

template <class Run>
spread measured(int times, Run const& run) {
  std::vector<double> ms;
  for (int i = 0; i < times; ++i) {
    auto const start = std::chrono::steady_clock::now();
    run();
    ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::ranges::sort(ms);
  return {ms[ms.size() / 2], ms.front(), ms.back()};
}

std::ostream& operator<<(std::ostream& out, spread const& s) {
  return out << std::setw(7) << s.median << " (" << s.least << " to " << s.greatest << ")";
}

}  // namespace

int main(int argc, char** argv) {
  int times = 9;
  std::string_view only;
  for (int i = 1; i + 1 < argc; i += 2) {
    std::string_view const option = argv[i];
    if (option == "--times") times = std::max(1, std::atoi(argv[i + 1]));
    if (option == "--only") only = argv[i + 1];
  }
  bool good = true;
  std::cout << std::fixed << std::setprecision(1) << std::left;
  for (auto const& c : contests()) {
    if (!only.empty() && only != c.name) continue;
    auto const expect = [&](bool equal) { good = good && equal == c.equal; };
    evaluation::comparable_result const prepared(c.gold);
    std::cout << std::setw(28) << c.name << (c.equal ? " =" : " x")  //
              << "  two results" << measured(times, [&] { expect(evaluation::same_result(c.gold, c.predicted, c.ordered)); })
              << "  prepared" << measured(times, [&] { expect(evaluation::same_result(prepared, c.predicted, c.ordered)); }) << "  strict"
              << measured(times, [&] { expect(evaluation::strictly_same_result(c.gold, c.predicted, c.ordered)); }) << "  gold held in "
              << static_cast<double>(prepared.bytes()) / 1e6 << " MB\n";
  }
  if (!good) std::cerr << "a comparison gave the wrong answer\n";
  return good ? 0 : 1;
}
