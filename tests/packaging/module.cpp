// SPDX-License-Identifier: BSL-1.0
#include <chrono>
#include <coroutine>
#include <iostream>
#include <memory>

import t2s;

int main(int argc, char** argv) try {
  if (argc != 3) return 2;
  t2s::db::sqlite_connection database(argv[1]);
  t2s::llm::no_model model;
  auto const answer = t2s::systems::offline().run(t2s::context(model, database), argv[2]);
  if (auto const* outcome = answer.outcome(); outcome && outcome->ok())
    for (auto const& row : outcome->rows.values) std::cout << to_string(row[0]) << "\n";
} catch (t2s::error const& e) {
  std::cerr << e.what() << "\n";
  return 3;
}
