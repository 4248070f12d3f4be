// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/wire.hpp"

#include "t2s/core/detail/text.hpp"
#include "t2s/llm/anthropic.hpp"
#include "t2s/llm/openai.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <limits>
#include <random>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::llm;
namespace json = boost::json;

namespace {

endpoint const openai_server{.model = "m-1", .key = "sk-very-secret"};
endpoint const anthropic_server{.model = "c-1", .protocol = anthropic{}, .key = "sk-very-secret"};

json::value body_of(http_request const& r) { return json::parse(r.body); }

std::string value_of(http_request const& r, std::string_view name) {
  for (auto const& h : r.headers)
    if (text::same(h.name, name)) return h.value;
  return "<absent>";
}

/// Equal as JSON: the order of members does not count.
void check_body(http_request const& r, std::string_view expected) {
  BOOST_TEST((body_of(r) == json::parse({expected.data(), expected.size()})), r.body << " instead of " << expected);
}

http_response ok(std::string body) { return {200, {}, std::move(body)}; }

void check_error(auto const& f, errc code, std::string_view part) {
  BOOST_CHECK_EXCEPTION(f(), error, [&](error const& e) {
    BOOST_TEST(name_of(e.details().code) == name_of(code));
    BOOST_TEST(std::string_view(e.what()).find(part) != std::string_view::npos, e.what() << " has no " << part);
    BOOST_TEST(std::string_view(e.what()).find("very-secret") == std::string_view::npos, e.what());
    return true;
  });
}

request with(auto const& change) {
  request r("hi");
  change(r);
  return r;
}

/// A server's documented reply, and its expected reading.
struct documented {
  char const* server;
  endpoint const& from;
  char const* body;
  completion expected;
};

completion answer(std::string text, std::string finish, std::size_t prompt, std::size_t cached, std::size_t completed) {
  completion c;
  c.text = std::move(text);
  c.finish_reason = std::move(finish);
  c.prompt_tokens = prompt;
  c.cached_tokens = cached;
  c.completion_tokens = completed;
  return c;
}

std::vector<documented> const& replies() {
  static std::vector<documented> const all{
      {"OpenAI", openai_server,
       R"({"id":"chatcmpl-1","object":"chat.completion","created":1741569952,"model":"gpt-x","choices":[{"index":0,"message":{"role":
       "assistant","content":"SELECT 1","refusal":null,"annotations":[]},"logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":
       1117,"completion_tokens":46,"total_tokens":1163,"prompt_tokens_details":{"cached_tokens":1024,"audio_tokens":0},
       "completion_tokens_details":{"reasoning_tokens":0,"accepted_prediction_tokens":0}},"service_tier":"default",
       "system_fingerprint":"fp_1"})",
       answer("SELECT 1", "stop", 1117, 1024, 46)},
      {"vLLM", openai_server,
       R"({"id":"chatcmpl-2","object":"chat.completion","created":1,"model":"Qwen/Q","choices":[{"index":0,"message":{"role":"assistant",
       "content":"SELECT 2","refusal":null,"annotations":null,"audio":null,"function_call":null,"tool_calls":[],"reasoning_content":
       "Let me think."},"logprobs":null,"finish_reason":"length","stop_reason":null,"token_ids":null}],"usage":{"prompt_tokens":9,"total_tokens":
       12,"completion_tokens":3,"prompt_tokens_details":null},"prompt_logprobs":null,"kv_transfer_params":null})",
       answer("SELECT 2", "length", 9, 0, 3)},
      {"llama.cpp", openai_server,
       R"({"choices":[{"finish_reason":"stop","index":0,"message":{"role":"assistant","content":"SELECT 3"}}],"created":1,"model":
       "gpt-3.5-turbo","system_fingerprint":"b6210-a094f381","object":"chat.completion","usage":{"completion_tokens":4,"prompt_tokens":14,
       "total_tokens":18},"id":"chatcmpl-3","timings":{"prompt_n":14,"prompt_ms":53.734,"predicted_per_second":1e3}})",
       answer("SELECT 3", "stop", 14, 0, 4)},
      {"Ollama", openai_server,
       R"({"id":"chatcmpl-923","object":"chat.completion","created":1,"model":"llama3.2","system_fingerprint":"fp_ollama","choices":[{
       "index":0,"message":{"role":"assistant","content":"SELECT 4"},"finish_reason":"stop"}],"usage":{"prompt_tokens":33,
       "completion_tokens":7,"total_tokens":40}})",
       answer("SELECT 4", "stop", 33, 0, 7)},
      {"DeepSeek", openai_server,
       R"({"id":"9","object":"chat.completion","created":1766977481,"model":"deepseek-reasoner","choices":[{"index":0,"message":{"role":
       "assistant","content":"SELECT 5","reasoning_content":"Hm."},"logprobs":null,"finish_reason":"insufficient_system_resource"}],
       "usage":{"prompt_tokens":10,"completion_tokens":11,"total_tokens":21,"prompt_cache_hit_tokens":8,"prompt_cache_miss_tokens":2},
       "system_fingerprint":"fp"})",
       answer("SELECT 5", "insufficient_system_resource", 10, 8, 11)},
      {"Mistral, which may answer in parts", openai_server,
       R"({"id":"cmpl-e5","object":"chat.completion","model":"magistral","created":1,"usage":{"prompt_tokens":16,"completion_tokens":34,
       "total_tokens":50},"choices":[{"index":0,"message":{"role":"assistant","tool_calls":null,"prefix":false,"content":[{"type":
       "thinking","thinking":[{"type":"text","text":"Hm."}],"closed":true},{"type":"text","text":"SELECT "},{"type":"text","text":"6"}]},
       "finish_reason":"stop"}]})",
       answer("SELECT 6", "stop", 16, 0, 34)},
      {"Anthropic", anthropic_server,
       R"({"id":"msg_1","type":"message","role":"assistant","model":"claude-x","content":[{"type":"thinking","thinking":"Hm.","signature":
       "EqQB"},{"type":"redacted_thinking","data":"Emw"},{"type":"text","text":"SELECT ","citations":null},{"type":"text","text":"7"}],
       "stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":21,"cache_creation_input_tokens":100,
       "cache_read_input_tokens":1000,"output_tokens":30,"service_tier":"standard"}})",
       answer("SELECT 7", "end_turn", 1121, 1000, 30)},
  };
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(wire)

