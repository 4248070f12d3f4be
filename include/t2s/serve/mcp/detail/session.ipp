// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_SESSION_IPP
#define T2S_SERVE_MCP_DETAIL_SESSION_IPP

#include "t2s/core/error.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/mcp/detail/lists.hpp"
#include "t2s/serve/mcp/detail/session.hpp"
#include "t2s/serve/mcp/detail/session_state.ipp"
#include "t2s/serve/mcp/detail/stateless.hpp"
#include "t2s/serve/mcp/detail/work_of_call.ipp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace t2s::serve::mcp {

// ---- what comes in

inline bool session::state::receive(std::string_view text, std::uint64_t origin) {
  auto const e = opened(origin);
  if (text.size() > limits_.message_bytes) return refuse_long(origin), true;
  boost::system::error_code wrong;
  auto const message = json::parse(text, wrong);
  if (wrong) return refuse(*e, nullptr, {rpc_code::parse_error, "this is not JSON: " + wrong.message()}), true;
  auto const* batch = message.if_array();
  if (!batch) {
    take(message, e);
  } else if (batch->empty() || !takes_batches()) {
    refuse(*e, nullptr,
           {rpc_code::invalid_request, batch->empty() ? "the batch is empty" : "this revision of the protocol has no batches"});
  } else {
    e->is_batch = true;
    e->open = 1;
    for (auto const& one : *batch) take(one, e);
    finish(*e, {});
  }
  std::lock_guard const lock(mutex_);
  return e->is_answered;
}

inline bool session::state::takes_batches() const {
  std::lock_guard const lock(mutex_);
  return version_ == "2025-03-26" || version_ == "2024-11-05";
}

inline void session::state::take(json::value const& message, std::shared_ptr<exchange> const& e) {
  auto const* o = message.if_object();
  if (!o) return refuse(*e, nullptr, {rpc_code::invalid_request, "a message must be an object"});
  auto const* id = o->if_contains("id");
  bool const has_id = id && (id->is_string() || id->is_int64() || id->is_uint64());
  json::value const shown = has_id ? *id : json::value(nullptr);
  auto const* version = o->if_contains("jsonrpc");
  if (!version || *version != json::value("2.0")) return refuse(*e, shown, {rpc_code::invalid_request, "\"jsonrpc\" must be \"2.0\""});
  auto const* method = o->if_contains("method");
  if (!method && (o->contains("result") || o->contains("error"))) return take_answer(*o);  // an error may have no id; it gets no answer
  if (!method || !method->is_string()) return refuse(*e, shown, {rpc_code::invalid_request, "\"method\" must be a text"});
  if (id && !has_id) return refuse(*e, nullptr, {rpc_code::invalid_request, "\"id\" must be a text or a whole number"});
  auto const* params = o->if_contains("params");
  if (has_id) return take_request(*o, method->get_string(), e);
  if (!params || params->is_object()) take_notification(method->get_string(), params ? params->get_object() : json::object());
}

inline void session::state::take_request(json::object const& message, std::string_view method, std::shared_ptr<exchange> const& e) {
  open_request(*e);
  auto const& id = message.at("id");
  try {
    if (method == "initialize" && e->is_batch) throw refused(rpc_code::invalid_request, "initialize must not be in a batch");
    auto const params = detail::object_of(message, "params");
    if (!e->is_batch && detail::is_stateless(method, params)) return take_stateless(id, method, params, e);
    require_ready(method);
    auto const now = offered();
    auto does = later(method, params, now);
    if (!does) return respond(*e, id, answer_in_session(method, params, *now));
    auto const c = std::make_shared<call>();
    c->id = id;
    c->of = e;
    {
      std::lock_guard const lock(mutex_);
      c->client = client_;
    }
    start(c, params, std::move(does));
  } catch (refused const& why) {
    respond_error(*e, id, why);
  } catch (std::exception const& why) {
    respond_error(*e, id, {rpc_code::internal_error, why.what()});
  }
}

inline void session::state::take_stateless(json::value const& id, std::string_view method, json::object const& params,
                                           std::shared_ptr<exchange> const& e) try {
  auto meta = detail::meta_of(params);
  auto const now = offered();
  if (method == "subscriptions/listen") return listen(id, params, e);
  if (method == "server/discover") return respond(*e, id, detail::completed(detail::discovered(*now), method, *now));
  if (method == "tools/call") detail::require_capability(*now, params, meta.client);
  auto does = later(method, params, now);
  if (!does) return respond(*e, id, detail::completed(answer_at_once(method, params, *now), method, *now));
  auto const c = std::make_shared<call>();
  c->id = id;
  c->of = e;
  c->method = method;
  c->client = meta.client;
  c->resumes.emplace(*now, by_.from, method, params);
  c->offered = now;
  c->meta = std::move(meta);
  start(c, params, std::move(does));
} catch (refused const& why) {
  auto const shown = detail::without_old_codes(why);
  if (shown.code() != rpc_code::method_not_found) throw shown;
  throw refused(shown.code(), shown.what(), nullptr, 404);
}

