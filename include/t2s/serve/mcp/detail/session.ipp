// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_SESSION_IPP
#define T2S_SERVE_MCP_DETAIL_SESSION_IPP

#include "t2s/core/error.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/mcp/detail/lists.hpp"
#include "t2s/serve/mcp/detail/session.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace t2s::serve::mcp {

/// The state of a session, shared with its running calls.
class session::state : public std::enable_shared_from_this<session::state> {
 public:
  state(std::shared_ptr<offering const> offered, transport by, session_limits limits)
      : offered_(std::move(offered)), by_(std::move(by)), limits_(limits) {}

  // The state of one `receive`: a message, or a batch whose responses are sent together.
  struct exchange {
    std::uint64_t origin = 0;
    bool is_batch = false;
    bool is_answered = false;  // whether it has a request
    bool is_refused = false;   // whether it was an invalid message
    std::size_t open = 0;      // open requests, plus one while a batch is read
    json::array responses{};
  };

  // A request that another thread serves.
  struct call {
    json::value id{};
    std::shared_ptr<exchange> of{};
    json::value token{};  // names the call in progress reports
    std::optional<double> told{};
    std::stop_source stop{};
  };

  // A request to the client.
  struct question {
    std::optional<json::object> answer{};
  };

  bool receive(std::string_view text, std::uint64_t origin);
  void refuse_long(std::uint64_t origin) {
    refuse(*opened(origin), nullptr,
           {rpc_code::invalid_request, "the message has more than " + std::to_string(limits_.message_bytes) + " bytes"});
  }
  void close();

  [[nodiscard]] std::string version() const {
    std::lock_guard const lock(mutex_);
    return version_;
  }
  [[nodiscard]] std::size_t calls() const {
    std::lock_guard const lock(mutex_);
    return calls_.size();
  }

 private:
  class work_of_call;

  void take(json::value const& message, std::shared_ptr<exchange> const& e);
  void take_request(json::object const& message, std::string_view method, std::shared_ptr<exchange> const& e);
  void take_notification(std::string_view method, json::object const& params);
  void take_answer(json::object const& message);
  [[nodiscard]] json::object answer_at_once(std::string_view method, json::object const& params);
  [[nodiscard]] std::function<json::object(work&)> later(std::string_view method, json::object const& params) const;
  void start(json::value id, json::object const& params, std::shared_ptr<exchange> const& e, std::function<json::object(work&)> does);
  void perform(std::shared_ptr<call> const& c, std::function<json::object(work&)> const& does);
  [[nodiscard]] json::object initialize(json::object const& params);
  [[nodiscard]] json::object set_level(json::object const& params);
  [[nodiscard]] bool takes_batches() const;
  void require_ready(std::string_view method) const;

  // ---- sending

  [[nodiscard]] static std::shared_ptr<exchange> opened(std::uint64_t origin) {
    auto e = std::make_shared<exchange>();
    e->origin = origin;
    return e;
  }

  void open_request(exchange& e) {
    std::lock_guard const lock(mutex_);
    e.is_answered = true;
    ++e.open;
  }

