// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/wire.hpp"

#include "t2s/core/detail/text.hpp"
#include "t2s/llm/anthropic.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::llm;

namespace {

endpoint const openai_server{.model = "m", .key = "sk-very-secret"};
endpoint const anthropic_server{.model = "c", .protocol = anthropic{}};

std::string data(std::initializer_list<std::string_view> events) {
  std::string all;
  for (auto const e : events) all.append("data: ").append(e).append("\n\n");
  return all;
}

std::string delta(std::string_view text, std::string_view finish = "null", std::string_view index = "0") {
  return std::string(R"({"object":"chat.completion.chunk","choices":[{"index":)")
      .append(index)
      .append(R"(,"delta":{"content":")")
      .append(text)
      .append(R"("},"logprobs":null,"finish_reason":)")
      .append(finish)
      .append("}],\"usage\":null}");
}

/// All that a caller sees of a stream.
struct seen {
  std::string deltas{};
  completion so_far{};
  completion result{};
  std::optional<failure> failed{};

  friend bool operator==(seen const&, seen const&) = default;
};

seen outcome(chat_stream& s, std::string deltas) {
  deltas += s.end();
  seen all{std::move(deltas), s.so_far(), {}, {}};
  try {
    all.result = s.result();
  } catch (error const& e) {
    all.failed = e.details();
  }
  return all;
}

/// The stream in two pieces, cut at `split`.
seen split_at(std::string_view stream, std::size_t split, endpoint const& from, stream_limits limits = {}) {
  chat_stream s(from, limits);
  std::string deltas{s.feed(std::string(stream.substr(0, split)))};
  if (split < stream.size()) deltas += s.feed(std::string(stream.substr(split)));
  return outcome(s, std::move(deltas));
}

seen whole(std::string_view stream, endpoint const& from = openai_server, stream_limits limits = {}) {
  return split_at(stream, stream.size(), from, limits);
}

seen bytewise(std::string_view stream, endpoint const& from, stream_limits limits = {}) {
  chat_stream s(from, limits);
  std::string deltas;
  for (auto const c : stream) deltas += s.feed(std::string_view(&c, 1));
  return outcome(s, std::move(deltas));
}

/// The visible result, which must be the same for all cuts into pieces.
seen checked(std::string_view stream, endpoint const& from = openai_server, stream_limits limits = {}) {
  auto const expected = whole(stream, from, limits);
  BOOST_TEST((bytewise(stream, from, limits) == expected));
  for (std::size_t i = 0; i < stream.size(); ++i) BOOST_TEST((split_at(stream, i, from, limits) == expected), "split at " << i);
  BOOST_TEST(expected.deltas == expected.so_far.text);
  BOOST_TEST(!text::first_invalid_utf8(expected.deltas));
  return expected;
}

void check_failed(seen const& s, errc code, std::string_view message, std::string_view text_before) {
  BOOST_REQUIRE(s.failed);
  BOOST_TEST(name_of(s.failed->code) == name_of(code));
  BOOST_TEST(s.failed->text().find(message) != std::string::npos, s.failed->text());
  BOOST_TEST(s.failed->text().find("very-secret") == std::string::npos);
  BOOST_TEST(s.deltas == text_before);
  BOOST_TEST(s.so_far.text == text_before);
}

std::string without_line_ends(std::string s) {
  std::erase(s, '\n');
  return s;
}

/// As in OpenAI's documentation: the role first, the usage last.
std::string documented_openai() {
  return data({without_line_ends(R"({"id":"c","object":"chat.completion.chunk","created":1,"model":"g","system_fingerprint":"f",
"choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}],"usage":null})"),
               delta("SELECT"), delta(" '\xE2\x82\xAC\\ud83d\\ude00'"), R"({"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})",
               R"({"choices":[],"usage":{"prompt_tokens":20,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":16}}})",
               "[DONE]"});
}

