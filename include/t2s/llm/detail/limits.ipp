// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_LIMITS_IPP
#define T2S_LLM_DETAIL_LIMITS_IPP

#include "t2s/llm/detail/limits.hpp"
#include "t2s/llm/detail/retry.hpp"
#include "t2s/llm/detail/waiting.hpp"

namespace t2s::llm {

class rate_limiter::state {
 public:
  using time_point = detail::monotonic::time_point;

  explicit state(rate_limits l) : limits(l), requests_(l.requests_a_minute, l.burst_seconds), tokens_(l.tokens_a_minute, l.burst_seconds) {}

  static awaitable<permit> acquire(std::shared_ptr<state> self, std::size_t tokens, time_point until) {
    turn mine(*self);
    if (!mine.is_first) {
      auto waiting = self->others_.wait(until);
      mine.is_first = co_await std::move(waiting);
      if (!mine.is_first) refuse();
    }
    while (self->is_full()) {
      auto waiting = self->slots_.wait(until);
      bool const resumed = co_await std::move(waiting);
      if (!resumed) refuse();
    }
    for (auto ready = self->ready(tokens); ready > detail::monotonic::now(); ready = self->ready(tokens)) {
      if (detail::monotonic::now() >= until || (ready > until && self->under_way == 0)) refuse();
      auto waiting = self->tokens_back_.wait(std::min(ready, until));
      co_await std::move(waiting);
    }
    self->start(tokens);
    co_return permit(self);
  }

  void end() {
    --under_way;
    slots_.resume_next();
  }
  void settle(std::size_t estimated, std::size_t used) {
    tokens_.take(static_cast<double>(used) - static_cast<double>(estimated), detail::monotonic::now());
    if (used < estimated) tokens_back_.resume_next();
  }

  rate_limits limits;
  std::size_t under_way = 0;

 private:
  /// A place in the queue. Leaving its head resumes the next request.
  struct turn {
    explicit turn(state& l) : of(l), is_first(!std::exchange(l.has_first_, true)) {}
    turn(turn const&) = delete;
    turn& operator=(turn const&) = delete;
    ~turn() {
      if (!is_first) return;
      of.has_first_ = !of.others_.empty();
      of.others_.resume_next();
    }
    state& of;
    bool is_first;
  };

  [[noreturn]] static void refuse() {
    throw error(errc::model_timeout, "the client's own rate limits did not admit the request in time",
                "raise rate_limits, or the time that the request or the run may take");
  }

  [[nodiscard]] bool is_full() const noexcept { return limits.at_once != 0 && under_way >= limits.at_once; }
  [[nodiscard]] detail::monotonic::time_point ready(std::size_t tokens) {
    auto const now = detail::monotonic::now();
    return std::max(requests_.ready(1, now), tokens_.ready(static_cast<double>(tokens), now));
  }
  void start(std::size_t tokens) {
    auto const now = detail::monotonic::now();
    requests_.take(1, now);
    tokens_.take(static_cast<double>(tokens), now);
    ++under_way;
  }

  token_bucket requests_;
  token_bucket tokens_;
  bool has_first_ = false;
  detail::wait_queue others_{};       // requests behind the head
  detail::wait_queue slots_{};        // the head, while too many requests are active
  detail::wait_queue tokens_back_{};  // the head, while there are not enough tokens
};

T2S_DECL rate_limiter::permit::~permit() {
  if (of_) of_->end();
}

T2S_DECL void rate_limiter::settle(std::size_t estimated, std::size_t used) { shared_->settle(estimated, used); }

T2S_DECL rate_limiter::rate_limiter(rate_limits limits) : shared_(std::make_shared<state>(limits)) {}

T2S_DECL awaitable<rate_limiter::permit> rate_limiter::acquire(std::size_t tokens, std::chrono::steady_clock::time_point until) {
  return state::acquire(shared_, tokens, until);
}

T2S_DECL std::size_t rate_limiter::under_way() const noexcept { return shared_->under_way; }
T2S_DECL bool rate_limiter::counts_tokens() const noexcept { return shared_->limits.tokens_a_minute > 0; }

}  // namespace t2s::llm

#endif
