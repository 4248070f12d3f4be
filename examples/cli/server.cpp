// SPDX-License-Identifier: BSL-1.0
#include "server.hpp"

#include <algorithm>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <cstdlib>
#include <exception>
#include <utility>

#include "t2s/core/detail/text.hpp"
#include "t2s/llm/anthropic.hpp"
#include "t2s/llm/detail/http_client.hpp"
#include "t2s/llm/ollama.hpp"

namespace cli {
namespace {

namespace llm = t2s::llm;

std::string environment(char const* name) {
  auto const* value = std::getenv(name);
  return value ? std::string(t2s::text::trim(value)) : "";
}

llm::openai openai_as(po::variables_map const& given) {
  llm::openai p;
  p.stream_usage = given.count("no-stream-usage") == 0;
  if (given.count("token-limit-field") == 0) return p;
  auto const word = given["token-limit-field"].as<std::string>();
  p.max_completion_tokens = word == "max_completion_tokens";
  if (p.max_completion_tokens || word == "max_tokens") return p;
  throw usage_error("--token-limit-field: there is no field " + word + "; known: max_tokens and max_completion_tokens");
}

llm::ollama ollama_as(po::variables_map const& given) {
  llm::ollama p;
  if (given.count("context-tokens") != 0) p.context = given["context-tokens"].as<std::size_t>();
  return p;
}

/// A protocol on the command line: add a line for a new one.
struct known_protocol {
  char const* url_variable;
  char const* key_variable;
  llm::any_protocol as_given{};
};
known_protocol protocol_of(std::string const& word, llm::openai const& openai, po::variables_map const& given) {
  if (word == llm::ollama::name) return {"OLLAMA_BASE_URL", "OLLAMA_API_KEY", ollama_as(given)};
  if (given.count("context-tokens") != 0)
    throw usage_error("--context-tokens needs --protocol ollama: other servers set the size of their context when they start");
  if (word == llm::openai::name) return {"OPENAI_BASE_URL", "OPENAI_API_KEY", openai};
  if (word == llm::anthropic::name) return {"ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY", llm::anthropic()};
  throw usage_error("--protocol: there is no protocol " + word + "; known: openai, anthropic and ollama");
}

std::string json_object(std::string const& typed) {
  boost::system::error_code wrong;
  auto const read = boost::json::parse(typed, wrong);
  if (wrong || !read.is_object()) throw usage_error("--extra-fields needs a JSON object, such as '{\"top_k\": 1}'");
  return boost::json::serialize(read);  // the same for any spacing, since it is part of the key of kept answers
}

/// A key as servers expect it: people paste it with surrounding text.
std::string key_from(char const* variable) {
  auto key = environment(variable);
  if (t2s::text::lower(key).starts_with("bearer "))
    throw usage_error(std::string(variable) + " begins with \"Bearer\", which t2s adds; give only the key");
  if (!std::ranges::all_of(key, [](char c) { return c > ' ' && c < '\x7f'; }))
    throw usage_error(std::string(variable) + " has a blank, a line end or a character beyond ASCII in its middle; give only the key");
  return key;
}

/// The URL is never shown here, because it may contain a password or a key.
void require_bare(std::string const& url, std::string const& from) {
  if (url.find_first_of("?#") != url.npos)
    throw usage_error(from + " has a query or a fragment; a base URL ends with its path: leave out what begins with \"?\" or \"#\"");
  if (!llm::parse_url(url).user_info.empty())
    throw usage_error(from + " has a name before the \"@\", which is not sent; leave it out: keys are taken from the environment");
}

std::chrono::nanoseconds seconds_of(po::variables_map const& given, char const* option, std::chrono::seconds usual) {
  if (given.count(option) == 0) return usual;
  auto const typed = given[option].as<double>();
  if (typed >= 0.001 && typed <= 1e6) return std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * typed));
  throw usage_error(std::string("--") + option + " needs seconds, from 0.001 to 1000000");
}