/// As in Anthropic's documentation, with thinking and a ping.
std::string documented_anthropic() {
  return
      R"(event: message_start
data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"model":"claude-x","stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":25,"cache_read_input_tokens":50,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}

event: ping
data: {"type": "ping"}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm."}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"EqQB"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"SELECT"}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":" 1"}}

event: content_block_stop
data: {"type":"content_block_stop","index":1}

event: event_of_the_future
data: {"type":"event_of_the_future"}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"input_tokens":25,"output_tokens":15}}

event: message_stop
data: {"type":"message_stop"}

)";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(chat_streams)

BOOST_AUTO_TEST_CASE(openais_stream) {
  auto const s = checked(documented_openai());
  BOOST_TEST(!s.failed);
  BOOST_TEST(s.result.text == "SELECT '\xE2\x82\xAC\xF0\x9F\x98\x80'");
  BOOST_TEST(s.result.finish_reason == "stop");
  BOOST_TEST(s.result.prompt_tokens == 20U);
  BOOST_TEST(s.result.cached_tokens == 16U);
  BOOST_TEST(s.result.completion_tokens == 5U);
}

BOOST_AUTO_TEST_CASE(anthropics_stream) {
  auto const s = checked(documented_anthropic(), anthropic_server);
  BOOST_TEST(!s.failed);
  BOOST_TEST(s.result.text == "SELECT 1");
  BOOST_TEST(s.result.finish_reason == "end_turn");
  BOOST_TEST(s.result.prompt_tokens == 75U);
  BOOST_TEST(s.result.cached_tokens == 50U);
  BOOST_TEST(s.result.completion_tokens == 15U);
}

BOOST_AUTO_TEST_CASE(llama_cpp_sends_the_usage_with_the_finish_reason_and_deepseek_comments_and_reasoning) {
  auto const s =
      checked(": keep-alive\n\n" + data({R"({"choices":[{"index":0,"delta":{"content":null,"reasoning_content":"Hm."}}]})", delta("a"),
                                         without_line_ends(R"({"choices":[{"finish_reason":"length","index":0,"delta":{}}],
"usage":{"completion_tokens":2,"prompt_tokens":14},"timings":{"prompt_ms":53.7}})"),
                                         "[DONE]"}));
  BOOST_TEST(s.result.text == "a");
  BOOST_TEST(s.result.finish_reason == "length");
  BOOST_TEST(s.result.prompt_tokens == 14U);
  BOOST_TEST(s.result.completion_tokens == 2U);
}

BOOST_AUTO_TEST_CASE(each_feed_gives_what_is_new) {
  chat_stream s(openai_server);
  auto const stream = data({delta("a"), delta("b"), delta("c", "\"stop\"")});
  auto const second = stream.find("data", 1);
  BOOST_TEST(s.feed(std::string_view(stream).substr(0, second)) == "a");
  BOOST_TEST(!s.finished());
  BOOST_TEST(s.feed(std::string_view(stream).substr(second)) == "bc");
  BOOST_TEST(s.feed("data: [DONE]\n\n") == "");
  BOOST_TEST(s.finished());
  BOOST_TEST(s.feed(stream) == "");
  BOOST_TEST(s.result().text == "abc");
}

BOOST_AUTO_TEST_CASE(forms_of_streams_that_mean_the_same) {
  auto const expected = whole(documented_openai());
  auto const mapped = [](std::string_view end) {
    std::string out;
    for (auto const c : documented_openai()) c == '\n' ? void(out += end) : void(out += c);
    return out;
  };
  BOOST_TEST((checked(mapped("\r\n")) == expected));
  BOOST_TEST((checked(mapped("\r")) == expected));
  BOOST_TEST((checked("\xEF\xBB\xBF" + documented_openai()) == expected));
  BOOST_TEST((checked("\n: hello\n\n" + documented_openai()) == expected));
  BOOST_TEST((checked(documented_openai() + data({delta("never read")})) == expected));
  // JSON may have line ends where the event has several lines
  BOOST_TEST(checked("data: {\"choices\":\ndata: [{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}\n\n").result.text == "x");
}

