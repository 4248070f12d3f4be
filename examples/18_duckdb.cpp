// SPDX-License-Identifier: BSL-1.0
// Answers a question over a CSV file that DuckDB reads in place, without a model; then reads rows one by one, and is refused a statement.
// Usage: 18_duckdb harbours.csv "How many harbours are there in Africa?"
#include <iostream>
#include <span>

#include "t2s/db/duckdb/connection.hpp"
#include "t2s/systems/offline.hpp"

using namespace std::chrono_literals;

int main(int argc, char** argv) try {
  if (argc != 3) return std::cerr << "usage: 18_duckdb FILE QUESTION\n", 2;
  t2s::db::duckdb_options options;
  options.limits.time = 2s;
  options.memory_bytes = 512 << 20U;

  t2s::db::duckdb_connection database(argv[1], options);
  for (auto const& table : database.schema().tables()) std::cout << table.name << ": " << table.columns.size() << " columns\n";

  t2s::llm::no_model model;
  t2s::answer const answer = t2s::systems::offline().run(t2s::context(model, database), argv[2]);
  std::cout << answer.sql() << "\n";
  if (auto const* outcome = answer.outcome(); outcome && outcome->ok())
    for (auto const& row : outcome->rows.values) std::cout << to_string(row[0]) << "\n";

  auto const ended = database.each_row("FROM " + database.schema().tables().front().name, [](std::span<t2s::value const> row) {
    std::cout << to_string(row.front()) << "\n";  // row by row, without holding all in memory
  });
  if (ended) std::cout << ended->text() << "\n";

  auto const refused = database.execute("SELECT * FROM read_text('/etc/hostname')");
  std::cout << refused.failure->text() << "\n";
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
