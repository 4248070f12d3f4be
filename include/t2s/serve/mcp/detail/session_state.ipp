// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_SESSION_STATE_IPP
#define T2S_SERVE_MCP_DETAIL_SESSION_STATE_IPP

#include "t2s/serve/mcp/detail/session.hpp"
#include "t2s/serve/mcp/detail/stateless.hpp"

#include <boost/json/serialize.hpp>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::serve::mcp {

/// The state of a session, shared with its running calls.
class session::state : public std::enable_shared_from_this<session::state> {
 public:
  state(std::shared_ptr<offering const> offered, transport by, session_limits limits)
      : by_(std::move(by)), limits_(limits), offered_(std::move(offered)) {}

  // The state of one `receive`: a message, or a batch whose responses are sent together.
  struct exchange {
    std::uint64_t origin = 0;
    bool is_batch = false;
    bool is_answered = false;  // whether it has a request
    int status = 200;          // over HTTP
    std::size_t open = 0;      // open requests, plus one while a batch is read
    json::array responses{};
  };

  // A request that another thread serves.
  struct call {
    json::value id{};
    std::shared_ptr<exchange> of{};
    std::string method{};
    json::value token{};  // names the call in progress reports
    std::optional<double> reported{};
    std::stop_source stop{};
    json::object client{};                          // the capabilities of its client
    std::optional<detail::request_meta> meta{};     // without a session
    std::optional<detail::resumed_call> resumes{};  // the same
    std::shared_ptr<offering const> offered{};      // when it began
  };

  // A request that only ends with the client's cancellation or with the session: it has the notifications that the client asked for. Lists
  // of an offering change seldom, and clients are not told: `offering::fresh` says when they should read them again.
  struct subscription {
    json::value id{};
    std::shared_ptr<exchange> of{};
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
  void renew(std::shared_ptr<offering const> offered) {
    std::lock_guard const lock(mutex_);
    offered_.swap(offered);
  }

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
  [[nodiscard]] json::object answer_in_session(std::string_view method, json::object const& params, offering const& now);
  [[nodiscard]] static json::object answer_at_once(std::string_view method, json::object const& params, offering const& now);
  [[nodiscard]] static std::function<json::object(work&)> later(std::string_view method, json::object const& params,
                                                                std::shared_ptr<offering const> const& now);
  void take_stateless(json::value const& id, std::string_view method, json::object const& params, std::shared_ptr<exchange> const& e);
  void listen(json::value const& id, json::object const& params, std::shared_ptr<exchange> const& e);
  void start(std::shared_ptr<call> const& c, json::object const& params, std::function<json::object(work&)> does);
  [[nodiscard]] json::object result_of(call& c, std::function<json::object(work&)> const& does);
  void perform(std::shared_ptr<call> const& c, std::function<json::object(work&)> const& does);
  [[nodiscard]] json::object initialize(json::object const& params, offering const& now);
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
    if (!e.is_batch) e.status = why.status();
    finish(e, json::object{{"jsonrpc", "2.0"}, {"id", id}, {"error", why.error()}});
  }

  /// Answers a message that is not a request.
  void refuse(exchange& e, json::value const& id, refused const& why) {
    open_request(e);
    respond_error(e, id, {why.code(), why.what(), nullptr, 400});
  }

  /// A request has ended, with or without a response. `ended` is the id of a call that no longer runs.
  void finish(exchange& e, std::optional<json::object> response, json::value const* ended = nullptr) {
    outgoing out;
    {
      std::lock_guard const lock(mutex_);
      if (ended) calls_.erase(json::serialize(*ended));
      out.origin = e.origin;
      out.ends = --e.open == 0;
      out.status = e.status;
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

  [[nodiscard]] std::shared_ptr<offering const> offered() const {
    std::lock_guard const lock(mutex_);
    return offered_;
  }

  transport by_;
  session_limits limits_;
  std::mutex mutable mutex_{};  // guards all below
  std::shared_ptr<offering const> offered_;
  std::condition_variable_any answered_{};
  bool closes_ = false;  // no subscription begins any more
  bool closed_ = false;
  std::string version_{};
  json::object client_{};  // the client's capabilities
  log_level level_ = log_level::info;
  std::map<std::string, std::shared_ptr<call>> calls_{};
  std::map<std::string, subscription> subscriptions_{};
  std::map<std::string, std::shared_ptr<question>, std::less<>> questions_{};
  std::uint64_t asked_ = 0;
};

}  // namespace t2s::serve::mcp

#endif
