// SPDX-License-Identifier: BSL-1.0
// The command line and a model behind HTTP: a server of the tests that answers as a script says.
#include "run_program.hpp"
#include "support/http_server.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>

namespace json = boost::json;
namespace fs = std::filesystem;
using cli_test::quoted;
using t2s::tests::http_server;
using t2s::tests::seen_request;

namespace {

bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string reply_with(std::string const& text) {
  return json::serialize(
      json::object{{"choices", {{{"index", 0}, {"message", {{"role", "assistant"}, {"content", text}}}, {"finish_reason", "stop"}}}},
                   {"usage", {{"prompt_tokens", 40}, {"completion_tokens", 7}}}});
}

/// Gives the SQL that fails first, and on objection the one that is right.
t2s::tests::server_script answers(seen_request const& asked) {
  if (asked.target == "/v1/models")
    return t2s::tests::replies(200, R"({"object":"list","data":[{"id":"tiny"},{"id":"large"},{"id":"vectors"}]})");
  auto const body = json::parse(asked.body);
  if (asked.target == "/v1/embeddings") {
    if (body.at("model") != "vectors") return t2s::tests::replies(400, R"({"error":{"message":"this model embeds nothing"}})");
    return t2s::tests::replies(200, R"({"data":[{"index":0,"embedding":[0.5,-1,2]}],"usage":{"prompt_tokens":1}})");
  }
  if (auto const* streamed = body.as_object().if_contains("stream"); streamed && streamed->as_bool()) {
    auto const piece = [](std::string_view text) {
      return t2s::tests::event_bytes(
          json::serialize(json::object{{"choices", {{{"index", 0}, {"delta", {{"content", text}}}, {"finish_reason", nullptr}}}}}));
    };
    auto const end = t2s::tests::event_bytes(R"({"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})");
    return t2s::tests::streams(piece("Good ") + piece("day\x1B[2J") + end + t2s::tests::event_bytes("[DONE]"), {7});
  }
  bool const again = body.at("messages").as_array().size() > 1;
  return t2s::tests::replies(200, reply_with(again ? "```sql\nSELECT count(*) FROM shops\n```" : "SELECT count(*) FROM shop"));
}

struct place {
  fs::path path = fs::temp_directory_path() / ("t2s model " + std::to_string(::getpid()));
  http_server server{answers};

  place() {
    fs::create_directories(path);
    cli_test::make_database(file("shop.sqlite"),
                            "CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, city TEXT);"
                            "INSERT INTO shops(city) VALUES ('Oslo'), ('Bergen');");
  }
  ~place() { fs::remove_all(path); }

  [[nodiscard]] std::string file(std::string const& name) const { return (path / name).string(); }
  [[nodiscard]] std::string llm() const { return " --llm " + server.url() + "/v1 --model tiny "; }
  [[nodiscard]] std::string ask() const { return "ask --db " + quoted(file("shop.sqlite")) + " 'How many shops are there?' "; }
};

std::string content_of(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_model)

BOOST_FIXTURE_TEST_CASE(ask_corrects_what_the_model_wrote, place) {
  ::setenv("OPENAI_API_KEY", "sk-very-secret", 1);
  auto const r = cli_test::t2s(ask() + llm() + "--record " + quoted(file("tape.jsonl")) + " --trace " + quoted(file("trace.json")));
  ::unsetenv("OPENAI_API_KEY");
  BOOST_TEST(r.status == 0);
  BOOST_TEST(r.err == "");
  BOOST_TEST(contains(r.out, "no such table: shop"));
  BOOST_TEST(contains(r.out, "SELECT count(*) FROM shops"));
  BOOST_REQUIRE(server.requests().size() == 2u);
  BOOST_TEST(server.requests()[0].target == "/v1/chat/completions");
  BOOST_TEST(server.requests()[0].header("authorization") == "Bearer sk-very-secret");
  BOOST_TEST(contains(server.requests()[1].body, "no such table: shop"));
  BOOST_TEST(!contains(content_of(file("tape.jsonl")) + content_of(file("trace.json")) + r.out, "very-secret"));

  auto const again = cli_test::t2s(ask() + "--model tiny --json --replay " + quoted(file("tape.jsonl")));
  BOOST_TEST(again.status == 0);
  BOOST_TEST(server.requests().size() == 2u);
  BOOST_TEST(json::parse(again.out).at("sql").as_string() == "SELECT count(*) FROM shops");
  BOOST_TEST(json::parse(again.out).at("revisions").at(0).at("model_calls").to_number<int>() == 1);
}

BOOST_FIXTURE_TEST_CASE(a_cache_asks_nothing_twice, place) {
  auto const cache = "--cache " + quoted(file("answers.sqlite"));
  BOOST_TEST(cli_test::t2s(ask() + llm() + cache).status == 0);
  BOOST_TEST(cli_test::t2s(ask() + llm() + cache).status == 0);
  BOOST_TEST(server.requests().size() == 2u);
}

BOOST_FIXTURE_TEST_CASE(a_budget_ends_a_run, place) {
  auto const r = cli_test::t2s(ask() + llm() + "--max-calls 1");
  BOOST_TEST(r.status == 1);
  BOOST_TEST(contains(r.out, "budget"));
  BOOST_TEST(server.requests().size() == 1u);
}