BOOST_AUTO_TEST_CASE(several_choices_interleaved) {
  auto const s = checked(data({delta("a", "null", "0"), delta("x", "null", "2"), delta("b", "\"stop\"", "0"), delta("m", "\"length\"", "1"),
                               delta("y", "\"stop\"", "2"), "[DONE]"}));
  BOOST_TEST(s.result.text == "ab");
  BOOST_REQUIRE(s.result.others.size() == 2U);
  BOOST_TEST(s.result.others[0].text == "m");
  BOOST_TEST(s.result.others[0].finish_reason == "length");
  BOOST_TEST(s.result.others[1].text == "xy");
}

BOOST_AUTO_TEST_CASE(logprobs_are_joined) {
  auto const s =
      checked(data({R"({"choices":[{"delta":{"content":"a"},"logprobs":{"content":[{"token":"a","logprob":-1}],"refusal":null}}]})",
                    R"({"choices":[{"delta":{},"logprobs":{"content":[]}}]})",
                    R"({"choices":[{"delta":{"content":"b"},"logprobs":{"content":[{"token":"b"},{"token":"c"}]}}]})", "[DONE]"}));
  BOOST_TEST((boost::json::parse(s.result.logprobs) ==
              boost::json::parse(R"({"content":[{"token":"a","logprob":-1},{"token":"b"},{"token":"c"}]})")));
}

BOOST_AUTO_TEST_CASE(a_refusal_is_a_text_and_unknown_reasons_survive) {
  auto const s = checked(data({R"({"choices":[{"delta":{"content":null,"refusal":"I "}}]})",
                               R"({"choices":[{"delta":{"refusal":"cannot."},"finish_reason":"of_the_future"}]})", "[DONE]"}));
  BOOST_TEST(s.result.text == "I cannot.");
  BOOST_TEST(s.result.finish_reason == "of_the_future");
}

BOOST_AUTO_TEST_CASE(characters_cut_by_the_server_come_whole) {
  auto const s = checked(data({delta("\xE2"), delta("\x82"), delta("\xAC\xF0\x9F"), delta("x\xC3"), delta("", "\"stop\""), "[DONE]"}));
  BOOST_TEST(s.result.text == "\xE2\x82\xAC\xEF\xBF\xBD\xEF\xBF\xBDx\xEF\xBF\xBD");
  BOOST_TEST(checked(data({delta("a\\ud83d"), delta("\\ude00", "\"stop\"")})).result.text == "a\xEF\xBF\xBD\xEF\xBF\xBD");
  chat_stream stream(openai_server);
  BOOST_TEST(stream.feed(data({delta("a\xE2\x82")})) == "a");
  BOOST_TEST(stream.feed(data({delta("\xAC"
                                     "b")})) ==
             "\xE2\x82\xAC"
             "b");
}

BOOST_AUTO_TEST_CASE(a_stream_without_done_is_complete_with_its_finish_reasons) {
  BOOST_TEST(checked(data({delta("a", "\"stop\"")})).result.text == "a");
  check_failed(checked(data({delta("a", "\"stop\""), delta("b", "null", "1")})), errc::malformed_reply, "ended before", "a");
}

BOOST_AUTO_TEST_CASE(a_stream_that_ends_early_keeps_its_text) {
  check_failed(checked(": still at work\n\n"), errc::malformed_reply, "ended before the answer was finished, after 0 bytes", "");
  check_failed(checked("\xEF\xBB\xBF"
                       "data: {"),
               errc::malformed_reply, "ended before the answer was finished, after 0 bytes", "");
  check_failed(checked(data({delta("ab")})), errc::malformed_reply, "after 2 bytes", "ab");
  check_failed(checked(data({delta("ab")}) + "data: [DONE]\n"), errc::malformed_reply, "ended before", "ab");
  check_failed(checked(data({delta("ab\xE2\x82")})), errc::malformed_reply, "ended before", "ab\xEF\xBF\xBD\xEF\xBF\xBD");
}

