// SPDX-License-Identifier: BSL-1.0
// Ollama's own protocol, against replies in the form of its documentation (docs/api.md).
#include "t2s/llm/ollama.hpp"

#include "http_support.hpp"
#include "t2s/llm/http_model.hpp"
#include "t2s/llm/wire.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

using namespace t2s;
using namespace t2s::tests;
using namespace t2s::llm;
namespace json = boost::json;

namespace {

endpoint const server{.model = "tiny:1b", .protocol = ollama{.context = 8192}};

json::value body_of(http_request const& r) { return json::parse(r.body); }

std::string line(std::string_view content, std::string_view more = R"("done":false)") {
  return R"({"model":"tiny:1b","created_at":"2026-01-02T03:04:05.6Z","message":{"role":"assistant","content":")" + std::string(content) +
         R"("},)" + std::string(more) + "}\n";
}
std::string const last = R"("done":true,"done_reason":"stop","total_duration":4883583458,"load_duration":1334875,"prompt_eval_count":26,)"
                         R"("prompt_eval_duration":342546000,"eval_count":282,"eval_duration":4535599000)";

/// A server that behaves as Ollama: a token a word, and a prompt that does not fit is refused or cut.
server_script answers(seen_request const& asked) {
  if (asked.target == "/api/tags") return replies(200, R"({"models":[{"name":"tiny:1b","model":"tiny:1b","size":1,"details":{}}]})");
  auto const body = json::parse(asked.body);
  if (body.at("model") != "tiny:1b") return replies(404, R"({"error":"model 'other' not found"})");
  if (asked.target == "/api/embed")
    return replies(200, R"({"model":"tiny:1b","embeddings":[[0.25,-1],[2,0]],"total_duration":1,"load_duration":1,"prompt_eval_count":8})");
  auto const text = std::string(body.at("messages").at(0).at("content").as_string());
  auto const tokens = static_cast<std::size_t>(std::ranges::count(text, ' ')) + 1;
  auto const context =
      body.at("options").as_object().contains("num_ctx") ? body.at("options").at("num_ctx").to_number<std::size_t>() : 2048;
  bool const refuses = body.as_object().contains("truncate") && !body.at("truncate").as_bool();
  if (tokens > context && refuses) return replies(400, R"({"error":"the input length exceeds the context length"})");
  auto const counts = R"("done":true,"done_reason":"stop","eval_count":2,"prompt_eval_count":)" + std::to_string(std::min(tokens, context));
  return body.at("stream").as_bool() ? streams(line("SELECT ") + line("1") + line("", counts), {11})
                                     : replies(200, line("SELECT 1", counts));
}

struct model_of {
  explicit model_of(std::string const& url, std::string name = "tiny:1b", std::size_t context = 8192)
      : model(io.get_executor(), url, {.model = std::move(name), .protocol = ollama{.context = context}}, options()) {}
  static http_model_options options() {
    http_model_options o;
    o.http.environment_proxy = false;
    o.retry.tries = 1;
    return o;
  }
  completion complete(std::string text) { return wait_for_it(io, model.complete(request(std::move(text)))); }

  asio::io_context io;
  http_model model;
};

void check_refused(request const& asked, std::string_view part) {
  BOOST_CHECK_EXCEPTION(static_cast<void>(chat_request(asked, server)), error,
                        [&](error const& e) { return std::string_view(e.what()).find(part) != std::string_view::npos; });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ollamas_protocol)

BOOST_AUTO_TEST_CASE(a_request) {
  request asked;
  asked.messages = {{role::system, "You write SQL."}, {role::user, "How many?"}};
  asked.temperature = 0;
  asked.top_p = 0.5;
  asked.seed = 7;
  asked.max_tokens = 100;
  asked.stop = {";"};
  asked.form = {answer_form::kind::json_schema, "reply", R"({"type":"object"})", true};
  auto const r = chat_request(asked, server, true);
  BOOST_TEST(r.path == "/api/chat");
  BOOST_TEST((body_of(r) == json::parse(R"({"model":"tiny:1b","messages":[{"role":"system","content":"You write SQL."},
    {"role":"user","content":"How many?"}],"stream":true,"truncate":false,"shift":false,"format":{"type":"object"},
    "options":{"num_ctx":8192,"temperature":0,"top_p":0.5,"seed":7,"num_predict":100,"stop":[";"]}})")),
             r.body);
  asked.form = {answer_form::kind::json_object, {}, {}, false};
  BOOST_TEST(body_of(chat_request(asked, server)).at("format") == "json");
  BOOST_TEST(body_of(chat_request(asked, server)).at("stream") == false);  // Ollama streams unless told not to

  request plain("hi");
  plain.temperature.reset();
  BOOST_TEST(!body_of(chat_request(plain, {.model = "m", .protocol = ollama{.context = 0}})).as_object().contains("options"));
  plain.choices = 2;
  check_refused(plain, "has no several choices");
  plain.choices = 1;
  plain.logprobs = 1;
  check_refused(plain, "has no logprobs");
}

