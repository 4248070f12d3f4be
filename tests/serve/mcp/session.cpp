// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/mcp/detail/session.hpp"

#include <boost/test/unit_test.hpp>

#include "serve/mcp/harness.hpp"
#include "t2s/core/error.hpp"

namespace {

using namespace t2s::tests;
using mcp::work;

json::object shown(char const* name, char const* input = R"({"type":"object","properties":{}})") {
  return {{"name", name}, {"description", name}, {"inputSchema", json::parse(input)}};
}

/// Waits until it is stopped.
json::object wait_for_stop(json::object const&, work& w) {
  for (int i = 0; i < 1'000 && !w.stop().stop_requested(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  throw t2s::error(t2s::errc::cancelled, "stopped");
}

std::shared_ptr<mcp::offering> offered() {
  auto o = std::make_shared<mcp::offering>();
  o->info = {{"name", "test"}, {"version", "1"}};
  o->tools.push_back(
      {shown("echo", R"({"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false})"),
       [](json::object const& given, work&) { return mcp::text_result(given.at("text").as_string()); }});
  o->tools.push_back({shown("wait"), wait_for_stop});
  o->tools.push_back({shown("fail"), [](json::object const&, work&) -> json::object {
                        throw t2s::error(t2s::errc::database_lost, "the connection broke", "try again");
                      }});
  o->tools.push_back({shown("steps"), [](json::object const&, work& w) {
                        w.report({1, 3.0, "first"});
                        w.report({1, 3.0, "no further"});
                        w.report({2, 3.0, "second"});
                        w.log(mcp::log_level::debug, "steps", "quiet");
                        w.log(mcp::log_level::warning, "steps", "loud");
                        return mcp::text_result("done");
                      }});
  o->tools.push_back({shown("sample"), [](json::object const&, work& w) {
                        if (!w.client_has("sampling")) return mcp::text_result("no sampling", true);
                        auto const said = w.ask("sampling/createMessage", {{"maxTokens", 5}}, std::chrono::seconds(5));
                        return mcp::text_result(said.at("content").at("text").as_string());
                      }});
  return o;
}

int code_of(json::value const& response) { return static_cast<int>(response.at("error").at("code").as_int64()); }

json::object call(char const* tool, json::object arguments = {}, json::object meta = {}) {
  json::object params{{"name", tool}, {"arguments", std::move(arguments)}};
  if (!meta.empty()) params["_meta"] = std::move(meta);
  return params;
}

BOOST_AUTO_TEST_SUITE(mcp_session)

BOOST_AUTO_TEST_CASE(agrees_on_a_revision) {
  for (auto const version : mcp::session_versions) {
    conversation c(offered());
    auto const said = c.begin(version);
    BOOST_TEST(said.at("result").at("protocolVersion").as_string() == version);
    BOOST_TEST(said.at("result").at("serverInfo").at("name").as_string() == "test");
    BOOST_TEST(said.at("result").at("capabilities").as_object().contains("tools"));
    BOOST_TEST(!said.at("result").at("capabilities").as_object().contains("prompts"));
  }
  conversation c(offered());
  BOOST_TEST(c.begin("1999-01-01").at("result").at("protocolVersion").as_string() == "2025-11-25");
}

BOOST_AUTO_TEST_CASE(serves_nothing_but_ping_before_it_is_initialized) {
  conversation c(offered());
  BOOST_TEST(c.ask(1, "ping").at("result").as_object().empty());
  BOOST_TEST(code_of(c.ask(2, "tools/list")) == -32600);
  c.begin();
  BOOST_TEST(c.ask(3, "tools/list").at("result").at("tools").as_array().size() == 5u);
  BOOST_TEST(code_of(c.ask(4, "initialize", {{"protocolVersion", "2025-06-18"}})) == -32600);
}

BOOST_AUTO_TEST_CASE(answers_what_is_malformed_as_json_rpc_says) {
  conversation c(offered());
  c.begin();
  auto const last = [&] { return json::parse(c.box->all().back().text); };
  c.say("{no json");
  BOOST_TEST(code_of(last()) == -32700);
  BOOST_TEST(last().at("id").is_null());
  for (auto const* text :
       {"5", "\"a\"", "null", R"({"id":9,"method":"ping"})", R"({"jsonrpc":"1.0","id":9,"method":"ping"})", R"({"jsonrpc":"2.0","id":9})",
        R"({"jsonrpc":"2.0","id":9,"method":5})", R"({"jsonrpc":"2.0","id":null,"method":"ping"})",
        R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", R"({"jsonrpc":"2.0","id":[1],"method":"ping"})", "[]", "[1]"}) {
    auto const before = c.box->count();
    BOOST_TEST(c.say(text), text);
    BOOST_TEST(c.box->count() == before + 1, text);
    BOOST_TEST(code_of(last()) == -32600, text);
  }
  BOOST_TEST(code_of(c.ask(10, "no/such")) == -32601);
  BOOST_TEST(code_of(c.ask(11, "prompts/list")) == -32601);
  c.say(R"({"jsonrpc":"2.0","id":12,"method":"tools/list","params":[1]})");
  BOOST_TEST(code_of(last()) == -32602);
  c.say("{\"jsonrpc\":\"2.0\",\"id\":13,\"method\":\"\xFF\"}");
  BOOST_TEST(code_of(last()) == -32700);
  std::string long_name(99, 'x');
  for (int i = 0; i < 50; ++i) long_name += "\xC3\xA4";  // a cut must not leave half a character
  for (auto const* method : {"tools/call", "prompts/get"})
    static_cast<void>(json::parse(json::serialize(c.ask(14, method, {{"name", long_name}}))));
  c.say(json::serialize(json::object{{"jsonrpc", "2.0"}, {"id", 15}, {"method", long_name}}));
  static_cast<void>(last());  // would throw for text that is not UTF-8
  std::string const deep(100'000, '[');
  c.say(deep);
  BOOST_TEST(code_of(last()) == -32700);
}

BOOST_AUTO_TEST_CASE(says_nothing_to_notifications_and_unknown_answers) {
  conversation c(offered());
  c.begin();
  auto const before = c.box->count();
  for (auto const* text : {R"({"jsonrpc":"2.0","method":"notifications/unknown"})",
                           R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}})",
                           R"({"jsonrpc":"2.0","method":"notifications/cancelled"})", R"({"jsonrpc":"2.0","id":"t2s-9","result":{}})",
                           R"({"jsonrpc":"2.0","id":4,"error":{"code":1,"message":"x"}})",
                           R"({"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}})", R"({"jsonrpc":"2.0","result":{}})"})
    BOOST_TEST(!c.say(text), text);
  BOOST_TEST(c.box->count() == before);
}

