// SPDX-License-Identifier: BSL-1.0
// The explanation alone: a model explains the meaning of SQL and its difference from the question; its thoughts are removed.
// Usage: explanation countries.sqlite
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/policies/feedback/explanation.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: explanation countries.sqlite\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  t2s::llm::scripted_model model{"<think>MIN or MAX?</think>It finds the shortest river; the question asks for the longest."};
  t2s::context ctx(model, database);

  t2s::feedback::explanation const explaining;
  auto const text = explaining.explain(ctx, "What is the longest river?", "SELECT name FROM rivers ORDER BY length_km LIMIT 1");
  std::cout << text << "\n";
  return text == "It finds the shortest river; the question asks for the longest." ? 0 : 1;
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
