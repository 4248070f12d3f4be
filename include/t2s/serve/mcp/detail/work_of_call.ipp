// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_WORK_OF_CALL_IPP
#define T2S_SERVE_MCP_DETAIL_WORK_OF_CALL_IPP

#include "t2s/core/error.hpp"
#include "t2s/serve/mcp/detail/session_state.ipp"

#include <boost/json/serialize.hpp>
#include <chrono>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::serve::mcp {

/// The call, as the code that serves it sees it.
class session::state::work_of_call final : public work {
 public:
  work_of_call(state& s, call& c) : s_(&s), c_(&c) {}

  [[nodiscard]] std::string from() const override { return s_->by_.from; }
  [[nodiscard]] std::stop_token stop() const override { return c_->stop.get_token(); }

  void report(progress const& how_far) override {
    if (stop().stop_requested() || c_->token.is_null() || (c_->reported && how_far.done <= *c_->reported)) return;
    c_->reported = how_far.done;
    json::object params{{"progressToken", c_->token}, {"progress", how_far.done}};
    if (how_far.of) params["total"] = *how_far.of;
    if (!how_far.text.empty()) params["message"] = how_far.text;
    s_->notify("notifications/progress", std::move(params), c_->of->origin);
  }

  void log(log_level level, std::string_view logger, json::value data) override {
    if (stop().stop_requested() || level < lowest_level()) return;
    s_->notify("notifications/message", {{"level", name_of(level)}, {"logger", logger}, {"data", std::move(data)}}, c_->of->origin);
  }

  [[nodiscard]] bool waits() const override { return !c_->meta; }

  [[nodiscard]] bool client_has(std::string_view capability) const override { return detail::offers(c_->client, capability); }

  [[nodiscard]] std::vector<json::object> ask_all(std::vector<client_request> asked, std::chrono::seconds most) override {
    if (c_->resumes) return answers_of_before(*c_->resumes, std::move(asked));
    std::vector<json::object> results;
    for (auto& one : asked) results.push_back(ask_now(one.method, std::move(one.params), most));
    return results;
  }

  void close_stream() override {
    if (c_->meta) return;  // its client could not come back
    outgoing out;
    out.origin = c_->of->origin;
    out.closes_stream = true;
    s_->by_.send(std::move(out));
  }

 private:
  [[nodiscard]] json::object ask_now(std::string_view method, json::object params, std::chrono::seconds most) {
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

  /// The answers that the client sent with this attempt. If some are missing, the call ends with these questions.
  [[nodiscard]] std::vector<json::object> answers_of_before(detail::resumed_call& c, std::vector<client_request> asked) {
    std::vector<json::object> results;
    json::object open;
    for (auto& one : asked) {
      require_offered(one.method);
      json::object shown{{"method", one.method}, {"params", std::move(one.params)}};
      auto const name = c.name_for(one.name);
      if (auto const* answer = c.answer_to(name, shown))
        results.push_back(*answer);
      else
        open[name] = std::move(shown);
    }
    if (open.empty()) return results;
    c.ask(std::move(open));
    throw t2s::error(errc::cancelled, "the call goes on when its client has answered");
  }

  /// Throws `refused` if the client cannot answer.
  void require_offered(std::string const& method) const {
    auto const needed = method.substr(0, method.find('/'));
    if (!client_has(needed)) throw detail::missing_capability(needed);
  }

  [[nodiscard]] log_level lowest_level() const {
    constexpr auto none = static_cast<log_level>(log_level_names.size());
    if (c_->meta) return c_->meta->level.value_or(none);
    std::lock_guard const lock(s_->mutex_);
    return s_->level_;
  }

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

}  // namespace t2s::serve::mcp

#endif
