// SPDX-License-Identifier: BSL-1.0
// t2s serve: a page and an API over HTTP.
#include <chrono>
#include <iostream>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "access_options.hpp"
#include "command.hpp"
#include "data_options.hpp"
#include "interruption.hpp"
#include "kept_conversations.hpp"
#include "listening.hpp"
#include "mcp_offering.hpp"
#include "model_options.hpp"
#include "pipeline_options.hpp"
#include "serve_check.hpp"
#include "served_databases.hpp"
#include "served_pool.hpp"
#include "served_settings.hpp"
#include "telemetry_options.hpp"

namespace cli {
namespace {

namespace serving = t2s::serve;

options serve_options() {
  options o(
      "serve --db FILE [options]",
      "Serves a page where questions are asked and their runs are watched, and the API under it (docs/serve.md). By default only\n"
      "this machine reaches it; for others it has a token. The databases are only read. SIGHUP makes it read its files again, SIGINT and\n"
      "SIGTERM end it.");
  auto add = o.described.add_options();
  describe_served_databases(o.described);
  add("bind", a_word("HOST:PORT"), "where to listen (default: 127.0.0.1:8765; port 0 takes any that is free)");
  describe_listening(o.described);
  add("allow-origin", po::value<std::vector<std::string>>()->composing()->value_name("ORIGIN"),
      "a site whose pages may have the component <t2s-ask> (docs/embed.md), such as https://shop.example.org; may be repeated");
  add("check", "only say what is wrong with the options, files, databases, model and address; exit status 3 if anything is");
  add("mcp", "serve the Model Context Protocol at /mcp too, with the same pipeline (docs/mcp.md)");
  add("runs", a_number(), "questions that are answered at a time (default: 4)");
  add("waiting", a_number(), "questions that wait for their turn; further ones are refused (default: 16)");
  add("kept-runs", a_number(), "runs that are kept in the history (default: 200)");
  add("run-seconds", a_number(), "a run that takes longer is cancelled (default: 600)");
  add("shutdown-seconds", a_number(), "seconds that runs may still take when the server is stopped (default: 10)");
  add("demonstrations", a_file(), "question and SQL pairs: JSON of Spider or BIRD, JSON Lines, CSV (default: those that come with t2s)");
  describe_kept_corrections(o.described);
  describe_conversations(o.described);
  describe_stored_queries(o.described);
  telemetry_options::describe(o.described);
  pipeline_options::describe(o.described);
  model_options::describe(o.described, purpose::runs);
  return o;
}

void say_where(serving::http_server const& server, std::string const& token) {
  auto place = server.url() + "/";
  if (!token.empty()) place += "?token=" + token;
  std::cout << place << std::endl;
  std::cerr << "t2s: serving there until it is stopped by Ctrl-C\n";
}

}  // namespace

int serve(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!serve_options().read(words, given)) return answered;
  auto const shutdown = std::chrono::seconds(whole_number(given, "shutdown-seconds", 0, 86'400, 10));
  if (given.count("check") != 0) return check_of_serve(given);
  bool const had_terminal = hold_hangups();  // before threads begin
  telemetry_options const telemetry(given, true);
  lasting_parts lasting{given, telemetry, std::make_shared<serving::run_store>(limits_of_runs(given)), conversations_of(given)};
  auto const stop = stop_by_signal();
  current_settings settings(lasting, stop);
  latest_end ends_then(stop, shutdown + for_the_end, [&] { return calls_left(settings.now()->databases())(); });
  auto first = settings.now();
  first->service().set_ready(false);
  serving::http_server server(
      first->listening(), [&](serving::request const& asked, serving::responder respond) { settings.answer(asked, std::move(respond)); });
  std::stop_callback const draining(stop, [&] { settings.drain(shutdown); });
  std::jthread const reading([first, stop] {
    first->prepare(stop);
    first->service().set_ready(true);
    first->service().prepare(stop);
  });
  on_hangup const again(had_terminal, [&] { settings.read_again(server); }, [&] { settings.forget_unused(); });
  say_where(server, first->listening().access.token);
  first.reset();
  server.run(stop, [&] { return settings.is_idle(); });
  return answered;
}

}  // namespace cli