BOOST_AUTO_TEST_CASE(every_prefix_of_a_stream_fails_or_has_its_finish_reason) {
  for (auto const* from : {&openai_server, &anthropic_server}) {
    auto const stream = from == &openai_server ? documented_openai() : documented_anthropic();
    auto const complete = whole(stream, *from).result;
    for (std::size_t n = 0; n < stream.size(); ++n) {
      auto const s = whole(std::string_view(stream).substr(0, n), *from);
      BOOST_TEST(complete.text.starts_with(s.deltas));
      BOOST_TEST((s.failed ? s.so_far.finish_reason.empty() : s.result.text == complete.text), n);
    }
  }
}

BOOST_AUTO_TEST_CASE(errors_within_the_stream) {
  check_failed(checked(data({delta("a"), R"({"error":{"message":"Overloaded","type":"overloaded_error"}})", delta("b")})),
               errc::server_failed, "Overloaded", "a");
  check_failed(checked(data({delta("a"), R"({"object":"error","message":"Too long","code":400})"})), errc::request_rejected, "Too long",
               "a");
  check_failed(checked("event: error\ndata: {\"message\":\"Slow down, sk-very-secret\",\"code\":429}\n\n"), errc::rate_limited,
               "Slow down, ***", "");
  check_failed(checked(data({delta("a"), R"({"choices":[{"delta":{"content":""},"error":{"message":"Gone","code":502}}]})"})),
               errc::server_failed, "Gone", "a");
  check_failed(checked(data({delta("a"), R"({"choices":[{"delta":{"content":""},"finish_reason":"error"}]})"})), errc::model_failed,
               "without a reason", "a");
  for (auto const* const from : {&openai_server, &anthropic_server})
    check_failed(checked(data({R"({"detail":"Not now"})", "[DONE]"}), *from), errc::model_failed, "Not now", "");
  check_failed(checked("event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n",
                       anthropic_server),
               errc::server_failed, "Overloaded", "");
}

BOOST_AUTO_TEST_CASE(a_finish_reason_that_is_the_word_null_is_none) {
  BOOST_TEST(checked(data({delta("a", "\"null\""), delta("b", "\"stop\"")})).result.text == "ab");
  check_failed(checked(data({delta("a", "\"null\"")})), errc::malformed_reply, "ended before the answer was finished", "a");
}

BOOST_AUTO_TEST_CASE(what_is_not_of_the_protocol) {
  check_failed(checked(data({delta("a"), "{\"choices\":"})), errc::malformed_reply, "not JSON", "a");
  check_failed(checked(data({"7"})), errc::malformed_reply, "not a JSON object", "");
  check_failed(checked(data({"[DONE]"})), errc::malformed_reply, "has no answer", "");
  check_failed(checked(data({"{}", delta("x", "null", "128")})), errc::malformed_reply, "limit of 128", "");
  check_failed(checked(data({delta("x", "null", "1e15")})), errc::malformed_reply, "limit of 128", "");
  BOOST_TEST(checked(data({R"({"choices":[7,{"delta":7},{"delta":{"content":7}}],"usage":7})", "[DONE]"})).result.text == "");
}

BOOST_AUTO_TEST_CASE(what_is_no_stream_at_all) {
  for (auto const* const from : {&openai_server, &anthropic_server}) {
    auto const says = [&](std::string body, std::string_view why) { check_failed(checked(body, *from), errc::malformed_reply, why, ""); };
    says("", "it is empty; check the base URL");
    says(" \r\n", "it is empty; check the base URL");
    says("<html>\n\n  <b>a gateway's page</b>\n\n</html>",
         "not an event stream; it begins: <html> <b>a gateway's page</b> </html>; check the");
    says("[1]", "not an event stream; it begins: [1]; check the base URL (most end with /v1) and which protocol");
    says("OK", "not an event stream; it begins: OK");
  }
  // Whatever part of it is kept, half a secret is never shown.
  for (std::size_t blanks = 4080; blanks < 4100; ++blanks)
    check_failed(whole("x" + std::string(blanks, ' ') + "sk-very-secret"), errc::malformed_reply, "it begins: x ***;", "");
}

