// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_STATELESS_HPP
#define T2S_SERVE_MCP_DETAIL_STATELESS_HPP

#include "t2s/serve/mcp/detail/lists.hpp"
#include "t2s/serve/mcp/detail/offering.hpp"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The revision without sessions (2026-07-28, Base Protocol): what every request has with it, and every result.
namespace t2s::serve::mcp::detail {

inline constexpr std::string_view version_key = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view capabilities_key = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view level_key = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view server_key = "io.modelcontextprotocol/serverInfo";
inline constexpr std::string_view subscription_key = "io.modelcontextprotocol/subscriptionId";

/// What a request says of its client.
struct request_meta {
  json::object client{};             ///< its capabilities
  std::optional<log_level> level{};  ///< which log messages it wants; none without it
};

/// The revision in the `_meta` of a request; null without it.
inline json::value const* version_of(json::object const& params) {
  auto const* meta = params.if_contains("_meta");
  return meta && meta->is_object() ? meta->get_object().if_contains(version_key) : nullptr;
}

/// Whether a request is of the revision without sessions, whatever it lacks.
inline bool is_stateless(std::string_view method, json::object const& params) {
  return method == "server/discover" || method == "subscriptions/listen" || version_of(params);
}

/// Throws the error for a revision that is not served without a session.
[[noreturn]] inline void refuse_version(std::string_view wanted) {
  json::array supported{stateless_version};
  for (auto const v : session_versions) supported.emplace_back(v);
  auto const why = has_sessions(wanted) ? "this revision has sessions: send initialize first" : "Unsupported protocol version";
  throw refused(rpc_code::unsupported_version, why,
                json::object{{"supported", std::move(supported)}, {"requested", text::cut(wanted, 100)}}, 400);
}

/// Throws `refused` if a request lacks what each must have.
inline request_meta meta_of(json::object const& params) {
  auto const lacks = [](std::string_view key) {
    return refused(rpc_code::invalid_params, "\"_meta\" of the parameters has no \"" + std::string(key) + "\"", nullptr, 400);
  };
  auto const* version = version_of(params);
  if (!version || !version->is_string()) throw lacks(version_key);
  if (version->get_string() != stateless_version) refuse_version(version->get_string());
  auto const& meta = params.at("_meta").get_object();
  auto const* client = meta.if_contains(capabilities_key);
  if (!client || !client->is_object()) throw lacks(capabilities_key);
  request_meta m{client->get_object(), {}};
  if (auto const* level = meta.if_contains(level_key)) {
    m.level = level->is_string() ? log_level_named(level->get_string()) : std::nullopt;
    if (!m.level)
      throw refused(rpc_code::invalid_params, "\"" + std::string(level_key) + "\" is not a level of log messages", nullptr, 400);
  }
  return m;
}

/// Whether a client's capabilities have one. A client that offers elicitation by URL only cannot show our forms.
inline bool offers(json::object const& client, std::string_view capability) {
  auto const* has = client.if_contains(capability);
  if (!has || capability != "elicitation" || !has->is_object()) return has != nullptr;
  return has->get_object().contains("form") || !has->get_object().contains("url");
}

inline refused missing_capability(std::string const& needed) {
  return {rpc_code::missing_capability, "the client must offer " + needed,
          json::object{{"requiredCapabilities", json::object{{needed, json::object()}}}}, 400};
}

/// Throws `refused` if a call needs a capability that its client does not offer.
inline void require_capability(offering const& o, json::object const& params, json::object const& client) {
  auto const& t = named(o.tools, params, "tool");
  auto const needed = t.needs ? t.needs(object_of(params, "arguments")) : std::string();
  if (!needed.empty() && !offers(client, needed)) throw missing_capability(needed);
}

/// The error that a client without sessions gets: codes of earlier revisions are not sent.
inline refused without_old_codes(refused const& why) {
  auto const& message = why.what();
  if (why.code() == rpc_code::resource_not_found)
    return {rpc_code::invalid_params, message, why.error().contains("data") ? why.error().at("data") : nullptr};
  if (why.code() == rpc_code::busy) return {rpc_code::internal_error, message};
  return why;
}

/// What the server offers, for `initialize` and `server/discover`.
inline json::object capabilities_of(offering const& o) {
  json::object can = o.capabilities;
  can["tools"] = json::object();
  can["logging"] = json::object();
  if (o.read) can.emplace("resources", json::object());
  if (!o.prompts.empty()) can["prompts"] = json::object();
  if (o.complete) can["completions"] = json::object();
  return can;
}

inline json::object discovered(offering const& o) {
  json::array versions{stateless_version};
  for (auto const v : session_versions) versions.emplace_back(v);
  json::object result{{"supportedVersions", std::move(versions)}, {"capabilities", capabilities_of(o)}};
  if (!o.instructions.empty()) result["instructions"] = o.instructions;
  return result;
}

/// A result as the answer to a method, with what every result has and how long it may be kept.
inline json::object completed(json::object result, std::string_view method, offering const& o) {
  static constexpr std::array<std::string_view, 5> lists{"server/discover", "tools/list", "prompts/list", "resources/list",
                                                         "resources/templates/list"};
  bool const is_list = std::ranges::find(lists, method) != lists.end();
  if (is_list || method == "resources/read") {
    result["ttlMs"] = o.fresh.count();
    result["cacheScope"] = is_list && o.is_public ? "public" : "private";
  }
  result.emplace("resultType", "complete");
  auto& meta = result.emplace("_meta", json::object()).first->value();
  if (meta.is_object()) meta.get_object().emplace(server_key, o.info);
  return result;
}

/// The same text for the same value, whatever order its members have.
inline std::string canonical(json::value const& v) {
  if (auto const* list = v.if_array()) {
    std::string out = "[";
    for (auto const& one : *list) out.append(canonical(one)) += ',';
    return out += ']';
  }
  auto const* o = v.if_object();
  if (!o) return json::serialize(v);
  std::vector<std::string> members;
  for (auto const& m : *o) members.push_back(json::serialize(json::value(m.key())) + ':' + canonical(m.value()));
  std::ranges::sort(members);
  return "{" + text::join(members, ",") + "}";
}

/// What identifies a request, also when it is sent again with the client's answers.
inline std::string identity_of(std::string_view method, json::object params) {
  for (std::string_view const own : {"_meta", "requestState", "inputResponses"}) params.erase(own);
  return std::string(method) + " " + canonical(params);
}

/// A call that runs again, with the answers of its client.
class resumed_call {
 public:
  /// Throws `refused` for a state that is not of this request.
  resumed_call(offering const& o, std::string_view who, std::string_view method, json::object const& params)
      : identity_(identity_of(method, params)) {
    auto const* state = params.if_contains("requestState");
    if (!state) return;
    auto opened = state->is_string() ? o.seal.open(state->get_string(), who, identity_) : std::nullopt;
    if (!opened)
      throw refused(rpc_code::invalid_params,
                    "\"requestState\" is not what this server gave for this request, or has expired: send the request without it");
    answers_ = std::move(opened->at("answers").as_object());
    auto const given = object_of(params, "inputResponses");
    for (auto const& question : opened->at("asked").as_object())
      if (auto const* answer = given.if_contains(question.key()); answer && answer->is_object())
        answers_[question.key()] = json::object{{"to", question.value()}, {"is", *answer}};
  }

