// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/detail/http_client.hpp"

#include "http_support.hpp"

#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <deque>
#include <functional>
#include <random>

using namespace t2s;
using namespace t2s::tests;
using llm::http_options;
using llm::http_request;
using llm::http_response;

namespace {

http_options times(llm::http_times t) {
  http_options o;
  o.time = t;
  return o;
}

/// Options without the environment's proxy but with this one.
http_options through(std::string proxy, llm::http_times t = {}) {
  http_options o;
  o.proxy = std::move(proxy);
  o.time = t;
  return o;
}

/// A name that no resolver can resolve (RFC 6761).
constexpr char const* no_such_host = "no-such-host.invalid";

template <class T>
awaitable<T> hearing_all_cancellations(awaitable<T> work) {
  co_await asio::this_coro::reset_cancellation_state(asio::enable_total_cancellation());
  auto result = co_await std::move(work);
  co_return result;
}

auto told_to(std::promise<errc>& ended) {
  return [&ended](std::exception_ptr thrown, auto const&) {
    try {
      if (thrown) std::rethrow_exception(thrown);
      ended.set_value(errc{});
    } catch (error const& e) {
      ended.set_value(e.details().code);
    }
  };
}

/// A server that plays the same script for every request, and a client for it.
struct pair_of {
  explicit pair_of(server_script script, http_options options = {}, server_options how = {})
      : server([s = std::move(script)](seen_request const&) { return s; }, how), client(server.url(), std::move(options)) {}

