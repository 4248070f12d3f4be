// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/protocol.hpp"

#include "t2s/llm/anthropic.hpp"
#include "t2s/llm/openai.hpp"
#include "t2s/llm/wire.hpp"

#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::llm;

namespace {

/// A third protocol, for this test: the model is in the path, the key in a special header.
struct parrot {
  static constexpr std::string_view name = "parrot";

  std::string greeting = "hello";

  static void add_headers(std::string_view key, std::vector<http_header>& headers) {
    headers.push_back({"x-parrot", std::string(key), true});
  }
  static std::string chat_path(std::string_view model, bool stream) { return "/" + std::string(model) + (stream ? ":stream" : ":say"); }
  static std::string models_path() { return "/parrots"; }
  void write_chat(json::object& body, request const& asked, std::string_view, bool) const {
    body["say"] = greeting + " " + asked.messages.back().text;
  }
  static completion read_chat(json::value const& reply) {
    completion c;
    c.text = reply.at("said").as_string().c_str();
    c.finish_reason = "end";
    return c;
  }
  static std::vector<std::string> read_models(json::value const& reply) { return {reply.at("only").as_string().c_str()}; }
  static void read_event(json::value const& event, streamed_answer& answer) {
    answer.add_text(event.at("said").as_string().c_str());
    if (event.as_object().contains("end")) answer.set_finish_reason("end");
  }
  static std::optional<errc> error_named(std::string_view word) {
    return word == "asleep" ? std::optional(errc::server_failed) : std::nullopt;
  }
};

// ---- what is a protocol, and what is not

struct without_name : parrot {
  int name = 0;
};
struct without_stream : parrot {
  void read_event(json::value const&, streamed_answer&) const = delete;
};
struct with_other_answer : parrot {
  static std::string read_chat(json::value const&) { return {}; }
};
struct not_const : parrot {
  void write_chat(json::object&, request const&, std::string_view, bool) {}
};
struct with_embeddings : parrot {
  static std::string embeddings_path(std::string_view) { return "/vectors"; }
  static void write_embeddings(json::object&, std::span<std::string const>, std::string_view, vector_encoding) {}
  static embeddings read_embeddings(json::value const&, std::size_t) { return {}; }
};

static_assert(Protocol<openai> && Protocol<anthropic> && Protocol<parrot> && Protocol<with_embeddings>);
static_assert(EmbeddingProtocol<openai> && EmbeddingProtocol<with_embeddings>);
static_assert(!EmbeddingProtocol<anthropic> && !EmbeddingProtocol<parrot>);
static_assert(!Protocol<without_name> && !Protocol<without_stream> && !Protocol<with_other_answer> && !Protocol<not_const>);
static_assert(!Protocol<int> && !Protocol<any_protocol> && !Protocol<endpoint>);
static_assert(!std::convertible_to<with_other_answer, any_protocol>);

endpoint const server{.model = "polly", .protocol = parrot{.greeting = "hi"}, .key = "k-1234"};

}  // namespace

BOOST_AUTO_TEST_SUITE(protocols)

BOOST_AUTO_TEST_CASE(a_protocol_of_ones_own_is_spoken_by_all_functions) {
  auto const asked = chat_request(request("you"), server);
  BOOST_TEST(asked.path == "/polly:say");
  BOOST_TEST(asked.body == R"({"say":"hi you"})");
  BOOST_TEST((asked.headers.back() == http_header{"x-parrot", "k-1234", true}));
  BOOST_TEST(chat_request(request("you"), server, true).path == "/polly:stream");
  BOOST_TEST(read_chat({200, {}, R"({"said":"you"})"}, server).text == "you");
  BOOST_TEST(models_request(server).path == "/parrots");
  BOOST_TEST((read_models({200, {}, R"({"only":"polly"})"}, server) == std::vector<std::string>{"polly"}));

  chat_stream stream(server);
  BOOST_TEST(stream.feed("data: {\"said\":\"y\"}\n\ndata: {\"said\":\"ou\",\"end\":1}\n\n") == "you");
  BOOST_TEST(stream.end() == "");
  BOOST_TEST(stream.result().text == "you");
}

BOOST_AUTO_TEST_CASE(errors_are_named_by_the_protocol) {
  auto const code = [](std::string body) {
    try {
      (void)read_chat({200, {}, std::move(body)}, server);
    } catch (error const& e) {
      return e.details().code;
    }
    return errc::invalid_argument;
  };
  BOOST_TEST((code(R"({"error":{"type":"asleep","message":"Zzz."}})") == errc::server_failed));
  BOOST_TEST((code(R"({"error":{"type":"overloaded_error","message":"Zzz."}})") == errc::model_failed));
}

BOOST_AUTO_TEST_CASE(a_protocol_without_embeddings_says_so) {
  std::vector<std::string> const texts{"a"};
  BOOST_CHECK_EXCEPTION((void)embedding_request(texts, server), error, [](error const& e) {
    return e.code() == errc::invalid_argument && e.details().message == "the protocol parrot has no embeddings";
  });
}

BOOST_AUTO_TEST_CASE(openai_is_the_default) {
  BOOST_TEST(endpoint().protocol->name() == "openai");
  BOOST_TEST(chat_request(request("q"), {}).path == "/chat/completions");
}

BOOST_AUTO_TEST_SUITE_END()
