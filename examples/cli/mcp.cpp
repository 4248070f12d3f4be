// SPDX-License-Identifier: BSL-1.0
// t2s mcp: databases for programs that speak the Model Context Protocol.
#include <signal.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "advice.hpp"
#include "command.hpp"
#include "data_options.hpp"
#include "interruption.hpp"
#include "lexicon_options.hpp"
#include "open_database.hpp"
#include "t2s/db/any/location.hpp"
#include "t2s/retrieve/skeleton_index.hpp"
#include "t2s/serve/http/server.hpp"
#include "t2s/serve/mcp/database_offering.hpp"
#include "t2s/serve/mcp/stdio.hpp"
#include "t2s/serve/mcp/streamable.hpp"
#include "t2s/serve/operations/all.hpp"
#include "t2s/serve/operations/ask.hpp"
#include "t2s/serve/runs/worker_pool.hpp"

namespace cli {
namespace {

namespace serve = t2s::serve;

constexpr std::size_t threads = 4, most_waiting = 64;

options mcp_options() {
  options o(
      "mcp --db FILE|URL [--db ...] [--http HOST:PORT]",
      "Serves databases over the Model Context Protocol: tools that describe a schema, link a question, run, check, mend and explain\n"
      "SQL and answer questions. By default over standard input and output, for a client that starts this program; with --http over\n"
      "Streamable HTTP at http://HOST:PORT/mcp. Databases are only read. docs/mcp.md has the configuration of clients.");
  auto add = o.described.add_options();
  add("db", po::value<std::vector<std::string>>()->value_name("FILE|URL"),
      "a database: a file of SQLite or DuckDB, postgresql://..., mysql://..., duckdb:FILE or odbc:DSN=...; may be given several times");
  add("rows", a_number(), "rows that an answer has at most (default: 1000)");
  add("bytes", a_number(), "bytes of values that an answer has at most (default: 1048576)");
  add("time", a_number(), "seconds that a statement may take (default: 30)");
  add("http", a_word("HOST:PORT"), "serve over HTTP there, and not over standard input and output; port 0 takes any that is free");
  add("allow-host", po::value<std::vector<std::string>>()->value_name("NAME"),
      "with --http: a further name by which clients reach this server");
  add("token", a_word("TOKEN"), "with --http: what clients must send as Authorization: Bearer; needed off this machine");
  add("demonstrations", a_file(), "for ask: question and SQL pairs, as for t2s ask (default: those that come with t2s)");
  describe_max_rows_read(o.described);
  lexicon_options::describe(o.described);
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

/// The databases under their own names; of two of the same name the second has a number behind it.
serve::mcp::databases open_all(po::variables_map const& given) {
  auto const limits = limits_given(given);
  auto how = limits_of(given);
  how.limits.time = limits.time;
  lexicon_options const words(given);
  serve::mcp::databases all;
  for (auto const& written : given["db"].as<std::vector<std::string>>()) {
    auto name = t2s::db::locate(written).name;
    if (name.empty()) name = "database";
    auto const taken = [&](std::string const& n) { return std::ranges::any_of(all, [&](auto const& d) { return d->name() == n; }); };
    for (int n = 2; taken(name); ++n) name = t2s::db::locate(written).name + "_" + std::to_string(n);
    auto known = words.prepare(open_database(written, how))->options();
    all.push_back(
        std::make_shared<serve::served_database>(name, [written, how] { return open_database(written, how); }, limits, std::move(known)));
  }
  return all;
}

std::shared_ptr<serve::mcp::offering const> offer(po::variables_map const& given) {
  auto const pool = demonstrations_or_shipped(files_of(given, "demonstrations"));
  auto operations = serve::operations();
  operations.push_back(serve::ask_operation(serve::usual_answerer(std::make_shared<t2s::retrieve::skeleton_index const>(pool))));
  return serve::mcp::offer_databases(open_all(given), std::move(operations));
}

/// HOST:PORT, with an IPv6 address in brackets.
serve::http_options place_of(po::variables_map const& given) {
  auto const& text = given["http"].as<std::string>();
  auto const colon = text.rfind(':');
  serve::http_options how;
  auto const* const end = text.data() + text.size();
  bool const is_port = colon != text.npos && std::from_chars(text.data() + colon + 1, end, how.port).ptr == end && colon + 1 < text.size();
  if (!is_port) throw usage_error("--http takes HOST:PORT, such as --http 127.0.0.1:8080, and not " + text);
  how.address = text.substr(0, colon);
  if (how.address.starts_with('[') && how.address.ends_with(']')) how.address = how.address.substr(1, how.address.size() - 2);
  if (how.address.empty()) how.address = "127.0.0.1";
  how.access.token = text_of(given, "token");
  if (given.count("allow-host") != 0) how.access.hosts = given["allow-host"].as<std::vector<std::string>>();
  how.limits.body_bytes = serve::mcp::session_limits().message_bytes;
  return how;
}

void serve_http(serve::http_options how, std::shared_ptr<serve::mcp::offering const> offered, std::stop_token const& stop) {
  serve::worker_pool pool(threads, most_waiting);
  serve::mcp::streamable endpoint(std::move(offered), [&pool](std::function<void()> work) { return pool.add(std::move(work)); });
  serve::http_server server(std::move(how), [&endpoint](serve::request const& asked, serve::responder const& answer) {
    answer(asked.path == "/mcp" ? endpoint.answer(asked) : serve::error_response(404, "not_found", "MCP is served at /mcp"));
  });
  std::cerr << "t2s: serving MCP at " << server.url() << "/mcp\n";
  std::stop_callback const ends(stop, [&endpoint] { endpoint.close(); });
  server.run(stop);
}

}  // namespace

int mcp(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!mcp_options().read(words, given)) return answered;
  if (given.count("db") == 0) throw usage_error("which database? give --db FILE; type: t2s mcp --db FILE");
  bool const over_http = given.count("http") != 0;
  for (auto const* option : {"allow-host", "token"})
    if (!over_http && given.count(option) != 0) throw usage_error(std::string("--") + option + " belongs to --http");
  auto const stop = stop_by_signal();
  ::signal(SIGPIPE, SIG_IGN);  // a client that is gone is an end of file
  if (over_http) {
    auto how = place_of(given);
    serve_http(std::move(how), offer(given), stop);
  } else {
    serve::mcp::stdio_options how;
    how.threads = threads;
    serve::mcp::run_stdio(offer(given), stop, how);
  }
  return answered;
}

}  // namespace cli
