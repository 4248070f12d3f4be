// SPDX-License-Identifier: BSL-1.0
// Text to SQL as a web service on Boost.Beast, one coroutine for each connection: POST /ask with the question as the body.
// Usage: 12_http_service countries.sqlite PORT [REQUESTS]     then: curl -d "How many rivers are there?" http://127.0.0.1:PORT/ask
#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <boost/json.hpp>
#include <cstdlib>
#include <iostream>

#include "t2s/db/sqlite/pool.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/systems/offline.hpp"

namespace asio = boost::asio;
namespace http = boost::beast::http;

/// The state that all requests share. The database has its own threads, so no request waits for another one's SQL.
struct service {
  t2s::db::sqlite file;
  t2s::prepared<t2s::db::sqlite> database{file};
  t2s::systems::offline system{};
  t2s::llm::no_model model{};
};

std::string as_json(t2s::answer const& a) {
  boost::json::array rows;
  if (auto const* outcome = a.outcome())
    for (auto const& row : outcome->rows.values) {
      auto& cells = rows.emplace_back(boost::json::array()).as_array();
      for (auto const& cell : row) cells.emplace_back(to_string(cell));
    }
  return serialize(boost::json::object{{"sql", a.sql()}, {"stopped", a.stopped}, {"rows", std::move(rows)}});
}

asio::awaitable<std::string> answer_to(service& s, std::string question) try {
  t2s::run_options const options{.allowed = {.time = std::chrono::seconds(5)}};
  auto running = s.system.run(t2s::context(s.model, s.database, options), std::move(question));
  t2s::answer const found = co_await std::move(running);
  co_return as_json(found);
} catch (t2s::error const& e) {
  co_return serialize(boost::json::object{{"error", e.what()}});
}

asio::awaitable<void> serve(service& s, asio::ip::tcp::socket socket) {
  boost::beast::tcp_stream stream(std::move(socket));
  stream.expires_after(std::chrono::seconds(10));
  boost::beast::flat_buffer buffer;
  http::request_parser<http::string_body> asked;
  asked.body_limit(16'384);
  co_await http::async_read(stream, buffer, asked, asio::use_awaitable);

  bool const is_question = asked.get().method() == http::verb::post && asked.get().target() == "/ask";
  auto answering = answer_to(s, asked.get().body());
  http::response<http::string_body> reply(is_question ? http::status::ok : http::status::not_found, asked.get().version());
  if (is_question) reply.body() = co_await std::move(answering);
  reply.set(http::field::content_type, "application/json");
  reply.prepare_payload();
  co_await http::async_write(stream, reply, asio::use_awaitable);
}

asio::awaitable<void> listen(service& s, asio::ip::tcp::acceptor acceptor, long requests) {
  auto reading = s.database.known<t2s::knowledge::lexicon>();  // before the first request, which would otherwise wait for it
  co_await std::move(reading);
  for (; requests != 0; --requests) {
    auto socket = co_await acceptor.async_accept(asio::use_awaitable);
    asio::co_spawn(acceptor.get_executor(), serve(s, std::move(socket)), asio::detached);
  }
}

int main(int argc, char** argv) try {
  long const port = argc < 3 ? 0 : std::strtol(argv[2], nullptr, 10);
  if (port < 1 || port > 65'535) return std::cerr << "usage: 12_http_service DATABASE PORT [REQUESTS], PORT from 1 to 65535\n", 2;
  service s{.file = t2s::db::sqlite(argv[1])};
  asio::io_context io{1};
  auto const rethrow = [](std::exception_ptr e) { e ? std::rethrow_exception(e) : void(); };
  asio::ip::tcp::endpoint const place(asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(port));
  asio::co_spawn(io, listen(s, asio::ip::tcp::acceptor(io, place), argc > 3 ? std::atol(argv[3]) : -1), rethrow);
  io.run();
} catch (std::exception const& e) {
  return std::cerr << e.what() << "\n", 3;
}