BOOST_AUTO_TEST_CASE(a_stream_of_the_other_protocol) {
  check_failed(checked(documented_openai(), anthropic_server), errc::malformed_reply,
               "it follows OpenAI's protocol, but the endpoint expects Anthropic's; check the base URL", "");
  check_failed(checked(documented_anthropic(), openai_server), errc::malformed_reply,
               "it follows Anthropic's protocol, but the endpoint expects OpenAI's; check the base URL", "");
  check_failed(checked(data({"[DONE]"}), anthropic_server), errc::malformed_reply, "the stream has no answer", "");
}

BOOST_AUTO_TEST_CASE(blanks_around_an_event_mean_nothing) {
  auto const s = checked(data({delta("a", "\"stop\""), "[DONE] "}) + data({delta("b")}));
  BOOST_TEST(!s.failed);
  BOOST_TEST(s.result.text == "a");
  BOOST_TEST(!checked("data:\t[DONE]\t\n\n" + data({delta("a")})).result.text.starts_with("a"));
}

BOOST_AUTO_TEST_CASE(a_server_that_does_not_stream) {
  auto const s =
      checked(" \r\n{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}],\n\n\"usage\":{\"prompt_tokens\":3}}");
  BOOST_TEST(!s.failed);
  BOOST_TEST(s.result.text == "a");
  BOOST_TEST(s.result.prompt_tokens == 3U);
  check_failed(checked(R"({"error":{"message":"No.","code":404}})"), errc::model_not_found, "No.", "");
  check_failed(checked(R"({"choices":)"), errc::malformed_reply, "not JSON", "");
}

BOOST_AUTO_TEST_CASE(limits) {
  stream_limits const small{.line = 200, .event = 200, .answer = 3, .choices = 1};
  check_failed(checked(data({delta("ab"), delta("cd")}), openai_server, small), errc::malformed_reply,
               "the answer of the stream is longer than 3", "ab");
  check_failed(checked(data({delta("ab"), std::string(300, ' ')}), openai_server, small), errc::malformed_reply, "a line of the stream",
               "ab");
  check_failed(checked("{\"x\":1}", openai_server, small), errc::malformed_reply, "longer than 3", "");
  check_failed(checked(data({delta("", "null", "1")}), openai_server, small), errc::malformed_reply, "limit of 1", "");
}

BOOST_AUTO_TEST_CASE(a_result_before_the_end_is_a_mistake) {
  chat_stream s(openai_server);
  (void)s.feed(data({delta("a", "\"stop\"")}));
  BOOST_CHECK_THROW((void)s.result(), error);
}

BOOST_AUTO_TEST_CASE(random_streams_mean_the_same_in_any_pieces) {
  std::mt19937 random(7);
  std::vector<std::string> const parts{"data: ",       "data:",
                                       "\n",           "\n\n",
                                       "\r\n",         "\r",
                                       "event: error", ": c",
                                       "[DONE]",       "\xEF\xBB\xBF",
                                       "{}",           delta("\xE2\x82"),
                                       delta("a"),     delta("b", "\"stop\""),
                                       "\xAC",         "{\"error\":1}"};
  for (int i = 0; i < 3000; ++i) {
    std::string stream;
    for (auto n = random() % 20; n > 0; --n) stream += parts[random() % parts.size()];
    auto const& from = i % 2 == 0 ? openai_server : anthropic_server;
    auto const expected = whole(stream, from);
    BOOST_TEST((bytewise(stream, from) == expected), stream);
    BOOST_TEST((split_at(stream, random() % (stream.size() + 1), from) == expected), stream);
  }
}

BOOST_AUTO_TEST_SUITE_END()
