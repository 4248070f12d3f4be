// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/mcp/stdio.hpp"

#include <unistd.h>

#include <atomic>
#include <boost/test/unit_test.hpp>

#include "serve/mcp/harness.hpp"

namespace {

using namespace t2s::tests;
using mcp::work;

std::shared_ptr<mcp::offering> offered() {
  auto o = std::make_shared<mcp::offering>();
  o->info = {{"name", "test"}, {"version", "1"}};
  o->tools.push_back({{{"name", "wait"}, {"description", "waits"}, {"inputSchema", json::parse(R"({"type":"object"})")}},
                      [](json::object const&, work& w) {
                        for (int i = 0; i < 1'000 && !w.stop().stop_requested(); ++i)
                          std::this_thread::sleep_for(std::chrono::milliseconds(10));
                        return mcp::text_result("waited");
                      }});
  o->tools.push_back({{{"name", "long"}, {"description", "a long text"}, {"inputSchema", json::parse(R"({"type":"object"})")}},
                      [](json::object const&, work&) {
                        std::this_thread::sleep_for(std::chrono::milliseconds(100));
                        return mcp::text_result(std::string(1'000'000, 'x'));
                      }});
  return o;
}

/// A server behind two pipes.
class piped {
 public:
  explicit piped(mcp::stdio_options how = {}) {
    BOOST_REQUIRE(::pipe(in_) == 0 && ::pipe(out_) == 0);
    server_ = std::jthread([this, how](std::stop_token const& stop) mutable {
      how.in = in_[0];
      how.out = out_[1];
      mcp::run_stdio(offered(), stop, how);
      ::close(out_[1]);
    });
  }
  ~piped() {
    end_input();
    if (server_.joinable()) server_.join();
    ::close(in_[0]);
    ::close(out_[0]);
  }

  /// Usable from any thread, unlike the macros of Boost.Test: the server does not answer what is not written.
  void say(std::string_view text) const { static_cast<void>(!::write(in_[1], text.data(), text.size())); }
  void end_input() {
    if (in_[1] >= 0) ::close(in_[1]);
    in_[1] = -1;
  }
  void stop() { server_.request_stop(); }
  void wait_for_the_end() { server_.join(); }
  /// The next line; "" at the end.
  std::string line() {
    std::string out;
    for (char c = 0; ::read(out_[0], &c, 1) == 1 && c != '\n';) out += c;
    return out;
  }

 private:
  int in_[2]{}, out_[2]{};
  std::jthread server_{};
};

constexpr char initialize[] =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}})";

/// The lines of messages.
std::string lines(std::initializer_list<char const*> messages) {
  std::string all;
  for (auto const* m : messages) all.append(m).append("\n");
  return all;
}

BOOST_AUTO_TEST_SUITE(mcp_stdio)

BOOST_AUTO_TEST_CASE(a_message_is_a_line) {
  piped p;
  p.say(lines({initialize, "\r"}));
  p.say("{\"jsonrpc\":\"2.0\",\"id\":1,");
  p.say("\"method\":\"ping\"}\n");
  BOOST_TEST(json::parse(p.line()).at("result").at("protocolVersion").as_string() == "2025-06-18");
  BOOST_TEST(p.line() == R"({"jsonrpc":"2.0","id":1,"result":{}})");
  p.say(R"({"jsonrpc":"2.0","id":2,"method":"ping"})");  // the last line has no end
  p.end_input();
  BOOST_TEST(p.line() == R"({"jsonrpc":"2.0","id":2,"result":{}})");
  BOOST_TEST(p.line() == "");
}

BOOST_AUTO_TEST_CASE(the_end_of_the_input_ends_calls) {
  mcp::stdio_options how;
  how.last_calls = std::chrono::milliseconds(50);
  std::atomic<int> told = 0;
  how.at_end = [&told] { ++told; };
  piped p(how);
  p.say(lines({initialize, R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}})"}));
  BOOST_TEST(!p.line().empty());
  auto const begin = std::chrono::steady_clock::now();
  p.end_input();
  BOOST_TEST(p.line() == "");
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(5)));
  BOOST_TEST(told == 1);
}

BOOST_AUTO_TEST_CASE(calls_are_answered_that_end_soon_after_the_input) {
  piped p;
  p.say(lines({initialize, R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"long"}})"}));
  p.end_input();
  BOOST_TEST(!p.line().empty());
  BOOST_TEST(json::parse(p.line()).at("result").at("content").at(0).at("text").as_string().size() == 1'000'000u);
  BOOST_TEST(p.line() == "");
}

BOOST_AUTO_TEST_CASE(a_client_that_does_not_read_holds_nothing_up_when_it_is_stopped) {
  piped p;
  p.say(lines({initialize, R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"long"}})"}));
  BOOST_TEST(!p.line().empty());
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // the answer fills the pipe
  auto const begin = std::chrono::steady_clock::now();
  p.stop();
  p.wait_for_the_end();
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(5)));
}

BOOST_AUTO_TEST_CASE(it_ends_when_it_is_stopped) {
  piped p;
  p.say(lines({initialize}));
  BOOST_TEST(!p.line().empty());
  p.stop();
  BOOST_TEST(p.line() == "");
}

BOOST_AUTO_TEST_CASE(long_lines_are_refused_and_passed_over) {
  mcp::stdio_options how;
  how.limits.message_bytes = 200'000;
  piped p(how);
  p.say(lines({initialize}));
  BOOST_TEST(!p.line().empty());
  std::jthread const writer([&] {
    for (int i = 0; i < 50; ++i) p.say(std::string(10'000, 'x'));
    p.say("\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
  });
  BOOST_TEST(json::parse(p.line()).at("error").at("code").as_int64() == -32600);
  BOOST_TEST(p.line() == R"({"jsonrpc":"2.0","id":1,"result":{}})");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
