// SPDX-License-Identifier: BSL-1.0
#include "model_options.hpp"

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "t2s/llm/recorded.hpp"

namespace cli {
namespace {

namespace llm = t2s::llm;

std::string environment(char const* name) {
  auto const* value = std::getenv(name);
  return value ? value : "";
}

std::string text(po::variables_map const& given, char const* option, std::string otherwise = {}) {
  return given.count(option) != 0 ? given[option].as<std::string>() : std::move(otherwise);
}

std::size_t count(po::variables_map const& given, char const* option) {
  if (given.count(option) == 0) return t2s::unlimited;
  auto const n = given[option].as<long long>();
  if (n < 1) throw usage_error(std::string("--") + option + " needs a number from 1 on");
  return static_cast<std::size_t>(n);
}

llm::protocol protocol_of(std::string const& word) {
  if (word == "openai") return llm::protocol::openai;
  if (word == "anthropic") return llm::protocol::anthropic;
  throw usage_error("--protocol: there is no protocol " + word + "; known are openai and anthropic");
}

}  // namespace

void model_options::describe(po::options_description& to) {
  auto const word = [](char const* name) { return po::value<std::string>()->value_name(name); };
  po::options_description more("Model");
  auto add = more.add_options();
  add("llm", word("URL"), "base URL of the model's server, e.g. http://localhost:8000/v1 (default: OPENAI_BASE_URL if --model is given)");
  add("model", word("NAME"), "the model's name there; the key is taken from OPENAI_API_KEY, for anthropic from ANTHROPIC_API_KEY");
  add("embedding-model", word("NAME"), "a model for embeddings on the same server; only t2s doctor asks for any");
  add("protocol", word("NAME")->default_value("openai"), "what the server speaks: openai or anthropic");
  add("temperature", word("T"), "0 is greedy (default); none leaves it to the model");
  add("max-calls", po::value<long long>()->value_name("N"), "calls of the model for one question");
  add("max-tokens", po::value<long long>()->value_name("N"), "completion tokens for one question");
  add("ca-file", word("FILE"), "PEM file of the authorities to trust (default: the system's)");
  add("record", word("FILE"), "append every exchange to a cassette");
  add("replay", word("FILE"), "answer from a cassette; with --llm only what is not on it is asked there");
  add("cache", word("FILE"), "keep answers in an SQLite file and ask nothing twice");
  to.add(more);
}

model_options::model_options(po::variables_map const& given, model_name name) {
  endpoint_.model = text(given, "model");
  embedding_model_ = text(given, "embedding-model");
  endpoint_.speaks = protocol_of(given["protocol"].as<std::string>());
  bool const anthropic = endpoint_.speaks == llm::protocol::anthropic;
  endpoint_.key = environment(anthropic ? "ANTHROPIC_API_KEY" : "OPENAI_API_KEY");
  auto const usual = endpoint_.model.empty() || given.count("replay") != 0 ? "" : environment("OPENAI_BASE_URL");
  url_ = text(given, "llm", usual);
  if (!url_.empty() && endpoint_.model.empty() && name == model_name::required)
    throw usage_error("--llm needs --model NAME; t2s doctor --llm URL lists what the server has");
  if (url_.empty() && !endpoint_.model.empty() && given.count("replay") == 0)
    throw usage_error("--model needs --llm URL (or OPENAI_BASE_URL), or --replay FILE");
  ca_file_ = text(given, "ca-file");

  if (auto const t = text(given, "temperature", "0"); t == "none")
    temperature_.reset();
  else if (char* end = nullptr; (temperature_ = std::strtod(t.c_str(), &end)), end == t.c_str() || *end != '\0' || *temperature_ < 0)
    throw usage_error("--temperature needs a number from 0 on, or none");
  allowed_.calls = count(given, "max-calls");
  allowed_.completion_tokens = count(given, "max-tokens");

  auto const record = text(given, "record"), replay = text(given, "replay"), cache = text(given, "cache");
  if (!present() && replay.empty() && !(record + cache).empty()) throw usage_error("--record and --cache need a model: give --llm URL");
  std::error_code ignored;
  if (!record.empty() && !replay.empty() && std::filesystem::equivalent(record, replay, ignored))
    throw usage_error("--record and --replay name the same file: record into another one");
  if (!replay.empty()) replay_ = std::make_shared<llm::replay>(llm::read_cassette(replay), replay);
  if (!record.empty()) recorder_ = std::make_shared<llm::cassette_recorder>(record);
  if (!cache.empty()) cache_ = std::make_shared<llm::response_cache>(cache);
}

void model_options::require_no_embedding(po::variables_map const& given) {
  if (given.count("embedding-model") != 0)
    throw usage_error(
        "--embedding-model: only t2s doctor asks for embeddings so far, to try the model; leave it out (demonstrations are chosen without "
        "a model)");
}

llm::http_model model_options::connect(boost::asio::any_io_executor executor, llm::endpoint to) const {
  llm::http_model_options o;
  o.http.tls.ca_file = ca_file_;
  return {std::move(executor), url_, std::move(to), std::move(o)};
}

llm::http_model model_options::connect(boost::asio::any_io_executor executor) const { return connect(std::move(executor), endpoint_); }

llm::http_model model_options::connect_embedding(boost::asio::any_io_executor executor) const {
  auto to = endpoint_;
  to.model = embedding_model_;
  return connect(std::move(executor), std::move(to));
}

any_model model_options::make(boost::asio::any_io_executor executor) const {
  auto const& name = endpoint_.model;
  any_model model;
  if (!url_.empty()) model = any_model::of(std::make_shared<llm::http_model>(connect(std::move(executor))));
  if (cache_ && !url_.empty()) model = any_model::of(std::make_shared<llm::cached<any_model>>(std::move(model), cache_, name));
  if (replay_ && !url_.empty()) model = any_model::of(std::make_shared<llm::replayed<any_model>>(std::move(model), replay_, name));
  if (replay_ && url_.empty()) model = any_model::of(std::make_shared<llm::replayed<>>(replay_, name));
  if (recorder_) model = any_model::of(std::make_shared<llm::recorded<any_model>>(std::move(model), recorder_, name));
  return model;
}

}  // namespace cli