// ---- requests

BOOST_AUTO_TEST_CASE(the_shortest_request) {
  auto const r = chat_request(request("hi"), openai_server);
  BOOST_TEST(r.method == "POST");
  BOOST_TEST(r.path == "/chat/completions");
  BOOST_TEST(value_of(r, "content-type") == "application/json");
  BOOST_TEST(value_of(r, "accept") == "application/json");
  BOOST_TEST(value_of(r, "authorization") == "Bearer sk-very-secret");
  check_body(r, R"({"model":"m-1","messages":[{"role":"user","content":"hi"}],"temperature":0})");
}

BOOST_AUTO_TEST_CASE(a_request_with_everything) {
  request asked;
  asked.messages = {{role::system, "You write SQL."}, {role::user, "How many?"}, {role::assistant, "SELECT"}};
  asked.temperature = 0.5;
  asked.top_p = 1;
  asked.seed = -7;
  asked.choices = 3;
  asked.max_tokens = 100;
  asked.stop = {";", "\n\n"};
  asked.form = {answer_form::kind::json_schema, "reply", R"({"type":"object"})", true};
  asked.logprobs = 2;
  auto const r = chat_request(asked, openai_server, true);
  BOOST_TEST(value_of(r, "accept") == "text/event-stream, application/json");
  check_body(r, R"({"model":"m-1","messages":[{"role":"system","content":"You write SQL."},{"role":"user","content":"How many?"},
    {"role":"assistant","content":"SELECT"}],"temperature":0.5,"top_p":1,"seed":-7,"n":3,"max_tokens":100,"stop":[";","\n\n"],
    "response_format":{"type":"json_schema","json_schema":{"name":"reply","strict":true,"schema":{"type":"object"}}},
    "logprobs":true,"top_logprobs":2,"stream":true,"stream_options":{"include_usage":true}})");
}

BOOST_AUTO_TEST_CASE(what_servers_want_differently) {
  auto asked = with([](request& r) { r.max_tokens = 5, r.temperature.reset(), r.form.what = answer_form::kind::json_object; });
  endpoint e;
  e.protocol = openai{.max_completion_tokens = true, .stream_usage = false};
  e.extra_fields = R"({"max_completion_tokens":6,"thinking":{"type":"disabled"}})";
  e.extra_headers = {{"api-key", "k", true}, {"ACCEPT", "*/*"}};
  auto const r = chat_request(asked, e, true);
  check_body(r, R"({"messages":[{"role":"user","content":"hi"}],"max_completion_tokens":6,"response_format":{"type":"json_object"},
    "stream":true,"thinking":{"type":"disabled"}})");
  BOOST_TEST(value_of(r, "authorization") == "<absent>");
  BOOST_TEST(value_of(r, "api-key") == "k");
  BOOST_TEST(value_of(r, "accept") == "*/*");
  BOOST_TEST(r.headers.size() == 3U);
}

BOOST_AUTO_TEST_CASE(a_grammar_goes_to_llama_cpp) {
  auto const asked = with([](request& r) { r.form = {answer_form::kind::grammar, {}, "root ::= \"a\"", true}; });
  auto const body = body_of(chat_request(asked, openai_server)).as_object();
  BOOST_TEST(body.at("grammar") == "root ::= \"a\"");
  BOOST_TEST(!body.contains("response_format"));
}

BOOST_AUTO_TEST_CASE(only_what_is_secret_is_marked_so) {
  for (auto const& e : {openai_server, anthropic_server})
    for (auto const& h : chat_request(request("hi"), e).headers) BOOST_TEST(h.secret == (h.value.find("secret") != std::string::npos));
}

BOOST_AUTO_TEST_CASE(a_body_is_always_utf_8) {
  auto const r = chat_request(request("a\xFF\xC3(\x01\"\\\xF0\x9F\x98\x80"), openai_server);
  BOOST_TEST(!text::first_invalid_utf8(r.body));
  BOOST_TEST(body_of(r).at("messages").at(0).at("content").as_string() == "a\xEF\xBF\xBD\xEF\xBF\xBD(\x01\"\\\xF0\x9F\x98\x80");
}

