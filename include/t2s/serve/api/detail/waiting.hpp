// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_API_DETAIL_WAITING_HPP
#define T2S_SERVE_API_DETAIL_WAITING_HPP

#include "t2s/serve/http/detail/message.hpp"
#include "t2s/serve/runs/detail/run_record.hpp"
#include "t2s/serve/runs/detail/run_stream.hpp"

#include <boost/json/parse.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

/// Responses that wait for a run.
namespace t2s::serve::detail {

[[nodiscard]] inline response no_such_run() {
  return error_response(404, "not_found", "there is no such run, or it is no longer kept; GET /v1/runs lists those that are kept");
}

[[nodiscard]] inline bool accepts_events(request const& asked) {
  return asked.headers.get("Accept").find("text/event-stream") != std::string_view::npos;
}

/// Streams the events of a run, starting at a number.
[[nodiscard]] inline response events_of(std::shared_ptr<run_record> const& run, std::size_t from) {
  response r(200, "text/event-stream", "");
  r.headers.add("Content-Location", std::string("/v1/runs/").append(run->id()));
  r.headers.add("X-Accel-Buffering", "no");  // proxies such as nginx would otherwise buffer events
  r.stream = std::make_unique<run_stream>(run, from);
  return r;
}

/// The events that a run has now.
[[nodiscard]] inline response array_of(std::shared_ptr<run_record> const& run) {
  response r(200, "application/json", "");
  r.stream = std::make_unique<run_array>(run);
  return r;
}

/// The end of a finished run.
[[nodiscard]] inline response end_of(run_record const& run) {
  auto const end = run.result().value();
  if (end.name == "answer") {
    response r(200, "application/json", "");
    r.shared_body = end.json;
    r.headers.add("Content-Location", std::string("/v1/runs/").append(run.id()));
    return r;
  }
  if (end.name == "cancelled") return error_response(409, "cancelled", "the run was cancelled");
  auto const last = boost::json::parse(*end.json).as_object();
  auto const* code = last.if_contains("code");
  return error_response(422, code ? std::string_view(code->as_string()) : "failed", last.at("message").as_string());
}

/// A client that waits for the end of a run, and counts as its viewer meanwhile.
class end_waiter : public std::enable_shared_from_this<end_waiter> {
 public:
  end_waiter(std::shared_ptr<run_record> run, responder respond)
      : run_(std::move(run)), respond_(std::move(respond)), viewer_(run_->join()) {}

  void wait(std::stop_token gone) {
    leaving_.emplace(std::move(gone), [self = weak_from_this()] {
      if (auto const waiter = self.lock()) waiter->leave();
    });
    run_->when_ready(viewer_, std::numeric_limits<std::size_t>::max(), [self = shared_from_this()] { self->answer(); });
  }

 private:
  void answer() {
    if (done_.exchange(true)) return;
    respond_(end_of(*run_));
    run_->leave(viewer_);
  }
  void leave() {
    if (!done_.exchange(true)) run_->leave(viewer_);
  }

  std::shared_ptr<run_record> run_;
  responder respond_;
  std::uint64_t viewer_;
  std::atomic<bool> done_ = false;
  std::optional<std::stop_callback<std::function<void()>>> leaving_{};
};

inline void answer_at_end(std::shared_ptr<run_record> const& run, responder const& respond, std::stop_token gone) {
  std::make_shared<end_waiter>(run, respond)->wait(std::move(gone));
}

}  // namespace t2s::serve::detail

#endif