/// Keeps the request open. It is acknowledged with the part of the wish that is served.
inline void session::state::listen(json::value const& id, json::object const& params, std::shared_ptr<exchange> const& e) {
  auto const* wanted = params.if_contains("notifications");
  if (!wanted || !wanted->is_object()) throw refused(rpc_code::invalid_params, "\"notifications\" must be an object");
  {
    std::lock_guard const lock(mutex_);
    if (closes_ || subscriptions_.size() >= limits_.calls) throw refused(rpc_code::busy, "there are too many subscriptions");
    if (!subscriptions_.emplace(json::serialize(id), subscription{id, e}).second)
      throw refused(rpc_code::invalid_request, "a request of this id is under way: give each its own id");
  }
  notify("notifications/subscriptions/acknowledged",
         {{"_meta", json::object{{detail::subscription_key, id}}}, {"notifications", json::object()}}, e->origin);
}

inline void session::state::require_ready(std::string_view method) const {
  std::lock_guard const lock(mutex_);
  if (version_.empty() && method != "initialize" && method != "ping")
    throw refused(rpc_code::invalid_request, "the session is not initialized: send initialize first");
  if (!version_.empty() && method == "initialize") throw refused(rpc_code::invalid_request, "the session is initialized already");
}

inline void session::state::take_notification(std::string_view method, json::object const& params) {
  if (method != "notifications/cancelled") return;
  auto const* id = params.if_contains("requestId");
  if (!id) return;
  std::shared_ptr<call> c;
  std::shared_ptr<exchange> left;
  {
    std::lock_guard const lock(mutex_);
    if (auto const at = calls_.find(json::serialize(*id)); at != calls_.end()) c = at->second;
    if (auto own = subscriptions_.extract(json::serialize(*id))) left = own.mapped().of;
  }
  if (c) c->stop.request_stop();
  if (left) finish(*left, {});
}

inline void session::state::take_answer(json::object const& message) {
  auto const* id = message.contains("id") ? message.at("id").if_string() : nullptr;
  std::lock_guard const lock(mutex_);
  auto const at = id ? questions_.find(std::string_view(*id)) : questions_.end();
  if (at == questions_.end()) return;
  at->second->answer = message;
  answered_.notify_all();
}

// ---- requests that are answered at once

inline json::object session::state::answer_in_session(std::string_view method, json::object const& params, offering const& now) {
  if (method == "initialize") return initialize(params, now);
  if (method == "ping") return {};
  if (method == "logging/setLevel") return set_level(params);
  if (auto const at = now.more.find(method); at != now.more.end()) return at->second(params);
  return answer_at_once(method, params, now);
}

inline json::object session::state::answer_at_once(std::string_view method, json::object const& params, offering const& now) {
  if (method == "tools/list") return detail::page_of(now.tools, "tools", now.page, params);
  if (now.read && method == "resources/list") return detail::page_of(now.resources, "resources", now.page, params);
  if (now.read && method == "resources/templates/list") return detail::page_of(now.templates, "resourceTemplates", now.page, params);
  if (!now.prompts.empty() && method == "prompts/list") return detail::page_of(now.prompts, "prompts", now.page, params);
  if (now.complete && method == "completion/complete") return now.complete(params);
  throw refused(rpc_code::method_not_found, "there is no method " + text::cut(method, 100));
}

inline json::object session::state::initialize(json::object const& params, offering const& now) {
  auto const* wanted = params.if_contains("protocolVersion");
  if (!wanted || !wanted->is_string()) throw refused(rpc_code::invalid_params, "\"protocolVersion\" is missing");
  std::string_view const version = wanted->get_string();
  auto can = detail::capabilities_of(now);
  auto client = detail::object_of(params, "capabilities");
  std::lock_guard const lock(mutex_);
  version_ = has_sessions(version) ? version : session_versions.front();
  client_ = std::move(client);
  json::object result{{"protocolVersion", version_}, {"capabilities", std::move(can)}, {"serverInfo", now.info}};
  if (!now.instructions.empty()) result["instructions"] = now.instructions;
  return result;
}

inline json::object session::state::set_level(json::object const& params) {
  auto const* given = params.if_contains("level");
  auto const level = given && given->is_string() ? log_level_named(given->get_string()) : std::optional<log_level>();
  if (!level)
    throw refused(rpc_code::invalid_params, "\"level\" must be one of debug, info, notice, warning, error, critical, alert, emergency");
  std::lock_guard const lock(mutex_);
  level_ = *level;
  return {};
}

// ---- calls

/// Runs a tool. Its failure is a result that says so.
inline json::object call_tool(tool const& t, json::object const& arguments, work& w) {
  try {
    if (auto const* schema = t.shown.if_contains("inputSchema"))
      if (auto wrong = refused_arguments(schema->as_object(), arguments)) return text_result("Wrong arguments: " + *wrong, true);
    return t.call(arguments, w);
  } catch (refused const&) {
    throw;
  } catch (t2s::error const& e) {
    if (e.code() == errc::cancelled) throw;
    return text_result(e.what(), true);
  } catch (std::exception const& e) {
    return text_result(e.what(), true);
  }
}

