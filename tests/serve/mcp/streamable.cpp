// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/mcp/streamable.hpp"

#include <boost/test/unit_test.hpp>

#include "serve/mcp/harness.hpp"

namespace {

using namespace t2s::tests;
using mcp::work;
using t2s::serve::request;
using t2s::serve::response;

std::shared_ptr<mcp::offering> offered() {
  auto o = std::make_shared<mcp::offering>();
  o->info = {{"name", "test"}, {"version", "1"}};
  auto const tool = [&](char const* name, std::function<json::object(json::object const&, work&)> does) {
    o->tools.push_back({{{"name", name}, {"description", name}, {"inputSchema", json::parse(R"({"type":"object"})")}}, std::move(does)});
  };
  tool("quick", [](json::object const&, work&) { return mcp::text_result("quick"); });
  tool("steps", [](json::object const&, work& w) {
    for (double const n : {1.0, 2.0, 3.0}) w.report({n, {}, {}});
    return mcp::text_result("stepped");
  });
  tool("let_go", [](json::object const&, work& w) {
    w.close_stream();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return mcp::text_result("came back");
  });
  return o;
}

/// An endpoint whose calls run on separate threads.
struct served {
  own_threads threads{};
  mcp::streamable endpoint;
  std::string id{};
  std::string from = "10.0.0.1";

  explicit served(mcp::streamable_options how = {})
      : endpoint(offered(), [this](std::function<void()> w) { return threads.run(std::move(w)); }, how) {}

  [[nodiscard]] request head(std::string method) const {
    request r;
    r.method = std::move(method);
    r.path = "/mcp";
    r.from = from;
    if (!id.empty()) r.headers.add("Mcp-Session-Id", id);
    return r;
  }
  response post(std::string body) {
    auto r = head("POST");
    r.headers.add("Content-Type", "application/json");
    r.headers.add("Accept", "application/json, text/event-stream");
    r.body = std::move(body);
    return endpoint.answer(r);
  }
  response get(std::string last = {}) {
    auto r = head("GET");
    r.headers.add("Accept", "text/event-stream");
    if (!last.empty()) r.headers.add("Last-Event-ID", std::move(last));
    return endpoint.answer(r);
  }
  response begin(std::string const& version = "2025-11-25") {
    auto said =
        post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")" + version + R"(","capabilities":{}}})");
    id = said.headers.get("Mcp-Session-Id");
    return said;
  }
};