BOOST_AUTO_TEST_CASE(keeps_ids_as_they_are) {
  conversation c(offered());
  c.begin();
  c.say(R"({"jsonrpc":"2.0","id":"a b","method":"ping"})");
  BOOST_TEST(c.box->response("a b").at("id").as_string() == "a b");
  c.say(R"({"jsonrpc":"2.0","id":-7,"method":"ping"})");
  BOOST_TEST(c.box->response(-7).at("id").as_int64() == -7);
  c.say(R"({"jsonrpc":"2.0","id":18446744073709551615,"method":"ping"})");
  BOOST_TEST(json::parse(c.box->all().back().text).at("id").as_uint64() == 18446744073709551615u);
}

BOOST_AUTO_TEST_CASE(refuses_what_is_too_long) {
  mcp::session_limits limits;
  limits.message_bytes = 1'000;
  conversation c(offered(), limits);
  BOOST_TEST(c.say(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(1'000, 'x') + "\"}"));
  BOOST_TEST(code_of(json::parse(c.box->all().back().text)) == -32600);
}

BOOST_AUTO_TEST_CASE(calls_tools) {
  conversation c(offered());
  c.begin();
  auto const said = c.ask(1, "tools/call", call("echo", {{"text", "hello"}}));
  BOOST_TEST(said.at("result").at("content").at(0).at("text").as_string() == "hello");
  BOOST_TEST(!said.at("result").as_object().contains("isError"));
}

BOOST_AUTO_TEST_CASE(what_fails_in_a_tool_is_a_result) {
  conversation c(offered());
  c.begin();
  auto const lost = c.ask(1, "tools/call", call("fail")).at("result");
  BOOST_TEST(lost.at("isError").as_bool());
  BOOST_TEST(lost.at("content").at(0).at("text").as_string() == "the connection broke; try again");
  auto const wrong = c.ask(2, "tools/call", call("echo", {{"txt", "hello"}})).at("result");
  BOOST_TEST(wrong.at("isError").as_bool());
  BOOST_TEST(wrong.at("content").at(0).at("text").as_string() == "Wrong arguments: there is no argument \"txt\"; did you mean \"text\"?");
  BOOST_TEST(code_of(c.ask(3, "tools/call", call("nothing"))) == -32602);
  BOOST_TEST(code_of(c.ask(4, "tools/call", {{"arguments", json::object()}})) == -32602);
  BOOST_TEST(code_of(c.ask(5, "tools/call", {{"name", "echo"}, {"arguments", "x"}})) == -32602);
}

BOOST_AUTO_TEST_CASE(reports_progress_to_who_asked_for_it) {
  conversation c(offered());
  c.begin();
  static_cast<void>(c.ask(1, "tools/call", call("steps")));
  auto const count = [&](std::string_view method) {
    int n = 0;
    for (auto const& o : c.box->all()) n += o.text.find(method) != std::string::npos;
    return n;
  };
  BOOST_TEST(count("notifications/progress") == 0);
  BOOST_TEST(count("notifications/message") == 1);  // the usual level is info
  static_cast<void>(c.ask(2, "tools/call", call("steps", {}, {{"progressToken", "p"}})));
  BOOST_TEST(count("notifications/progress") == 2);
  auto const told = c.box->of_method("notifications/progress").at("params");
  BOOST_TEST(told.at("progressToken").as_string() == "p");
  BOOST_TEST(told.at("progress").as_double() == 1);
  BOOST_TEST(told.at("total").as_double() == 3);
  BOOST_TEST(told.at("message").as_string() == "first");
}

BOOST_AUTO_TEST_CASE(logs_what_the_client_wants) {
  conversation c(offered());
  c.begin();
  BOOST_TEST(c.ask(1, "logging/setLevel", {{"level", "debug"}}).at("result").as_object().empty());
  static_cast<void>(c.ask(2, "tools/call", call("steps")));
  auto const first = c.box->of_method("notifications/message").at("params");
  BOOST_TEST(first.at("level").as_string() == "debug");
  BOOST_TEST(first.at("logger").as_string() == "steps");
  BOOST_TEST(first.at("data").as_string() == "quiet");
  BOOST_TEST(c.ask(3, "logging/setLevel", {{"level", "emergency"}}).at("result").as_object().empty());
  auto const before = c.box->count();
  static_cast<void>(c.ask(4, "tools/call", call("steps")));
  BOOST_TEST(c.box->count() == before + 1);
  BOOST_TEST(code_of(c.ask(5, "logging/setLevel", {{"level", "loud"}})) == -32602);
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_ends_without_an_answer) {
  conversation c(offered());
  c.begin();
  BOOST_TEST(c.say(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}})", 7));
  BOOST_TEST(c.ask(2, "ping").at("result").as_object().empty());  // answered while the call is running
  BOOST_TEST(c.session.calls() == 1u);
  c.say(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");  // a second one with the same id is not started
  c.say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"enough"}})");
  bool ended = false;
  for (int i = 0; i < 500 && !ended; ++i) {
    for (auto const& o : c.box->all()) ended = ended || (o.origin == 7 && o.ends && o.text.empty());
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  BOOST_TEST(ended);
  BOOST_TEST(c.session.calls() == 0u);
}

BOOST_AUTO_TEST_CASE(ids_in_use_and_too_many_calls_are_refused) {
  mcp::session_limits limits;
  limits.calls = 2;
  conversation c(offered(), limits);
  c.begin();
  c.say(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}})");
  BOOST_TEST(code_of(c.ask(1, "tools/call", call("wait"))) == -32600);
  c.say(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"wait"}})");
  BOOST_TEST(code_of(c.ask(3, "tools/call", call("wait"))) == -32000);
}