BOOST_AUTO_TEST_CASE(anthropics_request) {
  request asked;
  asked.messages = {{role::system, "One."}, {role::user, "a"},      {role::user, "b"},
                    {role::system, "Two."}, {role::assistant, "c"}, {role::user, "d"}};
  asked.top_p = 0.25;
  asked.stop = {";"};
  auto const r = chat_request(asked, anthropic_server, true);
  BOOST_TEST(r.path == "/messages");
  BOOST_TEST(value_of(r, "x-api-key") == "sk-very-secret");
  BOOST_TEST(value_of(r, "authorization") == "<absent>");
  BOOST_TEST(value_of(r, "anthropic-version") == "2023-06-01");
  check_body(r, R"({"model":"c-1","max_tokens":4096,"system":"One.\n\nTwo.","messages":[{"role":"user","content":"a\n\nb"},
    {"role":"assistant","content":"c"},{"role":"user","content":"d"}],"temperature":0,"top_p":0.25,"stop_sequences":[";"],"stream":true})");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_asked) {
  auto const refused = [](request const& r, endpoint const& e, std::string_view why) {
    check_error([&] { (void)chat_request(r, e); }, errc::invalid_argument, why);
  };
  refused(with([](request& r) { r.messages.clear(); }), openai_server, "no messages");
  refused(with([](request& r) { r.choices = 0; }), openai_server, "no choices");
  refused(with([](request& r) { r.temperature = std::numeric_limits<double>::quiet_NaN(); }), openai_server, "temperature");
  refused(with([](request& r) { r.top_p = std::numeric_limits<double>::infinity(); }), openai_server, "top_p");
  refused(with([](request& r) { r.form = {answer_form::kind::json_schema, "n", "{", true}; }), openai_server, "schema");
  refused(with([](request& r) { r.form = {answer_form::kind::json_schema, "n", "[]", true}; }), openai_server, "schema");
  refused(with([](request& r) { r.choices = 2; }), anthropic_server, "several choices");
  refused(with([](request& r) { r.seed = 1; }), anthropic_server, "seed");
  refused(with([](request& r) { r.logprobs = 1; }), anthropic_server, "logprobs");
  refused(with([](request& r) { r.form.what = answer_form::kind::json_object; }), anthropic_server, "response_format");
  refused(with([](request& r) { r.messages[0].from = role::system; }), anthropic_server, "only system messages");
  refused(request("hi"), {.key = "sk-very-secret\n"}, "line end in the API key");
  refused(request("hi"), {.extra_fields = "[1]"}, "extra fields");
  refused(request("hi"), {.extra_fields = "{"}, "extra fields");
  refused(request("hi"), {.extra_headers = {{"a: b", "c"}}}, "not the name of a header");
  refused(request("hi"), {.extra_headers = {{"a", "b\r\nc: d"}}}, "header a");
  // A key that was pasted into a name is not shown.
  for (std::string const name : {"api-key:sk-very-secret", "api-key=sk-very-secret", "api-key sk-very-secret"}) {
    try {
      (void)chat_request(request("hi"), {.extra_headers = {{name, "c"}}});
      BOOST_ERROR(name);
    } catch (t2s::error const& e) {
      BOOST_TEST(std::string(e.what()).find("\"api-key\" is not the name of a header") != std::string::npos, e.what());
    }
  }
}

// ---- replies

BOOST_AUTO_TEST_CASE(documented_replies) {
  for (auto const& d : replies()) BOOST_TEST_CONTEXT(d.server) {
      auto const c = read_chat(ok(d.body), d.from);
      BOOST_TEST(c.text == d.expected.text);
      BOOST_TEST(c.finish_reason == d.expected.finish_reason);
      BOOST_TEST((c == d.expected));
    }
}

BOOST_AUTO_TEST_CASE(every_prefix_of_a_reply_is_an_error) {
  for (auto const& d : replies()) {
    std::string_view const body = d.body;
    for (std::size_t n = 0; n < body.size(); ++n)
      check_error([&] { (void)read_chat(ok(std::string(body.substr(0, n))), d.from); }, errc::malformed_reply, "");
  }
}

BOOST_AUTO_TEST_CASE(texts_that_are_null_absent_or_refused) {
  auto const read = [](std::string_view message) {
    return read_chat(ok(std::string(R"({"choices":[{"finish_reason":"tool_calls","message":)").append(message).append("}]}")),
                     openai_server);
  };
  for (auto const* m : {R"({"content":null})", "{}", R"({"content":""})", R"({"content":[]})", R"({"content":null,"tool_calls":[{}]})",
                        R"({"reasoning_content":"hm","reasoning":"hm"})"}) {
    BOOST_TEST(read(m).text == "");
    BOOST_TEST(read(m).finish_reason == "tool_calls");
  }
  BOOST_TEST(read(R"({"content":null,"refusal":"I cannot."})").text == "I cannot.");
  BOOST_TEST(read(R"({"content":null,"tool_calls":[{"function":{"name":"run_it","arguments":"{}"}}]})").text ==
             "(the model called the tool run_it)");
  BOOST_TEST(read(R"({"content":"SELECT 1","tool_calls":[{"function":{"name":"run_it"}}]})").text == "SELECT 1");
  BOOST_TEST(
      read_chat(ok(R"({"type":"message","content":[{"type":"tool_use","id":"1","name":"run_it","input":{}}]})"), anthropic_server).text ==
      "(the model called the tool run_it)");
  BOOST_TEST(read(R"({"content":["a",{"text":"b"},{"type":"image_url"},7]})").text == "ab");
  BOOST_TEST(read(R"({"content":"old","content":"new"})").text == "new");
  BOOST_TEST(read("{\"content\":\"a\xFF\xE2\x82\"}").text == "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  BOOST_TEST(read(R"({"content":"\ud83d\ude00\ud83d|\ude00\ud83d\ud83d\ude00\\ud83d"})").text ==
             "\xF0\x9F\x98\x80\xEF\xBF\xBD|\xEF\xBF\xBD\xEF\xBF\xBD\xF0\x9F\x98\x80\\ud83d");
  BOOST_TEST(read_chat(ok(R"({"choices":[{"message":{"content":"x"},"finish_reason":null}]})"), openai_server).finish_reason == "");
}

