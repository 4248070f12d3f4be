// SPDX-License-Identifier: BSL-1.0
#include "model_options.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <utility>

#include "output_file.hpp"
#include "printable.hpp"
#include "role_models.hpp"

namespace cli::model_parts {

/// Tells once that limits of tokens do not hold.
inline void tell_odd_counts(t2s::llm::completion const& c) {
  static std::atomic<bool> told = false;
  if (c.odd.empty() || c.text.empty() || told.exchange(true)) return;
  std::cerr << "t2s: " << printable(c.odd) << "; it counts as 0, so limits of tokens do not hold\n";
}

/// A server's model whose failures name its options and variables.
struct explained_model {
  server by;
  t2s::llm::http_model inside;

  t2s::awaitable<t2s::llm::completion> complete(t2s::llm::request asked) {
    try {
      auto asking = inside.complete(std::move(asked));
      auto reply = co_await std::move(asking);
      tell_odd_counts(reply);
      co_return reply;
    } catch (t2s::error const& e) {
      throw t2s::error(by.explained(e.details()));
    }
  }
  t2s::awaitable<t2s::llm::embeddings> embed(std::vector<std::string> texts, t2s::llm::call_bounds bounds = {}) {
    try {
      auto asking = inside.embed(std::move(texts), std::move(bounds));
      auto reply = co_await std::move(asking);
      co_return reply;
    } catch (t2s::error const& e) {
      throw t2s::error(by.explained(e.details()));
    }
  }
};

}  // namespace cli::model_parts

