// SPDX-License-Identifier: BSL-1.0
// A model and the reader that needs none check each other. The model is scripted: it leaves half of the first question out, twice.
// Usage: 32_two_readers countries.sqlite
#include <iostream>

#include "t2s/systems/cross_checked.hpp"
#include "t2s/t2s.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: 32_two_readers DATABASE\n", 2;
  t2s::db::sqlite_connection file(argv[1]);
  t2s::prepared database(file);
  t2s::llm::scripted_model model;
  model.on("Which cities", {std::string("SELECT name FROM cities")}).on("How many", {std::string("SELECT count(name) FROM rivers")});

  t2s::systems::cross_checked const both;
  for (auto const* question : {"How many rivers are there?", "Which cities in Brasil have more than 5 million people?"}) {
    auto const found = both.run(t2s::context(model, database), question);
    std::cout << question << "\n  " << found.sql() << "\n  " << found.stopped << "; calls: " << found.spent.calls << "\n";
    if (auto const* e = found.estimate())
      for (auto const& doubt : e->missing) std::cout << "  doubt: " << doubt << "\n";
  }

  // The model is asked only where the reader is not sure.
  t2s::systems::cascade chain;
  chain.generator.enough = 0.6;
  std::size_t saved = 0;
  for (auto const* question : {"How many rivers are there?", "How many frozen rivers are there?"})
    saved += chain.run(t2s::context(model, database), question).spent.calls == 0 ? 1 : 0;
  std::cout << "questions without a call: " << saved << " of 2\n";
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 1;
}
