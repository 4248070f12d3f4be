// SPDX-License-Identifier: BSL-1.0
// Opens a database that the user names: a file of SQLite or DuckDB, postgresql://..., mysql://... or odbc:DSN=...
// Usage: 20_any_database countries.sqlite "How many rivers are there?"
#include <iostream>

#include "t2s/core/error.hpp"
#include "t2s/db/any/open.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/systems/offline.hpp"

int main(int argc, char** argv) try {
  if (argc != 3) return std::cerr << "usage: 20_any_database DATABASE QUESTION\n", 2;

  auto const place = t2s::db::locate(argv[1]);
  t2s::db::any_connection database = t2s::db::open(argv[1]);
  std::cout << place.name << ": " << t2s::db::facts_of(database, place.engine).engine << ", read as "
            << t2s::sql::title_of(database.schema().sql_dialect()) << "'s SQL\n";
  for (auto const& reason : database.can_write()) std::cout << "it could write: " << reason << "\n";

  t2s::prepared known(database);
  t2s::llm::no_model model;
  t2s::systems::offline offline;
  auto const answer = offline.run(t2s::context(model, known), argv[2]);
  std::cout << answer.sql() << "\n";
  if (answer.outcome() && answer.outcome()->ok())
    for (auto const& row : answer.outcome()->rows.values) std::cout << t2s::to_string(row.front()) << "\n";
  return answer.has_sql() ? 0 : 1;
} catch (t2s::error const& e) {  // without passwords
  std::cerr << e.what() << "\n";
  return 3;
}
