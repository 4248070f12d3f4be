// SPDX-License-Identifier: BSL-1.0
// The code that a user compiles: one system, a replayed model, a database. scripts/bench measures its compile time at -O0 with separate
// compilation. Of all systems this one includes most.
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/cassette.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"
#include "t2s/systems/dart_sql.hpp"

#include <iostream>

int main(int, char** argv) try {
  t2s::llm::replayed model(argv[1]);
  t2s::db::sqlite_connection file(argv[2]);
  t2s::prepared database(file);
  t2s::retrieve::hashed_ngrams rows;
  auto const dart = t2s::systems::make_dart_sql<t2s::retrieve::hashed_ngrams>({.rows = &rows});
  std::cout << dart.run(t2s::context(model, database), argv[3]).sql() << '\n';
} catch (t2s::error const& e) {
  return std::cerr << e.what() << '\n', 3;
}
