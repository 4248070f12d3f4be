// SPDX-License-Identifier: BSL-1.0
// The report of t2s doctor about servers with faults, and the address and key that it uses for them.
#include "model_place.hpp"

#include <chrono>

using namespace cli_test;

namespace {

/// A server with a given list of models, which rejects limits of tokens under the usual name.
http_server::handler without_list(unsigned status, std::string list) {
  return [status, list](seen_request const& asked) {
    if (asked.target == "/v1/models") return replies(status, list);
    if (contains(asked.body, "max_tokens")) return replies(400, R"({"error":{"message":"Unsupported parameter: 'max_tokens'"}})");
    return replies(200, reply_with("ready"));
  };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_doctor)

BOOST_AUTO_TEST_CASE(a_server_without_a_list_of_models_is_asked_all_the_same) {
  for (auto const& [status, list] : {std::pair<unsigned, char const*>{404, "{}"}, {405, "{}"}, {200, R"({"data":[]})"}, {200, "<html>"}}) {
    http_server const server(without_list(status, list));
    auto const r = cli_test::t2s("doctor" + asks(server));
    BOOST_TEST(r.status == 0, r.out);
    BOOST_TEST(contains(r.out, "note  models: "), r.out);
    BOOST_TEST(contains(r.out, "ok    answer: \"ready\""), r.out);
    auto const unnamed = cli_test::t2s("doctor --llm " + server.url() + "/v1");
    BOOST_TEST(unnamed.status == 3);
    BOOST_TEST(contains(unnamed.out, "give --model NAME"));
  }
  http_server const broken([](seen_request const& asked) {
    return asked.target == "/v1/models" ? replies(404, "{}") : replies(400, R"({"error":{"message":"no such model"}})");
  });
  BOOST_TEST(cli_test::t2s("doctor" + asks(broken)).status == 3);
}

BOOST_AUTO_TEST_CASE(what_answers_and_is_of_no_use_is_noted) {
  auto const doctor_of = [](std::string const& answer, char const* finish) {
    http_server const server([=](seen_request const& asked) {
      if (asked.target == "/v1/models") return replies(200, R"({"data":[{"id":"tiny"}]})");
      if (asked.target == "/v1/embeddings") return replies(200, R"({"data":[{"index":0,"embedding":[0,0]}]})");
      return replies(200, reply_with(answer, finish));
    });
    auto const r = cli_test::t2s("doctor" + asks(server) + "--embedding-model tiny");
    BOOST_TEST(r.status == 0);
    return r.out;
  };
  auto const empty = doctor_of("", "stop");
  BOOST_TEST(contains(empty, "note  answer: it is empty"), empty);
  BOOST_TEST(contains(empty, "note  embedding: 2 dimensions, all zero"), empty);
  auto const cut = doctor_of("rea", "length");
  BOOST_TEST(contains(cut, "note  answer: \"rea\", cut off"), cut);
}

BOOST_AUTO_TEST_CASE(a_long_list_is_cut_and_says_so) {
  json::array data;
  for (int i = 0; i < 13; ++i) data.push_back(json::object{{"id", std::string("m").append(std::to_string(i))}});
  http_server const server(without_list(200, json::serialize(json::object{{"data", data}})));
  auto const r = cli_test::t2s("doctor --llm " + server.url() + "/v1");
  BOOST_TEST(contains(r.out, "        m9\n        ... and 3 more\n"), r.out);
}

BOOST_AUTO_TEST_CASE(a_small_context_is_noted_with_what_to_do) {
  auto const doctor_of = [](std::string const& tokens) {
    http_server const server(without_list(200, R"({"data":[{"id":"tiny","max_model_len":)" + tokens + "}]}"));
    return cli_test::t2s("doctor" + asks(server)).out;
  };
  auto const small = doctor_of("4096");
  BOOST_TEST(contains(small, "note  context: 4096 tokens, which is little: start the server with more, or give --schema-tokens 1024"),
             small);
  auto const large = doctor_of("32768");
  BOOST_TEST(contains(large, "ok    context: 32768 tokens"), large);
}

BOOST_AUTO_TEST_CASE(the_environment_says_where_the_server_is) {
  http_server const server(without_list(200, R"({"data":[{"id":"tiny"}]})"));
  variable const url("OPENAI_BASE_URL", server.url() + "/v1");
  auto const r = cli_test::t2s("doctor --model tiny");
  BOOST_TEST(r.status == 0, r.out + r.err);
  BOOST_TEST(contains(r.out, "ok    answer"));
  BOOST_TEST(cli_test::t2s("doctor").status == 2);
}

BOOST_AUTO_TEST_CASE(recordings_are_no_servers) {
  auto const r = cli_test::t2s("doctor --replay tape.jsonl");
  BOOST_TEST(r.status == 2);
  BOOST_TEST(contains(r.err, "needs --llm URL"), r.err);
}

BOOST_AUTO_TEST_CASE(a_server_that_hangs_is_left_in_time) {
  http_server const server([](seen_request const&) { return t2s::tests::server_script{t2s::tests::wait_for(std::chrono::seconds(20))}; });
  for (std::string const words : {"doctor", "chat hello"}) {
    auto const begin = std::chrono::steady_clock::now();
    auto const r = cli_test::t2s(words + asks(server) + "--timeout 0.3");
    BOOST_TEST(r.status == 3);
    BOOST_TEST(contains(r.out + r.err, "raise --timeout"), r.out + r.err);
    BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(10)));
    if (words == "doctor") BOOST_TEST(contains(r.err, "waiting for its models, at most 0.3 s"), r.err);
  }
}

