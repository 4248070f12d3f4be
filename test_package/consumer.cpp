// SPDX-License-Identifier: BSL-1.0
// What every way of packaging t2s must be able to build and run: a pipeline with a scripted model over a database that it makes itself.
#include <sqlite3.h>

#include <exception>
#include <filesystem>
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/systems/few_shot_corrected.hpp"

namespace {

std::filesystem::path made_database() {
  auto const path = std::filesystem::current_path() / "consumer.sqlite";  // every test has a folder of its own
  std::filesystem::remove(path);
  sqlite3* file = nullptr;
  sqlite3_open(path.c_str(), &file);
  sqlite3_exec(file, "CREATE TABLE hive (id INTEGER PRIMARY KEY, bees INTEGER); INSERT INTO hive(bees) VALUES (40), (2)", nullptr, nullptr,
               nullptr);
  sqlite3_close(file);
  return path;
}

}  // namespace

int main() try {
  t2s::db::sqlite_connection database(made_database());
  t2s::llm::scripted_model model({"SELECT sum(bes) FROM hive", "SELECT sum(bees) FROM hive"});
  t2s::answer const answer = t2s::systems::few_shot_corrected{}.run(t2s::context(model, database), "How many bees are there?");
  auto const* outcome = answer.outcome();
  if (!outcome || to_string(outcome->rows.values.at(0).at(0)) != "42") return std::cerr << "t2s answered " << answer.sql() << "\n", 1;
  std::cout << answer.sql() << " gives 42\n";
} catch (std::exception const& e) {
  return std::cerr << e.what() << "\n", 3;
}