/// Limits of replies by --reply-tokens and --no-stream.
llm::reply_limits reply_limits_of(po::variables_map const& given) {
  llm::reply_limits made;
  if (given.count("reply-tokens") != 0) {
    auto const typed = given["reply-tokens"].as<std::string>();
    std::size_t n = typed == "none" ? t2s::unlimited : 0;
    auto const* const end = typed.data() + typed.size();
    if (n == 0 && (std::from_chars(typed.data(), end, n).ptr != end || n == 0 || n > 1'000'000))
      throw usage_error("--reply-tokens needs a whole number from 1 to 1000000, or none");
    made = llm::reply_limits::all(n);
  }
  made.end_early = given.count("no-stream") == 0;
  return made;
}

/// Whether the server is OpenAI's or Azure's, whose newer models know the newer name of the limit alone.
bool is_openai(std::string const& url) {
  auto const host = llm::parse_url(url).host;
  return host.ends_with(".openai.com") || host.ends_with(".openai.azure.com");
}

/// The option that leaves out a field, if the server's message rejects that field.
std::string option_against(t2s::failure const& refused, llm::openai const& sent) {
  auto const names = [&](char const* field) { return refused.message.find(field) != refused.message.npos; };
  if (refused.code != t2s::errc::request_rejected) return {};
  if (!sent.max_completion_tokens && names("max_completion_tokens")) return "--token-limit-field max_completion_tokens";
  if (sent.stream_usage && names("stream_options")) return "--no-stream-usage";
  if (names("\"stream\"") || names("'stream'")) return "--no-stream";
  if (names("temperature")) return "--temperature none";
  if (names("context length") || names("context size")) return "a larger context, or a smaller --schema-tokens";
  return {};
}

}  // namespace

void server::describe(po::options_description& to, std::chrono::seconds usual_timeout) {
  auto add = to.add_options();
  add("llm", a_word("URL"),
      "base URL of the model's server, e.g. http://localhost:8000/v1 (default, if --model is given: OPENAI_BASE_URL, for anthropic "
      "ANTHROPIC_BASE_URL)");
  add("model", a_word("NAME"), "the model's name there; the key is taken from OPENAI_API_KEY, for anthropic from ANTHROPIC_API_KEY");
  add("protocol", a_word("NAME"), "the server's protocol: openai (default), anthropic or ollama");
  add("context-tokens", po::value<std::size_t>()->value_name("N"),
      "with --protocol ollama: tokens of prompt and answer together (default: 16384; 0: the server's own)");
  add("timeout", po::value<double>()->value_name("SECONDS"),
      ("for one request with all its tries (default: " + std::to_string(usual_timeout.count()) + ")").c_str());
  add("ca-file", a_word("FILE"), "PEM file of the authorities to trust (default: the system's)");
  add("token-limit-field", a_word("NAME"),
      "how the server calls the limit of tokens: max_tokens (default, except at OpenAI) or max_completion_tokens");
  add("reply-tokens", a_word("N|none"), "the most tokens of a reply (default: by its task, 1024 to 4096); models that think may need more");
  add("no-stream", "receive replies as a whole; otherwise one that is complete, or repeats itself, is ended");
  add("no-stream-usage", "do not ask for token counts in streams, for servers that refuse stream_options");
  add("extra-fields", a_word("JSON"), "an object whose members go into every request, in place of ours of the same name");
}

server::server(po::variables_map const& given, bool may_look_it_up, std::chrono::seconds usual_timeout) {
  read_endpoint(given);
  read_url(given, may_look_it_up);
  replies_ = reply_limits_of(given);
  timeout_ = seconds_of(given, "timeout", usual_timeout);
  if (given.count("ca-file") == 0) return;
  ca_file_ = given["ca-file"].as<std::string>();
  if (present() && !llm::parse_url(url_).secure)
    throw usage_error("--ca-file: a server at http:// has no certificate; write https://, or leave the option out");
}

void server::read_endpoint(po::variables_map const& given) {
  auto const text = [&](char const* option, char const* otherwise) {
    return given.count(option) != 0 ? given[option].as<std::string>() : std::string(otherwise);
  };
  endpoint_.model = text("model", "");
  openai_ = openai_as(given);
  names_token_limit_ = given.count("token-limit-field") != 0;
  auto const known = protocol_of(text("protocol", "openai"), openai_, given);
  url_variable_ = known.url_variable;
  key_variable_ = known.key_variable;
  endpoint_.protocol = known.as_given;
  if (given.count("extra-fields") != 0) endpoint_.extra_fields = json_object(text("extra-fields", ""));
}