BOOST_AUTO_TEST_CASE(streams_that_only_call_a_tool_say_so) {
  auto const streamed = [](auto const& protocol, std::initializer_list<char const*> events) {
    streamed_answer answer(1000, 2);
    for (auto const* e : events) protocol.read_event(json::parse(e), answer);
    return answer.so_far();
  };
  auto const calls = streamed(
      openai{}, {R"({"choices":[{"delta":{"role":"assistant","content":null}}]})",
                 R"({"choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"run_it","arguments":""}}]}}]})",
                 R"({"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]}}]})",
                 R"({"choices":[{"delta":{"tool_calls":[{"index":1,"function":{"name":"again"}}]},"finish_reason":"tool_calls"}]})"});
  BOOST_TEST(calls.text == "(the model called the tool run_it)");
  BOOST_TEST(calls.finish_reason == "tool_calls");
  BOOST_TEST(streamed(openai{}, {R"({"choices":[{"delta":{"content":"SELECT 1"}}]})",
                                 R"({"choices":[{"delta":{"tool_calls":[{"function":{"name":"run_it"}}]}}]})"})
                 .text == "SELECT 1");
  auto const second = streamed(
      openai{}, {R"({"choices":[{"index":0,"delta":{"content":"a"}},{"index":1,"delta":{"tool_calls":[{"function":{"name":"f"}}]}}]})"});
  BOOST_REQUIRE(second.others.size() == 1U);
  BOOST_TEST(second.others[0].text == "(the model called the tool f)");
  BOOST_TEST(
      streamed(anthropic{}, {R"({"type":"message_start","message":{}})",
                             R"({"type":"content_block_start","content_block":{"type":"tool_use","id":"1","name":"run_it","input":{}}})",
                             R"({"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"{}"}})"})
          .text == "(the model called the tool run_it)");
  BOOST_TEST(streamed(anthropic{}, {R"({"type":"content_block_start","content_block":{"type":"text","text":"SELECT 1"}})",
                                    R"({"type":"content_block_start","content_block":{"type":"tool_use","name":"run_it"}})"})
                 .text == "SELECT 1");
}

BOOST_AUTO_TEST_CASE(several_choices_come_in_the_order_of_their_index) {
  auto const c = read_chat(ok(R"({"choices":[{"index":2,"message":{"content":"c"},"finish_reason":"length"},
    {"index":0,"message":{"content":"a"},"finish_reason":"stop","logprobs":{"content":[{"token":"a","logprob":-0.5}]}},
    {"index":1,"message":{"content":"b"},"finish_reason":"stop"}]})"),
                           openai_server);
  BOOST_TEST(c.text == "a");
  BOOST_TEST((json::parse(c.logprobs) == json::parse(R"({"content":[{"token":"a","logprob":-0.5}]})")));
  BOOST_REQUIRE(c.others.size() == 2U);
  BOOST_TEST(c.others[0].text == "b");
  BOOST_TEST(c.others[1].text == "c");
  BOOST_TEST(c.others[1].finish_reason == "length");
}

BOOST_AUTO_TEST_CASE(numbers_that_are_none_count_as_nothing) {
  for (auto const* n : {"-1", "1e400", "\"5\"", "null", "true", "[1]", "1e300", "-0.5"}) {
    auto const c =
        read_chat(ok(std::string(R"({"choices":[{"message":{}}],"usage":{"prompt_tokens":)").append(n).append("}}")), openai_server);
    BOOST_TEST(c.prompt_tokens == 0U, n);
  }
  auto const c =
      read_chat(ok(R"({"choices":[{"message":{}}],"usage":{"prompt_tokens":5.0,"completion_tokens":1000000000}})"), openai_server);
  BOOST_TEST(c.prompt_tokens == 5U);
  BOOST_TEST(c.completion_tokens == 1'000'000'000U);
  BOOST_TEST(c.odd == "");
}

BOOST_AUTO_TEST_CASE(counts_that_cannot_be_are_told) {
  for (auto const* n : {"-1", "1e300", "\"5\"", "true", "[1]", "-0.5", "9223372036854775807", "9223372036854775808", "18446744073709551615",
                        "18446744073709551616", "1000000001"}) {
    for (auto const* name : {"prompt_tokens", "completion_tokens"}) {
      auto const c = read_chat(
          ok(std::string(R"({"choices":[{"message":{"content":"a"}}],"usage":{")").append(name).append("\":").append(n).append("}}")),
          openai_server);
      BOOST_TEST(c.prompt_tokens + c.completion_tokens == 0U, n);
      BOOST_TEST(c.odd.find(name) != std::string::npos, c.odd);
    }
    auto const c = read_chat(
        ok(std::string(R"({"content":[],"usage":{"input_tokens":7,"cache_read_input_tokens":)").append(n).append("}}")), anthropic_server);
    BOOST_TEST(c.prompt_tokens == 7U, n);
    BOOST_TEST(c.odd.find("cache_read_input_tokens") != std::string::npos, c.odd);
  }
  for (auto const* usage : {"null", "{}", R"({"prompt_tokens":null})", "7"})
    BOOST_TEST(
        read_chat(ok(std::string(R"({"choices":[{"message":{"content":"a"}}],"usage":)").append(usage).append("}")), openai_server).odd ==
            "",
        usage);
}