std::string call(int id, std::string const& tool, std::string const& token = {}) {
  auto const meta = token.empty() ? std::string() : R"(,"_meta":{"progressToken":")" + token + R"("})";
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"tools/call","params":{"name":")" + tool + "\"" + meta + "}}";
}

/// All data of a stream until its end, for at most ten seconds.
std::string whole(t2s::serve::body_stream& s) {
  std::string all;
  for (int i = 0; i < 1'000; ++i) {
    auto const p = s.next(1'000'000);
    for (auto const& text : p.texts) all += *text;
    if (p.last) return all;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return all + "(no end)";
}

std::size_t count(std::string const& text, std::string const& part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

BOOST_AUTO_TEST_SUITE(mcp_streamable)

BOOST_AUTO_TEST_CASE(open_sessions_are_offered_what_is_offered_now) {
  served s;
  s.begin();
  auto slow = s.post(call(1, "let_go"));  // goes on with what it began with
  auto next = offered();
  next->tools.pop_back();
  next->tools.front().shown["name"] = "quicker";
  s.endpoint.renew(next);
  auto const listed = json::parse(s.post(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})").body).at("result").at("tools");
  BOOST_TEST(listed.as_array().size() == 2u);
  BOOST_TEST(listed.at(0).at("name") == "quicker");
  auto const gone = s.post(call(3, "quick"));
  BOOST_TEST(gone.body.find("there are quicker, steps") != std::string::npos, gone.body);
  auto again = s.post(call(4, "quicker"));
  BOOST_TEST((again.stream ? whole(*again.stream) : again.body).find("quick") != std::string::npos);
  BOOST_TEST(s.endpoint.sessions() == 1u);
  BOOST_REQUIRE(slow.stream);
  static_cast<void>(whole(*slow.stream));
  slow.stream.reset();
  auto rest = s.get("2-0");
  BOOST_TEST((rest.stream ? whole(*rest.stream) : rest.body).find("came back") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(begins_and_ends_sessions) {
  served s;
  auto const said = s.begin();
  BOOST_TEST(said.status == 200);
  BOOST_TEST(said.headers.get("Content-Type") == "application/json");
  BOOST_TEST(s.id.size() == 32u);
  BOOST_TEST(s.endpoint.sessions() == 1u);
  BOOST_TEST(s.post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})").status == 202);
  auto const listed = s.post(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  BOOST_TEST(listed.status == 200);
  BOOST_TEST(json::parse(listed.body).at("result").at("tools").as_array().size() == 3u);
  BOOST_TEST(s.endpoint.answer(s.head("DELETE")).status == 204);
  BOOST_TEST(s.endpoint.sessions() == 0u);
  BOOST_TEST(s.post(R"({"jsonrpc":"2.0","id":1,"method":"ping"})").status == 404);
}

BOOST_AUTO_TEST_CASE(refuses_what_it_does_not_serve) {
  served s;
  BOOST_TEST(s.post(R"({"jsonrpc":"2.0","id":1,"method":"ping"})").status == 400);  // no session
  BOOST_TEST(s.endpoint.answer(s.head("DELETE")).status == 400);
  s.begin();
  auto const put = s.endpoint.answer(s.head("PUT"));
  BOOST_TEST(put.status == 405);
  BOOST_TEST(put.headers.get("Allow") == "POST, GET, DELETE");
  auto wrong = s.head("POST");
  wrong.headers.add("Content-Type", "text/plain");
  BOOST_TEST(s.endpoint.answer(wrong).status == 415);
  auto only_json = s.head("POST");
  only_json.headers.add("Content-Type", "application/json; charset=utf-8");
  only_json.headers.add("Accept", "application/json");
  BOOST_TEST(s.endpoint.answer(only_json).status == 406);
  auto old = s.head("POST");
  old.headers.add("MCP-Protocol-Version", "1999-01-01");
  BOOST_TEST(s.endpoint.answer(old).status == 400);
  auto no_events = s.head("GET");
  no_events.headers.add("Accept", "application/json");
  BOOST_TEST(s.endpoint.answer(no_events).status == 406);
  BOOST_TEST(s.get("no event").status == 400);
  BOOST_TEST(s.get("99-1").status == 400);
  served other;
  other.id = "0123456789abcdef0123456789abcdef";
  BOOST_TEST(other.post(R"({"jsonrpc":"2.0","id":1,"method":"ping"})").status == 404);
  auto const bad = s.post("{no json");
  BOOST_TEST(bad.status == 400);
  BOOST_TEST(s.post(R"({"jsonrpc":"1.0","method":"notifications/initialized"})").status == 400);
  BOOST_TEST(s.post(R"({"jsonrpc":"2.0","id":1,"method":"no/such"})").status == 200);  // a request, and it has an answer
  BOOST_TEST(json::parse(bad.body).at("error").at("code").as_int64() == -32700);
}

BOOST_AUTO_TEST_CASE(a_session_that_was_refused_is_not_kept) {
  served s;
  auto const said = s.post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})");
  BOOST_TEST(json::parse(said.body).at("error").at("code").as_int64() == -32602);
  BOOST_TEST(said.headers.get("Mcp-Session-Id").empty());
  BOOST_TEST(s.endpoint.sessions() == 0u);
}

BOOST_AUTO_TEST_CASE(a_call_is_a_stream_that_ends_with_its_answer) {
  served s;
  s.begin();
  auto const said = s.post(call(5, "steps", "p"));
  BOOST_TEST(said.status == 200);
  BOOST_TEST(said.headers.get("Content-Type") == "text/event-stream");
  BOOST_REQUIRE(said.stream);
  auto const text = whole(*said.stream);
  BOOST_TEST(text.starts_with("id: 2-0\nretry: 1000\ndata: \n\n"), text);
  BOOST_TEST(count(text, "notifications/progress") == 3u);
  BOOST_TEST(count(text, "event: message\nid: 2-4\ndata: {") == 1u, text);
  BOOST_TEST(count(text, "\"stepped\"") == 1u);
}

BOOST_AUTO_TEST_CASE(older_clients_get_no_empty_event) {
  served s;
  s.begin("2025-06-18");
  auto const said = s.post(call(5, "steps"));
  BOOST_REQUIRE(said.stream);
  BOOST_TEST(whole(*said.stream).starts_with("id: 2-0\nretry: 1000\n\nevent"));
}

BOOST_AUTO_TEST_CASE(a_lost_stream_goes_on_after_the_last_event) {
  served s;
  s.begin();
  auto said = s.post(call(5, "steps", "p"));
  BOOST_REQUIRE(said.stream);
  auto const all = whole(*said.stream);
  said.stream.reset();  // the client disconnects, and returns for what it did not get
  auto const again = s.get("2-2");
  BOOST_REQUIRE(again.stream);
  auto const rest = whole(*again.stream);
  BOOST_TEST(count(rest, "notifications/progress") == 1u);
  BOOST_TEST(all.ends_with(rest));
}

BOOST_AUTO_TEST_CASE(a_client_that_was_let_go_comes_back) {
  served s;
  s.begin();
  auto said = s.post(call(5, "let_go"));
  BOOST_REQUIRE(said.stream);
  auto const first = whole(*said.stream);
  BOOST_TEST(count(first, "came back") == 0u, first);
  said.stream.reset();
  auto const again = s.get("2-0");
  BOOST_REQUIRE(again.stream);
  BOOST_TEST(count(whole(*again.stream), "came back") == 1u);
}

BOOST_AUTO_TEST_CASE(what_was_read_is_kept_within_a_limit) {
  mcp::streamable_options how;
  how.kept_bytes = 100;
  served s(how);
  s.begin();
  auto said = s.post(call(5, "steps", "p"));
  BOOST_REQUIRE(said.stream);
  static_cast<void>(whole(*said.stream));
  said.stream.reset();
  BOOST_TEST(s.get("2-0").status == 400);
}

BOOST_AUTO_TEST_CASE(an_answer_that_nobody_comes_back_for_is_forgotten) {
  mcp::streamable_options how;
  how.left = std::chrono::milliseconds(0);
  served s(how);
  s.begin();
  auto said = s.post(call(5, "steps", "p"));
  BOOST_REQUIRE(said.stream);
  static_cast<void>(whole(*said.stream));
  said.stream.reset();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  BOOST_TEST(s.get("2-0").status == 400);
}

BOOST_AUTO_TEST_CASE(a_session_is_used_as_long_as_its_stream_is_open) {
  mcp::streamable_options how;
  how.unused = std::chrono::milliseconds(500);
  served s(how);
  s.begin();
  auto own = s.get();
  BOOST_TEST(own.status == 200);
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  BOOST_TEST(s.post(R"({"jsonrpc":"2.0","id":1,"method":"ping"})").status == 200);
  own.stream.reset();
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  BOOST_TEST(s.post(R"({"jsonrpc":"2.0","id":2,"method":"ping"})").status == 404);
}

BOOST_AUTO_TEST_CASE(there_is_one_stream_of_the_session) {
  served s;
  s.begin();
  auto one = s.get();
  BOOST_TEST(one.status == 200);
  BOOST_TEST(s.get().status == 409);
  one.stream.reset();
  auto const other = s.get();
  BOOST_REQUIRE(other.stream);
  bool woken = false;
  static_cast<void>(other.stream->next(100));
  other.stream->when_ready([&] { woken = true; });
  BOOST_TEST(!woken);
  s.endpoint.close();
  BOOST_TEST(woken);
  BOOST_TEST(other.stream->next(100).last);
}

BOOST_AUTO_TEST_CASE(sessions_are_limited) {
  mcp::streamable_options how;
  how.sessions = 2;
  served s(how);
  s.begin();
  auto const first = s.id;
  for (int i = 0; i < 2; ++i) {
    s.id.clear();
    s.begin();
  }
  BOOST_TEST(s.endpoint.sessions() == 2u);
  s.id = first;
  BOOST_TEST(s.post(R"({"jsonrpc":"2.0","id":1,"method":"ping"})").status == 404);
}

BOOST_AUTO_TEST_CASE(one_client_ends_no_session_of_another) {
  mcp::streamable_options how;
  how.sessions = 10;
  served s(how);
  auto const goes_on = [&](std::string const& id, char const* from) {
    s.id = id, s.from = from;
    return s.post(R"({"jsonrpc":"2.0","id":1,"method":"ping"})").status == 200;
  };
  s.begin();
  auto const only_begun = s.id;
  s.id.clear();
  s.from = "10.0.0.2";
  s.begin();
  auto const used = s.id;
  BOOST_TEST(goes_on(used, "10.0.0.2"));
  for (int i = 0; i < 100; ++i) {
    s.id.clear();
    s.from = "10.0.0.3";
    s.begin();
  }
  BOOST_TEST(s.endpoint.sessions() == 10u);
  BOOST_TEST(goes_on(only_begun, "10.0.0.1"));
  BOOST_TEST(goes_on(used, "10.0.0.2"));
}

// As behind a proxy, or on one machine.
BOOST_AUTO_TEST_CASE(sessions_that_are_only_begun_end_none_that_is_used) {
  mcp::streamable_options how;
  how.sessions = 4;
  served s(how);
  s.begin();
  auto const used = s.id;
  BOOST_TEST(s.post(R"({"jsonrpc":"2.0","id":1,"method":"ping"})").status == 200);
  for (int i = 0; i < 20; ++i) {
    s.id.clear();
    s.begin();
  }
  BOOST_TEST(s.endpoint.sessions() == 4u);
  s.id = used;
  BOOST_TEST(s.post(R"({"jsonrpc":"2.0","id":2,"method":"ping"})").status == 200);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