  /// The name of the next question, for the client: each has its own.
  [[nodiscard]] std::string name_for(std::string const& wanted) {
    std::string const first = wanted.empty() ? "question" : wanted;
    auto name = first;
    for (std::size_t n = 2; !names_.insert(name).second; ++n) name = first + "-" + std::to_string(n);
    return name;
  }

  /// The client's answer, if it was given to the same question; null else. A run may ask another one than the run before.
  [[nodiscard]] json::object const* answer_to(std::string const& name, json::object const& question) const {
    auto const* answer = answers_.if_contains(name);
    if (!answer || answer->at("to") != json::value(digest_of(question))) return nullptr;
    return &answer->at("is").as_object();
  }

  /// Ends the run with these questions; those of a part that goes on nevertheless do not count.
  void ask(json::object questions) {
    if (!asks_) asks_ = std::move(questions);
  }
  [[nodiscard]] bool asks() const noexcept { return asks_.has_value(); }

  /// The result that asks the client.
  [[nodiscard]] json::object question(std::string_view who, offering const& o) const {
    json::object asked;
    for (auto const& one : *asks_) asked[one.key()] = digest_of(one.value().as_object());
    return {{"resultType", "input_required"},
            {"inputRequests", *asks_},
            {"requestState", o.seal.close({{"answers", answers_}, {"asked", std::move(asked)}}, who, identity_)},
            {"_meta", json::object{{server_key, o.info}}}};
  }

 private:
  static std::string digest_of(json::object const& question) { return t2s::detail::sha256(canonical(question)).hex(); }

  std::string identity_;
  json::object answers_{};  // by the name of the question: to which it was given, and what it is
  std::optional<json::object> asks_{};
  std::set<std::string> names_{};  // of the questions of this run
};

}  // namespace t2s::serve::mcp::detail

#endif
