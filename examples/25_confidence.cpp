// SPDX-License-Identifier: BSL-1.0
// Estimates the confidence of an answer, and withholds an answer with too little. No model is asked.
// Usage: 25_confidence countries.sqlite
#include <iostream>

#include "t2s/systems/offline.hpp"
#include "t2s/systems/with_confidence.hpp"
#include "t2s/t2s.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: 25_confidence DATABASE\n", 2;
  t2s::db::sqlite_connection file(argv[1]);
  t2s::prepared database(file);
  t2s::llm::no_model model;

  t2s::systems::with_confidence<t2s::systems::offline> careful;
  careful.minimum = t2s::estimated::usual_minimum;  // 0.75
  for (auto const* question : {"How many rivers are there?", "How many frozen rivers are there?"}) {
    auto const a = careful.run(t2s::context(model, database), question);
    std::cout << question << "\n  " << (a.has_sql() ? a.sql() : a.stopped) << "\n";
  }

  // SQL from anywhere: a model, a file, a person.
  auto const e = t2s::confidence::estimate_sql(t2s::context(model, database), "How many rivers are there?", "SELECT name FROM cities");
  std::cout << (e.is_uncertain() ? "uncertain" : "certain") << "\n";
  for (auto const& m : e.missing) std::cout << "  " << m << "\n";
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 1;
}