  void respond(exchange& e, json::value const& id, json::object result) {
    finish(e, json::object{{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
  }
  void respond_error(exchange& e, json::value const& id, refused const& why) {
    finish(e, json::object{{"jsonrpc", "2.0"}, {"id", id}, {"error", why.error()}});
  }

  /// Answers a message that is not a request.
  void refuse(exchange& e, json::value const& id, refused const& why) {
    open_request(e);
    e.is_refused = !e.is_batch;
    respond_error(e, id, why);
  }

  /// A request has ended, with or without a response. `ended` is the id of a call that no longer runs.
  void finish(exchange& e, std::optional<json::object> response, json::value const* ended = nullptr) {
    outgoing out;
    {
      std::lock_guard const lock(mutex_);
      if (ended) calls_.erase(json::serialize(*ended));
      out.origin = e.origin;
      out.ends = --e.open == 0;
      out.refuses = e.is_refused;
      if (e.is_batch && response) e.responses.emplace_back(*std::move(response));
      if (!e.is_batch && response) out.text = json::serialize(*response);
      if (e.is_batch && out.ends && !e.responses.empty()) out.text = json::serialize(e.responses);
      if (closed_ || !e.is_answered) return;
    }
    if (out.ends || !out.text.empty()) by_.send(std::move(out));
  }

  void notify(std::string_view method, json::object params, std::uint64_t origin) {
    send(json::object{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}}, origin);
  }

  void send(json::object const& message, std::uint64_t origin) {
    {
      std::lock_guard const lock(mutex_);
      if (closed_) return;
    }
    outgoing out;
    out.text = json::serialize(message);
    out.origin = origin;
    by_.send(std::move(out));
  }

  std::shared_ptr<offering const> offered_;
  transport by_;
  session_limits limits_;
  std::mutex mutable mutex_{};  // guards all below
  std::condition_variable_any answered_{};
  bool closed_ = false;
  std::string version_{};
  json::object client_{};  // the client's capabilities
  log_level level_ = log_level::info;
  std::map<std::string, std::shared_ptr<call>> calls_{};
  std::map<std::string, std::shared_ptr<question>, std::less<>> questions_{};
  std::uint64_t asked_ = 0;
};

/// The call, as the code that serves it sees it.
class session::state::work_of_call final : public work {
 public:
  work_of_call(state& s, call& c) : s_(&s), c_(&c) {}

  [[nodiscard]] std::string from() const override { return s_->by_.from; }
  [[nodiscard]] std::stop_token stop() const override { return c_->stop.get_token(); }

  void report(progress const& how_far) override {
    if (c_->token.is_null() || (c_->told && how_far.done <= *c_->told)) return;
    c_->told = how_far.done;
    json::object params{{"progressToken", c_->token}, {"progress", how_far.done}};
    if (how_far.of) params["total"] = *how_far.of;
    if (!how_far.text.empty()) params["message"] = how_far.text;
    s_->notify("notifications/progress", std::move(params), c_->of->origin);
  }

  void log(log_level level, std::string_view logger, json::value data) override {
    {
      std::lock_guard const lock(s_->mutex_);
      if (level < s_->level_) return;
    }
    s_->notify("notifications/message", {{"level", name_of(level)}, {"logger", logger}, {"data", std::move(data)}}, c_->of->origin);
  }

  [[nodiscard]] bool client_has(std::string_view capability) const override {
    std::lock_guard const lock(s_->mutex_);
    return s_->client_.contains(capability);
  }

  [[nodiscard]] json::object ask(std::string_view method, json::object params, std::chrono::seconds most) override {
    auto const asked = std::make_shared<question>();
    std::unique_lock lock(s_->mutex_);
    auto const id = "t2s-" + std::to_string(++s_->asked_);
    s_->questions_.emplace(id, asked);
    lock.unlock();
    s_->send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}}, c_->of->origin);
    lock.lock();
    bool const came = s_->answered_.wait_for(lock, stop(), most, [&] { return asked->answer || s_->closed_; });
    s_->questions_.erase(id);
    lock.unlock();
    if (asked->answer) return result_of(*std::move(asked->answer));
    s_->notify("notifications/cancelled", {{"requestId", id}}, c_->of->origin);
    if (came || stop().stop_requested()) throw t2s::error(errc::cancelled, "the call was cancelled");
    throw t2s::error(errc::model_timeout,
                     "the client gave no answer to " + std::string(method) + " in " + std::to_string(most.count()) + " s");
  }

  void let_stream_go() override {
    outgoing out;
    out.origin = c_->of->origin;
    out.lets_go = true;
    s_->by_.send(std::move(out));
  }

 private:
  [[nodiscard]] static json::object result_of(json::object answer) {
    if (auto* r = answer.if_contains("result"); r && r->is_object()) return std::move(r->get_object());
    std::string why = "the client refused";
    if (auto const* e = answer.if_contains("error"); e && e->is_object())
      if (auto const* m = e->get_object().if_contains("message"); m && m->is_string()) why.append(": ").append(m->get_string());
    throw refused(rpc_code::internal_error, why);
  }

  state* s_;
  call* c_;
};

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
    require_ready(method);
    auto const params = detail::object_of(message, "params");
    if (auto does = later(method, params)) return start(id, params, e, std::move(does));
    respond(*e, id, answer_at_once(method, params));
  } catch (refused const& why) {
    respond_error(*e, id, why);
  } catch (std::exception const& why) {
    respond_error(*e, id, {rpc_code::internal_error, why.what()});
  }
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
  std::shared_ptr<call> c;
  {
    std::lock_guard const lock(mutex_);
    auto const at = id ? calls_.find(json::serialize(*id)) : calls_.end();
    if (at != calls_.end()) c = at->second;
  }
  if (c) c->stop.request_stop();
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

