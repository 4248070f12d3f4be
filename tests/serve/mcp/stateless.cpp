// SPDX-License-Identifier: BSL-1.0
// The revision without sessions, 2026-07-28: what a request and a result have with them, questions to the client, subscriptions.
#include "t2s/serve/mcp/detail/stateless.hpp"

#include <atomic>
#include <boost/test/unit_test.hpp>

#include "serve/mcp/harness.hpp"
#include "t2s/serve/mcp/streamable.hpp"

namespace {

using namespace t2s::tests;
using mcp::work;
using t2s::serve::request;
using t2s::serve::response;

std::atomic<int> begun = 0, stopped = 0;  // calls of the tool "waits", and those that were cancelled

json::object ask_color(work& w) { return w.ask("elicitation/create", {{"message", "Which colour?"}}, std::chrono::seconds(1)); }

std::shared_ptr<mcp::offering> offered() {
  auto o = std::make_shared<mcp::offering>();
  o->info = {{"name", "test"}, {"version", "1"}};
  o->instructions = "Ask.";
  o->page = 2;
  auto const tool = [&](char const* name, std::function<json::object(json::object const&, work&)> does) {
    o->tools.push_back({{{"name", name}, {"description", name}, {"inputSchema", json::parse(R"({"type":"object"})")}}, std::move(does)});
  };
  tool("quick", [](json::object const&, work&) { return mcp::text_result("quick"); });
  tool("two questions", [](json::object const&, work& w) {
    if (!w.client_has("elicitation")) return mcp::text_result("cannot ask");
    auto const first = ask_color(w), second = ask_color(w);
    return mcp::text_result(std::string(first.at("content").at("c").as_string()) + " and " +
                            std::string(second.at("content").at("c").as_string()));
  });
  tool("talks", [](json::object const&, work& w) {
    w.report({1, 2.0, "half"});
    w.log(mcp::log_level::info, "talks", "low");
    w.log(mcp::log_level::error, "talks", "high");
    return mcp::text_result("said");
  });
  tool("needs sampling", [](json::object const&, work&) { return mcp::text_result("has it"); });
  o->tools.back().needs = [](json::object const&) { return std::string("sampling"); };
  tool("waits", [](json::object const&, work& w) -> json::object {
    ++begun;
    for (int i = 0; i < 1'000 && !w.stop().stop_requested(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (w.stop().stop_requested()) ++stopped;
    throw t2s::error(t2s::errc::cancelled, "stopped");
  });
  o->resources.push_back({{"uri", "x://a"}, {"name", "a"}});
  o->read = [](std::string const& uri, work&) -> json::object {
    if (uri != "x://a") throw mcp::refused(mcp::rpc_code::resource_not_found, "there is no resource " + uri);
    return {{"contents", json::array{json::object{{"uri", uri}, {"text", "A"}}}}};
  };
  return o;
}

json::object meta(json::object client = {}, std::string_view version = "2026-07-28") {
  return {{"io.modelcontextprotocol/protocolVersion", version}, {"io.modelcontextprotocol/clientCapabilities", std::move(client)}};
}

json::object with_meta(json::object params = {}, json::object own = meta()) {
  params["_meta"] = std::move(own);
  return params;
}

json::object call(std::string_view tool, json::object own = meta()) {
  return with_meta({{"name", tool}, {"arguments", json::object()}}, std::move(own));
}

int code_of(json::value const& response) { return static_cast<int>(response.at("error").at("code").as_int64()); }

std::string said(json::value const& response) { return std::string(response.at("result").at("content").at(0).at("text").as_string()); }

BOOST_AUTO_TEST_SUITE(mcp_stateless)

// Cases 1, 2 and 4 of RFC 4231, whose keys have at most 64 bytes.
BOOST_AUTO_TEST_CASE(signatures_are_those_of_the_rfc) {
  auto const hex = [](std::string const& bytes) {
    std::string out;
    for (char const c : bytes) t2s::text::append_hex(out, c);
    return out;
  };
  BOOST_TEST(hex(mcp::hmac_sha256(std::string(20, '\x0b'), "Hi There")) ==
             "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  BOOST_TEST(hex(mcp::hmac_sha256("Jefe", "what do ya want for nothing?")) ==
             "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  std::string key;
  for (int i = 1; i <= 25; ++i) key += static_cast<char>(i);
  BOOST_TEST(hex(mcp::hmac_sha256(key, std::string(50, '\xcd'))) == "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
}

BOOST_AUTO_TEST_CASE(a_state_opens_only_for_its_user_and_request_and_time) {
  mcp::state_seal const seal, other;
  auto const now = mcp::state_seal::clock::now();
  auto const closed = seal.close({{"a", 1}}, "eve", "tools/call x", now);
  BOOST_TEST(seal.open(closed, "eve", "tools/call x", now).value().at("a").as_int64() == 1);
  BOOST_TEST(!seal.open(closed, "bob", "tools/call x", now));
  BOOST_TEST(!seal.open(closed, "eve", "tools/call y", now));
  BOOST_TEST(!seal.open(closed, "eve", "tools/call x", now + std::chrono::minutes(11)));
  BOOST_TEST(!other.open(closed, "eve", "tools/call x", now));
  for (std::size_t i = 0; i < closed.size(); ++i) {
    auto changed = closed;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    BOOST_TEST((changed == closed || !seal.open(changed, "eve", "tools/call x", now)));
  }
  for (auto const* text : {"", "A", "AAAA", "====", "no base64!"}) BOOST_TEST(!seal.open(text, "eve", "tools/call x", now));
}

BOOST_AUTO_TEST_CASE(requests_need_no_initialize) {
  conversation c(offered());
  auto const found = c.ask(1, "server/discover", with_meta()).at("result");
  BOOST_TEST(found.at("resultType").as_string() == "complete");
  BOOST_TEST(found.at("supportedVersions").at(0).as_string() == "2026-07-28");
  BOOST_TEST(found.at("instructions").as_string() == "Ask.");
  BOOST_TEST(found.at("capabilities").as_object().contains("tools"));
  BOOST_TEST(found.at("_meta").at("io.modelcontextprotocol/serverInfo").at("name").as_string() == "test");
  BOOST_TEST(found.at("ttlMs").as_int64() > 0);
  auto const listed = c.ask(2, "tools/list", with_meta()).at("result");
  BOOST_TEST(listed.at("tools").as_array().size() == 2u);
  BOOST_TEST(listed.at("cacheScope").as_string() == "private");
  auto const next = c.ask(3, "tools/list", with_meta({{"cursor", listed.at("nextCursor")}})).at("result");
  BOOST_TEST(next.at("cacheScope").as_string() == "private");
  BOOST_TEST(said(c.ask(4, "tools/call", call("quick"))) == "quick");
  BOOST_TEST(c.box->response(4).at("result").at("resultType").as_string() == "complete");
  BOOST_TEST(!c.box->response(4).at("result").as_object().contains("ttlMs"));
  auto const read = c.ask(5, "resources/read", with_meta({{"uri", "x://a"}})).at("result");
  BOOST_TEST(read.at("ttlMs").as_int64() > 0);
  BOOST_TEST(read.at("cacheScope").as_string() == "private");
}

BOOST_AUTO_TEST_CASE(lists_of_an_offering_for_all_may_be_shared) {
  auto o = offered();
  o->is_public = true;
  conversation c(o);
  BOOST_TEST(c.ask(1, "tools/list", with_meta()).at("result").at("cacheScope").as_string() == "public");
  BOOST_TEST(c.ask(2, "resources/read", with_meta({{"uri", "x://a"}})).at("result").at("cacheScope").as_string() == "private");
}

BOOST_AUTO_TEST_CASE(both_eras_are_served_side_by_side) {
  conversation c(offered());
  BOOST_TEST(said(c.ask(1, "tools/call", call("quick"))) == "quick");
  BOOST_TEST(code_of(c.ask(2, "tools/list")) == -32600);  // without a revision it is of a session, which must begin
  c.begin("2025-11-25");
  BOOST_TEST(!c.ask(3, "tools/list").at("result").as_object().contains("resultType"));
  BOOST_TEST(c.ask(4, "tools/list", with_meta()).at("result").as_object().contains("resultType"));
}

BOOST_AUTO_TEST_CASE(what_a_request_lacks_is_named) {
  conversation c(offered());
  auto const unsupported = c.ask(1, "tools/list", with_meta({}, meta({}, "1900-01-01")));
  BOOST_TEST(code_of(unsupported) == -32022);
  BOOST_TEST(unsupported.at("error").at("data").at("requested").as_string() == "1900-01-01");
  BOOST_TEST(unsupported.at("error").at("data").at("supported").at(0).as_string() == "2026-07-28");
  BOOST_TEST(code_of(c.ask(2, "tools/list", with_meta({}, meta({}, "2025-11-25")))) == -32022);
  BOOST_TEST(code_of(c.ask(3, "server/discover")) == -32602);
  auto lacking = meta();
  lacking.erase("io.modelcontextprotocol/clientCapabilities");
  BOOST_TEST(code_of(c.ask(4, "tools/list", with_meta({}, lacking))) == -32602);
  for (auto const* gone : {"ping", "logging/setLevel", "initialize", "resources/subscribe", "no/such"})
    BOOST_TEST(code_of(c.ask(5, gone, with_meta())) == -32601, gone);
  BOOST_TEST(code_of(c.ask(6, "resources/read", with_meta({{"uri", "x://b"}}))) == -32602);  // -32002 in earlier revisions
  BOOST_TEST(code_of(c.ask(7, "tools/call", call("none"))) == -32602);
}

BOOST_AUTO_TEST_CASE(a_capability_that_is_needed_is_an_error_without_it) {
  conversation c(offered());
  auto const without = c.ask(1, "tools/call", call("needs sampling"));
  BOOST_TEST(code_of(without) == -32021);
  BOOST_TEST(without.at("error").at("data").at("requiredCapabilities").as_object().contains("sampling"));
  BOOST_TEST(said(c.ask(2, "tools/call", call("needs sampling", meta({{"sampling", json::object()}})))) == "has it");
}

BOOST_AUTO_TEST_CASE(log_messages_come_if_the_request_wants_them) {
  conversation c(offered());
  static_cast<void>(c.ask(1, "tools/call", call("talks")));
  for (auto const& o : c.box->all()) BOOST_TEST(o.text.find("notifications/") == std::string::npos);
  auto wants = meta();
  wants["io.modelcontextprotocol/logLevel"] = "warning";
  wants["progressToken"] = "p";
  static_cast<void>(c.ask(2, "tools/call", call("talks", wants)));
  BOOST_TEST(c.box->of_method("notifications/message").at("params").at("data").as_string() == "high");
  BOOST_TEST(c.box->of_method("notifications/progress").at("params").at("message").as_string() == "half");
  wants["io.modelcontextprotocol/logLevel"] = "loud";
  BOOST_TEST(code_of(c.ask(3, "tools/call", call("talks", wants))) == -32602);
}

json::object answer(std::string_view color) { return {{"action", "accept"}, {"content", json::object{{"c", color}}}}; }

json::object again(json::value const& response, json::object const& answers, std::string_view tool = "two questions") {
  auto params = call(tool, meta({{"elicitation", json::object()}}));
  params["requestState"] = response.at("result").at("requestState");
  params["inputResponses"] = answers;
  return params;
}

BOOST_AUTO_TEST_CASE(a_call_that_asks_goes_on_with_the_answers) {
  conversation c(offered());
  BOOST_TEST(said(c.ask(1, "tools/call", call("two questions"))) == "cannot ask");
  auto const first = c.ask(2, "tools/call", call("two questions", meta({{"elicitation", json::object()}})));
  BOOST_TEST(first.at("result").at("resultType").as_string() == "input_required");
  BOOST_TEST(!first.at("result").as_object().contains("ttlMs"));
  auto const& asked = first.at("result").at("inputRequests").as_object();
  BOOST_TEST(asked.size() == 1u);
  std::string const one(asked.begin()->key());
  BOOST_TEST(asked.begin()->value().at("method").as_string() == "elicitation/create");
  BOOST_TEST(asked.begin()->value().at("params").at("message").as_string() == "Which colour?");
  auto const second = c.ask(3, "tools/call", again(first, {{one, answer("red")}, {"unknown", answer("blue")}}));
  std::string const two(second.at("result").at("inputRequests").as_object().begin()->key());
  BOOST_TEST(one != two);
  BOOST_TEST(said(c.ask(4, "tools/call", again(second, {{two, answer("green")}}))) == "red and green");
  // Without the answer the same is asked again.
  auto const still = c.ask(5, "tools/call", again(second, {}));
  BOOST_TEST(still.at("result").at("inputRequests").as_object().contains(two));
  for (auto const& o : c.box->all()) BOOST_TEST(o.text.find("\"method\":\"elicitation/create\",\"id\"") == std::string::npos);
}

// A run may ask something else than the run before, for example since the data changed: then the answer is not its own.
BOOST_AUTO_TEST_CASE(an_answer_counts_for_its_question_alone) {
  auto o = offered();
  auto const asks = std::make_shared<std::string>("Delete?");
  o->tools.push_back({{{"name", "changing"}, {"description", "d"}, {"inputSchema", json::parse(R"({"type":"object"})")}},
                      [asks](json::object const&, work& w) {
                        static_cast<void>(w.ask("elicitation/create", {{"message", *asks}}, std::chrono::seconds(1)));
                        return mcp::text_result("answered: " + *asks);
                      }});
  conversation c(o);
  auto const client = meta({{"elicitation", json::object()}});
  auto const first = c.ask(1, "tools/call", call("changing", client));
  std::string const name(first.at("result").at("inputRequests").as_object().begin()->key());
  *asks = "Keep?";
  auto const second = c.ask(2, "tools/call", again(first, {{name, answer("yes")}}, "changing"));
  BOOST_TEST_REQUIRE(second.at("result").at("resultType").as_string() == "input_required");
  BOOST_TEST(second.at("result").at("inputRequests").as_object().begin()->value().at("params").at("message").as_string() == "Keep?");
  BOOST_TEST(said(c.ask(3, "tools/call", again(second, {{name, answer("yes")}}, "changing"))) == "answered: Keep?");
}

BOOST_AUTO_TEST_CASE(a_client_is_not_asked_what_it_does_not_offer) {
  auto o = offered();
  o->tools.push_back({{{"name", "asks"}, {"description", "d"}, {"inputSchema", json::parse(R"({"type":"object"})")}},
                      [](json::object const&, work& w) { return w.ask("roots/list", {}, std::chrono::seconds(1)); }});
  conversation c(o);
  BOOST_TEST(code_of(c.ask(1, "tools/call", call("asks"))) == -32021);
}

BOOST_AUTO_TEST_CASE(a_state_of_another_request_is_refused) {
  conversation c(offered());
  auto const first = c.ask(1, "tools/call", call("two questions", meta({{"elicitation", json::object()}})));
  BOOST_TEST(code_of(c.ask(2, "tools/call", again(first, {{"1", answer("red")}}, "quick"))) == -32602);
  auto changed = again(first, {{"1", answer("red")}});
  changed["requestState"] = "made up";
  BOOST_TEST(code_of(c.ask(3, "tools/call", changed)) == -32602);
  changed["requestState"] = 5;
  BOOST_TEST(code_of(c.ask(4, "tools/call", changed)) == -32602);
}

BOOST_AUTO_TEST_CASE(a_subscription_is_acknowledged_and_ends_with_the_session) {
  auto c = std::make_unique<conversation>(offered());
  auto const box = c->box;
  BOOST_TEST(code_of(c->ask(1, "subscriptions/listen", with_meta())) == -32602);
  c->say(json::serialize(json::object{{"jsonrpc", "2.0"},
                                      {"id", "s"},
                                      {"method", "subscriptions/listen"},
                                      {"params", with_meta({{"notifications", json::object{{"toolsListChanged", true}}}})}}));
  auto const acknowledged = box->of_method("notifications/subscriptions/acknowledged").at("params");
  BOOST_TEST(acknowledged.at("_meta").at("io.modelcontextprotocol/subscriptionId").as_string() == "s");
  BOOST_TEST(acknowledged.at("notifications").as_object().empty());  // the lists of this offering never change
  BOOST_TEST(c->session.calls() == 0u);
  c.reset();
  auto const end = box->response("s").at("result");
  BOOST_TEST(end.at("resultType").as_string() == "complete");
  BOOST_TEST(end.at("_meta").at("io.modelcontextprotocol/subscriptionId").as_string() == "s");
}

BOOST_AUTO_TEST_CASE(a_cancelled_subscription_has_no_response) {
  auto c = std::make_unique<conversation>(offered());
  auto const box = c->box;
  c->say(json::serialize(json::object{
      {"jsonrpc", "2.0"}, {"id", 7}, {"method", "subscriptions/listen"}, {"params", with_meta({{"notifications", json::object()}})}}));
  c->say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})");
  c.reset();
  for (auto const& o : box->all()) BOOST_TEST(o.text.find("\"id\":7") == std::string::npos);
}

/// An endpoint over HTTP, whose calls run on separate threads.
struct served {
  own_threads threads{};
  mcp::streamable endpoint{offered(), [this](std::function<void()> w) { return threads.run(std::move(w)); }};

  /// Posts a request with the right headers, but for those that `headers` gives; "-" leaves one out.
  response post(std::string_view method, json::object const& params, std::map<std::string, std::string> headers = {}) {
    request r;
    r.method = "POST";
    r.path = "/mcp";
    r.from = "10.0.0.1";
    headers.emplace("Content-Type", "application/json");
    headers.emplace("Accept", "application/json, text/event-stream");
    headers.emplace("MCP-Protocol-Version", "2026-07-28");
    headers.emplace("Mcp-Method", std::string(method));
    for (auto const* member : {"name", "uri"})
      if (auto const* name = params.if_contains(member)) headers.emplace("Mcp-Name", std::string(name->as_string()));
    for (auto const& [name, value] : headers)
      if (value != "-") r.headers.add(name, value);
    r.body = json::serialize(json::object{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}});
    return endpoint.answer(r);
  }
};

json::value body_of(response& r) {
  if (!r.stream) return json::parse(r.body);
  std::string all;
  for (int i = 0; i < 1'000; ++i) {
    auto const p = r.stream->next(1'000'000);
    for (auto const& text : p.texts) all += *text;
    if (p.last) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  BOOST_TEST(all.find("\nid:") == std::string::npos);  // streams are not resumed
  auto const at = all.rfind("data: ");
  return json::parse(all.substr(at + 6, all.find('\n', at) - at - 6));
}

BOOST_AUTO_TEST_CASE(over_http_there_is_no_session) {
  served s;
  auto listed = s.post("tools/list", with_meta());
  BOOST_TEST(listed.status == 200);
  BOOST_TEST(listed.headers.get("Mcp-Session-Id") == "");
  BOOST_TEST(body_of(listed).at("result").at("tools").as_array().size() == 2u);
  auto called = s.post("tools/call", call("quick"));
  BOOST_TEST(said(body_of(called)) == "quick");
  BOOST_TEST(s.endpoint.sessions() == 0u);
  auto read = s.post("resources/read", with_meta({{"uri", "x://a"}}), {{"Mcp-Name", "=?base64?eDovL2E=?="}});
  BOOST_TEST(body_of(read).at("result").at("contents").at(0).at("text").as_string() == "A");
  auto ignored = s.post("tools/list", with_meta(), {{"Mcp-Session-Id", "of an earlier revision"}});
  BOOST_TEST(ignored.status == 200);
}

BOOST_AUTO_TEST_CASE(headers_must_say_what_the_body_says) {
  served s;
  auto const refused = [&](std::string_view method, json::object const& params, std::map<std::string, std::string> const& headers) {
    auto r = s.post(method, params, headers);
    BOOST_TEST(r.status == 400);
    auto const said = body_of(r);
    BOOST_TEST(said.at("id").as_int64() == 1);
    return code_of(said);
  };
  for (auto const* name : {"MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"})
    BOOST_TEST(refused("tools/call", call("quick"), {{name, "-"}}) == -32020, name);
  BOOST_TEST(refused("tools/call", call("quick"), {{"Mcp-Name", "waits"}}) == -32020);
  BOOST_TEST(refused("tools/call", call("quick"), {{"Mcp-Name", "=?base64?!!?="}}) == -32020);
  BOOST_TEST(refused("tools/call", call("quick"), {{"Mcp-Name", "quick\xC3\xA4"}}) == -32020);
  BOOST_TEST(refused("tools/call", call("quick"), {{"Mcp-Method", "tools/list"}}) == -32020);
  BOOST_TEST(refused("tools/call", call("quick"), {{"Mcp-Method", "=?base64?dG9vbHMvY2FsbA==?="}}) == -32020);  // only names are encoded
  BOOST_TEST(refused("tools/call", call("quick"), {{"MCP-Protocol-Version", "2025-11-25"}}) == -32020);
  BOOST_TEST(refused("tools/list", with_meta({}, meta({}, "1900-01-01")), {{"MCP-Protocol-Version", "1900-01-01"}}) == -32022);
  BOOST_TEST(refused("tools/list", {}, {}) == -32602);
  BOOST_TEST(refused("tools/call", call("needs sampling"), {}) == -32021);
}

BOOST_AUTO_TEST_CASE(an_unknown_method_is_not_found) {
  served s;
  auto r = s.post("no/such", with_meta());
  BOOST_TEST(r.status == 404);
  BOOST_TEST(code_of(body_of(r)) == -32601);
}

BOOST_AUTO_TEST_CASE(requests_of_one_client_are_limited) {
  served s;
  std::vector<response> open;
  for (std::size_t i = 0; i < mcp::session_limits().calls; ++i)
    open.push_back(s.post("subscriptions/listen", with_meta({{"notifications", json::object()}})));
  BOOST_TEST(s.post("tools/list", with_meta()).status == 503);
  open.pop_back();
  BOOST_TEST(s.post("tools/list", with_meta()).status == 200);
  s.endpoint.close();
  BOOST_TEST(s.post("tools/list", with_meta()).status == 503);
}

BOOST_AUTO_TEST_CASE(leaving_a_stream_cancels_its_call) {
  served s;
  begun = stopped = 0;
  auto const comes = [](std::atomic<int> const& count) {
    for (int i = 0; i < 500 && count == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return count == 1;
  };
  auto r = s.post("tools/call", call("waits"));
  BOOST_TEST(static_cast<bool>(r.stream));
  BOOST_TEST(comes(begun));
  r.stream.reset();
  BOOST_TEST(comes(stopped));
}

BOOST_AUTO_TEST_CASE(a_subscription_is_a_stream_that_the_server_ends_with_its_response) {
  served s;
  auto r = s.post("subscriptions/listen", with_meta({{"notifications", json::object()}}));
  BOOST_TEST_REQUIRE(static_cast<bool>(r.stream));
  auto const first = r.stream->next(1'000'000);
  BOOST_TEST_REQUIRE(first.texts.size() == 1u);
  BOOST_TEST(first.texts[0]->find("notifications/subscriptions/acknowledged") != std::string::npos);
  BOOST_TEST(!first.last);
  s.endpoint.close();
  BOOST_TEST(body_of(r).at("result").at("resultType").as_string() == "complete");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