BOOST_FIXTURE_TEST_CASE(chat_streams_and_steers_no_terminal, place) {
  auto const r = cli_test::t2s("chat" + llm() + "'Good day'");
  BOOST_TEST(r.status == 0);
  BOOST_TEST(r.out == "Good day [2J\n");
  BOOST_TEST(contains(r.err, "finish reason: stop"));
  BOOST_TEST(cli_test::t2s("chat" + llm() + "' '").status == 2);
}

BOOST_FIXTURE_TEST_CASE(doctor_says_what_works, place) {
  auto const well = cli_test::t2s("doctor" + llm() + "--db " + quoted(file("shop.sqlite")));
  BOOST_TEST(well.status == 0);
  BOOST_TEST(contains(well.out, "3 models, no TLS"));
  BOOST_TEST(contains(well.out, "1 tables"));
  auto const misspelt = cli_test::t2s("doctor --llm " + server.url() + "/v1 --model larg");
  BOOST_TEST(misspelt.status == 3);
  BOOST_TEST(contains(misspelt.out, "did you mean large?"));
  BOOST_TEST(cli_test::t2s("doctor").status == 2);
}

BOOST_FIXTURE_TEST_CASE(doctor_tries_an_embedding, place) {
  auto const well = cli_test::t2s("doctor" + llm() + "--embedding-model vectors");
  BOOST_TEST(well.status == 0);
  BOOST_TEST(contains(well.out, "ok    answer: "));
  BOOST_TEST(contains(well.out, "ok    embedding model: vectors is there"));
  BOOST_TEST(contains(well.out, "ok    embedding: 3 dimensions ("));
  auto const alone = cli_test::t2s("doctor --llm " + server.url() + "/v1 --embedding-model vectors");
  BOOST_TEST(alone.status == 0);
  BOOST_TEST(!contains(alone.out, "answer"));
  auto const none = cli_test::t2s("doctor --llm " + server.url() + "/v1 --embedding-model large");
  BOOST_TEST(none.status == 3);
  BOOST_TEST(contains(none.out, "FAILS embedding: "));
  BOOST_TEST(contains(none.out, "this model embeds nothing"));
}

BOOST_FIXTURE_TEST_CASE(predictions_of_a_model, place) {
  fs::create_directories(path / "databases/shop");
  fs::copy(file("shop.sqlite"), path / "databases/shop/shop.sqlite");
  std::ofstream(path / "dev.json") << R"([{"db_id":"shop","question":"How many shops?","query":"SELECT count(*) FROM shops"},
                                          {"db_id":"shop","question":"Count the shops.","query":"SELECT count(*) FROM shops"}])";
  std::ofstream(path / "train.json") << R"([{"db_id":"x","question":"How many?","query":"SELECT count(*) FROM t"}])";
  auto const data = " --data " + quoted(path.string());
  BOOST_TEST(cli_test::t2s("predict" + data + llm() + "--jobs 2 --out " + quoted(file("runs.jsonl"))).status == 0);
  BOOST_TEST(server.requests().size() == 4u);
  auto const r = cli_test::t2s("evaluate" + data + " --predictions " + quoted(file("runs.jsonl")));
  BOOST_TEST(r.status == 0);
  BOOST_TEST(contains(r.out, "EX after each round, runs.jsonl: 0.0 100.0"));
  BOOST_TEST(contains(r.out, "2.0 calls, 80.0 prompt tokens, 14.0 completion tokens"));
}

BOOST_FIXTURE_TEST_CASE(what_is_wrong_is_said, place) {
  auto const refused = [&](std::string const& words, std::string_view part) {
    auto const r = cli_test::t2s(words);
    BOOST_TEST(r.status == 2, words);
    BOOST_TEST(contains(r.err, part), r.err);
  };
  refused(ask() + "--llm " + server.url(), "--model NAME");
  refused(ask() + "--model tiny", "--llm URL");
  refused(ask() + llm() + "--temperature warm", "--temperature needs");
  refused(ask() + llm() + "--max-calls 0", "--max-calls needs");
  refused(ask() + llm() + "--protocol smtp", "known are openai and anthropic");
  refused(ask() + "--record x.jsonl", "need a model");
  refused(ask() + llm() + "--embedding-model vectors", "only t2s doctor asks for embeddings");
  refused("chat" + llm() + "--embedding-model vectors hello", "only t2s doctor asks for embeddings");
  refused("predict --out x.sql --data " + quoted(path.string()) + llm() + "--embedding-model vectors", "only t2s doctor asks");
  refused("doctor --db " + quoted(file("shop.sqlite")) + " --embedding-model vectors", "needs --llm URL");
  auto const dead =
      cli_test::t2s("ask --db " + quoted(file("shop.sqlite")) + " --llm http://127.0.0.1:1/v1 --model tiny 'How many shops?'");
  BOOST_TEST(dead.status == 3);
  BOOST_TEST(contains(dead.err, "no connection"));
}

BOOST_AUTO_TEST_SUITE_END()