BOOST_AUTO_TEST_CASE(asks_the_client) {
  conversation c(offered());
  c.begin("2025-06-18", {{"sampling", json::object()}});
  c.say(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sample"}})", 3);
  auto const asked = c.box->of_method("sampling/createMessage");
  BOOST_TEST(asked.at("params").at("maxTokens").as_int64() == 5);
  BOOST_TEST(!c.say(json::serialize(
      json::object{{"jsonrpc", "2.0"},
                   {"id", asked.at("id")},
                   {"result", json::parse(R"({"role":"assistant","content":{"type":"text","text":"SELECT 1"},"model":"m"})")}})));
  BOOST_TEST(c.box->response(1).at("result").at("content").at(0).at("text").as_string() == "SELECT 1");
}

BOOST_AUTO_TEST_CASE(a_client_that_refuses_is_told_so) {
  conversation c(offered());
  c.begin("2025-06-18", {{"sampling", json::object()}});
  c.say(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sample"}})");
  auto const asked = c.box->of_method("sampling/createMessage");
  c.say(json::serialize(
      json::object{{"jsonrpc", "2.0"}, {"id", asked.at("id")}, {"error", json::parse(R"({"code":-1,"message":"User rejected"})")}}));
  BOOST_TEST(c.box->response(1).at("error").at("message").as_string() == "the client refused: User rejected");
  conversation without(offered());
  without.begin();
  BOOST_TEST(without.ask(1, "tools/call", call("sample")).at("result").at("isError").as_bool());
}

