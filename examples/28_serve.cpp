// SPDX-License-Identifier: BSL-1.0
// Serves a database to browsers and programs over HTTP: questions, live runs, and checks of SQL. docs/serve.md has the routes.
// Usage: 28_serve DATABASE PORT     then: curl -d '{"question":"How many rivers are there?"}' -H "Content-Type: application/json"
// URL/v1/ask
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <stop_token>
#include <thread>
#include <utility>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/serve/api/service.hpp"
#include "t2s/serve/http/server.hpp"
#include "t2s/serve/local/offline_answerer.hpp"
#include "t2s/serve/local/operations.hpp"

namespace serve = t2s::serve;

std::stop_source stopping;

int main(int argc, char** argv) try {
  if (argc != 3) return std::cerr << "usage: 28_serve DATABASE PORT\n", 2;
  sigset_t ends{};  // block SIGTERM before any thread starts: one thread waits for it, and it ends no other
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  auto const open = [file = std::string(argv[1])] { return t2s::db::any_connection(t2s::db::sqlite_connection(file)); };
  auto const database = std::make_shared<serve::served_database>("countries", open);

  // The system that answers. Your own system takes the run's trace and stop token in the same way (serve/offline_answerer.hpp).
  serve::served_system const offline{"offline", "without a model", false, serve::offline_answerer()};

  serve::service_options options;
  options.runs.at_once = 2;
  options.operations = {serve::check_operation()};
  serve::service service({database}, {offline}, std::move(options));

  serve::http_options listen;  // this machine only; others need a token
  listen.port = static_cast<std::uint16_t>(std::atoi(argv[2]));
  serve::http_server server(listen,
                            [&](serve::request const& asked, serve::responder respond) { service.answer(asked, std::move(respond)); });
  std::cout << server.url() << std::endl;

  std::stop_callback const draining(stopping.get_token(), [&] { service.drain(std::chrono::seconds(2)); });
  std::jthread const signals([&ends] {
    int signal = 0;
    sigwait(&ends, &signal);
    stopping.request_stop();
  });
  server.run(stopping.get_token(), [&] { return service.is_idle(); });
} catch (std::exception const& e) {
  return std::cerr << e.what() << "\n", 3;
}
