// SPDX-License-Identifier: BSL-1.0
// Limits what a run may spend, and ends it from outside. A run that reaches a limit returns what it has; a cancelled one throws.
// Usage: 08_deadlines countries.sqlite
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <exception>
#include <iostream>

#include "t2s/db/sqlite/pool.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/systems/few_shot_corrected.hpp"

using namespace std::chrono_literals;

/// A model that is wrong at first, and then thinks for an hour.
t2s::llm::scripted_async_model slow_model() {
  t2s::llm::scripted_model script;
  script.on([](auto const&) { return true; }, {"SELECT naem FROM rivers", t2s::llm::scripted_reply("SELECT name FROM rivers").after(1h)});
  return t2s::llm::scripted_async_model(std::move(script));
}

void report(std::string_view what, std::exception_ptr failed, t2s::answer const& a) try {
  if (failed) std::rethrow_exception(failed);
  std::cout << what << ": " << a.revisions.size() << " attempt, " << a.stopped << "\n";
} catch (std::exception const& e) {
  std::cout << what << ": " << e.what() << "\n";
}

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: 08_deadlines DATABASE\n", 2;
  t2s::db::sqlite database(argv[1]);
  t2s::systems::few_shot_corrected few_shot;
  few_shot.generator.enabled = false;  // no repair by rules: failing SQL goes back to the model
  boost::asio::io_context io{1};

  // A limit on calls: the run ends with the draft, which the answer keeps.
  auto first = slow_model();
  t2s::run_options one_call;
  one_call.allowed.calls = 1;
  boost::asio::co_spawn(io, few_shot.run(t2s::context(first, database, one_call), "Which rivers are there?"),
                        [](std::exception_ptr e, t2s::answer const& a) { report("one call", e, a); });

  // A cancellation slot of Asio immediately ends whatever the run waits for.
  auto second = slow_model();
  boost::asio::cancellation_signal signal;
  boost::asio::co_spawn(io, few_shot.run(t2s::context(second, database), "Which rivers are there?"),
                        boost::asio::bind_cancellation_slot(
                            signal.slot(), [](std::exception_ptr e, t2s::answer const& a) { report("cancelled after 100 ms", e, a); }));
  boost::asio::steady_timer timer(io, 100ms);
  timer.async_wait([&](boost::system::error_code) { signal.emit(boost::asio::cancellation_type::terminal); });
  io.run();

  // A stop token, for runs without coroutines, is checked before every model call and every statement.
  std::stop_source user;
  user.request_stop();
  auto third = slow_model();
  boost::asio::io_context another{1};
  boost::asio::co_spawn(another,
                        few_shot.run(t2s::context(third, database, t2s::run_options{.stop = user.get_token()}), "Which rivers are there?"),
                        [](std::exception_ptr e, t2s::answer const& a) { report("stopped before it began", e, a); });
  another.run();
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
