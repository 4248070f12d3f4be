// SPDX-License-Identifier: BSL-1.0
// A conversation: each question may refer to the ones before it. No model is needed.
// Usage: 36_conversation countries.sqlite
#include <iostream>

#include "t2s/systems/offline.hpp"
#include "t2s/t2s.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: 36_conversation DATABASE\n", 2;
  t2s::db::sqlite_connection file(argv[1]);
  t2s::prepared database(file);
  t2s::llm::no_model model;
  t2s::systems::offline const offline;

  t2s::run_options how;  // its turns are the conversation so far
  for (auto const* question : {"Which rivers are longer than 5000 km?", "And longer than 6000 km?", "How many are there?"}) {
    auto const found = offline.run(t2s::context(model, database, how), question);
    std::cout << question << "\n  " << found.sql() << "\n";
    how.turns.push_back({question, std::string(found.sql())});
  }
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 1;
}