  http_server server;
  client_of client;
};

failure failure_of_answer(std::string bytes, http_options options = {}) {
  pair_of p({send_bytes(std::move(bytes)), close_connection()}, std::move(options));
  return p.client.fails(get());
}

http_response answer_to(std::string bytes) {
  pair_of p({send_bytes(std::move(bytes)), close_connection()});
  return p.client.send(get());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(http_client)

BOOST_AUTO_TEST_CASE(a_request_arrives_and_its_answer_comes_back) {
  http_server server([](seen_request const&) { return replies(201, "made", {{"X-One", "1"}, {"x-two", "2 3"}}); });
  client_of c(server.url() + "/prefix/v1/");
  http_request r = post("body", "/things?q=1");
  r.headers = {{"Authorization", "Bearer k", true}, {"X-Mine", "yes"}};
  auto const answer = c.send(r);
  BOOST_TEST(answer.status == 201u);
  BOOST_TEST(answer.body == "made");
  BOOST_TEST(answer.header("x-one") == "1");
  BOOST_TEST(answer.header("X-TWO") == "2 3");
  auto const seen = server.requests().at(0);
  BOOST_TEST(seen.method == "POST");
  BOOST_TEST(seen.target == "/prefix/v1/things?q=1");
  BOOST_TEST(seen.body == "body");
  BOOST_TEST(seen.header("host") == "127.0.0.1:" + std::to_string(server.port()));
  BOOST_TEST(seen.header("authorization") == "Bearer k");
  BOOST_TEST(seen.header("x-mine") == "yes");
  BOOST_TEST(seen.header("user-agent").starts_with("t2s/"));
}

BOOST_AUTO_TEST_CASE(the_connection_is_kept) {
  pair_of p(replies(200, "ok"));
  for (int i = 0; i < 5; ++i) BOOST_TEST(p.client.send(post("x")).body == "ok");
  BOOST_TEST(p.server.connections() == 1u);
  auto const now = p.client.client.connections();
  BOOST_TEST(now.busy == 0u);
  BOOST_TEST(now.idle == 1u);
  BOOST_TEST(now.made == 1u);
}

BOOST_AUTO_TEST_CASE(the_connection_is_not_kept_when_the_server_says_so) {
  pair_of p(replies(200, "ok", {{"Connection", "close"}}));
  for (int i = 0; i < 3; ++i) BOOST_TEST(p.client.send(get()).body == "ok");
  BOOST_TEST(p.server.connections() == 3u);
}

BOOST_AUTO_TEST_CASE(answers_in_all_their_forms) {
  BOOST_TEST(answer_to(chunked_bytes(200, {"one ", "two ", "three"})).body == "one two three");
  BOOST_TEST(answer_to("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;ext=\"1\"\r\nabc\r\n0\r\nTrailer: x\r\n\r\n").body == "abc");
  BOOST_TEST(answer_to("HTTP/1.1 200 OK\r\n\r\nuntil the end").body == "until the end");
  BOOST_TEST(answer_to("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok").body == "ok");
  BOOST_TEST(answer_to("HTTP/1.1 204 No Content\r\n\r\n").status == 204u);
  BOOST_TEST(answer_to("HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n").status == 200u);
  BOOST_TEST(answer_to("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + answer_bytes(200, "ok")).body == "ok");
}

BOOST_AUTO_TEST_CASE(an_answer_may_come_byte_by_byte) {
  for (auto const& bytes :
       {answer_bytes(200, "slowly"), chunked_bytes(200, {"slo", "wly"}), "HTTP/1.1 100 Continue\r\n\r\n" + answer_bytes(200, "slowly")}) {
    pair_of p({trickle(bytes, 0ms)});
    BOOST_TEST(p.client.send(get()).body == "slowly");
    BOOST_TEST(p.client.send(get()).body == "slowly");
    BOOST_TEST(p.server.connections() == 1u);
  }
}

BOOST_AUTO_TEST_CASE(closed_at_any_byte) {
  for (auto const& whole : {answer_bytes(200, "0123456789"), chunked_bytes(200, {"01234", "56789"})}) {
    std::atomic<std::size_t> n{0};
    http_server server([&](seen_request const&) { return server_script{send_bytes(whole.substr(0, n)), close_connection()}; });
    client_of c(server.url());
    for (n = 0; n < whole.size(); ++n) {
      auto const f = c.fails(post("x"));
      expect(f, errc::model_unreachable, n == 0 ? "without an answer" : "within its answer, after");
      BOOST_TEST(says(f, "check whether the server needs https://") == (n == 0), f.text());
    }
    BOOST_TEST(c.send(post("x")).body == "0123456789");
    BOOST_TEST(server.requests().size() == whole.size() + 1);  // nothing was sent twice
  }
}

BOOST_AUTO_TEST_CASE(reset_in_the_middle) {
  pair_of p({send_bytes(answer_bytes(200, "0123456789").substr(0, 30)), wait_for(20ms), reset_connection()});
  BOOST_TEST(p.client.fails(get()).code == errc::model_unreachable);
}

BOOST_AUTO_TEST_CASE(what_is_not_http) {
  for (std::string const bytes : {"garbage\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/2 200 OK\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n",
                                  "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                                  "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                                  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"}) {
    auto const f = failure_of_answer(bytes);
    expect(f, errc::malformed_reply, "is not HTTP/1.1");
  }
}

BOOST_AUTO_TEST_CASE(a_length_that_is_too_long) {
  std::string const bytes = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this";
  BOOST_TEST(failure_of_answer(bytes).code == errc::model_unreachable);
  pair_of open({send_bytes(bytes), wait_for(10s)}, times({.between_bytes = 50ms}));
  auto const f = open.client.fails(get());
  expect(f, errc::model_timeout, "does not go on with its answer within 50 ms");
}

BOOST_AUTO_TEST_CASE(a_length_that_is_too_short_does_not_spoil_the_next_answer) {
  pair_of p({send_bytes("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")});
  for (int i = 0; i < 3; ++i) BOOST_TEST(p.client.send(get()).body == "abc");
  BOOST_TEST(p.server.connections() == 3u);
}

BOOST_AUTO_TEST_CASE(bytes_that_nobody_asked_for_do_not_answer_the_next_request) {
  pair_of p({send_bytes(answer_bytes(200, "abc")), wait_for(30ms), send_bytes(answer_bytes(408, "idle"))});
  BOOST_TEST(p.client.send(get()).body == "abc");
  std::this_thread::sleep_for(300ms);
  BOOST_TEST(p.client.send(get()).body == "abc");
  BOOST_TEST(p.server.connections() == 2u);
}

BOOST_AUTO_TEST_CASE(what_is_too_long) {
  http_options small;
  small.size = {.header = 1000, .body = 1000};
  std::string const long_text(2000, 'x');
  auto const head = failure_of_answer(answer_bytes(200, "", {{"X", long_text}}), small);
  BOOST_TEST(head.code == errc::malformed_reply);
  BOOST_TEST(says(head, "headers of more than 1000 bytes; raise http_sizes::header"), head.text());
  for (auto const& bytes : {answer_bytes(200, long_text), chunked_bytes(200, {long_text}), "HTTP/1.1 200 OK\r\n\r\n" + long_text}) {
    auto const f = failure_of_answer(bytes, small);
    expect(f, errc::malformed_reply, "longer than 1000 bytes");
  }
  BOOST_TEST(failure_of_answer("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\n").code == errc::malformed_reply);
}

BOOST_AUTO_TEST_CASE(what_never_ends) {
  http_options small;
  small.size = {.header = 10'000, .body = 100'000};
  std::string const begun = "HTTP/1.1 200 OK\r\n";
  struct stream {
    std::string first, again;
  };
  for (auto const& s :
       {stream{begun, "X-More: and more\r\n"}, stream{begun + "\r\n", "more and more"},
        stream{begun + "Transfer-Encoding: chunked\r\n\r\n", "5\r\nchunk\r\n"},
        stream{begun + "Transfer-Encoding: chunked\r\n\r\n", "0000"}, stream{begun + "Transfer-Encoding: chunked\r\n\r\n5;", "extension"},
        stream{begun, "HTTP/1.1 100 Continue\r\n\r\n"}, stream{"", "HTTP/1.1 100 Continue\r\n\r\n"}, stream{"HTTP", "HTTP"}}) {
    pair_of p({send_bytes(s.first), repeat(s.again)}, small);
    auto const f = p.client.fails(get());
    BOOST_TEST(f.code == errc::malformed_reply, s.again << ": " << f.text());
  }
}

BOOST_AUTO_TEST_CASE(no_answer_in_time) {
  pair_of silent({wait_for(10s)}, times({.first_byte = 50ms}));
  auto const none = silent.client.fails(get());
  BOOST_TEST(none.code == errc::model_timeout);
  BOOST_TEST(says(none, "does not answer within 50 ms; "), none.text());

  pair_of slow({trickle(answer_bytes(200, std::string(1000, 'x')), 5ms)}, times({.total = 200ms}));
  auto const cut = slow.client.fails(get());
  expect(cut, errc::model_timeout, "within the time for the whole request");

  // Each byte restarts the timer.
  pair_of steady({trickle(answer_bytes(200, "x"), 5ms)}, times({.first_byte = 2s, .between_bytes = 2s}));
  BOOST_TEST(steady.client.send(get()).body == "x");
}

BOOST_AUTO_TEST_CASE(an_interim_answer_is_not_the_first_byte) {
  for (std::string const interim : {"HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"}) {
    pair_of slow({send_bytes(interim), wait_for(400ms), send_bytes(answer_bytes(200, "ok"))},
                 times({.first_byte = 20s, .between_bytes = 100ms}));
    BOOST_TEST(slow.client.send(post("x")).body == "ok");
    pair_of silent({send_bytes(interim), wait_for(10s)}, times({.first_byte = 100ms}));
    auto const f = silent.client.fails(post("x"));
    BOOST_TEST(f.code == errc::model_timeout);
    BOOST_TEST(says(f, "does not answer within 100 ms; "), f.text());
    pair_of closing({send_bytes(interim), close_connection()});
    BOOST_TEST(says(closing.client.fails(post("x")), "without an answer"));
  }
}

BOOST_AUTO_TEST_CASE(an_answer_to_head_has_no_body) {
  pair_of p({send_bytes("HTTP/1.1 200 OK\r\nContent-Length: 10\r\nX-One: 1\r\n\r\n")}, times({.between_bytes = 2s}));
  for (int i = 0; i < 2; ++i) {
    auto const answer = p.client.send({"HEAD", "/", {}, {}});
    BOOST_TEST(answer.status == 200u);
    BOOST_TEST(answer.body == "");
    BOOST_TEST(answer.header("x-one") == "1");
  }
  BOOST_TEST(p.server.connections() == 1u);
  BOOST_TEST(p.server.requests().at(0).method == "HEAD");
  BOOST_TEST(p.server.requests().at(0).header("content-length") == "");
}

BOOST_AUTO_TEST_CASE(a_limit_of_the_caller) {
  pair_of p({wait_for(10s)});
  auto const f = failure_of(p.client.io, p.client.client.send(get(), clock::now() + 50ms));
  BOOST_TEST(f.code == errc::model_timeout);
}

BOOST_AUTO_TEST_CASE(a_server_that_takes_nothing) {
  pair_of p({wait_for(10s)}, times({.between_bytes = 100ms}), {.reads_requests = false});
  auto const f = p.client.fails(post(std::string(32 << 20, 'x')));
  expect(f, errc::model_timeout, "takes no more of the request");
}

BOOST_AUTO_TEST_CASE(large_requests_and_answers) {
  std::string const much(8 << 20, 'y');
  http_server server([&](seen_request const& r) { return replies(200, r.body + "!"); });
  client_of c(server.url());
  BOOST_TEST((c.send(post(much)).body == much + "!"));
  BOOST_TEST(c.send(post("x")).body == "x!");
  BOOST_TEST(server.connections() == 1u);
}

BOOST_AUTO_TEST_CASE(an_answer_before_the_request_is_through) {
  pair_of p({send_bytes(answer_bytes(413, "too long", {{"Connection", "close"}})), half_close(), wait_for(300ms)}, {},
            {.reads_requests = false});
  auto const answer = p.client.send(post(std::string(100'000, 'x')));
  BOOST_TEST(answer.status == 413u);
  BOOST_TEST(answer.body == "too long");
}

BOOST_AUTO_TEST_CASE(an_answer_before_the_request_is_through_and_nobody_reads_on) {
  auto const refusal = answer_bytes(413, R"({"error":"too long"})");
  pair_of p({send_bytes(refusal), wait_for(10s)}, times({.between_bytes = 200ms}), {.reads_requests = false});
  auto const answer = p.client.send(post(std::string(32 << 20, 'x')));
  BOOST_TEST(answer.status == 413u);
  BOOST_TEST(answer.body == R"({"error":"too long"})");
  BOOST_TEST(p.client.client.connections().idle == 0u);
}

BOOST_AUTO_TEST_CASE(half_closed) {
  pair_of answered({send_bytes(answer_bytes(200, "ok")), half_close(), wait_for(50ms)});
  BOOST_TEST(answered.client.send(get()).body == "ok");
  BOOST_TEST(answered.client.send(get()).body == "ok");
  pair_of until_end({send_bytes("HTTP/1.1 200 OK\r\n\r\nall"), half_close(), wait_for(10s)});
  BOOST_TEST(until_end.client.send(get()).body == "all");
  pair_of unanswered({half_close(), wait_for(10s)});
  BOOST_TEST(unanswered.client.fails(get()).code == errc::model_unreachable);
}

BOOST_AUTO_TEST_CASE(a_stale_connection_is_replaced) {
  // Closed after the answer: noticed before the next request is sent.
  pair_of closing({send_bytes(answer_bytes(200, "ok")), close_connection()});
  for (int i = 0; i < 3; ++i) {
    BOOST_TEST(closing.client.send(post("x")).body == "ok");
    std::this_thread::sleep_for(20ms);
  }
  BOOST_TEST(closing.server.requests().size() == 3u);

  // Closed at the next request: sent once more, since there was no answer.
  http_server server([](seen_request const& r) { return r.on_connection == 0 ? replies(200, "ok") : server_script{close_connection()}; });
  client_of c(server.url());
  BOOST_TEST(c.send(post("1")).body == "ok");
  BOOST_TEST(c.send(post("2")).body == "ok");
  BOOST_TEST(server.requests().size() == 3u);
  BOOST_TEST(server.connections() == 2u);
}

BOOST_AUTO_TEST_CASE(what_was_answered_in_part_is_not_sent_again) {
  http_server server(
      [](seen_request const& r) { return r.on_connection == 0 ? replies(200, "ok") : server_script{send_bytes("H"), close_connection()}; });
  client_of c(server.url());
  BOOST_TEST(c.send(post("1")).body == "ok");
  BOOST_TEST(c.fails(post("2")).code == errc::model_unreachable);
  BOOST_TEST(server.requests().size() == 2u);
}

BOOST_AUTO_TEST_CASE(what_fails_on_a_new_connection_is_not_sent_again) {
  pair_of p({close_connection()});
  BOOST_TEST(p.client.fails(post("x")).code == errc::model_unreachable);
  BOOST_TEST(p.server.requests().size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_connection_that_rested_too_long_is_not_used) {
  http_options o;
  o.idle = 20ms;
  pair_of p(replies(200, "ok"), o);
  p.client.send(get());
  std::this_thread::sleep_for(50ms);
  p.client.send(get());
  BOOST_TEST(p.server.connections() == 2u);
}

BOOST_AUTO_TEST_CASE(the_pool_is_bounded_and_fair) {
  http_options o;
  o.connections = 2;
  http_server server([](seen_request const& r) { return server_script{wait_for(5ms), send_bytes(answer_bytes(200, r.target))}; });
  client_of c(server.url(), o);
  std::vector<std::string> ended;
  for (int i = 0; i < 20; ++i)
    asio::co_spawn(c.io, c.client.send(get("/" + std::to_string(i))), [&](std::exception_ptr failed, http_response const& r) {
      BOOST_TEST(!failed);
      ended.push_back(r.body);
    });
  c.io.run_for(patience);
  BOOST_TEST(ended.size() == 20u);
  BOOST_TEST(server.connections() == 2u);
  auto const seen = server.requests();
  for (std::size_t i = 0; i < seen.size(); ++i) {
    auto const place = std::stoul(seen[i].target.substr(1));
    BOOST_TEST(place + 1 >= i);  // two may overtake each other on the way
    BOOST_TEST(place <= i + 1);
  }
}

BOOST_AUTO_TEST_CASE(no_connection_becomes_free) {
  http_options o;
  o.connections = 1;
  o.time.total = 500ms;
  pair_of p({wait_for(10s)}, o);
  auto first = asio::co_spawn(p.client.io, p.client.client.send(get()), asio::use_future);
  auto const f = failure_of(p.client.io, p.client.client.send(get(), clock::now() + 50ms));
  expect(f, errc::model_timeout, "none of the 1 connections to");
}

BOOST_AUTO_TEST_CASE(nothing_is_left_running) {
  pair_of p(replies(200, "ok"));
  auto const begun = clock::now();
  p.client.send(get());
  BOOST_TEST((clock::now() - begun < 10s));  // io.run() ended although a connection is idle and its limits are minutes
}

BOOST_AUTO_TEST_CASE(a_body_in_pieces) {
  http_server server([](seen_request const& r) {
    if (r.target == "/error") return replies(500, "broken");
    return server_script{send_bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n"), wait_for(20ms),
                         send_bytes("3\r\ntwo\r\n"), wait_for(20ms), send_bytes("0\r\n\r\n")};
  });
  client_of c(server.url());
  std::vector<std::string> pieces;
  auto const keep = [&](std::string_view piece) {
    pieces.emplace_back(piece);
    return true;
  };
  auto const answer = wait_for_it(c.io, c.client.send(get(), keep));
  BOOST_TEST(answer.body == "");
  BOOST_TEST(pieces == (std::vector<std::string>{"one", "two"}), boost::test_tools::per_element());
  auto const failed = wait_for_it(c.io, c.client.send(get("/error"), keep));
  BOOST_TEST(failed.body == "broken");
  BOOST_TEST(pieces.size() == 2u);
  BOOST_TEST(server.connections() == 1u);
}

BOOST_AUTO_TEST_CASE(a_sink_that_has_enough) {
  pair_of endless({send_bytes("HTTP/1.1 200 OK\r\n\r\n"), repeat("more ")});
  std::size_t calls = 0;
  auto const answer = wait_for_it(endless.client.io, endless.client.client.send(get(), [&](std::string_view) { return ++calls < 3; }));
  BOOST_TEST(answer.status == 200u);
  BOOST_TEST(calls == 3u);

  // A server that has sent everything but does not close costs little time.
  pair_of open({send_bytes("HTTP/1.1 200 OK\r\n\r\nall"), wait_for(10s)});
  wait_for_it(open.client.io, open.client.client.send(get(), [](std::string_view) { return false; }));
  BOOST_TEST(open.client.client.connections().idle == 0u);
}

BOOST_AUTO_TEST_CASE(a_sink_that_throws) {
  pair_of p(replies(200, "x"));
  auto const thrown = [](std::string_view) -> bool { throw std::out_of_range("mine"); };
  BOOST_CHECK_THROW(wait_for_it(p.client.io, p.client.client.send(get(), thrown)), std::out_of_range);
  BOOST_TEST(p.client.client.connections().busy == 0u);
}

BOOST_AUTO_TEST_CASE(redirects_are_not_followed) {
  http_server other([](seen_request const&) { return replies(200, "stolen"); });
  pair_of p(replies(307, "elsewhere", {{"Location", other.url()}}));
  BOOST_TEST(p.client.send(get()).status == 307u);
  BOOST_TEST(other.requests().empty());
}

BOOST_AUTO_TEST_CASE(requests_that_cannot_be_sent) {
  pair_of p(replies(200, "ok"));
  for (auto const& h : std::vector<llm::http_header>{{"X", "a\r\nEvil: 1"},
                                                     {"X\r\nY", "1"},
                                                     {"", "1"},
                                                     {"Authorization", "Bearer sk-secret\n"},
                                                     {"Content-Length", "3"},
                                                     {"transfer-encoding", "chunked"},
                                                     {"X-Sp ace", "1"},
                                                     {"X(1)", "1"},
                                                     {"X\xC3\xB6", "1"},
                                                     {"X", std::string("a\0b", 3)}}) {
    auto r = post("x");
    r.headers = {h};
    auto const f = p.client.fails(r);
    BOOST_TEST(f.code == errc::invalid_argument);
    BOOST_TEST(!says(f, "sk-secret"));
  }
  BOOST_TEST(p.client.fails(get("no slash")).code == errc::invalid_argument);
  BOOST_TEST(p.client.fails(get("/a\r\nb")).code == errc::invalid_argument);
  BOOST_TEST(p.server.connections() == 0u);
}

BOOST_AUTO_TEST_CASE(options_that_make_no_sense) {
  http_options none;
  none.connections = 0;
  BOOST_CHECK_THROW(client_of("http://localhost", none), error);
  http_options address;
  address.addresses = {{"localhost"}};
  BOOST_CHECK_THROW(client_of("http://localhost", address), error);
}

BOOST_AUTO_TEST_CASE(a_base_url_with_a_password_is_refused) {
  try {
    client_of("http://user:secret@model.example/v1");
    BOOST_ERROR("a password was accepted and dropped");
  } catch (error const& e) {
    BOOST_TEST(e.details().code == errc::invalid_argument);
    BOOST_TEST(says(e.details(), "the URL of http://model.example has a name or password before its \"@\""), e.what());
    BOOST_TEST(says(e.details(), "endpoint::key"), e.what());
    BOOST_TEST(!says(e.details(), "secret"));
  }
}

// --- names, addresses, proxies ---

BOOST_AUTO_TEST_CASE(the_next_address_is_tried) {
  http_server server([](seen_request const& r) { return replies(200, r.header("host")); });
  hanging_address hanging;
  http_options o;
  o.time.address = 100ms;
  o.addresses = {{"127.0.0.1", dead_port()}, {"127.0.0.1", hanging.port()}, {"127.0.0.1", server.port()}};
  client_of c("http://model.example:1234", o);
  BOOST_TEST(c.send(get()).body == "model.example:1234");
  BOOST_TEST(server.connections() == 1u);
}

BOOST_AUTO_TEST_CASE(no_address_answers) {
  hanging_address hanging;
  http_options o;
  o.time.address = 50ms;
  o.addresses = {{"127.0.0.1", dead_port()}, {"127.0.0.1", hanging.port()}};
  client_of c("http://model.example", o);
  auto const f = c.fails(get());
  expect(f, errc::model_unreachable,
         "no connection to http://model.example (127.0.0.1: Connection refused, 127.0.0.1: Connection timed out)");

  o.time = {.address = 10s, .connect = 50ms};
  o.addresses = {{"127.0.0.1", hanging.port()}, {"127.0.0.1", hanging.port()}};
  client_of in_all("http://model.example", o);
  BOOST_TEST(in_all.fails(get()).code == errc::model_unreachable);
}

BOOST_AUTO_TEST_CASE(names_are_looked_up) {
  http_server server([](seen_request const&) { return replies(200, "ok"); });
  client_of c("http://localhost:" + std::to_string(server.port()));
  std::size_t done = 0;
  for (int i = 0; i < 10; ++i)
    asio::co_spawn(c.io, c.client.send(get()), [&](std::exception_ptr failed, http_response const&) { done += failed ? 0U : 1U; });
  c.io.run_for(patience);
  BOOST_TEST(done == 10u);
}

BOOST_AUTO_TEST_CASE(ipv6) {
  std::unique_ptr<http_server> server;
  try {
    server =
        std::make_unique<http_server>([](seen_request const& r) { return replies(200, r.header("host")); }, server_options{.ipv6 = true});
  } catch (std::runtime_error const& e) {
    BOOST_TEST_MESSAGE("skipped, no IPv6 here: " << e.what());
    return;
  }
  client_of c(server->url());
  BOOST_TEST(c.send(get()).body == "[::1]:" + std::to_string(server->port()));
}

BOOST_AUTO_TEST_CASE(http_through_a_proxy_is_told_the_whole_url) {
  http_server proxy([](seen_request const&) { return replies(200, "ok"); });
  http_options o;
  o.proxy = "http://user:pass@127.0.0.1:" + std::to_string(proxy.port());
  client_of c("http://model.example/v1", o);
  BOOST_TEST(c.send(post("x", "/chat")).body == "ok");
  auto const seen = proxy.requests().at(0);
  BOOST_TEST(seen.target == "http://model.example/v1/chat");
  BOOST_TEST(seen.header("host") == "model.example");
  BOOST_TEST(seen.header("proxy-authorization") == "Basic dXNlcjpwYXNz");
}

BOOST_AUTO_TEST_CASE(a_password_of_a_proxy_may_be_percent_encoded) {
  http_server proxy([](seen_request const&) { return replies(200, "ok"); });
  for (auto const& [written, sent] : {std::pair("u:p%40ss", "Basic dTpwQHNz"), std::pair("u:p@ss", "Basic dTpwQHNz"),
                                      std::pair("u:100%", "Basic dToxMDAl"), std::pair("u:%zz%4", "Basic dTolenolNA==")}) {
    client_of c("http://model.example", through("http://" + std::string(written) + "@127.0.0.1:" + std::to_string(proxy.port())));
    c.send(get());
    BOOST_TEST(proxy.requests().back().header("proxy-authorization") == sent);
  }
}

BOOST_AUTO_TEST_CASE(a_proxy_that_is_not_there) {
  http_options o;
  o.proxy = "http://user:pass@127.0.0.1:" + std::to_string(dead_port());
  client_of c("http://model.example", o);
  auto const f = c.fails(get());
  expect(f, errc::model_unreachable, "no connection to the proxy http://127.0.0.1:");
  BOOST_TEST(!says(f, "pass"));
}

BOOST_AUTO_TEST_CASE(a_name_without_an_address) {
  auto const f = client_of(std::string("http://").append(no_such_host)).fails(get());
  expect(f, errc::model_unreachable, "the name no-such-host.invalid has no address");

  auto const p = client_of("http://model.example", through(std::string("http://u:secret@").append(no_such_host))).fails(get());
  expect(p, errc::model_unreachable, "the proxy's name no-such-host.invalid has no address", "check the proxy's URL");
  BOOST_TEST(!says(p, "secret"));
}

BOOST_AUTO_TEST_CASE(an_error_says_that_the_proxy_is_from_the_options) {
  try {
    client_of("http://model.example", through("socks5://127.0.0.1"));
    BOOST_ERROR("socks5 was accepted");
  } catch (error const& e) {
    BOOST_TEST(says(e.details(), "the proxy's URL \"socks5://127.0.0.1\" of http_options::proxy"), e.what());
  }
}

// --- TLS ---

#ifdef T2S_WITH_OPENSSL

namespace {

struct tls_pair {
  tls_pair(std::string const& certified, std::string const& asked, test_certificate::kind kind, http_options options = {})
      : certificate(certified, kind),
        server([](seen_request const& r) { return replies(200, r.body); }, {.certificate = &certificate}),
        client("https://" + asked + ":" + std::to_string(server.port()), trusting(std::move(options))) {}

  http_options trusting(http_options o) const {
    if (o.tls.ca_file.empty()) o.tls.ca_file = certificate.authority_file();
    if (o.addresses.empty()) o.addresses = {{"127.0.0.1", server.port()}};
    return o;
  }

  test_certificate certificate;
  http_server server;
  client_of client;
};

}  // namespace

BOOST_AUTO_TEST_CASE(tls_with_a_good_certificate) {
  using kind = test_certificate::kind;
  tls_pair by_name("model.example", "model.example", kind::good);
  BOOST_TEST(by_name.client.send(post("one")).body == "one");
  std::string const much(4 << 20, 'y');
  BOOST_TEST((by_name.client.send(post(much)).body == much));
  BOOST_TEST(by_name.server.connections() == 1u);
  BOOST_TEST(by_name.server.requests().at(0).server_name == "model.example");
  tls_pair by_address("127.0.0.1", "127.0.0.1", kind::good);
  BOOST_TEST(by_address.client.send(post("one")).body == "one");
  BOOST_TEST(by_address.server.requests().at(0).server_name == "");  // no address is a name (RFC 6066, section 3)
}

BOOST_AUTO_TEST_CASE(tls_with_bad_certificates) {
  using kind = test_certificate::kind;
  struct bad {
    kind what;
    std::string certified, asked, words;
  };
  for (auto const& b : {bad{kind::expired, "model.example", "model.example", "certificate has expired"},
                        bad{kind::self_signed, "model.example", "model.example", "self"},
                        bad{kind::good, "other.example", "model.example", "ostname mismatch"},
                        bad{kind::good, "127.0.0.2", "127.0.0.1", "IP address mismatch"}}) {
    tls_pair p(b.certified, b.asked, b.what);
    auto request = post("x");
    request.headers = {{"Authorization", "Bearer sk-secret", true}};
    auto const f = p.client.fails(request);
    expect(f, errc::tls_failed, b.words);
    BOOST_TEST(!says(f, "sk-secret"));
    BOOST_TEST(p.server.requests().empty());

    http_options trusting;
    trusting.tls.verify = false;
    tls_pair blind(b.certified, b.asked, b.what, trusting);
    BOOST_TEST(blind.client.send(post("x")).body == "x");
  }
}

BOOST_AUTO_TEST_CASE(tls_with_an_authority_that_nobody_knows) {
  test_certificate const other("model.example");
  http_options o;
  o.tls.ca_file = other.authority_file();
  tls_pair p("model.example", "model.example", test_certificate::kind::good, o);
  BOOST_TEST(p.client.fails(get()).code == errc::tls_failed);
  o.tls.ca_file = "/no/such/file.pem";
  try {
    client_of("https://model.example", o);
    BOOST_ERROR("a file of authorities that is not there was accepted");
  } catch (error const& e) {
    BOOST_TEST(e.details().code == errc::tls_failed);
    BOOST_TEST(e.details().subject == "/no/such/file.pem");
    BOOST_TEST(says(e.details(), "\"/no/such/file.pem\" cannot be read"), e.what());
  }
}

BOOST_AUTO_TEST_CASE(tls_1_1_is_not_spoken) {
  test_certificate const certificate("model.example");
  http_server server([](seen_request const&) { return replies(200, "ok"); }, {.certificate = &certificate, .tls_1_1 = true});
  http_options o;
  o.tls.ca_file = certificate.authority_file();
  o.addresses = {{"127.0.0.1", server.port()}};
  client_of c("https://model.example", o);
  BOOST_TEST(c.fails(get()).code == errc::tls_failed);
}

BOOST_AUTO_TEST_CASE(tls_where_there_is_none) {
  http_server plain([](seen_request const&) { return replies(200, "ok"); });
  client_of c("https://127.0.0.1:" + std::to_string(plain.port()), times({.connect = 500ms}));
  auto const f = c.fails(get());
  BOOST_TEST((f.code == errc::tls_failed || f.code == errc::model_unreachable), f.text());

  pair_of silent({wait_for(10s)}, {}, {.reads_requests = false});
  client_of s("https://127.0.0.1:" + std::to_string(silent.server.port()), times({.connect = 100ms}));
  auto const late = s.fails(get());
  expect(late, errc::model_unreachable, "handshake");
}

BOOST_AUTO_TEST_CASE(a_tls_stream_that_is_cut_off_is_no_answer) {
  test_certificate const certificate("127.0.0.1");
  http_server server([](seen_request const&) { return server_script{send_bytes("HTTP/1.1 200 OK\r\n\r\nhalf"), reset_connection()}; },
                     {.certificate = &certificate});
  http_options o;
  o.tls.ca_file = certificate.authority_file();
  client_of c(server.url(), o);
  auto const f = c.fails(get());
  BOOST_TEST((f.code == errc::model_unreachable || f.code == errc{}), f.text());
}

BOOST_AUTO_TEST_CASE(https_through_a_proxy_is_a_tunnel) {
  test_certificate const certificate("model.example");
  http_server server([](seen_request const& r) { return replies(200, r.body); }, {.certificate = &certificate});
  connect_proxy proxy(server.port());
  http_options o;
  o.tls.ca_file = certificate.authority_file();
  o.proxy = "http://user:pass@127.0.0.1:" + std::to_string(proxy.port());
  client_of c("https://model.example", o);
  auto request = post("x");
  request.headers = {{"Authorization", "Bearer sk-secret", true}};
  BOOST_TEST(c.send(request).body == "x");
  BOOST_TEST(c.send(request).body == "x");
  auto const heads = proxy.heads();
  BOOST_TEST(heads.size() == 1u);
  BOOST_TEST(heads.at(0) ==
             "CONNECT model.example:443 HTTP/1.1\r\nHost: model.example:443\r\nProxy-Authorization: Basic dXNlcjpwYXNz\r\n\r\n");
}

BOOST_AUTO_TEST_CASE(a_proxy_that_refuses) {
  struct row {
    unsigned status;
    errc code;
  };
  for (auto const& r : {row{407, errc::authentication_failed}, row{403, errc::request_rejected}, row{405, errc::request_rejected},
                        row{501, errc::request_rejected}, row{408, errc::model_unreachable}, row{429, errc::model_unreachable},
                        row{500, errc::model_unreachable}, row{502, errc::model_unreachable}, row{503, errc::model_unreachable},
                        row{302, errc::model_unreachable}}) {
    connect_proxy refusing(dead_port(), r.status);
    client_of c("https://model.example", through("127.0.0.1:" + std::to_string(refusing.port())));
    auto const f = c.fails(get());
    BOOST_TEST(f.code == r.code, f.text());
    BOOST_TEST(says(f, "does not open a tunnel to https://model.example: it answers " + std::to_string(r.status)), f.text());
  }
}

BOOST_AUTO_TEST_CASE(a_proxy_that_hangs) {
  for (server_script const& script : {server_script{wait_for(10s)}, server_script{send_bytes("HTTP/1.1 200 "), wait_for(10s)}}) {
    http_server proxy([&](seen_request const&) { return script; });
    client_of c("https://model.example", through(proxy.url(), {.connect = 200ms}));
    auto const f = c.fails(get());
    expect(f, errc::model_unreachable, "the proxy " + proxy.url() + " did not open a tunnel to https://model.example in time");
  }
}

BOOST_AUTO_TEST_CASE(the_limits_of_answers_are_not_those_of_a_tunnel) {
  http_server proxy([](seen_request const&) {
    return server_script{wait_for(150ms), send_bytes("HTTP/1.1 200 "), wait_for(150ms), send_bytes("OK\r\n\r\n"), wait_for(10s)};
  });
  client_of c("https://model.example", through(proxy.url(), {.connect = 1s, .first_byte = 50ms, .between_bytes = 50ms}));
  auto const begun = clock::now();
  auto const f = c.fails(get());
  expect(f, errc::model_unreachable, "the TLS handshake with https://model.example was not done in time");
  BOOST_TEST((clock::now() - begun >= 900ms));
}

BOOST_AUTO_TEST_CASE(an_early_answer_over_tls) {
  test_certificate const certificate("127.0.0.1");
  http_server server([](seen_request const&) { return server_script{send_bytes(answer_bytes(413, "too long")), wait_for(10s)}; },
                     {.certificate = &certificate, .reads_requests = false});
  http_options o = times({.between_bytes = 200ms});
  o.tls.ca_file = certificate.authority_file();
  client_of c(server.url(), o);
  auto const answer = c.send(post(std::string(32 << 20, 'x')));
  BOOST_TEST(answer.status == 413u);
  BOOST_TEST(answer.body == "too long");
}

BOOST_AUTO_TEST_CASE(a_name_that_tls_cannot_ask_for) {
  std::string const name(300, 'a');
  pair_of silent({wait_for(10s)}, {}, {.reads_requests = false});
  http_options o = times({.connect = 500ms});
  o.addresses = {{"127.0.0.1", silent.server.port()}};
  auto const f = client_of("https://" + name, o).fails(get());
  expect(f, errc::tls_failed, name + " cannot be required");
}

BOOST_AUTO_TEST_CASE(cancelled_in_the_handshake) {
  pair_of silent({wait_for(10s)}, {}, {.reads_requests = false});
  client_of c("https://127.0.0.1:" + std::to_string(silent.server.port()));
  BOOST_TEST(failure_when_cancelled(c.io, c.client.send(get()), 50ms).code == errc::cancelled);
}

#else

BOOST_AUTO_TEST_CASE(https_without_openssl) {
  try {
    client_of("https://model.example");
    BOOST_ERROR("https was accepted");
  } catch (error const& e) {
    BOOST_TEST(says(e.details(), "built without OpenSSL and cannot reach https://model.example; link t2s::openssl"));
  }
}

#endif

// --- cancellation, lifetimes, threads ---

BOOST_AUTO_TEST_CASE(cancelled_at_every_stage) {
  hanging_address hanging;
  http_options o;
  o.addresses = {{"127.0.0.1", hanging.port()}};
  client_of connecting("http://model.example", o);
  BOOST_TEST(failure_when_cancelled(connecting.io, connecting.client.send(get()), 50ms).code == errc::cancelled);

  pair_of waiting({wait_for(10s)});
  BOOST_TEST(failure_when_cancelled(waiting.client.io, waiting.client.client.send(get()), 50ms).code == errc::cancelled);

  pair_of receiving({trickle(answer_bytes(200, std::string(10'000, 'x')), 1ms)});
  BOOST_TEST(failure_when_cancelled(receiving.client.io, receiving.client.client.send(get()), 100ms).code == errc::cancelled);

  pair_of sending({wait_for(10s)}, {}, {.reads_requests = false});
  auto big = sending.client.client.send(post(std::string(32 << 20, 'x')));
  BOOST_TEST(failure_when_cancelled(sending.client.io, std::move(big), 50ms).code == errc::cancelled);

  for (auto const* const c : {&connecting, &waiting.client, &receiving.client, &sending.client}) {
    BOOST_TEST(c->client.connections().busy == 0u);
    BOOST_TEST(c->client.connections().idle == 0u);
  }
}

BOOST_AUTO_TEST_CASE(cancelled_while_resolving) {
  client_of c("http://localhost:" + std::to_string(dead_port()));
  asio::cancellation_signal cancel;
  std::promise<errc> ended;
  asio::co_spawn(c.io, c.client.send(get()), asio::bind_cancellation_slot(cancel.slot(), told_to(ended)));
  // After the start of the coroutine and before anything that the resolver may post.
  asio::post(c.io, [&] {
    BOOST_TEST(c.client.connections().busy == 1u);
    BOOST_TEST(c.client.connections().made == 0u);
    cancel.emit(asio::cancellation_type::terminal);
  });
  c.io.run_for(patience);
  BOOST_TEST(ended.get_future().get() == errc::cancelled);
  BOOST_TEST(c.client.connections().busy == 0u);
}

BOOST_AUTO_TEST_CASE(cancelled_while_waiting_for_a_connection) {
  http_options o;
  o.connections = 1;
  http_server server([](seen_request const& r) {
    return r.target == "/slow" ? server_script{wait_for(300ms), send_bytes(answer_bytes(200, "slow"))} : replies(200, "quick");
  });
  client_of c(server.url(), o);
  auto slow = asio::co_spawn(c.io, c.client.send(get("/slow")), asio::use_future);
  auto const f = failure_when_cancelled(c.io, c.client.send(get("/cancelled")), 50ms);
  BOOST_TEST(f.code == errc::cancelled);
  BOOST_TEST(slow.get().body == "slow");
  BOOST_TEST(c.send(get("/quick")).body == "quick");
  BOOST_TEST(server.requests().size() == 2u);
}

namespace {

/// Requests in rounds of 20, each cancelled at a random moment, by the types in turn.
class random_cancellations {
 public:
  random_cancellations(client_of& of, std::vector<asio::cancellation_type> types, std::chrono::microseconds longest)
      : of_(of), types_(std::move(types)), longest_(longest) {}

  void run(std::size_t rounds) {
    for (std::size_t round = 0; round < rounds; ++round) {
      for (int i = 0; i < 20; ++i) start();
      of_.io.restart();
      of_.io.run_for(patience);
    }
    BOOST_TEST(answered_ + cancelled_ == rounds * 20);
    BOOST_TEST(cancelled_ > rounds * 2);
    BOOST_TEST(of_.client.connections().busy == 0u);
    BOOST_TEST_MESSAGE(answered_ << " answered, " << cancelled_ << " cancelled");
  }

 private:
  void start() {
    auto& signal = *signals_.emplace_back(std::make_unique<asio::cancellation_signal>());
    auto const type = types_[signals_.size() % types_.size()];
    asio::co_spawn(of_.io, hearing_all_cancellations(of_.client.send(post("x"))),
                   asio::bind_cancellation_slot(signal.slot(), [this](std::exception_ptr thrown, http_response const& r) {
                     try {
                       if (thrown) std::rethrow_exception(thrown);
                       answered_ += r.body == "abcdef" ? 1U : 0U;
                     } catch (error const& e) {
                       cancelled_ += e.code() == errc::cancelled ? 1U : 0U;
                     }
                   }));
    auto const when = std::chrono::microseconds(random_() % static_cast<std::size_t>(longest_.count()));
    auto& timer = *timers_.emplace_back(std::make_unique<asio::steady_timer>(of_.io, when));
    timer.async_wait([&signal, type](auto) { signal.emit(type); });
  }

  client_of& of_;
  std::vector<asio::cancellation_type> types_;
  std::chrono::microseconds longest_;
  std::minstd_rand random_{7};
  std::size_t answered_ = 0;
  std::size_t cancelled_ = 0;
  std::vector<std::unique_ptr<asio::cancellation_signal>> signals_{};
  std::vector<std::unique_ptr<asio::steady_timer>> timers_{};
};

server_script six_slow_bytes(seen_request const&) {
  return {send_bytes("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"), trickle("abcdef", 1ms)};
}

http_options twenty_connections() {
  http_options o;
  o.connections = 20;
  return o;
}

std::vector<asio::cancellation_type> const all_types{asio::cancellation_type::terminal, asio::cancellation_type::partial,
                                                     asio::cancellation_type::total};

}  // namespace

BOOST_AUTO_TEST_CASE(a_thousand_cancellations_leave_nothing) {
  auto const sockets_before = open_sockets();
  for (auto const& types : {std::vector{asio::cancellation_type::terminal}, all_types}) {
    http_server server(six_slow_bytes);
    client_of c(server.url(), twenty_connections());
    random_cancellations(c, types, 12ms).run(50);
  }
  BOOST_TEST(open_sockets() == sockets_before);
}

#ifdef T2S_WITH_OPENSSL
BOOST_AUTO_TEST_CASE(cancellations_over_tls_and_through_a_tunnel_leave_nothing) {
  auto const sockets_before = open_sockets();
  for (bool const tunnelled : {false, true}) {
    test_certificate const certificate("model.example");
    http_server server(six_slow_bytes, {.certificate = &certificate});
    connect_proxy proxy(server.port());
    auto o = twenty_connections();
    o.tls.ca_file = certificate.authority_file();
    o.idle = 0s;  // so that each has a handshake to cancel
    if (tunnelled) o.proxy = "127.0.0.1:" + std::to_string(proxy.port());
    if (!tunnelled) o.addresses = {{"127.0.0.1", server.port()}};
    client_of c("https://model.example", o);
    random_cancellations(c, all_types, 60ms).run(10);
  }
  BOOST_TEST(open_sockets() == sockets_before);
}
#endif

namespace {

/// A request that is cancelled after 50 ms. Ends when no thread works on it any more.
struct cancelled_later {
  cancelled_later(asio::any_io_executor const& on, asio::cancellation_type type, std::function<awaitable<http_response>()> const& work)
      : timer(on, 50ms) {
    asio::post(on, [this, on, type, work] {
      asio::co_spawn(on, work(), asio::bind_cancellation_slot(cancel.slot(), told_to(ended)));
      timer.async_wait([this, type](auto) { cancel.emit(type); });
    });
  }

  asio::cancellation_signal cancel{};
  std::promise<errc> ended{};
  asio::steady_timer timer;
};

/// All types, on the client's executor and on another one: returns how each request ended.
std::vector<errc> ends_of_cancellations(client_of& client, std::function<awaitable<http_response>()> const& work) {
  asio::thread_pool pool(2);
  auto guard = asio::make_work_guard(client.io);
  std::thread runs([&] { client.io.run(); });
  std::deque<cancelled_later> all;
  for (asio::any_io_executor const& on : {asio::any_io_executor(client.io.get_executor()), asio::any_io_executor(make_strand(pool))})
    for (auto const type : all_types) all.emplace_back(on, type, work);
  std::vector<errc> ends;
  for (auto& one : all) ends.push_back(one.ended.get_future().get());
  guard.reset();
  runs.join();
  pool.join();
  return ends;
}

}  // namespace

BOOST_AUTO_TEST_CASE(all_types_of_cancellation_are_heard) {
  auto const check = [](client_of& client) {
    auto const begun = clock::now();
    auto const ends = ends_of_cancellations(client, [&] { return hearing_all_cancellations(client.client.send(get())); });
    BOOST_TEST(ends == std::vector<errc>(6, errc::cancelled), boost::test_tools::per_element());
    BOOST_TEST((clock::now() - begun < 5s));
  };
  pair_of plain({wait_for(10s)});
  check(plain.client);
#ifdef T2S_WITH_OPENSSL
  test_certificate const certificate("127.0.0.1");
  http_server server([](seen_request const&) { return server_script{wait_for(10s)}; }, {.certificate = &certificate});
  http_options o;
  o.tls.ca_file = certificate.authority_file();
  client_of secure(server.url(), o);
  check(secure);
#endif
}

BOOST_AUTO_TEST_CASE(only_terminal_cancellation_is_heard_without_being_asked_for) {
  pair_of p({wait_for(400ms), send_bytes(answer_bytes(200, "ok"))});
  auto const ends = ends_of_cancellations(p.client, [&] { return p.client.client.send(get()); });
  auto const once = errc::cancelled;
  BOOST_TEST(ends == (std::vector<errc>{once, errc{}, errc{}, once, errc{}, errc{}}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(cancelled_on_the_way_to_the_clients_executor) {
  pair_of p({wait_for(10s)});
  auto const strand = asio::make_strand(p.client.io);
  for (auto const type : all_types) {
    asio::cancellation_signal cancel;
    std::promise<errc> ended;
    asio::co_spawn(strand, hearing_all_cancellations(p.client.client.send(get())),
                   asio::bind_cancellation_slot(cancel.slot(), told_to(ended)));
    // After the start of the coroutine, before that of the one which it starts on the client's executor.
    asio::post(p.client.io, [&] { cancel.emit(type); });
    p.client.io.restart();
    auto const begun = clock::now();
    p.client.io.run_for(patience);
    BOOST_TEST(ended.get_future().get() == errc::cancelled);
    BOOST_TEST((clock::now() - begun < 5s));
  }
}

BOOST_AUTO_TEST_CASE(the_client_may_go_before_its_request) {
  http_server server([](seen_request const&) { return replies(200, "ok"); });
  asio::io_context io;
  std::optional<llm::http_client> client;
  client.emplace(io.get_executor(), llm::parse_url(server.url()), client_of::direct({}));
  auto before = client->send(get());
  auto under_way = asio::co_spawn(io, client->send(get()), asio::use_future);
  io.poll();
  client.reset();
  io.restart();
  io.run_for(patience);
  BOOST_TEST(under_way.get().body == "ok");
  BOOST_TEST(wait_for_it(io, std::move(before)).body == "ok");
}

BOOST_AUTO_TEST_CASE(the_context_may_go_before_its_request) {
  auto const sockets_before = open_sockets();
  {
    http_server server([](seen_request const&) { return server_script{wait_for(10s)}; });
    auto io = std::make_unique<asio::io_context>();
    auto client = std::make_unique<llm::http_client>(io->get_executor(), llm::parse_url(server.url()), client_of::direct({}));
    asio::co_spawn(*io, client->send(get()), [](std::exception_ptr, http_response const&) {});
    io->run_for(50ms);
    client.reset();
    io.reset();
  }
  BOOST_TEST(open_sockets() == sockets_before);
}

BOOST_AUTO_TEST_CASE(from_many_threads) {
  http_server server([](seen_request const& r) { return replies(200, r.body); });
  asio::thread_pool pool(3);
  http_options o;
  o.connections = 5;
  llm::http_client client(asio::make_strand(pool), llm::parse_url(server.url()), client_of::direct(o));
  std::vector<std::future<http_response>> answers;
  for (int i = 0; i < 200; ++i) answers.push_back(asio::co_spawn(pool, client.send(post(std::to_string(i))), asio::use_future));
  for (std::size_t i = 0; i < answers.size(); ++i) BOOST_TEST(answers[i].get().body == std::to_string(i));
  BOOST_TEST(server.connections() <= 5u);
  pool.join();
}

BOOST_AUTO_TEST_CASE(cancelled_from_another_executor) {
  pair_of p({wait_for(10s)});
  asio::thread_pool pool(2);
  auto work = asio::make_work_guard(p.client.io);
  std::thread runs([&] { p.client.io.run(); });
  auto const strand = asio::make_strand(pool);
  asio::cancellation_signal cancel;
  std::promise<errc> ended;
  asio::post(strand,
             [&] { asio::co_spawn(strand, p.client.client.send(get()), asio::bind_cancellation_slot(cancel.slot(), told_to(ended))); });
  asio::steady_timer timer(strand, 50ms);
  timer.async_wait([&](auto) { cancel.emit(asio::cancellation_type::terminal); });
  BOOST_TEST(ended.get_future().get() == errc::cancelled);
  work.reset();
  runs.join();
  pool.join();
}

BOOST_AUTO_TEST_SUITE_END()
