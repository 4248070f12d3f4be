// SPDX-License-Identifier: BSL-1.0
// An exporter with a scripted collector.
#include "t2s/serve/telemetry/otlp.hpp"

#include "support/http_server.hpp"
#include "support/otlp_check.hpp"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

using namespace t2s;
using namespace t2s::tests;
using namespace t2s::telemetry;
using namespace std::chrono_literals;
using steady = std::chrono::steady_clock;

namespace {

span_data a_span(std::uint64_t id) {
  span_data s;
  s.trace = {1, 2};
  s.id = id;
  s.name = "draft";
  s.begin = s.end = 1'700'000'000'000'000'000;
  return s;
}

otlp_options options_for(std::string const& url) {
  auto how = *otlp_options::from_environment(url, [](char const*) -> char const* { return nullptr; });
  how.environment_proxy = false;
  how.first_wait = 10ms;
  how.delay = 50ms;
  return how;
}

/// The bodies sent to a path.
std::vector<std::string> bodies(http_server const& server, std::string const& path) {
  std::vector<std::string> all;
  for (auto const& r : server.requests())
    if (r.target == path) all.push_back(r.body);
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(telemetry_otlp_exporter)

BOOST_AUTO_TEST_CASE(a_collector_gets_everything_in_batches) {
  http_server server([](auto const&) { return replies(200, "{}"); });
  metrics all;
  auto const runs = all.counter({"runs", "Runs.", "{run}", {}});
  all.add(runs, {}, 3);
  auto how = options_for(server.url() + "/in");
  how.batch = 10;
  how.headers.push_back({"api-key", "secret", true});
  {
    otlp_exporter exporter(how, &all);
    std::vector<std::jthread> threads;
    for (std::uint64_t t = 0; t < 4; ++t)
      threads.emplace_back([&exporter, t] {
        for (std::uint64_t i = 1; i <= 25; ++i) exporter.take(a_span(100 * t + i));
      });
    threads.clear();
    BOOST_TEST(exporter.flush(20s));
    BOOST_TEST(exporter.figures().sent == 100u);
    BOOST_TEST(exporter.figures().dropped + exporter.figures().lost == 0u);
  }
  std::size_t spans = 0;
  for (auto const& body : bodies(server, "/in/v1/traces")) {
    BOOST_TEST(otlp::wrong_in_traces(body) == "");
    auto const n = otlp::spans_of(body).size();
    BOOST_TEST(n <= 10u);
    spans += n;
  }
  BOOST_TEST(spans == 100u);
  auto const counted = bodies(server, "/in/v1/metrics");
  BOOST_REQUIRE(!counted.empty());
  BOOST_TEST(otlp::wrong_in_metrics(counted.back()) == "");
  BOOST_TEST(otlp::metrics_of(counted.back())[0].at("sum").at("dataPoints").at(0).at("asInt") == "3");
  for (auto const& r : server.requests()) {
    BOOST_TEST(r.method == "POST");
    BOOST_TEST(r.header("content-type") == "application/json");
    BOOST_TEST(r.header("api-key") == "secret");
  }
}

BOOST_AUTO_TEST_CASE(a_batch_that_is_not_full_is_sent_after_a_while) {
  http_server server([](auto const&) { return replies(200, "{}"); });
  otlp_exporter exporter(options_for(server.url()));
  exporter.take(a_span(1));
  auto const until = steady::now() + 20s;
  while (exporter.figures().sent == 0 && steady::now() < until) std::this_thread::sleep_for(5ms);
  BOOST_TEST(exporter.figures().sent == 1u);
}

BOOST_AUTO_TEST_CASE(the_end_sends_what_is_left) {
  http_server server([](auto const&) { return replies(200, "{}"); });
  auto how = options_for(server.url());
  how.delay = 1h;
  {
    otlp_exporter(how).take(a_span(1));
  }
  BOOST_TEST(bodies(server, "/v1/traces").size() == 1u);
}

BOOST_AUTO_TEST_CASE(closing_says_whether_all_arrived) {
  http_server server([](auto const&) { return replies(200, "{}"); });
  otlp_exporter fine(options_for(server.url()));
  fine.take(a_span(1));
  BOOST_TEST(fine.close(20s));
  fine.take(a_span(2));
  BOOST_TEST(fine.figures().sent == 1u);
  BOOST_TEST(fine.figures().dropped == 1u);
  BOOST_TEST(fine.close(20s));

  otlp_exporter lost(options_for("http://127.0.0.1:" + std::to_string(dead_port())));
  lost.take(a_span(1));
  BOOST_TEST(!lost.close(100ms));
  BOOST_TEST(lost.figures().lost == 1u);
}

BOOST_AUTO_TEST_CASE(what_the_server_cannot_take_now_is_sent_again) {
  for (unsigned const status : {429U, 502U, 503U, 504U}) {
    std::atomic<int> asked = 0;
    http_server server([&](auto const&) { return ++asked <= 2 ? replies(status, "") : replies(200, "{}"); });
    otlp_exporter exporter(options_for(server.url()));
    exporter.take(a_span(1));
    BOOST_TEST(exporter.flush(20s), status);
    BOOST_TEST(exporter.figures().sent == 1u);
    BOOST_TEST(exporter.figures().retried == 2u);
    auto const seen = bodies(server, "/v1/traces");
    BOOST_TEST(seen.size() == 3u);
    BOOST_TEST(seen.front() == seen.back());
  }
}

BOOST_AUTO_TEST_CASE(the_wait_that_the_server_asks_for_is_kept) {
  std::atomic<int> asked = 0;
  http_server server([&](auto const&) { return ++asked == 1 ? replies(503, "", {{"Retry-After", "1"}}) : replies(200, "{}"); });
  otlp_exporter exporter(options_for(server.url()));
  exporter.take(a_span(1));
  auto const begin = steady::now();
  BOOST_TEST(exporter.flush(20s));
  BOOST_TEST((steady::now() - begin >= 1s));
}

BOOST_AUTO_TEST_CASE(a_collector_that_asks_for_no_wait_is_not_asked_without_a_pause) {
  http_server server([&](auto const&) { return replies(429, "", {{"Retry-After", "0"}}); });
  auto how = options_for(server.url());
  how.first_wait = 200ms;  // waits are at least half as long
  how.longest_retry = 1s;
  otlp_exporter exporter(how);
  exporter.take(a_span(1));
  BOOST_TEST(!exporter.flush(20s));
  auto const asked = bodies(server, "/v1/traces").size();
  BOOST_TEST((asked >= 2 && asked <= 4), asked);  // the least waits are 100, 200, 400 and 800 ms
}

BOOST_AUTO_TEST_CASE(other_answers_are_final) {
  for (unsigned const status : {400U, 401U, 404U, 500U}) {
    http_server server([&](auto const&) { return replies(status, ""); });
    otlp_exporter exporter(options_for(server.url()));
    exporter.take(a_span(1));
    BOOST_TEST(!exporter.flush(20s));
    BOOST_TEST(exporter.figures().lost == 1u);
    BOOST_TEST(exporter.figures().problem == "the collector answered " + std::to_string(status));
    BOOST_TEST(bodies(server, "/v1/traces").size() == 1u);
  }
}

BOOST_AUTO_TEST_CASE(what_the_collector_refuses_is_lost) {
  http_server server([&](auto const&) { return replies(200, R"({"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}})"); });
  otlp_exporter exporter(options_for(server.url()));
  for (std::uint64_t i = 1; i <= 3; ++i) exporter.take(a_span(i));
  BOOST_TEST(!exporter.flush(20s));
  BOOST_TEST(exporter.figures().sent == 1u);
  BOOST_TEST(exporter.figures().lost == 2u);
  BOOST_TEST(exporter.figures().problem == "the collector refused a part: too old");
}

BOOST_AUTO_TEST_CASE(spans_beyond_the_queue_are_dropped_and_nobody_waits) {
  hanging_address const nowhere;
  auto how = options_for("http://127.0.0.1:" + std::to_string(nowhere.port()));
  how.queue = 100;
  how.delay = 1h;
  how.shutdown = 100ms;
  auto const begin = steady::now();
  {
    otlp_exporter exporter(how);
    for (std::uint64_t i = 1; i <= 10'000; ++i) exporter.take(a_span(i));
    BOOST_TEST(exporter.figures().dropped >= 9'800u);
    BOOST_TEST((steady::now() - begin < 2s));
  }
  BOOST_TEST((steady::now() - begin < 5s));  // the end does not wait for a server that does not answer
}

BOOST_AUTO_TEST_CASE(a_collector_that_is_gone_or_silent_holds_up_nothing) {
  http_server silent([](auto const&) { return server_script{wait_for(60s)}; });
  for (auto const& url : {"http://127.0.0.1:" + std::to_string(dead_port()), silent.url()}) {
    auto how = options_for(url);
    how.shutdown = 200ms;
    auto const begin = steady::now();
    {
      otlp_exporter(how).take(a_span(1));
    }
    BOOST_TEST((steady::now() - begin < 5s), url);
  }
}

BOOST_AUTO_TEST_CASE(a_batch_is_given_up_in_the_end) {
  http_server server([&](auto const&) { return replies(503, ""); });
  auto how = options_for(server.url());
  how.longest_retry = 100ms;
  otlp_exporter exporter(how);
  exporter.take(a_span(1));
  BOOST_TEST(!exporter.flush(20s));
  BOOST_TEST(exporter.figures().lost == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