BOOST_AUTO_TEST_CASE(a_reply_of_thoughts_alone_is_told) {
  auto const odd_of = [](char const* body, endpoint const& from) { return read_chat(ok(body), from).odd; };
  constexpr char thought[] = "has only thought";
  auto const tells = [&](char const* body, endpoint const& from) { return odd_of(body, from).find(thought) != std::string::npos; };
  BOOST_TEST(
      tells(R"({"choices":[{"message":{"content":null,"reasoning_content":"SELECT 1?"},"finish_reason":"length"}]})", openai_server));
  BOOST_TEST(tells(R"({"choices":[{"message":{"content":"","reasoning":"Hm."},"finish_reason":"stop"}]})", openai_server));
  BOOST_TEST(tells(R"({"content":[{"type":"thinking","thinking":"SELECT 1?"}],"stop_reason":"max_tokens"})", anthropic_server));
  BOOST_TEST(odd_of(R"({"choices":[{"message":{"content":"SELECT 1","reasoning_content":"Hm."}}]})", openai_server) == "");
  BOOST_TEST(odd_of(R"({"choices":[{"message":{"content":""}}]})", openai_server) == "");
  BOOST_TEST(odd_of(R"({"content":[{"type":"thinking","thinking":"Hm."},{"type":"text","text":"SELECT 1"}]})", anthropic_server) == "");
}

BOOST_AUTO_TEST_CASE(what_is_not_of_the_protocol) {
  auto const malformed = [](std::string body, endpoint const& from, std::string_view why) {
    check_error([&] { (void)read_chat(ok(body), from); }, errc::malformed_reply, why);
  };
  malformed("", openai_server, "it is empty");
  malformed(" \r\n", openai_server, "it is empty");
  malformed("<html>\n<title>Welcome</title>", openai_server, "it begins: <html> <title>Welcome");
  malformed("[1]", openai_server, "not a JSON object");
  malformed("{}", openai_server, "no choices");
  malformed(R"({"choices":[]})", openai_server, "no choices");
  malformed(R"({"choices":[{}]})", openai_server, "no message");
  malformed(R"({"choices":[7]})", openai_server, "no message");
  malformed(R"({"choices":[{"message":{"content":7}}]})", openai_server, "content");
  malformed(R"({"choices":[{"index":0,"message":{}},{"index":0,"message":{}}]})", openai_server, "numbered");
  malformed(R"({"choices":[{"index":9999999999,"message":{}}]})", openai_server, "numbered");
  malformed("{}", anthropic_server, "no content");
  malformed(R"({"choices":[{"message":{}}]})", anthropic_server,
            "it follows OpenAI's protocol, but the endpoint expects Anthropic's; check");
  malformed(R"({"type":"message","content":[{"type":"text","text":"hi"}]})", openai_server,
            "it follows Anthropic's protocol, but the endpoint expects");
  malformed(R"({"choices":[{"message":{}}],"x":)" + std::string(100000, '['), openai_server, "not JSON");
  malformed("sk-very-secret is what I got", openai_server, "it begins: *** is what I got");
  for (std::size_t blanks = 4070; blanks < 4100; ++blanks)  // wherever the body is cut
    malformed(std::string(blanks, ' ') + "x sk-very-secret", openai_server, "it begins: x ***");
}

BOOST_AUTO_TEST_CASE(random_bytes_are_errors) {
  std::mt19937 random(5);
  std::string const alphabet = "{}[]\",:0123456789.eE-\\u nulltrfas\xC3\xFF\x01";
  for (int i = 0; i < 20000; ++i) {
    std::string body = i % 2 == 0 ? "{\"choices\":" : "";
    for (auto n = random() % 40; n > 0; --n) body += alphabet[random() % alphabet.size()];
    for (auto const& e : {openai_server, anthropic_server}) check_error([&] { (void)read_chat(ok(body), e); }, errc::malformed_reply, "");
  }
}

// ---- errors

BOOST_AUTO_TEST_CASE(every_status_has_its_code) {
  auto const code = [](unsigned status) { return std::string(name_of(error_of({status, {}, "x"}).details().code)); };
  BOOST_TEST(code(301) == "model_failed");
  BOOST_TEST(code(400) == "request_rejected");
  BOOST_TEST(code(401) == "authentication_failed");
  BOOST_TEST(code(402) == "authentication_failed");
  BOOST_TEST(code(403) == "authentication_failed");
  BOOST_TEST(code(404) == "model_not_found");
  BOOST_TEST(code(408) == "model_timeout");
  BOOST_TEST(code(409) == "request_rejected");
  BOOST_TEST(code(413) == "request_rejected");
  BOOST_TEST(code(422) == "request_rejected");
  BOOST_TEST(code(429) == "rate_limited");
  BOOST_TEST(code(500) == "server_failed");
  BOOST_TEST(code(503) == "server_failed");
  BOOST_TEST(code(529) == "server_failed");
}

