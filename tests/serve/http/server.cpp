// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/http/server.hpp"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "serve/http/client.hpp"
#include "t2s/core/error.hpp"

using namespace serve_test;
using namespace t2s::serve;
using namespace std::chrono_literals;

namespace {

/// Returns what it was asked.
void echo(request const& asked, responder const& respond) {
  respond({200, "text/plain", asked.method + " " + asked.path + " [" + asked.body + "]"});
}

http_options with_limits(http_limits l) {
  http_options o;
  o.limits = l;
  return o;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(server)

BOOST_AUTO_TEST_CASE(it_answers_and_says_that_nothing_is_to_be_framed_or_sniffed) {
  running_server const s(echo);
  auto const r = s.ask("GET /a/b?c=d");
  BOOST_TEST(status_of(r) == 200);
  BOOST_TEST(body_of(r) == "GET /a/b []");
  for (auto const* line :
       {"Content-Security-Policy: default-src 'none'; script-src 'self'", "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY",
        "Referrer-Policy: no-referrer", "Cache-Control: no-store", "Date: ", "Connection: keep-alive"})
    BOOST_TEST(r.find(std::string("\r\n") + line) != std::string::npos, line);
  BOOST_TEST(body_of(s.ask("POST /x", {}, "text")) == "POST /x [text]");
}

BOOST_AUTO_TEST_CASE(a_proxy_s_clients_are_not_on_this_machine) {
  running_server const open(
      [](request const& asked, responder const& respond) { respond({200, "text/plain", asked.from_loopback ? "near" : "far"}); });
  BOOST_TEST(body_of(open.ask("GET /x")) == "near");
  for (auto const* line : {"Forwarded: for=192.0.2.7", "X-Forwarded-For: 192.0.2.7", "x-real-ip: 192.0.2.7", "Via: 1.1 proxy",
                           "X-Forwarded-Host: t2s.example.org"}) {
    auto const refused = open.ask("GET /x", std::string(line) + "\r\n");
    BOOST_TEST(status_of(refused) == 403, line);
    BOOST_TEST(body_of(refused).find("--token or --users") != std::string::npos, refused);
  }
  BOOST_TEST(status_of(open.ask("GET /healthz", "Via: 1.1 proxy\r\n")) == 200);  // a proxy's probe
  http_options how;
  how.access.token = "0123456789abcdef";
  running_server const with_token(
      [](request const& asked, responder const& respond) { respond({200, "text/plain", asked.from_loopback ? "near" : "far"}); }, how);
  BOOST_TEST(body_of(with_token.ask("GET /x", "Authorization: Bearer 0123456789abcdef\r\nVia: 1.1 proxy\r\n")) == "far");
}

BOOST_AUTO_TEST_CASE(who_may_ask_is_replaced_between_two_requests) {
  http_options how;
  how.access.users = {{"ada", "adas-token-of-16"}, {"bob", "bobs-token-of-16"}};
  running_server s([](request const& asked, responder const& respond) { respond({200, "text/plain", asked.user}); }, how);
  auto const bearer = [](std::string const& token) { return "Authorization: Bearer " + token + "\r\n"; };
  auto c = s.connect();  // stays open
  auto const over_it = [&](std::string const& lines) {
    c.send("GET /x HTTP/1.1\r\nHost: " + s.host() + "\r\n" + lines + "\r\n");
    return c.response();
  };
  BOOST_TEST(body_of(over_it(bearer("bobs-token-of-16"))) == "bob");
  auto const cookie_of = [&](std::string const& token) {
    auto const opened = s.ask("GET /?token=" + token);
    auto const at = opened.find("Set-Cookie: ") + 12;
    return "Cookie: " + opened.substr(at, opened.find(';', at) - at) + "\r\n";
  };
  auto const ada = cookie_of("adas-token-of-16"), bob = cookie_of("bobs-token-of-16");
  std::atomic<bool> is_replaced = false;
  access_options next;
  next.users = {{"ada", "adas-token-of-16"}, {"bob", "another-token-of-16"}, {"eve", "eves-token-of-16"}};
  s.server().renew(next, [&] { is_replaced = true; });
  BOOST_REQUIRE(becomes_true([&] { return is_replaced.load(); }));
  BOOST_TEST(status_of(s.ask("GET /x", bearer("bobs-token-of-16"))) == 401);
  BOOST_TEST(body_of(over_it(bearer("another-token-of-16"))) == "bob");
  BOOST_TEST(body_of(over_it(bearer("eves-token-of-16"))) == "eve");
  BOOST_TEST(body_of(s.ask("GET /x", ada)) == "ada");  // signed in as before
  BOOST_TEST(status_of(s.ask("GET /x", bob)) == 401);  // with a token that is no longer his
  next.users.push_back({"eve", "twice-is-too-often"});
  BOOST_CHECK_THROW(s.server().renew(next, {}), t2s::error);
  BOOST_TEST(body_of(s.ask("GET /x", ada)) == "ada");
}

BOOST_AUTO_TEST_CASE(head_gets_the_head_alone) {
  running_server const s(echo);
  auto c = s.connect();
  c.send("HEAD /a HTTP/1.1\r\nHost: " + s.host() + "\r\nConnection: close\r\n\r\n");
  auto const r = c.rest();
  BOOST_TEST(status_of(r) == 200);
  BOOST_TEST(r.find("Content-Length: 10\r\n") != std::string::npos);  // of "HEAD /a []"
  BOOST_TEST(body_of(r) == "");
}

BOOST_AUTO_TEST_CASE(requests_that_are_sent_at_once_are_answered_in_their_order) {
  running_server const s(echo);
  auto c = s.connect();
  std::string all;
  for (int i = 0; i < 50; ++i) all += "POST /" + std::to_string(i) + " HTTP/1.1\r\nHost: " + s.host() + "\r\nContent-Length: 3\r\n\r\nabc";
  c.send(all);
  for (int i = 0; i < 50; ++i) BOOST_TEST(body_of(c.response()) == "POST /" + std::to_string(i) + " [abc]");
}

BOOST_AUTO_TEST_CASE(requests_that_come_while_another_is_answered_wait_for_their_turn) {
  std::mutex guard;
  std::vector<responder> waiting;
  running_server const s([&](request const& asked, responder respond) {
    std::lock_guard const lock(guard);
    if (asked.path == "/later")
      waiting.push_back(std::move(respond));
    else
      respond({200, "text/plain", asked.path});
  });
  auto c = s.connect();
  c.send("GET /later HTTP/1.1\r\nHost: " + s.host() + "\r\n\r\n");
  BOOST_REQUIRE(becomes_true([&] {
    std::lock_guard const lock(guard);
    return waiting.size() == 1;
  }));
  c.send("GET /next HTTP/1.1\r\nHost: " + s.host() + "\r\n\r\n");
  std::this_thread::sleep_for(20ms);
  waiting.front()({200, "text/plain", "late"});
  BOOST_TEST(body_of(c.response()) == "late");
  BOOST_TEST(body_of(c.response()) == "/next");
}

BOOST_AUTO_TEST_CASE(a_body_may_come_in_chunks) {
  running_server const s(echo);
  auto c = s.connect();
  c.send("POST /x HTTP/1.1\r\nHost: " + s.host() + "\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4;e=f\r\ndefg\r\n0\r\n\r\n");
  BOOST_TEST(body_of(c.response()) == "POST /x [abcdefg]");
}

BOOST_AUTO_TEST_CASE(a_client_that_waits_for_a_sign_before_its_body_gets_one) {
  running_server const s(echo);
  auto c = s.connect();
  c.send("POST /x HTTP/1.1\r\nHost: " + s.host() + "\r\nExpect: 100-continue\r\nContent-Length: 3\r\nConnection: close\r\n\r\n");
  BOOST_REQUIRE(c.read_until("HTTP/1.1 100 Continue\r\n\r\n"));
  c.send("abc");
  BOOST_TEST(c.rest().find("POST /x [abc]") != std::string::npos);
}

// Requests that two programs could read differently, and input that is not HTTP.
BOOST_AUTO_TEST_CASE(malformed_requests_are_refused_and_the_connection_is_closed) {
  std::atomic<int> handled = 0;
  running_server const s([&](request const& asked, responder const& respond) {
    ++handled;
    echo(asked, respond);
  });
  auto const host = "Host: " + s.host() + "\r\n";
  std::vector<std::string> const malformed{
      "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
      "GET / HTTP/2.0\r\n" + host + "\r\n",
      "GET /\r\n\r\n",
      "GET  / HTTP/1.1\r\n" + host + "\r\n",
      "GET / HTTP/1.1\n" + host + "\n",
      "GET http://elsewhere/ HTTP/1.1\r\n" + host + "\r\n",
      "CONNECT elsewhere:443 HTTP/1.1\r\n" + host + "\r\n",
      "GET /%zz HTTP/1.1\r\n" + host + "\r\n",
      "GET /a\x01 HTTP/1.1\r\n" + host + "\r\n",
      "GET / HTTP/1.1\r\n" + host + "A b: c\r\n\r\n",
      "GET / HTTP/1.1\r\n" + host + "A : b\r\n\r\n",
      "GET / HTTP/1.1\r\n" + host + host + "\r\n",
      "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.0\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Content-Length: x\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Content-Length: -1\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
      "POST / HTTP/1.1\r\n" + host + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
      "POST / HTTP/1.1\r\n" + host + "Content-Length: 3, 3\r\n\r\nabc",
      "POST / HTTP/1.1\r\n" + host + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.0\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
  };
  for (auto const& text : malformed) {
    auto c = s.connect();
    c.send(text + "GET /smuggled HTTP/1.1\r\n" + host + "\r\n");
    auto const r = c.rest();
    auto const status = status_of(r);
    BOOST_TEST((status >= 400 && status < 600), text << " gives " << r);
    BOOST_TEST(r.find("smuggled") == std::string::npos, text);
    BOOST_TEST(c.ended(), text);
  }
  BOOST_TEST(handled == 0);
}

BOOST_AUTO_TEST_CASE(what_is_too_large_is_refused) {
  http_limits l;
  l.header_bytes = 2'000;
  l.body_bytes = 5'000;
  running_server const s(echo, with_limits(l));
  BOOST_TEST(status_of(s.ask("GET /" + std::string(3'000, 'a'))) == 431);
  BOOST_TEST(status_of(s.ask("GET /", "A: " + std::string(3'000, 'a') + "\r\n")) == 431);
  BOOST_TEST(status_of(s.ask("POST /", {}, std::string(5'000, 'a'))) == 200);
  BOOST_TEST(status_of(s.ask("POST /", {}, std::string(5'001, 'a'))) == 413);
  auto c = s.connect();
  c.send("POST / HTTP/1.1\r\nHost: " + s.host() + "\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < 10; ++i) c.send("3e8\r\n" + std::string(1'000, 'a') + "\r\n");
  BOOST_TEST(status_of(c.rest()) == 413);
}

// Beast buffers a line until its end: of a size, an extension, a trailer.
BOOST_AUTO_TEST_CASE(what_stands_between_chunks_is_not_kept_without_end) {
  running_server const s(echo);
  std::string const much(65'536, '0');
  for (auto const* begin : {"", "1;", "0\r\n", "0\r\nA: "}) {
    auto c = s.connect();
    c.send("POST / HTTP/1.1\r\nHost: " + s.host() + "\r\nTransfer-Encoding: chunked\r\n\r\n" + begin);
    for (int i = 0; i < 8; ++i) c.send(much);
    BOOST_TEST(status_of(c.response()) == 400, begin);
  }
}

BOOST_AUTO_TEST_CASE(a_body_is_not_read_for_one_who_may_not_ask) {
  std::atomic<bool> handled = false;
  running_server const s([&](request const& asked, responder const& respond) {
    handled = true;
    echo(asked, respond);
  });
  auto c = s.connect();
  c.send("POST / HTTP/1.1\r\nHost: evil.example.org\r\nContent-Length: 100000\r\n\r\n");  // and nothing more
  BOOST_TEST(status_of(c.response()) == 403);
  BOOST_TEST(status_of(s.ask("GET /", "Origin: http://evil.example.org\r\n")) == 403);
  BOOST_TEST(!handled);
}

BOOST_AUTO_TEST_CASE(slow_requests_and_idle_connections_are_ended) {
  http_limits l;
  l.request = 100ms;
  l.idle = 200ms;
  running_server const s(echo, with_limits(l));
  auto slow = s.connect();
  slow.send("GET / HTTP/1.1\r\nHo");
  BOOST_TEST(status_of(slow.rest()) == 408);
  auto slow_body = s.connect();
  slow_body.send("POST / HTTP/1.1\r\nHost: " + s.host() + "\r\nContent-Length: 10\r\n\r\nabc");
  BOOST_TEST(status_of(slow_body.rest()) == 408);
  auto idle = s.connect();
  BOOST_TEST(idle.rest() == "");
  BOOST_TEST(idle.ended());
  BOOST_TEST(becomes_true([&] { return const_cast<running_server&>(s).server().connections() == 0; }));
}

/// Keeps the responders of /hold, and answers all else.
struct holding {
  std::shared_ptr<std::vector<responder>> held = std::make_shared<std::vector<responder>>();
  std::shared_ptr<std::mutex> guard = std::make_shared<std::mutex>();

  void operator()(request const& asked, responder respond) const {
    if (asked.path != "/hold") return respond({200, "text/plain", "here"});
    std::lock_guard const lock(*guard);
    held->push_back(std::move(respond));
  }
  [[nodiscard]] std::size_t count() const {
    std::lock_guard const lock(*guard);
    return held->size();
  }
  void let_go() const {
    std::lock_guard const lock(*guard);
    for (auto const& respond : *held) respond({200, "text/plain", "held"});
    held->clear();
  }
};

BOOST_AUTO_TEST_CASE(connections_beyond_the_limit_are_turned_away_if_all_are_answered) {
  http_limits l;
  l.connections = 3;
  holding const holds;
  running_server s(holds, with_limits(l));
  auto const hold = "GET /hold HTTP/1.1\r\nHost: " + s.host() + "\r\n\r\n";
  std::vector<client> open;
  for (int i = 0; i < 3; ++i) open.push_back(s.connect()), open.back().send(hold);
  BOOST_REQUIRE(becomes_true([&] { return holds.count() == 3; }));
  auto const r = s.connect().rest();
  BOOST_TEST(status_of(r) == 503);
  BOOST_TEST(r.find("Retry-After: ") != std::string::npos);
  BOOST_TEST(r.find("the server has as many connections as it takes") != std::string::npos);
  holds.let_go();
  for (auto& c : open) BOOST_TEST(body_of(c.response()) == "held");
  BOOST_TEST(status_of(s.ask("GET /")) == 200);
  open.clear();
  BOOST_TEST(becomes_true([&] { return s.server().connections() == 0; }));
}

// More of each kind than the server takes: they send nothing, a part of a head, a part of a body, or wait for no second request.
BOOST_AUTO_TEST_CASE(connections_that_only_wait_lock_nobody_out) {
  http_limits l;
  l.connections = 20;
  running_server s(echo, with_limits(l));
  auto const host = "Host: " + s.host() + "\r\n";
  for (auto const& begun : {std::string(), "GET / HTTP/1.1\r\n" + host + "X-Slow: ",
                            "POST / HTTP/1.1\r\n" + host + "Content-Length: 10\r\n\r\nabc", "GET /first HTTP/1.1\r\n" + host + "\r\n"}) {
    std::vector<client> open;
    for (int i = 0; i < 60; ++i) open.push_back(s.connect()), open.back().send(begun);
    for (int i = 0; i < 30; ++i) BOOST_TEST(status_of(s.ask("GET /")) == 200, begun);
    BOOST_TEST(becomes_true([&] { return s.server().connections() <= 20; }));
  }
}

BOOST_AUTO_TEST_CASE(one_address_does_not_take_the_places_of_others) {
  http_limits l;
  l.connections = 6;
  l.connections_a_peer = 4;
  holding const holds;
  running_server s(holds, with_limits(l));
  auto const hold = "GET /hold HTTP/1.1\r\nHost: " + s.host() + "\r\n\r\n";
  auto const get = "GET / HTTP/1.1\r\nHost: " + s.host() + "\r\n\r\n";
  std::vector<client> open;
  for (int i = 0; i < 4; ++i) open.push_back(s.connect()), open.back().send(hold);
  BOOST_REQUIRE(becomes_true([&] { return holds.count() == 4; }));
  auto const r = s.connect().rest();
  BOOST_TEST(status_of(r) == 503);
  BOOST_TEST(r.find("your address has as many connections") != std::string::npos);
  client other(s.server().port(), 0, "127.0.0.2");
  other.send(get);
  BOOST_TEST(status_of(other.response()) == 200);
  // A third one comes when the server is full: one of the address with the most makes room, if it waits, and else any that waits.
  client second(s.server().port(), 0, "127.0.0.2");
  second.send(get);
  BOOST_TEST(status_of(second.response()) == 200);
  client third(s.server().port(), 0, "127.0.0.3");
  third.send(get);
  BOOST_TEST(status_of(third.response()) == 200);
  BOOST_TEST(other.rest() == "");
  second.send(get);
  BOOST_TEST(status_of(second.response()) == 200);
  holds.let_go();
  for (auto& c : open) BOOST_TEST(body_of(c.response()) == "held");
}

BOOST_AUTO_TEST_CASE(a_handler_that_fails_or_forgets_is_answered_for) {
  running_server const s([](request const& asked, responder const& respond) {
    if (asked.path == "/throws") throw std::runtime_error("it broke");
    if (asked.path == "/twice") respond({200, "text/plain", "once"}), respond({200, "text/plain", "again"});
  });
  BOOST_TEST(status_of(s.ask("GET /throws")) == 500);
  BOOST_TEST(status_of(s.ask("GET /forgets")) == 500);
  auto c = s.connect();
  auto const twice = "GET /twice HTTP/1.1\r\nHost: " + s.host() + "\r\n\r\n";
  c.send(twice + twice);
  BOOST_TEST(body_of(c.response()) == "once");
  BOOST_TEST(body_of(c.response()) == "once");
}

BOOST_AUTO_TEST_CASE(headers_of_a_response_hold_one_line) {
  running_server const s([](request const&, responder const& respond) {
    response r(200, "text/plain", "");
    r.headers.add("X-Name", "a\r\nInjected: yes");
    respond(std::move(r));
  });
  BOOST_TEST(s.ask("GET /").find("\r\nInjected") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_answer_may_come_from_another_thread_and_a_client_that_leaves_is_noticed) {
  std::atomic<bool> asked_once = false, left = false;
  std::jthread worker;
  running_server const s([&](request const& asked, responder respond) {
    asked_once = true;
    worker = std::jthread([respond = std::move(respond), gone = asked.gone, &left, &asked_path = asked.path, stay = asked.path == "/stay"] {
      static_cast<void>(asked_path);
      if (stay) return respond({200, "text/plain", "done"});
      left = becomes_true([&] { return gone.stop_requested(); });
    });
  });
  BOOST_TEST(body_of(s.ask("GET /stay")) == "done");
  asked_once = false;
  {
    auto c = s.connect();
    c.send("GET /leave HTTP/1.1\r\nHost: " + s.host() + "\r\n\r\n");
    BOOST_REQUIRE(becomes_true([&] { return asked_once.load(); }));
  }
  BOOST_TEST(becomes_true([&] { return left.load(); }));
}

BOOST_AUTO_TEST_CASE(large_bodies_arrive_whole) {
  std::string const large(5'000'000, 'x');
  running_server const s([&](request const&, responder const& respond) { respond({200, "text/plain", large}); });
  BOOST_TEST((body_of(s.ask("GET /")) == large));
}

BOOST_AUTO_TEST_CASE(a_client_that_does_not_read_is_let_go) {
  http_limits l;
  l.write = 200ms;
  std::string const large(20'000'000, 'x');
  running_server s([&](request const&, responder const& respond) { respond({200, "text/plain", large}); }, with_limits(l));
  client c(s.port(), 4'096);
  c.send("GET / HTTP/1.1\r\nHost: " + s.host() + "\r\n\r\n");
  BOOST_TEST(becomes_true([&] { return s.server().connections() == 1; }));
  BOOST_TEST(becomes_true([&] { return s.server().connections() == 0; }));
}

BOOST_AUTO_TEST_CASE(at_its_end_it_sends_what_it_owes_and_takes_nothing_new) {
  std::mutex guard;
  std::vector<responder> waiting;
  std::atomic<bool> idle = false;
  running_server s(
      [&](request const&, responder respond) {
        std::lock_guard const lock(guard);
        waiting.push_back(std::move(respond));
      },
      {}, [&] { return idle.load(); });
  auto c = s.connect();
  c.send("GET / HTTP/1.1\r\nHost: " + s.host() + "\r\n\r\n");
  BOOST_REQUIRE(becomes_true([&] {
    std::lock_guard const lock(guard);
    return waiting.size() == 1;
  }));
  s.request_stop();
  BOOST_TEST(becomes_true([&] {
    try {
      client refused(s.port());
      return false;
    } catch (std::runtime_error const&) {
      return true;
    }
  }));
  waiting.front()({200, "text/plain", "owed"});
  idle = true;
  auto const r = c.rest();
  BOOST_TEST(body_of(r) == "owed");
  BOOST_TEST(r.find("Connection: close") != std::string::npos);
  s.stop();
}

BOOST_AUTO_TEST_CASE(at_its_end_it_does_not_wait_for_ever) {
  http_limits l;
  l.closing = 100ms;
  std::vector<responder> waiting;
  running_server s([&](request const&, responder respond) { waiting.push_back(std::move(respond)); }, with_limits(l));
  auto c = s.connect();
  c.send("GET / HTTP/1.1\r\nHost: " + s.host() + "\r\n\r\n");
  BOOST_REQUIRE(becomes_true([&] { return s.server().connections() == 1; }));
  std::this_thread::sleep_for(50ms);
  auto const begin = std::chrono::steady_clock::now();
  s.stop();
  BOOST_TEST((std::chrono::steady_clock::now() - begin < 10s));
  waiting.clear();  // a responder may outlive the server
}

BOOST_AUTO_TEST_CASE(it_says_why_it_cannot_serve) {
  running_server const first(echo);
  http_options taken;
  taken.port = first.port();
  BOOST_CHECK_THROW(http_server(taken, echo), t2s::error);
  http_options open;
  open.address = "0.0.0.0";
  BOOST_CHECK_THROW(http_server(open, echo), t2s::error);  // without a token
  open.access.token = "0123456789abcdef";
  http_server const with_token(open, echo);
  BOOST_TEST(with_token.url() == "http://127.0.0.1:" + std::to_string(with_token.port()));  // 0.0.0.0 is not a target address
  http_options nowhere;
  nowhere.address = "elsewhere";
  BOOST_CHECK_THROW(http_server(nowhere, echo), t2s::error);
}

BOOST_AUTO_TEST_SUITE_END()
