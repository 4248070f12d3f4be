// SPDX-License-Identifier: BSL-1.0
// Answers a question over a database behind ODBC without a model; then runs a statement that is refused.
// Usage: 19_odbc "Driver=SQLite3;NoCreat=1;Database=countries.sqlite" "How many countries are there in Africa?"
#include <iostream>

#include "t2s/db/odbc/connection.hpp"
#include "t2s/systems/offline.hpp"

using namespace std::chrono_literals;

int main(int argc, char** argv) try {
  if (argc != 3) return std::cerr << "usage: 19_odbc CONNECTION QUESTION\n", 2;
  t2s::db::odbc_options options;
  options.limits.time = 2s;

  t2s::db::odbc_connection database(argv[1], options);
  std::cout << database.engine() << "\n";

  t2s::llm::no_model model;
  t2s::answer const answer = t2s::systems::offline().run(t2s::context(model, database), argv[2]);
  std::cout << answer.sql() << "\n";
  if (auto const* outcome = answer.outcome(); outcome && outcome->ok())
    for (auto const& row : outcome->rows.values) std::cout << to_string(row[0]) << "\n";

  auto const refused = database.execute("DELETE FROM cities");
  std::cout << refused.failure->text() << "\n";
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
