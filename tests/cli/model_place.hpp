// SPDX-License-Identifier: BSL-1.0
// For tests of commands that use a model: a folder with a small database, and a server with scripted answers.
#ifndef T2S_TESTS_CLI_MODEL_PLACE_HPP
#define T2S_TESTS_CLI_MODEL_PLACE_HPP

#include "folder.hpp"
#include "run_program.hpp"
#include "support/http_server.hpp"
#include "support/rest_of.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace cli_test {

namespace json = boost::json;
namespace fs = std::filesystem;
using t2s::tests::http_server;
using t2s::tests::replies;
using t2s::tests::seen_request;

inline std::string reply_with(std::string const& text, char const* finish = "stop") {
  return json::serialize(
      json::object{{"choices", {{{"index", 0}, {"message", {{"role", "assistant"}, {"content", text}}}, {"finish_reason", finish}}}},
                   {"usage", {{"prompt_tokens", 40}, {"completion_tokens", 7}}}});
}

/// A vector for each text: texts about shops are near each other, and far from all others.
inline std::string vectors_of(json::array const& texts) {
  json::array data;
  for (auto const& text : texts) {
    bool const of_shops = contains(std::string(text.as_string()), "shops");
    data.push_back(json::object{{"index", data.size()}, {"embedding", of_shops ? json::array{1, 0, 0} : json::array{0, 0.5, -2}}});
  }
  return json::serialize(json::object{{"data", data}, {"usage", {{"prompt_tokens", texts.size()}}}});
}

inline std::string stream_of(std::string const& text) {
  auto const piece = [](std::string_view part) {
    return t2s::tests::event_bytes(
        json::serialize(json::object{{"choices", {{{"index", 0}, {"delta", {{"content", part}}}, {"finish_reason", nullptr}}}}}));
  };
  return piece(text.substr(0, 5)) + piece(text.substr(5)) +
         t2s::tests::event_bytes(R"({"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})") +
         t2s::tests::event_bytes(R"({"choices":[],"usage":{"prompt_tokens":40,"completion_tokens":7}})") +
         t2s::tests::event_bytes("[DONE]");
}

/// Returns SQL that fails and that neither a rule nor the question can repair, and after an objection the right SQL.
inline t2s::tests::server_script answers(seen_request const& asked) {
  if (asked.target == "/v1/models")
    return t2s::tests::replies(200, R"({"object":"list","data":[{"id":"tiny"},{"id":"large"},{"id":"vectors"}]})");
  auto const body = json::parse(asked.body);
  if (asked.target == "/v1/embeddings") {
    if (body.at("model") != "vectors") return t2s::tests::replies(400, R"({"error":{"message":"this model embeds nothing"}})");
    return t2s::tests::replies(200, vectors_of(body.at("input").as_array()));
  }
  auto const& messages = body.at("messages").as_array();
  std::string const text = messages.back().at("content") == "Good day" ? "Good day\x1B[2J"
                           : messages.size() > 1                       ? "```sql\nSELECT count(*) FROM shops\n```"
                                                                       : "SELECT count(*) FROM harbours WHERE crane = 2";
  auto const* const streamed = body.as_object().if_contains("stream");
  return streamed && streamed->as_bool() ? t2s::tests::streams(stream_of(text), {7}) : t2s::tests::replies(200, reply_with(text));
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
  /// The files of a data set with `questions` over the database, and one demonstration.
  void make_data(std::vector<std::string> const& questions) const {
    fs::create_directories(path / "databases/shop");
    fs::copy(file("shop.sqlite"), path / "databases/shop/shop.sqlite");
    json::array all;
    for (auto const& q : questions)
      all.push_back(json::object{{"db_id", "shop"}, {"question", q}, {"query", "SELECT count(*) FROM shops"}});
    std::ofstream(path / "dev.json") << json::serialize(all);
    std::ofstream(path / "train.json") << R"([{"db_id":"x","question":"How many?","query":"SELECT count(*) FROM t"}])";
  }
  [[nodiscard]] std::string data() const { return " --data " + quoted(path.string()); }
  [[nodiscard]] std::string llm() const { return " --llm " + server.url() + "/v1 --model tiny "; }
  /// The model alone answers, corrected by what execution says.
  [[nodiscard]] std::string by_model() const { return llm() + "--pipeline few-shot-corrected "; }
  [[nodiscard]] std::string ask() const { return "ask --db " + quoted(file("shop.sqlite")) + " 'How many shops are there?' "; }
};

inline std::string content_of(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  return streams::rest_of(in);
}

inline void write(std::string const& path, std::string const& content) { std::ofstream(path, std::ios::binary) << content; }

/// Sets an environment variable as long as the object lives.
class variable {
 public:
  variable(char const* name, std::string const& value) : name_(name) { ::setenv(name, value.c_str(), 1); }
  ~variable() { ::unsetenv(name_); }
  variable(variable const&) = delete;
  variable& operator=(variable const&) = delete;

 private:
  char const* name_;
};

/// The option for pipelines that compare vectors, without GloVe and a server: vectors of spelling, requested by name.
inline std::string by_spelling(std::string const& pipeline) {
  bool const compares = pipeline.starts_with("dart") || pipeline == "dail-sql" || pipeline.starts_with("sql-craft") ||
                        pipeline == "tcsr-sql" || pipeline == "dynamic-revision";
  return compares ? " --glove spelling " : "";
}

/// The options for the test server.
inline std::string asks(http_server const& s) { return " --llm " + s.url() + "/v1 --model tiny "; }

}  // namespace cli_test

#endif
