// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_RATE_LIMITER_IPP
#define T2S_LLM_IMPL_RATE_LIMITER_IPP

#include "t2s/core/error.hpp"
#include "t2s/llm/impl/transport/waiting_line.hpp"
#include "t2s/llm/rate_limiter.hpp"

#include <algorithm>

namespace t2s::llm {

T2S_DECL token_bucket::token_bucket(double a_minute, double burst_seconds) noexcept
    : a_second_(a_minute / 60), brim_(std::max(1.0, a_second_ * burst_seconds)), level_(brim_) {}

T2S_DECL void token_bucket::fill(time_point now) noexcept {
  if (now > at_ && at_ != time_point()) level_ = std::min(brim_, level_ + a_second_ * std::chrono::duration<double>(now - at_).count());
  at_ = std::max(at_, now);
}

T2S_DECL token_bucket::time_point token_bucket::ready(double n, time_point now) noexcept {
  if (a_second_ <= 0) return now;
  fill(now);
  auto const missing = std::min(n, brim_) - level_;
  if (missing <= 0) return now;
  // Rounded up: a wait that ends too early would only be followed by another.
  return now + std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(missing / a_second_));
}

T2S_DECL void token_bucket::take(double n, time_point now) noexcept {
  if (a_second_ <= 0) return;
  fill(now);
  level_ = std::min(brim_, level_ - n);
}

/// The state, kept by those who are in it.
class rate_limiter::line {
 public:
  using time_point = detail::monotonic::time_point;

  explicit line(rate_limits l) : limits(l), requests_(l.requests_a_minute, l.burst_seconds), tokens_(l.tokens_a_minute, l.burst_seconds) {}

  static awaitable<permit> acquire(std::shared_ptr<line> self, std::size_t tokens, time_point until) {
    turn mine(*self);
    if (!mine.is_first) {
      auto waiting = self->behind_.wait(until);
      mine.is_first = co_await std::move(waiting);
      if (!mine.is_first) refuse();
    }
    while (self->is_full()) {
      auto waiting = self->room_.wait(until);
      bool const called = co_await std::move(waiting);
      if (!called) refuse();
    }
    for (auto ready = self->ready(tokens); ready > detail::monotonic::now(); ready = self->ready(tokens)) {
      if (detail::monotonic::now() >= until || (ready > until && self->under_way == 0)) refuse();
      auto waiting = self->fuller_.wait(std::min(ready, until));
      co_await std::move(waiting);
    }
    self->start(tokens);
    co_return permit(self);
  }

  void end() {
    --under_way;
    room_.call_next();
  }
  void settle(std::size_t told, std::size_t really) {
    tokens_.take(static_cast<double>(really) - static_cast<double>(told), detail::monotonic::now());
    if (really < told) fuller_.call_next();
  }

  rate_limits limits;
  std::size_t under_way = 0;

 private:
  /// Being at the head of the queue, or in it. Whoever leaves the head lets the next one come.
  struct turn {
    explicit turn(line& l) : of(l), is_first(!std::exchange(l.has_first_, true)) {}
    turn(turn const&) = delete;
    turn& operator=(turn const&) = delete;
    ~turn() {
      if (!is_first) return;
      of.has_first_ = !of.behind_.empty();
      of.behind_.call_next();
    }
    line& of;
    bool is_first;
  };

  [[noreturn]] static void refuse() {
    throw error(errc::model_timeout, "the client's own rate limits let the request not go in time",
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
  detail::waiting_line behind_{};  // those who are not the first
  detail::waiting_line room_{};    // the first, while as many as may are under way
  detail::waiting_line fuller_{};  // the first, while there are not enough tokens
};

T2S_DECL rate_limiter::permit::~permit() {
  if (of_) of_->end();
}

T2S_DECL void rate_limiter::settle(std::size_t told, std::size_t really) { line_->settle(told, really); }

T2S_DECL rate_limiter::rate_limiter(rate_limits limits) : line_(std::make_shared<line>(limits)) {}

T2S_DECL awaitable<rate_limiter::permit> rate_limiter::acquire(std::size_t tokens, std::chrono::steady_clock::time_point until) {
  return line::acquire(line_, tokens, until);
}

T2S_DECL std::size_t rate_limiter::under_way() const noexcept { return line_->under_way; }
T2S_DECL bool rate_limiter::counts_tokens() const noexcept { return line_->limits.tokens_a_minute > 0; }

}  // namespace t2s::llm

#endif
