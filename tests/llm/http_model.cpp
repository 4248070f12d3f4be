// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/http_model.hpp"

#include "http_support.hpp"
#include "support/scripted_database.hpp"
#include "t2s/llm/detail/token_estimate.hpp"
#include "t2s/pipeline/context.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <array>
#include <memory>
#include <thread>

using namespace t2s;
using namespace t2s::tests;
using llm::completion;
using llm::request;

namespace {

std::string const key = "sk-secret-0123456789";

std::string chat_body(std::string const& text) {
  return R"({"choices":[{"index":0,"message":{"role":"assistant","content":")" + text +
         R"("},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}})";
}

llm::http_model_options quick(std::size_t tries = 3) {
  llm::http_model_options o;
  o.http.environment_proxy = false;
  o.retry.tries = tries;
  o.retry.first_wait = 1ms;
  o.retry.seed = 1;
  return o;
}

struct model_of {
  explicit model_of(std::string const& url, llm::http_model_options options = quick())
      : model(io.get_executor(), url + "/v1", at(), std::move(options)) {}

  static llm::endpoint at() {
    llm::endpoint e;
    e.model = "m";
    e.key = key;
    return e;
  }

  completion complete() { return wait_for_it(io, model.complete(request("hello"))); }
  failure fails(request asked = request("hello")) { return checked(failure_of(io, model.complete(std::move(asked)))); }
  failure fails_in_run(limits allowed) {
    scripted_database database;
    context run(model, database, {.allowed = allowed});
    return checked(failure_of(io, run.ask(request("hello"))));
  }
  completion stream(std::string& text) {
    return wait_for_it(io, model.stream(request("hello"), [&](std::string_view piece) { text.append(piece); }));
  }
  failure stream_fails(std::string& text) {
    return checked(failure_of(io, model.stream(request("hello"), [&](std::string_view piece) { text.append(piece); })));
  }
  static failure checked(failure f) {
    BOOST_TEST(!says(f, key), f.text());
    return f;
  }

  asio::io_context io{};
  llm::http_model model;
};

/// Answers in order, then repeats the last one.
http_server::handler in_turn(std::vector<server_script> scripts) {
  auto const next = std::make_shared<std::atomic<std::size_t>>(0);
  return [scripts, next](seen_request const&) { return scripts[std::min((*next)++, scripts.size() - 1)]; };
}

std::string const stream_events =
    ": a comment\n\n" + event_bytes(R"({"choices":[{"index":0,"delta":{"role":"assistant","content":"h\u00e9"}}]})") +
    event_bytes("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"llo \xE2\x82\xAC\"}}]}") +
    event_bytes(R"({"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})") +
    event_bytes(R"({"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}})") + event_bytes("[DONE]");
std::string const streamed = "h\xC3\xA9llo \xE2\x82\xAC";

}  // namespace

BOOST_AUTO_TEST_SUITE(http_model)

BOOST_AUTO_TEST_CASE(a_completion) {
  http_server server(in_turn({replies(200, chat_body("hi"))}));
  model_of m(server.url());
  auto const c = m.complete();
  BOOST_TEST(c.text == "hi");
  BOOST_TEST(c.finish_reason == "stop");
  BOOST_TEST(c.prompt_tokens == 3u);
  BOOST_TEST(c.completion_tokens == 2u);
  auto const seen = server.requests().at(0);
  BOOST_TEST(seen.target == "/v1/chat/completions");
  BOOST_TEST(seen.header("authorization") == "Bearer " + key);
  BOOST_TEST(seen.header("content-type").starts_with("application/json"));
}

BOOST_AUTO_TEST_CASE(statuses_that_end_it) {
  struct one {
    unsigned status;
    errc code;
  };
  for (auto const& [status, code] :
       {one{400, errc::request_rejected}, one{401, errc::authentication_failed}, one{403, errc::authentication_failed},
        one{404, errc::model_not_found}, one{413, errc::request_rejected}, one{301, errc::model_failed}}) {
    http_server server(
        in_turn({replies(status, R"({"error":{"message":"bad key )" + key + R"("}})", {{"Location", "http://other.example/"}})}));
    model_of m(server.url());
    BOOST_TEST(m.fails().code == code, status);
    BOOST_TEST(server.requests().size() == 1u, status);
  }
}

BOOST_AUTO_TEST_CASE(where_nothing_was_found_is_said) {
  http_server server(in_turn({replies(404, "Not Found")}));
  model_of m(server.url());
  BOOST_TEST(says(m.fails(), "answered 404: Not Found (asked was /v1/chat/completions)"));
}

BOOST_AUTO_TEST_CASE(statuses_that_are_tried_again) {
  for (unsigned const status : {408u, 409u, 429u, 500u, 502u, 503u, 529u}) {
    http_server server(in_turn({replies(status, "{}"), replies(status, "no JSON", {{"Retry-After", "0"}}), replies(200, chat_body("hi"))}));
    model_of m(server.url());
    BOOST_TEST(m.complete().text == "hi", status);
    BOOST_TEST(server.requests().size() == 3u, status);
    BOOST_TEST(m.model.figures().sent == 3u);
    BOOST_TEST(m.model.figures().retried == 2u);
  }
}