BOOST_AUTO_TEST_CASE(batches_are_of_older_revisions) {
  std::string const batch =
      R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"b"}}},5])";
  conversation c(offered());
  c.begin("2025-03-26");
  BOOST_TEST(c.say(batch, 9));
  for (int i = 0; i < 500 && c.box->count() < 2; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  auto const last = c.box->all().back();
  BOOST_TEST(last.origin == 9u);
  BOOST_TEST(last.ends);
  auto const all = json::parse(last.text).as_array();
  BOOST_TEST(all.size() == 3u);
  conversation newer(offered());
  newer.begin("2025-06-18");
  newer.say(batch);
  BOOST_TEST(code_of(json::parse(newer.box->all().back().text)) == -32600);
  conversation silent(offered());
  silent.begin("2025-03-26");
  BOOST_TEST(!silent.say(R"([{"jsonrpc":"2.0","method":"notifications/x"}])"));
  BOOST_TEST(silent.box->count() == 1u);
}

BOOST_AUTO_TEST_CASE(lists_are_given_in_pages) {
  auto o = offered();
  o->page = 2;
  conversation c(o);
  c.begin();
  std::vector<std::string> names;
  json::object params;
  for (int i = 0; i < 10; ++i) {
    auto const said = c.ask(i + 1, "tools/list", params).at("result");
    for (auto const& t : said.at("tools").as_array()) names.emplace_back(t.at("name").as_string());
    if (!said.as_object().contains("nextCursor")) break;
    params = {{"cursor", said.at("nextCursor")}};
  }
  std::vector<std::string> const wanted{"echo", "wait", "fail", "steps", "sample"};
  BOOST_TEST(names == wanted, boost::test_tools::per_element());
  for (auto const& cursor : {json::value("x"), json::value("99"), json::value(""), json::value(1), json::value("-1")})
    BOOST_TEST(code_of(c.ask(20, "tools/list", {{"cursor", cursor}})) == -32602);
}

BOOST_AUTO_TEST_CASE(closing_ends_calls_and_silences_it) {
  conversation c(offered());
  c.begin();
  c.say(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}})");
  c.session.close();
  auto const before = c.box->count();
  for (int i = 0; i < 500 && c.session.calls() > 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  BOOST_TEST(c.session.calls() == 0u);
  BOOST_TEST(c.box->count() == before);
}

// An assistant and the person beside it would read something else than what is there.
BOOST_AUTO_TEST_CASE(texts_for_an_assistant_hide_nothing) {
  auto const text = [](char const* raw) { return std::string(mcp::text_content(raw).at("text").as_string()); };
  BOOST_TEST(text("SELECT 'a\u202eb' -- \u2066c\u2069\n\tFROM t\x1b[2K") == "SELECT 'a\\u202eb' -- \\u2066c\\u2069\n\tFROM t\\u001b[2K");
  BOOST_TEST(text("ignore\U000e0069\U000e0067") == "ignore\\udb40\\udc69\\udb40\\udc67");
  BOOST_TEST(text("Zo\u00eb, \u05e9\u05dc\u05d5\u05dd") == "Zo\u00eb, \u05e9\u05dc\u05d5\u05dd");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
