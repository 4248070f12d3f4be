// SPDX-License-Identifier: BSL-1.0
// A pipeline over a model behind HTTP, from the question to the rows.
// Usage: 04_http_model countries.sqlite http://localhost:8000/v1 MODEL "How many countries are there in Africa?"
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/http_model.hpp"
#include "t2s/systems/few_shot_corrected.hpp"

void print(t2s::answer const& a) {
  std::cout << a.sql() << "\n(" << a.revisions.size() << " attempts, " << a.stopped << ")\n";
  if (auto const* outcome = a.outcome(); outcome && outcome->ok())
    for (auto const& row : outcome->rows.values) std::cout << to_string(row[0]) << "\n";
}

int main(int argc, char** argv) try {
  if (argc != 5) return std::cerr << "usage: 04_http_model DATABASE URL MODEL QUESTION\n", 2;
  t2s::db::sqlite_connection database(argv[1]);
  t2s::systems::few_shot_corrected const few_shot;

  boost::asio::io_context io{1};
  auto const* const key = std::getenv("OPENAI_API_KEY");
  t2s::llm::endpoint const server{.model = argv[3], .key = key ? key : ""};
  t2s::llm::http_model model(io.get_executor(), argv[2], server);

  t2s::run_options options;
  options.allowed.calls = 5;
  std::exception_ptr failed;
  auto const done = [&](std::exception_ptr e, t2s::answer const& a) { e ? void(failed = e) : print(a); };
  boost::asio::co_spawn(io, few_shot.run(t2s::context(model, database, options), argv[4]), done);
  io.run();
  if (failed) std::rethrow_exception(failed);
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
