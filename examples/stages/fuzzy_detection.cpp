// SPDX-License-Identifier: BSL-1.0
// One stage without a pipeline: finds the stored value for a word of a question, with the help of a model.
// Usage: fuzzy_detection countries.sqlite
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/systems/tcsr_sql.hpp"

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: fuzzy_detection countries.sqlite\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  t2s::llm::scripted_model model{"1. Ivory Coast\n2. Côte d'Ivoire\n3. Ivoire"};
  t2s::context ctx(model, database);

  std::vector<t2s::tcsr::linked_keyword> const keywords{{"the Ivory Coast", "countries", {"name"}}};
  std::vector<t2s::table_sample> const no_rows;
  std::vector<std::string> problems;
  t2s::tcsr::fuzzy_detection const detection;
  std::string stored;
  for (auto const& found : detection.detect(ctx, keywords, no_rows, problems).get())
    for (auto const& seed : found.results) {
      std::cout << seed.values.size() << " by " << seed.sql << "\n";
      if (seed.values.size() == 1) stored = to_string(seed.values[0]);
    }
  for (auto const& p : problems) std::cout << p << "\n";
  std::cout << "stored as " << stored << "\n";
  return problems.empty() && stored == "Côte d'Ivoire" ? 0 : 1;
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