inline json::object session::state::answer_at_once(std::string_view method, json::object const& params) {
  if (method == "initialize") return initialize(params);
  if (method == "ping") return {};
  if (method == "logging/setLevel") return set_level(params);
  if (method == "tools/list") return detail::page_of(offered_->tools, "tools", offered_->page, params);
  if (offered_->read && method == "resources/list") return detail::page_of(offered_->resources, "resources", offered_->page, params);
  if (offered_->read && method == "resources/templates/list")
    return detail::page_of(offered_->templates, "resourceTemplates", offered_->page, params);
  if (!offered_->prompts.empty() && method == "prompts/list") return detail::page_of(offered_->prompts, "prompts", offered_->page, params);
  if (offered_->complete && method == "completion/complete") return offered_->complete(params);
  if (auto const at = offered_->more.find(method); at != offered_->more.end()) return at->second(params);
  throw refused(rpc_code::method_not_found, "there is no method " + text::cut(method, 100));
}

inline json::object session::state::initialize(json::object const& params) {
  auto const* wanted = params.if_contains("protocolVersion");
  if (!wanted || !wanted->is_string()) throw refused(rpc_code::invalid_params, "\"protocolVersion\" is missing");
  std::string_view const version = wanted->get_string();
  json::object can = offered_->capabilities;
  can["tools"] = json::object();
  can["logging"] = json::object();
  if (offered_->read) can.emplace("resources", json::object());
  if (!offered_->prompts.empty()) can["prompts"] = json::object();
  if (offered_->complete) can["completions"] = json::object();
  auto client = detail::object_of(params, "capabilities");
  std::lock_guard const lock(mutex_);
  version_ = is_spoken(version) ? version : protocol_versions.front();
  client_ = std::move(client);
  json::object result{{"protocolVersion", version_}, {"capabilities", std::move(can)}, {"serverInfo", offered_->info}};
  if (!offered_->instructions.empty()) result["instructions"] = offered_->instructions;
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

inline std::function<json::object(work&)> session::state::later(std::string_view method, json::object const& params) const {
  if (method == "tools/call") {
    auto const& t = detail::named(offered_->tools, params, "tool");
    return [o = offered_, &t, given = detail::object_of(params, "arguments")](work& w) { return call_tool(t, given, w); };
  }
  if (!offered_->prompts.empty() && method == "prompts/get") {
    auto const& p = detail::named(offered_->prompts, params, "prompt");
    return [o = offered_, &p, given = detail::object_of(params, "arguments")](work& w) { return p.get(given, w); };
  }
  if (offered_->read && method == "resources/read") {
    auto const* uri = params.if_contains("uri");
    if (!uri || !uri->is_string()) throw refused(rpc_code::invalid_params, "\"uri\" is missing");
    return [o = offered_, which = std::string(uri->get_string())](work& w) { return o->read(which, w); };
  }
  return {};
}

inline void session::state::start(json::value id, json::object const& params, std::shared_ptr<exchange> const& e,
                                  std::function<json::object(work&)> does) {
  auto const c = std::make_shared<call>();
  c->id = std::move(id);
  c->of = e;
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

inline void session::state::perform(std::shared_ptr<call> const& c, std::function<json::object(work&)> const& does) {
  std::optional<json::object> response;
  auto const answer = [&](std::string_view member, json::object o) {
    response = json::object{{"jsonrpc", "2.0"}, {"id", c->id}, {member, std::move(o)}};
  };
  try {
    work_of_call w(*this, *c);
    if (!c->stop.stop_requested()) answer("result", does(w));
  } catch (refused const& why) {
    answer("error", why.error());
  } catch (std::exception const& why) {
    answer("error", refused(rpc_code::internal_error, why.what()).error());
  }
  if (c->stop.stop_requested()) response.reset();  // no thread waits for it
  finish(*c->of, std::move(response), &c->id);
}

inline void session::state::close() {
  std::map<std::string, std::shared_ptr<call>> ended;
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
T2S_DECL void session::close() { state_->close(); }
T2S_DECL std::string session::version() const { return state_->version(); }
T2S_DECL std::size_t session::calls() const { return state_->calls(); }

}  // namespace t2s::serve::mcp

#endif
