// SPDX-License-Identifier: BSL-1.0
// The row sampler alone: chooses rows of every table for a prompt, half by similarity to the question and half at random.
// Usage: row_sampler countries.sqlite
#include <algorithm>
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/policies/sample/relevant_rows.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: row_sampler countries.sqlite\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  t2s::llm::scripted_model unused;
  t2s::context ctx(unused, database, {.seed = 7});

  t2s::retrieve::hashed_ngrams embedder;
  t2s::sample::relevant_rows<t2s::retrieve::hashed_ngrams> sampler;
  sampler.by = &embedder;
  sampler.most = 4;

  t2s::question const asked("How long is the Amazon?");
  auto const shown = sampler.sample(ctx, asked).get();
  for (auto const& t : shown.tables) std::cout << t.table << ": " << t.shown.values.size() << " shown, " << t.left_out << " left out\n";

  auto const rivers = std::ranges::find(shown.tables, "rivers", &t2s::table_sample::table);
  if (rivers == shown.tables.end() || rivers->shown.values.size() != 4) return 1;
  auto const is_amazon = [](auto const& row) { return to_string(row[1]) == "Amazon"; };
  return std::ranges::any_of(rivers->shown.values, is_amazon) ? 0 : 1;
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
