// SPDX-License-Identifier: BSL-1.0
// Usage: 01_first_answer countries.sqlite "How many countries are there in Africa?"
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/systems/offline.hpp"

int main(int argc, char** argv) try {
  if (argc != 3) return std::cerr << "usage: 01_first_answer DATABASE QUESTION\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  t2s::llm::no_model model;
  t2s::answer const answer = t2s::systems::offline().run(t2s::context(model, database), argv[2]);

  for (auto const& round : answer.revisions) std::cout << round.tried.sql << "\n  (" << round.tried.why << ")\n";
  std::cout << answer.stopped << "\n";
  if (auto const* outcome = answer.outcome(); outcome && outcome->ok())
    for (auto const& row : outcome->rows.values) std::cout << to_string(row[0]) << "\n";
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
