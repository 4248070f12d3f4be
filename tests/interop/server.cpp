// SPDX-License-Identifier: BSL-1.0
// The test server as a program, for other clients: prints its address and serves until its standard input ends.
#include "support/http_server.hpp"

#include <atomic>
#include <boost/json.hpp>
#include <cstdio>
#include <string>
#include <string_view>

namespace json = boost::json;
using namespace t2s::tests;

namespace {

headers const as_json{{"Content-Type", "application/json"}};

std::string error_of(std::string_view message, std::string_view code) {
  return json::serialize(json::object{{"error", {{"message", message}, {"type", "an_error"}, {"param", nullptr}, {"code", code}}}});
}

std::string chat_of(std::string_view text) {
  return json::serialize(
      json::object{{"id", "1"},
                   {"object", "chat.completion"},
                   {"created", 1},
                   {"model", "tiny"},
                   {"choices", {{{"index", 0}, {"message", {{"role", "assistant"}, {"content", text}}}, {"finish_reason", "stop"}}}},
                   {"usage", {{"prompt_tokens", 3}, {"completion_tokens", 2}, {"total_tokens", 5}}}});
}

std::string chunk_of(json::array choices, json::value usage = nullptr) {
  return event_bytes(json::serialize(json::object{{"id", "1"},
                                                  {"object", "chat.completion.chunk"},
                                                  {"created", 1},
                                                  {"model", "tiny"},
                                                  {"choices", std::move(choices)},
                                                  {"usage", std::move(usage)}}));
}
std::string piece_of(std::string_view text) {
  return chunk_of({json::object{{"index", 0}, {"delta", {{"content", text}}}, {"finish_reason", nullptr}}});
}

server_script stream_of(std::string_view model) {
  if (model == "overloaded") return streams(piece_of("Gr") + event_bytes(error_of("too busy", "overloaded")));
  auto const end = chunk_of({json::object{{"index", 0}, {"delta", json::object{}}, {"finish_reason", "stop"}}});
  auto const usage = chunk_of({}, {{"prompt_tokens", 3}, {"completion_tokens", 2}, {"total_tokens", 5}});
  return streams(": a comment\n\n" + piece_of("Grüß") + piece_of("e 🎉") + end + usage + event_bytes("[DONE]"), {1, 7, 3});
}

server_script chat(seen_request const& asked, json::object const& body) {
  static std::atomic<int> busy = 0;
  std::string_view const model = body.at("model").as_string();
  if (auto const* streamed = body.if_contains("stream"); streamed && streamed->as_bool()) return stream_of(model);
  if (model == "tiny") return replies(200, chat_of("Grüße 🎉"), as_json);
  if (model == "chunked") {
    auto const whole = chat_of("Grüße 🎉");
    return {send_bytes(chunked_bytes(200, {whole.substr(0, 20), whole.substr(20)}, as_json))};
  }
  if (model == "cut") return {send_bytes(answer_bytes(200, chat_of("cut off"), as_json).substr(0, 120)), close_connection()};
  if (model == "busy") {
    if (busy++ == 0) return replies(429, error_of("slow down", "rate_limit"), {{"Retry-After", "0"}, {"Content-Type", "application/json"}});
    return replies(200, chat_of("tried again: " + asked.header("x-stainless-retry-count")), as_json);
  }
  return replies(404, error_of("there is no such model", "model_not_found"), as_json);
}

server_script embeddings(json::object const& body) {
  auto const* format = body.if_contains("encoding_format");
  bool const encoded = format && format->as_string() == "base64";
  auto const vector = [&](int index, std::string_view base64, json::array numbers) {
    return json::object{
        {"object", "embedding"}, {"index", index}, {"embedding", encoded ? json::value(base64) : json::value(std::move(numbers))}};
  };
  return replies(200,
                 json::serialize(json::object{{"object", "list"},
                                              {"model", "e"},
                                              {"data", {vector(0, "AAAAPwAAgD8=", {0.5, 1}), vector(1, "AAAAwAAAgD4=", {-2, 0.25})}},
                                              {"usage", {{"prompt_tokens", 2}, {"total_tokens", 2}}}}),
                 as_json);
}

server_script answer(seen_request const& asked) {
  if (asked.header("authorization") != "Bearer a-key")
    return replies(401, error_of("Incorrect API key provided.", "invalid_api_key"), as_json);
  if (asked.target == "/v1/models")
    return replies(200,
                   R"({"object":"list","data":[{"id":"tiny","object":"model","created":1,"owned_by":"us"},)"
                   R"({"id":"busy","object":"model","created":1,"owned_by":"us"}]})",
                   as_json);
  auto const body = json::parse(asked.body);
  return asked.target == "/v1/embeddings" ? embeddings(body.as_object()) : chat(asked, body.as_object());
}

}  // namespace

int main() {
  http_server const server(answer);
  std::printf("%s\n", server.url().c_str());
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
}
