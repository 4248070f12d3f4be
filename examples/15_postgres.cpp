// SPDX-License-Identifier: BSL-1.0
// Answers a question over PostgreSQL without a model; then runs many statements over few connections, and one that is refused.
// Usage: 15_postgres "postgresql://reader@host/database" "How many countries are there in Africa?"
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <iostream>

#include "t2s/db/postgres/connection.hpp"
#include "t2s/db/postgres/pool.hpp"
#include "t2s/systems/offline.hpp"

using namespace std::chrono_literals;

int main(int argc, char** argv) try {
  if (argc != 3) return std::cerr << "usage: 15_postgres CONNECTION QUESTION\n", 2;
  t2s::db::postgres_options options;
  options.limits.time = 2s;
  options.connections = 3;

  t2s::db::postgres_connection database(argv[1], options);
  for (auto const& reason : database.can_write()) std::cout << "warning: " << reason << "\n";

  t2s::llm::no_model model;
  t2s::answer const answer = t2s::systems::offline().run(t2s::context(model, database), argv[2]);
  std::cout << answer.sql() << "\n";
  if (auto const* outcome = answer.outcome(); outcome && outcome->ok())
    for (auto const& row : outcome->rows.values) std::cout << to_string(row[0]) << "\n";

  t2s::db::postgres pool(argv[1], options);
  boost::asio::io_context io{1};
  for (auto const& table : pool.schema().tables())
    boost::asio::co_spawn(io, pool.execute("SELECT count(*) FROM " + table.name),
                          [&table](std::exception_ptr thrown, t2s::db::execution const& e) {
                            if (!thrown && e.ok()) std::cout << table.name << ": " << to_string(e.rows.values[0][0]) << " rows\n";
                          });
  io.run();

  auto const refused = database.execute("WITH gone AS (DELETE FROM cities RETURNING 1) SELECT count(*) FROM gone");
  std::cout << refused.failure->text() << "\n";
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