BOOST_AUTO_TEST_CASE(the_last_try_fails) {
  struct one {
    unsigned status;
    errc code;
  };
  for (auto const& [status, code] : {one{429, errc::rate_limited}, one{500, errc::server_failed}, one{529, errc::server_failed},
                                     one{408, errc::model_timeout}, one{409, errc::request_rejected}}) {
    http_server server(in_turn({replies(status, R"({"error":{"message":"busy"}})")}));
    model_of m(server.url());
    auto const f = m.fails();
    BOOST_TEST(f.code == code, status);
    BOOST_TEST(says(f, "busy"), f.text());
    BOOST_TEST(says(f, "(after 3 tries)"), f.text());
    BOOST_TEST(server.requests().size() == 3u);
  }
}

BOOST_AUTO_TEST_CASE(the_server_says_when) {
  http_server patient(in_turn({replies(429, "{}", {{"retry-after-ms", "200"}}), replies(200, chat_body("hi"))}));
  model_of m(patient.url());
  auto const begun = clock::now();
  BOOST_TEST(m.complete().text == "hi");
  BOOST_TEST((clock::now() - begun >= 200ms));

  http_server forbidding(in_turn({replies(429, "{}", {{"Retry-After", "3600"}}), replies(200, chat_body("hi"))}));
  model_of given_up(forbidding.url());
  auto const f = given_up.fails();
  expect(f, errc::rate_limited, "the server asks to wait for 3600 s");
  BOOST_TEST(forbidding.requests().size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_server_that_asks_for_no_wait_is_not_asked_without_a_pause) {
  for (auto const& [name, value] : {std::pair("Retry-After", "0"), std::pair("retry-after-ms", "0"),
                                    std::pair("Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT"), std::pair("Retry-After", "-1")}) {
    auto o = quick(2);
    o.retry.outlast_limits = true;
    o.retry.total = 1s;
    o.retry.first_wait = o.retry.longest_wait = 200ms;
    http_server server(in_turn({replies(429, "{}", {{name, value}})}));
    model_of m(server.url(), o);
    BOOST_TEST(m.fails().code == errc::rate_limited);
    BOOST_TEST(server.requests().size() < 60u);  // each wait is 100 ms on average; on a slow machine there are fewer
    auto const streaming = failure_of(m.io, m.model.stream(llm::request("q"), [](std::string_view) {}));
    BOOST_TEST(streaming.code == errc::rate_limited);
    auto const embedding = failure_of(m.io, m.model.embed({"q"}));
    BOOST_TEST(embedding.code == errc::rate_limited);
    BOOST_TEST(server.requests().size() < 180u);
  }
}

BOOST_AUTO_TEST_CASE(connections_that_fail_are_tried_again) {
  http_server server(in_turn({{close_connection()},
                              {send_bytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"), close_connection()},
                              replies(200, chat_body("hi"))}));
  model_of m(server.url());
  BOOST_TEST(m.complete().text == "hi");
  BOOST_TEST(server.requests().size() == 3u);

  model_of nobody("http://127.0.0.1:" + std::to_string(dead_port()));
  auto const f = nobody.fails();
  expect(f, errc::model_unreachable, "(after 3 tries)");
}

BOOST_AUTO_TEST_CASE(what_is_not_tried_again) {
  auto o = quick();
  o.http.time.first_byte = 50ms;
  http_server silent(in_turn({{wait_for(10s)}}));
  model_of late(silent.url(), o);
  BOOST_TEST(late.fails().code == errc::model_timeout);
  BOOST_TEST(silent.requests().size() == 1u);

  for (std::string const body : {"", "{", "no JSON", "[]", "{}", R"({"choices":[]})", R"({"choices":"x"})", "null", "\xFF\xFE"}) {
    http_server server(in_turn({replies(200, body)}));
    model_of m(server.url());
    BOOST_TEST(m.fails().code == errc::malformed_reply, body);
    BOOST_TEST(server.requests().size() == 1u);
  }
  http_server refusing(in_turn({replies(200, R"({"error":{"message":"overloaded","type":"server_error"}})")}));
  model_of m(refusing.url());
  BOOST_TEST(m.fails().code == errc::server_failed);
}

BOOST_AUTO_TEST_CASE(limits_of_retries) {
  auto o = quick(100);
  o.retry.total = 300ms;
  o.retry.first_wait = 50ms;
  http_server server(in_turn({replies(500, "{}")}));
  model_of m(server.url(), o);
  auto const begun = clock::now();
  BOOST_TEST(m.fails().code == errc::server_failed);
  BOOST_TEST((clock::now() - begun < 5s));
}

BOOST_AUTO_TEST_CASE(nothing_is_sent_once_the_bounds_of_a_request_are_reached) {
  // A wait that would end too late is not begun.
  http_server failing(in_turn({replies(503, "{}", {{"Retry-After", "30"}})}));
  model_of m(failing.url(), quick(100));
  llm::request bounded("q");
  bounded.bounds.until = clock::now() + 2s;
  auto const begun = clock::now();
  BOOST_TEST(m.fails(bounded).code == errc::server_failed);
  BOOST_TEST((clock::now() - begun < 2s));
  BOOST_TEST(failing.requests().size() == 1u);

  http_server silent(in_turn({{wait_for(10s)}}));
  model_of late(silent.url(), quick(100));
  bounded.bounds.until = clock::now() + 100ms;
  BOOST_TEST(late.fails(bounded).code == errc::model_timeout);
  BOOST_TEST(silent.requests().size() == 1u);

  std::stop_source stopping;
  http_server unstable([&](seen_request const&) {
    stopping.request_stop();
    return replies(500, "{}");
  });
  model_of stopped(unstable.url(), quick(100));
  bounded.bounds = {.stop = stopping.get_token()};
  BOOST_TEST(stopped.fails(bounded).code == errc::cancelled);
  BOOST_TEST(unstable.requests().size() == 1u);
}

BOOST_AUTO_TEST_CASE(who_is_stopped_waits_for_nothing) {
  auto limited = quick(2);
  limited.rates.requests_a_minute = 1;
  limited.rates.burst_seconds = 60;
  struct one {
    server_script script;
    llm::http_model_options options;
    std::size_t before;  // requests that were answered already
  };
  std::vector<one> const all{{replies(503, "{}", {{"Retry-After", "20"}}), quick(2), 0},  // a retry's sleep
                             {{wait_for(20s)}, quick(2), 0},                              // an answer
                             {streams(stream_events, {80, 1}, 500ms), quick(2), 0},       // more of one
                             {replies(200, chat_body("hi")), limited, 1}};                // a turn
  for (bool const from_elsewhere : {false, true})
    for (auto const& [script, options, before] : all) {
      http_server server(in_turn({script}));
      model_of m(server.url(), options);
      for (std::size_t i = 0; i < before; ++i) m.complete();
      std::stop_source stopping;
      request asked("hello");
      asked.bounds.stop = stopping.get_token();
      asio::steady_timer timer(m.io, 200ms);
      if (!from_elsewhere) timer.async_wait([&](auto) { stopping.request_stop(); });
      std::thread elsewhere([&] {
        std::this_thread::sleep_for(200ms);
        if (from_elsewhere) stopping.request_stop();
      });
      auto const begun = clock::now();
      auto const f = failure_of(m.io, m.model.stream(asked, [](std::string_view) {}));
      elsewhere.join();
      BOOST_TEST(f.code == errc::cancelled, f.text());
      BOOST_TEST((clock::now() - begun < 3s));
      BOOST_TEST(server.requests().size() == 1u);
    }
}

BOOST_AUTO_TEST_CASE(a_token_that_nobody_uses_changes_nothing) {
  http_server server(in_turn({replies(503, "{}"), replies(200, chat_body("hi"))}));
  model_of m(server.url());
  std::stop_source unused;
  request asked("hello");
  asked.bounds.stop = unused.get_token();
  BOOST_TEST(wait_for_it(m.io, m.model.complete(asked)).text == "hi");
  unused.request_stop();  // too late
  BOOST_TEST(server.requests().size() == 2u);
  BOOST_TEST(m.fails(asked).code == errc::cancelled);
  BOOST_TEST(server.requests().size() == 2u);

  http_server silent(in_turn({{wait_for(10s)}}));
  model_of waiting(silent.url());
  std::stop_source other;
  asked.bounds.stop = other.get_token();
  BOOST_TEST(failure_when_cancelled(waiting.io, waiting.model.complete(asked), 100ms).code == errc::cancelled);
}

BOOST_AUTO_TEST_CASE(what_is_stopped_may_lose_its_context) {
  http_server server(in_turn({{wait_for(10s)}}));
  for (int i = 0; i < 10; ++i) {
    std::stop_source stopping;
    auto m = std::make_unique<model_of>(server.url());
    request asked("hello");
    asked.bounds.stop = stopping.get_token();
    asio::co_spawn(m->io, m->model.complete(asked), [](std::exception_ptr, completion const&) {});
    m->io.run_for(std::chrono::milliseconds(i));
    if (i % 2 == 0) stopping.request_stop();
    m.reset();
    stopping.request_stop();
  }
}

BOOST_AUTO_TEST_CASE(tokens_count_without_usage_too) {
  // About 600 tokens a prompt, 6000 a second: without an estimate all would be sent at once.
  std::string const silent = R"({"choices":[{"index":0,"message":{"content":"hi"},"finish_reason":"stop"}]})";
  std::string prompt;
  for (int i = 0; i < 100; ++i) prompt += "select a from b\n";
  auto const about = llm::estimate_tokens(prompt);
  http_server server(in_turn({replies(200, silent)}));
  auto o = quick();
  o.rates.tokens_a_minute = static_cast<double>(about) * 60 * 5;  // five prompts a second
  o.rates.burst_seconds = 0.2;
  model_of m(server.url(), o);
  auto const begun = clock::now();
  for (int i = 0; i < 4; ++i) wait_for_it(m.io, m.model.complete(request(prompt)));
  BOOST_TEST((clock::now() - begun >= 550ms));

  // The unused part of max_tokens is given back, whether the server counts or not.
  request brief("hello");
  brief.max_tokens = 1'000'000;
  for (int i = 0; i < 3; ++i) wait_for_it(m.io, m.model.complete(brief));
  BOOST_TEST((clock::now() - begun < 10s));
}

BOOST_AUTO_TEST_CASE(a_try_that_fails_gives_its_tokens_back) {
  http_server server(in_turn({replies(503, "{}"), {close_connection()}, replies(429, "{}"), replies(200, chat_body("hi"))}));
  auto o = quick(4);
  o.rates = {.tokens_a_minute = 60'000, .burst_seconds = 1};
  model_of m(server.url(), o);
  request asked("hello");
  asked.max_tokens = 100'000;
  auto const begun = clock::now();
  BOOST_TEST(wait_for_it(m.io, m.model.complete(asked)).text == "hi");
  BOOST_TEST((clock::now() - begun < 5s));  // 100 s a try
}

BOOST_AUTO_TEST_CASE(our_own_refusal_does_not_hide_what_went_wrong) {
  http_server server(in_turn({replies(503, R"({"error":{"message":"disk full"}})")}));
  auto broken = quick(4);
  broken.breaker = {.failures = 2, .rest = 10s};
  model_of m(server.url(), broken);
  auto f = m.fails();
  expect(f, errc::server_failed, "disk full (after 2 tries) (not tried again: nothing is sent to");

  auto limited = quick(4);
  limited.rates = {.requests_a_minute = 6, .burst_seconds = 0};
  limited.retry.total = 2s;
  model_of slow(server.url(), limited);
  f = slow.fails();
  expect(f, errc::server_failed, "disk full (not tried again: the client's own rate limits");
}

BOOST_AUTO_TEST_CASE(vectors_are_asked_for_within_bounds_too) {
  http_server failing(in_turn({replies(503, "{}", {{"Retry-After", "30"}})}));
  model_of m(failing.url(), quick(100));
  auto const begun = clock::now();
  auto const f = failure_of(m.io, m.model.embed({"a"}, {.until = clock::now() + 2s}));
  BOOST_TEST(f.code == errc::server_failed);
  BOOST_TEST(failing.requests().size() == 1u);

  http_server silent(in_turn({{wait_for(10s)}}));
  model_of late(silent.url(), quick(100));
  scripted_database database;
  context run(late.model, database, {.allowed = {.time = 200ms}});
  BOOST_TEST(failure_of(late.io, run.embed(late.model, {"a"})).code == errc::budget_time);
  BOOST_TEST(silent.requests().size() == 1u);

  std::stop_source stopping;
  http_server unstable([&](seen_request const&) {
    stopping.request_stop();
    return replies(500, "{}");
  });
  model_of stopped(unstable.url(), quick(100));
  BOOST_TEST(failure_of(stopped.io, stopped.model.embed({"a"}, {.stop = stopping.get_token()})).code == errc::cancelled);
  BOOST_TEST(unstable.requests().size() == 1u);
  BOOST_TEST((clock::now() - begun < 5s));
}

BOOST_AUTO_TEST_CASE(a_run_asks_no_longer_than_its_time_lasts) {
  http_server silent(in_turn({{wait_for(10s)}}));
  model_of m(silent.url(), quick(100));
  auto const begun = clock::now();
  auto const f = m.fails_in_run({.time = 200ms});
  BOOST_TEST(f.code == errc::budget_time, f.text());
  BOOST_TEST((clock::now() - begun < 5s));
  BOOST_TEST(silent.requests().size() == 1u);
}

BOOST_AUTO_TEST_CASE(the_breaker_spares_a_server_that_is_down) {
  auto o = quick(1);
  o.breaker = {.failures = 2, .rest = 200ms};
  http_server server(in_turn({replies(500, "{}"), replies(500, "{}"), replies(200, chat_body("hi"))}));
  model_of m(server.url(), o);
  BOOST_TEST(m.fails().code == errc::server_failed);
  BOOST_TEST(m.fails().code == errc::server_failed);
  auto const f = m.fails();
  expect(f, errc::model_unreachable, "nothing is sent to");
  BOOST_TEST(server.requests().size() == 2u);
  std::this_thread::sleep_for(250ms);
  BOOST_TEST(m.complete().text == "hi");
  BOOST_TEST(m.complete().text == "hi");
}

BOOST_AUTO_TEST_CASE(who_is_refused_by_the_breaker_takes_no_turn) {
  auto o = quick(1);
  o.breaker = {.failures = 1, .rest = 1h};
  o.rates = {.requests_a_minute = 60, .burst_seconds = 2};
  http_server server(in_turn({replies(500, "{}")}));
  model_of m(server.url(), o);
  BOOST_TEST(m.fails().code == errc::server_failed);
  auto const begun = clock::now();
  for (int i = 0; i < 10; ++i) BOOST_TEST(m.fails().code == errc::model_unreachable);
  BOOST_TEST((clock::now() - begun < 1s));

  // A request that waits for its turn while the circuit opens is rejected as well.
  o.rates = {.at_once = 1};
  model_of one(server.url(), o);
  std::size_t failed = 0;
  for (int i = 0; i < 5; ++i)
    asio::co_spawn(one.io, one.model.complete(request("x")), [&](std::exception_ptr e, completion const&) { failed += e ? 1U : 0U; });
  one.io.run_for(patience);
  BOOST_TEST(failed == 5u);
  BOOST_TEST(one.model.figures().sent == 1u);
}

BOOST_AUTO_TEST_CASE(what_the_breaker_does_not_blame_the_server_for) {
  auto o = quick(1);
  o.breaker = {.failures = 1, .rest = 1h};

  http_server streaming(in_turn({streams(stream_events)}));
  model_of m(streaming.url(), o);
  for (auto const code : {errc::budget_calls, errc::model_unreachable, errc::model_timeout}) {
    auto const f = failure_of(m.io, m.model.stream(request("x"), [&](std::string_view) { throw error(code, "mine", "mine"); }));
    BOOST_TEST(f.code == code);
    BOOST_TEST(f.message == "mine");
  }
  std::string text;
  BOOST_TEST(m.stream(text).text == streamed);

  http_server slow(in_turn({{wait_for(300ms), send_bytes(answer_bytes(200, chat_body("hi")))}}));
  model_of hasty(slow.url(), o);
  request bounded("x");
  bounded.bounds.until = clock::now() + 50ms;
  BOOST_TEST(hasty.fails(bounded).code == errc::model_timeout);
  BOOST_TEST(hasty.complete().text == "hi");

  o.http.connections = 1;
  o.http.time.total = 500ms;
  model_of crowded(slow.url(), o);
  std::size_t failed = 0;
  for (int i = 0; i < 4; ++i)
    asio::co_spawn(crowded.io, crowded.model.complete(request("x")),
                   [&](std::exception_ptr e, completion const&) { failed += e ? 1U : 0U; });
  crowded.io.run_for(patience);
  BOOST_TEST(failed >= 2u);
  BOOST_TEST(crowded.complete().text == "hi");

  http_server strange(
      in_turn({replies(200, "no JSON"), {send_bytes("no HTTP\r\n\r\n"), close_connection()}, replies(200, chat_body("hi"))}));
  model_of s(strange.url(), o);
  BOOST_TEST(s.fails().code == errc::malformed_reply);
  BOOST_TEST(s.fails().code == errc::malformed_reply);
  BOOST_TEST(s.complete().text == "hi");
}

BOOST_AUTO_TEST_CASE(what_the_breaker_blames_the_server_for) {
  auto o = quick(1);
  o.breaker = {.failures = 1, .rest = 1h};
  o.http.time.first_byte = 50ms;
  for (auto const& script : {replies(500, "{}"), server_script{wait_for(10s)}, server_script{close_connection()}}) {
    http_server server(in_turn({script}));
    model_of m(server.url(), o);
    (void)m.fails();
    BOOST_TEST(says(m.fails(), "nothing is sent to"));
    BOOST_TEST(server.requests().size() == 1u);
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_stream_is_shown) {
  http_server page(in_turn({replies(200, "<!doctype html><html>hello</html>", {{"Content-Type", "text/html"}}), replies(200, "")}));
  model_of m(page.url());
  std::string text;
  auto f = m.stream_fails(text);
  BOOST_TEST(f.code == errc::malformed_reply);
  BOOST_TEST(says(f, "it is not an event stream; it begins: <!doctype html><html>hello</html>; check the base URL"), f.text());
  f = m.stream_fails(text);
  BOOST_TEST(says(f, "it is empty; check the base URL"), f.text());
}

BOOST_AUTO_TEST_CASE(a_stream_in_any_pieces) {
  for (auto const& sizes : std::vector<std::vector<std::size_t>>{{}, {1}, {2}, {7}, {60, 1, 1, 1, 300}}) {
    http_server server(in_turn({streams(stream_events, sizes, 0ms)}));
    model_of m(server.url());
    std::string text;
    auto const c = m.stream(text);
    BOOST_TEST(text == streamed);
    BOOST_TEST(c.text == streamed);
    BOOST_TEST(c.finish_reason == "stop");
    BOOST_TEST(c.prompt_tokens == 3u);
  }
  std::string crlf;
  for (char const ch : stream_events) crlf.append(ch == '\n' ? "\r\n" : std::string(1, ch));
  http_server server(in_turn({streams(crlf, {5}, 0ms)}));
  model_of m(server.url());
  std::string text;
  BOOST_TEST(m.stream(text).text == streamed);
}

BOOST_AUTO_TEST_CASE(a_stream_in_chunks_keeps_its_connection) {
  http_server server(in_turn({{send_bytes(
      chunked_bytes(200, {stream_events.substr(0, 50), stream_events.substr(50)}, {{"Content-Type", "text/event-stream"}}))}}));
  model_of m(server.url());
  for (int i = 0; i < 3; ++i) {
    std::string text;
    BOOST_TEST(m.stream(text).text == streamed);
  }
  BOOST_TEST(server.connections() == 1u);
}

BOOST_AUTO_TEST_CASE(a_stream_arrives_as_it_is_sent) {
  auto const half = stream_events.find("llo");
  http_server server(in_turn({streams(stream_events, {half, stream_events.size()}, 300ms)}));
  model_of m(server.url());
  clock::time_point first{};
  wait_for_it(m.io, m.model.stream(request("hello"), [&](std::string_view) {
    if (first == clock::time_point()) first = clock::now();
  }));
  BOOST_TEST((clock::now() - first >= 200ms));
}

namespace {

/// A stream of a reply in those pieces. Its end is missing: whoever reads it to there fails.
std::string endless(std::vector<std::string> const& pieces) {
  std::string events;
  for (auto const& piece : pieces) {
    boost::json::object delta{{"content", piece}};
    boost::json::object choice{{"index", 0}, {"delta", std::move(delta)}};
    events += event_bytes(boost::json::serialize(boost::json::object{{"choices", boost::json::array{std::move(choice)}}}));
  }
  return events;
}
request asking_for(llm::reply_kind kind) {
  request asked("Which kites are red?");
  asked.expects = kind;
  return asked;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_reply_ends_with_its_statement) {
  std::vector<std::string> pieces{"```sql\n", "SELECT name", " FROM kites", "\n```",  "\n\n", "This",
                                  " query",   " lists",      " the",        " names", "."};
  auto const events = endless(pieces);
  http_server server(in_turn({streams(events, {events.size() / 20}, 1ms)}));
  model_of m(server.url());
  auto const c = wait_for_it(m.io, m.model.complete(asking_for(llm::reply_kind::statement)));
  BOOST_TEST(c.text.starts_with("```sql\nSELECT name FROM kites\n```"));
  BOOST_TEST(c.text.find("names") == std::string::npos, c.text);
  BOOST_TEST(c.finish_reason == "stop");
  BOOST_TEST(c.prompt_tokens > 0u);
  BOOST_TEST(c.completion_tokens > 0u);
  BOOST_TEST(m.model.figures().sent == 1u);
}

BOOST_AUTO_TEST_CASE(a_model_that_ends_by_itself_is_counted_by_its_server) {
  auto const events = endless({"```sql\nSELECT 1\n```"}) + event_bytes(R"({"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})") +
                      event_bytes(R"({"choices":[],"usage":{"prompt_tokens":345,"completion_tokens":12}})") + event_bytes("[DONE]");
  http_server server(in_turn({streams(events, {40}, 0ms)}));
  model_of m(server.url());
  auto const c = wait_for_it(m.io, m.model.complete(asking_for(llm::reply_kind::statement)));
  BOOST_TEST(c.prompt_tokens == 345u);
  BOOST_TEST(c.completion_tokens == 12u);
}

BOOST_AUTO_TEST_CASE(a_reply_that_repeats_itself_is_left) {
  std::vector<std::string> pieces{"SELECT name FROM kites WHERE "};
  pieces.insert(pieces.end(), 2000, "colour = 'red' OR ");
  http_server server(in_turn({streams(endless(pieces), {4096}, 0ms)}));
  model_of m(server.url());
  auto const c = m.complete();
  BOOST_TEST(c.finish_reason == "repetition");
  BOOST_TEST(c.text.size() < 4000u);
}

BOOST_AUTO_TEST_CASE(a_reply_without_a_receiver_of_its_pieces_is_asked_for_again_where_it_breaks_off) {
  auto const begun = endless({"SELECT na"});
  http_server server(in_turn(
      {{send_bytes("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 100000\r\n\r\n" + begun), close_connection()},
       streams(stream_events)}));
  model_of m(server.url());
  BOOST_TEST(m.complete().text == streamed);
  BOOST_TEST(m.model.figures().sent == 2u);
}

BOOST_AUTO_TEST_CASE(a_prompt_that_the_server_cut_is_an_error) {
  std::string prompt;  // some 6,000 tokens
  for (int i = 0; i < 1500; ++i) prompt += "the column name_" + std::to_string(i) + "\n";
  auto const usage = [](int prompt_tokens, int completion_tokens, char const* reason) {
    return replies(200, R"({"choices":[{"index":0,"message":{"content":"SELECT 1"},"finish_reason":")" + std::string(reason) +
                            R"("}],"usage":{"prompt_tokens":)" + std::to_string(prompt_tokens) + R"(,"completion_tokens":)" +
                            std::to_string(completion_tokens) + "}}");
  };
  http_server server(
      in_turn({usage(2040, 8, "stop"), usage(4000, 96, "length"), usage(7200, 8, "stop"), usage(40, 8, "stop"), usage(2040, 8, "stop")}));
  model_of m(server.url());
  auto const cut = m.fails(request(prompt));
  BOOST_TEST(cut.code == errc::request_rejected);
  BOOST_TEST(says(cut, "the server read 2040 of about"), cut.text());
  BOOST_TEST(says(cut, "OLLAMA_CONTEXT_LENGTH"), cut.text());
  auto const full = m.fails(request(prompt));
  BOOST_TEST(says(full, "the server's context of 4096 tokens is full"), full.text());
  for (auto const& whole : {prompt, prompt, std::string("a short one")})
    BOOST_TEST(wait_for_it(m.io, m.model.complete(request(whole))).text == "SELECT 1");
}

BOOST_AUTO_TEST_CASE(each_kind_of_reply_has_its_limit) {
  std::string body;
  http_server server([&](seen_request const& asked) {
    body = asked.body;
    return replies(200, chat_body("hi"));
  });
  auto const sent = [&](llm::reply_limits const& limits, request asked) {
    auto o = quick();
    o.replies = limits;
    model_of m(server.url(), o);
    static_cast<void>(wait_for_it(m.io, m.model.complete(std::move(asked))));
    return boost::json::parse(body).as_object();
  };
  using enum llm::reply_kind;
  for (auto const& [kind, tokens] : {std::pair(text, 4096), {statement, 2048}, {rest_of_statement, 2048}, {json, 2048}, {verdict, 1024}})
    BOOST_TEST(sent({}, asking_for(kind)).at("max_tokens").to_number<int>() == tokens);
  auto bounded = asking_for(statement);
  bounded.max_tokens = 100;
  BOOST_TEST(sent({}, bounded).at("max_tokens").to_number<int>() == 100);
  BOOST_TEST(sent(llm::reply_limits::all(64), bounded).at("max_tokens").to_number<int>() == 64);
  BOOST_TEST(!sent(llm::reply_limits::all(unlimited), asking_for(statement)).contains("max_tokens"));

  BOOST_TEST(sent({}, asking_for(text)).at("stream").as_bool());
  BOOST_TEST(!sent({.end_early = false}, asking_for(text)).contains("stream"));
  auto several = asking_for(text);
  several.choices = 3;
  BOOST_TEST(!sent({}, several).contains("stream"));  // one that ends early would cost the others
}

BOOST_AUTO_TEST_CASE(a_server_that_refuses_our_limit_is_asked_without) {
  http_server server([](seen_request const& asked) {
    bool const limited = boost::json::parse(asked.body).as_object().contains("max_tokens");
    return limited ? replies(400, R"({"error":{"message":"'max_tokens' is too large: 2048. The context has 2048 tokens."}})")
                   : replies(200, chat_body("hi"));
  });
  model_of m(server.url());
  BOOST_TEST(m.complete().text == "hi");
  BOOST_TEST(m.complete().text == "hi");
  BOOST_TEST(server.requests().size() == 3u);  // the second is sent without at once
  http_server context([](seen_request const& asked) {
    auto const body = boost::json::parse(asked.body).as_object();
    if (asked.body.size() > 10'000) return replies(400, R"({"error":{"message":"too long for the context, with max_tokens"}})");
    return replies(200, chat_body(body.contains("max_tokens") ? "limited" : "unlimited"));
  });
  model_of one(context.url());
  BOOST_TEST(one.fails(request(std::string(20'000, 'x'))).code == errc::request_rejected);
  BOOST_TEST(one.complete().text == "limited");  // one prompt that is too long takes away no limit

  request limited("Which?");
  limited.max_tokens = 2048;
  BOOST_TEST(m.fails(limited).code == errc::request_rejected);  // a limit that the caller asked for is an error
}

BOOST_AUTO_TEST_CASE(a_stream_that_fails) {
  std::string const begun = event_bytes(R"({"choices":[{"index":0,"delta":{"content":"half"}}]})");
  std::string text;

  http_server reporting(in_turn({streams(begun + event_bytes(R"({"error":{"message":"overloaded","type":"server_error"}})"))}));
  model_of r(reporting.url());
  BOOST_TEST(r.stream_fails(text).code == errc::server_failed);
  BOOST_TEST(text == "half");

  text.clear();
  http_server ending(in_turn({streams(begun)}));
  model_of e(ending.url());
  BOOST_TEST(e.stream_fails(text).code == errc::malformed_reply);
  BOOST_TEST(ending.requests().size() == 1u);

  text.clear();
  auto const cut_off = chunked_bytes(200, {begun});
  http_server breaking(in_turn({{send_bytes(cut_off.substr(0, cut_off.size() - 5)), close_connection()}}));
  model_of b(breaking.url());
  BOOST_TEST(b.stream_fails(text).code == errc::model_unreachable);
  BOOST_TEST(breaking.requests().size() == 1u);  // the caller has its beginning

  http_server refusing(in_turn({replies(503, R"({"error":{"message":"busy"}})"), replies(401, "{}")}));
  model_of f(refusing.url());
  BOOST_TEST(f.stream_fails(text).code == errc::authentication_failed);
  BOOST_TEST(refusing.requests().size() == 2u);
}

BOOST_AUTO_TEST_CASE(an_endless_stream) {
  auto o = quick();
  o.stream.answer = 10'000;
  o.replies.end_early = false;  // it repeats itself
  http_server server(
      in_turn({{send_bytes("HTTP/1.1 200 OK\r\n\r\n"), repeat(event_bytes(R"({"choices":[{"index":0,"delta":{"content":"more "}}]})"))}}));
  model_of m(server.url(), o);
  std::string text;
  BOOST_TEST(m.stream_fails(text).code == errc::malformed_reply);
  BOOST_TEST(text.size() <= 10'000u);

  auto lines = quick();
  lines.stream.line = 1000;
  http_server line(in_turn({{send_bytes("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: "), repeat("more")}}));
  model_of l(line.url(), lines);
  BOOST_TEST(l.stream_fails(text).code == errc::malformed_reply);

  auto silent = quick();
  silent.http.time.between_bytes = 50ms;
  http_server stopping(in_turn({{send_bytes("HTTP/1.1 200 OK\r\n\r\n" + event_bytes(R"({"choices":[]})")), wait_for(10s)}}));
  model_of s(stopping.url(), silent);
  BOOST_TEST(s.stream_fails(text).code == errc::model_timeout);
}

BOOST_AUTO_TEST_CASE(embeddings_in_batches) {
  http_server server([](seen_request const& r) {
    bool const second = r.body.find("\"c\"") != std::string::npos;
    return replies(200, second ? R"({"data":[{"index":0,"embedding":[5,6]}],"usage":{"prompt_tokens":1}})"
                               : R"({"data":[{"index":1,"embedding":[3,4]},{"index":0,"embedding":[1,2]}],"usage":{"prompt_tokens":2}})");
  });
  auto o = quick();
  o.texts_a_request = 2;
  model_of m(server.url(), o);
  auto const all = wait_for_it(m.io, m.model.embed({"a", "b", "c"}));
  BOOST_TEST((all.vectors == std::vector<std::vector<float>>{{1, 2}, {3, 4}, {5, 6}}));
  BOOST_TEST(all.prompt_tokens == 3u);
  BOOST_TEST(server.requests().at(0).target == "/v1/embeddings");
  BOOST_TEST(wait_for_it(m.io, m.model.embed({})).vectors.empty());
  BOOST_TEST(server.requests().size() == 2u);
}

BOOST_AUTO_TEST_CASE(the_list_of_models) {
  http_server server(in_turn({replies(200, R"({"object":"list","data":[{"id":"one"},{"id":"two"}]})")}));
  model_of m(server.url());
  auto const names = wait_for_it(m.io, m.model.models());
  BOOST_TEST(names == (std::vector<std::string>{"one", "two"}), boost::test_tools::per_element());
  BOOST_TEST(server.requests().at(0).method == "GET");
  BOOST_TEST(server.requests().at(0).target == "/v1/models");
}

BOOST_AUTO_TEST_CASE(cancelled_where_it_waits) {
  http_server busy(in_turn({replies(503, "{}", {{"Retry-After", "30"}})}));
  model_of sleeping(busy.url());
  BOOST_TEST(failure_when_cancelled(sleeping.io, sleeping.model.complete(request("x")), 100ms).code == errc::cancelled);
  BOOST_TEST(busy.requests().size() == 1u);

  auto o = quick();
  o.rates.requests_a_minute = 1;
  o.rates.burst_seconds = 60;
  http_server server(in_turn({replies(200, chat_body("hi"))}));
  model_of limited(server.url(), o);
  BOOST_TEST(limited.complete().text == "hi");
  BOOST_TEST(failure_when_cancelled(limited.io, limited.model.complete(request("x")), 50ms).code == errc::cancelled);
  BOOST_TEST(server.requests().size() == 1u);

  http_server slow(in_turn({streams(stream_events, {80, 1}, 50ms)}));
  model_of streaming(slow.url());
  bool cancelled = false;
  bool after = false;
  auto work = streaming.model.stream(request("x"), [&](std::string_view) { after = after || cancelled; });
  BOOST_TEST(failure_when_cancelled(streaming.io, std::move(work), 150ms).code == errc::cancelled);
  cancelled = true;
  streaming.io.restart();
  streaming.io.run_for(100ms);
  BOOST_TEST(!after);
}

BOOST_AUTO_TEST_CASE(models_share_connections_and_limits) {
  http_server server(in_turn({replies(200, chat_body("hi"))}));
  asio::io_context io;
  auto const client = std::make_shared<llm::http_client>(io.get_executor(), llm::parse_url(server.url()), client_of::direct({}));
  auto o = quick();
  o.limiter = std::make_shared<llm::rate_limiter>(llm::rate_limits{.at_once = 1});
  llm::http_model one(client, model_of::at(), o), two(client, model_of::at(), o);
  std::size_t done = 0;
  for (int i = 0; i < 10; ++i)
    asio::co_spawn(io, (i % 2 ? one : two).complete(request("x")),
                   [&](std::exception_ptr failed, completion const&) { done += failed ? 0U : 1U; });
  io.run_for(patience);
  BOOST_TEST(done == 10u);
  BOOST_TEST(server.connections() == 1u);
}

BOOST_AUTO_TEST_CASE(options_are_checked) {
  asio::io_context io;
  auto o = quick();
  o.texts_a_request = 0;
  BOOST_CHECK_THROW(llm::http_model(io.get_executor(), "http://localhost", {}, o), error);
  BOOST_CHECK_THROW(llm::http_model(io.get_executor(), "localhost", {}, quick()), error);
}

BOOST_AUTO_TEST_SUITE_END()