BOOST_AUTO_TEST_CASE(a_whole_reply) {
  auto const c = read_chat({200, {}, line("Twelve.", last)}, server);
  BOOST_TEST(c.text == "Twelve.");
  BOOST_TEST(c.finish_reason == "stop");
  BOOST_TEST(c.prompt_tokens == 26u);
  BOOST_TEST(c.completion_tokens == 282u);
  BOOST_TEST(read_chat({200, {}, line("x", R"("done":true)")}, server).finish_reason == "stop");  // early versions give no reason
  BOOST_TEST(read_chat({200, {}, R"({"message":{"role":"assistant","content":"","thinking":"Hm."},"done":true})"}, server).odd != "");
  for (auto const& [body, part] : {std::pair(R"({"choices":[{"message":{"content":"x"}}]})", "expects Ollama's"),
                                   {R"({"done":true})", "no message"},
                                   {R"({"error":"the runner has stopped"})", "the runner has stopped"}})
    BOOST_CHECK_EXCEPTION(static_cast<void>(read_chat({200, {}, body}, server)), error,
                          [&](error const& e) { return std::string_view(e.what()).find(part) != std::string_view::npos; });
}

BOOST_AUTO_TEST_CASE(a_stream_is_the_same_however_it_is_cut) {
  auto const all = line("SELECT ") + line("\\u00e9") + line("", last);
  for (std::size_t split = 0; split <= all.size(); ++split) {
    chat_stream s(server);
    std::string text(s.feed(all.substr(0, split)));
    text += s.feed(all.substr(split));
    text += s.end();
    BOOST_TEST(text == "SELECT \xC3\xA9", "cut at " << split);
    auto const c = s.result();
    BOOST_TEST(c.prompt_tokens == 26u);
    BOOST_TEST(c.completion_tokens == 282u);
    BOOST_TEST(c.finish_reason == "stop");
  }
}

BOOST_AUTO_TEST_CASE(a_stream_that_fails) {
  auto const failure_after = [](std::string const& body, stream_limits limits = {}) {
    chat_stream s(server, limits);
    static_cast<void>(s.feed(body));
    static_cast<void>(s.end());
    try {
      static_cast<void>(s.result());
    } catch (error const& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  BOOST_TEST(failure_after(line("SELECT ")).find("ended before the answer was finished") != std::string::npos);
  BOOST_TEST(failure_after(line("SELECT ") + "{\"error\":\"an error was encountered while running the model\"}\n").find("while running") !=
             std::string::npos);
  BOOST_TEST(failure_after(line("SELECT ") + "<html>\n").find("it is not JSON") != std::string::npos);
  BOOST_TEST(failure_after("<html>").find("not an event stream") != std::string::npos);
  BOOST_TEST(failure_after(line(std::string(5000, 'x')), {.line = 1000}).find("a line of the stream is longer") != std::string::npos);
  auto without_end = line("SELECT 1", last);
  without_end.pop_back();
  BOOST_TEST(failure_after(without_end) == "none");
}

BOOST_AUTO_TEST_CASE(a_server_is_asked_for_texts_vectors_and_models) {
  http_server const at(answers);
  model_of m(at.url());
  auto const c = m.complete("How many?");
  BOOST_TEST(c.text == "SELECT 1");
  BOOST_TEST(c.prompt_tokens == 2u);
  BOOST_TEST(c.completion_tokens == 2u);
  BOOST_TEST((wait_for_it(m.io, m.model.models()) == std::vector<std::string>{"tiny:1b"}));
  BOOST_TEST(wait_for_it(m.io, m.model.context_length()) == 8192u);
  auto const v = wait_for_it(m.io, m.model.embed({"a", "b"}));
  BOOST_TEST((v.vectors == std::vector<std::vector<float>>{{0.25F, -1}, {2, 0}}));
  BOOST_TEST(v.prompt_tokens == 8u);
  BOOST_CHECK_THROW(static_cast<void>(wait_for_it(m.io, m.model.embed({"a"}))), error);  // two vectors for one text
  auto const body = json::parse(at.requests().back().body);
  BOOST_TEST((body == json::parse(R"({"model":"tiny:1b","input":["a"]})")));

  model_of other(at.url(), "other");
  auto const missing = failure_of(other.io, other.model.complete(request("hi")));
  BOOST_TEST(missing.code == errc::model_not_found);
  BOOST_TEST(missing.message.find("model 'other' not found") != std::string::npos, missing.message);
}

BOOST_AUTO_TEST_CASE(a_prompt_that_does_not_fit_is_an_error_and_a_larger_context_takes_it) {
  std::string prompt;
  for (int i = 0; i < 5000; ++i) prompt += "word ";
  http_server const at(answers);
  model_of small(at.url(), "tiny:1b", 4096);
  auto const refused = failure_of(small.io, small.model.complete(request(prompt)));
  BOOST_TEST(refused.code == errc::request_rejected);
  BOOST_TEST(refused.message.find("exceeds the context length") != std::string::npos, refused.message);
  model_of large(at.url(), "tiny:1b", 8192);
  BOOST_TEST(large.complete(prompt).text == "SELECT 1");
}

BOOST_AUTO_TEST_SUITE_END()
