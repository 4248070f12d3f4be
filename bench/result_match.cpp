// SPDX-License-Identifier: BSL-1.0
// Measures comparing results of 1,000 to 100,000 rows and 6 to 8 columns: from two results, from a prepared gold result, and strictly.
// `same_...` compares equal tables, `other_...` tables with a difference at the end. The lower limit reads each cell of both once.
#include "micro.hpp"
#include "t2s/lab/evaluation/detail/bird.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"

#include <functional>
#include <numeric>
#include <random>
#include <ranges>

namespace {

using namespace t2s;
using row = std::vector<value>;

db::rows made(std::size_t height, std::size_t width, std::function<value(std::size_t, std::size_t)> const& cell) {
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

using random_bits = std::mt19937_64;

std::int64_t integer(random_bits& random, std::uint64_t below) { return static_cast<std::int64_t>(random() % below); }

db::rows mixed(std::size_t height, random_bits& random) {
  return made(height, 6, [&](std::size_t y, std::size_t x) -> value {
    switch (x) {
      case 0: return static_cast<std::int64_t>(y);
      case 1: return std::string("name ").append(std::to_string(random() % 50'000));
      case 2: return static_cast<double>(random() % 1'000'000) / 64;  // one in 64 is whole
      case 3: return integer(random, 10);
      case 4: return integer(random, 20) == 0 ? value(null_t()) : value(integer(random, 1'000));
      default: return std::string("a text of more than a few letters, ").append(std::to_string(random()));
    }
  });
}

db::rows integers(std::size_t height, random_bits& random) {
  return made(height, 6, [&](std::size_t, std::size_t) { return integer(random, 1'000'000'000); });
}
db::rows columns_alike(std::size_t height, random_bits&) {
  return made(height, 6, [=](std::size_t y, std::size_t x) { return static_cast<std::int64_t>((y * (2 * x + 1)) % height); });
}
db::rows bits(std::size_t height, random_bits& random) {
  return made(height, 6, [&](std::size_t, std::size_t) { return integer(random, 2); });
}
db::rows balanced_bits(std::size_t height, random_bits&) {
  return made(height, 8, [](std::size_t y, std::size_t x) { return static_cast<std::int64_t>((y >> x) & 1U); });
}
db::rows constant(std::size_t height, random_bits&) {
  return made(height, 6, [](std::size_t, std::size_t) { return "the same"; });
}
db::rows equal_columns(std::size_t height, random_bits&) {
  return made(height, 6, [](std::size_t y, std::size_t) { return static_cast<std::int64_t>(y); });
}
/// The first `n` rows of eight out of five values, in any order: all columns are alike.
db::rows symmetric(std::size_t height, random_bits&) {
  db::rows r;
  r.columns.resize(8);
  for (std::size_t n = 0; r.values.size() < height && n < 390'625; ++n) {
    row cells;
    std::size_t sum = 0;
    for (std::size_t x = 0, rest = n; x < 8; ++x, rest /= 5) {
      cells.emplace_back(static_cast<std::int64_t>(rest % 5));
      sum += rest % 5;
    }
    if (sum % 4 == 0) r.values.push_back(std::move(cells));
  }
  return r;
}

/// Swaps two values of the first column in rows that also differ elsewhere: every column keeps its values.
db::rows swapped(db::rows r) {
  auto const other = std::ranges::find_if(r.values, [&](row const& o) {
    return o.front() != r.values.front().front() && !std::ranges::equal(o | std::views::drop(1), r.values.front() | std::views::drop(1));
  });
  std::swap(r.values.front().front(), other->front());
  return r;
}

struct kind {
  char const* name;
  db::rows (*gold)(std::size_t, random_bits&);
  bool equal = true, ordered = false;
};

constexpr kind kinds[] = {{"same_mixed", mixed},
                          {"other_mixed", mixed, false},
                          {"same_mixed_ordered", mixed, true, true},
                          {"other_mixed_ordered", mixed, false, true},
                          {"same_integers", integers},
                          {"other_integers", integers, false},
                          {"same_columns_alike", columns_alike},
                          {"other_columns_alike", columns_alike, false},
                          {"same_bits", bits},
                          {"other_bits", bits, false},
                          {"same_balanced_bits", balanced_bits},
                          {"other_balanced_bits", balanced_bits, false},
                          {"same_symmetric", symmetric},
                          {"same_constant", constant},
                          {"same_equal_columns", equal_columns},
                          {"other_equal_columns", equal_columns, false}};

struct contest {
  db::rows gold, predicted;
};

contest made(kind const& k, std::size_t height) {
  random_bits random(1);
  auto gold = k.gold(height, random);
  auto predicted = reordered(k.equal ? gold : swapped(gold), random, !k.ordered);
  return {std::move(gold), std::move(predicted)};
}

/// Keeps only the last one, because they are large.
contest const& contest_of(kind const& k, std::int64_t height) {
  static std::pair<char const*, std::int64_t> last;
  static contest here;
  if (last != std::pair(k.name, height)) here = made(k, static_cast<std::size_t>(height));
  last = {k.name, height};
  return here;
}

std::size_t cells_of(db::rows const& r) {
  std::size_t n = 0;
  for (auto const& cells : r.values)
    for (auto const& v : cells) n += static_cast<std::size_t>(v.type()) + (v.text() ? micro::sum_of(*v.text()) : 0);
  return n;
}

template <class Compare>
void enroll(kind const& k, std::string const& contender, std::int64_t size, Compare compare) {
  micro::enroll(k.name, contender, {size}, [=](benchmark::State& state, std::int64_t height) {
    auto const call = compare(contest_of(k, height));
    micro::require(call() == k.equal, k.name);
    micro::timed(state, call);
  });
}

void enroll(kind const& k, std::int64_t size) {
  enroll(k, "t2s", size, [=](contest const& c) { return [=, &c] { return evaluation::same_result(c.gold, c.predicted, k.ordered); }; });
  micro::enroll(k.name, "t2s_prepared", {size}, [=](benchmark::State& state, std::int64_t height) {
    auto const& c = contest_of(k, height);
    evaluation::comparable_result const ready(c.gold);
    auto const call = [&] { return evaluation::same_result(ready, c.predicted, k.ordered); };
    micro::require(call() == k.equal, k.name);
    micro::timed(state, call);
    state.counters["gold_MB"] = static_cast<double>(ready.bytes()) / 1e6;
  });
  enroll(k, "t2s_strict", size,
         [=](contest const& c) { return [=, &c] { return evaluation::strictly_same_result(c.gold, c.predicted, k.ordered); }; });
  micro::enroll(k.name, "limit_read_cells", {size}, [=](benchmark::State& state, std::int64_t height) {
    auto const& c = contest_of(k, height);
    micro::timed(state, [&] { return cells_of(c.gold) + cells_of(c.predicted); });
  });
}

}  // namespace

int main(int argc, char** argv) {
  for (auto const& k : kinds)
    for (auto const size : {1000, 10'000, 100'000}) enroll(k, size);
  return micro::run(argc, argv);
}