namespace cli {
namespace {

using model_parts::explained_model;

constexpr std::array need_model{
    "model",        "embedding-model", "embedding-llm", "judge-model",       "judge-llm",    "small-model", "small-llm",
    "protocol",     "timeout",         "ca-file",       "token-limit-field", "reply-tokens", "no-stream",   "no-stream-usage",
    "extra-fields", "temperature",     "max-calls",     "max-tokens",        "record",       "cache"};

std::chrono::seconds usual_timeout(purpose p) { return p == purpose::check ? std::chrono::seconds(30) : std::chrono::seconds(300); }

bool has(po::variables_map const& given, char const* option) { return given.count(option) != 0; }

std::size_t count(po::variables_map const& given, char const* option) {
  return whole_number(given, option, 1, 1'000'000'000'000, t2s::unlimited);
}

/// 0 means no limit.
std::size_t schema_tokens_of(po::variables_map const& given) {
  auto const n = whole_number(given, "schema-tokens", 0, 1'000'000'000'000, 0);
  return n == 0 ? t2s::unlimited : n;
}

std::optional<double> temperature_of(std::string const& typed) {
  if (typed == "none") return {};
  char* end = nullptr;
  auto const t = std::strtod(typed.c_str(), &end);
  if (end == typed.c_str() || *end != '\0' || !(t >= 0) || !std::isfinite(t))
    throw usage_error("--temperature needs a number from 0 on, or none");
  return t;
}

/// A role on the command line other than that of --model.
struct role_words {
  char const* url;
  char const* model;
  char const* key_variable;
  char const* tasks;
};
constexpr role_words judge_words{"judge-llm", "judge-model", "JUDGE_API_KEY", "that judges SQL"};
constexpr role_words small_words{"small-llm", "small-model", "SMALL_API_KEY", "for small tasks: rewriting, linking, skeletons"};

void describe_role(po::options_description& to, role_words const& words) {
  auto add = to.add_options();
  add(words.model, a_word("NAME"), ("the model " + std::string(words.tasks) + " (default: that of --model)").c_str());
  add(words.url, a_word("URL"),
      ("base URL of its server, whose key is taken from " + std::string(words.key_variable) + " (default: that of --llm)").c_str());
}

/// The server of a role, if it has its own model.
std::optional<server> server_of(po::variables_map const& given, role_words const& words, server const& main, bool replays) {
  auto const text = [&](char const* option) { return has(given, option) ? given[option].as<std::string>() : std::string(); };
  auto const name = text(words.model), url = text(words.url);
  auto const option = [](char const* word) { return std::string("--").append(word); };
  if (name.empty() && !url.empty()) throw usage_error(option(words.url) + " needs " + option(words.model) + " NAME");
  if (name.empty()) return {};
  if (!url.empty() && replays && !main.present())
    throw usage_error(option(words.url) + ": a replay without --llm asks no server; leave it out, or give --llm as well");
  return main.for_role(name, url, option(words.url), words.key_variable);
}

}  // namespace

void model_options::describe(po::options_description& to, purpose p, double schema_tokens) {
  po::options_description more("Model");
  server::describe(more, usual_timeout(p));
  auto add = more.add_options();
  add("temperature", a_word("T"),
      p == purpose::runs || p == purpose::pool ? "of every call, in place of the pipeline's own; none leaves it to the model"
                                               : "0 is greedy (default); none leaves it to the model");
  if (p == purpose::check) add("embedding-model", a_word("NAME"), "a model for embeddings");
  if (p == purpose::runs)
    add("embedding-model", a_word("NAME"), "choose demonstrations by the vectors that this model returns for questions");
  if (p == purpose::check || p == purpose::runs)
    add("embedding-llm", a_word("URL"),
        "base URL of its server, for servers with one model each; the key is taken from EMBEDDING_API_KEY (default: that of --llm)");
  if (p == purpose::runs) {
    describe_role(more, judge_words);
    describe_role(more, small_words);
  }
  if (p == purpose::runs)
    add("schema-tokens", a_number()->default_value(schema_tokens),
        "where the schema has more tokens, prompts show only the tables and columns that the question may need; 0 shows all");
  if (p == purpose::runs) add("max-calls", a_number(), "calls of the model for one question");
  if (p == purpose::runs) add("max-tokens", a_number(), "completion tokens for one question");
  if (p == purpose::chat) add("max-tokens", a_number(), "completion tokens of the answer");
  if (p != purpose::check) model_files::describe(more);
  to.add(more);
}

model_options::model_options(po::variables_map const& given, purpose p)
    : server_(given, (has(given, "model") || has(given, "embedding-model")) && !has(given, "replay"), usual_timeout(p)) {
  if (p != purpose::check) server_.outlast_limits();
  if (has(given, "embedding-model")) embedding_model_ = given["embedding-model"].as<std::string>();
  if (has(given, "embedding-llm")) embedding_url_ = given["embedding-llm"].as<std::string>();
  if (has(given, "temperature")) temperature_ = temperature_of(given["temperature"].as<std::string>());
  schema_tokens_ = schema_tokens_of(given);
  read_limits(given);
  require_whole(given, p);
  read_roles(given);
  require_distinct_files(given);
  files_ = model_files(given, server_.present());
  bool const is_usual = p == purpose::runs && given["schema-tokens"].defaulted() && schema_tokens_ != t2s::unlimited;
  if (is_usual && server_.present() && !files_.replays()) fitting_ = std::make_shared<fitting>();
  if (!present() && p == purpose::runs) note_absence();
}

std::size_t model_options::context_length() const {
  std::size_t least = 0;
  for (auto const* by : {&server_, judge_ ? &*judge_ : nullptr, small_ ? &*small_ : nullptr}) {
    auto const n = by != nullptr && by->present() ? by->context_length() : 0;
    if (n != 0 && (least == 0 || n < least)) least = n;
  }
  return least;
}

/// The reply has its room in the context; of the rest demonstrations have half, at most 4,000 tokens, and schema with rows the others.
std::size_t model_options::fitted_schema_tokens() const {
  if (!fitting_ || stand_in_) return schema_tokens();
  std::call_once(fitting_->asked, [this] {
    auto const context = context_length();
    auto const rest = context - std::min(server_.reply_tokens(), context / 2);
    fitting_->tokens = context == 0 ? schema_tokens_ : std::min(schema_tokens_, rest - std::min<std::size_t>(rest / 2, 4000));
    if (fitting_->tokens < schema_tokens_)
      std::cerr << "t2s: the server's context is " << context << " tokens: prompts show " << fitting_->tokens
                << " tokens of schema and rows, not " << schema_tokens_ << "; raise it, or choose by --schema-tokens\n";
  });
  return fitting_->tokens;
}

void model_options::read_roles(po::variables_map const& given) {
  judge_ = server_of(given, judge_words, server_, has(given, "replay"));
  small_ = server_of(given, small_words, server_, has(given, "replay"));
}

void model_options::read_limits(po::variables_map const& given) {
  if (has(given, "max-calls")) allowed_.calls = count(given, "max-calls");
  allowed_.completion_tokens = count(given, "max-tokens");
  allowed_.time = std::max(allowed_.time, server_.timeout());
}

/// A model needs a server and a name, and options about a model need a model.
void model_options::require_whole(po::variables_map const& given, purpose p) const {
  if (embedding_model_.empty() && !embedding_url_.empty()) throw usage_error("--embedding-llm needs --embedding-model NAME");
  if (p != purpose::check && !embedding_model_.empty() && !server_.endpoint().protocol->has_embeddings())
    throw usage_error("--embedding-model: the protocol " + std::string(server_.endpoint().protocol->name()) +
                      " has no embeddings; leave it out");
  if (server_.present() && server_.endpoint().model.empty() && p != purpose::check)
    throw usage_error("--llm needs --model NAME; t2s doctor --llm URL lists what the server has");
  if (server_.present() || has(given, "replay")) return;
  auto const lonely = std::ranges::find_if(need_model, [&](char const* option) { return has(given, option); });
  if (lonely == need_model.end()) return;
  if (has(given, "model"))
    throw usage_error(std::string("--model needs --llm URL (or ") + server_.url_variable() + ")" +
                      (p == purpose::check ? "" : ", or --replay FILE"));
  throw usage_error(std::string("--") + *lonely + " concerns a model, but none is asked: it needs --llm URL" +
                    (p == purpose::check ? "" : " --model NAME"));
}

/// A user who set an address may expect a model to answer.
void model_options::note_absence() const {
  auto const* const variable = server_.url_variable();
  if (std::getenv(variable)) std::cerr << "t2s: no model is asked: " << variable << " is set, but --model NAME is not given\n";
}

any_model model_options::make(boost::asio::any_io_executor executor) const {
  if (stand_in_) return *stand_in_;
  auto draft = make(executor, server_);
  auto const of = [&](std::optional<cli::server> const& by) { return by ? make(executor, *by) : draft; };
  auto judge = of(judge_), small = of(small_);
  return any_model::of(std::make_shared<role_models>(role_models{std::move(draft), std::move(judge), std::move(small)}));
}

any_model model_options::make(boost::asio::any_io_executor executor, cli::server const& by) const {
  if (stand_in_) return *stand_in_;
  std::optional<any_model> live;
  if (by.present()) live = any_model::of(std::make_shared<explained_model>(explained_model{by, by.connect(std::move(executor))}));
  return files_.around(std::move(live), by.kept_name(by.endpoint().model));
}

}  // namespace cli
