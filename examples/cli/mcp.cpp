// SPDX-License-Identifier: BSL-1.0
// t2s mcp: offers databases to programs that speak the Model Context Protocol.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "access_options.hpp"
#include "advice.hpp"
#include "command.hpp"
#include "data_options.hpp"
#include "hosted_systems.hpp"
#include "interruption.hpp"
#include "kept_conversations.hpp"
#include "listening.hpp"
#include "mcp_endpoints.hpp"
#include "mcp_offering.hpp"
#include "model_options.hpp"
#include "open_database.hpp"
#include "pipeline_options.hpp"
#include "served_databases.hpp"
#include "served_pool.hpp"
#include "t2s/serve/http/server.hpp"
#include "t2s/serve/mcp/stdio.hpp"
#include "telemetry_options.hpp"

namespace cli {
namespace {

namespace serve = t2s::serve;

constexpr std::size_t calls_at_once = 4;

options mcp_options() {
  options o(
      "mcp --db FILE|URL [--db ...] [--http HOST:PORT] [options]",
      "Serves databases over the Model Context Protocol: tools that describe a schema, link a question, run, check, mend and explain\n"
      "SQL and answer questions. By default over standard input and output, for a client that starts this program; with --http over\n"
      "Streamable HTTP at http://HOST:PORT/mcp. Databases are only read. With --llm the tool ask asks a model, as t2s serve does.\n"
      "docs/mcp.md has the configuration of clients.");
  auto add = o.described.add_options();
  describe_served_databases(o.described);
  add("rows", a_number(), "most rows of an answer (default: 1000)");
  add("bytes", a_number(), "most bytes of values in an answer (default: 1048576)");
  add("time", a_number(), "seconds that a statement may take (default: 30)");
  add("http", a_word("HOST:PORT"), "serve over HTTP there, and not over standard input and output; port 0 takes any that is free");
  add("demonstrations", a_file(), "for ask: question and SQL pairs, as for t2s ask (default: those that come with t2s)");
  describe_kept_corrections(o.described);
  describe_conversations(o.described);
  describe_stored_queries(o.described);
  describe_listening(o.described);
  telemetry_options::describe(o.described);
  pipeline_options::describe(o.described);
  model_options::describe(o.described, purpose::runs);
  return o;
}

serve::service_limits limits_given(po::variables_map const& given) {
  serve::service_limits l;
  l.rows = whole_number(given, "rows", 1, 100'000, l.rows);
  l.bytes = whole_number(given, "bytes", 1'000, std::size_t{1} << 28U, l.bytes);
  l.time = std::chrono::seconds(whole_number(given, "time", 1, 3'600, 30));
  l.rows_read = limits_of(given).limits.rows_read;
  return l;
}

/// The answerers of `ask`: the pipeline that the options choose, which must outlive them, and the client's model.
mcp_answerers answerers_of(po::variables_map const& given, hosted_systems& systems, served_pool const& pool,
                           telemetry_options const& telemetry, serve::database_list const& all) {
  auto answerers = local_answerers(pool, telemetry);
  answerers.by = systems.offered().front();
  answerers.stored = stored_queries_of(given, all);
  answerers.conversations = conversations_of(given);
  answerers.lists_conversations = given.count("conversations") != 0;
  return answerers;
}

void serve_http(po::variables_map const& given, telemetry_options const& telemetry, std::stop_token const& stop) {
  auto const users = users_of(given);
  auto how = listening_at(given["http"].as<std::string>(), "http", given, users);
  auto const pool = served_pool_of(given);
  hosted_systems systems(given, pool.demonstrations, telemetry, pool.kept, offers::the_chosen);
  auto const databases = open_served(given, limits_given(given), telemetry, users);
  latest_end ends_then(stop, for_the_end, calls_left(databases.all()));
  mcp_endpoints endpoints(calls_at_once);
  endpoints.offer(
      endpoints.over(databases, answerers_of(given, systems, pool, telemetry, databases.all()), pool.kept, correctors_of(users, pool)));
  how.limits.body_bytes = serve::mcp::session_limits().message_bytes;
  auto const token = how.access.token;
  serve::http_server server(std::move(how), [&endpoints](serve::request const& asked, serve::responder const& answer) {
    if (!endpoints.answer(asked, answer)) answer(serve::error_response(404, "not_found", "MCP is served at /mcp"));
  });
  std::cerr << "t2s: serving MCP at " << server.url() << "/mcp\n";
  if (!token.empty()) std::cerr << "t2s: clients send: Authorization: Bearer " << token << "\n";
  std::stop_callback const ends(stop, [&endpoints] { endpoints.close(); });
  server.run(stop);
}

void serve_pipes(po::variables_map const& given, telemetry_options const& telemetry, std::stop_token const& stop) {
  auto const pool = served_pool_of(given);
  hosted_systems systems(given, pool.demonstrations, telemetry, pool.kept, offers::the_chosen);
  auto const databases = open_served(given, limits_given(given), telemetry, {});
  if (::isatty(STDIN_FILENO) == 1) std::cerr << "t2s: waiting for messages of an MCP client on standard input; Ctrl-D ends it\n";
  latest_end ends_then(stop, for_the_end, calls_left(databases.all()));
  serve::mcp::stdio_options how;
  how.threads = calls_at_once;
  how.at_end = [&ends_then] { ends_then.begin(); };
  auto const answerers = answerers_of(given, systems, pool, telemetry, databases.all());
  serve::mcp::run_stdio(mcp_offering(databases.for_all, answerers, pool.kept), stop, how);
}

}  // namespace

int mcp(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!mcp_options().read(words, given)) return answered;
  bool const over_http = given.count("http") != 0;
  for (auto const* option : {"allow-host", "peer-connections", "connections", "token", "users"})
    if (!over_http && given.count(option) != 0) throw usage_error(std::string("--") + option + " belongs to --http");
  auto const stop = stop_by_signal();
  telemetry_options const telemetry(given);
  ::signal(SIGPIPE, SIG_IGN);  // a lost client looks like the end of a file
  if (over_http)
    serve_http(given, telemetry, stop);
  else
    serve_pipes(given, telemetry, stop);
  return answered;
}

}  // namespace cli