inline std::function<json::object(work&)> session::state::later(std::string_view method, json::object const& params,
                                                                std::shared_ptr<offering const> const& now) {
  if (method == "tools/call") {
    auto const& t = detail::named(now->tools, params, "tool");
    return [o = now, &t, given = detail::object_of(params, "arguments")](work& w) { return call_tool(t, given, w); };
  }
  if (!now->prompts.empty() && method == "prompts/get") {
    auto const& p = detail::named(now->prompts, params, "prompt");
    return [o = now, &p, given = detail::object_of(params, "arguments")](work& w) { return p.get(given, w); };
  }
  if (now->read && method == "resources/read") {
    auto const* uri = params.if_contains("uri");
    if (!uri || !uri->is_string()) throw refused(rpc_code::invalid_params, "\"uri\" is missing");
    return [o = now, which = std::string(uri->get_string())](work& w) { return o->read(which, w); };
  }
  return {};
}

inline void session::state::start(std::shared_ptr<call> const& c, json::object const& params, std::function<json::object(work&)> does) {
  auto const meta = detail::object_of(params, "_meta");
  if (auto const* token = meta.if_contains("progressToken"); token && (token->is_string() || token->is_number())) c->token = *token;
  {
    std::lock_guard const lock(mutex_);
    if (calls_.size() >= limits_.calls)
      throw refused(rpc_code::busy, std::to_string(calls_.size()) + " calls are under way: wait for one of them to end");
    if (closed_) throw refused(rpc_code::busy, "the server ends");
    if (!calls_.emplace(json::serialize(c->id), c).second)
      throw refused(rpc_code::invalid_request, "a request of this id is under way: give each its own id");
  }
  if (by_.run([self = shared_from_this(), c, does = std::move(does)] { self->perform(c, does); })) return;
  std::lock_guard const lock(mutex_);
  calls_.erase(json::serialize(c->id));
  throw refused(rpc_code::busy, "the server is busy: try again later");
}

/// The result of a call. Without a session it may be a question to the client, after which the rest of the call does not count.
inline json::object session::state::result_of(call& c, std::function<json::object(work&)> const& does) {
  work_of_call w(*this, c);
  if (!c.meta) return does(w);
  try {
    auto result = does(w);
    if (!c.resumes->asks()) return detail::completed(std::move(result), c.method, *c.offered);
  } catch (refused const& why) {
    if (!c.resumes->asks()) throw detail::without_old_codes(why);
  } catch (std::exception const&) {
    if (!c.resumes->asks()) throw;
  }
  return c.resumes->question(by_.from, *c.offered);
}

inline void session::state::perform(std::shared_ptr<call> const& c, std::function<json::object(work&)> const& does) {
  std::optional<json::object> response;
  auto const answer = [&](std::string_view member, json::object o) {
    response = json::object{{"jsonrpc", "2.0"}, {"id", c->id}, {member, std::move(o)}};
  };
  try {
    if (!c->stop.stop_requested()) answer("result", result_of(*c, does));
  } catch (refused const& why) {
    if (!c->of->is_batch) c->of->status = why.status();
    answer("error", why.error());
  } catch (std::exception const& why) {
    answer("error", refused(rpc_code::internal_error, why.what()).error());
  }
  if (c->stop.stop_requested()) response.reset();  // no thread waits for it
  finish(*c->of, std::move(response), &c->id);
}

inline void session::state::close() {
  std::map<std::string, std::shared_ptr<call>> ended;
  std::map<std::string, subscription> subscriptions;
  {
    std::lock_guard const lock(mutex_);
    closes_ = true;
    subscriptions.swap(subscriptions_);
  }
  for (auto const& [key, s] : subscriptions) {  // the protocol has both for a subscription that the server ends
    notify("notifications/cancelled", {{"requestId", s.id}, {"reason", "the server ends"}}, s.of->origin);
    respond(*s.of, s.id, {{"resultType", "complete"}, {"_meta", json::object{{detail::subscription_key, s.id}}}});
  }
  {
    std::lock_guard const lock(mutex_);
    closed_ = true;
    ended = calls_;
    answered_.notify_all();
  }
  for (auto const& [id, c] : ended) c->stop.request_stop();
}

// ---- session

T2S_DECL session::session(std::shared_ptr<offering const> offered, transport by, session_limits limits)
    : state_(std::make_shared<state>(std::move(offered), std::move(by), limits)) {}
T2S_DECL session::~session() { state_->close(); }

T2S_DECL bool session::receive(std::string_view text, std::uint64_t origin) { return state_->receive(text, origin); }
T2S_DECL void session::refuse_long(std::uint64_t origin) { state_->refuse_long(origin); }
T2S_DECL void session::renew(std::shared_ptr<offering const> offered) { state_->renew(std::move(offered)); }
T2S_DECL void session::close() { state_->close(); }
T2S_DECL std::string session::version() const { return state_->version(); }
T2S_DECL std::size_t session::calls() const { return state_->calls(); }

}  // namespace t2s::serve::mcp

#endif
