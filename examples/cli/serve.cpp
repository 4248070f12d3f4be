// SPDX-License-Identifier: BSL-1.0
// t2s serve: a page and an API over HTTP.
#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "access_options.hpp"
#include "advice.hpp"
#include "command.hpp"
#include "data_options.hpp"
#include "hosted_systems.hpp"
#include "interruption.hpp"
#include "listening.hpp"
#include "mcp_endpoints.hpp"
#include "mcp_offering.hpp"
#include "model_options.hpp"
#include "pipeline_options.hpp"
#include "served_databases.hpp"
#include "served_pool.hpp"
#include "t2s/serve/api/service.hpp"
#include "t2s/serve/http/server.hpp"
#include "t2s/serve/page/page.hpp"
#include "t2s/serve/telemetry/prometheus.hpp"
#include "table.hpp"
#include "telemetry_options.hpp"

namespace cli {
namespace {

namespace serving = t2s::serve;

constexpr char usual_place[] = "127.0.0.1:8765";
constexpr std::size_t mcp_threads = 4;

options serve_options() {
  options o("serve --db FILE [options]",
            "Serves a page where questions are asked and their runs are watched, and the API under it (docs/serve.md). By default only\n"
            "this machine reaches it; for others it has a token. The databases are only read. Ends with SIGINT or SIGTERM.");
  auto add = o.described.add_options();
  describe_served_databases(o.described);
  add("bind", a_word("HOST:PORT"), "where to listen (default: 127.0.0.1:8765; port 0 takes any that is free)");
  describe_listening(o.described);
  add("allow-origin", po::value<std::vector<std::string>>()->composing()->value_name("ORIGIN"),
      "a site whose pages may have the component <t2s-ask> (docs/embed.md), such as https://shop.example.org; may be repeated");
  add("mcp", "serve the Model Context Protocol at /mcp too, with the same pipeline (docs/mcp.md)");
  add("runs", a_number(), "questions that are answered at a time (default: 4)");
  add("waiting", a_number(), "questions that wait for their turn; further ones are refused (default: 16)");
  add("kept-runs", a_number(), "runs that are kept in the history (default: 200)");
  add("run-seconds", a_number(), "a run that takes longer is cancelled (default: 600)");
  add("shutdown-seconds", a_number(), "seconds that runs may still take when the server is stopped (default: 10)");
  add("demonstrations", a_file(), "question and SQL pairs: JSON of Spider or BIRD, JSON Lines, CSV (default: those that come with t2s)");
  describe_kept_corrections(o.described);
  describe_stored_queries(o.described);
  telemetry_options::describe(o.described);
  pipeline_options::describe(o.described);
  model_options::describe(o.described, purpose::runs);
  return o;
}

serving::http_options listening(po::variables_map const& given, std::vector<serving::user> const& users) {
  auto const typed = text_of(given, "bind");
  return listening_at(typed.empty() ? usual_place : typed, "bind", given, users);
}

serving::run_limits limits_of_runs(po::variables_map const& given) {
  serving::run_limits l;
  l.at_once = whole_number(given, "runs", 1, 256, l.at_once);
  l.waiting = whole_number(given, "waiting", 0, 100'000, l.waiting);
  l.kept = whole_number(given, "kept-runs", 1, 100'000, l.kept);
  l.longest = std::chrono::seconds(whole_number(given, "run-seconds", 1, 86'400, 600));
  return l;
}

std::pair<std::string, std::string> figures(telemetry_options const& telemetry, std::string_view accept) {
  auto const form = t2s::telemetry::exposition_for(accept);
  return {t2s::telemetry::prometheus_text(telemetry.metrics(), form), std::string(t2s::telemetry::content_type_of(form))};
}

serving::served_page page() {
  serving::served_page p;
  p.html = serving::page::html();
  p.style = serving::page::style();
  p.script = serving::page::script();
  p.admin_html = serving::page::admin_html();
  p.admin_script = serving::page::admin_script();
  p.component = serving::page::component();
  p.standalone = serving::page::standalone;
  p.standalone_policy = serving::page::standalone_policy();
  return p;
}

void prepare(hosted_systems& systems, serving::database_list const& all, std::stop_token const& stop) {
  for (auto const& d : all) {
    if (stop.stop_requested()) return;
    try {
      systems.prepare(*d, stop);
    } catch (std::exception const& e) {
      if (stop.stop_requested()) return;
      std::cerr << "t2s: " << printable(d->name()) << " could not be read: " << for_terminal(e.what()) << "\n";
    }
  }
}

void say_where(serving::http_server const& server, serving::http_options const& how) {
  auto place = server.url() + "/";
  if (!how.access.token.empty()) place += "?token=" + how.access.token;
  std::cout << place << std::endl;
  std::cerr << "t2s: serving there until it is stopped by Ctrl-C\n";
}

}  // namespace

int serve(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!serve_options().read(words, given)) return answered;
  auto const users = users_of(given);
  auto const how = listening(given, users);
  auto const shutdown = std::chrono::seconds(whole_number(given, "shutdown-seconds", 0, 86'400, 10));
  telemetry_options const telemetry(given, true);
  auto const pool = served_pool_of(given);
  hosted_systems systems(given, pool.demonstrations, telemetry, pool.kept);
  serving::service_options with;
  with.runs = limits_of_runs(given);
  serving::service_limits limits;
  limits.connections = with.runs.at_once + with.calls_at_once + (given.count("mcp") != 0 ? mcp_threads : 0) + 1;
  auto const databases = open_served(given, limits, telemetry, users);
  with.of_users = databases.of_users;
  with.learned = databases.learned;
  with.corrections = pool.kept;
  with.may_correct = correctors_of(users, pool);
  with.may_administer = administrators_of(users);
  with.takes_proposals = std::ranges::any_of(users, &serving::user::admin);
  with.audit = telemetry.audit();
  if (pool.kept) with.correct = audited_corrections(pool.kept).front();
  auto const stop = stop_by_signal();
  latest_end ends_then(stop, shutdown + for_the_end, calls_left(databases.all()));
  auto const stored = stored_queries_of(given, databases.all());
  std::optional<mcp_endpoints> mcp;
  if (given.count("mcp") != 0) {
    auto answerers = local_answerers(pool, telemetry);
    answerers.by = systems.offered().front();
    answerers.stored = stored;
    mcp.emplace(databases, answerers, pool.kept, with.may_correct, mcp_threads);
  }
  with.operations = audited_operations({"query", "check", "repair", "explain"});
  with.operations.insert(with.operations.end(), stored.begin(), stored.end());
  with.page = page();
  with.metrics = [&](std::string_view accept) { return figures(telemetry, accept); };
  if (telemetry.audit()) with.require_ready = [log = telemetry.audit()] { log->require_writable(); };
  if (mcp) with.also = [&](serving::request const& asked, serving::responder const& respond) { return mcp->answer(asked, respond); };

  serving::service service(databases.for_all, systems.offered(), std::move(with));
  service.set_ready(false);
  serving::http_server server(
      how, [&](serving::request const& asked, serving::responder respond) { service.answer(asked, std::move(respond)); });
  std::stop_callback const draining(stop, [&] {
    service.drain(shutdown);
    if (mcp) mcp->close();
  });
  std::jthread const reading([&] {
    prepare(systems, databases.all(), stop);
    service.set_ready(true);
    service.prepare(stop);
  });
  say_where(server, how);
  server.run(stop, [&] { return service.is_idle(); });
  return answered;
}

}  // namespace cli
