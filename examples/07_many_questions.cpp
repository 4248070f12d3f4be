// SPDX-License-Identifier: BSL-1.0
// Many questions at once on one thread: each run is a coroutine, and while one waits for the model the others go on.
// The scripted model takes 50 ms for each answer; llm::http_model (04_http_model.cpp) can replace it without other changes.
// Usage: 07_many_questions countries.sqlite
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "t2s/db/sqlite/pool.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/systems/few_shot_corrected.hpp"

using namespace std::chrono_literals;

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: 07_many_questions DATABASE\n", 2;
  t2s::db::sqlite file(argv[1], {.connections = 2});  // statements run on threads of the database
  t2s::prepared database(file);                       // knowledge about it is read once for all runs
  t2s::systems::few_shot_corrected const few_shot;    // one system serves all runs

  t2s::llm::scripted_model script;
  script.on("many rivers", {"SELECT count(*) FROM rivers"}).on("many cities", {"SELECT count(*) FROM city"});
  t2s::llm::scripted_async_model model(std::move(script), 50ms);

  std::vector<std::string> questions;
  for (int i = 0; i < 100; ++i) questions.push_back(i % 2 == 0 ? "How many rivers are there?" : "How many cities are there?");

  boost::asio::io_context io{1};
  std::vector<t2s::answer> answers(questions.size());
  std::size_t failed = 0;
  auto const begin = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < questions.size(); ++i)
    boost::asio::co_spawn(io, few_shot.run(t2s::context(model, database), questions[i]),
                          [&, i](std::exception_ptr e, t2s::answer a) { e ? void(++failed) : void(answers[i] = std::move(a)); });
  io.run();
  auto const took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);

  std::size_t calls = 0;
  for (auto const& a : answers) calls += a.spent.calls;
  std::cout << answers.size() << " questions, " << failed << " failed, " << calls << " model calls of 50 ms in " << took.count() << " ms\n";
  std::cout << answers[0].sql() << "\n" << answers[1].sql() << "\n";
  return failed == 0 ? 0 : 1;
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
