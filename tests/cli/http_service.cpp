// SPDX-License-Identifier: BSL-1.0
// A client asks the example of a web service.
#include "run_program.hpp"

#include <unistd.h>

#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <string>
#include <thread>

using namespace cli_test;
namespace asio = boost::asio;
namespace http = boost::beast::http;
using tcp = asio::ip::tcp;

namespace {

/// A port on which no process listens.
unsigned short free_port() {
  asio::io_context io;
  return tcp::acceptor(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)).local_endpoint().port();
}

/// Connects as soon as the service listens.
tcp::socket connected(asio::io_context& io, unsigned short port) {
  tcp::socket socket(io);
  boost::system::error_code refused;
  for (int tries = 0; tries < 200; ++tries) {
    socket.connect(tcp::endpoint(asio::ip::address_v4::loopback(), port), refused);
    if (!refused) break;
    socket.close();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return socket;
}

http::response<http::string_body> sent(unsigned short port, http::verb verb, char const* target, std::string body) {
  asio::io_context io;
  auto socket = connected(io, port);
  http::request<http::string_body> request(verb, target, 11, std::move(body));
  request.set(http::field::host, "127.0.0.1");
  request.prepare_payload();
  http::write(socket, request);
  boost::beast::flat_buffer buffer;
  http::response<http::string_body> reply;
  http::read(socket, buffer, reply);
  return reply;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(http_service)

BOOST_AUTO_TEST_CASE(the_service_answers_questions_and_lives_on_after_what_is_none) {
  auto const file = (std::filesystem::temp_directory_path() / ("t2s.service." + std::to_string(::getpid()) + ".sqlite")).string();
  std::filesystem::remove(file);
  make_database(file, "CREATE TABLE shops (name TEXT); INSERT INTO shops VALUES ('Kiosk'), ('Corner')");
  auto const port = free_port();
  said served;
  std::thread service([&] { served = run(T2S_HTTP_SERVICE, quoted(file) + " " + std::to_string(port) + " 3"); });

  BOOST_TEST(sent(port, http::verb::get, "/", "").result_int() == 404u);
  BOOST_TEST(boost::json::parse(sent(port, http::verb::post, "/ask", "").body()).as_object().contains("error"));
  auto const answered = boost::json::parse(sent(port, http::verb::post, "/ask", "How many shops are there?").body());
  BOOST_TEST(answered.at("sql").as_string() == "SELECT count(*) FROM shops");
  BOOST_TEST(answered.at("rows").at(0).at(0).as_string() == "2");

  service.join();
  BOOST_TEST(served.status == 0, served.err);
  std::filesystem::remove(file);
}

BOOST_AUTO_TEST_SUITE_END()
