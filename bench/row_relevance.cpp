// SPDX-License-Identifier: BSL-1.0
// Measures choosing the rows of a prompt by relevance (sample/relevant_rows) from tables of 100 to 10,000 rows, with hashed n-grams of 256
// dimensions: `choose` with existing vectors, `embed` makes them. Limits: reading the same vectors, or the rows' texts, from memory once.
#include "micro.hpp"
#include "t2s/policies/sample/relevant_rows.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"

#include <cmath>
#include <random>

namespace {

using namespace t2s;

micro::sizes const heights = {100, 1000, 10000};
constexpr std::size_t shown = 15;
constexpr std::string_view asked = "Which tall red lamps does the shop in the harbour sell?";

db::rows table_of(std::size_t height) {
  static constexpr std::string_view words[] = {"lamp", "chair", "tall",  "red",   "green", "harbour", "market",
                                               "old",  "table", "small", "glass", "wood",  "north",   "shop"};
  std::mt19937 random(1);
  auto const word = [&] { return words[random() % std::size(words)]; };
  db::rows made{{"id", "name", "place", "price"}, {}};
  for (std::size_t i = 0; i < height; ++i) {
    auto const name = std::string(word()).append(" ").append(word()).append(" ").append(word());
    made.values.push_back(
        {value(static_cast<std::int64_t>(i)), value(name), value(word()), value(static_cast<double>(random() % 1000) / 4)});
  }
  return made;
}

struct given {
  sample::embedded_rows rows{};
  std::vector<std::vector<float>> vectors{};
  std::vector<std::string> texts{};
  std::vector<float> question{};
};

double product(std::vector<float> const& a, std::vector<float> const& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += double{a[i]} * double{b[i]};
  return sum;
}

/// The first half of the shown rows are the nearest ones by a plain loop over the definition: all vectors have length 1.
void check(given const& g) {
  auto const chosen = sample::choose_rows(g.rows, g.question, shown, t2s::random_numbers(1));
  micro::require(chosen.shown.values.size() == shown, "choose");
  std::vector<double> by_definition;
  for (auto const& v : g.vectors) by_definition.push_back(product(v, g.question));
  auto sorted = by_definition;
  std::ranges::sort(sorted, std::greater());
  for (std::size_t i = 0; i < (shown + 1) / 2; ++i) {
    auto const row = static_cast<std::size_t>(*chosen.shown.values[i].front().integer());
    micro::require(std::abs(by_definition[row] - sorted[i]) < 1e-5, "choose");
  }
}

given made(std::size_t height) {
  retrieve::hashed_ngrams const by;
  given g;
  g.rows.table = "stock";
  g.rows.rows = table_of(height);
  g.texts = sample::row_texts(g.rows.rows);
  g.vectors = by.embed(g.texts).vectors;
  g.rows.vectors = retrieve::vector_index(g.vectors);
  g.question = by.vector(asked);
  check(g);
  return g;
}

}  // namespace

int main(int argc, char** argv) {
  static micro::made_once<given> tables(made);
  micro::enroll("choose", "t2s", heights, [](benchmark::State& state, std::int64_t height) {
    auto const& g = tables(height);
    micro::timed(state, [&] { return sample::choose_rows(g.rows, g.question, shown, t2s::random_numbers(1)); });
  });
  micro::enroll("choose", "limit_memory_read", heights, [](benchmark::State& state, std::int64_t height) {
    std::vector<float> const block(static_cast<std::size_t>(height) * retrieve::hashed_ngrams().dimensions, 0.5F);
    micro::timed(state, [&] { return micro::sum_of(block.data(), block.size() * sizeof(float)); });
  });
  micro::enroll("embed", "t2s", heights, [](benchmark::State& state, std::int64_t height) {
    auto const& g = tables(height);
    micro::timed(state, [&] { return retrieve::vector_index(retrieve::hashed_ngrams().embed(sample::row_texts(g.rows.rows)).vectors); });
  });
  micro::enroll("embed", "limit_memory_read", heights, [](benchmark::State& state, std::int64_t height) {
    std::string all;
    for (auto const& t : tables(height).texts) all += t;
    micro::timed(state, [&] { return micro::sum_of(all); });
  });
  return micro::run(argc, argv);
}