void server::read_url(po::variables_map const& given, bool may_look_it_up) {
  bool const typed = given.count("llm") != 0;
  if (typed)
    url_ = given["llm"].as<std::string>();
  else if (may_look_it_up)
    url_ = environment(url_variable_);
  if (!present()) return;
  require_bare(url_, typed ? "--llm" : url_variable_);
  if (endpoint_.protocol->name() == llm::ollama::name && llm::parse_url(url_).path.starts_with("/v1"))
    throw usage_error("Ollama's own protocol has no /v1: leave it out of the URL, or leave out --protocol ollama");
  endpoint_.key = key_from(key_variable_);
  name_token_limit();
}

/// OpenAI's newer models reject the field that everybody else has.
void server::name_token_limit() {
  if (names_token_limit_ || endpoint_.protocol->name() != llm::openai::name) return;
  openai_.max_completion_tokens = is_openai(url_);
  endpoint_.protocol = openai_;
}

server server::for_role(std::string model, std::string const& url, std::string const& option, char const* key_variable) const {
  auto other = *this;
  other.endpoint_.model = std::move(model);
  if (url.empty()) return other;
  require_bare(url, option);
  other.url_ = url;
  other.key_variable_ = key_variable;
  other.endpoint_.key = key_from(key_variable);
  other.name_token_limit();
  return other;
}

llm::http_model_options server::options() const {
  llm::http_model_options o;
  o.http.tls.ca_file = ca_file_;
  auto& time = o.http.time;
  time.address = std::min(time.address, timeout_);
  time.connect = std::min(time.connect, timeout_);
  time.first_byte = time.between_bytes = time.total = timeout_;
  o.retry.total = timeout_;
  o.replies = replies_;
  o.retry.outlast_limits = outlasts_limits_;
  if (outlasts_limits_) o.retry.longest_asked = std::chrono::ceil<std::chrono::milliseconds>(timeout_);
  return o;
}

llm::http_model server::connect(boost::asio::any_io_executor executor, llm::endpoint to) const {
  return {std::move(executor), url_, std::move(to), options()};
}

std::size_t server::context_length() const noexcept try {
  auto const protocol = endpoint_.protocol->name();
  if (protocol == llm::ollama::name) return endpoint_.protocol->read_context({}, {});  // we choose it
  if (protocol == llm::anthropic::name || is_openai(url_)) return 0;                   // they do not say it
  auto quick = options();
  quick.http.time.total = quick.retry.total = std::min<std::chrono::nanoseconds>(timeout_, std::chrono::seconds(2));
  quick.retry.tries = 1;
  quick.retry.outlast_limits = false;
  boost::asio::io_context io{1};
  llm::http_model model(io.get_executor(), url_, endpoint_, std::move(quick));
  std::size_t said = 0;
  boost::asio::co_spawn(io, model.context_length(), [&](std::exception_ptr failed, std::size_t n) { said = failed ? 0 : n; });
  io.run();
  return said;
} catch (...) {
  return 0;  // the run itself says what is wrong with the server
}

t2s::failure server::explained(t2s::failure what) const {
  constexpr std::string_view absent_key = " is not set: put the key there";
  if (!present() || what.remedy.ends_with(absent_key)) return what;  // the latter by the model of a role on its own server
  if (what.code == t2s::errc::authentication_failed && what.message.find("no key was sent") != what.message.npos)
    what.remedy = std::string(key_variable_).append(absent_key);
  if (auto const option = option_against(what, openai_); !option.empty()) what.remedy = std::string("try ").append(option);
  return what;
}

std::string server::kept_name(std::string const& model) const {
  auto name = model;
  if (auto const protocol = endpoint_.protocol->name(); protocol != llm::openai::name) name.append(" ").append(protocol);
  if (!endpoint_.extra_fields.empty()) name.append(" ").append(endpoint_.extra_fields);
  return name;
}

}  // namespace cli
