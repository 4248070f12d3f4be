// SPDX-License-Identifier: BSL-1.0
// Many viewers of runs, over sockets.
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "serve/api/shop.hpp"
#include "serve/http/client.hpp"

using namespace serve_test;
using namespace std::chrono_literals;

namespace {

/// The memory of the process in KiB.
std::size_t resident() {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("VmRSS:")) return static_cast<std::size_t>(std::stoul(line.substr(6)));
  return 0;
}

/// Sends many events, until it is cancelled or has sent `events` of a kilobyte.
serving::run_answerer talkative(int events) {
  return [events](serving::served_database&, std::string const&, serving::run_watch& watch) {
    auto trace = watch.trace();
    for (int i = 0; i < events; ++i) {
      if (watch.stop().stop_requested()) throw t2s::error(t2s::errc::cancelled, "the run was cancelled");
      trace.on(t2s::events::noted{"text", std::string(1'000, 'x')});
    }
    return t2s::answer{};
  };
}

struct served_shop {
  served_shop(serving::service_options o, serving::http_limits l, int events = 4'000)
      : service({served("shop", file)}, with(events), std::move(o)), server(handler(), limited(l), [this] { return service.is_idle(); }) {}
  [[nodiscard]] serving::handler handler() {
    return [this](serving::request const& r, serving::responder respond) {
      std::lock_guard const lock(guard);
      service.answer(r, std::move(respond));
    };
  }
  std::vector<serving::served_system> with(int events) {
    auto all = systems();
    all.push_back({"talkative", "says much", true, talkative(events)});
    all.push_back({"held", "answers once it is let go", true, [this](auto&, auto const&, serving::run_watch& watch) {
                     watch.trace().on(t2s::events::stage_begun("held"));
                     becomes_true([&] { return let_go || watch.stop().stop_requested(); });
                     if (watch.stop().stop_requested()) throw t2s::error(t2s::errc::cancelled, "the run was cancelled");
                     return t2s::answer{};
                   }});
    return all;
  }
  static serving::http_options limited(serving::http_limits l) {
    serving::http_options o;
    o.limits = l;
    o.limits.connections_a_peer = l.connections;  // all viewers of a test have one address
    return o;
  }
  [[nodiscard]] std::string ask_of(std::string const& system, std::string const& more = {}) const {
    auto const body = R"({"database":"shop","system":")" + system + R"(","question":"go on")" + more + "}";
    return "POST /v1/ask HTTP/1.1\r\nHost: " + server.host() +
           "\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
  }
  /// A finished run with about 4 MB of events.
  [[nodiscard]] std::shared_ptr<serving::run_record> finished_run();

  shop_file file{};
  std::atomic<bool> let_go = false;
  std::mutex guard{};  // only one thread at a time may call the service
  serving::service service;
  running_server server;
};

/// The id of the run whose first event a client has read.
std::string id_in(client& c) {
  if (!c.read_until("\"system\"")) return "";
  auto const at = c.kept().find("\"id\":\"") + 6;
  return c.kept().substr(at, c.kept().find('"', at) - at);
}

std::shared_ptr<serving::run_record> served_shop::finished_run() {
  auto starter = server.connect();
  starter.send(ask_of("talkative", ",\"keep\":true"));
  auto const run = service.runs().find(id_in(starter));
  BOOST_REQUIRE(run);
  BOOST_REQUIRE(becomes_true([&] { return run->ended(); }));
  BOOST_TEST(starter.rest().find("event: answer") != std::string::npos);
  return run;
}

std::string get_of(running_server const& from, std::string const& path, std::string const& accept) {
  return "GET " + path + " HTTP/1.1\r\nHost: " + from.host() + "\r\nAccept: " + accept + "\r\n\r\n";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(viewers)

BOOST_AUTO_TEST_CASE(events_arrive_over_a_socket_in_chunks_and_end) {
  served_shop s(usual(), {}, 100);
  auto c = s.server.connect();
  c.send(s.ask_of("talkative"));
  auto const all = c.rest();
  BOOST_TEST(all.find("Content-Type: text/event-stream\r\n") != std::string::npos);
  BOOST_TEST(all.find("Transfer-Encoding: chunked\r\n") != std::string::npos);
  BOOST_TEST(all.find("event: answer\n") != std::string::npos);
  BOOST_TEST(all.ends_with("\r\n0\r\n\r\n"));
  BOOST_TEST(c.ended());

  auto old = s.server.connect();  // HTTP/1.0 has no chunks
  auto request = s.ask_of("talkative");
  old.send(request.replace(request.find("HTTP/1.1"), 8, "HTTP/1.0"));
  auto const plain = old.rest();
  BOOST_TEST(plain.find("Transfer-Encoding") == std::string::npos);
  BOOST_TEST(plain.ends_with("}\n\n"));
}

BOOST_AUTO_TEST_CASE(while_nothing_happens_there_is_a_sign_of_life) {
  serving::http_limits l;
  l.ping = 30ms;
  served_shop s(usual(), l);
  auto c = s.server.connect();
  c.send(s.ask_of("endless"));
  BOOST_TEST(c.read_until(": still there\n\n"));
}

BOOST_AUTO_TEST_CASE(a_closed_tab_ends_its_run) {
  auto o = usual();
  o.runs.grace = 50ms;
  served_shop s(o, {});
  {
    auto tab = s.server.connect();
    tab.send(s.ask_of("endless"));
    BOOST_REQUIRE(tab.read_until("event: span"));
    BOOST_TEST(s.service.runs().unfinished() == 1U);
  }
  BOOST_TEST(becomes_true([&] { return s.service.runs().unfinished() == 0; }));
  {
    auto waits_for_json = s.server.connect();
    auto request = s.ask_of("endless");
    waits_for_json.send(request.replace(request.find("text/event-stream"), 17, "application/json "));
    BOOST_REQUIRE(becomes_true([&] { return s.service.runs().unfinished() == 1; }));
  }
  BOOST_TEST(becomes_true([&] { return s.service.runs().unfinished() == 0; }));
  BOOST_TEST(becomes_true([&] { return s.server.server().connections() == 0; }));
}

// Half of the clients read nothing, and the run sends many times as much as a connection buffers. The others read one after the other;
// their server waits for them, however slow this machine is, and the other server does not.
BOOST_AUTO_TEST_CASE(two_hundred_viewers_cost_little_and_leave_nothing_behind) {
  auto o = usual();
  o.runs.grace = 100ms;
  serving::http_limits patient, hasty;
  patient.write = 1h;
  hasty.write = 1s;
  served_shop s(o, patient);
  running_server hasty_server(s.handler(), served_shop::limited(hasty));
  auto const run = s.finished_run();

  auto const before = resident();
  std::vector<client> readers, sleepers;
  for (int i = 0; i < 100; ++i) {
    readers.push_back(s.server.connect());
    readers.back().send(get_of(s.server, "/v1/runs/" + run->id(), "text/event-stream"));
    sleepers.emplace_back(hasty_server.port(), 4'096);
    sleepers.back().send(get_of(hasty_server, "/v1/runs/" + run->id(), "text/event-stream"));
  }
  BOOST_REQUIRE(becomes_true([&] { return run->viewers() >= 100; }));
  auto most = resident();
  int complete = 0;
  for (auto& c : readers) {
    while (c.read_some()) most = std::max(most, resident());
    complete += c.kept().size() > 4'000'000 && c.kept().find("event: answer") != std::string::npos ? 1 : 0;
    std::string().swap(const_cast<std::string&>(c.kept()));
  }
  BOOST_TEST(complete == 100);
  BOOST_TEST_MESSAGE("resident: " << before << " KiB before, " << most << " KiB at most");
  // It includes what one reader of this test holds: about 9 MB of text while it grows.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // these have memory of their own
  BOOST_TEST(most - std::min(before, most) < 40'000U);
#endif
  BOOST_TEST(becomes_true([&] { return run->viewers() == 0; }));  // clients that read nothing are disconnected
  BOOST_TEST(becomes_true([&] { return s.server.server().connections() + hasty_server.server().connections() == 0; }));
  BOOST_TEST(s.service.runs().unfinished() == 0U);
  for (auto& c : sleepers) {
    BOOST_TEST(c.read_until("event: run\n"));  // it had begun
    BOOST_TEST(c.rest().find("event: answer") == std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(those_who_fetch_a_whole_run_and_do_not_read_it_share_it) {
  auto o = usual();
  o.page.standalone = [](std::string_view events) { return "<!doctype html>" + std::string(events); };
  served_shop s(o, {});
  auto const run = s.finished_run();
  auto const before = resident();
  std::vector<client> sleepers;
  for (int i = 0; i < 200; ++i) {
    sleepers.emplace_back(s.server.port(), 4'096);
    sleepers.back().send(get_of(s.server, "/v1/runs/" + run->id() + (i % 2 == 0 ? "" : "/page"), "*/*"));
  }
  for (auto& c : sleepers) BOOST_TEST(c.read_until("\r\n\r\n"));  // all are being answered
  auto const most = resident();
  BOOST_TEST_MESSAGE("resident: " << before << " KiB before, " << most << " KiB at most");
  BOOST_TEST(most - std::min(before, most) < 40'000U);  // it includes one page, and the array for it
  auto whole = s.server.connect();
  whole.send(get_of(s.server, "/v1/runs/" + run->id(), "*/*"));
  auto const all = whole.rest();
  BOOST_TEST(all.size() > 4'000'000U);
  BOOST_TEST(all.ends_with("]\r\n0\r\n\r\n"));
}

BOOST_AUTO_TEST_CASE(tabs_that_close_while_runs_begin_leave_nothing_behind) {
  auto o = usual();
  o.runs.grace = 20ms;
  o.runs.waiting = 100;
  served_shop s(o, {});
  for (int i = 0; i < 100; ++i) {
    auto tab = s.server.connect();
    tab.send(s.ask_of(i % 2 == 0 ? "endless" : "talkative"));
    if (i % 3 == 0) static_cast<void>(tab.read_until("event: run"));
  }
  BOOST_TEST(becomes_true([&] { return s.service.runs().unfinished() == 0 && s.server.server().connections() == 0; }));
}

BOOST_AUTO_TEST_CASE(at_its_end_it_lets_a_run_finish_that_is_quick_and_cancels_one_that_is_not) {
  served_shop s(usual(), {});
  auto quick = s.server.connect(), slow = s.server.connect();
  quick.send(s.ask_of("held"));
  slow.send(s.ask_of("endless"));
  BOOST_REQUIRE(slow.read_until("event: span"));
  BOOST_REQUIRE(quick.read_until("event: span"));
  s.service.drain(3s);
  s.server.request_stop();
  s.let_go = true;
  BOOST_TEST(quick.rest().find("event: answer") != std::string::npos);
  BOOST_TEST(slow.rest().find("event: cancelled") != std::string::npos);
  s.server.stop();
}

BOOST_AUTO_TEST_SUITE_END()
