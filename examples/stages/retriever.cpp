// SPDX-License-Identifier: BSL-1.0
// The retriever alone: finds the questions of a pool with the same structure; names and stored values are masked with the database. The
// embedding model is local and compares the spelling of words.
// Usage: retriever countries.sqlite demonstrations.json
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/policies/sample/masked_demonstrations.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"
#include "t2s/retrieve/pool.hpp"

int main(int argc, char** argv) try {
  if (argc != 3) return std::cerr << "usage: retriever countries.sqlite demonstrations.json\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  t2s::llm::scripted_model unused;
  t2s::context ctx(unused, database);

  t2s::retrieve::hashed_ngrams embedder;
  t2s::sample::masked_demonstrations<t2s::retrieve::hashed_ngrams> retriever;
  retriever.pool = t2s::retrieve::embed_masked_pool(embedder, t2s::retrieve::read_pool(argv[2]));
  retriever.by = &embedder;
  retriever.most = 3;

  t2s::question const asked("How many languages are there?");
  auto const found = retriever.sample(ctx, asked).get();
  for (auto const& d : found.demonstrations) std::cout << d.similarity << " " << d.shown.question << "\n  " << d.shown.sql << "\n";
  return found.demonstrations.size() == 3 && found.demonstrations[0].shown.sql.starts_with("SELECT count(*) FROM") ? 0 : 1;
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