BOOST_AUTO_TEST_CASE(the_servers_words_in_every_shape) {
  auto const said = [](std::string body) { return error_of({400, {}, std::move(body)}, openai_server).details().message; };
  std::string const intro = "the model's server answered 400";
  BOOST_TEST(said(R"({"error":{"message":"Too long.","type":"invalid_request_error","param":null,"code":"context_length_exceeded"}})") ==
             intro + ": Too long.");
  BOOST_TEST(said(R"({"object":"error","message":"Too long.","type":"BadRequestError","param":null,"code":400})") == intro + ": Too long.");
  BOOST_TEST(said(R"({"type":"error","error":{"type":"invalid_request_error","message":"Too long."},"request_id":"req_1"})") ==
             intro + ": Too long.");
  BOOST_TEST(said(R"({"error":"Too long."})") == intro + ": Too long.");
  BOOST_TEST(said(R"({"detail":"Too long."})") == intro + ": Too long.");
  BOOST_TEST(said(R"({"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],
    "msg":"Extra inputs are not permitted"}]},"type":"invalid_request_error"})") ==
             intro + R"(: Extra inputs are not permitted at ["body","stream_options"])");
  BOOST_TEST(said("") == intro + " without a reason");
  BOOST_TEST(said("<h1>Bad\r\n\tGateway</h1>") == intro + ": <h1>Bad Gateway</h1>");
  BOOST_TEST(said(R"({"unknown":"shape"})") == intro + R"(: {"unknown":"shape"})");
  BOOST_TEST(said(R"({"error":{"message":"Key sk-very-secret is wrong: \u001b[31m\u0007\u009b\u0000!"}})") ==
             intro + ": Key *** is wrong: [31m !");
}

BOOST_AUTO_TEST_CASE(words_are_shortened_and_valid) {
  std::string euros = "x";
  for (int i = 0; i < 1000; ++i) euros += "\xE2\x82\xAC";
  auto const m = error_of({500, {}, euros + "\xE2"}).details().message;
  BOOST_TEST(!text::first_invalid_utf8(m));
  BOOST_TEST(m.size() < 500U);
  BOOST_TEST(m.ends_with("\xE2\x82\xAC..."));
}

BOOST_AUTO_TEST_CASE(no_secret_is_repeated) {
  auto const e = error_of({400, {}, "key sk-very-secret, token t-0\nt-0, name x"},
                          {.key = "sk-very-secret", .extra_headers = {{"a", "t-0", true}, {"b", "x", false}, {"c", "", true}}});
  BOOST_TEST(e.details().message == "the model's server answered 400: key ***, token *** ***, name x");
}

BOOST_AUTO_TEST_CASE(a_key_is_hidden_without_its_scheme_too) {
  auto const said = [](std::string words, http_header sent) {
    endpoint e;
    e.extra_headers = {std::move(sent)};
    return error_of({400, {}, std::move(words)}, e).details().message;
  };
  std::string const intro = "the model's server answered 400: ";
  for (bool const marked : {true, false})
    for (auto const* const name : {"Authorization", "proxy-authorization"}) {
      http_header const sent{name, "Bearer  k-1234", marked};
      BOOST_TEST(said("Incorrect API key provided: k-1234", sent) == intro + "Incorrect API key provided: ***");
      BOOST_TEST(said("Bearer k-1234 is wrong, so is Bearer  k-1234", sent) == intro + "*** is wrong, so is ***");
      BOOST_TEST(said("Bearer of bad news", sent) == intro + "Bearer of bad news");
    }
  for (auto const* const name : {"api-key", "X-API-Key"}) BOOST_TEST(said("no k-1234", {name, "k-1234"}) == intro + "no ***");
  BOOST_TEST(said("no k-1234", {"X-Team", "k-1234"}) == intro + "no k-1234");
  BOOST_TEST(said("no k-1234", {"X-Team", "k-1234", true}) == intro + "no ***");
}

BOOST_AUTO_TEST_CASE(a_secret_of_a_few_letters_is_hidden_as_a_word) {
  auto const said = [](std::string key, std::string words) {
    endpoint e;
    e.key = std::move(key);
    return error_of({400, {}, std::move(words)}, e).details().message;
  };
  BOOST_TEST(said("a", "a bad key: \"a\", ask an admin, a").ends_with(": *** bad key: \"***\", ask an admin, ***"));
  BOOST_TEST(said("key", "keys: monkey, key_1, key-1, key").ends_with(": keys: monkey, key_1, key-1, ***"));
  BOOST_TEST(said("keys", "keys: monkeys").ends_with(": ***: mon***"));
}

BOOST_AUTO_TEST_CASE(headers_that_are_secret_by_their_name_are_marked) {
  endpoint e;
  e.extra_headers = {{"API-Key", "k"}, {"X-Team", "t"}};
  for (auto const& h : chat_request(request("x"), e).headers) BOOST_TEST(h.secret == (h.name == "API-Key"), h.name);
}

BOOST_AUTO_TEST_CASE(whoever_sent_no_key_is_told_so) {
  for (unsigned const status : {401U, 403U}) {
    auto const f = error_of({status, {}, "Unauthorized"}, {.model = "m"}).details();
    BOOST_TEST(f.message.ends_with(": Unauthorized (no key was sent: endpoint::key is empty)"), f.message);
    BOOST_TEST(f.remedy == "give the endpoint a key");
  }
  for (auto const& sent : {endpoint{.key = "k-1234"}, endpoint{.extra_headers = {{"api-key", "k-1234"}}}}) {
    auto const f = error_of({401, {}, "Unauthorized"}, sent).details();
    BOOST_TEST(f.message.ends_with(": Unauthorized"), f.message);
    BOOST_TEST(f.remedy == "check the API key and what it may use");
  }
  BOOST_TEST(error_of({404, {}, "none"}, {.model = "m"}).details().message.ends_with(": none"));
}

