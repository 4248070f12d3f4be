// SPDX-License-Identifier: BSL-1.0
// A question over an SQLite file, answered offline.
// Usage: 01_first_answer countries.sqlite demonstrations.json "How many countries are there in Africa?"
#include <iostream>

#include "t2s/db/sqlite_connection.hpp"
#include "t2s/knowledge/prepared.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/systems/offline.hpp"

int main(int argc, char** argv) try {
  if (argc != 4) return std::cerr << "usage: 01_first_answer DATABASE DEMONSTRATIONS QUESTION\n", 2;
  t2s::db::sqlite_connection file(argv[1]);
  t2s::prepared database(file);
  t2s::systems::offline offline;
  offline.sampler.pool = t2s::retrieve::open_pool(argv[2]);

  t2s::llm::no_model model;
  t2s::answer const answer = offline.run(t2s::context(model, database), argv[3]);

  std::cout << answer.sql() << "\n" << answer.stopped << "\n";
  if (auto const* outcome = answer.outcome())
    for (auto const& row : outcome->rows.values) std::cout << to_string(row[0]) << "\n";
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