BOOST_AUTO_TEST_CASE(a_key_goes_only_where_it_belongs) {
  http_server const server([](seen_request const&) { return replies(401, R"({"error":{"message":"who are you?"}})"); });
  variable const openai("OPENAI_BASE_URL", server.url() + "/v1");
  variable const key("ANTHROPIC_API_KEY", "sk-ant-secret");
  auto const refused = cli_test::t2s("chat --protocol anthropic --model claude hello");
  BOOST_TEST(refused.status == 2);
  BOOST_TEST(contains(refused.err, "ANTHROPIC_BASE_URL"), refused.err);
  BOOST_TEST(server.requests().size() == 0u);

  variable const anthropic("ANTHROPIC_BASE_URL", server.url() + "/v1");
  BOOST_TEST(cli_test::t2s("chat --protocol anthropic --model claude hello").status == 3);
  BOOST_REQUIRE(server.requests().size() == 1u);
  BOOST_TEST(server.requests()[0].header("x-api-key") == "sk-ant-secret");

  auto const keyless = cli_test::t2s("chat --model tiny hello");
  BOOST_TEST(keyless.status == 3);
  BOOST_TEST(contains(keyless.err, "(no key was sent); OPENAI_API_KEY is not set: put the key there"), keyless.err);
}

BOOST_AUTO_TEST_CASE(a_key_is_taken_as_it_was_pasted) {
  http_server const server(answers);
  variable const blanks("OPENAI_API_KEY", " sk-1 \n");
  BOOST_TEST(cli_test::t2s("chat" + asks(server) + "hello").status == 0);
  BOOST_REQUIRE(server.requests().size() == 1u);
  BOOST_TEST(server.requests()[0].header("authorization") == "Bearer sk-1");
  for (std::string const wrong : {"Bearer sk-1", "sk-1\nsk-2"}) {
    variable const key("OPENAI_API_KEY", wrong);
    auto const r = cli_test::t2s("chat" + asks(server) + "hello");
    BOOST_TEST(r.status == 2);
    BOOST_TEST(contains(r.err, "give only the key"), r.err);
  }
}

BOOST_AUTO_TEST_SUITE_END()