BOOST_AUTO_TEST_CASE(errors_say_what_to_do) {
  auto const e =
      error_of({404, {}, R"({"error":{"message":"model \"m-1\" not found, try pulling it first","type":"api_error"}})"}, openai_server);
  BOOST_TEST(e.details().subject == "m-1");
  BOOST_TEST(e.details().remedy == "check the model's name and the base URL");
  BOOST_TEST(error_of({413, {}, ""}).details().remedy == "shorten the prompt");
  auto const moved = error_of({301, {{"location", "https://elsewhere/"}}, ""});
  BOOST_TEST(std::string(moved.what()) ==
             "the model's server answered 301: see https://elsewhere/; use the address that it redirects to as the base URL");
}

BOOST_AUTO_TEST_CASE(errors_within_a_200) {
  auto const reported = [](std::string body, errc code) { check_error([&] { (void)read_chat(ok(body), openai_server); }, code, "Oh."); };
  reported(R"({"error":{"message":"Oh.","code":429}})", errc::rate_limited);
  reported(R"({"error":{"message":"Oh.","code":"503"}})", errc::server_failed);
  reported(R"({"error":{"message":"Oh.","code":"model_not_found"}})", errc::model_not_found);
  reported(R"({"error":{"message":"Oh.","type":"overloaded_error"}})", errc::server_failed);
  reported(R"({"error":{"message":"Oh.","type":"new"}})", errc::model_failed);
  reported(R"({"error":"Oh."})", errc::model_failed);
  reported(R"({"object":"error","message":"Oh.","code":401})", errc::authentication_failed);
  reported(R"({"type":"error","error":{"type":"rate_limit_error","message":"Oh."}})", errc::rate_limited);
  // a choice that failed, as gateways report it; a status beside the message
  reported(R"({"choices":[{"index":0,"error":{"code":502,"message":"Oh."},"finish_reason":"error"}]})", errc::server_failed);
  reported(R"({"choices":[{"message":{"content":""},"error":{"code":429,"message":"Oh."}}]})", errc::rate_limited);
  reported(R"({"choices":[{"message":{"content":"SELECT"},"error":"Oh."}]})", errc::model_failed);
  reported(R"([{"error":{"message":"Oh.","code":401}}])", errc::authentication_failed);
  check_error([] { (void)read_chat(ok(R"({"choices":[{"message":{"content":"SELECT"},"finish_reason":"error"}]})"), openai_server); },
              errc::model_failed, "reported an error without a reason");
  for (auto const* none : {"null", "\"\"", "{}", "false", "[]"}) {
    auto const body =
        std::string(R"({"choices":[{"message":{"content":"x"},"error":)").append(none).append(R"(}],"error":)").append(none) + "}";
    BOOST_TEST(read_chat(ok(body), openai_server).text == "x", body);
  }
  check_error(
      [] { (void)read_chat({503, {}, R"({"error":{"message":"Loading model","code":503,"type":"unavailable_error"}})"}, openai_server); },
      errc::server_failed, "Loading model");
}

// What is no reply has the server's words, if there are any.
BOOST_AUTO_TEST_CASE(a_200_with_a_message_alone) {
  for (auto const* const from : {&openai_server, &anthropic_server})
    for (auto const* body : {R"({"message":"Oh."})", R"({"detail":"Oh."})", R"({"error":"Oh."})", R"({"msg":"Oh.","code":1})",
                             R"({"error_msg":"Oh."})", R"({"success":false,"errors":[{"code":7,"message":"Oh."}]})",
                             R"({"base_resp":{"status_code":1004,"status_msg":"Oh."}})", R"({"detail":[{"loc":["body"],"msg":"Oh."}]})",
                             R"({"choices":null,"message":"Oh."})", R"({"title":"Oh.","type":"about:blank"})"}) {
      check_error([&] { (void)read_chat(ok(body), *from); }, errc::model_failed, "the model's server reported an error: Oh.");
    }
  check_error([] { (void)read_chat(ok(R"({"status":401,"message":"Oh."})"), openai_server); }, errc::authentication_failed, "Oh.");
  check_error([] { (void)read_chat(ok(R"({"message":{"content":"SELECT 1"}})"), openai_server); }, errc::malformed_reply, "no choices");
  check_error([] { (void)read_models(ok(R"({"detail":"Oh."})"), openai_server); }, errc::model_failed, "Oh.");
}

BOOST_AUTO_TEST_CASE(a_finish_reason_that_is_the_word_null_is_none) {
  for (auto const* word : {"\"null\"", "\"None\"", "null", "\"\"", "0"})
    BOOST_TEST(
        read_chat(ok(std::string(R"({"choices":[{"message":{"content":"x"},"finish_reason":)").append(word).append("}]}")), openai_server)
            .finish_reason == "");
}

// ---- embeddings

BOOST_AUTO_TEST_CASE(the_request_for_embeddings) {
  std::vector<std::string> const texts{"a", "b\xFF"};
  auto const r = embedding_request(texts, openai_server);
  BOOST_TEST(r.path == "/embeddings");
  BOOST_TEST(value_of(r, "authorization") == "Bearer sk-very-secret");
  check_body(r, R"({"model":"m-1","input":["a","b\ufffd"]})");
  check_body(embedding_request(texts, openai_server, vector_encoding::base64),
             R"({"model":"m-1","input":["a","b\ufffd"],"encoding_format":"base64"})");
  check_error([&] { (void)embedding_request(texts, anthropic_server); }, errc::invalid_argument, "embeddings");
  check_error([&] { (void)read_embeddings(ok("{}"), anthropic_server, 1); }, errc::invalid_argument, "embeddings");
  check_error([&] { (void)embedding_request({}, openai_server); }, errc::invalid_argument, "no texts");
}

BOOST_AUTO_TEST_CASE(vectors_come_in_the_order_of_the_texts) {
  // 1.0f, -2.0f, 0.5f are 3F800000, C0000000, 3F000000: their bytes, lowest first, in base64.
  auto const e = read_embeddings(ok(R"({"object":"list","data":[{"object":"embedding","index":1,"embedding":"AACAPwAAAMAAAAA/"},
    {"index":0,"embedding":[1,-2.5,1e-3]},{"index":2,"embedding":"AACAPwAAAMAAAAA/"}],"model":"e","usage":{"prompt_tokens":8,"total_tokens":8}})"),
                                 openai_server, 3);
  BOOST_TEST((e.vectors == std::vector<std::vector<float>>{{1.0F, -2.5F, 1e-3F}, {1.0F, -2.0F, 0.5F}, {1.0F, -2.0F, 0.5F}}));
  BOOST_TEST(e.prompt_tokens == 8U);
  auto const unpadded = read_embeddings(ok(R"({"data":[{"embedding":"AACAPw"}]})"), openai_server, 1);  // 4 bytes: 6 digits and "=="
  BOOST_TEST((unpadded.vectors == std::vector<std::vector<float>>{{1.0F}}));
}

BOOST_AUTO_TEST_CASE(vectors_that_are_wrong) {
  auto const wrong = [](std::string data, std::string_view why) {
    check_error([&] { (void)read_embeddings(ok(R"({"data":)" + data + "}"), openai_server, 2); }, errc::malformed_reply, why);
  };
  wrong("null", "0 vectors for 2 texts");
  wrong(R"([{"embedding":[1]}])", "1 vectors for 2 texts");
  wrong(R"([{"embedding":[1]},{"embedding":[1,2]}])", "vector 1 has 2 elements, the first one 1");
  wrong(R"([{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}])", "numbered");
  wrong(R"([{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}])", "numbered");
  wrong(R"([{"embedding":[1]},{}])", "vector 1 is missing");
  wrong(R"([{"embedding":[1]},{"embedding":[]}])", "vector 1 is empty");
  wrong(R"([{"embedding":[1]},{"embedding":["1"]}])", "not a number");
  wrong(R"([{"embedding":[1]},{"embedding":[1e39]}])", "not a finite float");
  wrong(R"([{"embedding":[1]},{"embedding":"AACAf"}])", "not base64");
  wrong(R"([{"embedding":[1]},{"embedding":"AACA*w=="}])", "not base64");
  wrong(R"([{"embedding":[1]},{"embedding":"AACAPwA="}])", "not a whole number");
  wrong(R"([{"embedding":[1]},{"embedding":"AADAfw=="}])", "not a finite float");  // 7FC00000 is a NaN
}

// ---- models

BOOST_AUTO_TEST_CASE(the_list_of_models) {
  auto const r = models_request(openai_server);
  BOOST_TEST(r.method == "GET");
  BOOST_TEST(r.path == "/models");
  BOOST_TEST(r.body == "");
  BOOST_TEST(value_of(r, "content-type") == "<absent>");
  BOOST_TEST(value_of(r, "authorization") == "Bearer sk-very-secret");
  BOOST_TEST(models_request(anthropic_server).path == "/models?limit=1000");

  auto const names =
      read_models(ok(R"({"object":"list","data":[{"id":"b","object":"model","created":1,"owned_by":"x"},{"id":"a"},{}]})"), openai_server);
  BOOST_TEST((names == std::vector<std::string>{"b", "a"}));
  BOOST_TEST(read_models(ok(R"({"object":"list","data":null})"), openai_server).empty());
  check_error([] { (void)read_models(ok("{}"), openai_server); }, errc::malformed_reply, "no list of models");
  check_error([] { (void)read_models({401, {}, ""}, openai_server); }, errc::authentication_failed, "401");
}

BOOST_AUTO_TEST_CASE(the_context_that_servers_offer) {
  auto const offered = [](std::string body) { return read_context(ok(std::move(body)), openai_server); };
  BOOST_TEST(offered(R"({"data":[{"id":"m-1","max_model_len":32768}]})") == 32768u);                                   // vLLM
  BOOST_TEST(offered(R"({"data":[{"id":"x","meta":{"n_ctx":16384,"n_ctx_train":131072}}]})") == 16384u);               // llama.cpp
  BOOST_TEST(offered(R"({"data":[{"id":"a","context_length":4},{"id":"m-1","context_length":200000}]})") == 200000u);  // OpenRouter
  BOOST_TEST(offered(R"({"data":[{"id":"a","context_length":4},{"id":"b","context_length":5}]})") == 0u);
  BOOST_TEST(offered(R"({"data":[{"id":"m-1","object":"model"}]})") == 0u);  // OpenAI does not say
  BOOST_TEST(offered(R"({"data":null})") == 0u);
  BOOST_TEST(read_context(ok(R"({"data":[{"id":"c-1"}]})"), anthropic_server) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
